import type { Test } from 'supertest';
import type { ProjectFixture } from './fixtures';
import type { Service } from './service';

type Json = Record<string, never> & {
  entries: { type: string; data: { values: Json[] } }[];
  stacktrace: { frames: Json[] };
};

/** An exporter of OpenTelemetry that sends to a project of its own. */
interface OtlpExporter {
  readonly project: ProjectFixture;
  readonly token: string;
  /** Sends a value as JSON, or bytes as they are. */
  readonly send: (body: object) => Test;
  readonly listEvents: () => Promise<Json[]>;
}

/** @param isOfProject true if it sends to the path of the project */
export async function exporterOf(
  { client, fixtures }: Service,
  signal: 'logs' | 'traces',
  isOfProject = false,
): Promise<OtlpExporter> {
  const project = await fixtures.project();
  const token = await fixtures.token(project.organization);
  return {
    project,
    token,
    send: (body) => {
      const path = `${isOfProject ? `/api/${project.id}/integration/otlp` : ''}/v1/${signal}`;
      const request = client.post(path).set('x-sentry-auth', `sentry sentry_key=${project.publicKey}`);
      // superagent would write bytes as JSON.
      return (Buffer.isBuffer(body) ? request.serialize((bytes) => bytes as string) : request).send(body);
    },
    listEvents: async () => (await client.get(`${project.path}events/?full=1`, token).expect(200)).body as Json[],
  };
}

/** An attribute with a text. */
export const otlpText = (key: string, value: string) => ({ key, value: { stringValue: value } });
