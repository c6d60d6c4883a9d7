import { build } from 'esbuild';
import { FileServer } from '../../support/fileServer';
import { envelope, type ProjectFixture } from '../../support/fixtures';
import { poll } from '../../support/process';
import { useService } from '../../support/service';
import { describeInBrowser, openConsole, PHONE } from '../support/console';

const service = useService();

/** Bundles the SDK for a page that has a feedback widget, and reports an error with a dialog. */
async function sdkOf(dsn: string): Promise<string> {
  const contents = `
    import * as Sentry from '@sentry/browser';
    Sentry.init({ dsn: ${JSON.stringify(dsn)}, integrations: [Sentry.feedbackIntegration({ enableScreenshot: false })] });
    globalThis.fail = async () => {
      const eventId = Sentry.captureException(new Error('The total is missing'));
      await Sentry.flush();
      Sentry.showReportDialog({ eventId, onClose: () => { document.title = 'closed'; } });
    };`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: __dirname },
    bundle: true,
    write: false,
    format: 'iife',
  });
  return outputFiles[0]?.text ?? '';
}

describeInBrowser('feedback', () => {
  let project: ProjectFixture;
  beforeEach(async () => {
    project = await service.fixtures.project({ organization: (await service.fixtures.organization()).slug });
  });

  const send = async (message: string, name: string) => {
    const contexts = { feedback: { message, name, contact_email: `${name.toLowerCase()}@customers.test` } };
    await service.client
      .post(`/api/${project.id}/envelope/?sentry_key=${project.publicKey}`)
      .send(envelope({}, [{ type: 'feedback' }, JSON.stringify({ contexts })]))
      .expect(200);
  };

  test('is read, found, assigned, resolved and put into the folder of spam', async () => {
    await send('The cart is empty', 'Kim');
    await send('Buy my watches', 'Robot');
    const tab = await openConsole(service, { organization: project.organization });
    await tab.goto('feedback/');
    const list = tab.page.getByRole('list', { name: 'Feedback' });
    const folders = tab.page.getByRole('navigation', { name: 'Folders' });
    await list.getByRole('link', { name: /Robot/ }).click();
    const read = tab.page.getByRole('article', { name: 'Robot' });
    await read.getByRole('button', { name: 'Spam' }).click();
    const robot = new URL(tab.page.url()).searchParams.get('feedback') ?? '';
    await list.getByRole('link', { name: /Robot/ }).waitFor({ state: 'detached' });
    await read.waitFor({ state: 'detached' });
    await list.getByRole('link', { name: /Kim/ }).click();
    const pane = tab.page.getByRole('article', { name: 'Kim' });
    await pane.getByRole('link', { name: 'Write to kim@customers.test' }).waitFor();
    await tab.axe();
    await pane.getByRole('button', { name: 'Assign' }).click();
    await tab.page.getByRole('option', { name: 'Me (ann@acme.test)' }).click();
    await pane.getByText('Assigned to ann@acme.test').waitFor();
    await tab.page.getByRole('searchbox', { name: 'Search feedback' }).fill('watches');
    await tab.page.keyboard.press('Enter');
    await tab.page.getByText('No feedback here').waitFor();
    await tab.page.getByRole('searchbox', { name: 'Search feedback' }).fill('cart');
    await tab.page.keyboard.press('Enter');
    await list.getByRole('link', { name: /Kim/ }).click();
    await pane.getByRole('button', { name: 'Resolve' }).click();
    await tab.page.getByText('No feedback here').waitFor();
    await folders.getByRole('link', { name: 'Resolved' }).click();
    await list.getByRole('link', { name: /Kim.*The cart is empty/s }).waitFor();
    await folders.getByRole('link', { name: 'Spam' }).click();
    await list.getByRole('link', { name: /Robot.*Buy my watches/s }).waitFor();
    // A link leads to feedback that the list does not have.
    for (const folder of ['', 'folder=inbox&', 'folder=resolved&']) {
      await tab.goto(`feedback/?${folder}feedback=${robot}`);
      await read.getByText('Buy my watches').waitFor();
    }
  });

  test('comes from the widget of an SDK and from the dialog about an error, and is shown with that error', async () => {
    const files = await FileServer.start();
    const { host } = new URL(service.url);
    const dsn = `http://${project.publicKey}@${host}/${project.id}`;
    files.files.set(
      '/',
      '<!doctype html><html lang="en"><title>Shop</title><body><script src="/sdk.js"></script></body>',
    );
    files.files.set('/sdk.js', await sdkOf(dsn));
    const tab = await openConsole(service, { organization: project.organization, viewport: PHONE });
    const shop = await tab.context.newPage();
    await shop.goto(files.url('/'));
    await shop.getByRole('button', { name: 'Report a Bug' }).click();
    await shop.getByLabel('Name').fill('Ada');
    await shop.getByLabel('Description').fill('The page is slow');
    await shop.getByRole('button', { name: 'Send Bug Report' }).click();
    await shop.getByText('Thank you for your report!').waitFor();
    await shop.evaluate('fail()');
    const dialog = shop.getByRole('dialog', { name: /having issues/ });
    await dialog.getByLabel('Name').fill('Kim');
    await dialog.getByLabel('Email').fill('kim');
    await dialog.getByLabel('What happened?').fill('The cart is empty');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await dialog.getByText('Enter a valid email address.').waitFor();
    await dialog.getByLabel('Email').fill('kim@customers.test');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await dialog.getByText('Your feedback has been sent. Thank you!').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await poll(async () => (await shop.title()) === 'closed');
    await files.close();

    await tab.goto('feedback/');
    const list = tab.page.getByRole('list', { name: 'Feedback' });
    await list.getByRole('link', { name: /Ada.*The page is slow/s }).waitFor();
    await list.getByRole('link', { name: /Kim.*The cart is empty/s }).click();
    await tab.page.getByRole('link', { name: 'Open the error' }).click();
    await tab.page.getByRole('link', { name: 'Feedback (1)' }).click();
    const about = tab.page.getByRole('list', { name: 'User feedback' });
    await about.getByRole('link', { name: /Kim.*The cart is empty/s }).waitFor();
    expect(await about.getByRole('link').count()).toBe(1);
    await tab.axe();
    await tab.expectToFit();
    await about.getByRole('link', { name: /Kim/ }).click();
    await tab.page.getByRole('article', { name: 'Kim' }).waitFor();
  });
});
