'use strict';

/**
 * Reports summaries that are not a phrase in sentence case: "Update a project", not "Update A Project" or "updates a
 * project."
 */
function operationSummary({ names = [] }) {
  return {
    Operation(operation, ctx) {
      const { summary = '' } = operation;
      if (summary.trim() === '') return; // Redocly's own rule reports it.
      const report = (message) => ctx.report({ message, location: ctx.location.child('summary') });
      if (!/^\p{Lu}/u.test(summary)) report('A summary begins with a capital letter.');
      if (/[.!?:;]$/.test(summary)) report('A summary is a phrase without punctuation at its end.');
      const capital = summary.split(/\s+/).slice(1).find((word) => /^\p{Lu}\p{Ll}/u.test(word) && !names.includes(word));
      if (capital !== undefined) report(`A summary is in sentence case: '${capital}' begins with a capital letter.`);
    },
  };
}

/** Reports properties without a description. */
function propertyDescription() {
  return {
    Schema(schema, ctx) {
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        const { node } = ctx.resolve(property);
        if (node === undefined || property.description?.trim() || node.description?.trim()) continue;
        ctx.report({ message: `The property '${name}' has no description.`, location: ctx.location.child(['properties', name]).key() });
      }
    },
  };
}

module.exports = { operationSummary, propertyDescription };
