import type { Event, EventSummary } from '../../domain/event';
import { crashFrame, mainException } from '../trace';

const VARIABLE = /\{\{\s*([\w.:-]{1,200})\s*\}\}/g;

/** More than this of a part tells no events apart, and variables could make it longer than the event. */
export const MAX_PART = 1024;

/** An unknown variable stays as it is written. */
export function fillVariables(part: string, values: ReadonlyMap<string, string>): string {
  if (!part.includes('{{')) return part.slice(0, MAX_PART);
  let length = 0;
  const filled = part.replace(VARIABLE, (text: string, name: string) => {
    const value = length > MAX_PART ? '' : (values.get(name) ?? text);
    length += value.length;
    return value;
  });
  return filled.slice(0, MAX_PART);
}

/** The variables that a fingerprint may use. One without a value is empty text; an unknown tag stays literal. */
export function variablesOf(event: Event, summary: EventSummary, defaultHash: string): Map<string, string> {
  const exception = mainException(event);
  const frame = crashFrame(event);
  const values = new Map<string, string>([['default', defaultHash]]);
  const fields: Record<string, string | null | undefined> = {
    transaction: event.transaction,
    'error.type': exception?.type,
    'error.value': exception?.value,
    'stack.function': frame?.function,
    'stack.abs_path': frame?.absPath,
    'stack.filename': frame?.filename,
    'stack.module': frame?.module,
    'stack.package': frame?.package,
    logger: event.logger,
    level: event.level,
    message: summary.message === '' ? exception?.value : summary.message,
  };
  for (const name of NAMES) values.set(name, fields[ALIASES[name] ?? name] ?? '');
  for (const { key, value } of summary.tags) values.set('tags.' + key, value);
  return values;
}

const ALIASES: Readonly<Record<string, string>> = {
  type: 'error.type',
  value: 'error.value',
  function: 'stack.function',
  path: 'stack.abs_path',
  module: 'stack.module',
  package: 'stack.package',
};

const NAMES: readonly string[] = [
  ...[
    'transaction',
    'error.type',
    'type',
    'error.value',
    'value',
    'stack.function',
    'function',
    'stack.abs_path',
    'path',
    'stack.filename',
  ],
  ...['stack.module', 'module', 'stack.package', 'package', 'logger', 'level', 'message'],
];

/** A sentence about a variable that there is not, or that is written wrongly; null if there is none. */
export function unknownVariable(text: string): string | null {
  for (const [whole, inner = ''] of text.matchAll(/\{\{([^{}]*)(?:\}\}|$)/g)) {
    const name = inner.trim();
    if (!whole.endsWith('}}')) return `\`${whole}\` has no end; a variable reads \`{{ name }}\`.`;
    if (name !== 'default' && !NAMES.includes(name) && !/^tags\.[\w.:-]+$/.test(name)) {
      return `Unknown variable \`${name}\`; there are default, ${NAMES.join(', ')} and tags.KEY.`;
    }
  }
  return null;
}
