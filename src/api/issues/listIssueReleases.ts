import { presentTime } from '../../presenters/format';
import { operation } from '../operation';
import { findIssue } from '../subjects';

/** Lists the releases in which an issue was seen, last seen first. */
export const listIssueReleases = operation('listIssueReleases', {
  subject: findIssue,

  async handle({ issue, page, read }) {
    const releases = await read((stores) => stores.issueReleases.list(issue, page));
    const body = releases.rows.map(({ version, count, firstSeen, lastSeen }) => {
      return { version, count, firstSeen: presentTime(firstSeen), lastSeen: presentTime(lastSeen) };
    });
    return { status: 200, body, links: releases };
  },
});
