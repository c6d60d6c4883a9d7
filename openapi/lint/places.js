'use strict';

const path = require('node:path');

/** Where an operation is written: the tag its folder and the name its file stand for. */
function fileOf(ctx) {
  const file = ctx.location.source.absoluteRef;
  return { file, name: path.basename(file, '.yaml'), folder: path.basename(path.dirname(file)) };
}

/** Whether an operation is one of the service, and not one that the service asks of others: those are written in `webhooks/`. */
function isServed(ctx) {
  return fileOf(ctx).folder !== 'webhooks';
}

/** The folder of the handlers, seen from an authored file `openapi/operations/TAG/NAME.yaml` or from the root file. */
function handlersBeside(openapi) {
  return path.join(openapi, '..', 'src', 'api');
}

module.exports = { fileOf, handlersBeside, isServed };
