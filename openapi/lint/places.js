'use strict';

const path = require('node:path');

/** Returns the file of an operation, its name without extension, and its folder, which is the tag. */
function fileOf(ctx) {
  const file = ctx.location.source.absoluteRef;
  return { file, name: path.basename(file, '.yaml'), folder: path.basename(path.dirname(file)) };
}

/** Returns whether the service provides the operation. Those in `webhooks/` are requests that the service sends. */
function isServed(ctx) {
  return fileOf(ctx).folder !== 'webhooks';
}

/** Returns the folder of the handlers, given the folder of the contract. */
function handlersBeside(openapi) {
  return path.join(openapi, '..', 'src', 'api');
}

module.exports = { fileOf, handlersBeside, isServed };
