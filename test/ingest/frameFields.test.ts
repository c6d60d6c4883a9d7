import { FRAME_FIELD_LIST, FRAME_FIELDS, type FrameFieldKind } from '../../src/domain/event';
import { scrubEvent } from '../../src/ingest/scrub/scrubEvent';
import { presentEntries } from '../../src/presenters/event';
import { normalized, settings } from './build';

const SECRET = 'sntryu_0123456789abcdef0123';

/** A value with a secret for each kind of field that can contain one. */
const SECRETS: Partial<Record<FrameFieldKind, unknown>> = {
  path: `https://acme.test/${SECRET}/app.js`,
  name: SECRET,
  technical: SECRET,
  linesBefore: [SECRET],
  line: SECRET,
  linesAfter: [SECRET],
  data: { password: 'x', note: SECRET },
};
const OTHERS: Partial<Record<FrameFieldKind, unknown>> = { position: 7, flag: true };

/** Sends a frame with one field through reading, scrubbing, redaction and presentation. */
function processField(payload: string, value: unknown) {
  const event = normalized({
    exception: { type: 'Error', stacktrace: { frames: [{ function: 'pay', [payload]: value }] } },
  });
  const frameOf = ({ exceptions }: typeof event) => exceptions[0]?.stacktrace?.frames[0];
  const patterns = JSON.stringify({
    rules: { token: { type: 'pattern', pattern: SECRET } },
    applications: { '**': ['token'] },
  });
  return {
    read: frameOf(event),
    scrubbed: frameOf(scrubEvent(event, settings())),
    redacted: frameOf(scrubEvent(event, settings({ dataScrubber: false, relayPiiConfig: patterns }))),
    presented: JSON.stringify(presentEntries(event)),
  };
}

describe.each(FRAME_FIELD_LIST)('frame field $name', ({ name, kind, payload, presented }) => {
  const value = SECRETS[kind] ?? OTHERS[kind];
  const { read, ...derived } = processField(payload, value);

  test('is read from the payload and stored', () => {
    expect(read?.[name]).toEqual(value);
    expect(Object.keys(read ?? {})).toEqual(Object.keys(FRAME_FIELDS));
  });

  test('is scrubbed', () => {
    expect(JSON.stringify(derived.scrubbed)).not.toContain(SECRET);
    if (kind === 'technical') expect(derived.redacted?.[name]).toBe(value);
    else expect(JSON.stringify(derived.redacted)).not.toContain(SECRET);
  });

  if (presented !== undefined) {
    test('is presented', () => {
      expect(derived.presented).toContain(`${JSON.stringify(presented)}:${JSON.stringify(value)}`);
    });
  }
});
