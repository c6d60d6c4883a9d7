import { setTimeout } from 'node:timers/promises';
import type { Response, Test } from 'supertest';
import { DAY_MS } from '../../../src/domain/time';
import { type Method, readLink } from '../client';
import type { ProjectFixture } from '../fixtures';
import { crashDump } from '../minidump';
import { type Service, waitForCounts } from '../service';
import { bundle, sha1 } from '../zip';
import { DailyWork } from './dailyWork';
import { type Exchange, exchangeOf } from './exchange';

type Json = Record<string, unknown>;

const START = Date.UTC(2026, 10, 21, 6);
/** Hours after which issues are resolved: more than the age of the events, so that no background job resolves one. */
const RESOLVE_AGE = 87_600;
const DEBUG_ID = '6b1e2f70-43c5-4d8a-9e10-2a7c5b3d8f64';
const SCRIPT = 'function f(){throw new Error("boom")}';
const MAP = JSON.stringify({
  version: 3,
  names: [],
  sources: ['src/shop.ts'],
  sourcesContent: ['first\nsecond\n'],
  mappings: 'AAAA',
});
/** Texts that databases order, compare or store differently. */
const TEXTS = [
  'Zebra',
  'apple',
  'Äpfel',
  'éclair',
  'eclair',
  'a_b',
  'a%b',
  "o'clock",
  'back\\slash',
  '☃ snow',
  '😀 smile',
  'a\u0000b',
  'tab\tline\n',
  '',
];
/** Searches for exceptions and users. */
const SEARCHES = [
  'error.type:TypeError',
  'error.type:*peE*',
  'error.value:"a_b"',
  'error.value:"a"*',
  '!has:error.value',
  'firstRelease:shop@1.0.0',
  'firstRelease:[latest,Shop@*]',
  '!firstRelease:*-rc.1',
  'user.id:"☃ snow"',
  'user.id:a*',
  'user.email:*@example.com',
];
/** Searches for events, by values of rows, indexes and bodies. */
const EVENT_SEARCHES = [
  'level:fatal',
  'environment:ö',
  'release:shop@1.0.0*',
  'release:latest OR !has:release',
  'user.id:"☃ snow"',
  'user.email:*@example.com word:[Zebra,Ä*]',
  'error.value:"a_b"',
  'error.type:TypeError !level:error',
  '!has:error.type platform:python',
  '"at the same time"',
  'SHOP-1 OR SHOP-3',
  'timestamp:>2026-11-21T06:10:00Z !a.b:1*',
  'is:unresolved',
];
const VERSIONS = ['shop@1.0.0', 'shop@1.0.0-rc.1', 'Shop@1.0.0', 'shop@10.0.0', 'shop@2.0.0', 'a%b', 'ä ö'];

/**
 * One fixed sequence of requests that covers the service: writes, every list page by page, changes, removals and
 * invalid requests, with fixed times and ids. Its rows stay in the database. The contract's examples cover each
 * response of each operation.
 */
export class RequestScript {
  readonly exchanges: Exchange[] = [];
  /** Values that the service generated, by the name that replaces them in the exchanges. */
  readonly secrets: Record<string, string> = {};
  token = '';
  shop!: ProjectFixture;
  blog!: ProjectFixture;
  private serial = 0;

  /** @param setTime is called with the time of each request before it is sent */
  constructor(
    private readonly service: Service,
    private readonly setTime: (milliseconds: number) => void = () => undefined,
  ) {}

  async run(): Promise<this> {
    await this.createProjects();
    await this.sendEvents();
    await this.createReleases();
    await this.uploadArtifacts();
    await this.waitForResolvedFrames();
    await this.readEverything();
    await this.updateProjects();
    await this.updateIssues();
    await new DailyWork(this).run();
    await this.removeIssuesAndFiles();
    await this.readEverything();
    await this.sendInvalidRequests();
    await this.sendOtherItems();
    return this;
  }

  /** Returns the same client and projects on another service, which has the same database or a copy of it. */
  continueOn(service: Service): RequestScript {
    const { token, shop, blog, secrets } = this;
    return Object.assign(new RequestScript(service), { token, shop, blog, secrets });
  }

  /** Sends a request, records the exchange and returns the response. */
  async send(
    method: Method,
    path: string,
    fill: (request: Test) => Test = (request) => request,
    token: string | undefined = this.token,
  ) {
    this.advanceClock();
    const response = await fill(this.service.client.send(method, path, token));
    this.exchanges.push(exchangeOf(`${method} ${path}`, response, this.secrets));
    return response;
  }

  /** Reads a list from its first page to the last and back to the first. Returns the URLs of the way forward. */
  async readAllPages(path: string): Promise<string[]> {
    const forward: string[] = [];
    let back: string | undefined;
    for (let at: string | undefined = path; at !== undefined;) {
      forward.push(at);
      const { next, previous } = linksOf(await this.send('get', at));
      [at, back] = [next, previous];
    }
    while (back !== undefined) back = linksOf(await this.send('get', back)).previous;
    return forward;
  }

  /** Waits until the events that the project shop was sent are counted. */
  async waitForCounts(): Promise<void> {
    const { id, path } = this.shop;
    const sent = this.exchanges.filter(
      ({ request, status }) => status === 200 && request.startsWith(`post /api/${id}/`),
    );
    // An event that is sent again counts once.
    await waitForCounts(this.service, path, this.token, new Set(sent.map(({ body }) => body)).size);
  }

  private advanceClock(): void {
    this.serial += 1;
    this.setTime(this.time());
  }

  /** Returns the time of the last request. */
  private time(): number {
    return START + this.serial * 61_007;
  }

  private async createProjects(): Promise<void> {
    this.advanceClock();
    const { fixtures } = this.service;
    await fixtures.organization({ slug: 'acme' });
    const teams = ['backend', 'zeta', 'a_team', 'a-team'];
    for (const slug of teams) await fixtures.team({ organization: 'acme', slug });
    this.shop = await fixtures.project({
      organization: 'acme',
      team: 'backend',
      slug: 'shop',
      name: 'Shop',
      platform: 'node',
    });
    this.blog = await fixtures.project({ organization: 'acme', team: 'backend', slug: 'blog', name: 'Blög' });
    for (const slug of ['b_c', 'b-c', 'bc', 'b1'])
      await fixtures.project({ organization: 'acme', team: 'a_team', slug });
    this.token = await fixtures.token('acme', { teams: ['backend'] });
    for (const { slug, row } of [this.shop, this.blog]) this.secrets[`secret of ${slug}`] = row.securityToken;
    for (const { slug, publicKey } of [this.shop, this.blog]) this.secrets[`key of ${slug}`] = publicKey;
    const elsewhere = await fixtures.project();
    await fixtures.event(elsewhere, { event_id: '0'.repeat(31) + '1' });
  }

  private async sendEvents(): Promise<void> {
    for (const [index, word] of TEXTS.entries()) {
      const exception = { values: [{ type: 'TypeError', value: word, stacktrace: { frames: [frameOf(index)] } }] };
      const more = {
        level: ['error', 'warning', 'fatal'][index % 3],
        environment: ['production', 'Staging', 'ö'][index % 3],
      };
      await this.storeEvent(
        {
          ...more,
          exception,
          release: VERSIONS[index % 3],
          tags: { word: word || 'none', 'a.b': String(index) },
          user: { id: word, email: `${word}@example.com` },
        },
        index,
      );
      await this.storeEvent(
        { ...more, message: `${word} happened`, platform: ['python', 'other'][index % 2] },
        100 + index,
      );
    }
    for (const index of [200, 201, 202])
      await this.storeEvent({ message: 'at the same time', timestamp: START / 1000 }, index);
    await this.storeEvent({ message: 'twice' }, 300);
    await this.storeEvent({ message: 'twice, and not the same' }, 300);
    await this.storeEvent({ message: 'in the blog' }, 1, this.blog);
    const attributes = [{ key: 'exception.type', value: { stringValue: TEXTS[3] } }];
    const [time, exporter] = [`${START}000000`, { 'x-sentry-auth': `sentry sentry_key=${this.shop.publicKey}` }];
    const spans = [{ name: 'GET /', events: [{ name: 'exception', timeUnixNano: time, attributes }] }];
    const logRecords = [{ timeUnixNano: time, severityNumber: 17, body: { stringValue: TEXTS[3] } }];
    for (const [signal, body] of [
      ['traces', { resourceSpans: [{ scopeSpans: [{ spans }] }] }],
      ['logs', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] }],
    ] as const)
      for (const path of [`/v1/${signal}`, `/api/${this.shop.id}/integration/otlp/v1/${signal}/`])
        await this.send('post', path, (request) => request.set(exporter).send(body), '');
    const item = { event_id: id(400), platform: 'javascript', release: 'shop@1.0.0', dist: '7', ...browserError() };
    const lines = [
      { event_id: id(400), sent_at: '2026-11-21T06:00:00Z' },
      { type: 'event' },
      item,
      { type: 'session' },
      { sid: 'x' },
    ];
    const path = `/api/${this.shop.id}/envelope/?sentry_key=${this.shop.publicKey}`;
    await this.send('post', path, (request) => request.send(lines.map((line) => JSON.stringify(line)).join('\n')), '');
  }

  private async storeEvent(event: Json, number: number, project = this.shop): Promise<void> {
    const body = JSON.stringify({ event_id: id(number), timestamp: START / 1000 + number * 7.5, ...event });
    await this.send(
      'post',
      `/api/${project.id}/store/?sentry_key=${project.publicKey}`,
      (request) => request.send(body),
      '',
    );
  }

  private async createReleases(): Promise<void> {
    for (const [index, version] of VERSIONS.entries()) {
      const commits = [
        {
          id: sha1(version),
          author_name: TEXTS[index],
          author_email: `${index}@acme.test`,
          message: TEXTS[index + 3],
          timestamp: '2026-11-18T15:02:41Z',
        },
      ];
      const body = {
        version,
        projects: index % 2 === 0 ? ['shop', 'blog'] : ['shop'],
        ...(index > 0 && { commits }),
        url: 'https://acme.test/',
      };
      await this.send('post', '/api/0/organizations/acme/releases/', (request) => request.send(body));
      await this.send('post', `${releasePath(version)}deploys/`, (request) =>
        request.send({ environment: index % 2 === 0 ? 'production' : 'ö', name: version }),
      );
    }
    await this.send('post', `${this.blog.path}releases/`, (request) =>
      request.send({ version: 'blog@1', dateReleased: '2026-11-20T00:00:00Z' }),
    );
    await this.send('put', releasePath('shop@2.0.0'), (request) =>
      request.send({ dateReleased: '2026-11-21T00:00:00Z', ref: 'main' }),
    );
    await this.send('put', `${this.shop.path}releases/a%25b/`, (request) => request.send({ status: 'archived' }));
  }

  private async uploadArtifacts(): Promise<void> {
    const archive = bundle([
      {
        name: '~/static/shop.min.js',
        bytes: SCRIPT,
        type: 'minified_source',
        headers: { 'debug-id': DEBUG_ID, sourcemap: 'shop.min.js.map' },
      },
      { name: '~/static/shop.min.js.map', bytes: MAP, type: 'source_map', headers: { 'debug-id': DEBUG_ID } },
    ]);
    const checksum = sha1(archive);
    const assemble = (request: Test) =>
      request.send({ checksum, chunks: [checksum], projects: ['shop'], version: 'shop@1.0.0', dist: '7' });
    await this.send('get', '/api/0/organizations/acme/chunk-upload/');
    for (const _ of ['before', 'after']) {
      await this.send('post', '/api/0/organizations/acme/artifactbundle/assemble/', assemble);
      await this.send('post', '/api/0/organizations/acme/chunk-upload/', (request) =>
        request.attach('file', archive, { filename: checksum }),
      );
    }
    for (const name of ['~/Z.js', '~/a.js', '~/ä.js', '~/a_b.js']) {
      const attach = (request: Test) =>
        request
          .attach('file', Buffer.from(`// ${name}`), 'x')
          .field('name', name)
          .field('header', 'Sourcemap:x.map');
      await this.send('post', `${this.shop.path}releases/shop%402.0.0/files/`, attach);
      await this.send('post', `${releasePath('shop@2.0.0')}files/`, attach);
    }
  }

  /** Waits until a background job has resolved the frames of the stored events: lists show them from then on. */
  private async waitForResolvedFrames(): Promise<void> {
    const { database } = this.service.app;
    const findAny = () => database.read(({ frameResolutions }) => frameResolutions.findDue(Date.now() + DAY_MS));
    // The clock of the script stands still between requests. It must not depend on how often this waits.
    for (let seconds = 3; (await findAny()) !== undefined; seconds = Math.min(seconds + 3, 60)) {
      this.setTime(this.time() + seconds * 1000);
      await setTimeout(100);
    }
  }

  /** Sends every GET request that the script knows. */
  async readEverything(): Promise<void> {
    for (const path of ['', 'organizations/acme/', ...VERSIONS.flatMap((version) => releasePaths(version))])
      await this.send('get', `/api/0/${path}`);
    for (const path of [
      'organizations/',
      'projects/',
      'projects/acme/shop/members/',
      'organizations/acme/projects/',
      'organizations/acme/repos/',
      'teams/acme/backend/projects/',
      'teams/acme/a_team/projects/',
    ]) {
      await this.readAllPages(`/api/0/${path}?per_page=2`);
    }
    for (const path of ['organizations/acme/releases/', 'projects/acme/shop/releases/', 'projects/acme/blog/releases/'])
      await this.readAllPages(`/api/0/${path}?per_page=2`);
    await this.readAllPages(`${this.shop.path}events/?per_page=7`);
    await this.readAllPages(`${this.shop.path}events/?full=true&per_page=20`);
    await this.readAllPages(`${this.blog.path}events/`);
    const table = '/api/0/organizations/acme/events/';
    await this.readAllPages(`${table}?per_page=5&field=id&field=issue&sort=timestamp`);
    await this.send(
      'get',
      `${table}?field=project&field=count()&field=last_seen()&field=count_unique(user)&sort=-count`,
    );
    for (const search of SEARCHES)
      await this.readAllPages(`${this.shop.path}issues/?per_page=20&query=${encodeURIComponent(search)}`);
    for (const search of [...EVENT_SEARCHES, id(3)])
      await this.readAllPages(`${this.shop.path}events/?per_page=5&query=${encodeURIComponent(search)}`);
    await this.readAllPages(`${this.shop.path}events/?start=2026-11-21T06:00:30Z&end=2026-11-21T06:13:00&per_page=5`);
    for (const number of [0, 5, 400])
      await this.send('get', `${this.shop.path}events/${id(number)}/source-map-debug/?frame_idx=0&exception_idx=0`);
    const files = `${this.shop.path}releases/shop%402.0.0/files/`;
    await this.readAllPages(`${files}?per_page=3`);
    await this.readAllPages(`${this.shop.path}releases/shop%401.0.0/files/`);
    const { body } = await this.send('get', files);
    for (const file of body as { id: string }[]) {
      await this.send('get', `${files}${file.id}/`);
      await this.send('get', `${files}${file.id}/?download=1`);
    }
  }

  private async updateProjects(): Promise<void> {
    await this.send('put', this.shop.path, (request) =>
      request.send({ name: 'Web shop ☃', subjectPrefix: '[shop] ', resolveAge: RESOLVE_AGE, isBookmarked: true }),
    );
    await this.send('put', this.blog.path, (request) => request.send({ slug: 'journal', platform: 'python' }));
    await this.send('get', `${this.blog.path}events/`);
    await this.updateOwnership();
  }

  /** Sends rules, the first of them wrong, and an event that opens an issue of one of their owners. */
  private async updateOwnership(): Promise<void> {
    const path = `${this.shop.path}ownership/`;
    for (const raw of [
      'file:src/* #backend\n[a] @x\npath:a #nobody',
      `path:owned/* #a_team\n/owned/${TEXTS[9]} ann@acme.test`,
    ])
      await this.send('put', path, (request) => request.send({ raw }));
    await this.send('get', path);
    const stacktrace = { frames: [{ ...frameOf(1), filename: `owned/${TEXTS[9]}` }] };
    await this.storeEvent({ exception: { values: [{ type: 'Owned', value: 'x', stacktrace }] } }, 300);
    await this.send('get', `${this.shop.path}events/${id(300)}/journey/`);
    await this.send('get', `${this.shop.path}events/${id(300)}/grouping-info/`);
    await this.send('get', `${this.shop.path}events/${id(300)}/owners/`);
    await this.readAllPages(`${this.shop.path}issues/?query=assigned:ann@acme.test`);
    await this.send('put', path, (request) => request.send({ raw: null }));
  }

  /** Sets the status of issues, and reads their activities. */
  private async updateIssues(): Promise<void> {
    const commits = [{ id: 'b'.repeat(40), message: `Fixes SHOP-1, SHOP-4 ${TEXTS[9]}` }];
    await this.send('post', '/api/0/organizations/acme/releases/', (request) =>
      request.send({ version: 'shop@fix', projects: ['shop'], commits }),
    );
    await this.send('post', `${releasePath('shop@fix')}deploys/`, (request) => request.send({ environment: 'qa' }));
    await this.send('get', '/api/0/organizations/acme/issues/SHOP-4/similar-issues/');
    await this.send('get', '/api/0/organizations/acme/issues/SHOP-4/grouping-difference/');
    await this.readAllPages('/api/0/organizations/acme/issues/SHOP-4/activities/');
    const [first = '', second = ''] = await this.issues();
    for (const status of ['resolved', 'ignored', 'unresolved', 'resolved'])
      await this.send('put', `${this.shop.path}issues/?id=${first}&id=${second}`, (request) =>
        request.send({ status }),
      );
    await this.send('post', `/api/0/organizations/acme/issues/${first}/notes/`, (request) =>
      request.send({ text: TEXTS[9] }),
    );
    await this.send('put', `${this.shop.path}issues/?id=${first}&id=${second}`, (request) =>
      request.send({ merge: 1 }),
    );
    for (const issue of [first, second])
      await this.readAllPages(`/api/0/organizations/acme/issues/${issue}/activities/?per_page=2`);
  }

  private async removeIssuesAndFiles(): Promise<void> {
    const issues = await this.issues();
    const [first = '', second = '', third = ''] = issues;
    await this.send('delete', `${this.shop.path}issues/?id=${first}&id=999999`);
    await this.send('delete', `${this.shop.path}issues/?id=${first}&id=${second}&id=${third}`);
    await this.storeEvent({ message: `${TEXTS[3]} happened`, platform: 'other' }, 500);
    const { body: events } = await this.send('get', `${this.shop.path}events/`);
    for (const { eventID } of (events as { eventID: string }[]).slice(0, 3))
      await this.send('delete', `${this.shop.path}events/${eventID}/`);
    const files = `${this.shop.path}releases/shop%402.0.0/files/`;
    const { body } = await this.send('get', files);
    const file = (body as { id: string }[])[0]?.id;
    await this.send('get', `/api/0/organizations/acme/releases/shop%402.0.0/files/${file}/`);
    await this.send('delete', `${files}${file}/`);
    const other = (body as { id: string }[])[1]?.id;
    await this.send('delete', `${releasePath('shop@2.0.0')}files/${other}/`);
    await this.send('delete', `${this.shop.path}files/source-maps/?name=shop%401.0.0`);
    await this.send('delete', releasePath('Shop@1.0.0'));
    await this.send('delete', `${this.shop.path}releases/shop%4010.0.0/`);
    await this.send('delete', '/api/0/projects/acme/journal/issues/');
  }

  private async issues(): Promise<string[]> {
    const { body } = await this.send('get', `${this.shop.path}events/`);
    return [...new Set((body as { groupID: string }[]).map(({ groupID }) => groupID))];
  }

  /** Sends what is not an event, at the end: some of it becomes events with random ids. */
  private async sendOtherItems(): Promise<void> {
    const { id, publicKey } = this.shop;
    const key = `?sentry_key=${publicKey}`;
    const report = { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://a.example.net/b.png' } };
    const sendReport = (request: Test) => request.type('application/csp-report').send(JSON.stringify(report));
    for (const kind of ['security', 'csp-report', 'nel'])
      await this.send('post', `/api/${id}/${kind}/${key}`, sendReport);
    for (const method of ['get', 'post'] as const) await this.send(method, `/api/${id}/cron/nightly/${key}&status=ok`);
    const sendDump = (request: Test) => request.type('application/octet-stream').send(crashDump());
    await this.send('post', `/api/${id}/minidump/${key}`, sendDump);
    const dsn = encodeURIComponent(`http://${publicKey}@errors.acme.test/${id}`);
    const form = `/api/embed/error-page/?dsn=${dsn}&eventId=${'a'.repeat(32)}`;
    await this.send('get', form);
    await this.send('post', form, (request) => request.type('form').send('name=Kim&email=kim@acme.test&comments=Slow'));
    await this.send('get', '/api/0/organizations/acme/sessions/?field=sum(session)&statsPeriod=1d');
  }

  private async sendInvalidRequests(): Promise<void> {
    const lists = [
      'organizations/acme/projects/',
      'projects/acme/shop/events/',
      'projects/acme/shop/releases/',
      'teams/acme/backend/projects/',
    ];
    const cursors = ['x', '1:2:3:4', '%00:0', '1e3:x:0', `${'9'.repeat(30)}:a:0`, 'ä:0', '0:0:0', ':0'];
    for (const path of lists)
      for (const cursor of cursors) await this.send('get', `/api/0/${path}?cursor=${encodeURIComponent(cursor)}`);
    for (const path of [
      'organizations/nobody/',
      'teams/acme/999/projects/',
      'projects/acme/%00/events/',
      `teams/acme/${'9'.repeat(20)}/projects/`,
    ])
      await this.send('get', `/api/0/${path}`);
    await this.send('get', `${this.shop.path}events/${'f'.repeat(32)}/source-map-debug/?frame_idx=0&exception_idx=0`);
    await this.send('put', this.shop.path, (request) => request.send({ slug: 'journal' }));
    await this.send('put', this.shop.path, (request) => request.send({ name: '', resolveAge: -1 }));
    await this.send('get', '/api/0/organizations/', undefined, 'nonsense');
    await this.send(
      'post',
      `/api/${this.shop.id}/store/?sentry_key=${'0'.repeat(32)}`,
      (request) => request.send('{}'),
      '',
    );
    await this.send(
      'post',
      `/api/${this.shop.id}/store/?sentry_key=${this.shop.publicKey}`,
      (request) => request.send('{"'),
      '',
    );
    await this.send(
      'post',
      `/api/store/?sentry_key=${this.shop.publicKey}`,
      (request) => request.send(JSON.stringify({ event_id: id(4_000), message: 'of an old client' })),
      '',
    );
    for (const path of ['/healthz', '/openapi.json']) await this.send('get', path, undefined, '');
  }
}

/** Paths of the next and the previous page; undefined where there is none, and for a redirect. */
function linksOf(response: Response): { next: string | undefined; previous: string | undefined } {
  if (response.status !== 200) return { next: undefined, previous: undefined };
  const { next, previous } = readLink(response);
  return { next: next.results ? next.path : undefined, previous: previous.results ? previous.path : undefined };
}

/** Returns the id of the event of that number. */
function id(number: number): string {
  return number.toString(16).padStart(32, 'c');
}

function frameOf(index: number): Json {
  return { filename: `src/f${index}.js`, function: TEXTS[index % TEXTS.length], lineno: index + 1, in_app: true };
}

function browserError(): Json {
  const frame = {
    abs_path: 'https://shop.test/static/shop.min.js',
    filename: '/static/shop.min.js',
    function: 'f',
    lineno: 1,
    colno: 1,
  };
  return {
    exception: { values: [{ type: 'Error', value: 'boom', stacktrace: { frames: [frame] } }] },
    debug_meta: { images: [{ type: 'sourcemap', code_file: frame.abs_path, debug_id: DEBUG_ID }] },
  };
}

function releasePath(version: string): string {
  return `/api/0/organizations/acme/releases/${encodeURIComponent(version)}/`;
}

/** Paths of a release and its parts, of the organization and of the project. */
function releasePaths(version: string): string[] {
  const path = encodeURIComponent(version);
  const shared = ['', 'commits/'];
  const all = [...shared, 'comparison/', 'verdict/', 'deploys/', 'previous-with-commits/'];
  return [
    ...all.map((rest) => `organizations/acme/releases/${path}/${rest}`),
    ...shared.map((rest) => `projects/acme/shop/releases/${path}/${rest}`),
  ];
}
