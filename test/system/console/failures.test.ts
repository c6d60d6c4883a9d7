/** Pages of the console whose service cannot be reached, or cannot answer for the moment. */
import type { ProjectFixture } from '../../support/fixtures';
import { poll } from '../../support/process';
import { type Service, startService } from '../../support/service';
import { describeInBrowser, openConsole } from '../support/console';

/** The requests for the issue and for its parts. */
const ISSUE = /\/api\/0\/organizations\/[^/]+\/issues\/1\//;

describeInBrowser('pages while the service is down', () => {
  let service: Service;
  let project: ProjectFixture;
  beforeAll(async () => {
    service = await startService();
    project = await service.fixtures.project();
    const token = await service.fixtures.token(project.organization);
    await service.fixtures.event(project, { exception: { values: [{ type: 'Error', value: 'no price' }] } });
    await poll(async () => {
      const { body } = await service.client.get(`${project.path}issues/`, token).expect(200);
      return (body as object[]).length === 1;
    });
  });
  afterAll(() => service.close());

  test('say that it cannot be reached, and show the issue once it can', async () => {
    const { page, ...tab } = await openTab();
    await page.route(ISSUE, (route) => route.abort('aborted'));
    await tab.open();
    const main = page.locator('main');
    await main.getByText('The service cannot be reached.').waitFor();
    await main.getByRole('button', { name: 'Retry now' }).waitFor();
    expect(await page.locator('h1').textContent()).toBe('Issue');
    await page.unroute(ISSUE);
    await main.getByText('no price').first().waitFor();
    await main.getByText('The service cannot be reached.').waitFor({ state: 'detached' });
  });

  test('keep what they have, and repeat the request by the button', async () => {
    const { page, ...tab } = await openTab();
    await tab.open();
    const main = page.locator('main');
    await main.getByText('no price').first().waitFor();
    await page.route(ISSUE, (route) => route.abort('aborted'));
    await main.getByRole('alert').getByText('The service cannot be reached.').first().waitFor();
    expect(await page.locator('h1').textContent()).toContain('no price');
    await page.unroute(ISSUE);
    await main.getByRole('button', { name: 'Retry now' }).first().click();
    await main.getByText('The service cannot be reached.').first().waitFor({ state: 'detached' });
  });

  test('are shown once it can be reached, even if their file could not be loaded', async () => {
    const { page, ...tab } = await openTab();
    await tab.open('alerts/');
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
    const isUnreachable = ({ pathname }: URL) => pathname === '/' || pathname.startsWith('/assets/');
    await page.route(isUnreachable, (route) => route.abort('aborted'));
    await page.getByRole('link', { name: 'Releases' }).click();
    const main = page.locator('main');
    await main.getByText('The service cannot be reached.').waitFor();
    await page.unroute(isUnreachable);
    await main.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
  });

  test('say why the service refuses to answer', async () => {
    const { page, ...tab } = await openTab();
    const detail = 'The database is busy.';
    let count = 0;
    await page.route('**/api/0/organizations/*/members/**', (route) => {
      count += 1;
      tab.expect503();
      return route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: { detail } });
    });
    await tab.open('settings/');
    await page.locator('main').getByText(`The service replied 503: ${detail}`).waitFor();
    expect(count).toBeGreaterThan(1);
  });

  async function openTab() {
    const tab = await openConsole(service, { organization: project.organization });
    return {
      page: tab.page,
      // `goto` of the tab waits for the whole page, which does not come.
      open: (part = 'issues/1/') => tab.page.goto(`${service.url}/organizations/${project.organization}/${part}`),
      expect503: () => tab.expectReply('get', /\/members\/$/, 503),
    };
  }
});
