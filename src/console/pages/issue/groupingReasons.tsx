import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { components } from '../../../client/createClient';
import { Button, TextField } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { Icon } from '../../components/icons';
import { Section } from '../../components/shell';
import { useOperation } from '../../state/api';
import { useSearchState } from '../../state/location';
import { useTexts } from '../../state/texts';
import { groupingTexts } from '../../texts/grouping';
import styles from './groupingReasons.module.css';
import type { IssueProps } from './useIssueUpdate';

type Component = components['schemas']['GroupingComponent'];
type Difference = components['schemas']['GroupingDifference'];
type CountedValue = components['schemas']['GroupingValue'];

/** The values by which the events of an issue are together, and the difference to another event. */
export default function GroupingReasons({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(groupingTexts).groupingReasons;
  const search = useSearchState();
  const other = search.get('other') ?? '';
  const [typed, setTyped] = useState(other);
  const difference = useOperation('getIssueGroupingDifference', {
    organization_slug: organization,
    issue_id: issue.id,
    ...(other !== '' && { other }),
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    search.set({ other: typed.trim() === '' ? null : typed.trim() });
  };
  const isMissing = difference.error?.status === 404;
  return (
    <Section title={texts.title}>
      <p className="muted">{texts.help}</p>
      <form className="stack" onSubmit={submit}>
        <TextField
          label={texts.other}
          value={typed}
          spellCheck={false}
          errors={isMissing && other !== '' ? [texts.notFound] : []}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div>
          <Button type="submit">{texts.compare}</Button>
        </div>
      </form>
      {isMissing ? (
        other === '' && <p>{texts.noEvents}</p>
      ) : (
        <Loaded query={difference} lines={4}>
          {(found) => (
            <>
              <Compared difference={found} />
              <EventTree
                organization={organization}
                project={issue.project.slug}
                eventId={found.event.eventID}
                title={texts.tree}
              />
            </>
          )}
        </Loaded>
      )}
    </Section>
  );
}

/** The values in which two events agree, and the first one in which they differ. */
function Compared({
  difference: { relation, agreements, difference },
}: {
  readonly difference: Difference;
}): ReactNode {
  const texts = useTexts(groupingTexts).groupingReasons;
  return (
    <div className="stack" role="status">
      <p>
        <strong>{texts.relations[relation]}</strong>
      </p>
      {relation !== 'sameHash' && agreements.length > 0 && <p>{texts.agreements}</p>}
      {agreements.length > 0 && <Values values={agreements} />}
      {difference !== null && (
        <>
          <h3>{texts.difference}</h3>
          <dl className={styles['values']}>
            <dt>{texts.thisEvent}</dt>
            <dd>
              <OneValue value={difference.event} />
            </dd>
            <dt>{texts.otherEvent}</dt>
            <dd>
              <OneValue value={difference.other} />
            </dd>
          </dl>
        </>
      )}
    </div>
  );
}

function useNoun(): (component: string) => string {
  const { nouns } = useTexts(groupingTexts).groupingReasons;
  return (component) => {
    const kind = component.split('.').at(-1) ?? '';
    return kind in nouns ? nouns[kind as keyof typeof nouns] : kind;
  };
}

function Values({ values }: { readonly values: readonly CountedValue[] }): ReactNode {
  const nounOf = useNoun();
  return (
    <dl className={styles['values']}>
      {values.map(({ component, value }, index) => (
        <div key={index}>
          <dt>{nounOf(component)}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function OneValue({ value }: { readonly value: CountedValue | null }): ReactNode {
  const texts = useTexts(groupingTexts).groupingReasons;
  const nounOf = useNoun();
  if (value === null) return <span className="muted">{texts.nothing}</span>;
  return (
    <>
      <span className="muted">{nounOf(value.component)}</span> <code>{value.value}</code>
    </>
  );
}

/** All values of an event that grouping looked at. */
function EventTree({
  organization,
  project,
  eventId,
  title,
}: {
  readonly organization: string;
  readonly project: string;
  readonly eventId: string;
  readonly title: string;
}): ReactNode {
  const texts = useTexts(groupingTexts).groupingReasons;
  const grouping = useOperation('getEventGroupingInfo', {
    organization_slug: organization,
    project_slug: project,
    event_id: eventId,
  });
  if (grouping.error !== null) return <ErrorNotice error={grouping.error} />;
  return (
    <div className="stack">
      <h3>{title}</h3>
      <Loaded query={grouping} lines={6}>
        {({ hashMismatch, variants }) => (
          <>
            {hashMismatch && <p>{texts.mismatch}</p>}
            {(['fingerprint', 'default', 'secondary'] as const).map((name) => {
              const variant = variants[name];
              if (variant === undefined) return null;
              return (
                <div key={name} className="stack">
                  <p className="muted">
                    {texts.variants[name]} · {texts.algorithm(variant.config)}
                  </p>
                  <ul className={styles['tree']}>
                    <Node component={variant.component} />
                  </ul>
                </div>
              );
            })}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** A component with its values. Frames that do not count are shown on request. */
function Node({ component }: { readonly component: Component }): ReactNode {
  const texts = useTexts(groupingTexts).groupingReasons;
  const { id, name, contributes, reason, rule, value, values } = component;
  const isFolded = id === 'stacktrace';
  const shown = isFolded ? values.filter((one) => one.contributes) : values;
  const others = isFolded ? values.filter((one) => !one.contributes) : [];
  return (
    <li>
      <div className={styles['line']} data-counts={contributes}>
        {contributes ? <Icon name="check" /> : <Icon name="close" />}
        <span className="hidden-text">{contributes ? texts.counts : texts.doesNot}</span>
        <span>{texts.nouns[id]}</span>
        {(value ?? name) !== null && <code>{value ?? name}</code>}
        {reason !== null && <span className="small">{texts.reasons[reason]}</span>}
        {rule !== null && (
          <span className="small">
            {texts.sources[rule.source]}
            {rule.line !== null && `, ${texts.line(rule.line)}`}: <code>{rule.text}</code>
          </span>
        )}
      </div>
      {shown.length > 0 && (contributes || id !== 'frame') && (
        <ul>
          {shown.map((one, index) => (
            <Node key={index} component={one} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <details>
          <summary className="muted small">{texts.others(others.length)}</summary>
          <ul>
            {others.map((one, index) => (
              <Node key={index} component={one} />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
