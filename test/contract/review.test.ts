/** What the review of a contract says of small changes to it. */
import { review } from './mutate';
import { batches } from './reviewCases';

describe.each(Object.entries(batches))('%s', (title, cases) => {
  let found: string[];

  beforeAll(async () => {
    const { findings } = await review((document) => cases.forEach(({ edit }) => edit(document)));
    found = findings.map(({ kind, where, what }) => `${kind}: ${where}: ${what}`);
  }, 60_000);

  test.each(cases)('$change', ({ says }) => expect(found).toEqual(expect.arrayContaining([...says])));

  test('nothing else is said', () => expect(found.sort()).toEqual(cases.flatMap(({ says }) => says).sort()));

  test('every break is one', () =>
    expect(found.some((finding) => finding.startsWith('break: '))).toBe(title !== 'what breaks nobody'));
});
