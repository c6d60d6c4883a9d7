'use strict';

const { isServed } = require('./places');

/**
 * Reports operations without security requirements. Operations for tokens have one requirement per accepted scope, because scopes are
 * alternatives (openapi/DECISIONS.md D7). Only operations with one of the `open` tags may be public, or accept every token.
 */
function operationSecurity({ open }) {
  let scopes = [];
  const required = [];
  return {
    Operation(operation, ctx) {
      if (operation.security === undefined || !isServed(ctx)) return; // Redocly's own rule reports it.
      const report = (message) => ctx.report({ message, location: ctx.location.child('security') });
      const isOpen = operation.tags?.some((tag) => open.includes(tag)) ?? false;
      if (!isOpen && operation.security.length === 0) report('An empty `security` makes this operation public.');
      operation.security.forEach(({ bearer }, index) => {
        if (bearer === undefined) return;
        if (bearer.length !== 1 && !(isOpen && bearer.length === 0)) report('Each alternative for a token lists exactly one scope.');
        required.push(...bearer.map((scope) => ({ scope, location: ctx.location.child(['security', index, 'bearer']) })));
      });
    },
    Schema(schema, ctx) {
      if (ctx.location.source.absoluteRef.endsWith('/schemas/Scope.yaml')) scopes = schema.enum ?? [];
    },
    Root: {
      leave(_root, ctx) {
        for (const { scope, location } of required.filter((one) => !scopes.includes(one.scope))) {
          ctx.report({ message: `'${scope}' is not a scope of schemas/Scope.yaml.`, location });
        }
      },
    },
  };
}

module.exports = { operationSecurity };
