import { gzipSync } from 'node:zlib';
import type { Response } from 'supertest';
import type { ProjectFixture } from './fixtures';
import { type Service, startService } from './service';
import { sha1 } from './zip';

export const CHUNK_BYTES = 8 * 1024 * 1024;

/** The state of a bundle. */
export interface AssembleState {
  readonly state: string;
  readonly missingChunks: string[];
  readonly detail: string | null;
}

/** Uploads files to a project as the upload tools do. */
export class Uploader {
  constructor(
    readonly service: Service,
    readonly project: ProjectFixture,
    readonly token: string,
  ) {}

  /** Starts a service and creates a project and a token. */
  static async start(environment: Record<string, string> = {}): Promise<Uploader> {
    const service = await startService(environment);
    const project = await service.fixtures.project();
    return new Uploader(service, project, await service.fixtures.token(project.organization));
  }

  get chunkPath(): string {
    return `/api/0/organizations/${this.project.organization}/chunk-upload/`;
  }

  get assemblePath(): string {
    return `/api/0/organizations/${this.project.organization}/artifactbundle/assemble/`;
  }

  filesPath(version: string): string {
    return `${this.project.path}releases/${encodeURIComponent(version)}/files/`;
  }

  /** Sends chunks in one request, each named by its SHA-1. */
  async sendChunks(chunks: readonly Buffer[], name: 'file' | 'file_gzip' = 'file_gzip'): Promise<Response> {
    const request = this.service.client.post(this.chunkPath, this.token);
    for (const chunk of chunks) {
      const bytes = name === 'file' ? chunk : gzipSync(chunk, { level: 1 });
      void request.attach(name, bytes, { filename: sha1(chunk), contentType: 'application/octet-stream' });
    }
    return request;
  }

  /** Requests the assembly of an archive; some of its chunks may be missing. */
  async assemble(
    archive: Buffer,
    given: { projects?: readonly (string | number)[]; version?: string; dist?: string } = {},
  ): Promise<AssembleState> {
    const projects = given.projects ?? [this.project.slug];
    const body = { checksum: sha1(archive), chunks: cut(archive).map(sha1), projects, ...given };
    const response = await this.service.client.post(this.assemblePath, this.token).send(body).expect(200);
    return response.body as AssembleState;
  }

  /** Sends the missing chunks of an archive and requests its assembly. */
  async upload(
    archive: Buffer,
    given: { projects?: readonly (string | number)[]; version?: string; dist?: string } = {},
  ): Promise<AssembleState> {
    const { state, missingChunks } = await this.assemble(archive, given);
    if (state !== 'not_found') throw new Error(`nothing to upload: ${state}`);
    for (const chunk of cut(archive).filter((chunk) => missingChunks.includes(sha1(chunk)))) {
      const { status, text } = await this.sendChunks([chunk], 'file');
      if (status !== 200) throw new Error(`chunk refused: ${status} ${text}`);
    }
    return this.assemble(archive, given);
  }

  /** Returns the list of a release's files. */
  async files(version: string): Promise<{ name: string; sha1: string; dist: string | null; id: string }[]> {
    const response = await this.service.client.get(this.filesPath(version), this.token).expect(200);
    return response.body as { name: string; sha1: string; dist: string | null; id: string }[];
  }

  /** Sends one file of a release as older tools do; creates the release if it is missing. */
  async sendFile(
    version: string,
    name: string,
    bytes: Buffer | string,
    given: { headers?: readonly string[]; dist?: string } = {},
  ): Promise<Response> {
    await this.makeRelease(version);
    const request = this.service.client.post(this.filesPath(version), this.token);
    void request.attach('file', Buffer.from(bytes as string), { filename: 'ignored.js' }).field('name', name);
    for (const header of given.headers ?? []) void request.field('header', header);
    if (given.dist !== undefined) void request.field('dist', given.dist);
    return request;
  }

  async makeRelease(version: string): Promise<void> {
    const { status, text } = await this.service.client
      .post(`${this.project.path}releases/`, this.token)
      .send({ version });
    if (status >= 300) throw new Error(`release refused: ${status} ${text}`);
  }

  close(): Promise<void> {
    return this.service.close();
  }
}

/** Splits an archive into chunks. */
export function cut(archive: Buffer, size = CHUNK_BYTES): Buffer[] {
  return Array.from({ length: Math.ceil(archive.length / size) }, (_, index) =>
    archive.subarray(index * size, (index + 1) * size),
  );
}
