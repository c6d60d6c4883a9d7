import type { Service } from './service';
import { envelope, type EnvelopeItem, type ProjectFixture } from './fixtures';

export type Attachment = Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string };

/** The first bytes of a PNG image. */
export const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** Returns the item of a file. */
export function fileItem(filename: string, bytes: Buffer | string, header: object = {}): EnvelopeItem {
  return [{ type: 'attachment', filename, length: Buffer.byteLength(bytes), ...header }, bytes];
}

/** Sends and reads the attachments of a project. */
export class AttachmentClient {
  constructor(
    private readonly service: Service,
    readonly project: ProjectFixture,
    private readonly token: string,
  ) {}

  /** Sends an envelope with an event, or without one. */
  send(eventId: string, ...items: readonly EnvelopeItem[]) {
    return this.post(envelope({ event_id: eventId }, ...items));
  }

  post(body: Buffer, headers: Record<string, string> = {}) {
    return this.service.client
      .post(`/api/${this.project.id}/envelope/?sentry_key=${this.project.publicKey}`)
      .set(headers)
      .serialize((value: unknown) => value as string)
      .send(body);
  }

  /** The path of an event's attachments, or of one of them. */
  path(eventId: string, id?: string): string {
    return `${this.project.path}events/${eventId}/attachments/${id === undefined ? '' : `${id}/`}`;
  }

  async list(eventId: string, query = ''): Promise<Attachment[]> {
    return (await this.service.client.get(this.path(eventId) + query, this.token).expect(200)).body as Attachment[];
  }

  async names(eventId: string, query = ''): Promise<string[]> {
    return (await this.list(eventId, query)).map(({ name }) => name);
  }

  /** Returns the id of the issue of an event. */
  async issueOf(eventId: string): Promise<string> {
    const { body } = await this.service.client.get(`${this.project.path}events/${eventId}/`, this.token).expect(200);
    return (body as { groupID: string }).groupID;
  }

  download(eventId: string, id: string) {
    return this.service.client
      .get(`${this.path(eventId, id)}?download=`, this.token)
      .buffer(true)
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part)).on('end', () => done(null, Buffer.concat(parts)));
      });
  }

  /** Returns the bytes of the only attachment of an event. */
  async bytes(eventId: string): Promise<Buffer> {
    const [only] = await this.list(eventId);
    return (await this.download(eventId, only?.id ?? '').expect(200)).body as Buffer;
  }
}
