'use strict';

const MIN_DAYS = 180;
const MS_PER_DAY = 86_400_000;
const HEADERS = ['Deprecation', 'Sunset'];

/**
 * Reports what is deprecated without the promise of openapi/guides/versions.md: since which version and date, and until
 * when it stays. Replies of a deprecated operation declare the headers that the service then sends.
 */
function deprecation() {
  const checkPromise = (node, ctx) => {
    const promise = node['x-deprecation'];
    const report = (message) => ctx.report({ message, location: promise ? ctx.location.child('x-deprecation').key() : ctx.location.child('deprecated') });
    if (node.deprecated !== true) return promise && report('`x-deprecation` stands beside `deprecated: true` only.');
    const { version, date, sunset } = promise ?? {};
    if (!/^\d+\.\d+\.\d+$/.test(version) || !isDay(date) || !isDay(sunset)) {
      return report('What is deprecated has `x-deprecation` with a `version`, and with a `date` and a `sunset` such as 2027-05-21.');
    }
    const days = (Date.parse(sunset) - Date.parse(date)) / MS_PER_DAY;
    if (days < MIN_DAYS) report(`The sunset is ${days} days after the deprecation; it is at least ${MIN_DAYS}.`);
  };
  return {
    Operation(operation, ctx) {
      checkPromise(operation, ctx);
      if (operation.deprecated !== true) return;
      for (const [status, reply] of Object.entries(operation.responses ?? {})) {
        if (!status.startsWith('2')) continue;
        const { headers = {} } = ctx.resolve(reply).node ?? {};
        const missing = HEADERS.filter((name) => headers[name] === undefined);
        if (missing.length > 0) ctx.report({ message: `The reply ${status} of a deprecated operation declares ${missing.join(' and ')}.`, location: ctx.location.child(['responses', status]).key() });
      }
    },
    Parameter: checkPromise,
    Header: checkPromise,
    Schema: checkPromise,
  };
}

function isDay(text) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

module.exports = { deprecation };
