import type { ReactNode } from 'react';
import { Loaded } from '../../components/feedback';
import { Pager, Section } from '../../components/shell';
import { DataTable, type TableColumn } from '../../components/table';
import { TimeAgo, TimeUntil, useFormat } from '../../components/time';
import { useList } from '../../state/api';
import { useSearchState } from '../../state/location';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { alertsTexts } from '../../texts/alerts';
import { kindOfState, type ShownDelivery } from './alertTexts';

/** Milliseconds after which the deliveries are read again. */
const RENEWED = 15_000;

/** Returns the arguments with which the newest deliveries of a project are read. */
export function newestDeliveries(organization: string, project: { readonly slug: string }) {
  return { organization_slug: organization, project: project.slug, per_page: 25 };
}

/** The mails and the requests to webhooks of a project, with their errors. */
export function AlertDeliveries({
  organization,
  project,
}: {
  readonly organization: string;
  readonly project: { readonly slug: string };
}): ReactNode {
  const texts = useTexts(alertsTexts).alertDeliveries;
  const search = useSearchState();
  const mayRead = useMayDo('alerts:read', 'alerts:write');
  const cursor = search.get('cursor');
  const given = { ...newestDeliveries(organization, project), ...(cursor !== null && { cursor }) };
  const deliveries = useList('listAlertDeliveries', mayRead ? given : null, {
    keepsPrevious: true,
    refetchInterval: RENEWED,
  });
  return (
    <Section title={texts.title}>
      <p className="muted">{mayRead ? texts.help : texts.forbidden}</p>
      {mayRead && (
        <Loaded query={deliveries} lines={4}>
          {({ records, previous, next }) =>
            records.length === 0 ? (
              <p>{texts.none}</p>
            ) : (
              <>
                <DeliveryTable deliveries={records} />
                <Pager previous={previous} next={next} onTurn={(turned) => search.set({ cursor: turned })} />
              </>
            )
          }
        </Loaded>
      )}
    </Section>
  );
}

function DeliveryTable({ deliveries }: { readonly deliveries: readonly ShownDelivery[] }): ReactNode {
  const texts = useTexts(alertsTexts).alertDeliveries;
  const states = useTexts(alertsTexts).alertWords;
  const format = useFormat();
  const reasonOf = ({ rule, kind, channel }: ShownDelivery): string => {
    if (kind === 'crashFree.low' || kind === 'crashFree.recovered')
      return [...(rule === null ? [] : [rule.name]), texts[kind]].join(': ');
    if (rule !== null) return rule.name;
    if (kind === 'alerts') return channel === 'mail' ? texts.ofMembers : texts.ofWebhook;
    return kind === 'webhook.failing' ? texts.webhookFails : texts.webhookWorks;
  };
  const columns: readonly TableColumn<ShownDelivery>[] = [
    { heading: texts.created, cell: ({ dateCreated }) => <TimeAgo time={dateCreated} /> },
    {
      heading: texts.state,
      cell: ({ state, error, attempts, nextAttempt }) => (
        <>
          <span className="badge" data-kind={kindOfState(state)}>
            {states[state]}
          </span>
          {error !== null && <div className="field-error small">{error}</div>}
          {state === 'failing' && (
            <div className="muted small">
              {texts.attempts(attempts, format.number(attempts))}
              {nextAttempt !== null && (
                <>
                  , {texts.next} <TimeUntil time={nextAttempt} />
                </>
              )}
            </div>
          )}
        </>
      ),
    },
    {
      heading: texts.to,
      cell: ({ recipient, channel }) =>
        recipient ?? { mail: texts.removed, webhook: texts.toWebhook, ticket: texts.toTicket }[channel],
    },
    { heading: texts.reason, cell: reasonOf },
    { heading: texts.alerts, kind: 'number', cell: ({ alertCount }) => format.number(alertCount) },
  ];
  return <DataTable label={texts.title} columns={columns} rows={deliveries} keyOf={({ id }) => id} />;
}
