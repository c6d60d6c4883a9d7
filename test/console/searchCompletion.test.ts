import { parseIssueQuery } from '../../src/domain/issueQuery';
import {
  fixedValues,
  hasStoredValues,
  partAt,
  quoted,
  SEARCH_KEYS,
  type SearchSuggestion,
  suggestKeys,
  suggestValues,
  tagSearchKey,
  withSuggestion,
} from '../../src/console/pages/issues/searchCompletion';

/** Finds the part at the `|` of a text. */
const at = (marked: string) => partAt(marked.replace('|', ''), marked.indexOf('|'));
const seen = (marked: string) => {
  const part = at(marked);
  return part === null ? null : `${part.key ?? ''}:${part.typed}`;
};
/** Puts a suggestion at the `|`, and marks the caret in the same way. */
function complete(marked: string, suggestion: Pick<SearchSuggestion, 'insert' | 'isKey'>): string {
  const part = at(marked);
  if (part === null) throw new Error(`Nothing is completed in ${marked}.`);
  const { text, caret } = withSuggestion(marked.replace('|', ''), part, { text: '', detail: '', ...suggestion });
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

describe('the part at the caret', () => {
  test.each([
    ['|', ':'],
    ['le|', ':le'],
    ['is:unresolved le|', ':le'],
    ['is:unresolved | level:error', ':'],
    ['!le|', ':le'],
    ['(le|', ':le'],
    ['!(is:new OR le|', ':le'],
    ['(is:new |)', ':'],
    ['(is:ne|)', 'is:ne'],
    ['level:|', 'level:'],
    ['level:er|', 'level:er'],
    ['level:er|ror', 'level:er'],
    ['lev|el:error', ':lev'],
    ['!level:er|', 'level:er'],
    ['user.email:kim@e|', 'user.email:kim@e'],
    ['user:id:3|', 'user:id:3'],
    ['tags[age]:4|', 'tags[age]:4'],
    ['release:"shop 2|', 'release:shop 2'],
    ['transaction:"POST /a|"', 'transaction:POST /a'],
    ['level:[error,fa|]', 'level:fa'],
    ['level:[error, |', 'level:'],
    ['level:[e|rror,fatal]', 'level:e'],
    ['browser:["Chrome, 140",Fire|', 'browser:Fire'],
    ['firstSeen:-2|', 'firstSeen:-2'],
    ['timesSeen:>|', 'timesSeen:>'],
  ])('%s', (marked, expected) => expect(seen(marked)).toBe(expected));

  test.each(['"of und|efined"', 'level:|[error]', 'level:[error]|'])('nothing is completed in %s', (marked) =>
    expect(at(marked)).toBeNull(),
  );
});

test('a caret behind the text is at its end', () => {
  expect(partAt('is:new', 40)).toEqual(partAt('is:new', 6));
});

describe('a suggestion', () => {
  test.each([
    ['|', 'is:', true, 'is:|'],
    ['is:unresolved le|', 'level:', true, 'is:unresolved level:|'],
    ['!le|', 'level:', true, '!level:|'],
    ['le| is:new', 'level:', true, 'level:| is:new'],
    ['lev|el:error', 'release:', true, 'release:|error'],
    ['level:er|', 'error', false, 'level:error |'],
    ['level:er|ror', 'fatal', false, 'level:fatal |'],
    ['level:| is:new', 'fatal', false, 'level:fatal| is:new'],
    ['(level:|)', 'fatal', false, '(level:fatal|)'],
    ['level:[error,|]', 'fatal', false, 'level:[error,fatal|]'],
    ['level:[er|,info]', 'fatal', false, 'level:[fatal|,info]'],
    ['transaction:"POST|', '"POST /cart"', false, 'transaction:"POST /cart" |'],
  ])('%s with %s', (marked, insert, isKey, expected) => expect(complete(marked, { insert, isKey })).toBe(expected));

  test('keys that begin with the text come first', () => {
    const part = at('se|');
    const keys = ['timesSeen', 'server', 'release', 'has'].map((value) => ({ value, detail: '' }));
    expect(suggestKeys(part!, keys).map(({ insert }) => insert)).toEqual(['server:', 'timesSeen:', 'release:']);
  });

  test('values are found in either case, and are in quotes where they need some', () => {
    const values = ['Chrome 140', 'Firefox 142', 'chromium'].map((value) => ({ value, detail: '' }));
    expect(suggestValues(at('browser:chrom|')!, values).map(({ insert }) => insert)).toEqual([
      '"Chrome 140"',
      'chromium',
    ]);
  });

  test('what is typed to its end is not suggested', () => {
    expect(suggestValues(at('is:new|')!, [{ value: 'new', detail: '' }])).toEqual([]);
  });
});

test.each(['plain', 'a b', 'say "no"', 'a\\b', 'f(x)', '[a]', 'a,b', '*', '>5', '<anonymous>', 'id:311', '-24h'])(
  'the search language reads the value %j as it was',
  (value) => {
    expect(parseIssueQuery(`region:${quoted(value)} is:new`)).toMatchObject({
      parts: [{ kind: 'tag', key: 'region', values: [[value]] }, { kind: 'substatus' }],
    });
  },
);

test('the search language has every key and fixed value that is suggested', () => {
  for (const key of SEARCH_KEYS) {
    for (const value of fixedValues(key)) expect(() => parseIssueQuery(`${key}:${value}`)).not.toThrow();
    expect(fixedValues(key).length > 0 || hasStoredValues(key) || MADE_ELSEWHERE.includes(key)).toBe(true);
  }
});

/** Keys whose values are names of parts of the organization. */
const MADE_ELSEWHERE = ['has', 'assigned', 'project', 'platform', 'issue'];

test('a tag with the name of another key is searched by tags[]', () => {
  expect(['region', 'level', 'age', 'is'].map(tagSearchKey)).toEqual(['region', 'level', 'tags[age]', 'tags[is]']);
});
