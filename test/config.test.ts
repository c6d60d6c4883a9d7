import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import {
  databaseForLog,
  ineffectiveVariables,
  publicUrlOf,
  readConfig,
  unknownVariables,
  VARIABLES,
} from '../src/config';
import { LOG_LEVELS } from '../src/log';

type Environment = Record<string, string>;

const DEFAULTS = {
  host: '127.0.0.1',
  port: 4000,
  databaseUrl: 'sqlite:culprit.db',
  databaseReadUrl: null,
  publicUrl: null,
  trustedProxies: ['loopback'],
  smtp: null,
  openId: null,
  encryptionKey: null,
  allowsPrivateWebhooks: false,
  fetchesJavaScript: true,
  allowsPrivateFetches: false,
  stopDelay: 0,
  bootstrap: true,
  diskReserve: 256 * 1024 * 1024,
  uploadDiskReserve: 1024 * 1024 * 1024,
  uploadQuota: { chunkBytes: 2048 * 1024 * 1024, artifactBytes: 20480 * 1024 * 1024 },
  attachmentQuota: 10240 * 1024 * 1024,
  attachmentDays: 30,
  spikeFloor: 1_000_000,
  disabledItems: new Set(),
  auditLogDays: 365,
  limits: {
    maxConnections: 4096,
    keepAliveTimeout: 120,
    bodyTimeout: 10,
    writeTimeout: 30,
    requestTimeout: 30,
    bodyMemory: 256 * 1024 * 1024,
    replyMemory: 256 * 1024 * 1024,
  },
  logLevel: 'info',
  logFormat: 'auto',
  metrics: null,
  checksEveryReply: false,
};

/** Returns the error messages for an environment, one per line. */
function problemsOf(environment: Environment): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
}

describe('readConfig', () => {
  it('has a default for each setting', () => {
    expect(readConfig({})).toEqual(DEFAULTS);
  });

  it('treats an empty value as unset', () => {
    const names = [
      'HOST',
      'PORT',
      'DATABASE_URL',
      'DATABASE_READ_URL',
      'PUBLIC_URL',
      'TRUSTED_PROXIES',
      'SMTP_URL',
      'MAIL_FROM',
      'OPENID_ISSUER',
      'OPENID_CLIENT_ID',
      'OPENID_CLIENT_SECRET',
      'OPENID_NAME',
      'OPENID_SCOPE',
      'OPENID_TRUST_EMAIL',
      'OPENID_REQUIRED',
      'ENCRYPTION_KEY',
      'TICKET_KEY',
      'WEBHOOK_ALLOW_PRIVATE',
      'SCRAPING',
      'SCRAPING_ALLOW_PRIVATE',
      'DISABLED_ITEMS',
      'BOOTSTRAP',
      'MAX_CONNECTIONS',
      'KEEP_ALIVE_TIMEOUT',
      'BODY_TIMEOUT',
      'WRITE_TIMEOUT',
      'REQUEST_TIMEOUT',
      'BODY_MEMORY',
      'REPLY_MEMORY',
      'STOP_DELAY',
      'LOG_LEVEL',
      'LOG_FORMAT',
      'METRICS_PORT',
      'METRICS_HOST',
      'NODE_ENV',
    ];
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(DEFAULTS);
  });

  it('ignores other variables', () => {
    expect(readConfig({ PATH: '/bin', PORT_: 'x', port: 'y' })).toEqual(DEFAULTS);
  });

  const openId = {
    OPENID_ISSUER: 'https://id.acme.test/realms/acme',
    OPENID_CLIENT_ID: 'culprit',
    OPENID_CLIENT_SECRET: 's3cret',
  };

  it('reads the OpenID provider', () => {
    const { openId: read } = readConfig(openId);
    const expected = { issuer: 'https://id.acme.test/realms/acme', clientId: 'culprit', clientSecret: 's3cret' };
    const options = { scope: 'openid email', trustsAddresses: false, isRequired: false };
    expect(read).toEqual({ ...expected, ...options, name: 'OpenID Connect' });
    const given = { OPENID_SCOPE: 'openid email groups', OPENID_TRUST_EMAIL: 'on', OPENID_REQUIRED: 'on' };
    expect(readConfig({ ...openId, ...given }).openId).toMatchObject({
      ...{ scope: 'openid email groups', trustsAddresses: true, isRequired: true },
    });
    expect(readConfig({ ...openId, OPENID_NAME: 'Acme' }).openId?.name).toBe('Acme');
    expect(readConfig({ ...openId, OPENID_ISSUER: 'http://127.0.0.1:9000' }).openId?.issuer).toBe(
      'http://127.0.0.1:9000',
    );
  });

  it.each<[Environment, string]>([
    [{ OPENID_ISSUER: 'https://id.acme.test' }, 'OPENID_CLIENT_ID and OPENID_CLIENT_SECRET must be set too: '],
    [{ OPENID_NAME: 'Acme' }, 'OPENID_ISSUER and OPENID_CLIENT_ID and OPENID_CLIENT_SECRET must be set too: '],
    [{ ...openId, OPENID_CLIENT_SECRET: '' }, 'OPENID_CLIENT_SECRET must be set too: '],
    [
      { ...openId, OPENID_ISSUER: 'http://id.acme.test' },
      'OPENID_ISSUER is "http://id.acme.test", but must be an https',
    ],
    [
      { ...openId, OPENID_ISSUER: 'https://id.acme.test/?x=1' },
      'OPENID_ISSUER is "https://id.acme.test/?x=1", but must ',
    ],
    [{ ...openId, OPENID_NAME: 'x'.repeat(51) }, 'OPENID_NAME is '],
    [{ ...openId, OPENID_SCOPE: 'email groups' }, 'OPENID_SCOPE is '],
    [{ ENCRYPTION_KEY: 's3cret' }, 'ENCRYPTION_KEY must be 64 hexadecimal digits'],
    [{ ENCRYPTION_KEY: 'a0'.repeat(32), TICKET_KEY: 'b0'.repeat(32) }, 'TICKET_KEY is the former name of '],
  ])('refuses %j', (environment, problem) => {
    expect(problemsOf(environment)).toEqual([expect.stringContaining(problem)]);
  });

  it.each(['ENCRYPTION_KEY', 'TICKET_KEY'])('reads %s', (name) => {
    expect(readConfig({ [name]: 'a0'.repeat(32) }).encryptionKey).toEqual(Buffer.alloc(32, 0xa0));
  });

  it('is frozen', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });

  it.each<[string, string, object]>([
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['HOST', '::1', { host: '::1' }],
    ['HOST', 'errors.acme.test', { host: 'errors.acme.test' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65535 }],
    ['DATABASE_URL', 'sqlite::memory:', { databaseUrl: 'sqlite::memory:' }],
    ['DATABASE_URL', 'sqlite:/var/lib/culprit/culprit.db', { databaseUrl: 'sqlite:/var/lib/culprit/culprit.db' }],
    ['DATABASE_URL', 'postgres://culprit@localhost/culprit', { databaseUrl: 'postgres://culprit@localhost/culprit' }],
    ['DATABASE_URL', 'postgresql://localhost/culprit', { databaseUrl: 'postgresql://localhost/culprit' }],
    ['PUBLIC_URL', 'https://errors.acme.test', { publicUrl: 'https://errors.acme.test' }],
    ['PUBLIC_URL', 'http://localhost:8080/', { publicUrl: 'http://localhost:8080' }],
    ['TRUSTED_PROXIES', 'uniquelocal', { trustedProxies: ['uniquelocal'] }],
    [
      'TRUSTED_PROXIES',
      'loopback, 192.0.2.7,2001:db8::/32',
      { trustedProxies: ['loopback', '192.0.2.7', '2001:db8::/32'] },
    ],
    ['DISK_RESERVE', '0', { diskReserve: 0 }],
    ['DISK_RESERVE', '1000', { diskReserve: 1000 * 1024 * 1024, uploadDiskReserve: 1768 * 1024 * 1024 }],
    ['DISK_RESERVE', '1024', { diskReserve: 1024 * 1024 * 1024, uploadDiskReserve: 1792 * 1024 * 1024 }],
    ['DISK_RESERVE', '100', { diskReserve: 100 * 1024 * 1024 }],
    ['UPLOAD_DISK_RESERVE', '0', { uploadDiskReserve: 0 }],
    ['UPLOAD_DISK_RESERVE', '300', { uploadDiskReserve: 300 * 1024 * 1024 }],
    ['UPLOAD_DISK_RESERVE', '256', { uploadDiskReserve: 1024 * 1024 * 1024 }],
    ['SMTP_URL', 'smtp://mail.acme.test', { smtp: { url: 'smtp://mail.acme.test', from: 'culprit@mail.acme.test' } }],
    [
      'SMTP_URL',
      'smtps://ann%40acme.test:s%3A1@[::1]:465',
      { smtp: { url: 'smtps://ann%40acme.test:s%3A1@[::1]:465', from: 'ann@acme.test' } },
    ],
    [
      'SMTP_URL',
      'smtp://127.0.0.1:25/?tls=required',
      { smtp: { url: 'smtp://127.0.0.1:25/?tls=required', from: 'culprit@localhost' } },
    ],
    ['WEBHOOK_ALLOW_PRIVATE', 'on', { allowsPrivateWebhooks: true }],
    ['SCRAPING', 'on', { fetchesJavaScript: true }],
    ['SCRAPING', 'off', { fetchesJavaScript: false }],
    ['SCRAPING_ALLOW_PRIVATE', 'on', { allowsPrivateFetches: true }],
    ['AUDIT_LOG_DAYS', '0', { auditLogDays: 0 }],
    ['AUDIT_LOG_DAYS', '36500', { auditLogDays: 36_500 }],
    ['SPIKE_FLOOR', '1', { spikeFloor: 1 }],
    ['SPIKE_FLOOR', '250000', { spikeFloor: 250_000 }],
    ['DISABLED_ITEMS', 'sessions', { disabledItems: new Set(['sessions']) }],
    ['DISABLED_ITEMS', 'check-ins, security', { disabledItems: new Set(['check-ins', 'security']) }],
    ['BOOTSTRAP', 'on', { bootstrap: true }],
    ['BOOTSTRAP', 'off', { bootstrap: false }],
    ['LOG_FORMAT', 'pretty', { logFormat: 'pretty' }],
    ['METRICS_PORT', '9464', { metrics: { host: '127.0.0.1', port: 9464 } }],
    ['METRICS_PORT', '0', { metrics: { host: '127.0.0.1', port: 0 } }],
    ['METRICS_HOST', '0.0.0.0', {}],
    ['NODE_ENV', 'test', { checksEveryReply: true }],
    ['NODE_ENV', 'development', { checksEveryReply: true }],
    ['NODE_ENV', 'production', { checksEveryReply: false }],
    ...LOG_LEVELS.map((level): [string, string, object] => ['LOG_LEVEL', level, { logLevel: level }]),
  ])('reads %s=%s', (name, text, expected) => {
    expect(readConfig({ [name]: text })).toEqual({ ...DEFAULTS, ...expected });
  });

  it.each([
    ['HOST', 'not a host'],
    ['HOST', 'http://localhost'],
    ['TRUSTED_PROXIES', 'proxy.acme.test'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.0/0'],
    ['TRUSTED_PROXIES', 'loopback,,10.0.0.1'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '4000.0'],
    ['PORT', '0x10'],
    ['PORT', ' 4000'],
    ['PORT', 'http'],
    ['METRICS_PORT', '65536'],
    ['LOG_FORMAT', 'text'],
    ['DATABASE_URL', 'culprit.db'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'postgres://'],
    ['DATABASE_URL', 'mysql://localhost/culprit'],
    ['DATABASE_READ_URL', 'standby.acme.test'],
    ['PUBLIC_URL', 'errors.acme.test'],
    ['PUBLIC_URL', 'ftp://errors.acme.test'],
    ['PUBLIC_URL', 'https://errors.acme.test/culprit'],
    ['PUBLIC_URL', 'https://errors.acme.test/?a=b'],
    ['PUBLIC_URL', 'https://errors.acme.test/#top'],
    ['AUDIT_LOG_DAYS', '-1'],
    ['AUDIT_LOG_DAYS', '36501'],
    ['SPIKE_FLOOR', '0'],
    ['SPIKE_FLOOR', 'none'],
    ['DISABLED_ITEMS', 'events'],
    ['DISABLED_ITEMS', 'sessions,'],
    ['DISK_RESERVE', '-1'],
    ['UPLOAD_DISK_RESERVE', 'x'],
    ['CHUNK_QUOTA', '-1'],
    ['ARTIFACT_QUOTA', '1G'],
    ['DISK_RESERVE', '1.5'],
    ['DISK_RESERVE', '256M'],
    ['SMTP_URL', 'mail.acme.test:25'],
    ['SMTP_URL', 'http://mail.acme.test'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://mail.acme.test/inbox'],
    ['SMTP_URL', 'smtp://mail.acme.test?tls=off'],
    ['MAIL_FROM', 'nobody'],
    ['METRICS_HOST', 'not a host'],
    ['WEBHOOK_ALLOW_PRIVATE', 'yes'],
    ['SCRAPING', 'ON'],
    ['SCRAPING', 'never'],
    ['SCRAPING_ALLOW_PRIVATE', '1'],
    ['BOOTSTRAP', 'true'],
    ['BOOTSTRAP', 'OFF'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_LEVEL', 'INFO'],
  ])('rejects %s=%s with the name of the variable', (name, text) => {
    const [problem, ...others] = problemsOf({ [name]: text });
    expect(problem).toMatch(new RegExp(`^${name} is .*, but must be .*\\.$`));
    expect(others).toEqual([]);
  });

  it.each(['ann@acme.test', 'Culprit <ann@acme.test>', 'Ärger im Shop <ann@acme.test>'])(
    'accepts %j as the sender of mails',
    (from) => {
      expect(readConfig({ SMTP_URL: 'smtp://mail.acme.test', MAIL_FROM: from }).smtp?.from).toBe(from);
    },
  );

  it.each(['ann', 'ann@', 'Ann <ann>', 'a@b, c@d', 'Ann <a@b>\r\nBcc: c@d', '"Ann" <a@b>'])(
    'rejects %j as the sender of mails',
    (from) => {
      expect(problemsOf({ SMTP_URL: 'smtp://mail.acme.test', MAIL_FROM: from })[0]).toMatch(/^MAIL_FROM is /);
    },
  );

  it('reports all problems at once', () => {
    const problems = problemsOf({
      HOST: ' ',
      PORT: 'x',
      DATABASE_URL: 'x',
      PUBLIC_URL: 'x',
      BOOTSTRAP: 'x',
      LOG_LEVEL: 'x',
    });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'HOST',
      'PORT',
      'DATABASE_URL',
      'PUBLIC_URL',
      'BOOTSTRAP',
      'LOG_LEVEL',
    ]);
  });

  it('accepts a standby of PostgreSQL only', () => {
    const url = 'postgres://localhost/culprit';
    expect(readConfig({ DATABASE_URL: url, DATABASE_READ_URL: url }).databaseReadUrl).toBe(url);
    expect(problemsOf({ DATABASE_READ_URL: url })).toEqual([
      'DATABASE_READ_URL is set, but DATABASE_URL names an SQLite database, which has no standby.',
    ]);
  });

  it('refuses a database in memory without its last colon', () => {
    expect(problemsOf({ DATABASE_URL: 'sqlite::memory' })).toEqual([
      expect.stringMatching(/^DATABASE_URL is "sqlite::memory", but must be .*sqlite::memory: or/),
    ]);
  });

  it('does not repeat a password', () => {
    expect(problemsOf({ DATABASE_URL: 'mysql://culprit:swordfish@localhost/culprit' }).join()).not.toContain(
      'swordfish',
    );
    expect(problemsOf({ SMTP_URL: 'smtp://ann:swordfish@mail.acme.test/x' }).join()).not.toContain('swordfish');
    expect(problemsOf({ PUBLIC_URL: 'https://ann:swordfish@errors.acme.test/culprit' }).join()).not.toContain(
      'swordfish',
    );
  });

  it.each(['swordfish@home', 'sword fish', 'sword/fish', 'sword:fish', 'sword?fish', 'a@b:swordfish@c'])(
    'does not repeat the password %s',
    (password) => {
      for (const user of ['culprit', 'culprit@acme', '']) {
        const [problem = ''] = problemsOf({ DATABASE_URL: `mysql://${user}:${password}@localhost/culprit` });
        expect(problem).toContain(`"mysql://${user}:***@localhost/culprit"`);
      }
    },
  );

  it('accepts the valid ports only', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 99_999 }), (port) => {
        const isPort = port >= 0 && port <= 65_535;
        expect(problemsOf({ PORT: String(port) })).toHaveLength(isPort ? 0 : 1);
      }),
    );
  });
});

describe('databaseForLog', () => {
  it.each([
    ['postgres://culprit:sec@ret@db:5432/shop', 'postgres://culprit:***@db:5432/shop'],
    ['postgres://culprit:hunter 2secret@db/shop', 'postgres://culprit:***@db/shop'],
    ['postgres://culprit@db/shop?application_name=a@b&password=secret', 'postgres://culprit@db/shop'],
    ['sqlite:/var/lib/what?.db', 'sqlite:/var/lib/what?.db'],
  ])('of %s is %s', (databaseUrl, expected) => {
    expect(databaseForLog({ databaseUrl })).toBe(expected);
  });
});

describe('publicUrlOf', () => {
  it.each<[Environment, number | undefined, string]>([
    [{}, undefined, 'http://127.0.0.1:4000'],
    [{ HOST: 'localhost', PORT: '5000' }, undefined, 'http://localhost:5000'],
    [{ PORT: '0' }, undefined, 'http://127.0.0.1:4000'],
    [{ PORT: '0' }, 34567, 'http://127.0.0.1:34567'],
    [{ HOST: '::1' }, undefined, 'http://[::1]:4000'],
    [{ PUBLIC_URL: 'https://errors.acme.test/' }, 34567, 'https://errors.acme.test'],
  ])('of %j, listening on %p, is %s', (environment, port, expected) => {
    const config = readConfig(environment);
    expect(port === undefined ? publicUrlOf(config) : publicUrlOf(config, port)).toBe(expected);
  });
});

test('variables have no effect without the one that they need', () => {
  const set = { MAIL_FROM: 'ann@acme.test', METRICS_HOST: '0.0.0.0' };
  expect(ineffectiveVariables(set)).toEqual([
    { name: 'MAIL_FROM', needed: 'SMTP_URL' },
    { name: 'METRICS_HOST', needed: 'METRICS_PORT' },
  ]);
  expect(ineffectiveVariables({ ...set, SMTP_URL: 'smtp://mail.acme.test', METRICS_PORT: '0' })).toEqual([]);
  expect(ineffectiveVariables({ MAIL_FROM: '' })).toEqual([]);
});

describe('unknownVariables', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['PROT', 'PORT'],
    ['HOTS', 'HOST'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['SMPT_URL', 'SMTP_URL'],
    ['CULPRIT_DATABASE_URL', 'DATABASE_URL'],
    ['CULPRIT_PORT', 'PORT'],
    ['CULPRIT_TOKN', 'CULPRIT_TOKEN'],
    ['CULPRIT_SOMETHING_ELSE', null],
  ])('names %s, and %s as what may be meant', (name, meant) => {
    expect(unknownVariables({ [name]: 'x' })).toEqual([{ name, meant }]);
  });

  it('names neither known variables, nor those of other programs, nor unset ones', () => {
    const known = [...VARIABLES, 'CULPRIT_URL', 'CULPRIT_TOKEN', 'CULPRIT_ORGANIZATION'];
    const shell = ['HOME', 'HOSTNAME', 'PATH', 'PWD', 'OLDPWD', 'SHELL', 'SHLVL', 'USER', 'LOGNAME', 'MAIL', 'LANG'];
    const others = ['TERM', 'TZ', 'EDITOR', 'TMPDIR', 'CI', 'HTTP_PROXY', 'no_proxy', 'SSH_CLIENT', 'INVOCATION_ID'];
    const programs = ['NODE_OPTIONS', 'NODE_VERSION', 'NODE_PATH', 'PGPASSWORD', 'PGHOST', 'PGPORT', 'REDIS_URL'];
    const kubernetes = ['KUBERNETES_PORT', 'CULPRIT_SERVICE_HOST', 'CULPRIT_SERVICE_PORT', 'CULPRIT_PORT_4000_TCP'];
    const names = [...known, ...shell, ...others, ...programs, ...kubernetes];
    expect(unknownVariables(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
    expect(unknownVariables({ CULPRIT_PORT: 'tcp://10.0.0.7:4000' })).toEqual([]);
    expect(unknownVariables({ DATABSE_URL: '', LOGLEVEL: undefined })).toEqual([]);
  });

  it('knows the variables of the guide', () => {
    const guide = readFileSync(path.join(__dirname, '../openapi/guides/configuration.md'), 'utf8');
    const rows = guide.split('\n').filter((line) => line.startsWith('| `'));
    const cells = rows.map((row) => row.split('|')[1] ?? '');
    const names = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
    expect([...VARIABLES].sort()).toEqual(names.sort());
  });
});
