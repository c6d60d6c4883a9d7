import { renderTemplate, TEMPLATE_NAMES, templateErrors } from '../../presenters/alertTemplate';
import { operation } from '../operation';
import { fieldErrorsOf, findProject } from '../subjects';

/** Renders the template of a webhook with the values of a test alert. */
export const previewAlertTemplate = operation('previewAlertTemplate', {
  subject: findProject,
  validate: ({ body: { template = '' } }) => Promise.resolve(fieldErrorsOf('template', templateErrors(template))),

  handle({ organization, project, body: { template }, alerts, now }) {
    const values = alerts.composeTestAlert({ organization, project, now });
    const body = JSON.stringify(renderTemplate(template, values), null, 2);
    return Promise.resolve({ status: 200, body: { body, names: [...TEMPLATE_NAMES] } });
  },
});
