/** Actions of clients in addition to sending events. Each function goes on until the phase is over. */
import type { components } from '../../generated/api';
import { cursorOf } from '../../src/client/createClient';
import { mapText } from '../../test/support/artifacts';
import type { ProjectFixture } from '../../test/support/fixtures';
import { cut } from '../../test/support/upload';
import { bundle, sha1 } from '../../test/support/zip';
import { envelopeOf, type Random } from '../support/payloads';
import { exchange } from '../support/exchange';
import { type Api, type Call, LIMIT_MS } from './api';
import { type Phase, projectsOf, type Senders, type Tenant } from './load';

type Issue = components['schemas']['Issue'];
type Event = components['schemas']['Event'];

export interface Client {
  readonly api: Api;
  readonly tenant: Tenant;
  readonly senders: Senders;
  readonly phase: Phase;
  readonly random: Random;
}

/** Results of slow clients. */
export interface SlowCounts {
  /** Replies that were read slowly, but completely. */
  completed: number;
  /** Connections that the service closed because the client read nothing. */
  closed: number;
  /** Bodies that stopped arriving and were answered with 408. */
  refused: number;
}

/**
 * Share of the time after which no issue is removed any more, unless none has been, so that the events of the project
 * must stay from then on.
 */
const LAST_REMOVAL = 0.85;
/** One removal in this number names no issue. It removes all issues, up to a thousand. */
const ALL_EVERY = 12;
const RELEASES = 20;
const MAP_LINES = 600;
const STALL_MS = 45_000;
const SLOW_PIECE_MS = 100;

const of = ({ slug }: ProjectFixture) => ({ project_slug: slug });
const releaseOf = (random: Random) => ({ version: `shop@1.${random.below(RELEASES)}.0` });

/** Removes issues of one project in bulk. @returns the time of the last reply, in milliseconds since 1970 */
export async function removeIssues({ api, tenant, phase, random }: Client): Promise<number> {
  const path = of(tenant.removed);
  let last = 0;
  const isDue = () => phase.share < LAST_REMOVAL || !api.hasSucceeded('removeIssues');
  for (let turn = 1; !phase.isOver() && isDue(); turn += 1) {
    const listed = await api.call('listIssues', { path, query: { query: '' } });
    const issues = listed?.status === 200 ? (listed.body as Issue[]) : [];
    const chosen = issues.filter(() => random.below(3) === 0).map(({ id }) => id);
    const isAll = turn % ALL_EVERY === 0;
    if (isAll || chosen.length > 0) await api.call('removeIssues', { path, query: isAll ? {} : { id: chosen } });
    last = Date.now();
    await phase.pause(2000);
  }
  return last;
}

/** Uploads a script with its source map as the upload tools do; of every third bundle, only the chunks. */
export async function uploadBundles({ api, tenant, phase, random }: Client): Promise<void> {
  for (let turn = 0; !phase.isOver(); turn += 1) {
    const archive = makeBundle(turn, random);
    const project = random.pick(tenant.kept);
    const body = {
      checksum: sha1(archive),
      chunks: cut(archive).map(sha1),
      projects: [project.slug],
      ...releaseOf(random),
    };
    if (turn === 0) await api.call('getChunkUpload');
    await api.call('assembleArtifactBundle', { body });
    await api.call('uploadChunks', await formOf(cut(archive)));
    if (turn % 3 > 0) await api.call('assembleArtifactBundle', { body });
    const files = await api.call('listReleaseFiles', { path: { ...of(project), version: body.version } });
    const file = files?.status === 200 ? (files.body as { id: string }[])[0] : undefined;
    const path = { ...of(project), version: body.version, file_id: file?.id ?? '' };
    if (file !== undefined) await api.call('getReleaseFile', { path, query: turn % 2 === 0 ? { download: '1' } : {} });
    if (file !== undefined && turn % 5 === 0) await api.call('removeReleaseFile', { path });
    if (turn % 20 === 19)
      await api.call('removeReleaseArtifacts', { path: of(project), query: { name: body.version } });
    await phase.pause(3000);
  }
}

function makeBundle(turn: number, random: Random): Buffer {
  const lines = Array.from({ length: MAP_LINES }, (_, line) => `const ${random.hex(12)} = ${line};`);
  const map = mapText(
    lines.map((_, line) => [line * 20, 'src/cart.ts', line, 0]),
    { 'src/cart.ts': lines.join('\n') },
  );
  const name = `~/assets/cart-${turn}.js`;
  return bundle([
    { name, bytes: `${lines.join('')}\n//# sourceMappingURL=cart-${turn}.js.map`, type: 'minified_source' },
    { name: `${name}.map`, bytes: map },
  ]);
}

async function formOf(chunks: readonly Buffer[]): Promise<Call> {
  const form = new FormData();
  for (const chunk of chunks) form.append('file', new Blob([Uint8Array.from(chunk)]), sha1(chunk));
  const encoded = new Response(form);
  return {
    headers: { 'Content-Type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

/** Reads lists, records and the explanations of frames, like people who look at their errors. */
export async function readLists({ api, tenant, phase, random }: Client): Promise<void> {
  while (!phase.isOver()) {
    const path = of(random.pick(projectsOf(tenant)));
    const search = random.pick(['', 'is:unresolved', 'level:error', 'environment:production', '!region:eu-west "the"']);
    const issues = await api.call('listIssues', { path, query: { query: search } });
    const issue = issues?.status === 200 ? (issues.body as Issue[]).at(random.below(20)) : undefined;
    if (issue !== undefined) {
      await api.call('getIssue', { path: { issue_id: random.pick([issue.id, issue.shortId]) } });
      await api.call('listIssueEvents', { path: { issue_id: issue.id }, query: { full: String(random.below(2) > 0) } });
    }
    const events = await api.call('listProjectEvents', { path });
    const event = events?.status === 200 ? (events.body as Event[]).at(random.below(100)) : undefined;
    if (event !== undefined) {
      const one = { ...path, event_id: event.eventID };
      await api.call('getEvent', { path: one });
      await api.call('getSourceMapDebug', { path: one, query: { exception_idx: 0, frame_idx: random.below(3) } });
    }
    const month = { path, query: { statsPeriod: '30d', interval: '1d' } };
    if (random.below(3) === 0) await api.call('getProjectOutcomes', month);
    for (const operationId of OTHERS.split(' ')) {
      if (random.below(3) === 0) await api.call(operationId, { path: { ...path, ...releaseOf(random) } });
      await phase.pause(20);
    }
  }
}

/** Operations that are called now and then. */
const OTHERS =
  'getProject getProjectOutcomes listProjectKeys listReleases listProjectReleases getRelease getPreviousRelease ' +
  'listOrganizations listOrganizationProjects listTeamProjects listAuditLog getAlertSettings getProjectPlugin ' +
  'getContract getHealth getReadiness getService';

/** Changes settings, keys and issues. No setting lets an event be dropped. Now and then the change is refused. */
export async function changeSettings({ api, tenant, phase, random }: Client): Promise<void> {
  for (let turn = 0; !phase.isOver(); turn += 1) {
    const path = of(random.pick(projectsOf(tenant)));
    const word = random.hex(8);
    await api.call('updateProject', {
      path,
      body: {
        name: `Shop ${word}`,
        subjectPrefix: `[${word}]`,
        resolveAge: random.below(500),
        defaultEnvironment: random.pick(['production', 'staging']),
        sensitiveFields: [`field_${word}`],
        fingerprintingRules: `error.type:Never${word} -> never-${word}`,
        options: { 'filters:error_messages': `nothing says ${word} *` },
      },
    });
    await api.call('updateProject', { path, body: { [word]: true } });
    await api.call('updateAlertSettings', { path, body: { mail: random.below(2) > 0 } });
    await api.call('updateOrganization', {
      body: { rateLimit: { window: 60, count: 1_000_000 + random.below(1000) } },
    });
    const created = await api.call('createProjectKey', { path, body: { name: `Key ${word}` } });
    const { id } = (created?.status === 201 ? created.body : {}) as { id?: string };
    const key = { path: { ...path, key_id: id ?? '' } };
    if (id !== undefined) await api.call('updateProjectKey', { ...key, body: { isActive: false } });
    if (id !== undefined) await api.call('removeProjectKey', key);
    const status = random.pick(['resolved', 'unresolved', 'ignored']);
    await api.call('updateIssues', { path, query: { status: 'unresolved' }, body: { status } });
    await api.call('createRelease', { body: { ...releaseOf(random), projects: [path.project_slug] } });
    await phase.pause(2000);
  }
}

/** Reads all events of a project with their bodies, page by page. */
export async function exportEvents({ api, tenant, phase, random }: Client): Promise<void> {
  while (!phase.isOver()) {
    const path = of(random.pick(projectsOf(tenant)));
    let cursor: string | null = '';
    while (cursor !== null && !phase.isOver()) {
      const page = await api.call('listProjectEvents', { path, query: { full: 'true', cursor } });
      cursor = cursorOf('next', String(page?.headers['link']));
      await phase.pause(250);
    }
  }
}

/** Asks for pages of complete events and reads nothing of the reply. */
export async function readNothing({ api, tenant, phase, random }: Client, counts: SlowCounts): Promise<void> {
  while (!phase.isOver()) {
    const call = { path: of(random.pick(tenant.kept)), query: { full: 'true', per_page: 100 } };
    const request = api.request(api.target('listProjectEvents', call), {});
    const met = { isClosed: false };
    // Without a listener for its data, a reply is not read.
    request.on('response', (response) =>
      response.on('error', () => undefined).on('close', () => (met.isClosed = true)),
    );
    request.on('error', () => undefined).end();
    await phase.pause(STALL_MS);
    if (met.isClosed) counts.closed += 1;
    request.destroy();
  }
}

/** Asks for pages of complete events and reads them slowly. */
export async function readSlowly({ api, tenant, phase, random }: Client, counts: SlowCounts): Promise<void> {
  while (!phase.isOver()) {
    const target = api.target('listProjectEvents', { path: of(random.pick(tenant.kept)), query: { full: 'true' } });
    const request = api.request(target, { 'Accept-Encoding': 'identity' });
    try {
      const reply = await exchange(
        request,
        () => request.end(),
        () => phase.pause(SLOW_PIECE_MS),
      );
      api.record('listProjectEvents', target, reply);
      counts.completed += 1;
    } catch (error) {
      api.complain('unanswered', `a list that is read slowly: ${String(error)}`);
    }
    await phase.pause(500);
  }
}

/** Announces an event and never sends the end of it. */
export async function stallBody({ api, tenant, phase, random }: Client, counts: SlowCounts): Promise<void> {
  while (!phase.isOver()) {
    const { id, publicKey } = random.pick(tenant.kept);
    const target = api.target('storeEnvelope', { path: { project_id: id }, query: { sentry_key: publicKey } });
    const request = api.request(target, { 'Content-Length': 100_000 });
    const replied = exchange(request, () => request.write(envelopeOf(random.hex(32), '{"message":"'))).then(
      (reply) => {
        api.record('storeEnvelope', target, reply);
        counts.refused += 1;
      },
      (error: unknown) => {
        if (!phase.isOver()) api.complain('unanswered', `a body that stops: ${String(error)}`);
      },
    );
    await Promise.race([replied, phase.pause(LIMIT_MS)]);
    request.destroy();
    await replied;
  }
}
