import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { type App, openApp } from '../app';
import { type Config, databaseForLog, ineffectiveVariables, readConfig, unknownVariables } from '../config';
import { SCOPES } from '../domain/access';
import { readFactorSecret } from '../domain/secondFactor';
import { SealedSecretError, SecretBox } from '../domain/secretBox';
import { type Logger, openLog } from '../log';
import { readVersion } from '../version';
import type { CommandContext } from './command';
import { addMember, createSignInLink, createToken } from './member';
import { createOrganization, createTeam } from './organization';
import { createProject } from './project';

const MS_PER_SECOND = 1_000;

/**
 * Runs the service until SIGTERM or SIGINT. Then it waits until load balancers have noticed (`STOP_DELAY`), and
 * completes the accepted requests. A migration that is running stops after its present transaction; the next start
 * continues it.
 * @throws Error if it cannot start
 */
export async function serve(): Promise<void> {
  // These concern the memory of all threads (src/DECISIONS.md, "Start and size").
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString('--heap-growing-percent=100');
  // What it prints is for people: it goes on if that cannot be written.
  process.stdout.removeAllListeners('error').on('error', () => undefined);
  const config = readConfig(process.env);
  const stopped = waitForStopSignal();
  const log = openLog(config.logLevel, config.logFormat);
  for (const { name, meant } of unknownVariables(process.env))
    log.warn(`the variable ${name} has no effect${meant === null ? '' : `; did you mean ${meant}?`}`);
  for (const { name, needed } of ineffectiveVariables(process.env))
    log.warn(`the variable ${name} has no effect, because ${needed} is not set`);
  const app = await openApp(config, log);
  try {
    const address = await Promise.race([app.listen(), stopped.then(() => null)]);
    if (address !== null) await announce(app, config, log, address);
    if (address !== null) await warnOfSecrets(app, config, log);
    log.info({ signal: await stopped }, 'stopping');
    app.announceStop();
    if (address !== null) await setTimeout(config.stopDelay * MS_PER_SECOND);
  } finally {
    await app.close();
  }
  log.info('stopped');
}

/** Creates the first organization in an empty database, and reports that the service accepts requests. */
async function announce(app: App, config: Config, log: Logger, address: string): Promise<void> {
  if (config.bootstrap) await bootstrapIfEmpty(app, log);
  const metrics = app.metricsUrl();
  const { logLevel } = config;
  const versions = { version: readVersion(), node: process.versions.node };
  log.info({ ...versions, pid: process.pid, address, database: databaseForLog(config), logLevel }, 'started');
  if (metrics !== null) process.stdout.write(`metrics on ${metrics}\n`);
  process.stdout.write(`culprit is listening on ${address}\n`);
}

async function bootstrapIfEmpty({ database, publicUrl }: App, log: Logger): Promise<void> {
  const welcome = await database.write((stores) => bootstrap({ stores, publicUrl: publicUrl(), now: Date.now() }));
  if (welcome === null) return;
  log.info({ organization: ORGANIZATION, project: PROJECT, member: EMAIL }, 'token created');
  process.stdout.write(welcome);
}

/** Further signals have no effect: with `npm start`, Ctrl-C sends two. */
function waitForStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal));
  });
}

const [ORGANIZATION, TEAM, PROJECT, EMAIL] = ['acme', 'backend', 'shop', 'ann@acme.test'];

/**
 * Creates an organization, a team, a member, a project and a token in an empty database.
 * @returns the text that shows them, or null if the database was not empty
 */
async function bootstrap(context: CommandContext): Promise<string | null> {
  if (!(await context.stores.organizations.isEmpty())) return null;
  await createOrganization(context, { slug: ORGANIZATION, name: 'Acme' });
  await createTeam(context, { organization: ORGANIZATION, slug: TEAM, name: 'Backend' });
  const member = await addMember(context, { organization: ORGANIZATION, email: EMAIL, team: [TEAM] });
  const options = { organization: ORGANIZATION, team: TEAM, slug: PROJECT, name: 'Shop', platform: 'node' };
  const { project, dsn } = await createProject(context, options);
  const { token } = await createToken(context, { organization: ORGANIZATION, email: EMAIL, scope: SCOPES });
  const { url: signInUrl } = await createSignInLink(context, member, { setsPassword: false });
  return welcomeText({ publicUrl: context.publicUrl, projectId: project.id, dsn, token, signInUrl });
}

function welcomeText(created: {
  publicUrl: string;
  projectId: string;
  dsn: string;
  token: string;
  signInUrl: string;
}): string {
  const { publicUrl, projectId, dsn, token, signInUrl } = created;
  const [, publicKey] = /:\/\/([0-9a-f]+)@/.exec(dsn) ?? [];
  return `
The database was empty, so it now has organization ${ORGANIZATION}, team ${TEAM}, project ${PROJECT} and member ${EMAIL}.
This is shown only once:

  DSN    ${dsn}
  token  ${token}

Sign in: ${signInUrl}
The link works once, within 15 minutes; create another one with: npx culprit member invite --organization ${ORGANIZATION} --email ${EMAIL}

Send an error:
  curl "${publicUrl}/api/${projectId}/store/?sentry_key=${publicKey}" -d '{"exception":{"values":[{"type":"Error","value":"Hello, Culprit"}]}}'

List the events:
  curl "${publicUrl}/api/0/projects/${ORGANIZATION}/${PROJECT}/events/" -H "Authorization: Bearer ${token}"

The documentation is at ${publicUrl}/docs

`;
}

/** Logs if secrets of second factors are not encrypted, or not with the present key. */
export async function warnOfSecrets(
  { database }: Pick<App, 'database'>,
  { encryptionKey }: Pick<Config, 'encryptionKey'>,
  log: Pick<Logger, 'warn' | 'error'>,
): Promise<void> {
  const [plain, sealed] = await database.read(({ signIns }) =>
    Promise.all([signIns.findSecret(false), signIns.findSecret(true)]),
  );
  if (plain !== undefined && encryptionKey === null)
    log.warn('secrets of second factors are stored without encryption; set ENCRYPTION_KEY');
  try {
    if (sealed !== undefined) readFactorSecret(new SecretBox(encryptionKey), sealed, sealed.secret);
  } catch (error) {
    if (!(error instanceof SealedSecretError)) throw error;
    log.error(`codes of second factors cannot be checked: ${error.message}`);
  }
}
