'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { fileOf, handlersBeside, isServed } = require('./places');

/** Reports operations without a handler in the file of their name. */
function operationHandler() {
  return {
    Operation(operation, ctx) {
      if (!isServed(ctx)) return;
      const { file, folder } = fileOf(ctx);
      const handlers = handlersBeside(path.join(path.dirname(file), '..', '..'));
      const handler = path.join(handlers, folder, `${operation.operationId}.ts`);
      if (fs.existsSync(handler)) return;
      ctx.report({ message: `There is no handler src/api/${folder}/${operation.operationId}.ts.`, location: ctx.location.child('operationId') });
    },
  };
}

/** Reports handlers without an operation. */
function handlerOperation() {
  const named = new Set();
  return {
    Operation(operation, ctx) {
      named.add(`${fileOf(ctx).folder}/${operation.operationId}.ts`);
    },
    Root: {
      leave(_root, ctx) {
        const handlers = handlersBeside(path.dirname(ctx.location.source.absoluteRef));
        for (const handler of listHandlers(handlers).filter((name) => !named.has(name))) {
          ctx.report({ message: `src/api/${handler} is the handler of no operation of the contract.`, location: ctx.location.child('paths').key() });
        }
      },
    },
  };
}

/** Lists the handlers, `TAG/OPERATIONID.ts`. Files beside the folders of tags are shared by all of them. */
function listHandlers(folder) {
  const files = fs.existsSync(folder) ? fs.readdirSync(folder, { withFileTypes: true }) : [];
  return files
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => fs.readdirSync(path.join(folder, name)).map((file) => `${name}/${file}`))
    .filter((name) => name.endsWith('.ts') && isHandler(path.join(folder, name)));
}

/**
 * Returns whether a file exports a constant of its name. Other files of the folder are shared by the handlers of the
 * tag.
 */
function isHandler(file) {
  return new RegExp(`^export const ${path.basename(file, '.ts')}\\b`, 'm').test(fs.readFileSync(file, 'utf8'));
}

module.exports = { handlerOperation, operationHandler };
