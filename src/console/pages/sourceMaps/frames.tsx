import type { ReactNode } from 'react';
import { Command } from '../../components/controls';
import { Section } from '../../components/shell';
import { TextWithCode } from '../../components/textWithCode';
import { useFormat } from '../../components/time';
import { type TextsOf, useTexts } from '../../state/texts';
import { sourceMapsTexts } from '../../texts/sourceMaps';
import type { StackFrame } from '../issue/eventParts';
import { placeOf } from '../issue/stackRows';
import { type DebuggedFrame, type FetchAttemptRecord, isMapped, type Remedy, remedyOf, sentPlace } from './diagnosis';
import styles from './sourceMaps.module.css';

/** The name of each state, and the kind of its badge. */
const STATES = {
  resolved: { text: 'resolved', kind: 'success' },
  incomplete: { text: 'incomplete', kind: 'warning' },
  unresolved: { text: 'unresolved', kind: 'danger' },
  mapped_by_client: { text: 'byClient', kind: 'success' },
  not_needed: { text: 'notNeeded', kind: undefined },
  not_checked: { text: 'notChecked', kind: undefined },
} as const satisfies Record<
  DebuggedFrame['state'],
  { text: keyof TextsOf<typeof sourceMapsTexts>['frames']; kind: string | undefined }
>;

/** Files that are named with a remedy. */
const NAMED_FILES = 3;

/** The remedies, each once with the frames that it is for, and the files that could not be fetched. */
export function Remedies({
  remedies,
  fetches,
}: {
  readonly remedies: readonly Remedy[];
  readonly fetches: readonly FetchAttemptRecord[];
}): ReactNode {
  const texts = useTexts(sourceMapsTexts).frames;
  return (
    <Section title={texts.remedies}>
      <ol className={styles.list}>
        {remedies.map((remedy) => (
          <RemedyItem key={remedy.id} remedy={remedy} />
        ))}
      </ol>
      {fetches.length > 0 && (
        <div className={`small muted ${styles.said}`}>
          <p>{texts.fetches}</p>
          <ul>
            {fetches.map(({ url, details }) => (
              <li key={url} lang="en">
                {texts.fetchFailed(url, details ?? '')}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

/** The reason why frames are not mapped, and the remedy. Both texts come from the service, in English. */
function RemedyItem({ remedy: { id, finding, count, files } }: { readonly remedy: Remedy }): ReactNode {
  const texts = useTexts(sourceMapsTexts).frames;
  const format = useFormat();
  const { message, fix } = finding;
  const more = files.length - NAMED_FILES;
  const named = [...files.slice(0, NAMED_FILES), ...(more > 0 ? [texts.more(format.number(more))] : [])].join(', ');
  return (
    <li className={styles.item} id={id} tabIndex={-1}>
      <p className={styles.said} lang="en">
        <strong>{message}</strong>
      </p>
      <p className={`small muted ${styles.said}`}>
        {files.length === 0 ? texts.concernsUnknown(count) : texts.concerns(count, named)}
      </p>
      <p className={styles.said} lang="en">
        <TextWithCode text={fix.text} />
      </p>
      {fix.command !== null && <Command text={fix.command} />}
    </li>
  );
}

/** A frame with its source. */
interface FrameRow {
  readonly frame: DebuggedFrame;
  /** The same frame as its map resolves it, if the event is read. */
  readonly source: StackFrame | undefined;
  /** True if it was mapped while the page was open. */
  readonly isNew: boolean;
}

interface FrameContext {
  readonly remedies: ReadonlyMap<string, Remedy>;
  readonly release: string | null;
}

/** The frames of an exception, the newest call first. Runs of frames that need no map are folded. */
export function FrameList({
  frames,
  ...context
}: FrameContext & { /** The oldest call first. */ readonly frames: readonly FrameRow[] }): ReactNode {
  const texts = useTexts(sourceMapsTexts).frames;
  const format = useFormat();
  if (frames.length === 0) return <p className="muted">{texts.noFrames}</p>;
  return (
    <ol className={styles.list}>
      {runsOf(frames).map((run, index) => {
        const items = run.map((row, position) => <FrameItem key={position} row={row} {...context} />);
        if (run.length === 1) return items[0];
        return (
          <li key={index} className={styles.run}>
            <details>
              <summary className="muted">{texts.withoutMap(format.number(run.length))}</summary>
              <ol>{items}</ol>
            </details>
          </li>
        );
      })}
    </ol>
  );
}

/** Returns the frames from the newest on: alone, or frames that need no map and follow each other together. */
function runsOf(frames: readonly FrameRow[]): FrameRow[][] {
  const runs: FrameRow[][] = [];
  for (const row of [...frames].reverse()) {
    const last = runs.at(-1);
    if (row.frame.state === 'not_needed' && last?.[0]?.frame.state === 'not_needed') last.push(row);
    else runs.push([row]);
  }
  return runs;
}

function FrameItem({
  row: { frame, source, isNew },
  remedies,
  release,
}: FrameContext & { readonly row: FrameRow }): ReactNode {
  const texts = useTexts(sourceMapsTexts).frames;
  const { state, map, findings, debug_id_process } = frame;
  const { text, kind } = STATES[state];
  const place = !isMapped(frame) || source === undefined || source.map === null ? null : placeOf(source);
  const line = source?.context.find(([number]) => number === source.lineNo)?.[1].trim() ?? '';
  const debugId = debug_id_process.debug_id;
  return (
    <li className={styles.frame}>
      <div className={styles.state}>
        <span className="badge" data-kind={kind}>
          {texts[text]}
        </span>
        {isNew && (
          <span className="badge" data-kind="success">
            {texts.now}
          </span>
        )}
      </div>
      <dl className={styles.facts}>
        <dt>{place === null ? texts.sent : texts.before}</dt>
        <dd>
          <Place name={frame.function} place={sentPlace(frame)} isMuted={place !== null} />
        </dd>
        {place !== null && source !== undefined && (
          <>
            <dt>{texts.after}</dt>
            <dd>
              <Place name={source.function} place={place} />
            </dd>
            {line !== '' && (
              <>
                <dt className="hidden-text">{texts.sourceLine}</dt>
                <dd className={styles.line}>
                  <code>{line.slice(0, 400)}</code>
                </dd>
              </>
            )}
          </>
        )}
        {map !== null && (
          <>
            <dt>{texts.foundBy}</dt>
            <dd>
              {map.found_by === 'debug_id' ? (
                <>
                  {texts.byDebugId} <code>{debugId}</code>
                </>
              ) : map.found_by === 'release' ? (
                texts.byRelease(release ?? '')
              ) : (
                texts.fetched
              )}
              : <code>{map.name}</code> {map.is_inline && texts.inline}
            </dd>
          </>
        )}
        {map === null && debugId !== null && (
          <>
            <dt>{texts.debugId}</dt>
            <dd>
              <code>{debugId}</code>
            </dd>
          </>
        )}
      </dl>
      {(findings.length > 0 || state === 'not_checked') && (
        <ul className={styles.findings}>
          {findings.map((finding, index) => (
            <li key={index}>
              <span lang="en">{finding.message}</span>{' '}
              <a href={`#${remedyOf(remedies, finding)?.id ?? ''}`}>{texts.see}</a>
            </li>
          ))}
          {state === 'not_checked' && <li className="muted">{texts.notCheckedText}</li>}
        </ul>
      )}
    </li>
  );
}

/** A function and its place: `submit in src/checkout.ts:12:8`. */
function Place({
  name,
  place,
  isMuted = false,
}: {
  readonly name: string | null;
  readonly place: string | null;
  readonly isMuted?: boolean;
}): ReactNode {
  const texts = useTexts(sourceMapsTexts).frames;
  return (
    <span className={isMuted ? 'muted' : undefined}>
      <code className={isMuted ? undefined : styles.name}>{name ?? texts.anonymous}</code> {texts.in}{' '}
      {place === null ? texts.noPlace : <code>{place}</code>}
    </span>
  );
}
