import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { LookupAddress } from 'node:dns';
import { createHostResolver, type HostResolverOptions } from '../../src/net/privateNetworkGuard';
import { NameServer } from '../support/nameServer';

let server: NameServer;
let folder: string;
let now: number;
beforeEach(async () => {
  [server, folder, now] = [await NameServer.start(), await mkdtemp(path.join(os.tmpdir(), 'hosts-')), 1];
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function resolverWith(options: HostResolverOptions = {}): (name: string, family?: number) => Promise<string[]> {
  const resolve = createHostResolver({
    servers: [server.address],
    hostsFile: path.join(folder, 'hosts'),
    resolvConf: path.join(folder, 'resolv.conf'),
    clock: () => now,
    ...options,
  });
  return (name, family) =>
    new Promise((done, fail) =>
      resolve(name, { all: true, ...(family !== undefined && { family }) }, (error, addresses: LookupAddress[] = []) =>
        error === null ? done(addresses.map(({ address }) => address)) : fail(error),
      ),
    );
}

test('a name has the addresses that the name server has', async () => {
  server.addresses.set('hooks.test', ['203.0.113.9', '203.0.113.10']);
  expect(await resolverWith()('Hooks.test')).toEqual(['203.0.113.9', '203.0.113.10']);
});

test('names of silent servers delay no others, however many they are', async () => {
  server.addresses.set('hooks.test', ['203.0.113.9']);
  const resolve = resolverWith({ timeoutMs: 2000 });
  const names = Array.from({ length: 50 }, (_, number) => `${number}.silent.test`);
  names.forEach((name) => server.silent.add(name));
  const ended: string[] = [];
  const silent = names.map((name) => resolve(name).catch(() => ended.push(name)));
  expect(await resolve('hooks.test')).toEqual(['203.0.113.9']);
  expect(ended).toEqual([]);
  await Promise.all(silent);
  expect(ended).toHaveLength(50);
});

test('a silent name ends with the time, and is not asked again for half a minute', async () => {
  server.silent.add('silent.test');
  const resolve = resolverWith({ timeoutMs: 1_000 });
  await expect(resolve('silent.test')).rejects.toThrow('The host silent.test could not be looked up in time.');
  server.silent.clear();
  server.addresses.set('silent.test', ['203.0.113.9']);
  now = 30_001;
  await expect(resolve('silent.test')).rejects.toThrow('The host silent.test could not be looked up in time.');
  now = 30_002;
  expect(await resolve('silent.test')).toEqual(['203.0.113.9']);
});

test('a name that does not exist fails at once, each time', async () => {
  const resolve = resolverWith();
  await expect(resolve('missing.test')).rejects.toThrow('The host missing.test was not found.');
  server.addresses.set('missing.test', ['203.0.113.9']);
  expect(await resolve('missing.test')).toEqual(['203.0.113.9']);
});

test('the file of hosts comes first, and is read again', async () => {
  const resolve = resolverWith();
  const hosts = (text: string) => writeFileSync(path.join(folder, 'hosts'), text);
  hosts('# local\n10.0.0.7\treceiver Receiver.Internal # the receiver\nfd00::7 receiver\n\nbroken\n');
  expect(await resolve('receiver')).toEqual(['10.0.0.7', 'fd00::7']);
  expect(await resolve('receiver', 6)).toEqual(['fd00::7']);
  expect(await resolve('receiver.internal')).toEqual(['10.0.0.7']);
  hosts('10.0.0.8 receiver\n');
  expect(await resolve('receiver')).toEqual(['10.0.0.8']);
  expect(server.questions).toEqual([]);
});

test.each(['localhost', 'LOCALHOST', 'shop.localhost', 'localhost.'])('%s is this machine', async (name) => {
  expect(await resolverWith()(name)).toEqual(['127.0.0.1', '::1']);
  expect(await resolverWith()(name, 4)).toEqual(['127.0.0.1']);
  expect(server.questions).toEqual([]);
});

test('an address is itself', async () => {
  expect(await resolverWith()('203.0.113.9')).toEqual(['203.0.113.9']);
  expect(await resolverWith()('2001:db8::1')).toEqual(['2001:db8::1']);
});

test('short names are completed with the domains of the configuration', async () => {
  writeFileSync(path.join(folder, 'resolv.conf'), 'search shop.svc.test svc.test\noptions ndots:2\n');
  server.addresses.set('receiver.svc.test', ['10.0.0.9']).set('hooks.example.test', ['203.0.113.9']);
  const resolve = resolverWith();
  expect(await resolve('receiver')).toEqual(['10.0.0.9']);
  expect(await resolve('hooks.example.test')).toEqual(['203.0.113.9']);
  expect(await resolve('receiver.svc.test.')).toEqual(['10.0.0.9']);
  await expect(resolve('receiver.')).rejects.toThrow('was not found');
});
