import { randomBytes } from 'node:crypto';
import type { components } from '../../../generated/api';
import type { Caller } from '../../domain/access';
import type { AlertCondition } from '../../domain/alertCondition';
import {
  type AlertRecipient,
  type AlertRule,
  type AlertRuleContent,
  type AlertTarget,
  DEFAULT_FREQUENCY,
  findMaskedToken,
  isMaskedToken,
  MAX_COUNTED_USERS,
} from '../../domain/alertRule';
import { aboutProject, type AuditedChange } from '../../domain/audit';
import type { FieldErrors } from '../../domain/errors';
import type { Project } from '../../domain/project';
import { ALERT_SERVICES } from '../../presenters/alertServices';
import type { Read, Readers } from '../../store/stores';
import { type ElementError, elementMessages, fieldErrorsOf } from '../subjects';
import { isPrivateHost } from '../../domain/addresses';

type RuleBody = components['schemas']['AlertRuleUpdate'];
type ConditionBody = RuleBody['conditions'][number];
type RecipientBody = RuleBody['recipients'][number];

/** Returns true if the caller may change rules, and see the secrets in them (openapi/DECISIONS.md D22). */
export function canWriteRules({ scopes }: Caller): boolean {
  return scopes.some((scope) => ['alerts:write', 'project:admin', 'project:write'].includes(scope));
}

/** Returns the target of a change of a rule, for the audit log. */
export function aboutRule(
  project: Pick<Project, 'id' | 'slug'>,
  rule: { readonly id: string; readonly name: string },
): Required<Pick<AuditedChange, 'target' | 'project'>> {
  return { ...aboutProject(project), target: { id: rule.id, name: rule.name } };
}

/** Returns the errors of a rule that its schema cannot express. */
export async function validateRule({
  body,
  project,
  read,
  alerts,
  state,
  usesTokens = true,
}: {
  readonly body: Partial<RuleBody>;
  readonly project: Project;
  readonly read: Read;
  readonly alerts: { readonly allowsPrivateWebhooks: boolean };
  /** The rule that is replaced. */
  readonly state?: { readonly rule: AlertRule };
  /** False for a preview, which sends nothing: a masked token is then accepted without a stored one. */
  readonly usesTokens?: boolean;
}): Promise<FieldErrors> {
  const { conditions = [], recipients = [] } = body;
  const unknown = await read((stores) => findUnknownRecipients(stores, project.organizationId, recipients));
  const former = usesTokens ? (state?.rule.recipients ?? []) : null;
  const context = { former, allowsPrivate: alerts.allowsPrivateWebhooks };
  const malformed = recipients.flatMap((recipient, index) =>
    recipientErrors(recipient, context).map((message) => ({ index, message })),
  );
  const errors = [...malformed, ...unknown, ...duplicates(recipients), ...ticketErrors(conditions, recipients)];
  return {
    ...fieldErrorsOf('conditions', elementMessages('conditions', conditionErrors(conditions))),
    ...fieldErrorsOf(
      'recipients',
      elementMessages(
        'recipients',
        errors.sort((a, b) => a.index - b.index),
      ),
    ),
  };
}

/** Numbers that the listed types of conditions require, all of them; other types have none of these numbers. */
const NUMBERS = [
  { types: ['events', 'users'], names: ['count', 'minutes'], required: 'count and minutes' },
  {
    types: ['crashFreeSessions', 'crashFreeUsers'],
    names: ['percent', 'hours', 'minimum'],
    required: 'percent, hours and minimum',
  },
] as const satisfies { types: ConditionBody['type'][]; names: (keyof ConditionBody)[]; required: string }[];

function conditionErrors(conditions: readonly ConditionBody[]): ElementError[] {
  return conditions.flatMap((condition, index) => {
    const { type, count } = condition;
    const messages: string[] = [];
    if (conditions.findIndex((other) => other.type === type) < index) messages.push(`${type} occurs twice.`);
    for (const { types, names, required } of NUMBERS) {
      const given = names.filter((name) => condition[name] !== undefined).length;
      const isOwn = types.some((one) => one === type);
      if (isOwn && given < names.length) messages.push(`${type} requires ${required}.`);
      if (!isOwn && given > 0) messages.push(`${type} has no ${names.join(' and no ')}.`);
    }
    if (type === 'users' && (count ?? 0) > MAX_COUNTED_USERS)
      messages.push(`At most ${MAX_COUNTED_USERS} users are counted.`);
    return messages.map((message) => ({ index, message }));
  });
}

/** The members that a recipient of each type must have, and may have. */
const MEMBERS = {
  project: { required: [], optional: [] },
  assignee: { required: [], optional: [] },
  member: { required: ['id'], optional: [] },
  team: { required: ['id'], optional: [] },
  email: { required: ['address'], optional: [] },
  ticket: { required: ['connection'], optional: [] },
} as const satisfies Record<Exclude<RecipientBody['type'], 'webhook'>, object>;

/** The members that a recipient must have, and may have. */
function membersOf({ type, format = 'culprit' }: RecipientBody): Record<'required' | 'optional', readonly string[]> {
  if (type !== 'webhook') return MEMBERS[type];
  const { defaultUrl, parts } = ALERT_SERVICES[format];
  const entries = [
    ['url', defaultUrl === undefined] as const,
    ...Object.entries(parts).map(([name, part]) => [name, part.isRequired] as const),
  ];
  const namesOf = (isRequired: boolean) => entries.filter(([, one]) => one === isRequired).map(([name]) => name);
  return { required: namesOf(true), optional: ['format', ...namesOf(false)] };
}

/** The stored rule and the permission of the service on which errors of a recipient depend. */
interface RecipientContext {
  /** The recipients that the rule has; null if tokens are not used. */
  readonly former: readonly AlertRecipient[] | null;
  readonly allowsPrivate: boolean;
}

function recipientErrors(recipient: RecipientBody, context: RecipientContext): string[] {
  const { type, url, ...others } = recipient;
  const { required, optional } = membersOf(recipient);
  const name = type === 'webhook' && recipient.format !== undefined ? recipient.format : type;
  const accepted = [...required, ...optional];
  const given = Object.keys({ ...others, ...(url !== undefined && { url }) });
  const missing = required.filter((one) => !given.includes(one)).map((one) => `${name} requires ${one}.`);
  const surplus = given.filter((one) => !accepted.includes(one)).map((one) => `${name} has no ${one}.`);
  if (type !== 'webhook') return [...missing, ...surplus];
  const wrong = url === undefined ? [] : webhookUrlErrors(url, context.allowsPrivate);
  return [...missing, ...surplus, ...wrong, ...(wrong.length > 0 ? [] : partErrors(recipient, context.former))];
}

/** Returns the errors of the parts of a webhook that its format has. */
function partErrors(recipient: RecipientBody, former: RecipientContext['former']): string[] {
  const { format = 'culprit' } = recipient;
  const { defaultUrl, parts } = ALERT_SERVICES[format];
  return (['token', 'target', 'template'] as const).flatMap((name) => {
    const [value, part] = [recipient[name], parts[name]];
    if (value === undefined || part === undefined) return [];
    if (name !== 'token' || !isMaskedToken(value)) return part.errors(value);
    const url = recipient.url ?? defaultUrl;
    if (former === null || url === undefined) return [];
    return findMaskedToken(former, { url, format, token: value }) === undefined ? [UNKNOWN_TOKEN] : [];
  });
}

const UNKNOWN_TOKEN =
  'Enter the whole token: the rule has no webhook of this format and host whose token ends like this.';

/** Returns an error for each member, team and connection that the organization does not have. */
async function findUnknownRecipients(
  { members, teams, tickets }: Pick<Readers, 'members' | 'teams' | 'tickets'>,
  organizationId: string,
  recipients: readonly RecipientBody[],
): Promise<ElementError[]> {
  const errors: ElementError[] = [];
  for (const [index, { type, id, connection }] of recipients.entries()) {
    if (type === 'ticket' && connection !== undefined) {
      const found = await tickets.findConnection(organizationId, connection);
      if (found === undefined)
        errors.push({ index, message: `The organization has no ticket connection with the id ${connection}.` });
    }
    if (id === undefined || (type !== 'member' && type !== 'team')) continue;
    const subject =
      type === 'member' ? await members.find(organizationId, id) : await teams.findById(organizationId, id);
    if (subject === undefined) errors.push({ index, message: `The organization has no ${type} with the id ${id}.` });
  }
  return errors;
}

/** Returns an error for each ticket connection of a rule that is not about issues. */
function ticketErrors(conditions: readonly ConditionBody[], recipients: readonly RecipientBody[]): ElementError[] {
  const isOfSessions = ({ type }: ConditionBody) => type === 'crashFreeSessions' || type === 'crashFreeUsers';
  if (conditions.length === 0 || !conditions.every(isOfSessions)) return [];
  return recipients.flatMap(({ type }, index) =>
    type === 'ticket' ? [{ index, message: 'Only alerts about issues create tickets, not those about sessions.' }] : [],
  );
}

function duplicates(recipients: readonly RecipientBody[]): ElementError[] {
  const texts = recipients.map((recipient) => JSON.stringify(Object.entries(recipient).sort()));
  return texts.flatMap((text, index) => {
    const first = texts.indexOf(text);
    return first < index ? [{ index, message: `The same as recipients[${first}].` }] : [];
  });
}

/**
 * Converts a valid body to the content of a rule. A recipient that the rule already has keeps its key and its secret.
 * @param allocate allocates keys for new recipients
 */
export async function readRule(
  { name, isActive = true, conditions, filters = {}, recipients, frequency = DEFAULT_FREQUENCY }: RuleBody,
  former: readonly AlertRecipient[],
  allocate: (count: number) => Promise<string[]>,
): Promise<AlertRuleContent> {
  const { levels = [], environments = [], releases = [], tags = [] } = filters;
  const targets = recipients.map((recipient) => readTarget(recipient, former));
  const kept = targets.map((target) => former.find((recipient) => identityOf(recipient) === identityOf(target)));
  const keys = await allocate(kept.filter((recipient) => recipient === undefined).length);
  return {
    ...{ name, isActive, conditions: conditions.map(readCondition), frequency },
    filters: { levels, environments, releases, tags: tags.map(({ key, value }) => ({ key, value })) },
    recipients: targets.map((target, index) => kept[index] ?? newRecipient(target, keys.shift() ?? '')),
  };
}

function readCondition({
  type,
  count = 1,
  minutes = 1,
  percent = 1,
  hours = 1,
  minimum = 1,
}: ConditionBody): AlertCondition {
  switch (type) {
    case 'events':
    case 'users':
      return { type, count, minutes };
    case 'crashFreeSessions':
    case 'crashFreeUsers':
      return { type, percent, hours, minimum };
    default:
      return { type };
  }
}

function readTarget(body: RecipientBody, former: readonly AlertRecipient[]): AlertTarget {
  const { type, id = '', address = '', connection = '', format = 'culprit', token, target, template } = body;
  switch (type) {
    case 'project':
    case 'assignee':
      return { type };
    case 'member':
    case 'team':
      return { type, id };
    case 'email':
      return { type, address };
    case 'ticket':
      return { type, connection };
    case 'webhook': {
      const url = body.url ?? ALERT_SERVICES[format].defaultUrl ?? '';
      const stored =
        token !== undefined && isMaskedToken(token) ? findMaskedToken(former, { url, format, token }) : token;
      return {
        ...{ type, url, format },
        ...(stored !== undefined && { token: stored }),
        ...(target !== undefined && { target }),
        ...(template !== undefined && { template }),
      };
    }
  }
}

/** Returns a key that is the same for equal recipients. */
function identityOf(target: AlertTarget): string {
  switch (target.type) {
    case 'project':
    case 'assignee':
      return target.type;
    case 'member':
    case 'team':
      return `${target.type} ${target.id}`;
    case 'email':
      return `${target.type} ${target.address}`;
    case 'ticket':
      return `${target.type} ${target.connection}`;
    case 'webhook':
      return JSON.stringify([target.format, target.url, target.token, target.target, target.template]);
  }
}

function newRecipient(target: AlertTarget, key: string): AlertRecipient {
  if (target.type !== 'webhook') return { ...target, key };
  const secret = ALERT_SERVICES[target.format].isSigned ? newWebhookSecret() : null;
  return { ...target, key, secret };
}

/** Returns the errors of the URL of a webhook. @param allowsPrivate true if webhooks may be in private networks */
export function webhookUrlErrors(url: string, allowsPrivate: boolean): string[] {
  if (!URL.canParse(url))
    return ['Not a URL such as https://hooks.example.com/culprit, without credentials and fragment.'];
  if (allowsPrivate || !isPrivateHost(new URL(url).hostname)) return [];
  return [
    'The host is in a private network, where webhooks may be only if the service runs with WEBHOOK_ALLOW_PRIVATE=on.',
  ];
}

/** Generates the secret with which requests to a webhook are signed. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
