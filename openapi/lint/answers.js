'use strict';

const { isServed } = require('./places');

/** Which answers an operation must declare, and what makes them possible. */
const NEEDED = [
  { statuses: ['500'], because: 'anything can fail', when: () => true },
  { statuses: ['503'], because: 'it needs the database', when: ({ schemes }) => schemes.length > 0 },
  { statuses: ['400', '401'], because: 'it takes a token and refuses unknown parameters', when: ({ schemes }) => schemes.includes('bearer') },
  { statuses: ['403'], because: 'it asks for a scope', when: ({ operation }) => operation.security?.some(({ bearer = [] }) => bearer.length > 0) },
  { statuses: ['401', '403'], because: 'it takes a key', when: ({ schemes }) => schemes.some((scheme) => scheme.startsWith('dsn')) },
  {
    statuses: ['404'],
    because: 'its path names what may not exist',
    when: ({ schemes, parameters }) => schemes.includes('bearer') && parameters.some((parameter) => parameter.in === 'path'),
  },
  {
    statuses: ['302'],
    because: 'a project answers under the slug it had before',
    when: ({ parameters }) => parameters.some(({ in: place, name }) => place === 'path' && name === 'project_slug'),
  },
  { statuses: ['400', '413', '415'], because: 'it reads a body', when: ({ operation }) => operation.requestBody !== undefined },
];

/** Every operation declares the errors it can give. */
function operationErrors() {
  return {
    Operation(operation, ctx) {
      if (!isServed(ctx)) return;
      const schemes = (operation.security ?? []).flatMap(Object.keys);
      const parameters = (operation.parameters ?? []).map((parameter) => ctx.resolve(parameter).node ?? {});
      const declared = Object.keys(operation.responses ?? {});
      const told = new Set(declared);
      for (const { statuses, because, when } of NEEDED) {
        if (!when({ operation, schemes, parameters })) continue;
        const missing = statuses.filter((status) => !told.has(status));
        missing.forEach((status) => told.add(status));
        if (missing.length === 0) continue;
        ctx.report({ message: `The answer ${missing.join(', ')} is not declared, but ${because}.`, location: ctx.location.child('responses').key() });
      }
    },
  };
}

module.exports = { operationErrors };
