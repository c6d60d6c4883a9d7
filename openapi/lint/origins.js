'use strict';

const { fileOf } = require('./places');

const ORIGINS = ['client', 'member', 'service'];

/** Formats whose values cannot hold a sentence. */
const FORMATS = ['date-time', 'uuid', 'binary'];

/** Patterns of numbers and hexadecimal ids. */
const DIGITS = /^\^#?\[[0-9a-f-]+\](\+|\{\d+\})\$$/;

/**
 * Reports texts of JSON replies, and of what is posted to webhooks, that do not say with `x-origin` who can write them:
 * `client`, everybody who knows a DSN; `member`, people and tokens; or `service`. Texts are strings other than
 * constants, dates and digits, the keys and values of free objects, and values of any type.
 */
function textOrigin() {
  // A schema that several replies share is checked once.
  const visited = new Set();
  const check = (part, from, ctx) => {
    const { node: schema, location = from } = part.$ref === undefined ? { node: part } : ctx.resolve(part, from.source.absoluteRef);
    if (schema === undefined || visited.has(location.absolutePointer)) return;
    visited.add(location.absolutePointer);
    const origin = schema['x-origin'];
    if (origin === undefined ? isText(schema) : !ORIGINS.includes(origin)) {
      ctx.report({ message: `This text has an \`x-origin\`: who can write it, ${ORIGINS.join(', ')}.`, location });
    }
    for (const [keys, below] of partsOf(schema)) check(below, location.child(keys), ctx);
  };
  const content = (skip) => ({
    skip,
    MediaType(media, ctx) {
      if (ctx.key === 'application/json' && media.schema !== undefined) check(media.schema, ctx.location.child('schema'), ctx);
    },
  });
  return {
    Response: content(() => false),
    RequestBody: content((_body, _key, ctx) => fileOf(ctx).folder !== 'webhooks'),
  };
}

/** Lists the schemas within a schema that describe parts of the same value, and where they are. */
function partsOf({ properties = {}, items, additionalProperties, ...others }) {
  const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'].flatMap((keyword) => (others[keyword] ?? []).map((part, index) => [[keyword, index], part]));
  const named = Object.entries(properties).map(([name, part]) => [['properties', name], part]);
  const single = [[['items'], items], [['additionalProperties'], additionalProperties]];
  return [...named, ...lists, ...single.filter(([, part]) => typeof part === 'object')];
}

function isText(schema) {
  const { type, format, pattern, enum: values, const: constant, not, $ref, anyOf, oneOf, allOf } = schema;
  if (values !== undefined || constant !== undefined || not?.type === 'string') return false;
  if (type === undefined) return [$ref, anyOf, oneOf, allOf].every((part) => part === undefined);
  if ([type].flat().includes('object')) return (schema.additionalProperties ?? false) !== false;
  return [type].flat().includes('string') && !FORMATS.includes(format) && !DIGITS.test(pattern ?? '');
}

module.exports = { textOrigin };
