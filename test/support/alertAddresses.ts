import { type MailServer, readMail, type ReceivedMail } from './mailServer';
import { poll } from './process';
import type { Service } from './service';

export const CONFIRMATION_PATH = '/api/0/alert-addresses/confirm/';

/** The token in a mail that asks for a confirmation; undefined for another mail. */
function tokenIn(mail: ReceivedMail): string | undefined {
  return /\/confirm-address#([\w-]+)$/m.exec(readMail(mail).text)?.[1];
}

/** Whether a mail was sent to an address, in any letters. */
export function isTo({ to }: ReceivedMail, address: string): boolean {
  return to.some((one) => one.toLowerCase() === address.toLowerCase());
}

/** The tokens that were sent to an address, in any letters, the newest last. */
export function tokensTo({ mails }: MailServer, address: string): string[] {
  return mails.flatMap((mail) => (isTo(mail, address) ? (tokenIn(mail) ?? []) : []));
}

/**
 * Waits for the mail that asks the owner of an address, and confirms it as they do. Removes the mail from those that
 * were received.
 */
export async function confirmAddress(service: Service, server: MailServer, address: string): Promise<void> {
  await poll(() => tokensTo(server, address).length > 0);
  const token = tokensTo(server, address).at(-1);
  await service.client.post(CONFIRMATION_PATH).send({ token }).expect(200);
  server.mails.splice(0, Infinity, ...server.mails.filter((mail) => tokenIn(mail) === undefined));
}
