'use strict';

/**
 * Every operation says who may call it: the open ones with an empty list, or with a token whose scopes do not matter; those
 * for tokens with one requirement per accepted scope (alternatives, decisions.md D7), each a scope that tokens can hold.
 */
function operationSecurity({ open }) {
  let scopes = [];
  const asked = [];
  return {
    Operation(operation, ctx) {
      if (operation.security === undefined) return; // Redocly's own rule tells.
      const report = (message) => ctx.report({ message, location: ctx.location.child('security') });
      const isOpen = operation.tags?.some((tag) => open.includes(tag)) ?? false;
      const takesAnyToken = operation.security.length === 1 && operation.security[0].bearer?.length === 0;
      if (isOpen && takesAnyToken) return;
      if (isOpen && operation.security.length > 0) report('Operations of this tag are open to everybody, `security: []`, or to any token, `bearer: []`.');
      if (!isOpen && operation.security.length === 0) report('An empty `security` opens this operation to everybody.');
      operation.security.forEach(({ bearer }, index) => {
        if (bearer === undefined) return;
        if (bearer.length !== 1) report('Each alternative for a token names exactly one scope.');
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
