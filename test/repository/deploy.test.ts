/**
 * Tests that the files in scripts/deploy/ fit the repository: files, scripts, variables, ports and paths. No container
 * is started.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import contract from '../../generated/openapi.json';
import { bin, scripts } from '../../package.json';
import { readConfig } from '../../src/config';

const ROOT = path.resolve(__dirname, '../..');
const FOLDER = path.join(ROOT, 'scripts/deploy');

interface Service {
  readonly image: string;
  readonly stop_grace_period?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, null>>;
}

/** The parser that openapi-typescript brings. */
const { parseYaml } = createRequire(require.resolve('openapi-typescript/package.json'))('@redocly/openapi-core') as {
  parseYaml(text: string): unknown;
};

const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');
const recipe = read('Containerfile');
const proxy = read('haproxy.cfg');
const compose = parseYaml(read('compose.yaml')) as Compose;
const { 'culprit-1': one, 'culprit-2': two, database, proxy: front } = compose.services as Record<string, Service>;
const ENVIRONMENT = { POSTGRES_PASSWORD: 'p@ss:w/rd', PUBLIC_URL: 'https://errors.acme.test' };

/** Returns the arguments of each instruction of that name. */
function instructions(name: string): string[] {
  const lines = recipe
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  return lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1).trim());
}

/** Replaces the variables of a value as compose does. */
function filled(text: string, environment: Readonly<Record<string, string>> = ENVIRONMENT): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string | undefined, rest = '') => {
    const value = environment[name] ?? '';
    if (value === '' && kind === '?') throw new Error(`${name}: ${rest}`);
    return value === '' && kind === '-' ? (rest as string) : value;
  });
}

const variables = (service: Service | undefined) =>
  Object.entries(service?.environment ?? {}).map(([name, text]) => [name, filled(text)]);
const setByImage = Object.fromEntries(
  instructions('ENV').flatMap((line) => line.split(/\s+/).map((pair) => pair.split('='))),
);

describe('the image', () => {
  it('copies files that exist, and runs scripts that exist', () => {
    const copied = instructions('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1));
    const unignored = read('Containerfile.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(copied.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    expect(copied.toSorted()).toEqual(unignored.toSorted());
    const run = [
      ...instructions('RUN')
        .join('\n')
        .matchAll(/npm run (\S+)/g),
    ].map(([, name]) => name ?? '');
    expect(run).toEqual(['build']);
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('has the Node.js version of .nvmrc, and installs the versions of the lock file', () => {
    const release = readFileSync(path.join(ROOT, '.nvmrc'), 'utf8').trim();
    for (const from of instructions('FROM')) expect(from).toMatch(new RegExp(`^node:${release}-`));
    expect(instructions('RUN').join('\n')).toContain('npm ci --ignore-scripts');
  });

  it('starts the command of npm start as an unprivileged user', () => {
    const command = [...instructions('ENTRYPOINT'), ...instructions('CMD')].flatMap(
      (line) => JSON.parse(line) as string[],
    );
    const [allocator = ''] = /MALLOC_ARENA_MAX=\d+/.exec(instructions('ENV').join(' ')) ?? [];
    expect(scripts.start).toBe(`exec env ${allocator} ${command.join(' ')}`);
    expect(instructions('USER')).toEqual(['node']);
    expect(recipe.indexOf('USER node')).toBeGreaterThan(recipe.lastIndexOf('FROM '));
  });

  it('listens on all interfaces at its exposed port, where its health check requests an operation of the contract', () => {
    const config = readConfig(setByImage);
    expect(config).toMatchObject({ host: '0.0.0.0', port: 4000, checksEveryReply: false });
    expect(instructions('EXPOSE')).toEqual([String(config.port)]);
    const healthUrl = new URL(/fetch\('([^']+)'\)/.exec(instructions('HEALTHCHECK').join(''))?.[1] ?? '');
    expect(healthUrl.port).toBe(String(config.port));
    expect(contract.paths).toHaveProperty([healthUrl.pathname, 'get']);
  });
});

describe('the services', () => {
  it('have equal definitions', () => {
    expect(two).toEqual(one);
    const { context = '', dockerfile = '' } = one?.build ?? {};
    expect(path.resolve(FOLDER, context)).toBe(ROOT);
    expect(path.resolve(ROOT, dockerfile)).toBe(path.join(FOLDER, 'Containerfile'));
  });

  it('have a valid configuration, with any characters in the password', () => {
    const config = readConfig({ ...setByImage, ...Object.fromEntries(variables(one)) });
    expect(config).toMatchObject({
      publicUrl: ENVIRONMENT.PUBLIC_URL,
      trustedProxies: ['uniquelocal'],
      bootstrap: true,
      smtp: null,
    });
    const { hostname, username, password, pathname } = new URL(config.databaseUrl);
    const kept = Object.fromEntries(variables(database));
    expect([hostname, username, pathname]).toEqual(['database', kept['POSTGRES_USER'], `/${kept['POSTGRES_DB']}`]);
    // The driver reads it from PGPASSWORD, where no character needs an escape.
    expect(password).toBe('');
    expect(Object.fromEntries(variables(one))['PGPASSWORD']).toBe(kept['POSTGRES_PASSWORD']);
  });

  it('set only variables that the source reads', () => {
    const source = readFileSync(path.join(ROOT, 'src/config.ts'), 'utf8');
    const ofOthers = ['PGPASSWORD', 'MALLOC_ARENA_MAX'];
    const names = [...Object.keys(one?.environment ?? {}), ...Object.keys(setByImage)].filter(
      (name) => !ofOthers.includes(name),
    );
    expect(names.filter((name) => !source.includes(`'${name}'`))).toEqual([]);
  });

  it.each(['POSTGRES_PASSWORD', 'PUBLIC_URL'])('do not start without %s', (name) => {
    const values = Object.values(compose.services).flatMap(({ environment = {} }) => Object.values(environment));
    const set = Object.fromEntries(Object.entries(ENVIRONMENT).filter(([other]) => other !== name));
    expect(() => values.map((value) => filled(value, set))).toThrow(name);
  });

  it('wait for the database, and the proxy waits for them', () => {
    const healthy = { condition: 'service_healthy' };
    expect(one?.depends_on).toEqual({ database: healthy });
    expect(front?.depends_on).toEqual({ 'culprit-1': healthy, 'culprit-2': healthy });
  });

  it('have read-only file systems, and only the proxy publishes ports', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect([name, service.read_only]).toEqual([name, true]);
      expect([name, service.ports !== undefined]).toEqual([name, name === 'proxy']);
      expect(service.networks.filter((network) => !(network in compose.networks))).toEqual([]);
    }
    expect(database?.networks.map((network) => compose.networks[network]?.internal)).toEqual([true]);
  });

  it('use volumes and files that exist', () => {
    for (const volume of Object.values(compose.services).flatMap(({ volumes = [] }) => volumes)) {
      const [from = ''] = volume.split(':');
      expect([from, from.startsWith('.') ? existsSync(path.join(FOLDER, from)) : from in compose.volumes]).toEqual([
        from,
        true,
      ]);
    }
  });
});

describe('the proxy', () => {
  it('forwards to the port of both services, and checks their health', () => {
    const { port } = readConfig(setByImage);
    const upstreams = [...proxy.matchAll(/^ +server \S+ (\S+)$/gm)].map(([, address]) => address);
    expect(upstreams).toEqual(
      Object.keys(compose.services)
        .filter((name) => name.startsWith('culprit-'))
        .map((name) => `${name}:${port}`),
    );
    const [, health = ''] = /option httpchk GET (\S+)/.exec(proxy) ?? [];
    expect(contract.paths).toHaveProperty([health, 'get']);
  });

  it('listens on its published port, and accepts URLs of the length that the service accepts', () => {
    const [, inside] = /^ +bind :(\d+)$/m.exec(proxy) ?? [];
    expect(front?.ports?.map((port) => filled(port))).toEqual([`8080:${inside}`]);
    const [, buffer] = /tune\.bufsize (\d+)/.exec(proxy) ?? [];
    expect(Number(buffer)).toBeGreaterThan(96 * 1024);
  });
});

describe('nginx in its place', () => {
  const nginx = read('nginx.conf');
  const numberOf = (pattern: RegExp) => Number(pattern.exec(nginx)?.[1]);

  it('forwards to the services of HAProxy', () => {
    const upstreams = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, address]) => address);
    expect(upstreams(nginx, /^ +server (\S+) max_fails/gm)).toEqual(upstreams(proxy, /^ +server \S+ (\S+)$/gm));
  });

  it('waits longer than the service, keeps connections for less time, and accepts bodies of its largest limit', () => {
    const { bodyTimeout, requestTimeout, writeTimeout, keepAliveTimeout } = readConfig({}).limits;
    expect(numberOf(/client_body_timeout (\d+)s/)).toBeGreaterThan(2 * bodyTimeout);
    expect(numberOf(/proxy_read_timeout (\d+)s/)).toBeGreaterThan(Math.max(requestTimeout, writeTimeout));
    expect(numberOf(/keepalive_timeout (\d+)s/)).toBeLessThan(keepAliveTimeout);
    const limits = Object.values(contract.paths).flatMap((methods) =>
      Object.values(methods).map((one) => (one as { 'x-max-body-bytes'?: number })['x-max-body-bytes'] ?? 0),
    );
    expect(numberOf(/client_max_body_size (\d+)m/) * 1024 * 1024).toBeGreaterThanOrEqual(Math.max(...limits));
    expect(numberOf(/large_client_header_buffers \d+ (\d+)k/)).toBeGreaterThanOrEqual(96);
  });
});

/* A service that migrates its database is alive and not ready: nothing may restart it or send it requests. */
describe('a migration', () => {
  it.each(['Containerfile', 'Containerfile.sqlite'])('is not interrupted by the health check of %s', (file) => {
    const [check = ''] = /^HEALTHCHECK .*\\\n.*$/m.exec(read(file)) ?? [];
    expect(check).toContain('/healthz');
    expect(check).not.toContain('/readyz');
  });

  it('keeps a service out of the proxy, and is not interrupted by systemd', () => {
    expect(proxy).toContain('option httpchk GET /readyz');
    expect(read('culprit.service')).not.toMatch(/^(WatchdogSec|TimeoutStartSec|Type=notify)/m);
  });
});

describe('a service that is told to stop', () => {
  it('accepts requests until the proxy has noticed, and ends before it is killed', () => {
    const [, seconds, failures] = /check inter (\d+)s fall (\d+)/.exec(proxy) ?? [];
    const { stopDelay } = readConfig(Object.fromEntries(variables(one)));
    expect(stopDelay).toBeGreaterThan(Number(seconds) * Number(failures));
    // Requests in progress have ten seconds more.
    expect(Number.parseInt(one?.stop_grace_period ?? '', 10)).toBeGreaterThan(stopDelay + 10);
  });
});

describe('the unit of systemd', () => {
  const unit = read('culprit.service');
  const valuesOf = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const environment = Object.fromEntries(valuesOf('Environment').map((pair) => pair.split(/=(.*)/).slice(0, 2)));

  it('starts the command of the package with a valid configuration', () => {
    expect(valuesOf('ExecStart')).toEqual([`/usr/bin/env ${Object.keys(bin).join(' ')} serve`]);
    const config = readConfig(environment);
    expect(config).toMatchObject({ databaseUrl: 'sqlite:/var/lib/culprit/culprit.db', logFormat: 'json' });
    const source = readFileSync(path.join(ROOT, 'src/config.ts'), 'utf8');
    // Node.js and the C library read their own options, which npm start gives to them.
    const { NODE_OPTIONS, MALLOC_ARENA_MAX, ...ours } = environment;
    expect(scripts.start).toContain(` MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX} node ${NODE_OPTIONS} `);
    expect(Object.keys(ours).filter((name) => !source.includes(`'${name}'`))).toEqual([]);
  });

  it('gives the service one directory to write to, and no privilege', () => {
    expect(valuesOf('StateDirectory')).toEqual(['culprit']);
    expect([valuesOf('DynamicUser'), valuesOf('ProtectSystem')]).toEqual([['yes'], ['strict']]);
    expect([valuesOf('NoNewPrivileges'), valuesOf('CapabilityBoundingSet')]).toEqual([['yes'], ['']]);
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(10);
  });

  it('is accepted by systemd-analyze, where that exists', () => {
    const { status, error, stderr } = spawnSync('systemd-analyze', ['verify', path.join(FOLDER, 'culprit.service')], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    if (error !== undefined) return;
    expect({ status, lines: stderr.split('\n').filter((line) => line.includes('culprit.service')) }).toEqual({
      status: 0,
      lines: [],
    });
  });
});

describe('the image with a volume', () => {
  const text = read('Containerfile.sqlite');
  const valueOf = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1];

  it('installs the package, and has its database in the volume', () => {
    expect(text).toContain('COPY culprit-*.tgz /tmp/');
    expect(read('Containerfile.sqlite.dockerignore')).toContain('!culprit-*.tgz');
    const [, url = ''] = /DATABASE_URL=(\S+)/.exec(text) ?? [];
    expect(path.dirname(readConfig({ DATABASE_URL: url }).databaseUrl.replace('sqlite:', ''))).toBe(valueOf('VOLUME'));
    expect([valueOf('USER'), valueOf('ENTRYPOINT'), valueOf('CMD')]).toEqual(['node', '["culprit"]', '["serve"]']);
    const [memory = ''] = /MALLOC_ARENA_MAX=\d+/.exec(text) ?? [];
    const [options = ''] = /NODE_OPTIONS=(\S+)/.exec(text)?.slice(1) ?? [];
    expect(scripts.start).toContain(` ${memory} node ${options} `);
    expect(text.indexOf('install -d -o node')).toBeLessThan(text.indexOf('USER node'));
  });

  it('has the Node.js version of .nvmrc, and the health check of the other image', () => {
    const release = readFileSync(path.join(ROOT, '.nvmrc'), 'utf8').trim();
    expect(valueOf('FROM')).toMatch(new RegExp(`^node:${release}-`));
    const check = (of: string) => /fetch\('[^']+'\)/.exec(of)?.[0];
    expect(check(text)).toBe(check(recipe));
  });
});
