import type { DataOf, RecordOfList } from '../../state/api';
import type { Format } from '../../components/time';
import { defineTexts } from '../../state/texts';
import { hostOf, MESSAGE_FORMATS } from './alertRule';

type ShownRecipient = RecordOfList<'listAlertRules'>['recipients'][number];
type ShownCondition = RecordOfList<'listAlertRules'>['conditions'][number];
export type ShownDelivery = RecordOfList<'listAlertDeliveries'>;
type PluginTest = DataOf<'testProjectPlugin'>;

/** Conditions, recipients and deliveries of alerts, in words. */
export const ALERT_TEXTS = defineTexts({
  en: {
    newShort: 'New issue',
    regressionShort: 'Regression',
    escalatingShort: 'Escalating issue',
    eventsShort: 'Many events',
    usersShort: 'Many users',
    newLong: 'an issue is new',
    regressionLong: 'a resolved issue comes back',
    escalatingLong: 'an ignored issue escalates',
    eventsLong: (count: number, formatted: string, within: string) =>
      `an issue has ${count === 1 ? '1 event' : `${formatted} events`} within ${within}`,
    usersLong: (count: number, formatted: string, within: string) =>
      `an issue affects ${count === 1 ? '1 user' : `${formatted} users`} within ${within}`,
    minutes: (count: number, formatted: string) => (count === 1 ? '1 minute' : `${formatted} minutes`),
    hours: (count: number, formatted: string) => (count === 1 ? '1 hour' : `${formatted} hours`),
    days: (count: number, formatted: string) => (count === 1 ? '1 day' : `${formatted} days`),
    eventsHelp: 'The issue has so many events within some minutes.',
    usersHelp: 'The issue affects so many users within some minutes.',
    project: 'Members of the project’s teams',
    assignee: 'Whom the issue is assigned to',
    member: 'A member',
    team: 'A team',
    email: 'An e-mail address',
    unconfirmed: 'waiting for confirmation',
    webhook: 'A webhook',
    unknownMember: (id: string) => `member ${id}`,
    unknownTeam: (id: string) => `team ${id}`,
    culprit: 'Culprit (signed JSON)',
    slack: 'Slack',
    discord: 'Discord',
    msteams: 'Microsoft Teams',
    mattermost: 'Mattermost',
    ownWebhook: 'Webhook',
    webhookOf: (service: string, host: string | null) => (host === null ? service : `${service} (${host})`),
    waiting: 'waiting',
    failing: 'failing',
    sent: 'sent',
    abandoned: 'given up',
    dropped: 'dropped',
    delivered: 'Delivered',
    undelivered: 'Not delivered',
    took: (milliseconds: string) => `${milliseconds} ms`,
    nobody:
      'Nobody receives this: the rule’s recipients are members who disabled mails of the project, or there are none.',
    testing: 'The test is on its way. A slow receiver can take half a minute.',
  },
  de: {
    newShort: 'Neues Issue',
    regressionShort: 'Regression',
    escalatingShort: 'Eskalierendes Issue',
    eventsShort: 'Viele Ereignisse',
    usersShort: 'Viele Nutzer',
    newLong: 'ein Issue neu ist',
    regressionLong: 'ein gelöstes Issue wiederkommt',
    escalatingLong: 'ein ignoriertes Issue eskaliert',
    eventsLong: (count, formatted, within) =>
      `ein Issue ${count === 1 ? '1 Ereignis' : `${formatted} Ereignisse`} innerhalb von ${within} hat`,
    usersLong: (_, formatted, within) => `ein Issue ${formatted} Nutzer innerhalb von ${within} betrifft`,
    minutes: (count, formatted) => (count === 1 ? '1 Minute' : `${formatted} Minuten`),
    hours: (count, formatted) => (count === 1 ? '1 Stunde' : `${formatted} Stunden`),
    days: (count, formatted) => (count === 1 ? '1 Tag' : `${formatted} Tagen`),
    eventsHelp: 'Das Issue hat so viele Ereignisse innerhalb einiger Minuten.',
    usersHelp: 'Das Issue betrifft so viele Nutzer innerhalb einiger Minuten.',
    project: 'Mitglieder der Teams des Projekts',
    assignee: 'Wem das Issue zugewiesen ist',
    member: 'Ein Mitglied',
    team: 'Ein Team',
    email: 'Eine E-Mail-Adresse',
    unconfirmed: 'wartet auf Bestätigung',
    webhook: 'Ein Webhook',
    unknownMember: (id) => `Mitglied ${id}`,
    unknownTeam: (id) => `Team ${id}`,
    culprit: 'Culprit (JSON, signiert)',
    slack: 'Slack',
    discord: 'Discord',
    msteams: 'Microsoft Teams',
    mattermost: 'Mattermost',
    ownWebhook: 'Webhook',
    webhookOf: (service, host) => (host === null ? service : `${service} (${host})`),
    waiting: 'wartet',
    failing: 'schlägt fehl',
    sent: 'gesendet',
    abandoned: 'aufgegeben',
    dropped: 'verworfen',
    delivered: 'Zugestellt',
    undelivered: 'Nicht zugestellt',
    took: (milliseconds) => `${milliseconds} ms`,
    nobody:
      'Niemand erhält dies: Die Empfänger der Regel sind Mitglieder, die Mails des Projekts abgeschaltet haben, oder es gibt keine.',
    testing: 'Der Test ist unterwegs. Ein langsamer Empfänger kann eine halbe Minute brauchen.',
  },
});

export type AlertTexts = (typeof ALERT_TEXTS)['en'];

/** The result of a test, for one recipient of a rule or for the webhook of a project. */
export type TestOutcome = PluginTest & { readonly recipient?: string };

/** Describes a length of time in its largest whole unit. */
export function describeMinutes(minutes: number, texts: AlertTexts, format: Format): string {
  const [unit, length] = minutes % 1440 === 0 ? (['days', 1440] as const) : (['hours', 60] as const);
  if (minutes % length !== 0) return texts.minutes(minutes, format.number(minutes));
  return texts[unit](minutes / length, format.number(minutes / length));
}

/** Says when a condition holds. */
export function describeCondition({ type, count, minutes }: ShownCondition, texts: AlertTexts, format: Format): string {
  switch (type) {
    case 'new':
    case 'regression':
    case 'escalating':
      return texts[`${type}Long`];
    case 'events':
    case 'users':
      return texts[`${type}Long`](count ?? 0, format.number(count ?? 0), describeMinutes(minutes ?? 0, texts, format));
    default:
      return type;
  }
}

/**
 * Says who a recipient is. Of a webhook only the host is shown: its path often contains a secret.
 * @param nameOf names a member or a team; null if it is unknown
 */
export function describeRecipient(
  { type, id, address, url, format }: ShownRecipient,
  texts: AlertTexts,
  nameOf: (type: 'member' | 'team', id: string) => string | null,
): string {
  switch (type) {
    case 'project':
    case 'assignee':
      return texts[type];
    case 'member':
      return nameOf(type, id ?? '') ?? texts.unknownMember(id ?? '');
    case 'team':
      return nameOf(type, id ?? '') ?? texts.unknownTeam(id ?? '');
    case 'email':
      return address ?? '';
    default: {
      const service = MESSAGE_FORMATS.find((one) => one === format) ?? 'culprit';
      return texts.webhookOf(service === 'culprit' ? texts.ownWebhook : texts[service], hostOf(url));
    }
  }
}

/** Returns the colour of the state of a delivery. */
export function kindOfState(state: ShownDelivery['state']): 'success' | 'warning' | 'danger' | undefined {
  if (state === 'sent') return 'success';
  if (state === 'failing') return 'warning';
  return state === 'abandoned' ? 'danger' : undefined;
}
