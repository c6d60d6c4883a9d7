'use strict';

const { isServed } = require('./places');

/**
 * Reports operations without security requirements. Operations for tokens have one requirement per accepted scope,
 * because scopes are alternatives (openapi/DECISIONS.md D7), and the same ones for sessions, with the token against
 * cross-site requests unless the operation only reads. Only operations with one of the `open` tags may be public, or
 * accept every token or session; those in `public` may be public.
 */
function operationSecurity({ open, public: published }) {
  let scopes = [];
  const required = [];
  return {
    Operation(operation, ctx) {
      if (operation.security === undefined || !isServed(ctx)) return; // Redocly's own rule reports it.
      const report = (message) => ctx.report({ message, location: ctx.location.child('security') });
      const isOpen = operation.tags?.some((tag) => open.includes(tag)) ?? false;
      if (operation.security.length === 0 && !isOpen && !published.includes(operation.operationId)) report('An empty `security` makes this operation public.');
      operation.security.forEach(({ bearer, session, csrfToken }, index) => {
        const scopes = bearer ?? session;
        if (scopes === undefined) return;
        const [scheme, holder] = bearer === undefined ? ['session', 'session'] : ['bearer', 'token'];
        if (scopes.length !== 1 && !(isOpen && scopes.length === 0)) report(`Each alternative for a ${holder} lists exactly one scope.`);
        if (session !== undefined && (csrfToken !== undefined) !== (ctx.key !== 'get')) {
          report('Each alternative for a session has `csrfToken: []` beside it, except in GET operations.');
        }
        required.push(...scopes.map((scope) => ({ scope, location: ctx.location.child(['security', index, scheme]) })));
      });
      const [tokens, sessions] = ['bearer', 'session'].map((scheme) => operation.security.filter((one) => scheme in one).map((one) => one[scheme].join()).sort());
      if (tokens.length > 0 && tokens.join('|') !== sessions.join('|')) report('The alternatives for sessions list the same scopes as those for tokens.');
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
