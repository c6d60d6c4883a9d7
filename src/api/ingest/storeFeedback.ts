import { InvalidForm } from '../../domain/errors';
import { FEEDBACK_LIMITS } from '../../domain/feedback';
import { isLongerThan } from '../../domain/text';
import { saveFlags } from '../../ingest/items/event';
import { FEEDBACK_FLAGS, readReport } from '../../ingest/feedback';
import { saveReport, saveWithoutError } from '../../ingest/items/feedback';
import { newEventId } from '../../ingest/processEvent';
import { ingestOperation } from '../operation';
import { feedbackIsOff, findForm, requireUnfiltered } from './feedbackForm';

const IS_ADDRESS = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** Stores what a person entered into the form of `getFeedbackForm`. */
export const storeFeedback = ingestOperation('storeFeedback', {
  async handle(context) {
    const { ingest, now, body, query } = context;
    const { client, errorId } = await findForm(context, query);
    requireUnfiltered(client);
    if (ingest.disabledItems.has('feedback')) {
      ingest.quota.count(client.project.id, 'feature_disabled', now, 'feedback');
      throw feedbackIsOff();
    }
    const sent = readForm(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
    const report = readReport(sent, errorId ?? newEventId(), now);
    if (typeof report === 'string') throw new Error(`a checked form is refused: ${report}`);
    if (errorId === null) await saveWithoutError(ingest.processAndSave, client.project, report);
    else await saveReport(ingest, client.project, report, { isFinal: true });
    await saveFlags(context, client, FEEDBACK_FLAGS);
    ingest.quota.count(client.project.id, null, now, 'feedback');
    return { status: 200, body: {} };
  },
});

/** Reads the fields of the form. @throws InvalidForm */
function readForm(text: string): Record<'name' | 'email' | 'comments', string> {
  const form = new URLSearchParams(text);
  const errors: Record<string, string[]> = {};
  const read = (name: string, limit: number) => {
    const value = form.get(name)?.trim() ?? '';
    if (value === '') errors[name] = ['This field is required.'];
    else if (isLongerThan(value, limit)) errors[name] = [`At most ${limit} characters are accepted.`];
    return value;
  };
  const { name, email, message } = FEEDBACK_LIMITS;
  const fields = { name: read('name', name), email: read('email', email), comments: read('comments', message) };
  if (errors['email'] === undefined && !IS_ADDRESS.test(fields.email))
    errors['email'] = ['Enter a valid email address.'];
  if (Object.keys(errors).length > 0) throw new InvalidForm(errors);
  return fields;
}
