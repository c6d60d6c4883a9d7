import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Event, JsonObject } from '../../src/domain/event';
import { withDefaultSettings } from '../../src/domain/project';
import { normalizeEvent } from '../../src/ingest/normalize/normalizeEvent';
import { completeAndScrub } from '../../src/ingest/processEvent';

/**
 * A text that an application reports, as it is sent and as it is to be stored. Arguments of a command are a list of
 * texts.
 */
interface CorpusText {
  readonly text: string | readonly string[];
  /** The part of an event that has the text: a key of `PLACES`. */
  readonly where: string;
  readonly secret: boolean;
  readonly expected: string | readonly string[];
}

/** What scrubbing by the default settings does to the texts of the corpus, each in an event of its own. */
export interface SecretsResult {
  readonly secrets: number;
  readonly innocents: number;
  /** Texts of which a secret is still there, wholly or in part. */
  readonly misses: readonly Judged[];
  /** Texts without a secret that changed. */
  readonly falseAlarms: readonly Judged[];
  /** Texts whose secrets are gone, and with them something else, such as a bracket or a quote around them. */
  readonly inexact: readonly Judged[];
}

/** A text of the corpus, and what became of it. */
interface Judged {
  readonly text: string;
  readonly stored: string;
  readonly expected: string;
}

interface Place {
  payload(text: unknown): JsonObject;
  stored(event: Event): unknown;
}

const exceptionWith = (members: JsonObject): JsonObject => ({ exception: { values: [members] } });
const frameWith = (members: JsonObject): JsonObject =>
  exceptionWith({ type: 'Error', value: 'x', stacktrace: { frames: [{ function: 'run', ...members }] } });
const frameOf = (event: Event) => event.exceptions[0]?.stacktrace?.frames[0];

/** Where an event has a text. */
const PLACES: Readonly<Record<string, Place>> = {
  message: { payload: (text) => ({ message: text }), stored: ({ logentry }) => logentry?.formatted },
  exception: {
    payload: (text) => exceptionWith({ type: 'Error', value: text }),
    stored: ({ exceptions }) => exceptions[0]?.value,
  },
  type: {
    payload: (text) => exceptionWith({ type: text, value: 'x' }),
    stored: ({ exceptions }) => exceptions[0]?.type,
  },
  transaction: { payload: (text) => ({ transaction: text }), stored: ({ transaction }) => transaction },
  logger: { payload: (text) => ({ logger: text }), stored: ({ logger }) => logger },
  breadcrumb: {
    payload: (text) => ({ breadcrumbs: [{ message: text }] }),
    stored: ({ breadcrumbs }) => breadcrumbs[0]?.message,
  },
  url: {
    payload: (text) => ({ breadcrumbs: [{ data: { to: text } }] }),
    stored: ({ breadcrumbs }) => breadcrumbs[0]?.data?.['to'],
  },
  tag: { payload: (text) => ({ tags: { detail: text } }), stored: ({ tags }) => tags[0]?.value },
  extra: { payload: (text) => ({ extra: { detail: text } }), stored: ({ extra }) => extra['detail'] },
  argv: { payload: (text) => ({ extra: { 'sys.argv': text } }), stored: ({ extra }) => extra['sys.argv'] },
  filename: { payload: (text) => frameWith({ filename: text }), stored: (event) => frameOf(event)?.filename },
  line: {
    payload: (text) => frameWith({ filename: 'run.js', context_line: text }),
    stored: (event) => frameOf(event)?.contextLine,
  },
  vars: { payload: (text) => frameWith({ vars: { value: text } }), stored: (event) => frameOf(event)?.vars?.['value'] },
};

const FILE = path.join(__dirname, '../corpora/secrets.json');

/** Scrubs every text of the corpus. */
export function judgeSecrets(file: string = FILE): SecretsResult {
  const texts = JSON.parse(readFileSync(file, 'utf8')) as readonly CorpusText[];
  const misses: Judged[] = [];
  const falseAlarms: Judged[] = [];
  const inexact: Judged[] = [];
  for (const entry of texts) {
    const judged = { text: shown(entry.text), stored: shown(scrub(entry)), expected: shown(entry.expected) };
    if (judged.stored === judged.expected) continue;
    if (!entry.secret) falseAlarms.push(judged);
    else if (isRevealed(judged)) misses.push(judged);
    else inexact.push(judged);
  }
  const secrets = texts.filter(({ secret }) => secret).length;
  return { secrets, innocents: texts.length - secrets, misses, falseAlarms, inexact };
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function scrub({ text, where }: CorpusText): unknown {
  const place = PLACES[where];
  if (place === undefined) throw new Error(`test/corpora/secrets.json names the place "${where}", which is unknown.`);
  const event = normalizeEvent(place.payload(text), { eventId: '0'.repeat(32), received: 0, ipAddress: null });
  return place.stored(completeAndScrub(event, withDefaultSettings({})));
}

/** Whether the stored text still has a part of the sent one that the expected text has not. */
function isRevealed({ text, stored, expected }: Judged): boolean {
  const plain = expected.split('[Filtered]');
  let at = plain[0]?.length ?? 0;
  return plain.slice(1).some((after) => {
    const end = after === '' ? text.length : text.indexOf(after, at + 1);
    const secret = text.slice(at, end);
    at = end + after.length;
    return stored.includes(secret) || (secret.length > 8 && stored.includes(secret.slice(-6)));
  });
}
