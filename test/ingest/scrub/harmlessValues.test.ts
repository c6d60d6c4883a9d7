import { FILTERED } from '../../../src/ingest/scrub/secretFormats';
import { scrubEvent } from '../../../src/ingest/scrub/scrubEvent';
import { normalized, settings } from '../build';

const scrubbed = (payload: unknown, changes = {}) => scrubEvent(normalized(payload), settings(changes));
const inExtra = (data: object, changes = {}) => scrubbed({ extra: { data } }, changes).extra['data'];

describe('under the name of a secret', () => {
  test.each<[string, unknown]>([
    ['passwords_match', false],
    ['cookies_accepted', true],
    ['password', true],
    ['token', false],
    ['session', 42],
    ['session', 123456],
    ['cookies', 12],
    ['auth', 0],
    ['passwords', 2],
    ['password', 0],
    ['token', -1],
    ['secret', 0.5],
    ['password', 'missing'],
    ['token', 'not set'],
    ['api_key', 'undefined'],
    ['authorization', 'none'],
    ['secret', '<not provided>'],
    ['session', '(empty)'],
    ['access_token', 'NOT_FOUND'],
    ['password', 'false'],
    ['cookie', 'absent'],
    ['credentials', 'no credentials'],
    ['auth_token', 'no token was provided'],
    ['tokens', 1532],
    ['tokens', '152,340'],
    ['apiTokens', 12],
    ['tokens', { input: 1200, output: { text: 332, isCached: false } }],
    ['tokens', [101, 2023, 102]],
  ])('%s: %j stays', (key, value) => {
    expect(inExtra({ [key]: value })).toEqual({ [key]: value });
    expect(
      scrubbed({ exception: [{ type: 'E', stacktrace: [{ function: 'f', vars: { [key]: value } }] }] }),
    ).toMatchObject({
      exceptions: [{ stacktrace: { frames: [{ vars: { [key]: value } }] } }],
    });
  });

  test.each<[string, unknown]>([
    ['password', 123456],
    ['passwd', 4711],
    ['otp', 482913],
    ['pass', 482913],
    ['cvv', 123],
    ['card_number', 4111111111111111],
    ['ssn', 123456789],
    ['session_id', 8472934],
    ['token', 93847],
    ['api_key', 20482048],
    ['password', 'missing-link'],
    ['password', 'nothing'],
    ['token', 'set'],
    ['password', 'correct horse'],
    ['password', { is: true }],
    ['token', [true]],
    ['tokens', 'hunter2'],
    ['tokens', ['hunter2']],
    ['tokens', { github: 'hunter2', count: 1 }],
    ['tokens', [4111111111111111]],
    ['accessTokens', 'hunter2,hunter3'],
  ])('%s: %j is redacted', (key, value) => {
    expect(inExtra({ [key]: value })).toEqual({ [key]: FILTERED });
  });

  test('text stays where it says the same', () => {
    const message =
      'login failed {"passwords_match": false, "cookies": 3, "token": "not set"} password=missing token: none';
    expect(scrubbed({ message }).logentry?.formatted).toBe(message);
    expect(scrubbed({ tags: { passwords_match: false, token: 'missing', password: 'hunter2' } }).tags).toEqual([
      { key: 'passwords_match', value: 'false' },
      { key: 'token', value: 'missing' },
      { key: 'password', value: FILTERED },
    ]);
    expect(scrubbed({ request: { cookies: { cookies_accepted: 'true', sid: 'f3a9' } } }).request?.cookies).toEqual([
      ['cookies_accepted', 'true'],
      ['sid', FILTERED],
    ]);
    expect(inExtra({ key: 'password', value: false })).toEqual({ key: 'password', value: false });
  });

  test('counts of tokens stay in texts', () => {
    const message =
      'used tokens: 152340 of 200000 {"tokens":152340,"of":{"tokens":{"input":1200}}} tokens=1.5M tokens = "128k"';
    expect(scrubbed({ message }).logentry?.formatted).toBe(message);
    const other = '{"tokens":["hunter2"],"n":1} tokens=hunter2 tokens = "hunter2"';
    expect(scrubbed({ message: other }).logentry?.formatted).toBe(
      '{"tokens":"[Filtered]","n":1} tokens=[Filtered] tokens = "[Filtered]"',
    );
  });

  test('names of counts are scrubbed', () => {
    expect(inExtra({ tokens: { 'token=hunter2': 5 } })).toEqual({ tokens: { 'token=[Filtered]': 5 } });
  });

  test('a field that the project calls sensitive is redacted, whatever its type', () => {
    const data = { balance: 5, is_member: true, note: 'none' };
    expect(inExtra(data, { sensitiveFields: ['balance', 'member', 'note'] })).toEqual({
      balance: FILTERED,
      is_member: FILTERED,
      note: FILTERED,
    });
  });
});
