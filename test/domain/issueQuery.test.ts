import { BadRequest } from '../../src/domain/errors';
import { parseIssueQuery } from '../../src/domain/issueQuery';
import type { IssueSearch, SearchedProperty } from '../../src/domain/issueSearch';

const and = (...parts: IssueSearch[]): IssueSearch => ({ kind: 'and', parts });
const or = (...parts: IssueSearch[]): IssueSearch => ({ kind: 'or', parts });
const not = (part: IssueSearch): IssueSearch => ({ kind: 'not', part });
const tag = (key: string, ...values: (string | string[])[]): IssueSearch => ({
  kind: 'tag',
  key,
  values: values.map((value) => (typeof value === 'string' ? [value] : value)),
});
const property = (name: SearchedProperty, ...values: string[][]): IssueSearch => ({
  kind: 'property',
  property: name,
  values,
});
const TRACE = '8f3a1c5e7b9d4026a1b2c3d4e5f60718';
const text = (value: string): IssueSearch => ({ kind: 'text', text: value });
const status = (value: 'unresolved' | 'resolved' | 'ignored'): IssueSearch => ({ kind: 'status', status: value });

it('may be empty', () => {
  expect(parseIssueQuery('')).toEqual(and());
  expect(parseIssueQuery('  \t ')).toEqual(and());
});

it('has a status, tags and text, in any order', () => {
  expect(
    parseIssueQuery(
      'is:unresolved level:error environment:production release:shop@1.4.0 region:eu-west "some text" more',
    ),
  ).toEqual(
    and(
      status('unresolved'),
      tag('level', 'error'),
      tag('environment', 'production'),
      tag('release', 'shop@1.4.0'),
      tag('region', 'eu-west'),
      text('some text'),
      text('more'),
    ),
  );
});

it.each([
  ['is:resolved', 'resolved'],
  ['is:ignored', 'ignored'],
  ['is:muted', 'ignored'],
  ['is:archived', 'ignored'],
] as const)('reads %s', (query, expected) => expect(parseIssueQuery(query)).toEqual(status(expected)));

it.each([
  ['url:https://shop.test/a?b=c', tag('url', 'https://shop.test/a?b=c')],
  ['transaction:"POST /cart"', tag('transaction', 'POST /cart')],
  ['say:"\\"yes\\" \\\\ no"', tag('say', '"yes" \\ no')],
  ['glob:"*.js"', tag('glob', '*.js')],
  ['!level:info', not(tag('level', 'info'))],
  ['os.name:Linux', tag('os.name', 'Linux')],
  ['user:id:311', tag('user', 'id:311')],
  ['name:Zoë', tag('name', 'Zoë')],
  ['tags[is]:new', tag('is', 'new')],
  ['tags[a:b]:c', tag('a:b', 'c')],
  ['at:main(a)', tag('at', 'main(a)')],
  ['release:web-*', tag('release', ['web-', ''])],
  ['release:*@1.*.0', tag('release', ['', '@1.', '.0'])],
  ['transaction:"POST /"*', tag('transaction', ['POST /', ''])],
  ['transaction:*"a b"*', tag('transaction', ['', 'a b', ''])],
  ['level:[error,fatal]', tag('level', 'error', 'fatal')],
  ['level:[error, "a, b" ,web-*]', tag('level', 'error', 'a, b', ['web-', ''])],
  ['has:region', { kind: 'hasTag', key: 'region' } as const],
  ['!has:os.name', not({ kind: 'hasTag', key: 'os.name' })],
  ['region:*', { kind: 'hasTag', key: 'region' } as const],
  ['error.type:RangeError', property('error.type', ['RangeError'])],
  ['error.value:"x is not *"', property('error.value', ['x is not *'])],
  ['error.value:"x is not "*', property('error.value', ['x is not ', ''])],
  ['!error.type:[TypeError,*Fault]', not(property('error.type', ['TypeError'], ['', 'Fault']))],
  ['firstRelease:web-*', { kind: 'firstRelease', values: [['web-', '']] } as const],
  ['firstRelease:latest', { kind: 'firstRelease', values: 'latest' } as const],
  ['user.id:7', property('user.id', ['7'])],
  ['user.email:*', property('user.email', ['', ''])],
  ['has:user.username', property('user.username', ['', ''])],
  ['tags[user.ip]:10.0.0.1', tag('user.ip', '10.0.0.1')],
  ['Ümlaut:x', tag('Ümlaut', 'x')],
  ['tags[ключ]:[a,"b c"]', tag('ключ', 'a', 'b c')],
  ['tags["sp ace"]:[a, b]', tag('sp ace', 'a', 'b')],
  ['tags["a]\\"b"]:c', tag('a]"b', 'c')],
  ['has:"sp ace"', { kind: 'hasTag', key: 'sp ace' } as const],
  ['has:tags["sp ace"]', { kind: 'hasTag', key: 'sp ace' } as const],
  ['!has:Ümlaut', not({ kind: 'hasTag', key: 'Ümlaut' })],
  ['has:tags[title]', { kind: 'hasTag', key: 'title' } as const],
  ['has:error.mechanism', { kind: 'hasTag', key: 'mechanism' } as const],
  ['has:error.handled', { kind: 'hasTag', key: 'handled' } as const],
  ['has:firstRelease', { kind: 'firstRelease', values: [['', '']] } as const],
  ['has:platform', { kind: 'platform', values: [['', '']] } as const],
  ['level:(none)', tag('level', '(none)')],
])('reads the tag %s', (query, expected) => expect(parseIssueQuery(query)).toEqual(expected));

it('truncates a value as stored values are truncated', () => {
  expect(parseIssueQuery(`url:${'x'.repeat(300)}`)).toEqual(tag('url', 'x'.repeat(197) + '...'));
});

it.each([
  ['"TypeError: x"', 'TypeError: x'],
  ['"!loud"', '!loud'],
  ['50%', '50%'],
  ['sum(a)', 'sum(a)'],
  [':)', undefined],
  ['x)', 'x)'],
  ['OR"', undefined],
  ['"OR"', 'OR'],
  ['ORDER', 'ORDER'],
  ['Resque::DirtyExit', 'Resque::DirtyExit'],
  ['std::bad_alloc', 'std::bad_alloc'],
  ['User::find(id)', 'User::find(id)'],
  ['App\\Http\\Kernel::handle', 'App\\Http\\Kernel::handle'],
  ['std::vector<int>::at', 'std::vector<int>::at'],
  ['level::x', 'level::x'],
  ['::before', '::before'],
  ['https://shop.test/a?b=c', 'https://shop.test/a?b=c'],
  ['C:\\shop\\cart.cs', 'C:\\shop\\cart.cs'],
  ['Foo::"a b"', undefined],
  ['a::', 'a::'],
])('reads the text %s', (query, expected) => {
  if (expected === undefined) expect(() => parseIssueQuery(query)).toThrow(BadRequest);
  else expect(parseIssueQuery(query)).toEqual(text(expected));
});

it.each([
  ['a OR b', or(text('a'), text('b'))],
  ['a AND b', and(text('a'), text('b'))],
  ['a b OR c AND d', or(and(text('a'), text('b')), and(text('c'), text('d')))],
  ['a (b OR c) d', and(text('a'), or(text('b'), text('c')), text('d'))],
  ['( a )', text('a')],
  ['(a OR sum(b)) c', and(or(text('a'), text('sum(b)')), text('c'))],
  ['!(level:error OR level:fatal)', not(or(tag('level', 'error'), tag('level', 'fatal')))],
  ['a OR(b)', or(text('a'), text('b'))],
  ['is:resolved OR is:ignored', or(status('resolved'), status('ignored'))],
  ['is:resolved !is:ignored', and(status('resolved'), not(status('ignored')))],
  ['this and that or not', and(...['this', 'and', 'that', 'or', 'not'].map(text))],
])('combines terms in %s', (query, expected) => expect(parseIssueQuery(query)).toEqual(expected));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const word = (query: string) => ({ text: query, position: 1 });
const time = (field: 'firstSeen' | 'lastSeen', comparison: '<' | '>=' | '>', at: { ago: number } | { time: number }) =>
  ({ kind: 'time', field, comparison, at }) as const;
const assigned = (query: string, to: 'me' | 'nobody' | 'anyone' | { team: string } | { email: string }) =>
  ({ kind: 'assigned', to, word: word(query) }) as const;

it.each([
  ['is:new', { kind: 'substatus', substatus: 'new' } as const],
  ['!is:regressed', not({ kind: 'substatus', substatus: 'regressed' })],
  ['is:assigned', assigned('is:assigned', 'anyone')],
  ['is:unassigned', assigned('is:unassigned', 'nobody')],
  ['is:bookmarked', { kind: 'bookmarked', word: word('is:bookmarked') } as const],
  ['assigned:me', assigned('assigned:me', 'me')],
  ['assigned:none', assigned('assigned:none', 'nobody')],
  ['assigned:#Web', assigned('assigned:#Web', { team: 'web' })],
  ['assigned:"kim@acme.test"', assigned('assigned:"kim@acme.test"', { email: 'kim@acme.test' })],
  ['assigned:[me,none]', or(assigned('assigned:[me,none]', 'me'), assigned('assigned:[me,none]', 'nobody'))],
  ['status:[resolved,ignored]', or(status('resolved'), status('ignored'))],
  ['age:-24h', time('firstSeen', '>=', { ago: 24 * HOUR })],
  ['firstSeen:+2d', time('firstSeen', '<', { ago: 48 * HOUR })],
  ['last_seen:-30m', time('lastSeen', '>=', { ago: 30 * MINUTE })],
  ['lastSeen:>2026-11-21', time('lastSeen', '>', { time: Date.UTC(2026, 10, 21) })],
  ['lastSeen:>="2026-11-21T10:30:00+01:00"', time('lastSeen', '>=', { time: Date.UTC(2026, 10, 21, 9, 30) })],
  ['firstSeen:<2026-11-21T10:30', time('firstSeen', '<', { time: Date.UTC(2026, 10, 21, 10, 30) })],
  [
    'firstSeen:2026-11-21',
    and(
      time('firstSeen', '>=', { time: Date.UTC(2026, 10, 21) }),
      time('firstSeen', '<', { time: Date.UTC(2026, 10, 22) }),
    ),
  ],
  ['timesSeen:>100', { kind: 'count', field: 'timesSeen', comparison: '>', value: 100 } as const],
  ['user_count:<=5', { kind: 'count', field: 'userCount', comparison: '<=', value: 5 } as const],
  ['times_seen:7', { kind: 'count', field: 'timesSeen', comparison: '=', value: 7 } as const],
  ['platform:[node,java*]', { kind: 'platform', values: [['node'], ['java', '']] } as const],
  ['project:shop', { kind: 'project', project: 'shop', word: word('project:shop') } as const],
  ['release:latest', { kind: 'latestRelease' } as const],
  ['release:[latest,web-*]', or({ kind: 'latestRelease' }, tag('release', ['web-', '']))],
  ['release:"latest"', tag('release', 'latest')],
  ['error.handled:0', tag('handled', 'no')],
  ['error.unhandled:true', tag('handled', 'no')],
  ['error.mechanism:on*', tag('mechanism', ['on', ''])],
  ['issue.category:error', { kind: 'category', category: 'error' } as const],
  ['issue.type:monitor_check_in_failure', { kind: 'category', category: 'cron' } as const],
  ['associated_issue_id:7', { kind: 'linked', issueId: '7' } as const],
  ['!issue.category:feedback', not({ kind: 'category', category: 'feedback' })],
  ['issue:SHOP-3', { kind: 'shortId', text: 'SHOP-3', projectSlug: 'shop', number: 3 } as const],
  ['trace:8F3A1C5E-7b9d-4026-a1b2-c3d4e5f60718', { kind: 'trace', traceId: TRACE } as const],
  [`!trace:${TRACE}`, not({ kind: 'trace', traceId: TRACE })],
])('reads the property %s', (query, expected) => expect(parseIssueQuery(query)).toEqual(expected));

it.each([
  ['!timeout', not(text('timeout'))],
  ['!"of undefined"', not(text('of undefined'))],
  ['!Resque::DirtyExit', not(text('Resque::DirtyExit'))],
  ['!SHOP-1', not({ kind: 'shortId', text: 'SHOP-1', projectSlug: 'shop', number: 1 })],
  ['level:error !timeout', and(tag('level', 'error'), not(text('timeout')))],
  ['timeout OR !cart', or(text('timeout'), not(text('cart')))],
])('reads the negation %s', (query, expected) => expect(parseIssueQuery(query)).toEqual(expected));

it.each([
  ['SHOP-3', { kind: 'shortId', text: 'SHOP-3', projectSlug: 'shop', number: 3 } as const],
  ['"SHOP-3"', text('SHOP-3')],
  [
    '8f3a1c5e-7b9d-4026-a1b2-c3d4e5f60718',
    {
      kind: 'eventId',
      text: '8f3a1c5e-7b9d-4026-a1b2-c3d4e5f60718',
      eventId: '8f3a1c5e7b9d4026a1b2c3d4e5f60718',
    } as const,
  ],
  ['A'.repeat(32), { kind: 'eventId', text: 'A'.repeat(32), eventId: 'a'.repeat(32) } as const],
])('reads the id %s', (query, expected) => expect(parseIssueQuery(query)).toEqual(expected));

it.each([
  ['is:fixed', 1, 'is:fixed', 'use is:unresolved, is:resolved or is:ignored'],
  ['is:', 1, 'is:', 'use is:unresolved'],
  ['is:resolved is:ignored', 13, 'is:ignored', 'write OR between them'],
  ['level:', 1, 'level:', 'the value after the colon is missing'],
  ['level:""', 1, 'level:\\"\\"', 'the value after the colon is missing'],
  ['level:[error,]', 1, 'level:[error,]', 'the value after the colon is missing'],
  ['level:[error', 1, 'level:[error', 'a list of values ends with ]'],
  ['level:[error]x', 1, 'level:[error]x', 'a list of values ends with ]'],
  ['level:[[a]]', 1, 'level:[[a]]', 'lists are not nested'],
  ['TypeError: x', 1, 'TypeError:', 'put text that contains a colon in quotes'],
  ['a/b:c', 1, 'a/b:c', 'put text that contains a colon in quotes'],
  ['size:>10', 1, 'size:>10', 'tags are not compared by size'],
  ['ok "open', 4, '\\"open', 'the closing quotation mark is missing'],
  ['𐐀 "open', 3, '\\"open', 'the closing quotation mark is missing'],
  ['level:"open', 1, 'level:\\"open', 'the closing quotation mark is missing'],
  ['level:"a"b', 1, 'level:\\"a\\"b', 'quotes must enclose the whole value'],
  ['a"b"', 1, 'a\\"b\\"', 'quotes must enclose the whole text'],
  ['ok ???', 4, '???', 'text is searched by its letters and digits, of which there are none'],
  ['"{}"', 1, '\\"{}\\"', 'text is searched by its letters and digits'],
  ['""', 1, '\\"\\"', 'the quotes are empty'],
  ['a !', 3, '!', '! is followed by a term, such as !level:info or !timeout'],
  ['!!loud', 1, '!!loud', '! is followed by a term'],
  ['!"open', 1, '!\\"open', 'the closing quotation mark is missing'],
  ['!???', 1, '!???', 'text is searched by its letters and digits'],
  ['assigned:kim', 1, 'assigned:kim', 'use assigned:me, assigned:none, assigned:#team or'],
  ['ok lastSeen:24h', 4, 'lastSeen:24h', 'use -24h, +7d, a day'],
  ['lastSeen:2026-11-21T10:30:00Z', 1, 'lastSeen:2026-11-21T10:30:00Z', 'write >, >=, < or <= before a time'],
  ['age:>2026-02-30', 1, 'age:>2026-02-30', 'use -24h, +7d, a day'],
  ['timesSeen:many', 1, 'timesSeen:many', 'use a number'],
  ['timesSeen:>', 1, 'timesSeen:>', 'use a number'],
  ['bookmarks:kim', 1, 'bookmarks:kim', 'use bookmarks:me'],
  ['project:web-*', 1, 'project:web-*', 'followed by a slug or an id'],
  ['issue:shop', 1, 'issue:shop', 'followed by a short id'],
  ['trace:7', 1, 'trace:7', 'has 32 hexadecimal digits; search by tags[trace] for a tag of that name'],
  ['issue.category:performance', 1, 'issue.category:performance', 'must be one of error, feedback, cron'],
  ['associated_issue_id:SHOP-1', 1, 'associated_issue_id:SHOP-1', 'it must be the id of an issue'],
  ['issue.type:cron', 1, 'issue.type:cron', 'must be one of error, feedback, monitor_check_in_failure'],
  ['error.handled:perhaps', 1, 'error.handled:perhaps', 'use error.handled:true or error.handled:false'],
  ['message:x', 1, 'message:x', 'write the text alone, without a key, or by tags[message] for a tag of that name'],
  ['stack.function:pay', 1, 'stack.function:pay', 'write the name of the function or file alone'],
  ['release.version:1', 1, 'release.version:1', 'search by release, with * for any text'],
  ['issue.priority:high', 1, 'issue.priority:high', 'search by level, timesSeen or userCount'],
  ['has:', 1, 'has:', 'has: is followed by the key of a tag'],
  ['has:is', 1, 'has:is', 'nothing is without it, so search by its values, or by has:tags[is] for a tag of that'],
  ['a !has:lastSeen', 3, '!has:lastSeen', 'nothing is without it, so search by its values'],
  ['has:timesSeen', 1, 'has:timesSeen', 'nothing is without it, so search by its values'],
  ['!has:bookmarks', 1, '!has:bookmarks', 'write is:bookmarked, or by has:tags[bookmarks]'],
  ['has:trace', 1, 'has:trace', 'write trace: and the id of a trace'],
  ['has:title', 1, 'has:title', 'write the text alone, without a key, or by has:tags[title] for a tag of that name'],
  ['has:stack.function', 1, 'has:stack.function', 'write the name of the function or file alone'],
  ['has:tags[]', 1, 'has:tags[]', 'this is no key of a tag'],
  ['tags[~user.email]:x', 1, 'tags[~user.email]:x', 'this is no key of a tag'],
  ['"sp ace":z', 1, '\\"sp ace\\":z', 'write tags["sp ace"]: for a tag whose key is in quotes'],
  ['level:(error OR fatal)', 1, 'level:(error', 'write [a,b] for one of several values'],
  ['a OR', 3, 'OR', 'a term is missing after it'],
  ['a OR OR b', 3, 'OR', 'a term is missing after it'],
  ['OR a', 1, 'OR', 'a term is missing before it'],
  ['AND a', 1, 'AND', 'a term is missing before it'],
  ['a AND', 3, 'AND', 'a term is missing after it'],
  ['(a OR ) b', 4, 'OR', 'a term is missing after it'],
  ['a ()', 3, '()', 'the parentheses are empty'],
  ['is:unresolved (', 15, '(', 'the closing parenthesis is missing; put text that contains one in quotes'],
  ['a !( ', 3, '!( ', 'the closing parenthesis is missing'],
  ['a (b', 3, '(b', 'the closing parenthesis is missing'],
  ['level:error or level:fatal', 13, 'or', 'write OR, or put the word in quotes'],
  ['not level:error', 1, 'not', 'write ! before the term, or put'],
  ['('.repeat(11) + 'a' + ')'.repeat(11), 11, '(a)))))))))))', 'parentheses may be nested 10 times'],
])('rejects %s with its position', (query, position, word, hint) => {
  expect(() => parseIssueQuery(query)).toThrow(BadRequest);
  expect(() => parseIssueQuery(query)).toThrow(`is invalid at character ${position}, "${word}": `);
  expect(() => parseIssueQuery(query)).toThrow(hint);
});

it('limits the number of terms', () => {
  expect(parseIssueQuery('a '.repeat(20))).toMatchObject({ parts: { length: 20 } });
  expect(() => parseIssueQuery('a '.repeat(21))).toThrow("Query parameter 'query' has 21 terms; use 20 or fewer.");
});
