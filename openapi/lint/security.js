'use strict';

const { isServed } = require('./places');

/**
 * Every operation says who may call it. Those for tokens have one requirement per accepted scope (alternatives, decisions.md D7),
 * each a scope that tokens can hold. Only operations of some tags are open to everybody, or to every token.
 */
function operationSecurity({ open }) {
  let scopes = [];
  const asked = [];
  return {
    Operation(operation, ctx) {
      if (operation.security === undefined || !isServed(ctx)) return; // Redocly's own rule tells.
      const report = (message) => ctx.report({ message, location: ctx.location.child('security') });
      const isOpen = operation.tags?.some((tag) => open.includes(tag)) ?? false;
      if (!isOpen && operation.security.length === 0) report('An empty `security` opens this operation to everybody.');
      operation.security.forEach(({ bearer }, index) => {
        if (bearer === undefined) return;
        if (bearer.length !== 1 && !(isOpen && bearer.length === 0)) report('Each alternative for a token names exactly one scope.');
        asked.push(...bearer.map((scope) => ({ scope, location: ctx.location.child(['security', index, 'bearer']) })));
      });
    },
    Schema(schema, ctx) {
      if (ctx.location.source.absoluteRef.endsWith('/schemas/Scope.yaml')) scopes = schema.enum ?? [];
    },
    Root: {
      leave(_root, ctx) {
        for (const { scope, location } of asked.filter((one) => !scopes.includes(one.scope))) {
          ctx.report({ message: `'${scope}' is no scope of schemas/Scope.yaml.`, location });
        }
      },
    },
  };
}

module.exports = { operationSecurity };
