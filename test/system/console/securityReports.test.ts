import { FileServer } from '../../support/fileServer';
import { poll } from '../../support/process';
import { useService } from '../../support/service';
import { describeInBrowser, openConsole } from '../support/console';

const service = useService();

interface EventWithEntries {
  readonly entries: readonly { readonly type: string; readonly data: object }[];
}

/*
 * The address of `report-to` is tested without a browser (test/api/ingest/storeSecurityReport.test.ts): Chromium sends
 * such reports from pages with TLS only.
 */
describeInBrowser('reports of violations', () => {
  test('come from the browser of a page whose policy blocks a script, and are shown as an issue', async () => {
    const project = await service.fixtures.project({ organization: (await service.fixtures.organization()).slug });
    const token = await service.fixtures.token(project.organization);
    const address = `${service.url}/api/${project.id}/security/?sentry_key=${project.publicKey}&sentry_release=shop@2`;
    const files = await FileServer.start();
    const foreign = 'http://tracker.example/tracker.js';
    files.files.set('/cart', (response) => {
      const headers = {
        'Content-Type': 'text/html',
        'Content-Security-Policy': `script-src 'self'; report-uri ${address}`,
      };
      response.writeHead(200, headers).end(`<!doctype html><title>Shop</title><script src="${foreign}"></script>`);
    });
    const tab = await openConsole(service, { organization: project.organization });
    await (await tab.context.newPage()).goto(files.url('/cart'));
    let issues: { id: string; title: string }[] = [];
    await poll(async () => {
      ({ body: issues } = await service.client.get(`${project.path}issues/`, token).expect(200));
      return issues.length > 0;
    });
    const { host } = new URL(foreign);
    expect(issues).toMatchObject([{ type: 'csp', title: `Blocked 'script' from '${host}'` }]);
    expect(files.paths).not.toContain('/tracker.js');
    const { body } = await service.client.get(`${project.path}events/?full=1`, token).expect(200);
    const [event] = body as EventWithEntries[];
    expect(event).toMatchObject({
      release: 'shop@2',
      tags: expect.arrayContaining([{ key: 'browser.name', value: expect.stringContaining('Chrome') }]),
    });
    expect(event?.entries.find(({ type }) => type === 'csp')?.data).toMatchObject({
      effective_directive: 'script-src-elem',
      blocked_uri: foreign,
      document_uri: files.url('/cart'),
      original_policy: `script-src 'self'; report-uri ${address}`,
      status_code: 200,
    });

    await tab.goto(`issues/${issues[0]?.id}/`);
    await tab.page.getByRole('heading', { name: 'Violation of the Content-Security-Policy' }).waitFor();
    await tab.page.getByText(foreign).first().waitFor();
    await tab.axe();
    await files.close();
  });
});
