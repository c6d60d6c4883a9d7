import type { ProjectFixture } from '../support/fixtures';
import { MailServer, readMail } from '../support/mailServer';
import { EAGER, type Service, startService } from '../support/service';
import { poll } from '../support/process';

/** The whole service, whose mails about events with stacks are tested. */
let service: Service;
let mails: MailServer;
let project: ProjectFixture;
beforeAll(async () => {
  mails = await MailServer.start();
  service = await startService({ SMTP_URL: mails.url }, EAGER);
});
afterAll(async () => {
  await service.close();
  await mails.close();
});
beforeEach(async () => {
  mails.mails.length = 0;
  const { slug: organization } = await service.fixtures.organization();
  const { slug: team } = await service.fixtures.team({ organization });
  project = await service.fixtures.project({ organization, team });
  await service.fixtures.token(organization, { email: 'ann@acme.test', teams: [team] });
});

const frame = (name: string, inApp = true) => ({
  filename: `src/${name}.js`,
  function: name,
  lineno: 12,
  in_app: inApp,
  pre_context: ['one', 'two', `  before ${name} <script>alert(1)</script>`],
  context_line: `  fail(${name});\u0007`,
  post_context: ['after', 'more', 'most'],
});

/** Sends an event and returns the mail about it. */
async function mailAbout(payload: Record<string, unknown>) {
  const eventId = await service.fixtures.event(project, payload);
  const { read, write } = service.app.database;
  const issueId = (await read(({ issues }) => issues.findByNumber(project.id, 1)))?.id ?? '';
  // An alert that is older than the delay of digests is sent at once.
  const queue = { projectId: project.id, channel: 'mail', queueId: null } as const;
  const alert = { eventId, issueId, reason: 'new', dateCreated: Date.now() - 3_600_000 } as const;
  await write(({ alerts }) => alerts.insert([{ ...alert, ...queue }]));
  await poll(() => mails.mails.length > 0);
  const [mail] = mails.mails;
  if (mail === undefined) throw new Error('nothing came');
  return readMail(mail);
}

test('shows the frames of the application with source lines, the newest first', async () => {
  const frames = [frame('main'), frame('library', false), ...['a', 'b', 'c', 'd', 'sum'].map((name) => frame(name))];
  const { text, html } = await mailAbout({
    exception: { values: [{ type: 'TypeError', value: 'x is <b>undefined</b>', stacktrace: { frames } }] },
  });
  expect(text).toContain('TypeError: x is <b>undefined</b>\n    at sum (src/sum.js:12)');
  expect(text).toContain('         10 | two\n');
  expect(text).toContain('    >    12 |   fail(sum);\n');
  expect(text).toContain('         14 | more\n');
  expect(text).not.toMatch(/library|\| one|\| most|main/);
  expect(text).toContain('… and 1 more frame');
  expect(text.indexOf('at sum')).toBeLessThan(text.indexOf('at a '));
  expect(html).not.toMatch(/<script>|<b>undefined/);
  expect(html).toContain('before sum &lt;script&gt;');
  expect(html).toContain('<b>   12 |   fail(sum);</b>');
});

test('shows frames of libraries if there are no others', async () => {
  const { text } = await mailAbout({
    exception: { values: [{ type: 'Error', value: 'y', stacktrace: { frames: [frame('library', false)] } }] },
  });
  expect(text).toContain('at library (src/library.js:12)');
});
