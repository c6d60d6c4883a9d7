'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { fileOf, handlersBeside, isServed } = require('./places');

/** Every operation has its handler where its name says. */
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

/** Every handler has its operation. */
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
          ctx.report({ message: `src/api/${handler} handles no operation of the contract.`, location: ctx.location.child('paths').key() });
        }
      },
    },
  };
}

/** The files one folder down; those beside the folders serve all handlers. */
function listHandlers(folder) {
  const files = fs.existsSync(folder) ? fs.readdirSync(folder, { withFileTypes: true }) : [];
  return files
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => fs.readdirSync(path.join(folder, name)).map((file) => `${name}/${file}`))
    .filter((name) => name.endsWith('.ts') && isHandler(path.join(folder, name)));
}

/** A handler is exported by the name of its file; what handlers of one tag share is beside them. */
function isHandler(file) {
  return new RegExp(`^export const ${path.basename(file, '.ts')}\\b`, 'm').test(fs.readFileSync(file, 'utf8'));
}

module.exports = { handlerOperation, operationHandler };
