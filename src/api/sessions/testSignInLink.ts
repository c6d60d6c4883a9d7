import { hashToken } from '../../domain/access';
import { asksPassword, linkState } from '../../domain/session';
import { presentTime } from '../../presenters/format';
import { publicOperation } from '../operation';

/** Returns the member and the state of a sign-in link, without using it. */
export const testSignInLink = publicOperation('testSignInLink', {
  async handle({ body: { link: secret }, read, now, ipAddress, signInLimits }) {
    const takeBack = signInLimits.beginConfirmation(ipAddress, now);
    const details = await read(async ({ signIns, members, organizations }) => {
      const link = await signIns.findLink(hashToken(secret));
      const member = link && (await members.find(link.organizationId, link.memberId));
      const organization = link && (await organizations.find(link.organizationId));
      return link && member && organization && { link, member, organization };
    });
    if (details === undefined) {
      const unknown = { asksPassword: false, email: null, organization: null, expiresAt: null };
      return { status: 200, body: { state: 'unknown', ...unknown } };
    }
    takeBack();
    const { link, member, organization } = details;
    const { id, slug, name } = organization;
    return {
      status: 200,
      body: {
        state: linkState(link, now),
        asksPassword: asksPassword(link),
        email: member.email,
        organization: { id, slug, name },
        expiresAt: presentTime(link.expiresAt),
      },
    };
  },
});
