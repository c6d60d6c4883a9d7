'use strict';

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** Reports root files whose paths contain more than references to operations. */
function rootWithoutOperations() {
  return {
    PathItem(item, ctx) {
      for (const [key, value] of Object.entries(item)) {
        if (METHODS.includes(key) && /^(operations\/\w+|webhooks)\/\w+\.yaml$/.test(value?.$ref ?? '') && Object.keys(value).length === 1) continue;
        ctx.report({ message: `'${key}' of a path belongs in a file below operations/; the root file has only its $ref.`, location: ctx.location.child(key).key() });
      }
    },
  };
}

module.exports = { rootWithoutOperations };
