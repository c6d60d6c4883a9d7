/** Every page of the console with data of every kind: no barrier, no error, nothing that scrolls sideways. */
import { randomUUID } from 'node:crypto';
import type { ProjectFixture } from '../../support/fixtures';
import { poll } from '../../support/process';
import { type Service, startService } from '../../support/service';
import { type Console, DESKTOP, describeInBrowser, openConsole, PHONE } from '../support/console';

const RELEASE = 'shop@1.2.3';
const FRAME = {
  filename: 'shop.min.js',
  abs_path: 'https://shop.acme.test/shop.min.js',
  lineno: 1,
  colno: 10,
  in_app: true,
};

describeInBrowser('every page of the console', () => {
  let service: Service;
  let project: ProjectFixture;
  let token: string;
  let eventId: string;
  beforeAll(async () => {
    service = await startService();
    project = await service.fixtures.project({ platform: 'javascript' });
    const at = `/api/0/organizations/${project.organization}/`;
    token = await service.fixtures.token(project.organization);
    const create = (path: string, body: object) => service.client.post(path, token).send(body).expect(201);
    const commits = [{ id: randomUUID().replaceAll('-', ''), message: 'Sell books', author_email: 'ann@acme.test' }];
    await create(`${at}releases/`, { version: RELEASE, projects: [project.slug], commits });
    await create(`${at}releases/${encodeURIComponent(RELEASE)}/deploys/`, { environment: 'production' });
    eventId = await service.fixtures.event(project, {
      platform: 'javascript',
      release: RELEASE,
      user: { id: '7', email: 'kim@shop.test' },
      exception: { values: [{ type: 'TypeError', value: 'no price', stacktrace: { frames: [FRAME] } }] },
    });
    await poll(async () => {
      const { body } = await service.client.get(`${project.path}issues/`, token).expect(200);
      return (body as object[]).length === 1;
    });
  });
  afterAll(() => service.close());

  const release = encodeURIComponent(RELEASE);
  const PAGES: readonly (readonly [name: string, address: () => string, shown: RegExp])[] = [
    ['releases', () => 'releases/', /shop@1\.2\.3/],
    ['a release', () => `releases/${release}/`, /no price/],
    ['the commits of a release', () => `releases/${release}/commits/`, /Sell books/],
    ['the deploys of a release', () => `releases/${release}/deploys/`, /production/],
    ['the files of a release', () => `releases/${release}/files/`, /No file was uploaded/],
    ['members', () => 'settings/', /ann@acme\.test/],
    ['teams', () => 'settings/teams/', /team-/],
    ['tokens', () => 'settings/tokens/', /./],
    ['the audit log', () => 'settings/audit-log/', /shop@1\.2\.3/],
    ['the settings of the organization', () => 'settings/general/', /./],
    ['the account', () => 'account/', /ann@acme\.test/],
    ['the source maps of an event', () => `issues/1/events/${eventId}/source-maps/`, /shop\.min\.js/],
    ['the uploads of a project', () => `projects/${project.slug}/source-maps/`, /./],
  ];

  async function check(tab: Console, text: RegExp): Promise<void> {
    await tab.page.locator('main').getByText(text).first().waitFor();
    await tab.axe();
    await tab.expectToFit();
  }

  test.each(PAGES)('%s', async (_, address, text) => {
    const tab = await openConsole(service, { organization: project.organization, viewport: DESKTOP });
    await tab.goto(address());
    await check(tab, text);
    await tab.page.setViewportSize(PHONE);
    await check(tab, text);
  });

  test.each([
    ['issues/', 'a'],
    ['issues/1/', 'canvas'],
    ['releases/', 'a'],
  ])('%s with a language whose name Intl refuses', async (address, text) => {
    const tab = await openConsole(service, { organization: project.organization, viewport: DESKTOP });
    await tab.page.addInitScript(`
      Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix', configurable: true });
      Object.defineProperty(Navigator.prototype, 'languages', { get: () => ['en-US@posix'], configurable: true });
    `);
    await tab.goto(address);
    await tab.page.locator(`main ${text}`).first().waitFor();
  });
});
