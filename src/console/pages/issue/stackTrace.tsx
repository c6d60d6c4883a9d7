import { type ReactNode, useState } from 'react';
import { Button, CopyButton } from '../../components/controls';
import { Icon } from '../../components/icons';
import { useFormat } from '../../components/time';
import { Link } from '../../state/router';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import { sourceTokens } from './sourceTokens';
import type { StackFrame, StackTrace } from './eventParts';
import { linkOf, looksUnmapped, placeOf, type StackOrder, type StackRow, stackRows } from './stackRows';
import styles from './stack.module.css';
import { SuspectOfFrame } from './suspectCommits';
import { MemberList } from './valueTree';

/** Rows that are rendered at once. A trace of a thousand frames is shown in steps. */
const STEP = 40;

export interface StackOptions extends StackOrder {
  readonly platform: string;
  /** The page that says why a frame is not mapped. */
  readonly sourceMapsPath: string;
}

/** The frames of one exception or thread. */
export function StackTraceView({
  stack,
  options,
}: {
  readonly stack: StackTrace;
  readonly options: StackOptions;
}): ReactNode {
  const texts = useTexts(issueTexts).stackTrace;
  const unmapped = stack.frames.filter((frame) => looksUnmapped(frame, options.platform)).length;
  return (
    <>
      {unmapped > 0 && (
        <p className={styles['unmapped']}>
          {texts.notMapped(unmapped)} <Link to={options.sourceMapsPath}>{texts.unmapped}</Link>
        </p>
      )}
      <Rows rows={stackRows(stack, options)} />
      {stack.registers !== null && Object.keys(stack.registers).length > 0 && (
        <details>
          <summary>{texts.registers}</summary>
          <MemberList members={Object.entries(stack.registers)} />
        </details>
      )}
    </>
  );
}

function Rows({ rows }: { readonly rows: readonly StackRow[] }): ReactNode {
  const texts = useTexts(issueTexts).stackTrace;
  const format = useFormat();
  const [limit, setLimit] = useState(STEP);
  const left = rows.length - limit;
  return (
    <ol className={styles['frames']}>
      {rows.slice(0, limit).map((row) => (
        <li key={row.key} className={styles['row']} data-kind={row.kind}>
          {row.kind === 'frame' && <Frame frame={row.frame} isOpen={row.isOpen} />}
          {row.kind === 'libraries' && <Libraries frames={row.frames} />}
          {row.kind === 'omitted' && (
            <p className="muted small">{texts.omitted(format.number(row.count), row.count === 1)}</p>
          )}
        </li>
      ))}
      {left > 0 && (
        <li className={styles['row']}>
          <Button size="small" onClick={() => setLimit(limit + STEP)}>
            {texts.more(format.number(Math.min(left, STEP)), format.number(left))}
          </Button>
        </li>
      )}
    </ol>
  );
}

/** Frames of libraries, folded. */
function Libraries({ frames }: { readonly frames: readonly StackFrame[] }): ReactNode {
  const texts = useTexts(issueTexts).stackTrace;
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const rows = frames.map((frame, index): StackRow => ({ kind: 'frame', key: String(index), frame, isOpen: false }));
  return (
    <>
      <button type="button" className={styles['toggle']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
        {texts.libraries(format.number(frames.length), frames.length === 1)}
      </button>
      {isOpen && <Rows rows={rows} />}
    </>
  );
}

function Frame({ frame, isOpen: isOpenAtFirst }: { readonly frame: StackFrame; readonly isOpen: boolean }): ReactNode {
  const texts = useTexts(issueTexts).stackTrace;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const place = placeOf(frame);
  const name = frame.function ?? frame.rawFunction;
  const link = linkOf(frame.sourceLink);
  return (
    <article className={styles['frame']} data-in-app={frame.inApp}>
      <div className={styles['head']}>
        <button type="button" className={styles['toggle']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
          <span className={styles['place']}>
            <span className={styles['function']}>{name ?? texts.anonymous}</span>{' '}
            <span className="muted">{texts.inFile}</span>{' '}
            <span className={styles['file']}>{place ?? frame.instructionAddr ?? texts.unknownFile}</span>
            {frame.module !== null && frame.module !== place && <span className="muted"> · {frame.module}</span>}
          </span>
        </button>
        {frame.inApp && <span className="badge">{texts.inApp}</span>}
        {isOpen && place !== null && <CopyButton text={place} label={texts.copyPath} kind="quiet" />}
        {isOpen && link !== null && (
          <a
            className="button"
            data-kind="quiet"
            data-size="small"
            href={link}
            target="_blank"
            rel="noreferrer noopener"
          >
            <Icon name="external" />
            <span>{texts.openSource}</span>
          </a>
        )}
      </div>
      <SuspectOfFrame frame={frame} />
      {isOpen && <FrameBody frame={frame} place={place} />}
    </article>
  );
}

function FrameBody({ frame, place }: { readonly frame: StackFrame; readonly place: string | null }): ReactNode {
  const texts = useTexts(issueTexts).stackTrace;
  const variables = Object.entries(frame.vars ?? {});
  return (
    <div className={styles['body']}>
      {frame.context.length === 0 ? (
        <p className="muted small">{texts.noSource}</p>
      ) : (
        <SourceLines frame={frame} label={`${texts.source}: ${place ?? ''}`} />
      )}
      {frame.map !== null && <p className="muted small">{texts.mapped(frame.map)}</p>}
      {variables.length > 0 && (
        <section className={styles['variables']}>
          <h4>{texts.variables}</h4>
          <MemberList members={variables} />
        </section>
      )}
    </div>
  );
}

/** The source around the line of a frame. Long lines scroll in their box. */
function SourceLines({ frame, label }: { readonly frame: StackFrame; readonly label: string }): ReactNode {
  const width = `${String(frame.context.at(-1)?.[0] ?? 0).length}ch`;
  return (
    <pre className={styles['source']} tabIndex={0} role="region" aria-label={label}>
      <code>
        {frame.context.map(([number, text]) => (
          <span key={number} className={styles['line']} data-marked={number === frame.lineNo}>
            <span className={styles['number']} style={{ minWidth: width }}>
              {number}
            </span>
            <span>
              {sourceTokens(text).map(({ kind, text: token }, index) =>
                kind === 'plain' ? (
                  token
                ) : (
                  <span key={index} data-token={kind}>
                    {token}
                  </span>
                ),
              )}
              {'\n'}
            </span>
          </span>
        ))}
      </code>
    </pre>
  );
}
