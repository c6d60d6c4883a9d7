import { spawnSync } from 'node:child_process';
import { shellWord } from '../../src/console/components/shellText';
import { curlOf } from '../../src/console/pages/issue/curl';
import { partsOf } from '../../src/console/pages/issue/eventParts';

/** Returns the command for the request of an event. */
function commandOf(data: Record<string, unknown>): string | null {
  const { request } = partsOf({ entries: [{ type: 'request', data }] });
  if (request === null) throw new Error('there is no request');
  return curlOf(request);
}

/** Returns the arguments that a shell gives to curl. */
function argumentsOf(command: string | null): string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }; ${command ?? ''}`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  if (stderr !== '') throw new Error(stderr);
  return stdout.split('\0').slice(0, -1);
}

const URL = 'https://shop.test/cart';

test('a request is a command without cookies and credentials', () => {
  const command = commandOf({
    url: 'https://ann:secret@shop.test/cart',
    method: 'POST',
    query: [['page', '2']],
    headers: [
      ['Accept', 'text/html'],
      ['Cookie', 'session=1'],
      ['Authorization', 'Bearer x'],
      ['Proxy-Authorization', 'Basic x'],
    ],
    data: { total: "1'0" },
  });
  expect(argumentsOf(command)).toEqual([
    '--request',
    'POST',
    '--globoff',
    '--header',
    'Accept: text/html',
    '--data-raw',
    `{"total":"1'0"}`,
    '--url',
    `${URL}?page=2`,
  ]);
});

test.each([
  '@/etc/passwd',
  '@-',
  '-o/tmp/x',
  "'; id; '",
  '$(id)',
  '`id`',
  '!!',
  'a\nb',
  '\u001b[201~\u0003id\r',
  'ä\u009b\\',
])('a body %j is sent as it is', (data) => {
  const given = argumentsOf(commandOf({ url: URL, method: 'POST', data }));
  expect(given).toEqual(['--request', 'POST', '--globoff', '--data-raw', data, '--url', URL]);
});

test.each(['file:///etc/passwd', '-o/tmp/x', '@/etc/passwd', '/cart', 'ftp://shop.test/', 'gopher://shop.test/', ''])(
  'there is no command for the address %j',
  (url) => expect(commandOf({ url, method: 'GET' })).toBeNull(),
);

test.each([
  'https://shop.test/{a,b}',
  'https://shop.test/[1-1000000]',
  "https://shop.test/'; id; '",
  'https://shop.test/$(id)',
])('the address %j is one address', (url) =>
  expect(argumentsOf(commandOf({ url, method: 'GET' }))).toEqual(['--request', 'GET', '--globoff', '--url', url]),
);

test.each(['GET; id', '$(id)', 'GET --upload-file /etc/passwd', '@x', ''])('the method %j is not used', (method) => {
  expect(argumentsOf(commandOf({ url: URL, method }))).toEqual(['--request', 'GET', '--globoff', '--url', URL]);
});

test('a header is never the name of a file, and no further header', () => {
  const headers = [
    ['@/etc/passwd', 'x'],
    ['X-Two', 'a\r\nX-Three: b'],
    ['X-Quote', "a'b"],
    ['X-At', '@/etc/passwd'],
  ];
  expect(argumentsOf(commandOf({ url: URL, method: 'GET', headers }))).toEqual([
    '--request',
    'GET',
    '--globoff',
    '--header',
    "X-Quote: a'b",
    '--header',
    'X-At: @/etc/passwd',
    '--url',
    URL,
  ]);
});

test('no command has a character that a terminal takes for a key', () => {
  const text = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code)).join('');
  const word = shellWord(text);
  expect(word).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
  expect(argumentsOf(`curl ${word}`)).toEqual([text.slice(1)]);
  expect(shellWord('shop@2.4.1')).toBe('shop@2.4.1');
  expect(shellWord('--config=x')).toBe("'--config=x'");
});
