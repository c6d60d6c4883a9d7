import type { MailedInvitation } from '../domain/organization';
import { newMessageId } from './channel';
import { type Mailer, type MailLimits, RequestedMails } from './mailer';
import { escapeHtml, htmlFooter, htmlPage, type MailText, oneLine, subjectLine } from './mailText';

/** Mails invitations. */
export class InvitationMails extends RequestedMails {
  constructor(
    private readonly options: {
      /** Null if the service sends no mail. */
      readonly mailer: Mailer | null;
      readonly mailLimits: MailLimits;
      readonly publicUrl: () => string;
      readonly onError: (error: unknown) => void;
    },
  ) {
    super();
  }

  /**
   * Begins to send a mail; the caller does not wait for the mail server. Returns false if none is sent: the caller has
   * the link too.
   */
  begin(invitation: MailedInvitation): boolean {
    const { mailer, mailLimits, publicUrl, onError } = this.options;
    const { to, organization, now } = invitation;
    if (mailer === null) return false;
    try {
      mailLimits.count({ kind: 'invitation', to, projectId: '', organizationId: organization.id }, now);
    } catch (error) {
      onError(error);
      return false;
    }
    const text = composeInvitation(invitation, publicUrl());
    this.start(mailer.send({ to, messageId: newMessageId(publicUrl()), ...text }), onError);
    return true;
  }
}

/** Composes the mail. It contains no free text: a stranger must not receive an advertisement in it. */
function composeInvitation({ url, expiresAt, organization, inviter }: MailedInvitation, publicUrl: string): MailText {
  const who = inviter === null ? 'A token of the organization' : oneLine(inviter);
  const invitation = `${who} invites you to the organization "${organization.slug}" in Culprit, an error tracker at ${publicUrl}.`;
  const answer = 'To accept, open this link and choose a password:';
  const otherwise = 'If you expected no invitation, ignore this mail.';
  const until = new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ');
  const footer = `The link works once, until ${until} UTC, or until a newer invitation replaces it.`;
  return {
    subject: subjectLine(`Invitation to ${organization.slug}`),
    text: [invitation, answer, url, otherwise, `-- \n${footer}`, ''].join('\n\n'),
    html: htmlPage([
      `<p>${escapeHtml(invitation)}</p>`,
      `<p>${escapeHtml(answer)}<br><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`,
      `<p>${escapeHtml(otherwise)}</p>`,
      htmlFooter(footer),
    ]),
  };
}
