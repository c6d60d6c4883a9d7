'use strict';

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns what a reference in an extension leads to; reports one that leads nowhere. */
function follow(ctx, key, reference) {
  const { node } = ctx.resolve(reference);
  if (node === undefined) ctx.report({ message: `The $ref of ${key} leads nowhere.`, location: ctx.location.child(key) });
  return node;
}

/** Completes a value by another one: objects member by member. Lists and single values stay as they are. */
function completed(value, base) {
  if (!isObject(value) || !isObject(base)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, name in base ? completed(member, base[name]) : member]);
  return { ...base, ...Object.fromEntries(members) };
}

/** Completes examples by the example that their `x-like` refers to: they have only what differs from it. */
function similarExamples() {
  return {
    Example(example, ctx) {
      const like = example['x-like'];
      const base = like && follow(ctx, 'x-like', like);
      if (base === undefined) return;
      example.value = completed(example.value, base.value);
      delete example['x-like'];
    },
  };
}

/**
 * Adds to an object schema the properties of the schema that its `x-properties-of` refers to, except those that it has
 * itself. They are required.
 */
function sharedProperties() {
  return {
    Schema(schema, ctx) {
      const other = schema['x-properties-of'];
      const from = other && follow(ctx, 'x-properties-of', other);
      if (from === undefined) return;
      const names = Object.keys(from.properties).filter((name) => !(name in schema.properties));
      for (const name of names) schema.properties[name] = structuredClone(from.properties[name]);
      schema.required.push(...names);
      delete schema['x-properties-of'];
    },
  };
}

/** Adds to examples of bodies the required members that they leave out and whose property has an `example`. */
function exampleMembers() {
  return {
    MediaType: {
      leave({ schema, examples }, ctx) {
        const { properties = {}, required = [] } = (schema && ctx.resolve(schema).node) ?? {};
        const members = required.filter((name) => properties[name]?.example !== undefined);
        const values = Object.values(examples ?? {}).map((example) => ctx.resolve(example).node?.value).filter(isObject);
        for (const value of values) {
          for (const name of members.filter((one) => !(one in value))) value[name] = properties[name].example;
        }
      },
    },
  };
}

module.exports = { exampleMembers, sharedProperties, similarExamples };
