import type { components } from '../../../client/createClient';
import { linesOf, numberOf } from '../../components/schemaValues';

export type ShownRule = components['schemas']['AlertRule'];
type RuleUpdate = components['schemas']['AlertRuleUpdate'];
type ConditionUpdate = components['schemas']['AlertConditionUpdate'];
type RecipientUpdate = components['schemas']['AlertRecipientUpdate'];
type LevelName = NonNullable<NonNullable<RuleUpdate['filters']>['levels']>[number];

export type ConditionType = ConditionUpdate['type'];
export type RecipientType = RecipientUpdate['type'];
export type MessageFormat = NonNullable<RecipientUpdate['format']>;

/** The choices of a rule's form, in its order. A test compares these with the contract. */
export const CONDITION_TYPES = [
  'new',
  'regression',
  'escalating',
  'events',
  'users',
  'feedback',
  'crashFreeSessions',
  'crashFreeUsers',
] as const satisfies ConditionType[];
export const RECIPIENT_TYPES = [
  'project',
  'assignee',
  'member',
  'team',
  'email',
  'webhook',
  'ticket',
] as const satisfies RecipientType[];
export const MESSAGE_FORMATS = [
  'culprit',
  'slack',
  'discord',
  'msteams',
  'mattermost',
  'googlechat',
  'telegram',
  'ntfy',
  'zulip',
  'pagerduty',
  'opsgenie',
  'template',
] as const satisfies MessageFormat[];

/** A part of a webhook that only some formats have. */
type FormatPart = 'token' | 'target' | 'template';

/** The parts that a format has beside its URL, and the URL that stands for an empty one. A test compares them. */
export const FORMAT_PARTS: Readonly<
  Partial<Record<MessageFormat, { readonly parts: readonly FormatPart[]; readonly defaultUrl?: string }>>
> = {
  telegram: { parts: ['token', 'target'], defaultUrl: 'https://api.telegram.org' },
  ntfy: { parts: ['token'] },
  zulip: { parts: ['token', 'target'] },
  pagerduty: { parts: ['token'], defaultUrl: 'https://events.pagerduty.com' },
  opsgenie: { parts: ['token'], defaultUrl: 'https://api.opsgenie.com' },
  template: { parts: ['token', 'template'] },
};
export const LEVELS = ['fatal', 'error', 'warning', 'info', 'debug'] as const satisfies LevelName[];

/** The numbers that conditions may have, and their first values: a condition that has one needs all of its numbers. */
const FIRST_NUMBERS = { count: 100, minutes: 60, percent: 99, hours: 24, minimum: 100 } as const;
type NumberName = keyof typeof FIRST_NUMBERS;

/** Returns the numbers of a type of condition, in the order of the form. */
export function numbersOf(type: ConditionType): readonly NumberName[] {
  if (type === 'events' || type === 'users') return ['count', 'minutes'];
  return type === 'crashFreeSessions' || type === 'crashFreeUsers' ? ['percent', 'hours', 'minimum'] : [];
}

export interface ConditionDraft extends Readonly<Record<NumberName, string>> {
  readonly isChosen: boolean;
}

export interface RecipientDraft {
  readonly type: RecipientType;
  /** Of the member, team or ticket connection. */
  readonly id: string;
  readonly address: string;
  readonly url: string;
  readonly format: MessageFormat;
  readonly token: string;
  /** The chat or channel. */
  readonly target: string;
  readonly template: string;
}

interface TagDraft {
  readonly key: string;
  readonly value: string;
}

/** The contents of a rule's form. */
export interface RuleDraft {
  readonly name: string;
  readonly isActive: boolean;
  readonly conditions: Readonly<Record<ConditionType, ConditionDraft>>;
  readonly levels: readonly LevelName[];
  /** One in a line, as in `releases`. */
  readonly environments: string;
  /** True if events without an environment match. */
  readonly matchesNoEnvironment: boolean;
  readonly releases: string;
  readonly tags: readonly TagDraft[];
  readonly recipients: readonly RecipientDraft[];
  readonly frequency: string;
}

export const NEW_RECIPIENT: RecipientDraft = {
  type: 'project',
  id: '',
  address: '',
  url: '',
  format: 'culprit',
  token: '',
  target: '',
  template: '{\n  "text": "{{issue.title}}",\n  "link": "{{issue.url}}"\n}',
};

/** The first draft of a rule: the alerts that most projects want. */
export const NEW_RULE: RuleDraft = {
  name: '',
  isActive: true,
  conditions: conditionDrafts([{ type: 'new' }, { type: 'regression' }]),
  levels: [],
  environments: '',
  matchesNoEnvironment: false,
  releases: '',
  tags: [],
  recipients: [NEW_RECIPIENT],
  frequency: '30',
};

interface GivenCondition extends Partial<Readonly<Record<NumberName, number | null>>> {
  readonly type: string;
}

function conditionDrafts(given: readonly GivenCondition[]): Readonly<Record<ConditionType, ConditionDraft>> {
  const draftOf = (type: ConditionType): ConditionDraft => {
    const condition = given.find((one) => one.type === type);
    const numberIn = (name: NumberName) => String(condition?.[name] ?? FIRST_NUMBERS[name]);
    return {
      isChosen: condition !== undefined,
      count: numberIn('count'),
      minutes: numberIn('minutes'),
      percent: numberIn('percent'),
      hours: numberIn('hours'),
      minimum: numberIn('minimum'),
    };
  };
  return Object.fromEntries(CONDITION_TYPES.map((type) => [type, draftOf(type)])) as Record<
    ConditionType,
    ConditionDraft
  >;
}

/** Writes a rule as its form has it. */
export function ruleDraftOf({ name, isActive, conditions, filters, recipients, frequency }: ShownRule): RuleDraft {
  return {
    name,
    isActive,
    conditions: conditionDrafts(conditions),
    frequency: String(frequency),
    levels: LEVELS.filter((level) => filters.levels.includes(level)),
    environments: filters.environments.filter((environment) => environment !== '').join('\n'),
    matchesNoEnvironment: filters.environments.includes(''),
    releases: filters.releases.join('\n'),
    tags: filters.tags.map(({ key, value }) => ({ key, value })),
    recipients: recipients.map(({ type, id, connection, address, url, format, token, target, template }) => ({
      type: RECIPIENT_TYPES.find((one) => one === type) ?? 'project',
      id: id ?? connection ?? '',
      address: address ?? '',
      url: url ?? '',
      format: MESSAGE_FORMATS.find((one) => one === format) ?? 'culprit',
      token: token ?? '',
      target: target ?? '',
      template: template ?? NEW_RECIPIENT.template,
    })),
  };
}

/** Reads the rule that a form contains. The service refuses values that cannot be part of one. */
export function ruleUpdateOf(draft: RuleDraft): RuleUpdate {
  const { name, isActive, levels, environments, matchesNoEnvironment, releases, tags } = draft;
  const frequency = numberOf(draft.frequency);
  return {
    name,
    isActive,
    conditions: chosenConditions(draft).map((type) => conditionUpdate(type, draft.conditions[type])),
    filters: {
      levels: [...levels],
      environments: [...linesOf(environments), ...(matchesNoEnvironment ? [''] : [])],
      releases: linesOf(releases),
      tags: tags.map(({ key, value }) => ({ key: key.trim(), value: value.trim() })),
    },
    recipients: draft.recipients.map(recipientUpdate),
    ...(frequency !== null && { frequency }),
  };
}

/** Returns the conditions of a draft, in the order in which they are sent: errors name them by their place in it. */
export function chosenConditions({ conditions }: RuleDraft): ConditionType[] {
  return CONDITION_TYPES.filter((type) => conditions[type].isChosen);
}

/** Returns the numbers of a chosen condition whose fields are empty. */
export function missingNumbers({ conditions }: RuleDraft, type: ConditionType): NumberName[] {
  return conditions[type].isChosen ? numbersOf(type).filter((name) => numberOf(conditions[type][name]) === null) : [];
}

function conditionUpdate(type: ConditionType, draft: ConditionDraft): ConditionUpdate {
  const numbers = numbersOf(type).map((name) => [name, numberOf(draft[name])] as const);
  return { type, ...Object.fromEntries(numbers.filter(([, number]) => number !== null)) };
}

function recipientUpdate(draft: RecipientDraft): RecipientUpdate {
  const { type, id, address, format } = draft;
  switch (type) {
    case 'project':
    case 'assignee':
      return { type };
    case 'member':
    case 'team':
      return { type, id };
    case 'email':
      return { type, address: address.trim() };
    case 'ticket':
      return { type, connection: id };
    case 'webhook':
      return { type, format, ...webhookParts(draft) };
  }
}

/**
 * Returns the URL of a webhook, and the parts that its format has. The service names the required ones that are empty.
 */
function webhookParts({ format, ...draft }: RecipientDraft): Partial<RecipientUpdate> {
  const { parts = [], defaultUrl } = FORMAT_PARTS[format] ?? {};
  const url = draft.url.trim();
  const given = parts.map((name) => [name, draft[name].trim()] as const).filter(([, value]) => value !== '');
  return { ...((url !== '' || defaultUrl === undefined) && { url }), ...Object.fromEntries(given) };
}

export type FieldMessages = { readonly fields: Readonly<Record<string, readonly string[]>> } | null;

/**
 * True if a message begins with a place of the body, or with a place below it:
 * `recipients[0].address: Not an e-mail address.`
 */
function isAt(message: string, place: string): boolean {
  return message.startsWith(place) && [':', '.', '['].includes(message.charAt(place.length));
}

/** Returns the errors of a field at a place of the body, without the place. */
export function messagesAt(error: FieldMessages, field: string, place: string): string[] {
  const messages = (error?.fields[field] ?? []).filter((message) => isAt(message, place));
  return messages.map((message) => message.slice(message.indexOf(': ') + 2));
}

/** Returns the errors of a condition, but for the one about missing numbers: each empty field has its own. */
export function conditionMessages(error: FieldMessages, draft: RuleDraft, type: ConditionType): string[] {
  const messages = messagesAt(error, 'conditions', `conditions[${chosenConditions(draft).indexOf(type)}]`);
  return missingNumbers(draft, type).length === 0
    ? messages
    : messages.filter((message) => !message.startsWith(`${type} requires `));
}

/** Returns the errors of a field that are at none of the places. */
export function messagesElsewhere(error: FieldMessages, field: string, places: readonly string[]): string[] {
  return (error?.fields[field] ?? []).filter((message) => !places.some((place) => isAt(message, place)));
}

/** Returns the host of a webhook, whose path often contains a secret; null if the URL is not shown or is none. */
export function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).host : null;
}
