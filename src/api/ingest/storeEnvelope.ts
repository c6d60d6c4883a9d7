import { BadRequest, Unauthenticated } from '../../domain/errors';
import { authorizeDsn, type DsnAuthorization, ingestEvent, readDsn } from '../../ingest/authorizeDsn';
import { parseEnvelope, readEnvelopeHeader } from '../../ingest/envelope';
import { flagsOf } from '../../ingest/items/index';
import { missingFlags } from '../../ingest/saveEvents';
import type { Intake } from '../operation';

/** Stores the event of an envelope, if there is one, and notes what else the project sends. */
export const storeEnvelope: Intake<'storeEnvelope'> = async (ask) => {
  const { params, sender, write } = ask;
  const known = sender.publicKey === null ? null : await authorizeDsn(ask, params.project_id, sender.publicKey);

  /** The envelope's own DSN lets in too; beside another key it must name the same (reference/ingest.md §1.2). */
  async function admit(text: string | null): Promise<DsnAuthorization> {
    const dsn = text === null ? null : readDsn(text);
    if (dsn === null) {
      if (known === null)
        throw new Unauthenticated(
          'No sentry_key was given: neither in the query, nor in a header, nor as `dsn` of the envelope.',
        );
      return known;
    }
    if (dsn.projectId !== params.project_id || (sender.publicKey !== null && dsn.publicKey !== sender.publicKey)) {
      throw new BadRequest("The envelope's dsn names another project or key than the request.");
    }
    return known ?? authorizeDsn(ask, dsn.projectId, dsn.publicKey);
  }

  return {
    async handle({ body }) {
      const entrance = await admit(readEnvelopeHeader(body).dsn);
      const { project } = entrance;
      const { header, items } = parseEnvelope(body);
      const flags = flagsOf(items);
      const item = items.find(({ type }) => type === 'event');
      if (item === undefined) {
        const missing = missingFlags(project, flags);
        if (missing.length > 0) await write(({ projects }) => projects.setFlags(project.id, missing));
        return { status: 200, body: header.eventId === null ? {} : { id: header.eventId } };
      }
      const id = await ingestEvent(ask, entrance, {
        payload: item.payload,
        format: 'item',
        eventId: header.eventId,
        flags,
      });
      return { status: 200, body: { id } };
    },
  };
};
