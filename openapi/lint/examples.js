'use strict';

function hasExample({ example, examples }) {
  return example !== undefined || Object.keys(examples ?? {}).length > 0;
}

/** Reports bodies without an example. Examples are documentation, samples and test fixtures. */
function bodyExample() {
  return {
    MediaType(media, ctx) {
      if (hasExample(media)) return;
      ctx.report({ message: `The body of type ${ctx.key} has no example.`, location: ctx.location.key() });
    },
  };
}

/** Reports parameters without an example. Samples build whole requests from the contract. */
function parameterExample() {
  return {
    Parameter(parameter, ctx) {
      if (hasExample(parameter)) return;
      ctx.report({ message: `The ${parameter.in} parameter '${parameter.name}' has no example.`, location: ctx.location.child('name') });
    },
  };
}

module.exports = { bodyExample, parameterExample };
