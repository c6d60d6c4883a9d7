'use strict';

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** The root file leads from paths to operations and holds no text of theirs. */
function rootWithoutOperations() {
  return {
    PathItem(item, ctx) {
      for (const [key, value] of Object.entries(item)) {
        if (METHODS.includes(key) && /^(operations\/\w+|webhooks)\/\w+\.yaml$/.test(value?.$ref ?? '') && Object.keys(value).length === 1) continue;
        ctx.report({ message: `'${key}' of a path is written in operations/; the root file only points there.`, location: ctx.location.child(key).key() });
      }
    },
  };
}

module.exports = { rootWithoutOperations };
