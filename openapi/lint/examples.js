'use strict';

function hasExample({ example, examples }) {
  return example !== undefined || Object.keys(examples ?? {}).length > 0;
}

/** Every body of a request or an answer has an example: they are documentation, samples and test fixtures at once. */
function bodyExample() {
  return {
    MediaType(media, ctx) {
      if (hasExample(media)) return;
      ctx.report({ message: `The body of type ${ctx.key} has no example.`, location: ctx.location.key() });
    },
  };
}

/** Every parameter has an example, so that a whole request can be put together from the contract. */
function parameterExample() {
  return {
    Parameter(parameter, ctx) {
      if (hasExample(parameter)) return;
      ctx.report({ message: `The ${parameter.in} parameter '${parameter.name}' has no example.`, location: ctx.location.child('name') });
    },
  };
}

module.exports = { bodyExample, parameterExample };
