import { isPrivateAddress, isPrivateHost } from '../../src/domain/addresses';

const PRIVATE = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8.8',
  '::8.8.8.8',
  '64:ff9b::a00:1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2001:0DB8:1::',
  '2001:1ff::1',
  '3fff:fff::1',
  '2002:7f00:1::',
  '100::1',
  '3fff::1',
];
const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.0.1',
  '172.32.0.1',
  '198.17.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00::1',
  '2001:200::1',
  '3fff:1000::1',
  '::ffff:8.8.8.8',
];

test.each(PRIVATE)('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true));
test.each(PUBLIC)('%s is public', (address) => expect(isPrivateAddress(address)).toBe(false));

test.each([
  '127.0.0.1',
  '[::1]',
  'localhost',
  'a.localhost',
  'LocalHost.',
  'printer.local',
  'metadata.google.internal',
  '',
])('%j is reported as private', (host) => {
  expect(isPrivateHost(host)).toBe(true);
});
test.each(['8.8.8.8', '[2606:4700::1111]', 'hooks.example.com', 'notlocalhost', 'local.example.com'])(
  '%j is not reported as private',
  (host) => {
    expect(isPrivateHost(host)).toBe(false);
  },
);
