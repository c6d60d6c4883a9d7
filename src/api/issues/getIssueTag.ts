import { NotFound } from '../../domain/errors';
import { presentIssueTag } from '../../presenters/issue';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import { countIssueTags } from './storedEvents';

/** Returns one tag of an issue with its most frequent values. */
export const getIssueTag = operation('getIssueTag', {
  subject: findIssue,

  async handle({ issue, params: { key }, query: { environment }, read }) {
    const counted = await countIssueTags(issue, read, environment);
    const stored = await read(({ issueTags }) => issueTags.countValuesOf(issue, key));
    if (stored === 0 && counted.counts.valuesOf(key).length === 0) throw new NotFound('Tag not found');
    return { status: 200, body: presentIssueTag(key, counted, environment === undefined ? stored : 0) };
  },
});
