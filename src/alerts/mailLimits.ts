import { HOUR_MS } from '../domain/time';
import { lowerAscii } from '../domain/text';
import { WindowCounts } from '../domain/rateLimit';

/**
 * Maximum numbers of mails in an hour: of an organization or a project to one address (`ofOrganization`, `ofProject`),
 * and to all addresses together (`organization`, `project`). No limit is for an address alone: one organization could
 * use it up, and the address would get no mails of others.
 */
const LIMITS = {
  /** Test mails. Only the person who runs the test has asked for them; the other recipients have not. */
  test: { ofOrganization: 20, ofProject: 5, project: 100, organization: 200 },
  /** Mails that ask somebody who did not ask for anything to confirm their address. */
  confirmation: { ofOrganization: 3, ofProject: Infinity, project: 20, organization: 50 },
  /** Alerts to members, who can unsubscribe. */
  member: { ofOrganization: Infinity, ofProject: 120, project: 2_000, organization: Infinity },
  /** Alerts to other addresses. */
  address: { ofOrganization: 120, ofProject: 30, project: 300, organization: 1_000 },
} as const;

const NAMES = { test: 'test mails', confirmation: 'confirmation mails', member: 'mails', address: 'mails' } as const;

export type MailKind = keyof typeof LIMITS;

/** A mail before it is sent. */
interface LimitedMail {
  readonly kind: MailKind;
  readonly to: string;
  readonly projectId: string;
  readonly organizationId: string;
}

/**
 * Limits the mails that a project and an organization send, in total and to one address, in the memory of this process.
 */
export class MailLimits {
  readonly #counts = new WindowCounts(HOUR_MS);

  /** Counts a mail before it is sent. @throws Error whose message is one sentence, if there were too many this hour */
  count({ kind, to, projectId, organizationId }: LimitedMail, now: number): void {
    const limits = LIMITS[kind];
    const address = lowerAscii(to);
    const counted = [
      { key: `${address} in ${projectId}`, limit: limits.ofProject, who: 'from this project to this address' },
      {
        key: `${address} of ${organizationId}`,
        limit: limits.ofOrganization,
        who: 'from this organization to this address',
      },
      { key: `project ${projectId}`, limit: limits.project, who: 'from this project' },
      { key: `organization ${organizationId}`, limit: limits.organization, who: 'from this organization' },
    ];
    for (const { key, limit, who } of counted) {
      if (this.#counts.add(`${kind} ${key}`, now) <= limit) continue;
      const minutes = Math.ceil(this.#counts.secondsLeft(now) / 60);
      throw new Error(
        `${limit} ${NAMES[kind]} were sent ${who} in this hour, which is the limit; the next one can be sent in ${minutes} minutes.`,
      );
    }
  }
}
