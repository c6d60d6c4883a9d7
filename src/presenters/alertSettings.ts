import type { components } from '../../generated/api';
import type { Delivery } from '../domain/alert';
import { presentTime } from './format';

type AlertSettings = components['schemas']['AlertSettings'];

/** The mails about a project to one member. */
export interface MailSubscription {
  readonly email: string;
  readonly isMuted: boolean;
  readonly isMember: boolean;
  readonly sendsMail: boolean;
  /** The newest mail that was attempted. */
  readonly last: Delivery | undefined;
}

/** Presents the mails about a project to one member. */
export function presentAlertSettings(subscription: MailSubscription): AlertSettings {
  const { email, isMuted, last } = subscription;
  const isOpen = last?.state === 'waiting';
  return {
    mail: !isMuted,
    status: statusOf(subscription),
    email,
    lastSent: last?.state === 'sent' ? presentTime(last.dateSettled ?? last.dateCreated) : null,
    error: last?.error ?? null,
    nextAttempt: isOpen && last.error !== null ? presentTime(last.dueAt) : null,
  };
}

function statusOf({ isMuted, isMember, sendsMail, last }: MailSubscription): AlertSettings['status'] {
  if (!sendsMail) return 'notConfigured';
  if (isMuted) return 'disabled';
  if (!isMember) return 'notMember';
  return (last?.error ?? null) === null ? 'active' : 'failing';
}
