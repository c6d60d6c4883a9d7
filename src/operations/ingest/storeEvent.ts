import { Unauthenticated } from '../../domain/errors';
import { arrivalOf, findSender } from '../accept';
import type { Intake } from '../operation';

/** Stores one event, as clients send it that do not know envelopes. */
export const storeEvent: Intake<'storeEvent'> = async (ask) => {
  const { params, sender, read } = ask;
  if (sender.publicKey === null) throw new Unauthenticated('No sentry_key was given: neither in the query nor in a header.');
  const project = await findSender(read, params.project_id, sender.publicKey);
  return {
    async handle({ body }) {
      const id = await ask.accept({ ...arrivalOf(project, sender, ask.now), payload: body, form: 'store', eventId: null, flags: [] });
      return { status: 200, body: { id } };
    },
  };
};
