'use strict';

const { fileOf, isServed } = require('./places');

/** Reports operationIds that are not one of the configured verbs and a noun, such as `listProjectEvents`. */
function operationName({ verbs }) {
  const shape = new RegExp(`^(${verbs.join('|')})([A-Z][a-z0-9]*)+$`);
  return {
    Operation(operation, ctx) {
      if (!isServed(ctx) || shape.test(operation.operationId ?? '')) return;
      const message = `The operationId '${operation.operationId}' is not a verb and a noun in camelCase, such as 'listProjectEvents'.`;
      ctx.report({ message, location: ctx.location.child('operationId') });
    },
  };
}

/** Reports operations that are not in `operations/TAG/OPERATIONID.yaml`. */
function operationFile() {
  return {
    Operation(operation, ctx) {
      if (!isServed(ctx)) return;
      const { name, folder } = fileOf(ctx);
      const tags = operation.tags ?? [];
      if (tags.length !== 1) ctx.report({ message: 'An operation has exactly one tag.', location: ctx.location.child('tags') });
      else if (tags[0] !== folder) ctx.report({ message: `The tag is '${tags[0]}', but the folder is '${folder}'.`, location: ctx.location.child('tags') });
      if (operation.operationId !== name) {
        ctx.report({ message: `The operationId is '${operation.operationId}', but the file is '${name}.yaml'.`, location: ctx.location.child('operationId') });
      }
    },
  };
}

module.exports = { operationFile, operationName };
