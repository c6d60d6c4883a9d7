import { presentIssueTag } from '../../presenters/issue';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import { countIssueTags } from './storedEvents';

/** Lists the tags of an issue with their most frequent values, by key. */
export const listIssueTags = operation('listIssueTags', {
  subject: findIssue,

  async handle({ issue, query, read }) {
    const { environment } = query;
    const counted = await countIssueTags(issue, read, environment);
    const stored =
      environment === undefined ? await read(({ issueTags }) => issueTags.listKeys(issue)) : new Map<string, number>();
    const keys = [...new Set([...stored.keys(), ...counted.counts.keys()])].sort();
    return { status: 200, body: keys.map((key) => presentIssueTag(key, counted, stored.get(key) ?? 0)) };
  },
});
