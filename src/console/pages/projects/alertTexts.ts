import type { DataOf, RecordOfList } from '../../state/api';
import type { Format } from '../../components/time';
import type { TextsOf } from '../../state/texts';
import type { alertsTexts } from '../../texts/alerts';
import { hostOf, MESSAGE_FORMATS, type ShownRule } from './alertRule';

/** The members of a recipient that name it, in a rule and in the form of one. */
interface NamedRecipient {
  readonly type: ShownRule['recipients'][number]['type'];
  readonly id?: string | null;
  readonly address?: string | null;
  readonly url?: string | null;
  readonly format?: string | null;
  readonly connection?: string | null;
  readonly target?: string | null;
}
interface NamedCondition {
  readonly type: ShownRule['conditions'][number]['type'];
  readonly count?: number | null;
  readonly minutes?: number | null;
  readonly percent?: number | null;
  readonly hours?: number | null;
  readonly minimum?: number | null;
}
/** A rule, or the contents of its form. */
interface DescribedRule {
  readonly conditions: readonly NamedCondition[];
  readonly filters?: Partial<ShownRule['filters']>;
  readonly recipients: readonly NamedRecipient[];
  readonly frequency?: number;
}
/** Names a member, a team or a ticket connection; null if it is unknown. */
export type ReceiverName = (type: 'member' | 'team' | 'ticket', id: string) => string | null;
export type ShownDelivery = RecordOfList<'listAlertDeliveries'>;
type PluginTest = DataOf<'testProjectPlugin'>;

export type AlertTexts = TextsOf<typeof alertsTexts>['alertWords'];

/** The result of a test, for one recipient of a rule or for the webhook of a project. */
export type TestOutcome = PluginTest & { readonly recipient?: string };

/** Describes a length of time in its largest whole unit. */
function describeMinutes(minutes: number, texts: AlertTexts, format: Format): string {
  const [unit, length] = minutes % 1440 === 0 ? (['days', 1440] as const) : (['hours', 60] as const);
  if (minutes % length !== 0) return texts.minutes(minutes, format.number(minutes));
  return texts[unit](minutes / length, format.number(minutes / length));
}

/** Says when a condition holds. */
function describeCondition(
  { type, count, minutes, percent, hours, minimum }: NamedCondition,
  texts: AlertTexts,
  format: Format,
): string {
  switch (type) {
    case 'new':
    case 'regression':
    case 'escalating':
    case 'feedback':
      return texts[`${type}Long`];
    case 'events':
    case 'users':
      return texts[`${type}Long`](count ?? 0, format.number(count ?? 0), describeMinutes(minutes ?? 0, texts, format));
    case 'crashFreeSessions':
    case 'crashFreeUsers': {
      const time = texts.lastHours(hours ?? 0, format.number(hours ?? 0));
      return texts[`${type}Long`](format.number(percent ?? 0), time, minimum ?? 0, format.number(minimum ?? 0));
    }
    default:
      return type;
  }
}

/**
 * Says who a recipient is. Of a webhook only the host is shown: its path often contains a secret.
 */
export function describeRecipient(
  { type, id, connection = null, target = null, address, url, format }: NamedRecipient,
  texts: AlertTexts,
  nameOf: ReceiverName,
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
    case 'ticket':
      return texts.ticketIn(ticketProject({ connection, target }, texts, nameOf));
    default: {
      const service = MESSAGE_FORMATS.find((one) => one === format) ?? 'culprit';
      return texts.webhookOf(service === 'culprit' ? texts.ownWebhook : texts[service], hostOf(url ?? null));
    }
  }
}

function ticketProject(
  { connection, target }: Pick<NamedRecipient, 'connection' | 'target'>,
  texts: AlertTexts,
  nameOf: ReceiverName,
): string {
  return nameOf('ticket', connection ?? '') ?? target ?? texts.unknownConnection;
}

/** Says in a sentence what a rule does. */
export function describeRule(
  { conditions, filters = {}, recipients, frequency }: DescribedRule,
  texts: AlertTexts,
  {
    format,
    levelName,
    nameOf,
  }: { readonly format: Format; readonly levelName: (level: string) => string; readonly nameOf: ReceiverName },
): string {
  const { levels = [], environments = [], releases = [], tags = [] } = filters;
  const only = [
    ...(levels.length > 0 ? [texts.ofLevels(levels.map(levelName).join(', '))] : []),
    ...(environments.length > 0
      ? [texts.ofEnvironments(environments.map((one) => one || texts.noEnvironment).join(', '))]
      : []),
    ...(releases.length > 0 ? [texts.ofReleases(releases.join(', '))] : []),
    ...(tags.length > 0 ? [texts.ofTags(tags.map(({ key, value }) => `${key}:${value}`).join(', '))] : []),
  ].join('; ');
  const receivers = recipients.flatMap((recipient) => {
    const { type } = recipient;
    if (type === 'ticket') return [];
    if (type === 'project' || type === 'assignee') return texts[`${type}Inside`];
    const name = describeRecipient(recipient, texts, nameOf);
    return type === 'team' ? texts.teamInside(name) : name || texts.missing;
  });
  const projects = recipients.flatMap((one) => (one.type === 'ticket' ? ticketProject(one, texts, nameOf) : []));
  const does = [
    ...(receivers.length > 0 || projects.length === 0 ? [texts.alertTo(receivers.join(', ') || texts.missing)] : []),
    ...(projects.length > 0 ? [texts.ticketInside(projects.join(', '))] : []),
  ];
  const isOfSessions = conditions.length > 0 && conditions.every(({ type }) => type.startsWith('crashFree'));
  return texts[isOfSessions ? 'sentenceOfSessions' : 'sentence'](
    conditions.map((condition) => describeCondition(condition, texts, format)).join(texts.or) || texts.missing,
    only === '' ? '' : texts.only(only),
    does.join(texts.and),
    frequency === undefined ? texts.missing : describeMinutes(frequency, texts, format),
  );
}

/** Returns the colour of the state of a delivery. */
export function kindOfState(state: ShownDelivery['state']): 'success' | 'warning' | 'danger' | undefined {
  if (state === 'sent') return 'success';
  if (state === 'failing') return 'warning';
  return state === 'abandoned' ? 'danger' : undefined;
}
