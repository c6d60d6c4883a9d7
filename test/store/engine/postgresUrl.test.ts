import { openDatabase } from '../../../src/store/engine/open';

test.each([
  ['query_timeout', 'abc'],
  ['statement_timeout', '5s'],
  ['lock_timeout', '-1'],
])('the parameter %s of a URL cannot be %s', async (name, text) => {
  await expect(openDatabase(`postgres://ann:swordfish@127.0.0.1:1/culprit?${name}=${text}`)).rejects.toThrow(
    `The parameter ${name} of the database URL is "${text}", but must be a number of milliseconds, such as 15000, or 0 for no limit.`,
  );
});

test('limits of time that are numbers are accepted', async () => {
  const url =
    'postgres://ann:swordfish@127.0.0.1:1/culprit?query_timeout=0&idle_in_transaction_session_timeout=999999999';
  await expect(openDatabase(url)).rejects.toThrow('No server listens on 127.0.0.1:1');
});
