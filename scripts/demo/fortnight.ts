/** Plays a fortnight of the organization against the service, whose clock it sets: releases, events, members. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openApp } from '../../src/app';
import { readConfig } from '../../src/config';
import { openLog } from '../../src/log';
import { Random } from '../support/payloads';
import { must, uploadScript } from '../support/uploadScript';
import { attachmentItems } from './attachments';
import {
  type Defect,
  DEFECTS,
  FEEDBACK,
  ORGANIZATION,
  type PlannedFeedback,
  type PlannedRelease,
  type ProjectName,
  projects,
  RELEASES,
  valueAt,
  type Work,
  WORK,
} from './tables';
import { eventOf, type Occurrence } from './events';
import { feedbackEnvelope, healthEnvelopes } from './health';
import { addressOf, clientOf, createDemoOrganization, type DemoOrganization } from './organization';
import { assetOf, buildStorefront, type StorefrontRelease } from './storefront';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAYS = 14;
/** Length of a step of time. All events of a step are sent at the same time. */
const STEP = HOUR / 6;
const SENDERS = 8;
/** Number of events of a run in which each defect has exactly its own frequency. */
const ALL_EVENTS = 11_250;
/** The day from which on every defect has happened at least once, so that members can find its issue. */
const ALL_HAPPEN = 0.5;

/** Counts of the events that filled the database. */
export interface Filled {
  readonly sent: number;
  /** Events that a rate limit refused. */
  readonly refused: number;
}

/** The time of this process, and so of the service that runs in it. */
interface Clock {
  time: number;
}

/**
 * Fills a database. The service runs in this process, so that its clock can be set: all stored times are the times at
 * which the events would have happened.
 *
 * @param events approximate number of events
 * @param signal ends it early
 */
export async function fillFortnight(databaseUrl: string, events: number, signal: AbortSignal): Promise<Filled> {
  const realNow = Date.now;
  const end = realNow();
  const clock: Clock = { time: end - DAYS * DAY };
  const folder = mkdtempSync(path.join(tmpdir(), 'culprit-demo-'));
  try {
    const shop = new Map<string, StorefrontRelease>();
    for (const { project, version } of RELEASES) {
      if (project === 'storefront') shop.set(version, await buildStorefront(folder, version));
    }
    Date.now = () => clock.time;
    const config = readConfig({ PORT: '0', DATABASE_URL: databaseUrl, SCRAPING: 'off', BOOTSTRAP: 'off' });
    const app = await openApp(config, openLog('error'));
    try {
      const url = await app.listen();
      const organization = await createDemoOrganization(app.database, url);
      const play = new Play(organization, shop, { end, share: events / ALL_EVENTS });
      await play.run(clock, signal);
      return { sent: play.sent, refused: play.refused };
    } finally {
      await app.close();
    }
  } finally {
    Date.now = realNow;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A release of a program, and the time at which it reaches its users. */
interface ActiveRelease extends PlannedRelease {
  readonly time: number;
}

/** The course of the fortnight. */
class Play {
  sent = 0;
  refused = 0;
  readonly #random = new Random(20_261_124);
  readonly #healthRandom = new Random(20_261_129);
  readonly #begin: number;
  /** Share of the planned events that is sent. */
  readonly #share: number;
  readonly #releases: readonly ActiveRelease[];
  /** The newest event of each defect, by which its issue is found. */
  readonly #events = new Map<string, { project: ProjectName; id: string }>();

  constructor(
    private readonly organization: DemoOrganization,
    private readonly shop: ReadonlyMap<string, StorefrontRelease>,
    { end, share }: { readonly end: number; readonly share: number },
  ) {
    this.#share = share;
    this.#begin = end - DAYS * DAY;
    this.#releases = RELEASES.map((release) => ({ ...release, time: this.#timeOf(release.day) }));
  }

  async run(clock: Clock, signal: AbortSignal): Promise<void> {
    const due = [
      ...this.#releases.map((release) => ({ time: release.time, run: () => this.#publish(release) })),
      ...FEEDBACK.map((feedback) => ({ time: this.#timeOf(feedback.day), run: () => this.#writeFeedback(feedback) })),
      ...WORK.map((work) => ({ time: this.#timeOf(work.day), run: () => this.#do(work) })),
    ].sort((one, other) => one.time - other.time);
    for (let time = this.#begin; time < this.#begin + DAYS * DAY && !signal.aborted; time += STEP) {
      for (; due[0] !== undefined && due[0].time <= time; due.shift()) {
        clock.time = Math.max(clock.time, due[0].time);
        await due[0].run();
      }
      const occurrences = this.#occurrences(time);
      clock.time = Math.max(clock.time, time + STEP);
      await this.#send(occurrences);
      const isHourOver = (clock.time - this.#begin) % HOUR < STEP;
      if (isHourOver) await this.#sendHealth(time + STEP - HOUR);
    }
  }

  #timeOf(day: number): number {
    return this.#begin + day * DAY;
  }

  /** Returns the occurrences of defects in a step, oldest first. */
  #occurrences(step: number): Occurrence[] {
    const share = this.#share * (STEP / DAY) * activity(step);
    const day = (step - this.#begin) / DAY;
    const all = DEFECTS.flatMap((defect) => {
      const weight = weightOf(defect, day);
      const isFirst = weight > 0 && day > ALL_HAPPEN && !this.#events.has(defect.name);
      const count = Math.max(isFirst ? 1 : 0, Math.floor(defect.perDay * share * weight + this.#random.next()));
      return Array.from({ length: count }, () => this.#occurrence(defect, step + this.#random.below(STEP), isFirst));
    });
    return all.flatMap((one) => (one === null ? [] : [one])).sort((one, other) => one.time - other.time);
  }

  /** Returns an occurrence of a defect, or null if no release that is in use has the defect. */
  #occurrence(defect: Defect, time: number, isFirst: boolean): Occurrence | null {
    const release = this.#releaseOf(defect, time, isFirst);
    const isTried = this.#random.below(100) < 9;
    const environment = isTried && defect.project !== 'reader-app' ? 'staging' : 'production';
    return release === undefined ? null : { defect, time, release: release.version, environment };
  }

  /**
   * Returns the release of a user who meets a defect; undefined if that release does not have it. The first one to
   * meet it has the newest release that has it: what members do next must not depend on the hour of the run.
   */
  #releaseOf({ project, action }: Defect, time: number, isFirst: boolean): ActiveRelease | undefined {
    const used = isFirst ? this.#publishedUntil(project, time) : [this.#releaseAt(project, time, this.#random)];
    return used.find(
      (release) =>
        release !== undefined && (action === undefined || this.shop.get(release.version)?.errors.has(action)),
    );
  }

  /** Returns the releases of a project that are published at a time, newest first. */
  #publishedUntil(project: ProjectName, time: number): ActiveRelease[] {
    return this.#releases.filter((release) => release.project === project && release.time <= time).reverse();
  }

  /** Returns the release of a user: the newest one, or the previous one until the user has the newest. */
  #releaseAt(project: ProjectName, time: number, random: Random): ActiveRelease | undefined {
    const [newest, former] = this.#publishedUntil(project, time);
    if (newest === undefined) return undefined;
    const isOld = random.next() < 0.5 ** ((time - newest.time) / (projects[project].halfLifeHours * HOUR));
    return isOld && former !== undefined ? former : newest;
  }

  async #sendHealth(begin: number): Promise<void> {
    const releaseAt = (project: ProjectName, time: number) =>
      this.#releaseAt(project, time, this.#healthRandom)?.version;
    const hour = { begin, day: (begin - this.#begin) / DAY, activity: activity(begin), releaseAt };
    const envelopes = healthEnvelopes(hour, this.#healthRandom);
    await Promise.all(envelopes.map(({ project, body }) => this.#post(project, body)));
  }

  async #writeFeedback(feedback: PlannedFeedback): Promise<void> {
    const event = feedback.defect === undefined ? undefined : this.#events.get(feedback.defect);
    const project = event?.project ?? feedback.project;
    if (project === undefined) throw new Error(`"${feedback.defect}" has not happened yet`);
    await this.#post(project, feedbackEnvelope(feedback, event?.id, this.#healthRandom));
  }

  async #post(project: ProjectName, body: string): Promise<void> {
    const response = await fetch(this.organization.ingestUrls.get(project) ?? '', { method: 'POST', body });
    const reply = await response.text();
    if (!response.ok) throw new Error(`an envelope for ${project} is ${response.status}: ${reply}`);
  }

  async #send(occurrences: readonly Occurrence[]): Promise<void> {
    const waiting = occurrences.map((occurrence) => {
      const { defect, release } = occurrence;
      const thrown = defect.action === undefined ? undefined : this.shop.get(release)?.errors.get(defect.action);
      return { defect, event: eventOf(occurrence, thrown, this.#random) };
    });
    const send = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { defect, event } = next;
        const text = JSON.stringify(event);
        const head = JSON.stringify({ event_id: event['event_id'] });
        const body = Buffer.concat([
          Buffer.from(`${head}\n{"type":"event","length":${Buffer.byteLength(text)}}\n${text}`),
          attachmentItems(defect.project, event),
        ]);
        const url = this.organization.ingestUrls.get(defect.project) ?? '';
        const response = await fetch(url, { method: 'POST', body });
        const reply = await response.text();
        if (response.status === 429) this.refused += 1;
        else if (!response.ok) throw new Error(`an event of "${defect.name}" is ${response.status}: ${reply}`);
        else {
          this.sent += 1;
          this.#events.set(defect.name, { project: defect.project, id: String(event['event_id']) });
        }
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, send));
  }

  /** Performs the action of a member on an issue. */
  async #do({ by, defect, update, assign, comment, into }: Work): Promise<void> {
    const client = clientOf(this.organization, by);
    const { id } = await this.#issueOf(defect);
    const issue = { organization_slug: ORGANIZATION, issue_id: id };
    if (update !== undefined) await must(client.updateIssue({ ...issue, body: update }));
    if (comment !== undefined) await must(client.createIssueComment({ ...issue, body: { text: comment } }));
    if (assign !== undefined) {
      const assignedTo = assign.startsWith('#') ? assign : addressOf(assign);
      await must(client.updateIssue({ ...issue, body: { assignedTo } }));
    }
    if (into === undefined) return;
    const target = await this.#issueOf(into);
    const merged = { id: [Number(target.id), Number(id)], body: { merge: true as const, into: target.id } };
    await must(client.updateOrganizationIssues({ organization_slug: ORGANIZATION, ...merged }));
  }

  async #issueOf(defect: string): Promise<{ id: string; shortId: string }> {
    const event = this.#events.get(defect);
    if (event === undefined) throw new Error(`"${defect}" has not happened yet`);
    const owner = clientOf(this.organization, 'mara');
    const place = { organization_slug: ORGANIZATION, project_slug: event.project };
    const { groupID } = await must(owner.getEvent({ ...place, event_id: event.id }));
    return must(owner.getIssue({ organization_slug: ORGANIZATION, issue_id: groupID }));
  }

  /** Creates a release with its commits and files, and deploys it. */
  async #publish({ project, version, time, commits, hasNoFiles = false }: ActiveRelease): Promise<void> {
    const publisher = clientOf(this.organization, 'ifeoma');
    const built = this.shop.get(version);
    if (built !== undefined && !hasNoFiles)
      await uploadScript(publisher, { organization: ORGANIZATION, project, name: `~${assetOf(version)}`, ...built });
    const describe = async ({ message, fixes }: (typeof commits)[number]) =>
      fixes === undefined ? message : `${message}\n\nFixes ${(await this.#issueOf(fixes)).shortId}`;
    const messages = await Promise.all(commits.map(describe));
    const body = {
      version,
      projects: [project],
      ref: sha1(version),
      dateReleased: isoOf(time),
      commits: commits.map(({ by, file }, index) => ({
        id: sha1(index === 0 ? version : String(messages[index])),
        repository: `tidewater/${project}`,
        message: String(messages[index]),
        author_name: `${by.charAt(0).toUpperCase()}${by.slice(1)}`,
        author_email: addressOf(by),
        timestamp: isoOf(time - (2 + 5 * index) * HOUR),
        patch_set: [{ path: file, type: 'M' as const }],
      })),
    };
    await must(publisher.createRelease({ organization_slug: ORGANIZATION, body }));
    const url = `https://ci.example/tidewater/${project}/${sha1(version).slice(0, 7)}`;
    for (const environment of ['staging', 'production']) {
      const end = environment === 'staging' ? time - HOUR : time;
      const deploy = { environment, dateStarted: isoOf(end - 240_000), dateFinished: isoOf(end), url };
      await must(publisher.createDeploy({ organization_slug: ORGANIZATION, version, body: deploy }));
    }
  }
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** Returns the activity of users, on average 1: low at night, lower at the weekend, highest in the evening. */
function activity(time: number): number {
  const date = new Date(time);
  const hour = date.getUTCHours() + date.getUTCMinutes() / 60;
  const isWeekend = [0, 6].includes(date.getUTCDay());
  const wave = 1 + 0.75 * Math.cos(((hour - 18) / 24) * 2 * Math.PI);
  return wave * (isWeekend ? 0.7 : 1.1);
}

/** Returns the factor by which a defect is more or less frequent on a day than on average. */
function weightOf({ shape = {}, growing }: Defect, day: number): number {
  if (growing !== undefined) {
    const [from, factor] = growing;
    return day < from ? 1 : 1 + ((factor - 1) * (day - from)) / (14 - from);
  }
  return valueAt(shape, day) ?? 1;
}
