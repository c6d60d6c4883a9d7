import { type ReactNode, useState } from 'react';
import { CopyButton } from '../../components/controls';
import { Section } from '../../components/shell';
import { useFormat } from '../../components/time';
import { pathOf } from '../../state/location';
import { Link, useParams } from '../../state/router';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import { curlOf } from './curl';
import type { EventParts, JsonMembers, RequestPart, ShownEvent } from './eventParts';
import styles from './event.module.css';
import { contextMeasures } from './measures';
import { linkOf } from './stackRows';
import { tagTerm, userTerm } from './tagSearch';
import { MemberList, ValueTree } from './valueTree';

/** The parts of an event beside its stack traces and breadcrumbs. A part without content is left out. */
export function EventSections({ event, parts }: { readonly event: ShownEvent; readonly parts: EventParts }): ReactNode {
  const texts = useTexts(issueTexts).eventSections;
  const extra = Object.entries(event.context);
  const contexts = Object.entries(event.contexts);
  return (
    <>
      {event.tags.length > 0 && <EventTags tags={event.tags} />}
      {parts.request !== null && <RequestSection request={parts.request} />}
      {event.user !== null && <UserSection user={event.user} />}
      {contexts.length > 0 && (
        <Section title={texts.contexts}>
          <div className={styles['cards']}>
            {contexts.map(([name, value]) => (
              <Context key={name} name={name} value={value} />
            ))}
          </div>
        </Section>
      )}
      {extra.length > 0 && (
        <Section title={texts.extra}>
          <MemberList members={extra} />
        </Section>
      )}
      {parts.others.map(({ type, data }, index) => (
        <Section key={index} title={type}>
          <MemberList members={Object.entries(data)} />
        </Section>
      ))}
      <Packages packages={event.packages} />
      {parts.images.length > 0 && (
        <details className={styles['fold']}>
          <summary>
            <h2>{texts.images}</h2> <span className="muted small">{parts.images.length}</span>
          </summary>
          <MemberList members={parts.images.map((image, index) => [imageLabel(image, index), image] as const)} />
        </details>
      )}
      {event.errors.length > 0 && (
        <Section title={texts.errors}>
          <MemberList members={event.errors.map(({ message, type, data }) => [type, { message, ...data }] as const)} />
        </Section>
      )}
      <About event={event} />
    </>
  );
}

/** The address of the list of issues, with a search. */
function issuesWith(organization: string, term: string): string {
  return `${pathOf(organization, 'issues')}?query=${encodeURIComponent(term)}`;
}

function EventTags({ tags }: { readonly tags: ShownEvent['tags'] }): ReactNode {
  const texts = useTexts(issueTexts).eventSections;
  const { organization = '' } = useParams();
  return (
    <Section title={texts.tags}>
      <ul className={styles['tags']}>
        {tags.map(({ key, value }) => {
          const term = tagTerm(key, value);
          return (
            <li key={key} className={styles['tag']}>
              <span className="muted">{key}</span>
              <Link to={issuesWith(organization, term)} title={texts.searchTag(term)}>
                {value}
              </Link>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function RequestSection({ request }: { readonly request: RequestPart }): ReactNode {
  const texts = useTexts(issueTexts).eventSections;
  const { method, url, fragment } = request;
  const link = linkOf(url);
  const curl = curlOf(request);
  const named: readonly (readonly [title: string, pairs: readonly (readonly [string, unknown])[]])[] = [
    [texts.query, request.query],
    [texts.headers, request.headers],
    [texts.cookies, request.cookies],
    [texts.environment, Object.entries(request.env ?? {})],
  ];
  return (
    <Section
      title={texts.request}
      actions={curl !== null && <CopyButton kind="quiet" label={texts.copyCurl} text={() => curl} />}
    >
      <p className={styles['address']}>
        {method !== null && <strong>{method}</strong>}{' '}
        {link === null ? (
          url
        ) : (
          <a href={link} target="_blank" rel="noreferrer noopener">
            {url}
          </a>
        )}
        {fragment !== null && `#${fragment}`}
      </p>
      {request.contentType !== null && (
        <p className="small muted">
          {texts.contentType}: {request.contentType}
        </p>
      )}
      {named.map(([title, pairs]) =>
        pairs.length === 0 ? null : (
          <details key={title} className={styles['part']} open={pairs.length <= 12}>
            <summary>
              <h3>{title}</h3> <span className="muted small">{pairs.length}</span>
            </summary>
            <MemberList members={pairs} />
          </details>
        ),
      )}
      {request.data !== null && (
        <div className={styles['part']}>
          <h3>{texts.body}</h3>
          {isMembers(request.data) ? (
            <MemberList members={Object.entries(request.data)} />
          ) : (
            <ValueTree value={request.data} />
          )}
        </div>
      )}
    </Section>
  );
}

function isMembers(value: unknown): value is JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function UserSection({ user }: { readonly user: NonNullable<ShownEvent['user']> }): ReactNode {
  const texts = useTexts(issueTexts).eventSections;
  const { organization = '' } = useParams();
  const { data, geo, ...others } = user;
  const members = Object.entries(others).filter(([, value]) => value !== null);
  const term = userTerm(user);
  return (
    <Section
      title={texts.user}
      actions={
        term !== null && (
          <Link to={issuesWith(organization, term)} title={texts.searchTag(term)}>
            {texts.userIssues}
          </Link>
        )
      }
    >
      <MemberList
        members={[...members, ...(geo === null ? [] : [[texts.place, geo] as const]), ...Object.entries(data ?? {})]}
      />
    </Section>
  );
}

function Context({ name, value }: { readonly name: string; readonly value: unknown }): ReactNode {
  const texts = useTexts(issueTexts).eventSections;
  const { organization = '' } = useParams();
  const members = isMembers(value) ? Object.entries(value).filter(([key, one]) => key !== 'type' || one !== name) : [];
  const traceId = name === 'trace' && isMembers(value) ? value['trace_id'] : null;
  return (
    <section className={styles['card']}>
      <h3>{name}</h3>
      {typeof traceId === 'string' && (
        <p>
          <Link to={issuesWith(organization, `trace:${traceId}`)}>{texts.traceEvents}</Link>
        </p>
      )}
      {isMembers(value) ? (
        <MemberList members={members} measureOf={contextMeasures(name, value)} />
      ) : (
        <ValueTree value={value} />
      )}
    </section>
  );
}

function Packages({ packages }: { readonly packages: JsonMembers }): ReactNode {
  const texts = useTexts(issueTexts).eventSections;
  const format = useFormat();
  const [search, setSearch] = useState('');
  const all = Object.entries(packages);
  if (all.length === 0) return null;
  const matches = all.filter(([name]) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <details className={styles['fold']}>
      <summary>
        <h2>{texts.packages}</h2> <span className="muted small">{format.number(all.length)}</span>
      </summary>
      <div className="row">
        <input
          className="input"
          type="search"
          style={{ maxWidth: '20rem' }}
          aria-label={texts.searchPackages}
          placeholder={texts.searchPackages}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <span className="muted small" aria-live="polite">
          {texts.shown(format.number(matches.length), format.number(all.length))}
        </span>
      </div>
      {matches.length === 0 ? <p className="muted">{texts.noPackage}</p> : <MemberList members={matches} />}
    </details>
  );
}

function About({ event }: { readonly event: ShownEvent }): ReactNode {
  const texts = useTexts(issueTexts).eventSections;
  const format = useFormat();
  const sdk = event.sdk === null ? null : [event.sdk.name, event.sdk.version].filter((part) => part !== null).join(' ');
  const facts: readonly (readonly [string, string | null])[] = [
    [texts.eventId, event.eventID],
    [texts.occurred, format.dateTime(event.dateCreated)],
    [texts.received, format.dateTime(event.dateReceived)],
    [texts.platform, event.platform],
    [texts.sdk, sdk],
    [texts.release, event.release],
    [texts.dist, event.dist],
    [texts.size, format.bytes(event.size)],
    [texts.hashes, event.fingerprints.join(', ')],
  ];
  return (
    <Section title={texts.about}>
      <MemberList members={facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '')} />
    </Section>
  );
}

/** Returns the number of a loaded file, and its name. */
function imageLabel(image: JsonMembers, index: number): string {
  const file = typeof image['code_file'] === 'string' ? image['code_file'] : '';
  return `${index + 1} ${file.split(/[\\/]/).at(-1) ?? ''}`.trim();
}
