import { readFileSync } from 'node:fs';
import { parseIssueQuery } from '../../src/domain/issueQuery';

const guide = readFileSync('openapi/guides/search.md', 'utf8');
/** The texts in backticks in the first column of the tables. */
const queries = guide
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, query]) => query ?? ''));

test('the guide has queries', () => {
  expect(queries.length).toBeGreaterThan(40);
});

test.each(queries)('%s is a search', (query) => {
  expect(parseIssueQuery(query)).toHaveProperty('kind');
});
