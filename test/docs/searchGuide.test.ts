import { readFileSync } from 'node:fs';
import { parseEventQuery } from '../../src/domain/eventSearch';
import { parseIssueQuery } from '../../src/domain/issueQuery';

const [issues = '', events = ''] = readFileSync('openapi/guides/search.md', 'utf8').split('## Searching events');
/** Returns the texts in backticks in the first column of the tables. */
const queriesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, query]) => query ?? ''));

test('the guide has queries', () => {
  expect(queriesOf(issues).length).toBeGreaterThan(40);
  expect(queriesOf(events).length).toBeGreaterThan(20);
});

test.each(queriesOf(issues))('%s is a search for issues', (query) => {
  expect(parseIssueQuery(query)).toHaveProperty('kind');
});

test.each(queriesOf(events))('%s is a search for events', (query) => {
  expect(parseEventQuery(query)).toHaveProperty('kind');
});
