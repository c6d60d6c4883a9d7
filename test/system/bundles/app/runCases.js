/**
 * Imports entries of the application and runs their cases. Of each case, records the errors: the one that is caught,
 * then those it was caused by.
 */
export async function runEntries(urls) {
  Error.stackTraceLimit = 50;
  const records = [];
  for (const url of urls) {
    for (const [group, cases] of await (await import(url)).loadGroups()) {
      for (const [title, work] of Object.entries(cases)) {
        records.push({ title: `${group}: ${title}`, errors: await thrownBy(work) });
      }
    }
  }
  return JSON.stringify({ records, debugIds: globalThis._sentryDebugIds ?? {} });
}

async function thrownBy(work) {
  try {
    await work();
  } catch (error) {
    return describeAll(error);
  }
  return [];
}

function describeAll(error) {
  const errors = [];
  for (let current = error; current instanceof Error; current = current.cause) {
    errors.push({ type: current.name, value: current.message, stack: String(current.stack) });
    for (const one of current.errors ?? []) errors.push(...describeAll(one));
  }
  return errors;
}
