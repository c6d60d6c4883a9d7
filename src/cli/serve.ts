import { type App, openApp } from '../app';
import { readConfig } from '../config';
import { SCOPES } from '../domain/access';
import { openLog } from '../log';
import type { CommandContext } from './command';
import { addMember } from './member';
import { createOrganization } from './organization';
import { createProject } from './project';
import { createTeam } from './team';
import { createToken } from './token';

/** Runs the service until SIGTERM or SIGINT, then finishes what was accepted. @throws Error with one sentence */
export async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const stopped = waitForStopSignal();
  const app = await openApp(config, openLog(config.logLevel));
  try {
    const address = await app.listen();
    if (config.bootstrap) await bootstrapIfEmpty(app);
    process.stdout.write(`culprit is listening on ${address}\n`);
    await stopped;
  } finally {
    await app.close();
  }
}

async function bootstrapIfEmpty({ database, publicUrl }: App): Promise<void> {
  const welcome = await database.write((stores) => bootstrap({ stores, publicUrl: publicUrl(), now: Date.now() }));
  if (welcome !== null) process.stdout.write(welcome);
}

function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
}

const [ORGANIZATION, TEAM, PROJECT, EMAIL] = ['acme', 'backend', 'shop', 'ann@acme.test'];

/** Fills an empty database with one of everything; answers what to tell once, or null if there was something (decisions.md §2). */
export async function bootstrap(session: CommandContext): Promise<string | null> {
  if (!(await session.stores.organizations.isEmpty())) return null;
  await createOrganization(session, { slug: ORGANIZATION, name: 'Acme' });
  await createTeam(session, { organization: ORGANIZATION, slug: TEAM, name: 'Backend' });
  await addMember(session, { organization: ORGANIZATION, email: EMAIL, team: [TEAM] });
  const created = { organization: ORGANIZATION, team: TEAM, slug: PROJECT, name: 'Shop', platform: 'node' };
  const { project, dsn } = await createProject(session, created);
  const { token } = await createToken(session, { organization: ORGANIZATION, email: EMAIL, scope: SCOPES });
  return welcomeText({ publicUrl: session.publicUrl, projectId: project.id, dsn, token });
}

function welcomeText(made: { publicUrl: string; projectId: string; dsn: string; token: string }): string {
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
