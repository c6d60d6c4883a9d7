/** An organization that a check creates, the service on its database, and the events that it receives. */
import { gzipSync } from 'node:zlib';
import type { TemporaryPlace } from '../../test/support/database';
import { Fixtures, type ProjectFixture } from '../../test/support/fixtures';
import { ServiceProcess } from '../../test/support/process';
import { envelopeOf, type Random } from './payloads';

/** The organization of a check, with a team that has its projects, and a token that may do everything. */
export interface CheckedOrganization<Slug extends string = string> {
  readonly organization: string;
  readonly team: string;
  readonly token: string;
  readonly projects: Readonly<Record<Slug, ProjectFixture>>;
}

/** Creates the organization in an empty database. */
export function createOrganization<Slug extends string>(
  databaseUrl: string,
  slugs: readonly Slug[],
): Promise<CheckedOrganization<Slug>> {
  return Fixtures.fill(databaseUrl, async (fixtures) => {
    const { slug: organization } = await fixtures.organization();
    const { slug: team } = await fixtures.team({ organization });
    const projects: [Slug, ProjectFixture][] = [];
    for (const slug of slugs) projects.push([slug, await fixtures.project({ organization, team, slug })]);
    const token = await fixtures.token(organization, { teams: [team] });
    return { organization, team, token, projects: Object.fromEntries(projects) as Record<Slug, ProjectFixture> };
  });
}

/** Starts the service on a database, as in production. */
export function serveOn(place: TemporaryPlace, env: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  return ServiceProcess.start({ DATABASE_URL: place.url, BOOTSTRAP: 'off', NODE_ENV: 'production', ...env });
}

/** @throws Error unless the service ends in order */
export async function stopInOrder(service: ServiceProcess): Promise<void> {
  const { code, stderr } = await service.stop();
  if (code !== 0) throw new Error(`the service ended with exit code ${String(code)}: ${stderr}`);
}

/** An event as clients send it: to either operation, compressed or not. */
interface EncodedEvent {
  readonly operationId: 'storeEnvelope' | 'storeEvent';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function encodeEvent(eventId: string, payload: object, random: Random): EncodedEvent {
  const text = JSON.stringify(payload);
  const isEnvelope = random.below(3) > 0;
  const plain = Buffer.from(isEnvelope ? envelopeOf(eventId, text) : text);
  const isCompressed = random.below(3) === 0;
  return {
    operationId: isEnvelope ? 'storeEnvelope' : 'storeEvent',
    headers: isCompressed ? { 'Content-Encoding': 'gzip' } : {},
    body: isCompressed ? gzipSync(plain) : plain,
  };
}
