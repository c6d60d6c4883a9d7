import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls';
import { useFormat } from '../../components/time';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import type { Measure, MeasureOf } from './measures';
import { linkOf } from './stackRows';
import styles from './value.module.css';

/** Longer texts are cut at first. */
const MAX_TEXT = 400;
/** Members that are shown at first. */
const MAX_MEMBERS = 50;

/** A text that is cut if it is long, with a button that shows the rest. */
export function LongText({ text, limit = MAX_TEXT }: { readonly text: string; readonly limit?: number }): ReactNode {
  const texts = useTexts(issueTexts).valueTree;
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  // A text that is returned as it is would not be made harmless: only those in elements are.
  if (isWhole || text.length <= limit + 20) return <>{text}</>;
  return (
    <>
      {text.slice(0, limit)}…{' '}
      <Button size="small" kind="quiet" onClick={() => setWhole(true)}>
        {texts.showAll(format.number(text.length))}
      </Button>
    </>
  );
}

/** A JSON value. Objects and lists are opened by a click, and only then rendered. */
export function ValueTree({ value, depth = 0 }: { readonly value: unknown; readonly depth?: number }): ReactNode {
  if (typeof value === 'string') return <TextValue text={value} />;
  if (typeof value !== 'object' || value === null) {
    return (
      <span className={styles['value']} data-kind={value === null ? 'null' : typeof value}>
        {String(value)}
      </span>
    );
  }
  return <Branch value={value} isOpen={depth > 0 && sizeOf(value) === 0} depth={depth} />;
}

function TextValue({ text }: { readonly text: string }): ReactNode {
  const link = linkOf(text);
  return (
    <span className={styles['value']} data-kind="string">
      {link === null ? (
        <LongText text={text} />
      ) : (
        <a href={link} rel="noreferrer noopener" target="_blank">
          {text}
        </a>
      )}
    </span>
  );
}

function sizeOf(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function Branch({
  value,
  isOpen: isOpenAtFirst,
  depth,
}: {
  readonly value: object;
  readonly isOpen: boolean;
  readonly depth: number;
}): ReactNode {
  const texts = useTexts(issueTexts).valueTree;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const size = sizeOf(value);
  const isList = Array.isArray(value);
  if (size === 0) return <span className={styles['value']}>{isList ? '[]' : '{}'}</span>;
  return (
    <details className={styles['branch']} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles['preview']}>{previewOf(value)}</span>{' '}
        <span className="muted small">{isList ? texts.items(size) : texts.members(size)}</span>
      </summary>
      {isOpen && <MemberList members={Object.entries(value)} depth={depth + 1} />}
    </details>
  );
}

/** Named values, one below the other. */
export function MemberList({
  members,
  depth = 0,
  measureOf,
}: {
  readonly members: readonly (readonly [string, unknown])[];
  readonly depth?: number;
  /** Finds what a member measures. It is shown with its unit then, and as it was sent in its title. */
  readonly measureOf?: MeasureOf;
}): ReactNode {
  const texts = useTexts(issueTexts).valueTree;
  const format = useFormat();
  const [limit, setLimit] = useState(MAX_MEMBERS);
  const left = members.length - limit;
  return (
    <>
      <dl className={styles['members']}>
        {members.slice(0, limit).map(([name, value], index) => {
          const measure = measureOf?.(name, value) ?? null;
          return (
            <div key={`${index}-${name}`} className={styles['member']}>
              <dt>{name}</dt>
              <dd>
                {measure === null ? <ValueTree value={value} depth={depth} /> : <Measured {...measure} sent={value} />}
              </dd>
            </div>
          );
        })}
      </dl>
      {left > 0 && (
        <Button size="small" onClick={() => setLimit(limit + 4 * MAX_MEMBERS)}>
          {texts.more(format.number(Math.min(left, 4 * MAX_MEMBERS)))}
        </Button>
      )}
    </>
  );
}

function Measured({ kind, value, sent }: Measure & { readonly sent: unknown }): ReactNode {
  const format = useFormat();
  const write = { bytes: format.bytes, span: format.span, time: format.dateTime }[kind];
  return (
    <span className={styles['value']} data-kind="number" title={String(sent)}>
      {write(value)}
    </span>
  );
}

/** Returns the first members of a value on one line. */
function previewOf(value: object): string {
  const members = Array.isArray(value)
    ? value.slice(0, 4).map(shortOf)
    : Object.entries(value)
        .slice(0, 4)
        .map(([name, member]) => `${name}: ${shortOf(member)}`);
  const text = members.join(', ') + (sizeOf(value) > 4 ? ', …' : '');
  return Array.isArray(value) ? `[${text}]` : `{ ${text} }`;
}

function shortOf(value: unknown): string {
  if (Array.isArray(value)) return '[…]';
  if (typeof value === 'object' && value !== null) return '{…}';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > 24 ? `${value.slice(0, 24)}…` : value);
}
