import type { components } from '../../generated/api';
import type { Delivery } from '../domain/alert';
import { presentTime } from './time';

type AlertSettings = components['schemas']['AlertSettings'];

/** What there is to know of a project's mails to one member. */
export interface MailStanding {
  readonly email: string;
  readonly isMuted: boolean;
  readonly isMember: boolean;
  readonly tellsMembers: boolean;
  /** The newest that was tried. */
  readonly last: Delivery | undefined;
}

/** How a member stands to the mails about a project. */
export function presentAlertSettings(standing: MailStanding): AlertSettings {
  const { email, isMuted, last } = standing;
  const isOpen = last?.state === 'waiting';
  return {
    mail: !isMuted,
    status: statusOf(standing),
    email,
    lastSent: last?.state === 'sent' ? presentTime(last.dateSettled ?? last.dateCreated) : null,
    error: last?.error ?? null,
    nextAttempt: isOpen && last.error !== null ? presentTime(last.dueAt) : null,
  };
}

function statusOf({ isMuted, isMember, tellsMembers, last }: MailStanding): AlertSettings['status'] {
  if (!tellsMembers) return 'notConfigured';
  if (isMuted) return 'disabled';
  if (!isMember) return 'notMember';
  return (last?.error ?? null) === null ? 'active' : 'failing';
}
