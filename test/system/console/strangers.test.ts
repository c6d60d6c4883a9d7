/** Texts of strangers on pages of the console. */
import { poll } from '../../support/process';
import { type Service, startService } from '../../support/service';
import { describeInBrowser, openConsole } from '../support/console';

const TURN = '\u202e';

describeInBrowser('texts of strangers', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  test('cannot mirror the pages of an issue', async () => {
    const project = await service.fixtures.project();
    const token = await service.fixtures.token(project.organization);
    await service.fixtures.event(project, {
      exception: { values: [{ type: 'Error', value: `no ${TURN}price` }] },
      tags: { shop: `north${TURN}` },
    });
    await poll(async () => {
      const { body } = await service.client.get(`${project.path}issues/`, token).expect(200);
      return (body as object[]).length === 1;
    });
    const tab = await openConsole(service, { organization: project.organization });
    for (const address of ['issues/', 'issues/1/', 'issues/1/tags/']) {
      await tab.goto(address);
      await tab.page.getByText(/price/).first().waitFor({ timeout: 15_000 });
      expect(await tab.page.title()).not.toContain(TURN);
      expect(await tab.page.evaluate<string>('document.body.textContent')).not.toContain(TURN);
    }
  });
});
