import type { ReactNode } from 'react';
import { Loaded } from '../../components/feedback';
import { Pager, Section } from '../../components/shell';
import { DataTable, type TableColumn } from '../../components/table';
import { TimeAgo, TimeUntil, useFormat } from '../../components/time';
import { useList } from '../../state/api';
import { useSearchState } from '../../state/location';
import { useMayDo } from '../../state/session';
import { defineTexts, useTexts } from '../../state/texts';
import { ALERT_TEXTS, kindOfState, type ShownDelivery } from './alertTexts';

const TEXTS = defineTexts({
  en: {
    title: 'Recent deliveries',
    help: 'Mails and requests to webhooks of the last 30 days, the newest first. A delivery that fails is tried again for three days.',
    forbidden: 'To see deliveries, a role needs alerts:read.',
    none: 'Nothing was delivered in the last 30 days, and nothing waits.',
    created: 'Created',
    to: 'To',
    reason: 'Because of',
    alerts: 'Alerts',
    state: 'State',
    toWebhook: 'a webhook',
    removed: 'a recipient that was removed',
    ofMembers: 'the members of the project',
    ofWebhook: 'the webhook of the project',
    webhookFails: 'the webhook fails',
    webhookWorks: 'the webhook works again',
    attempts: (count: number, formatted: string) => (count === 1 ? '1 attempt' : `${formatted} attempts`),
    next: 'next',
  },
  de: {
    title: 'Letzte Zustellungen',
    help: 'Mails und Anfragen an Webhooks der letzten 30 Tage, die neuesten oben. Eine Zustellung, die fehlschlägt, wird drei Tage lang wiederholt.',
    forbidden: 'Um Zustellungen zu sehen, braucht eine Rolle alerts:read.',
    none: 'In den letzten 30 Tagen wurde nichts zugestellt, und nichts wartet.',
    created: 'Entstanden',
    to: 'An',
    reason: 'Wegen',
    alerts: 'Meldungen',
    state: 'Zustand',
    toWebhook: 'einen Webhook',
    removed: 'einen entfernten Empfänger',
    ofMembers: 'der Mitglieder des Projekts',
    ofWebhook: 'des Webhooks des Projekts',
    webhookFails: 'der Webhook schlägt fehl',
    webhookWorks: 'der Webhook geht wieder',
    attempts: (count, formatted) => (count === 1 ? '1 Versuch' : `${formatted} Versuche`),
    next: 'nächster',
  },
});

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
  const texts = useTexts(TEXTS);
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
  const texts = useTexts(TEXTS);
  const states = useTexts(ALERT_TEXTS);
  const format = useFormat();
  const reasonOf = ({ rule, kind, channel }: ShownDelivery): string => {
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
      cell: ({ recipient, channel }) => recipient ?? (channel === 'webhook' ? texts.toWebhook : texts.removed),
    },
    { heading: texts.reason, cell: reasonOf },
    { heading: texts.alerts, kind: 'number', cell: ({ alertCount }) => format.number(alertCount) },
  ];
  return <DataTable label={texts.title} columns={columns} rows={deliveries} keyOf={({ id }) => id} />;
}
