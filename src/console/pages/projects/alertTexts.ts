import type { DataOf, RecordOfList } from '../../state/api';
import type { Format } from '../../components/time';
import type { TextsOf } from '../../state/texts';
import type { alertsTexts } from '../../texts/alerts';
import { hostOf, MESSAGE_FORMATS } from './alertRule';

type ShownRecipient = RecordOfList<'listAlertRules'>['recipients'][number];
type ShownCondition = RecordOfList<'listAlertRules'>['conditions'][number];
export type ShownDelivery = RecordOfList<'listAlertDeliveries'>;
type PluginTest = DataOf<'testProjectPlugin'>;

export type AlertTexts = TextsOf<typeof alertsTexts>['alertWords'];

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
