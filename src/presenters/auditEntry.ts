import type { components } from '../../generated/api';
import type { AuditEntry } from '../domain/audit';
import { presentTime } from './format';

/** Presents an entry of the audit log. */
export function presentAuditEntry(entry: AuditEntry): components['schemas']['AuditLogEntry'] {
  const { projectId, projectSlug } = entry;
  const [targetType = ''] = entry.event.split('.');
  return {
    id: entry.id,
    event: entry.event,
    actor: {
      type: actorTypeOf(entry),
      id: entry.memberId,
      email: entry.email,
      tokenId: entry.tokenId,
      user: entry.user,
    },
    ipAddress: entry.ipAddress,
    target: { type: targetType, id: entry.targetId, name: entry.targetName },
    project: projectId === null ? null : { id: projectId, slug: projectSlug ?? '' },
    details: { ...entry.details },
    dateCreated: presentTime(entry.dateCreated),
  };
}

/** The type of who made a change. Only a recipient of mails is known by nothing but the target. */
function actorTypeOf({ memberId, tokenId, event }: AuditEntry): string {
  if (memberId !== null) return 'member';
  if (tokenId !== null) return 'token';
  return event === 'alert_address.confirm' ? 'recipient' : 'command';
}
