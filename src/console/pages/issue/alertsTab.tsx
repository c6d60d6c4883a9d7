import type { ReactNode } from 'react';
import { EmptyState, Loaded } from '../../components/feedback';
import { useLevelName } from '../../components/levelName';
import { Section } from '../../components/shell';
import { DataTable } from '../../components/table';
import { TimeAgo, useFormat } from '../../components/time';
import { type DataOf, useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { Link } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { alertsTexts } from '../../texts/alerts';
import { kindOfState } from '../projects/alertTexts';
import type { IssueProps } from './useIssueUpdate';

type ShownDecisions = DataOf<'listIssueAlertDecisions'>['rules'][number];
type ShownDecision = ShownDecisions['decisions'][number];
type ShownConditionName = 'new' | 'regression' | 'escalating' | 'feedback' | 'events' | 'users';

/** Says for each alert rule of the project why it has sent an alert about the issue, or none. */
export default function AlertsTab({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(alertsTexts).issueAlerts;
  const mayRead = useMayDo('alerts:read', 'alerts:write');
  const given = { organization_slug: organization, issue_id: issue.id };
  const decisions = useOperation('listIssueAlertDecisions', mayRead ? given : null);
  if (!mayRead) return <p className="muted">{texts.forbidden}</p>;
  const toRules = pathOf(organization, 'projects', issue.project.slug, 'settings', 'alerts');
  return (
    <Loaded query={decisions} lines={8}>
      {({ rules, muted }) => (
        <div className="stack">
          <p className="muted">{texts.help}</p>
          {muted.length > 0 && <p>{texts.muted(muted.join(', '))}</p>}
          {rules.length === 0 ? (
            <EmptyState title={texts.none}>
              <p>{texts.noneHelp}</p>
              <Link to={toRules}>{texts.toRules}</Link>
            </EmptyState>
          ) : (
            rules.map((state) => (
              <RuleDecisions key={state.rule.id} state={state} organization={organization} issue={issue} />
            ))
          )}
        </div>
      )}
    </Loaded>
  );
}

function RuleDecisions({ state, organization, issue }: IssueProps & { readonly state: ShownDecisions }): ReactNode {
  const texts = useTexts(alertsTexts).issueAlerts;
  const { rule, outcome, decisions, silentUntil, frequency } = state;
  const format = useFormat();
  const [newest] = decisions;
  const isOfDecision = newest !== undefined && newest.outcome === outcome;
  const kind =
    outcome === 'fired' ? 'success' : outcome === 'inactive' || outcome === 'withoutRecipient' ? 'warning' : undefined;
  return (
    <Section
      title={rule.name}
      actions={
        <span className="badge" data-kind={kind}>
          {texts[outcome]}
        </span>
      }
    >
      <p>
        {texts[`${outcome}Help`]} {isOfDecision && <DecisionDetails decision={newest} />}
      </p>
      {silentUntil !== null && <p>{texts.silentUntil(format.dateTime(silentUntil), format.number(frequency))}</p>}
      <Conditions state={state} />
      <Filters state={state} />
      {decisions.length > 0 && (
        <DataTable
          label={texts.decisionsOf(rule.name)}
          rows={decisions}
          keyOf={({ date, eventID, outcome: one }) => `${date} ${eventID} ${one}`}
          columns={[
            { heading: texts.time, cell: ({ date }) => <TimeAgo time={date} /> },
            {
              heading: texts.decision,
              cell: (decision) => (
                <>
                  {texts[decision.outcome]} <DecisionDetails decision={decision} />
                </>
              ),
            },
            {
              heading: texts.event,
              cell: ({ eventID }) => (
                <Link to={pathOf(organization, 'issues', issue.shortId, 'events', eventID)}>
                  <code>{eventID.slice(0, 8)}</code>
                </Link>
              ),
            },
            { heading: texts.deliveries, cell: (decision) => <Deliveries decision={decision} /> },
          ]}
        />
      )}
    </Section>
  );
}

/** The condition of a decision, with its numbers, or the filter that did not match. */
function DecisionDetails({
  decision: { reason, seen, needed, minutes, filter },
}: {
  readonly decision: ShownDecision;
}): ReactNode {
  const texts = useTexts(alertsTexts).issueAlerts;
  const words = useTexts(alertsTexts).alertWords;
  const format = useFormat();
  const parts = [
    ...(reason === null ? [] : [words[`${reason as ShownConditionName}Short`]]),
    ...(seen === null || needed === null || minutes === null
      ? []
      : [texts.counted(format.number(seen), format.number(needed), words.minutes(minutes, format.number(minutes)))]),
    ...(filter === null ? [] : [texts.mismatch(filter.key ?? texts[filter.filter], filter.seen ?? texts.nothing)]),
  ];
  return parts.length > 0 && <span className="muted">({parts.join(', ')})</span>;
}

function Conditions({ state: { conditions, silentUntil } }: { readonly state: ShownDecisions }): ReactNode {
  const texts = useTexts(alertsTexts).issueAlerts;
  const words = useTexts(alertsTexts).alertWords;
  const format = useFormat();
  const counting = conditions.flatMap(({ type, needed, seen, minutes }) =>
    needed === null || seen === null || minutes === null
      ? []
      : [{ type: type as 'events' | 'users', needed, seen, minutes }],
  );
  if (counting.length === 0 || silentUntil !== null) return null;
  return (
    <ul>
      {counting.map(({ type, needed, seen, minutes }) => (
        <li key={type}>
          {words[`${type}Short`]}:{' '}
          {texts.counting(format.number(seen), format.number(needed), words.minutes(minutes, format.number(minutes)))}
        </li>
      ))}
    </ul>
  );
}

function Filters({ state: { filters } }: { readonly state: ShownDecisions }): ReactNode {
  const texts = useTexts(alertsTexts).issueAlerts;
  const levelName = useLevelName();
  const format = useFormat();
  if (filters.length === 0) return null;
  return (
    <DataTable
      label={texts.filters}
      rows={filters}
      keyOf={({ filter, key, accepted }) => `${filter} ${key} ${accepted.join(' ')}`}
      columns={[
        { heading: texts.filter, cell: ({ filter, key }) => key ?? texts[filter] },
        { heading: texts.accepted, cell: ({ filter, accepted }) => valuesOf(filter, accepted) },
        { heading: texts.seen, cell: ({ filter, seen }) => valuesOf(filter, seen) },
        {
          heading: texts.matching,
          kind: 'number',
          cell: ({ matchingEvents, events }) => texts.of(format.number(matchingEvents), format.number(events)),
        },
      ]}
    />
  );

  function valuesOf(filter: string, values: readonly string[]): string {
    return values.map((value) => (filter === 'levels' ? levelName(value) : value || texts.nothing)).join(', ');
  }
}

function Deliveries({ decision: { deliveries, outcome } }: { readonly decision: ShownDecision }): ReactNode {
  const texts = useTexts(alertsTexts).issueAlerts;
  const words = useTexts(alertsTexts).alertWords;
  if (outcome !== 'fired') return null;
  if (deliveries.length === 0) return <span className="muted">{texts.noDelivery}</span>;
  return deliveries.map(({ id, channel, recipient, state, error }) => (
    <div key={id}>
      {recipient ?? (channel === 'mail' ? texts.nothing : words[channel])}{' '}
      <span className="badge" data-kind={kindOfState(state)}>
        {words[state]}
      </span>
      {error !== null && <div className="field-error small">{error}</div>}
    </div>
  ));
}
