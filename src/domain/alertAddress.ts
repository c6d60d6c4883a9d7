import { hashToken } from './access';
import { DAY_MS } from './time';

/** Number of days for which the link in a mail that asks for a confirmation is valid. */
export const CONFIRMATION_DAYS = 30;
export const CONFIRMATION_MS = CONFIRMATION_DAYS * DAY_MS;

/** An address of alert rules that belongs to no member. */
export interface AlertAddress {
  readonly organizationId: string;
  /** The address in lower case. */
  readonly address: string;
  readonly isConfirmed: boolean;
}

/**
 * Creates the link by which the owner of an address confirms it. Its fragment never reaches a server or a log, and
 * opening it confirms nothing.
 */
export function confirmationLink(publicUrl: string, token: string): { readonly url: string; readonly hash: string } {
  return { url: `${publicUrl}/confirm-address#${token}`, hash: hashToken(token) };
}
