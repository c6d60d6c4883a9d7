import { envelope, type ProjectFixture } from '../../support/fixtures';
import { createMonitor, sendCheckIn } from '../../support/monitors';
import { poll } from '../../support/process';
import { EAGER, useOwnService } from '../../support/service';
import { type Console, describeInBrowser, openConsole, PHONE } from '../support/console';
import { KeyboardReader } from '../support/keyboard';

const service = useOwnService({}, EAGER);

describeInBrowser('monitors', () => {
  let project: ProjectFixture;
  let backup: { readonly id: string };

  beforeAll(async () => {
    project = await service.fixtures.project({ organization: (await service.fixtures.organization()).slug });
    const token = await service.fixtures.token(project.organization);
    backup = await createMonitor(service, project, token, { name: 'Backup', config: { schedule: '15 3 * * *' } });
    await createMonitor(service, project, token, { name: 'Report', slug: 'report' });
    for (const status of ['ok', 'ok', 'error']) await sendCheckIn(service, project, 'backup', `status=${status}`);
    await sendCheckIn(service, project, 'backup', 'status=ok&environment=staging');
  });

  /** Requires that keys reach everything, that nothing is a barrier, and that the page is as wide as the screen. */
  const expectUsable = async (tab: Console, ...reached: string[]) => {
    const { names, complaints } = await new KeyboardReader(tab.page).walk('main');
    expect(complaints).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(reached));
    await tab.axe();
    await tab.expectToFit();
  };

  test.each([
    ['a wide screen', undefined],
    ['a phone', PHONE],
  ])('are listed with their last runs, and one has its runs, incident and snippets, on %s', async (_, viewport) => {
    const tab = await openConsole(service, { organization: project.organization, ...(viewport && { viewport }) });
    await tab.goto('monitors/');
    const row = tab.page.getByRole('row').filter({ hasText: 'Backup' });
    await row.getByRole('img', { name: 'production: 2 ok, 1 failed' }).waitFor();
    await row.getByRole('img', { name: 'staging: 1 ok' }).waitFor();
    await row.getByText('At 03:15').waitFor();
    await tab.page.getByRole('row').filter({ hasText: 'Report' }).getByText('No check-in yet').waitFor();
    await expectUsable(tab, 'New monitor (button)', 'Backup (a)', 'Report (a)');

    await row.getByRole('link', { name: 'Backup' }).click();
    await tab.page.getByRole('heading', { level: 1, name: 'Backup' }).waitFor();
    const environments = tab.page.getByRole('table', { name: 'Environments' });
    await environments.getByRole('row', { name: /production.*Failing since/s }).waitFor();
    const runs = tab.page.getByRole('table', { name: 'Check-ins' }).getByRole('row');
    await runs.filter({ hasText: 'production' }).filter({ hasText: 'failed' }).waitFor();
    expect(await runs.getByText('ok', { exact: true }).count()).toBe(3);
    const url = `${service.url}/api/${project.id}/cron/backup/${project.publicKey}/`;
    await tab.page.getByText(`curl "${url}?status=$status"`).waitFor();
    await tab.settle();
    await expectUsable(tab, 'Mute (button)', 'Edit (button)', 'Mute staging (button)', 'Issues about failures (a)');
    await tab.page.getByRole('link', { name: 'Issues about failures' }).click();
    await tab.page
      .getByRole('link', { name: /Backup/ })
      .first()
      .waitFor();
  });

  test('is created, edited and muted by keys alone', async () => {
    const tab = await openConsole(service, { organization: project.organization });
    const { page } = tab;
    const reader = new KeyboardReader(page);
    const press = async (name: string) => {
      await reader.reach(name, 'main');
      await page.keyboard.press('Enter');
    };
    const type = async (name: string, text: string) => {
      await reader.reach(name, 'main');
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    };
    await tab.goto('monitors/');
    await press('New monitor');
    await page.getByRole('heading', { level: 1, name: 'New monitor' }).waitFor();
    await tab.settle();
    await expectUsable(tab, 'Name (input)', 'Crontab (input)', 'Create monitor (button)');
    await type('Name', 'Invoices');
    await type('Crontab', 'every night');
    tab.expectReply('post', /\/monitors\/$/, 400);
    await page.keyboard.press('Enter');
    await page.locator('[aria-invalid=true]').waitFor();
    await type('Crontab', '0 1 * * *');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
    await page.getByText('No check-in has arrived yet.').waitFor();

    const contexts = { trace: { trace_id: 'c0ffee00'.repeat(4), span_id: 'b7ad6b7169203331' } };
    await service.fixtures.event(project, {
      exception: { values: [{ type: 'InvoiceError', value: 'no tax' }] },
      contexts,
    });
    const run = { monitor_slug: 'invoices', status: 'ok', contexts };
    await service.client
      .post(`/api/${project.id}/envelope/?sentry_key=${project.publicKey}`)
      .send(envelope({}, [{ type: 'check_in' }, run]))
      .expect(200);
    await page.reload();
    await page.getByRole('link', { name: 'Issues of this run' }).click();
    await page.getByRole('link', { name: 'InvoiceError' }).waitFor();
    await page.goBack();

    await press('Edit');
    await page.getByRole('heading', { level: 1, name: 'Edit Invoices' }).waitFor();
    await page.setViewportSize(PHONE);
    await expectUsable(tab, 'Cancel (button)', 'Save (button)');
    await type('Failures in a row', '3');
    await press('Save');
    await page.getByText('opens after 3 failures').waitFor();
    await press('Mute');
    await page.getByText('Muted: failures open no issue.').waitFor();

    await tab.goto(`monitors/${backup.id}/`);
    await press('Mute staging');
    await page.getByRole('button', { name: 'Unmute staging' }).waitFor();
    await poll(async () => (await reader.focused()) === 'Unmute staging (button)');
  });
});
