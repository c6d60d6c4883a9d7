import { randomBytes } from 'node:crypto';
import { BadRequest, type FieldErrors } from '../../domain/errors';
import { MAX_CONNECTIONS } from '../../domain/ticket';
import { TICKET_SYSTEMS, type TicketSystem } from '../../tickets/systems';
import type { BodyOf } from '../contractTypes';
import { operation } from '../operation';
import { fieldErrorsOf, findOrganization } from '../subjects';
import { callTicketSystem, presentTicketConnection } from './ticketConnection';

const SECRET_BYTES = 32;

type Creation = BodyOf<'createTicketConnection'>;

/** Connects a project of a ticket system. */
export const createTicketConnection = operation('createTicketConnection', {
  subject: findOrganization,

  validate: ({ body }) => Promise.resolve(connectionErrors(body)),

  async handle({ organization, body, write, audit, tickets: client, publicUrl, now }) {
    if (!client.canConnect)
      throw new BadRequest('The service needs the variable ENCRYPTION_KEY to connect ticket systems.');
    const { kind, project, token, user = null } = body;
    const system = TICKET_SYSTEMS[kind];
    const url = addressOf(body.url ?? system.defaultUrl ?? '');
    const issueType = body.issueType ?? system.issueType;
    const described = { kind, url, project, user, issueType };
    await callTicketSystem((signal) => client.check({ ...described, token }, signal));
    const webhookSecret = randomBytes(SECRET_BYTES).toString('base64url');
    const organizationId = organization.id;
    const sealed = {
      token: client.seal(organizationId, token),
      webhookSecret: client.seal(organizationId, webhookSecret),
    };
    const connection = await write(async ({ tickets, auditLog }) => {
      if ((await tickets.listConnections(organizationId)).length >= MAX_CONNECTIONS)
        throw new BadRequest(`An organization has at most ${MAX_CONNECTIONS} connections of ticket systems.`);
      const created = await tickets.insertConnection({ organizationId, ...described, ...sealed, dateCreated: now });
      const target = { id: created.id, name: project };
      await auditLog.insert(audit({ event: 'ticket_connection.create', target, details: { kind, url } }));
      return created;
    });
    return { status: 201, body: { ...presentTicketConnection(connection, publicUrl), webhookSecret } };
  },
});

function connectionErrors(body: Partial<Creation>): FieldErrors {
  const { kind, url, project } = body;
  if (kind === undefined) return {};
  const system = TICKET_SYSTEMS[kind];
  const isUrl = url !== undefined && URL.canParse(url);
  return {
    ...(url === undefined && system.defaultUrl === null && fieldErrorsOf('url', [`${system.name} requires url.`])),
    ...(url !== undefined && !isUrl && fieldErrorsOf('url', ['Not a URL such as https://gitlab.example.com.'])),
    ...(project !== undefined &&
      !system.project.test(project) &&
      fieldErrorsOf('project', [`A project of ${system.name} is named as ${system.projectForm}.`])),
    ...typeErrors(system, body),
  };
}

/** Returns the errors of members that only a system with types of tickets has. */
export function typeErrors(
  { name, issueType }: TicketSystem,
  body: Pick<Partial<Creation>, 'user' | 'issueType'>,
): FieldErrors {
  if (issueType !== null) return {};
  return {
    ...(body.user !== undefined && fieldErrorsOf('user', [`A token of ${name} needs no user.`])),
    ...(body.issueType !== undefined && fieldErrorsOf('issueType', [`${name} has no types of tickets.`])),
  };
}

/** Returns an address in the form in which addresses of tickets are compared with it. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.replace(/\/{1,500}$/, '');
}
