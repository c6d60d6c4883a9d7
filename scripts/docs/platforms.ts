import type { RecordedCase, RecordedPlatform } from '../../test/support/corpora';

/** The members of a recorded event that the table of platforms shows. */
interface RecordedEvent {
  readonly sdk?: { readonly name: string; readonly version: string };
}

/**
 * Returns the table of platforms: a row for each recorded event that its `expected.json` names for it. `readEnvelope`
 * returns the envelope of a case.
 */
export function platformsTable(
  platforms: readonly RecordedPlatform[],
  readEnvelope: (platform: string, name: string) => string,
): string {
  const rows = platforms.flatMap(({ name: platform, cases }) =>
    cases.flatMap((recorded) =>
      recorded.guide === undefined ? [] : [row(recorded, recorded.guide, readEnvelope(platform, recorded.name))],
    ),
  );
  return ['| Program | Title | Culprit | In-app frames | Issue |', '|---|---|---|---|---|', ...rows].join('\n');
}

function row(
  { title, culprit, inAppFrames }: RecordedCase,
  { program, issue }: NonNullable<RecordedCase['guide']>,
  envelope: string,
): string {
  const { sdk } = eventOf(envelope);
  const client = sdk === undefined ? '' : `<br>${sdk.name} ${sdk.version}`;
  const frames = inAppFrames.length === 0 ? 'none' : inAppFrames.map(code).join('<br>');
  return `| ${program}${client} | ${code(title)} | ${culprit === null ? 'none' : code(culprit)} | ${frames} | ${issue} |`;
}

/** Returns the event of an envelope: the payload of its first item of this type. */
function eventOf(envelope: string): RecordedEvent {
  const lines = envelope.split('\n');
  const header = lines.findIndex((line, index) => index % 2 === 1 && line.includes('"type":"event"'));
  return JSON.parse(lines[header + 1] ?? '{}') as RecordedEvent;
}

/** Returns a text as code in a cell, where a bar would end it. */
function code(text: string): string {
  const escaped = text.replaceAll('|', '\\|');
  return escaped.includes('`') ? `\`\` ${escaped} \`\`` : `\`${escaped}\``;
}
