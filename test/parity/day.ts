import type { Response, Test } from 'supertest';
import { type Method, readLink } from '../support/client';
import type { ProjectFixture } from '../support/fixtures';
import type { Service } from '../support/service';
import { bundle, sha1 } from '../support/zip';
import { type Exchange, exchangeOf } from './exchange';

type Json = Record<string, unknown>;

const DAWN = Date.UTC(2026, 10, 21, 6);
const DEBUG_ID = '6b1e2f70-43c5-4d8a-9e10-2a7c5b3d8f64';
const SCRIPT = 'function f(){throw new Error("boom")}';
const MAP = JSON.stringify({
  version: 3,
  names: [],
  sources: ['src/shop.ts'],
  sourcesContent: ['first\nsecond\n'],
  mappings: 'AAAA',
});
/** Texts that databases like to order, compare or keep in ways of their own. */
const WORDS = [
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
const VERSIONS = ['shop@1.0.0', 'shop@1.0.0-rc.1', 'Shop@1.0.0', 'shop@10.0.0', 'shop@2.0.0', 'a%b', 'ä ö'];

/**
 * A day in the life of a service: everything that it can be asked, in one order, at fixed times, with fixed ids; what is there in
 * the evening is left for whoever looks further. Beside it, the contract's scenes have each answer of each operation.
 */
export class RequestScript {
  readonly exchanges: Exchange[] = [];
  /** What the service has made for itself, by the name that takes its place in exchanges. */
  readonly secrets: Record<string, string> = {};
  token = '';
  shop!: ProjectFixture;
  blog!: ProjectFixture;
  private serial = 0;

  /** @param setTime is told of each moment before something happens */
  constructor(
    private readonly service: Service,
    private readonly setTime: (milliseconds: number) => void = () => undefined,
  ) {}

  async live(): Promise<this> {
    await this.found();
    await this.sendEvents();
    await this.release();
    await this.upload();
    await this.look();
    await this.change();
    await this.remove();
    await this.look();
    await this.beRefused();
    return this;
  }

  /** What a client of the day has kept, before another service. */
  on(service: Service): RequestScript {
    const { token, shop, blog, secrets } = this;
    return Object.assign(new RequestScript(service), { token, shop, blog, secrets });
  }

  /** Sends a request, keeps the exchange and answers the reply. */
  async ask(
    method: Method,
    path: string,
    fill: (request: Test) => Test = (request) => request,
    token: string | undefined = this.token,
  ) {
    this.tick();
    const response = await fill(this.service.client.send(method, path, token));
    this.exchanges.push(exchangeOf(`${method} ${path}`, response, this.secrets));
    return response;
  }

  /** Reads a list from its first page to its last and back again; answers all addresses on the way onwards. */
  async walk(path: string): Promise<string[]> {
    const onwards: string[] = [];
    let back: string | undefined;
    for (let at: string | undefined = path; at !== undefined;) {
      onwards.push(at);
      const { next, previous } = linksOf(await this.ask('get', at));
      [at, back] = [next, previous];
    }
    while (back !== undefined) back = linksOf(await this.ask('get', back)).previous;
    return onwards;
  }

  private tick(): void {
    this.serial += 1;
    this.setTime(DAWN + this.serial * 61_007);
  }

  private async found(): Promise<void> {
    this.tick();
    const { fixtures: world } = this.service;
    await world.organization({ slug: 'acme' });
    const teams = ['backend', 'zeta', 'a_team', 'a-team'];
    for (const slug of teams) await world.team({ organization: 'acme', slug });
    this.shop = await world.project({
      organization: 'acme',
      team: 'backend',
      slug: 'shop',
      name: 'Shop',
      platform: 'node',
    });
    this.blog = await world.project({ organization: 'acme', team: 'backend', slug: 'blog', name: 'Blög' });
    for (const slug of ['b_c', 'b-c', 'bc', 'b1']) await world.project({ organization: 'acme', team: 'a_team', slug });
    this.token = await world.token('acme', { teams: ['backend'] });
    for (const { slug, row } of [this.shop, this.blog]) this.secrets[`secret of ${slug}`] = row.securityToken;
    for (const { slug, publicKey } of [this.shop, this.blog]) this.secrets[`key of ${slug}`] = publicKey;
    const elsewhere = await world.project();
    await world.event(elsewhere, { event_id: '0'.repeat(31) + '1' });
  }

  private async sendEvents(): Promise<void> {
    for (const [index, word] of WORDS.entries()) {
      const exception = { values: [{ type: 'TypeError', value: word, stacktrace: { frames: [frameOf(index)] } }] };
      const more = {
        level: ['error', 'warning', 'fatal'][index % 3],
        environment: ['production', 'Staging', 'ö'][index % 3],
      };
      await this.store(
        {
          ...more,
          exception,
          release: VERSIONS[index % 3],
          tags: { word: word || 'none', 'a.b': String(index) },
          user: { id: word },
        },
        index,
      );
      await this.store({ ...more, message: `${word} happened`, platform: ['python', 'other'][index % 2] }, 100 + index);
    }
    for (const index of [200, 201, 202])
      await this.store({ message: 'at the same time', timestamp: DAWN / 1000 }, index);
    await this.store({ message: 'twice' }, 300);
    await this.store({ message: 'twice, and not the same' }, 300);
    await this.store({ message: 'in the blog' }, 1, this.blog);
    const item = { event_id: id(400), platform: 'javascript', release: 'shop@1.0.0', dist: '7', ...browserError() };
    const lines = [
      { event_id: id(400), sent_at: '2026-11-21T06:00:00Z' },
      { type: 'event' },
      item,
      { type: 'session' },
      { sid: 'x' },
    ];
    const path = `/api/${this.shop.id}/envelope/?sentry_key=${this.shop.publicKey}`;
    await this.ask('post', path, (request) => request.send(lines.map((line) => JSON.stringify(line)).join('\n')), '');
  }

  private async store(event: Json, number: number, project = this.shop): Promise<void> {
    const body = JSON.stringify({ event_id: id(number), timestamp: DAWN / 1000 + number * 7.5, ...event });
    await this.ask(
      'post',
      `/api/${project.id}/store/?sentry_key=${project.publicKey}`,
      (request) => request.send(body),
      '',
    );
  }

  private async release(): Promise<void> {
    for (const [index, version] of VERSIONS.entries()) {
      const commits = [
        {
          id: sha1(version),
          author_name: WORDS[index],
          author_email: `${index}@acme.test`,
          message: WORDS[index + 3],
          timestamp: '2026-11-18T15:02:41Z',
        },
      ];
      const body = {
        version,
        projects: index % 2 === 0 ? ['shop', 'blog'] : ['shop'],
        ...(index > 0 && { commits }),
        url: 'https://acme.test/',
      };
      await this.ask('post', '/api/0/organizations/acme/releases/', (request) => request.send(body));
      await this.ask('post', `${releasePath(version)}deploys/`, (request) =>
        request.send({ environment: index % 2 === 0 ? 'production' : 'ö', name: version }),
      );
    }
    await this.ask('post', `${this.blog.path}releases/`, (request) =>
      request.send({ version: 'blog@1', dateReleased: '2026-11-20T00:00:00Z' }),
    );
    await this.ask('put', releasePath('shop@2.0.0'), (request) =>
      request.send({ dateReleased: '2026-11-21T00:00:00Z', ref: 'main' }),
    );
    await this.ask('put', `${this.shop.path}releases/a%25b/`, (request) => request.send({ status: 'archived' }));
  }

  private async upload(): Promise<void> {
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
    await this.ask('get', '/api/0/organizations/acme/chunk-upload/');
    for (const _ of ['before', 'after']) {
      await this.ask('post', '/api/0/organizations/acme/artifactbundle/assemble/', assemble);
      await this.ask('post', '/api/0/organizations/acme/chunk-upload/', (request) =>
        request.attach('file', archive, { filename: checksum }),
      );
    }
    for (const name of ['~/Z.js', '~/a.js', '~/ä.js', '~/a_b.js']) {
      const attach = (request: Test) =>
        request
          .attach('file', Buffer.from(`// ${name}`), 'x')
          .field('name', name)
          .field('header', 'Sourcemap:x.map');
      await this.ask('post', `${this.shop.path}releases/shop%402.0.0/files/`, attach);
    }
  }

  /** Reads everything there is. */
  async look(): Promise<void> {
    for (const path of ['', 'organizations/acme/', ...VERSIONS.flatMap((version) => below(version))])
      await this.ask('get', `/api/0/${path}`);
    for (const path of [
      'organizations/',
      'organizations/acme/projects/',
      'organizations/acme/repos/',
      'teams/acme/backend/projects/',
      'teams/acme/a_team/projects/',
    ]) {
      await this.walk(`/api/0/${path}?per_page=2`);
    }
    for (const path of ['organizations/acme/releases/', 'projects/acme/shop/releases/', 'projects/acme/blog/releases/'])
      await this.walk(`/api/0/${path}?per_page=2`);
    await this.walk(`${this.shop.path}events/?per_page=7`);
    await this.walk(`${this.shop.path}events/?full=true&per_page=20`);
    await this.walk(`${this.blog.path}events/`);
    for (const number of [0, 5, 400])
      await this.ask('get', `${this.shop.path}events/${id(number)}/source-map-debug/?frame_idx=0&exception_idx=0`);
    const files = `${this.shop.path}releases/shop%402.0.0/files/`;
    await this.walk(`${files}?per_page=3`);
    await this.walk(`${this.shop.path}releases/shop%401.0.0/files/`);
    const { body } = await this.ask('get', files);
    for (const file of body as { id: string }[]) {
      await this.ask('get', `${files}${file.id}/`);
      await this.ask('get', `${files}${file.id}/?download=1`);
    }
  }

  private async change(): Promise<void> {
    await this.ask('put', this.shop.path, (request) =>
      request.send({ name: 'Web shop ☃', subjectPrefix: '[shop] ', resolveAge: 24, isBookmarked: true }),
    );
    await this.ask('put', this.blog.path, (request) => request.send({ slug: 'journal', platform: 'python' }));
    await this.ask('get', `${this.blog.path}events/`);
  }

  private async remove(): Promise<void> {
    const issues = await this.issues();
    const [first = '', second = '', third = ''] = issues;
    await this.ask('delete', `${this.shop.path}issues/?id=${first}&id=999999`);
    await this.ask('delete', `${this.shop.path}issues/?id=${first}&id=${second}&id=${third}`);
    await this.store({ message: `${WORDS[3]} happened`, platform: 'other' }, 500);
    const files = `${this.shop.path}releases/shop%402.0.0/files/`;
    const { body } = await this.ask('get', files);
    await this.ask('delete', `${files}${(body as { id: string }[])[0]?.id}/`);
    await this.ask('delete', `${this.shop.path}files/source-maps/?name=shop%401.0.0`);
    await this.ask('delete', releasePath('Shop@1.0.0'));
    await this.ask('delete', `${this.shop.path}releases/shop%4010.0.0/`);
    await this.ask('delete', '/api/0/projects/acme/journal/issues/');
  }

  private async issues(): Promise<string[]> {
    const { body } = await this.ask('get', `${this.shop.path}events/`);
    return [...new Set((body as { groupID: string }[]).map(({ groupID }) => groupID))];
  }

  private async beRefused(): Promise<void> {
    const lists = [
      'organizations/acme/projects/',
      'projects/acme/shop/events/',
      'projects/acme/shop/releases/',
      'teams/acme/backend/projects/',
    ];
    const cursors = ['x', '1:2:3:4', '%00:0', '1e3:x:0', `${'9'.repeat(30)}:a:0`, 'ä:0', '0:0:0', ':0'];
    for (const path of lists)
      for (const cursor of cursors) await this.ask('get', `/api/0/${path}?cursor=${encodeURIComponent(cursor)}`);
    for (const path of [
      'organizations/nobody/',
      'teams/acme/999/projects/',
      'projects/acme/%00/events/',
      `teams/acme/${'9'.repeat(20)}/projects/`,
    ])
      await this.ask('get', `/api/0/${path}`);
    await this.ask('get', `${this.shop.path}events/${'f'.repeat(32)}/source-map-debug/?frame_idx=0&exception_idx=0`);
    await this.ask('put', this.shop.path, (request) => request.send({ slug: 'journal' }));
    await this.ask('put', this.shop.path, (request) => request.send({ name: '', resolveAge: -1 }));
    await this.ask('get', '/api/0/organizations/', undefined, 'nonsense');
    await this.ask(
      'post',
      `/api/${this.shop.id}/store/?sentry_key=${'0'.repeat(32)}`,
      (request) => request.send('{}'),
      '',
    );
    await this.ask(
      'post',
      `/api/${this.shop.id}/store/?sentry_key=${this.shop.publicKey}`,
      (request) => request.send('{"'),
      '',
    );
    for (const path of ['/healthz', '/openapi.json']) await this.ask('get', path, undefined, '');
  }
}

/** Where a page leads; one that has moved leads nowhere. */
function linksOf(response: Response): { next: string | undefined; previous: string | undefined } {
  if (response.status !== 200) return { next: undefined, previous: undefined };
  const { next, previous } = readLink(response);
  return { next: next.results ? next.path : undefined, previous: previous.results ? previous.path : undefined };
}

/** The id of the event of that number. */
function id(number: number): string {
  return number.toString(16).padStart(32, 'c');
}

function frameOf(index: number): Json {
  return { filename: `src/f${index}.js`, function: WORDS[index % WORDS.length], lineno: index + 1, in_app: true };
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

/** Below a release, as the organization and as the shop show it. */
function below(version: string): string[] {
  const path = encodeURIComponent(version);
  const shared = ['', 'commits/'];
  const all = [...shared, 'deploys/', 'previous-with-commits/'];
  return [
    ...all.map((rest) => `organizations/acme/releases/${path}/${rest}`),
    ...shared.map((rest) => `projects/acme/shop/releases/${path}/${rest}`),
  ];
}
