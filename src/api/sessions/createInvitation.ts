import { BadRequest, NotFound } from '../../domain/errors';
import { INVITATION_MS, signInLink } from '../../domain/session';
import { presentTime } from '../../presenters/format';
import { operation } from '../operation';
import { findMember } from '../subjects';
import { insertLink, requireLinkable } from './createSignInLink';
import { newSecret } from './session';

/** Creates the link with which a member chooses the first password, and mails it. It replaces a former invitation. */
export const createInvitation = operation('createInvitation', {
  subject: findMember,

  async handle({ member, caller, write, audit, alerts, now, publicUrl }) {
    const { organizationId, id: memberId } = member;
    const { url, ...link } = signInLink(publicUrl, newSecret(), now, INVITATION_MS);
    const { email, ends, slug, inviter } = await write(async (stores) => {
      const { members, organizations, signIns, auditLog } = stores;
      const invited = await requireLinkable(stores, member, caller, 'invite');
      const organization = await organizations.find(organizationId);
      if (organization === undefined) throw new NotFound('Member not found');
      const key = { organizationId, memberId };
      if ((await signIns.findPassword(key)) !== undefined)
        throw new BadRequest(
          `"${invited.email}" has a password, so nothing is left to accept; create a sign-in link instead.`,
        );
      await signIns.endInvitation(key, 'replaced', now);
      const expiresAt = await insertLink(stores, link, { member, caller, now, isInvitation: true });
      const target = { id: memberId, name: invited.email };
      const details = { expiresAt: presentTime(expiresAt) };
      await auditLog.insert(audit({ event: 'invitation.create', target, details }));
      const from = caller.memberId === null ? undefined : await members.find(organizationId, caller.memberId);
      return { email: invited.email, ends: expiresAt, slug: organization.slug, inviter: from?.email ?? null };
    });
    const isMailed = alerts.mailInvitation({
      ...{ to: email, url, expiresAt: ends, inviter, now },
      organization: { id: organizationId, slug },
    });
    return { status: 201, body: { url, expiresAt: presentTime(ends), isMailed } };
  },
});
