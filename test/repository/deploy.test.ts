/** The recipe of a deployment fits what it deploys: files, scripts, variables, ports and paths. No container is started. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import contract from '../../generated/openapi.json';
import { scripts } from '../../package.json';
import { readConfig } from '../../src/config';

const ROOT = path.resolve(__dirname, '../..');
const FOLDER = path.join(ROOT, 'scripts/deploy');

interface Service {
  readonly image: string;
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

/** The arguments of each instruction of that name. */
function instructions(name: string): string[] {
  const lines = recipe
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  return lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1).trim());
}

/** A value with its variables in place, as compose puts them there. */
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
  it('is built from files that there are, by scripts that there are', () => {
    const copied = instructions('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1));
    const handedOver = read('Containerfile.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(copied.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    expect(copied.toSorted()).toEqual(handedOver.toSorted());
    const run = [
      ...instructions('RUN')
        .join('\n')
        .matchAll(/npm run (\S+)/g),
    ].map(([, name]) => name ?? '');
    expect(run).toEqual(['build']);
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('has the Node.js of .nvmrc, and installs exactly what the lock file says', () => {
    const release = readFileSync(path.join(ROOT, '.nvmrc'), 'utf8').trim();
    for (const from of instructions('FROM')) expect(from).toMatch(new RegExp(`^node:${release}-`));
    expect(instructions('RUN').join('\n')).toContain('npm ci --ignore-scripts');
  });

  it('starts what npm start does, as a user without rights', () => {
    const command = [...instructions('ENTRYPOINT'), ...instructions('CMD')].flatMap(
      (line) => JSON.parse(line) as string[],
    );
    expect(scripts.start).toBe(`exec ${command.join(' ')}`);
    expect(instructions('USER')).toEqual(['node']);
    expect(recipe.indexOf('USER node')).toBeGreaterThan(recipe.lastIndexOf('FROM '));
  });

  it('listens where it says, for everybody, and is asked for its health there', () => {
    const config = readConfig(setByImage);
    expect(config).toMatchObject({ host: '0.0.0.0', port: 4000, checksEveryReply: false });
    expect(instructions('EXPOSE')).toEqual([String(config.port)]);
    const asked = new URL(/fetch\('([^']+)'\)/.exec(instructions('HEALTHCHECK').join(''))?.[1] ?? '');
    expect(asked.port).toBe(String(config.port));
    expect(contract.paths).toHaveProperty([asked.pathname, 'get']);
  });
});

describe('the services', () => {
  it('are two of the same', () => {
    expect(two).toEqual(one);
    const { context = '', dockerfile = '' } = one?.build ?? {};
    expect(path.resolve(FOLDER, context)).toBe(ROOT);
    expect(path.resolve(ROOT, dockerfile)).toBe(path.join(FOLDER, 'Containerfile'));
  });

  it('have an environment that is understood, with a password of any characters', () => {
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
    // The driver takes it from PGPASSWORD, where it need not be written as part of a URL.
    expect(password).toBe('');
    expect(Object.fromEntries(variables(one))['PGPASSWORD']).toBe(kept['POSTGRES_PASSWORD']);
  });

  it('have no variable that nobody reads', () => {
    const source = readFileSync(path.join(ROOT, 'src/config.ts'), 'utf8');
    const names = [...Object.keys(one?.environment ?? {}), ...Object.keys(setByImage)].filter(
      (name) => name !== 'PGPASSWORD',
    );
    expect(names.filter((name) => !source.includes(`'${name}'`))).toEqual([]);
  });

  it.each(['POSTGRES_PASSWORD', 'PUBLIC_URL'])('do not start without %s', (name) => {
    const values = Object.values(compose.services).flatMap(({ environment = {} }) => Object.values(environment));
    const set = Object.fromEntries(Object.entries(ENVIRONMENT).filter(([other]) => other !== name));
    expect(() => values.map((value) => filled(value, set))).toThrow(name);
  });

  it('wait for the database, and the proxy for them', () => {
    const healthy = { condition: 'service_healthy' };
    expect(one?.depends_on).toEqual({ database: healthy });
    expect(front?.depends_on).toEqual({ 'culprit-1': healthy, 'culprit-2': healthy });
  });

  it('cannot be written to, and only the proxy is reached from outside', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect([name, service.read_only]).toEqual([name, true]);
      expect([name, service.ports !== undefined]).toEqual([name, name === 'proxy']);
      expect(service.networks.filter((network) => !(network in compose.networks))).toEqual([]);
    }
    expect(database?.networks.map((network) => compose.networks[network]?.internal)).toEqual([true]);
  });

  it('keep what must last in volumes that there are, and take files that there are', () => {
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
  it('leads to both services, where they listen, and asks for their health', () => {
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

  it('listens where its port is published, and takes URLs as long as the service does', () => {
    const [, inside] = /^ +bind :(\d+)$/m.exec(proxy) ?? [];
    expect(front?.ports?.map((port) => filled(port))).toEqual([`8080:${inside}`]);
    const [, buffer] = /tune\.bufsize (\d+)/.exec(proxy) ?? [];
    expect(Number(buffer)).toBeGreaterThan(96 * 1024);
  });
});
