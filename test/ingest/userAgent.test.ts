import { addContextsFromRequest } from '../../src/ingest/userAgent';
import { normalized } from './build';

function contexts(headers: Record<string, string>, platform = 'javascript', others: object = {}) {
  return addContextsFromRequest(normalized({ platform, request: { headers }, contexts: others }));
}

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36';

describe('user agents', () => {
  it.each<[string, string, object]>([
    [
      'Chrome on Windows',
      CHROME,
      {
        browser: { type: 'browser', name: 'Chrome', version: '124.0.0' },
        os: { type: 'os', name: 'Windows', version: '>=10' },
      },
    ],
    [
      'Safari on macOS',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
      {
        browser: { name: 'Safari', version: '17.4' },
        os: { name: 'macOS', version: '>=10.15.7' },
        device: { family: 'Macintosh', brand: 'Apple' },
      },
    ],
    [
      'a telephone',
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36',
      {
        os: { name: 'Android', version: '14' },
        device: { type: 'device', family: 'Pixel 8', model: 'Pixel 8', brand: 'Google' },
      },
    ],
    [
      'Firefox on Ubuntu',
      'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:124.0) Gecko/20100101 Firefox/124.0',
      { browser: { name: 'Firefox', version: '124.0' }, os: { name: 'Ubuntu' } },
    ],
  ])('%s', (_, agent, expected) => {
    expect(contexts({ 'user-agent': agent })).toMatchObject(expected);
  });

  it('with frozen versions give `>=` versions and no device', () => {
    const reduced =
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36';
    expect(contexts({ 'User-Agent': reduced })).toEqual({
      browser: expect.anything() as unknown,
      os: { type: 'os', name: 'Android', version: '>=10' },
    });
  });

  it.each(['', 'curl/8.5.0', 'x', '\u0000', 'python-requests/2.31'])('%j gives no contexts', (agent) => {
    expect(contexts({ 'User-Agent': agent })).toEqual({});
  });
});

test('the client of a server event becomes `client_os`', () => {
  const os = { type: 'os', name: 'Debian', version: '12.11' };
  expect(contexts({ 'User-Agent': CHROME }, 'node', { os })).toMatchObject({
    os,
    client_os: { name: 'Windows' },
    browser: { name: 'Chrome' },
  });
});

test('contexts of the client are not changed', () => {
  const browser = { type: 'browser', name: 'Own' };
  expect(contexts({ 'User-Agent': CHROME }, 'javascript', { browser })['browser']).toEqual(browser);
});

test('client hints take precedence', () => {
  const hints = {
    'User-Agent': CHROME,
    'Sec-CH-UA': '"Chromium";v="124", "Google Chrome";v="124", "Not-A.Brand";v="99"',
    'Sec-CH-UA-Platform': '"Windows"',
    'Sec-CH-UA-Platform-Version': '"15.0.0"',
    'Sec-CH-UA-Model': '""',
  };
  expect(contexts(hints)).toEqual({
    browser: { type: 'browser', name: 'Google Chrome', version: '124' },
    os: { type: 'os', name: 'Windows', version: '11' },
  });
  expect(contexts({ 'Sec-CH-UA-Model': '"Pixel 8"' })).toEqual({
    device: { type: 'device', family: 'Pixel 8', model: 'Pixel 8' },
  });
});

test('an event without a request has no contexts', () => {
  expect(addContextsFromRequest(normalized({ contexts: { app: { name: 'a' } } }))).toEqual({
    app: { type: 'app', name: 'a' },
  });
});
