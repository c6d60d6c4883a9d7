import { fromLocalInput, toLocalInput } from '../../src/console/components/localInput';
import { parseIssueQuery } from '../../src/domain/issueQuery';
import document from '../../generated/openapi.json';
import {
  changedIssue,
  initialsOf,
  type ListedIssue,
  issueListArguments,
  LIST_PERIODS,
  newerIssues,
  queriesOf,
  queryProblem,
  readIssueList,
  refreshed,
  showsEverything,
  splitTitle,
} from '../../src/console/pages/issues/issueListState';

const stateOf = (search: string) => {
  const parameters = new URLSearchParams(search);
  return readIssueList({ get: (name) => parameters.get(name), getAll: (name) => parameters.getAll(name) });
};
const itemsOf = (ids: string) => [...ids].map((id) => ({ id }));

describe('the address of a list', () => {
  test('has defaults for what it does not say', () => {
    expect(stateOf('')).toEqual({
      query: 'is:unresolved',
      sort: 'date',
      period: '14d',
      start: null,
      end: null,
      projects: [],
      environments: [],
      cursor: '',
    });
  });

  test('says what is listed', () => {
    const state = stateOf(
      'query=&sort=freq&statsPeriod=90d&project=shop&project=web&environment=production&cursor=f3:1:0',
    );
    expect(issueListArguments('acme', state, state.cursor)).toEqual({
      organization_slug: 'acme',
      query: '',
      sort: 'freq',
      groupStatsPeriod: 'auto',
      per_page: 50,
      project: ['shop', 'web'],
      environment: ['production'],
      statsPeriod: '90d',
      cursor: 'f3:1:0',
    });
  });

  test.each(LIST_PERIODS.filter((period) => period !== 'all'))(
    'can be for %s, which the contract accepts',
    (period) => {
      const given = issueListArguments('acme', stateOf(`statsPeriod=${period}`), '');
      expect(given).toHaveProperty('statsPeriod', period);
      expect(period).toMatch(new RegExp(document.components.parameters.SearchPeriod.schema.pattern));
    },
  );

  test('a beginning or an end goes before a length of time', () => {
    const state = stateOf('statsPeriod=24h&start=2026-11-20T00:00:00Z');
    expect(state.period).toBe('custom');
    const given = issueListArguments('acme', state, '');
    expect(given).toHaveProperty('start', '2026-11-20T00:00:00Z');
    expect(given).not.toHaveProperty('statsPeriod');
  });

  test('what is no value of its parameter has the default', () => {
    expect(stateOf('sort=priority&statsPeriod=forever&start=yesterday&project=')).toEqual(stateOf(''));
  });

  test('any time is no length of time', () => {
    const state = stateOf('query=&statsPeriod=all');
    expect(showsEverything(state)).toBe(true);
    expect(issueListArguments('acme', state, '')).not.toHaveProperty('statsPeriod');
    expect(showsEverything(stateOf('query=&statsPeriod=all&project=shop'))).toBe(false);
  });
});

describe('a newer reply', () => {
  test.each([
    ['nothing newer', 'abc', 'abc', ''],
    ['issues above', 'abc', 'xyabc', 'xy'],
    ['an issue between others', 'abc', 'axbc', 'x'],
    ['no issues that moved up from the next page', 'abc', 'bcd', ''],
    ['other issues in the place of all', 'abc', 'xyz', 'xyz'],
    ['the first issues', '', 'ab', 'ab'],
    ['an order that changed', 'abc', 'cab', ''],
  ])('has %s', (_, listed, latest, newer) => {
    expect(newerIssues(itemsOf(listed), itemsOf(latest))).toEqual(itemsOf(newer));
  });

  test('renews the issues on the screen in their place', () => {
    const listed = [
      { id: 'a', count: 1 },
      { id: 'b', count: 1 },
    ];
    expect(refreshed(listed, [{ id: 'b', count: 2 }])).toEqual([
      { id: 'a', count: 1 },
      { id: 'b', count: 2 },
    ]);
  });
});

describe('the title of an issue', () => {
  test.each([
    ['TypeError: x is not a function', 'error', 'TypeError', 'x is not a function'],
    ['java.lang.IllegalStateException: no: way', 'error', 'java.lang.IllegalStateException', 'no: way'],
    ['TypeError', 'error', 'TypeError', null],
    ['Stock is low: 3', 'error', 'Stock is low: 3', null],
    ['Note: stock is low', 'default', 'Note: stock is low', null],
  ] as const)('%s', (title, type, name, message) => {
    expect(splitTitle({ title, type })).toEqual({ name, message });
  });
});

test.each([
  ['ann@acme.test', 'A'],
  ['ben.okafor@acme.test', 'BO'],
  ['front-end team', 'FE'],
  ['élodie', 'É'],
  ['@', '?'],
])('the letters of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

describe('what is wrong with a query', () => {
  test('is the word, its place, and what would be right', () => {
    const message = String.raw`Query parameter 'query' is invalid at character 7, "level:\"x": the closing quotation mark is missing.`;
    expect(queryProblem(message)).toEqual({
      position: 7,
      word: 'level:"x',
      hint: 'the closing quotation mark is missing',
    });
  });

  test('is the message if it names no place', () => {
    const message = "Query parameter 'query' has 21 terms; use 20 or fewer.";
    expect(queryProblem(message)).toEqual({ position: null, word: '', hint: message });
  });

  test('is nothing if another parameter is wrong', () => {
    expect(queryProblem('Invalid cursor parameter.')).toBeNull();
  });
});

test('an issue is shown as a change makes it, and keeps what the change does not name', () => {
  const issue = { status: 'unresolved', substatus: 'new', isBookmarked: false, hasSeen: false, assignedTo: null };
  const shown = (...given: [Parameters<typeof changedIssue>[1], Parameters<typeof changedIssue>[2]?]) =>
    changedIssue(issue as ListedIssue, ...given);
  const team = { type: 'team', id: '3', name: 'Mobile' } as const;
  expect(shown({ status: 'resolved', statusDetails: { inNextRelease: true } })).toEqual({
    ...issue,
    status: 'resolved',
  });
  expect(shown({ status: 'unresolved' })).toEqual({ ...issue, substatus: 'ongoing' });
  expect(shown({ isBookmarked: true, hasSeen: true })).toEqual({ ...issue, isBookmarked: true, hasSeen: true });
  expect(shown({ assignedTo: 'team:3' }, team)).toEqual({ ...issue, assignedTo: team });
  expect(changedIssue(shown({}, team), { assignedTo: null }, null).assignedTo).toBeNull();
});

describe('a field for a time', () => {
  test.each(['local', 'utc'] as const)('returns the time it was given, in %s time', (zone) => {
    const time = '2026-11-21T10:30:00.000Z';
    expect(fromLocalInput(toLocalInput(time, zone), zone)).toBe(time);
  });

  test('shows UTC as it is', () => expect(toLocalInput('2026-11-21T10:30:00Z', 'utc')).toBe('2026-11-21T10:30'));
  test('is empty for none', () => expect(fromLocalInput('', 'local')).toBeNull());
});

test('issues are found again by searches that name them', () => {
  expect(queriesOf([])).toEqual([]);
  expect(queriesOf([{ shortId: 'SHOP-1' }, { shortId: 'SHOP-2' }])).toEqual(['issue:SHOP-1 OR issue:SHOP-2']);
  const many = queriesOf(Array.from({ length: 41 }, (_, index) => ({ shortId: `SHOP-${index}` })));
  expect(many.map((query) => parseIssueQuery(query).kind)).toEqual(['or', 'or', 'shortId']);
});
