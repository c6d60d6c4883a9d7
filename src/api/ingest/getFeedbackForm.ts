import { ingestOperation } from '../operation';
import { feedbackIsOff, findForm, formScript, requireUnfiltered } from './feedbackForm';

/** Returns the script of a form in which people describe an error. */
export const getFeedbackForm = ingestOperation('getFeedbackForm', {
  async handle(context) {
    const { query } = context;
    const { name = '', email = '' } = query;
    const form = await findForm(context, query);
    requireUnfiltered(form.client);
    if (context.ingest.disabledItems.has('feedback')) throw feedbackIsOff();
    return { status: 200, script: formScript(query, { name, email }) };
  },
});
