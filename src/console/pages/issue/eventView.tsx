import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { Button, Choice, CopyButton, LinkButton } from '../../components/controls';
import { Section } from '../../components/shell';
import { TimeAgo, useFormat } from '../../components/time';
import { importLater } from '../../state/later';
import { pathOf, useSearchState } from '../../state/location';
import { PHONE, useMedia } from '../../state/media';
import { useLocation, useNavigate } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useShortcuts } from '../../state/shortcuts';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import { Breadcrumbs } from './breadcrumbs';
import { CspReport } from './cspReport';
import {
  type EventParts,
  type ExceptionPart,
  type JsonMembers,
  partsOf,
  type ShownEvent,
  type ThreadPart,
  type ShownIssue,
} from './eventParts';
import styles from './event.module.css';
import { EventSections } from './eventSections';
import { linkOf } from './stackRows';
import { type StackOptions, StackTraceView } from './stackTrace';
import { IssueOrigin, SuspectCommits, useSuspectCommits } from './suspectCommits';
import { LongText, MemberList } from './valueTree';

const EventAttachments = lazy(async () => ({
  default: (await importLater(() => import('./eventAttachments'))).EventAttachments,
}));

const EventJourney = lazy(async () => ({
  default: (await importLater(() => import('./eventJourney'))).EventJourney,
}));

/** Exceptions of a chain that are rendered at first. */
const SHOWN_EXCEPTIONS = 5;

/** The id of the stack traces in the document. */
export const STACK_ID = 'stack-trace';

/** One event of an issue, and the way to the others. */
export function EventView({
  organization,
  issue,
  event,
  chosen,
}: {
  readonly organization: string;
  readonly issue: ShownIssue;
  readonly event: ShownEvent;
  /** The event of the address: an id, `latest`, `oldest`, or undefined for the recommended one. */
  readonly chosen: string | undefined;
}): ReactNode {
  const parts = useMemo(() => partsOf(event), [event]);
  const base = pathOf(organization, 'issues', issue.shortId);
  const mayReadJourney = useMayDo('project:read', 'project:write', 'project:admin');
  const suspects = useSuspectCommits(organization, issue.id, event.eventID);
  return (
    <div className={styles['event']}>
      <EventBar base={base} event={event} chosen={chosen} />
      {parts.report !== null && <CspReport report={parts.report} />}
      {parts.message !== null && parts.report === null && <MessageSection message={parts.message} />}
      <SuspectCommits value={suspects?.commits ?? []}>
        <Stacks key={event.eventID} parts={parts} event={event} base={base} />
      </SuspectCommits>
      {suspects !== undefined && issue.issueCategory === 'error' && <IssueOrigin found={suspects} />}
      {parts.crumbs.length > 0 && (
        <Breadcrumbs crumbs={parts.crumbs} errorTime={event.dateCreated} errorTitle={event.title} />
      )}
      <Suspense>
        <EventAttachments
          key={event.eventID}
          organization={organization}
          project={issue.project.slug}
          event={event.eventID}
        />
      </Suspense>
      <EventSections event={event} parts={parts} />
      {mayReadJourney && (
        <Suspense>
          <EventJourney
            key={event.eventID}
            organization={organization}
            project={issue.project.slug}
            event={event.eventID}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Shows which event is open, with the buttons and keys that lead to its neighbours; folded on phones. */
function EventBar({
  base,
  event,
  chosen,
}: {
  readonly base: string;
  readonly event: ShownEvent;
  readonly chosen: string | undefined;
}): ReactNode {
  const texts = useTexts(issueTexts).eventView;
  const format = useFormat();
  const { search } = useLocation();
  const navigate = useNavigate();
  const isPhone = useMedia(PHONE);
  const pathTo = (id: string): string => `${base}events/${id}/${search}`;
  const previous = event.previousEventID ?? null;
  const next = event.nextEventID ?? null;
  useShortcuts([
    ...(previous === null ? [] : [{ key: 'p', label: texts.previous, run: () => void navigate(pathTo(previous)) }]),
    ...(next === null ? [] : [{ key: 'n', label: texts.next, run: () => void navigate(pathTo(next)) }]),
  ]);
  const tag = (key: string): string | undefined => event.tags.find((one) => one.key === key)?.value;
  const user = event.user;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [texts.release, event.release],
    [texts.environment, tag('environment')],
    [texts.user, user === null ? null : (user.email ?? user.username ?? user.name ?? user.id ?? user.ip_address)],
    [texts.runtime, tag('runtime') ?? tag('browser')],
  ];
  const isRecommended = chosen === undefined || chosen === 'recommended';
  const age = (
    <span className="muted">
      <TimeAgo time={event.dateCreated} />
      {!isPhone && ` · ${format.dateTime(event.dateCreated)}`}
    </span>
  );
  const id = (
    <span>
      {texts.event} <code title={event.eventID}>{event.eventID.slice(0, 8)}</code>
    </span>
  );
  const others = (
    <nav className="actions" aria-label={texts.which}>
      <div className="button-group">
        <LinkButton size="small" to={`${base}${search}`} aria-current={isRecommended ? 'page' : undefined}>
          {texts.recommended}
        </LinkButton>
        <LinkButton size="small" to={pathTo('latest')} aria-current={chosen === 'latest' ? 'page' : undefined}>
          {texts.newest}
        </LinkButton>
        <LinkButton size="small" to={pathTo('oldest')} aria-current={chosen === 'oldest' ? 'page' : undefined}>
          {texts.oldest}
        </LinkButton>
      </div>
      <div className="button-group">
        <Button
          size="small"
          icon="arrowLeft"
          disabled={previous === null}
          title={`${texts.previous} (p)`}
          onClick={() => {
            if (previous !== null) void navigate(pathTo(previous));
          }}
        >
          {texts.older}
        </Button>
        <Button
          size="small"
          icon="arrowRight"
          disabled={next === null}
          title={`${texts.next} (n)`}
          onClick={() => {
            if (next !== null) void navigate(pathTo(next));
          }}
        >
          {texts.newer}
        </Button>
      </div>
    </nav>
  );
  const about = (
    <dl className={styles['facts']}>
      {facts.map(([name, value]) =>
        value === null || value === undefined || value === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
  const copy = <CopyButton text={event.eventID} label={texts.copyId} kind="quiet" />;
  if (isPhone)
    return (
      <details className={styles['barFold']}>
        <summary>
          {id} {age}
        </summary>
        <div className={styles['bar']}>
          <div className="row">
            {format.dateTime(event.dateCreated)} {copy}
          </div>
          {others}
          {about}
        </div>
      </details>
    );
  return (
    <div className={styles['bar']}>
      <div className="row">
        {id}
        {copy}
        {age}
      </div>
      {others}
      {about}
    </div>
  );
}

function MessageSection({ message }: { readonly message: NonNullable<EventParts['message']> }): ReactNode {
  const texts = useTexts(issueTexts).eventView;
  return (
    <Section title={texts.message}>
      <p className={styles['message']}>
        <LongText text={message.text} limit={2000} />
      </p>
      {message.template !== null && (
        <MemberList
          members={[
            [texts.template, message.template],
            ...(message.params === null ? [] : [[texts.parameters, message.params] as const]),
          ]}
        />
      )}
    </Section>
  );
}

/** The exceptions with their stack traces, a stack trace of its own, and the threads. */
function Stacks({
  parts,
  event,
  base,
}: {
  readonly parts: EventParts;
  readonly event: ShownEvent;
  readonly base: string;
}): ReactNode {
  const texts = useTexts(issueTexts).eventView;
  const search = useSearchState();
  const [limit, setLimit] = useState(SHOWN_EXCEPTIONS);
  const { exceptions, exceptionsOmitted, trace, threads } = parts;
  const isRaw = search.get('stack') === 'raw';
  const sourceMapsPath = `${base}events/${event.eventID}/source-maps/`;
  const options: StackOptions = {
    isNewestFirst: search.get('order') !== 'oldest',
    showsAll: search.get('frames') === 'all',
    platform: event.platform,
    sourceMapsPath,
  };
  const hasRaw = [...exceptions, ...threads].some(({ raw }) => raw !== null);
  const stacks = [...exceptions, ...threads, ...(trace === null ? [] : [trace])];
  if (stacks.length === 0) return parts.message === null && <p className="muted">{texts.nothing}</p>;
  const isJavaScript = event.platform === 'javascript' || event.platform === 'node';
  return (
    <>
      <Section
        title={texts.stack}
        actions={
          stacks.some(({ stack }) => stack !== null) && (
            <>
              {hasRaw && (
                <Choice
                  label={texts.files}
                  value={isRaw ? 'raw' : 'mapped'}
                  options={[
                    { value: 'mapped', label: texts.mapped },
                    { value: 'raw', label: texts.raw },
                  ]}
                  onChange={(value) => search.set({ stack: value === 'raw' ? 'raw' : null }, { replaces: true })}
                />
              )}
              <Choice
                label={texts.frames}
                value={options.showsAll ? 'all' : 'relevant'}
                options={[
                  { value: 'relevant', label: texts.relevant },
                  { value: 'all', label: texts.all },
                ]}
                onChange={(value) => search.set({ frames: value === 'all' ? 'all' : null }, { replaces: true })}
              />
              <select
                className={`input small ${styles['select'] ?? ''}`}
                aria-label={texts.order}
                value={options.isNewestFirst ? 'newest' : 'oldest'}
                onChange={({ currentTarget: { value } }) =>
                  search.set({ order: value === 'oldest' ? 'oldest' : null }, { replaces: true })
                }
              >
                <option value="newest">{texts.newestFirst}</option>
                <option value="oldest">{texts.oldestFirst}</option>
              </select>
              {isJavaScript && (
                <LinkButton size="small" kind="quiet" icon="map" to={sourceMapsPath}>
                  {texts.sourceMaps}
                </LinkButton>
              )}
            </>
          )
        }
      >
        <div id={STACK_ID} tabIndex={-1} className="section">
          {exceptions.slice(0, limit).map((exception) => (
            <Exception key={exception.index} exception={exception} all={exceptions} isRaw={isRaw} options={options} />
          ))}
          {exceptions.length > limit && (
            <div>
              <Button onClick={() => setLimit(exceptions.length)}>{texts.showCauses(exceptions.length - limit)}</Button>
            </div>
          )}
          {exceptionsOmitted !== null && (
            <p className="muted">{texts.omitted(exceptionsOmitted[1] - exceptionsOmitted[0])}</p>
          )}
          {trace?.stack && <StackTraceView stack={trace.stack} options={options} />}
        </div>
      </Section>
      {threads.length > 0 && <Threads threads={threads} exceptions={exceptions} isRaw={isRaw} options={options} />}
    </>
  );
}

function titleOf({ type, value, module }: ExceptionPart): string {
  return type ?? value?.split('\n', 1)[0] ?? module ?? '?';
}

function Exception({
  exception,
  all,
  isRaw,
  options,
}: {
  readonly exception: ExceptionPart;
  readonly all: readonly ExceptionPart[];
  readonly isRaw: boolean;
  readonly options: StackOptions;
}): ReactNode {
  const texts = useTexts(issueTexts).eventView;
  const { index, type, value, module, mechanism, stack, raw, causes } = exception;
  const visibleStack = (isRaw ? raw : null) ?? stack;
  const isCause = all.some((one) => one.causes.includes(index));
  return (
    <article className={styles['exception']} id={`exception-${index}`}>
      <div className={styles['exceptionHead']}>
        <div className="row">
          <h3>{titleOf(exception)}</h3>
          {isCause && <span className="badge">{texts.isCause}</span>}
          <MechanismBadge mechanism={mechanism} />
          {module !== null && <span className="muted small">{module}</span>}
        </div>
        {type !== null && value !== null && (
          <p className={styles['value']}>
            <LongText text={value} limit={1000} />
          </p>
        )}
        {causes.length > 0 && (
          <p className={styles['links']}>
            <span className="muted">{texts.causes}</span>
            {causes.map((cause) => {
              const causing = all.find((one) => one.index === cause);
              return (
                causing !== undefined && (
                  <a key={cause} href={`#exception-${cause}`}>
                    {titleOf(causing)}
                  </a>
                )
              );
            })}
          </p>
        )}
      </div>
      {visibleStack === null ? (
        <p className="muted">{texts.noStack}</p>
      ) : (
        <StackTraceView key={isRaw ? 'raw' : 'mapped'} stack={visibleStack} options={options} />
      )}
      {mechanism !== null && hasDetails(mechanism) && (
        <details className="small">
          <summary className="muted">{texts.mechanism}</summary>
          <MemberList members={Object.entries(mechanism)} />
        </details>
      )}
    </article>
  );
}

/** True if a mechanism has more details than its badge. */
function hasDetails(mechanism: JsonMembers): boolean {
  return Object.keys(mechanism).some((name) => !['type', 'handled'].includes(name));
}

function MechanismBadge({ mechanism }: { readonly mechanism: JsonMembers | null }): ReactNode {
  const texts = useTexts(issueTexts).eventView;
  if (mechanism === null) return null;
  const { type, handled, help_link: help } = mechanism;
  const link = typeof help === 'string' ? linkOf(help) : null;
  const state = handled === true ? texts.handled : handled === false ? texts.unhandled : null;
  return (
    <>
      {state !== null && (
        <span className="badge" data-kind={handled === false ? 'danger' : undefined}>
          {state}
        </span>
      )}
      {typeof type === 'string' &&
        (link === null ? (
          <span className="muted small">{type}</span>
        ) : (
          <a className="small" href={link} target="_blank" rel="noreferrer noopener">
            {type}
          </a>
        ))}
    </>
  );
}

function Threads({
  threads,
  exceptions,
  isRaw,
  options,
}: {
  readonly threads: readonly ThreadPart[];
  readonly exceptions: readonly ExceptionPart[];
  readonly isRaw: boolean;
  readonly options: StackOptions;
}): ReactNode {
  const texts = useTexts(issueTexts).eventView;
  const search = useSearchState();
  const threadId = search.get('thread');
  const thread = threads.find(({ id }) => id !== null && id === threadId) ?? threads[0];
  if (thread === undefined) return null;
  const visibleStack = (isRaw ? thread.raw : null) ?? thread.stack;
  const isOfException = thread.id !== null && exceptions.some(({ threadId }) => threadId === thread.id);
  const nameOf = ({ id, name, state, crashed, current }: ThreadPart): string =>
    [name ?? `${texts.thread} ${id ?? ''}`, state, crashed ? texts.crashed : current ? texts.current : null]
      .filter((part) => part !== null)
      .join(' · ');
  return (
    <Section
      title={`${texts.threads} (${threads.length})`}
      actions={
        <select
          className={`input small ${styles['select'] ?? ''}`}
          aria-label={texts.thread}
          value={thread.id ?? ''}
          onChange={(event) => search.set({ thread: event.currentTarget.value }, { replaces: true })}
        >
          {threads.map((one, index) => (
            <option key={one.id ?? index} value={one.id ?? ''}>
              {nameOf(one)}
            </option>
          ))}
        </select>
      }
    >
      {visibleStack !== null ? (
        <StackTraceView key={`${thread.id ?? ''}${isRaw ? 'raw' : ''}`} stack={visibleStack} options={options} />
      ) : (
        <p className="muted">{isOfException ? texts.threadOfException : texts.noThreadStack}</p>
      )}
    </Section>
  );
}
