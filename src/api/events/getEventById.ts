import { NotFound } from '../../domain/errors';
import { parseEventId } from '../../domain/event';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { readNavigated } from './eventDetail';

/** Returns the event of an id in any project of the organization, with its project and issue. */
export const getEventById = operation('getEventById', {
  subject: findOrganization,

  async handle({ organization, params, ...context }) {
    const eventId = parseEventId(params.event_id);
    const match = await context.read(async ({ events, projects }) => {
      const row = eventId === null ? undefined : await events.findInOrganization(organization.id, eventId);
      const project = row && (await projects.findById(organization.id, row.projectId));
      return project && { row, project };
    });
    if (match === undefined) throw new NotFound('Event not found');
    const { row, project } = match;
    const event = await readNavigated(row, project, context);
    return {
      status: 200,
      body: {
        organizationSlug: organization.slug,
        projectSlug: project.slug,
        groupId: row.issueId,
        eventId: row.eventId,
        event,
      },
    };
  },
});
