import { hashToken } from '../../domain/access';
import { CONFIRMATION_DAYS } from '../../domain/alertRule';
import { auditOf } from '../../domain/audit';
import { NotFound } from '../../domain/errors';
import type { Readers } from '../../store/stores';
import { publicOperation } from '../operation';

const UNKNOWN = `The link is unknown or older than ${CONFIRMATION_DAYS} days, or a newer mail replaced it; use the newest mail, or ask the organization to test its alert rule, which sends one.`;

/** Confirms an address to which alert rules of an organization send mails, by the token that was sent to it. */
export const confirmAlertAddress = publicOperation('confirmAlertAddress', {
  async handle({ body: { token, dryRun = false }, read, write, ipAddress, now, signInLimits }) {
    const takeBack = signInLimits.beginConfirmation(ipAddress, now);
    const hash = hashToken(token);
    const recipient = await read((stores) => requireAddress(stores, hash, now));
    takeBack();
    const { address, organization } = recipient;
    const confirms = !dryRun && !recipient.isConfirmed;
    if (confirms) {
      await write(async (stores) => {
        // A newer mail may have replaced the token since.
        await requireAddress(stores, hash, now);
        if (!(await stores.alertAddresses.confirm(hash, now))) return;
        const audit = auditOf({ organizationId: organization.id, memberId: null, tokenId: null }, ipAddress, now);
        const change = { event: 'alert_address.confirm', target: { id: address, name: address } } as const;
        await stores.auditLog.insert(audit(change));
      });
    }
    const { slug, name } = organization;
    return {
      status: 200,
      body: { organization: { slug, name }, address, isConfirmed: recipient.isConfirmed || confirms },
    };
  },
});

/** Returns the address of a token. @throws NotFound unless the token is valid */
async function requireAddress({ alertAddresses, organizations }: Readers, hash: string, now: number) {
  const recipient = await alertAddresses.findByHash(hash, now);
  const organization = recipient && (await organizations.find(recipient.organizationId));
  if (recipient === undefined || organization === undefined) throw new NotFound(UNKNOWN);
  return { ...recipient, organization };
}
