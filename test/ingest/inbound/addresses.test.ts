import { checkAddresses, compileAddresses } from '../../../src/ingest/inbound/addresses';

const holds = (text: string, address: string) => compileAddresses(text)(address);

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.0/24', '192.0.2.255'],
  ['192.0.2.77/24', '192.0.2.1'],
  ['0.0.0.0/0', '203.0.113.9'],
  ['2001:db8::1', '2001:db8:0:0:0:0:0:1'],
  ['2001:DB8::/32', '2001:db8:ffff::1'],
  ['192.0.2.0/24', '::ffff:192.0.2.1'],
  ['::ffff:0:0/96', '192.0.2.1'],
  ['10.0.0.1\n\n  192.0.2.1  \r\n', '192.0.2.1'],
])('%j holds %s', (text, address) => {
  expect(checkAddresses(text)).toEqual([]);
  expect(holds(text, address)).toBe(true);
});

test.each([
  ['192.0.2.1', '192.0.2.2'],
  ['192.0.2.0/24', '192.0.3.0'],
  ['0.0.0.0/0', '2001:db8::1'],
  ['', '192.0.2.1'],
  ['192.0.2.1', 'unknown'],
  ['192.0.2.0/33', '192.0.2.1'],
])('%j does not hold %s', (text, address) => {
  expect(holds(text, address)).toBe(false);
});

test.each([
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0',
  '010.0.0.1',
  '::1/129',
  ':::1',
  'fe80::1%eth0',
  'localhost',
  '*',
  '10.0.0.*',
])('%j is told to be wrong, with its line', (line) => {
  expect(checkAddresses(`10.0.0.1\n${line}`)).toEqual([expect.stringMatching(/^line 2: ".*" is (no|out of)/)]);
});
