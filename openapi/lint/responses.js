'use strict';

const { isServed } = require('./places');

/** Responses that an operation must declare, and the reason. */
const NEEDED = [
  { statuses: ['500'], because: 'every operation can fail', when: () => true },
  { statuses: ['503'], because: 'the operation uses the database', when: ({ schemes }) => schemes.length > 0 },
  { statuses: ['400', '401'], because: 'the operation requires a token and rejects unknown parameters', when: ({ schemes }) => schemes.includes('bearer') },
  { statuses: ['400', '401', '403'], because: 'the operation requires a session', when: ({ schemes }) => schemes.includes('session') && !schemes.includes('bearer') },
  { statuses: ['429'], because: 'failed authentications of an address are limited', when: ({ schemes }) => schemes.includes('session') },
  { statuses: ['403'], because: 'the operation requires a scope', when: ({ operation }) => operation.security?.some(({ bearer = [] }) => bearer.length > 0) },
  { statuses: ['403'], because: 'a session must send its token against cross-site requests', when: ({ schemes }) => schemes.includes('csrfToken') },
  { statuses: ['401', '403'], because: 'the operation requires a key', when: ({ schemes }) => schemes.some((scheme) => scheme.startsWith('dsn')) },
  {
    statuses: ['404'],
    because: 'its path names a resource that may not exist',
    when: ({ schemes, parameters }) => schemes.includes('session') && parameters.some((parameter) => parameter.in === 'path'),
  },
  {
    statuses: ['302'],
    because: 'the project may have been renamed',
    when: ({ parameters }) => parameters.some(({ in: place, name }) => place === 'path' && name === 'project_slug'),
  },
  { statuses: ['400', '408', '413', '415'], because: 'the operation has a request body', when: ({ operation }) => operation.requestBody !== undefined },
];

/** Reports operations that do not declare every error they can return. */
function operationErrors() {
  return {
    Operation(operation, ctx) {
      if (!isServed(ctx)) return;
      const schemes = (operation.security ?? []).flatMap(Object.keys);
      const parameters = (operation.parameters ?? []).map((parameter) => ctx.resolve(parameter).node ?? {});
      const declared = Object.keys(operation.responses ?? {});
      const reported = new Set(declared);
      for (const { statuses, because, when } of NEEDED) {
        if (!when({ operation, schemes, parameters })) continue;
        const missing = statuses.filter((status) => !reported.has(status));
        missing.forEach((status) => reported.add(status));
        if (missing.length === 0) continue;
        ctx.report({ message: `The response ${missing.join(', ')} is not declared, but ${because}.`, location: ctx.location.child('responses').key() });
      }
    },
  };
}

/**
 * Reports replies whose objects are closed. Clients that are generated from closed objects fail when a field is added.
 */
function openReplies() {
  // A schema that several replies share is visited for each of them.
  const visited = new Set();
  return {
    Response: {
      Schema(schema, ctx) {
        for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
          const location = ctx.location.child(keyword);
          if (schema[keyword] !== false || !isServed(ctx) || visited.has(location.absolutePointer)) continue;
          visited.add(location.absolutePointer);
          ctx.report({ message: `A reply has open objects; \`${keyword}: false\` is for requests.`, location });
        }
      },
    },
  };
}

module.exports = { openReplies, operationErrors };
