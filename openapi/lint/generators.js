'use strict';

const { fileOf } = require('./places');

/*
 * What generators of clients turn into code that does not compile. `npm run clients -- --all` shows it, but takes
 * minutes and tools of other languages.
 */

/** Reports lists of values of several types. Generators give a value one type, and write `BigDecimal("true")`. */
function enumType() {
  return {
    Schema({ enum: values }, ctx) {
      const types = [...new Set((values ?? []).filter((value) => value !== null).map((value) => typeof value))];
      if (types.length < 2) return;
      ctx.report({ message: `The values are of several types: ${types.join(', ')}; use \`anyOf\` with an \`enum\` of each.`, location: ctx.location.child('enum') });
    },
  };
}

/**
 * Reports values whose constant has the name of that of another schema: in Go, the constants of all schemas share one
 * package. A schema names its constants with `x-enum-varnames`.
 */
function enumConstant() {
  const schemas = new Map();
  return {
    Schema(schema, ctx) {
      const { enum: values, 'x-enum-varnames': names } = schema;
      if (names !== undefined && names.length !== values?.length) ctx.report({ message: `\`x-enum-varnames\` has ${names.length} names for ${values?.length ?? 0} values.`, location: ctx.location.child('x-enum-varnames') });
      if (Array.isArray(values) && isWholeFile(ctx, 'schemas')) schemas.set(fileOf(ctx).name, { schema, location: ctx.location.child('enum') });
    },
    Root: {
      leave(_root, ctx) {
        const owners = new Map();
        for (const [name, { schema, location }] of [...schemas].sort(([a], [b]) => (a < b ? -1 : 1))) {
          const taken = constantsOf(schema).filter((constant) => owners.has(constant));
          const [first] = taken;
          if (first !== undefined) ctx.report({ message: `${taken.length === 1 ? 'The constant' : 'Constants such as'} ${first} would also be in ${owners.get(first)}.yaml; name them with \`x-enum-varnames\`.`, location });
          for (const constant of constantsOf(schema)) owners.set(constant, name);
        }
      },
    },
  };
}

/** `project:read` is PROJECT_READ, and `resolvedInNextRelease` RESOLVED_IN_NEXT_RELEASE. */
function constantsOf({ enum: values, 'x-enum-varnames': names }) {
  const words = (value) => String(value).replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_');
  return [...(names ?? values)].map((value) => words(value).toUpperCase());
}

/**
 * Reports parts of the contract whose generated types have the same name: those of two folders, and properties, whose
 * types are named by the schema and the property unless they have a file. `state` of `AlertDelivery` is
 * `AlertDeliveryState`.
 */
function generatedType() {
  const files = new Map();
  const inline = new Map();
  const add = (types, name, one) => types.set(name, [...(types.get(name) ?? []), one]);
  const addFile = (ctx) => {
    const { name, folder } = fileOf(ctx);
    const known = files.get(pascalCase(name)) ?? [];
    if (ctx.location.pointer !== '#/' || known.some((one) => one.folder === folder)) return false;
    add(files, pascalCase(name), { folder, file: `${folder}/${name}.yaml`, location: ctx.location });
    return true;
  };
  return {
    Schema(schema, ctx) {
      if (!isWholeFile(ctx, 'schemas') || !addFile(ctx)) return;
      const { name } = fileOf(ctx);
      for (const part of inlineTypes(pascalCase(name), schema, []))
        add(inline, part.name, { file: `schemas/${name}.yaml`, location: ctx.location.child(part.keys) });
    },
    Parameter: (_parameter, ctx) => void addFile(ctx),
    Response: (_response, ctx) => void addFile(ctx),
    RequestBody: (_body, ctx) => void addFile(ctx),
    Root: {
      leave(_root, ctx) {
        for (const name of new Set([...files.keys(), ...inline.keys()])) {
          const [first, ...others] = [...(files.get(name) ?? []).sort(byFile), ...(inline.get(name) ?? []).sort(byFile)];
          for (const { location } of others) ctx.report({ message: `Its type would be ${name}, as another one in ${first.file}; rename one of them.`, location });
        }
      },
    },
  };
}

const byFile = (a, b) => (a.file < b.file ? -1 : 1);

/** The types that a schema has in its properties, at any depth. */
function inlineTypes(name, schema, keys) {
  const found = [];
  for (const [property, part] of Object.entries(schema?.properties ?? {})) found.push(...typesAt(name + pascalCase(property), part, [...keys, 'properties', property]));
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    (schema?.[keyword] ?? []).forEach((part, index) => found.push(...inlineTypes(name, part, [...keys, keyword, String(index)])));
  }
  return found;
}

function typesAt(name, schema, keys) {
  if (typeof schema !== 'object' || schema === null || schema.$ref !== undefined) return [];
  if (schema.items !== undefined) return [...typesAt(name, schema.items, [...keys, 'items']), ...typesAt(`${name}Item`, schema.items, [...keys, 'items'])];
  return [...(needsType(schema) ? [{ name, keys }] : []), ...inlineTypes(name, schema, keys)];
}

/** Alternatives of one schema and null are that schema. */
function needsType({ enum: values, properties, allOf, anyOf, oneOf }) {
  const alternatives = [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])].filter(({ type }) => type !== 'null');
  return values !== undefined || properties !== undefined || alternatives.length > 1;
}

function pascalCase(name) {
  return name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter) => letter.toUpperCase());
}

/** Whether what is visited is a file of the folder, and not a part of one. */
function isWholeFile(ctx, folder) {
  return fileOf(ctx).folder === folder && ctx.location.pointer === '#/';
}

module.exports = { enumConstant, enumType, generatedType };
