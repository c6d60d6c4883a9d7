/** Runs the service under all kinds of use side by side, and reads back the acknowledged data. */
import { setTimeout } from 'node:timers/promises';
import type { TemporaryPlace } from '../../test/support/database';
import type { ServiceProcess } from '../../test/support/process';
import { WebhookServer } from '../../test/support/webhookServer';
import { serveOn, stopInOrder } from '../support/organization';
import { Random } from '../support/payloads';
import { median, sumOf } from '../support/statistics';
import { memoryOf } from '../support/usage';
import { Api } from './api';
import { checkProjects, isReclaimed, type ProjectResult } from './check';
import {
  changeSettings,
  type Client,
  exportEvents,
  readLists,
  readNothing,
  readSlowly,
  removeIssues,
  type SlowCounts,
  stallBody,
  uploadBundles,
} from './clients';
import { createTenant, Phase, projectsOf, Senders, type Tenant } from './load';

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  /**
   * Operations that the load must have reached: it goes on for up to two minutes more until each of them has succeeded.
   * A busy machine may not reach all of them in a short run.
   */
  readonly operations?: readonly string[];
  readonly makePlace: () => Promise<TemporaryPlace>;
  /** Called now and then with the number of acknowledged events and the resident memory of the service. */
  readonly onProgress?: (share: number, acknowledged: number, memory: number) => void;
}

export interface SoakReport {
  readonly api: Api;
  readonly projects: readonly ProjectResult[];
  readonly slow: SlowCounts;
  /** Numbers of requests that the answering and the hanging webhook received. */
  readonly webhooks: { readonly answered: number; readonly hanging: number };
  /** Resident memory of the service in bytes: early, and at the end of the load. */
  readonly memory: { readonly afterMinutes: number; readonly early: number; readonly end: number };
  /** Seconds after the load until nothing of removed issues was left; null if the check stopped waiting before. */
  readonly quietAfter: number | null;
}

const SENDERS = 8;
const EVENTS_PER_SECOND = 80;
/** One sender in this number sends large events. */
const LARGE_EVERY = 4;
const SMALL_BYTES = 3 * 1024;
const LARGE_BYTES = 25 * 1024;
const RETENTION_EVENTS = 200;
/** Events beyond the retention before the load: the service deletes them when it starts, then every ten minutes. */
const EVENTS_BEFORE = 400;
const SLOW_CLIENTS = 4;
const SAMPLE_MS = 1000;
const PROGRESS_MS = 30_000;
/** Memory is compared after this time, or after a sixth of shorter runs. */
const EARLY_MINUTES = 5;
/** Share of the run whose median memory is compared, because memory rises and falls with garbage collection. */
const MEMORY_WINDOW = 1 / 30;
const QUIET_LIMIT_MS = 180_000;

export async function soak(options: SoakOptions): Promise<SoakReport> {
  const place = await options.makePlace();
  const answering = await WebhookServer.start();
  const hanging = await WebhookServer.start();
  hanging.answer = () => undefined;
  try {
    const tenant = await createTenant(place.url);
    const api = new Api('', tenant.token, {
      organization_slug: tenant.organization,
      team_id_or_slug: tenant.team,
      plugin_id: 'webhooks',
    });
    const senders = new Senders(api);
    await prepare(place, api, tenant, senders, [answering.url, hanging.url], options.seed);
    const service = await startService(place, api);
    const load = await run(service, { api, tenant, senders }, options);
    const began = performance.now();
    const quietAfter = (await isQuiet(place)) ? (performance.now() - began) / 1000 : null;
    const deleted = { lastRemoval: load.lastRemoval, retentionEvents: RETENTION_EVENTS };
    const projects = await checkProjects(api, tenant, senders, deleted);
    api.close();
    await stopInOrder(service);
    const webhooks = { answered: answering.posts.length, hanging: hanging.posts.length };
    return { api, projects, slow: load.slow, webhooks, memory: load.memory, quietAfter };
  } finally {
    await Promise.all([answering.close(), hanging.close(), place.dispose()]);
  }
}

async function startService(place: TemporaryPlace, api: Api): Promise<ServiceProcess> {
  const service = await serveOn(place, { WEBHOOK_ALLOW_PRIVATE: 'on' });
  api.origin = service.url;
  return service;
}

/** Sets webhooks and retention up, with events that the retention is to delete, and stops the service again. */
async function prepare(
  place: TemporaryPlace,
  api: Api,
  { kept, expiring }: Tenant,
  senders: Senders,
  urls: readonly string[],
  seed: number,
): Promise<void> {
  const service = await startService(place, api);
  for (const [index, { slug }] of kept.entries())
    await api.need('updateProjectPlugin', { path: { project_slug: slug }, body: { enabled: true, url: urls[index] } });
  const path = { project_slug: expiring.slug };
  await api.need('updateProject', { path, body: { retentionEvents: RETENTION_EVENTS } });
  const random = new Random(seed);
  for (let count = 0; count < RETENTION_EVENTS + EVENTS_BEFORE; count += 1)
    await senders.send(expiring, SMALL_BYTES, random);
  api.close();
  await stopInOrder(service);
}

/** Lets all clients run beside each other. */
async function run(
  service: ServiceProcess,
  shared: Pick<Client, 'api' | 'tenant' | 'senders'>,
  { minutes, seed, operations = [], onProgress }: SoakOptions,
): Promise<Pick<SoakReport, 'slow' | 'memory'> & { lastRemoval: number }> {
  const phase = new Phase(minutes * 60_000);
  let clients = 0;
  const next = (): Client => ({ ...shared, phase, random: new Random(seed + (clients += 1)) });
  const slow: SlowCounts = { completed: 0, closed: 0, refused: 0 };
  const samples: { share: number; bytes: number }[] = [];
  const running = [
    phase.every(SAMPLE_MS, () => {
      samples.push({ share: phase.share, bytes: memoryOf(service.running.child.pid ?? 0) });
    }),
    phase.every(PROGRESS_MS, () => {
      const counts = [...shared.senders.acknowledged.values()].map(({ size }) => size);
      onProgress?.(phase.share, sumOf(counts), samples.at(-1)?.bytes ?? NaN);
    }),
    ...Array.from({ length: SENDERS }, (_, index) =>
      shared.senders.run(projectsOf(shared.tenant), {
        bytes: index % LARGE_EVERY === 0 ? LARGE_BYTES : SMALL_BYTES,
        intervalMs: (1000 * SENDERS) / EVENTS_PER_SECOND,
        ...next(),
      }),
    ),
    ...[uploadBundles, readLists, changeSettings, exportEvents].map((client) => client(next())),
    ...Array.from({ length: SLOW_CLIENTS }, () =>
      [readNothing, readSlowly, stallBody].map((client) => client(next(), slow)),
    ).flat(),
  ];
  // An error of a client ends the run at once.
  const removing = removeIssues(next());
  void phase.last(() => operations.every((operation) => shared.api.hasSucceeded(operation)));
  try {
    await Promise.all([removing, ...running]);
  } finally {
    phase.end();
  }
  return { slow, lastRemoval: await removing, memory: compareMemory(samples, minutes) };
}

function compareMemory(samples: readonly { share: number; bytes: number }[], minutes: number): SoakReport['memory'] {
  const afterMinutes = Math.min(EARLY_MINUTES, minutes / 6);
  const until = (end: number) => {
    const window = samples.filter(({ share }) => share > end - MEMORY_WINDOW && share <= end);
    // A busy machine may take no sample in the window of a short run: the next one stands for it.
    const later = samples.filter(({ share }) => share > end).slice(0, 1);
    const taken = [window, later, samples.slice(-1)].find((some) => some.length > 0) ?? [];
    return median(taken.map(({ bytes }) => bytes));
  };
  return { afterMinutes, early: until(afterMinutes / minutes), end: until(1) };
}

/** Waits until the storage of all removed issues is freed. */
async function isQuiet(place: TemporaryPlace): Promise<boolean> {
  const deadline = performance.now() + QUIET_LIMIT_MS;
  while (!(await isReclaimed(place))) {
    if (performance.now() > deadline) return false;
    await setTimeout(500);
  }
  return true;
}
