import { addressesOf, type AlertRule } from '../domain/alertRule';
import type { Delivery } from '../domain/alert';
import type { Assignee } from '../domain/issue';
import { DEFAULT_OWNERSHIP } from '../domain/ownership';
import type { Project } from '../domain/project';
import { lowerAscii } from '../domain/text';
import type { MailRecipient } from '../store/alerts';
import type { Read, Readers } from '../store/stores';

type RecipientStores = Pick<Readers, 'alerts' | 'alertAddresses' | 'ownership'>;

/**
 * Finds the recipients of mails, each address once: of a rule that has no assignee among its recipients, or of the
 * project itself, whose mails go to the members of its teams. Members who disabled the project's mails are left out.
 * @param rule null for the project itself, undefined for a rule that was removed
 */
export async function findRecipients(
  stores: RecipientStores,
  project: Pick<Project, 'id' | 'organizationId'>,
  rule: AlertRule | null | undefined,
): Promise<MailRecipient[]> {
  if (rule === null) return stores.alerts.findRecipients(project);
  if (!rule?.isActive) return [];
  return findRuleRecipients(stores, project, rule, null);
}

/**
 * Finds the recipients of the mails of a rule, active or not, about issues of one assignee. An address of the rule
 * itself has its negative key as id; unconfirmed addresses are left out.
 * @param assignee null for nobody: then the members of the project's teams receive the mails in place of the assignee,
 * unless the project disables that
 */
export async function findRuleRecipients(
  { alerts, alertAddresses, ownership }: RecipientStores,
  project: Pick<Project, 'id' | 'organizationId'>,
  rule: Pick<AlertRule, 'recipients'>,
  assignee: Assignee | null,
): Promise<MailRecipient[]> {
  const isForNobody = assignee === null && rule.recipients.some(({ type }) => type === 'assignee');
  const { fallthrough } = (isForNobody && (await ownership.find(project.id))) || DEFAULT_OWNERSHIP;
  const instead = assignee ?? (fallthrough ? ({ type: 'project' } as const) : null);
  const recipients = rule.recipients.flatMap((one) => (one.type === 'assignee' ? (instead ?? []) : one));
  const idsOf = (kind: 'member' | 'team') =>
    recipients.flatMap((recipient) => (recipient.type === kind ? [recipient.id] : []));
  const [memberIds, teamIds] = [idsOf('member'), idsOf('team')];
  const confirmed = await alertAddresses.findConfirmed(project.organizationId, addressesOf(rule));
  const allRecipients = [
    ...(recipients.some(({ type }) => type === 'project') ? await alerts.findRecipients(project) : []),
    ...(memberIds.length + teamIds.length > 0 ? await alerts.findRuleRecipients(project, { memberIds, teamIds }) : []),
    ...recipients.flatMap((one) =>
      one.type === 'email' && confirmed.has(lowerAscii(one.address)) ? [{ id: `-${one.key}`, email: one.address }] : [],
    ),
  ];
  return [...new Map(allRecipients.reverse().map((one) => [lowerAscii(one.email), one])).values()].reverse();
}

/**
 * Finds the address to which a delivery is sent. Returns undefined if the mail must not be sent any more.
 * @param rule the rule of the delivery; null for a delivery of the project itself
 */
export async function findAddress(
  read: Read,
  { projectId, organizationId, recipient }: Delivery,
  rule: AlertRule | null,
): Promise<string | undefined> {
  const own = rule?.recipients.find(({ key }) => recipient === `-${key}`);
  return read(async ({ alerts, alertAddresses, members }) => {
    if (own !== undefined) {
      if (own.type !== 'email') return undefined;
      const confirmed = await alertAddresses.findConfirmed(organizationId, [own.address]);
      return confirmed.has(lowerAscii(own.address)) ? own.address : undefined;
    }
    const isMuted = await alerts.isMuted(projectId, recipient);
    return isMuted ? undefined : (await members.find(organizationId, recipient))?.email;
  });
}
