import { SCOPES } from '../domain/access';
import { addMember } from './member';
import { createOrganization } from './organization';
import { createProject } from './project';
import type { Session } from './session';
import { createTeam } from './team';
import { createToken } from './token';

const [ORGANIZATION, TEAM, PROJECT, EMAIL] = ['acme', 'backend', 'shop', 'ann@acme.test'];

/** Fills an empty database with one of everything; answers what to tell once, or null if there was something (decisions.md §2). */
export async function bootstrap(session: Session): Promise<string | null> {
  if (!(await session.stores.organizations.none())) return null;
  await createOrganization(session, { slug: ORGANIZATION, name: 'Acme' });
  await createTeam(session, { organization: ORGANIZATION, slug: TEAM, name: 'Backend' });
  await addMember(session, { organization: ORGANIZATION, email: EMAIL, team: [TEAM] });
  const created = { organization: ORGANIZATION, team: TEAM, slug: PROJECT, name: 'Shop', platform: 'node' };
  const { project, dsn } = await createProject(session, created);
  const { token } = await createToken(session, { organization: ORGANIZATION, email: EMAIL, scope: SCOPES });
  return welcome({ publicUrl: session.publicUrl, projectId: project.id, dsn, token });
}

function welcome(made: { publicUrl: string; projectId: string; dsn: string; token: string }): string {
  const { publicUrl, projectId, dsn, token } = made;
  const [, publicKey] = /:\/\/([0-9a-f]+)@/.exec(dsn) ?? [];
  return `
The database was empty, so it now has organization ${ORGANIZATION}, team ${TEAM}, project ${PROJECT} and member ${EMAIL}.
This is shown once:

  DSN    ${dsn}
  token  ${token}

Send an error:
  curl "${publicUrl}/api/${projectId}/store/?sentry_key=${publicKey}" -d '{"exception":{"values":[{"type":"Error","value":"Hello, Culprit"}]}}'

List the events:
  curl "${publicUrl}/api/0/projects/${ORGANIZATION}/${PROJECT}/events/" -H "Authorization: Bearer ${token}"

Open the documentation in a browser at ${publicUrl}/docs, or keep it as a file:
  curl -o culprit.html "${publicUrl}/docs"

`;
}
