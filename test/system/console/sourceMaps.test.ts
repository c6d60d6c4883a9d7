/**
 * The page with the reasons why frames of an event are not mapped, and the uploads: with a real bundle and the real
 * upload tool.
 */
import type { ProjectFixture } from '../../support/fixtures';
import { poll } from '../../support/process';
import { Shop } from '../../support/sampleShop';
import { type Service, startService } from '../../support/service';
import { sha1 } from '../../support/zip';
import { type Console, type ConsoleOptions, describeInBrowser, openConsole, PHONE } from '../support/console';
import { runCommandLine, runSentryCli } from '../support/sentryCli';

const CLI = '3.8.0';
const URL = 'https://shop.test/static/shop.js';
const RELEASE = 'shop@1.0.0';

describeInBrowser('source maps in the console', () => {
  let service: Service;
  let project: ProjectFixture;
  let token: string;
  let shop: Shop;
  beforeAll(async () => (service = await startService()));
  afterAll(() => service.close());
  beforeEach(async () => {
    shop = await Shop.build();
    project = await service.fixtures.project({ platform: 'javascript' });
    token = await service.fixtures.token(project.organization);
    // Nothing is fetched from the addresses of the frames.
    await service.client.put(project.path, token).send({ scrapeJavaScript: false }).expect(200);
  });
  afterEach(() => shop.dispose());

  const open = (options: ConsoleOptions = {}) =>
    openConsole(service, { organization: project.organization, ...options });
  const settings = () => ({ url: service.url, token, organization: project.organization, directory: shop.path });
  /** Runs the bundle and sends its error. @returns the address of the event's page */
  async function crash(more: Record<string, unknown> = {}): Promise<string> {
    const event = await service.fixtures.event(project, { ...(await shop.crash(URL)), release: RELEASE, ...more });
    const { body } = await service.client.get(`${project.path}events/${event}/`, token).expect(200);
    return `issues/${(body as { groupID: string }).groupID}/events/${event}/`;
  }
  async function upload(...args: string[]): Promise<void> {
    const { code, output } = await runSentryCli(CLI, { ...settings(), project: project.slug }, [
      'sourcemaps',
      'upload',
      'dist',
      ...args,
    ]);
    if (code !== 0) throw new Error(output);
  }
  const badges = ({ page }: Console) => page.locator('main ol .badge').allTextContents();
  async function expectNoOverflow(tab: Console): Promise<void> {
    const width = await tab.page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(tab.page.viewportSize()?.width ?? 0);
  }

  test('the command that mends an event is copied and run, and its frames turn into their source while the page is open', async () => {
    const address = await crash();
    const tab = await open();
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.page.clock.install();
    await tab.goto(address);
    await tab.page.getByRole('link', { name: 'Why is this not mapped?' }).click();
    await tab.page.getByText(/^0 of \d+ frames of JavaScript files are mapped/).waitFor();
    await tab.page.getByRole('heading', { name: 'What mends it' }).waitFor();
    expect(new Set(await badges(tab))).toEqual(new Set(['Not mapped']));
    await tab.page.getByText('No bundle of files is stored for this.').waitFor();
    await tab.axe();

    await tab.page.getByRole('button', { name: 'Copy command' }).first().click();
    await tab.page.getByRole('button', { name: 'Copied' }).waitFor();
    const command = await tab.page.evaluate<string>('navigator.clipboard.readText()');
    expect(command).toContain(`--project ${project.slug} --release ${RELEASE} --url-prefix '~/static' dist`);
    await tab.page.clock.pauseAt(new Date(Date.now() + 60_000));
    const { code, output } = await runCommandLine(CLI, settings(), command);
    expect([code, output]).toEqual([0, expect.any(String)]);

    // The page looks again by itself. The first content stays in view beside the present one.
    await tab.page.clock.runFor(10_000);
    await tab.waitOutOfTime(tab.page.getByText(/were mapped while this page was open/));
    // The list below, which is read less often, follows it at once.
    await tab.waitOutOfTime(tab.page.getByRole('link', { name: /^Bundle \d+$/ }));
    await tab.page.clock.resume();
    await tab.page.getByText('src/stock.ts:').first().waitFor();
    await tab.page.getByText('throw new RangeError(').first().waitFor();
    await tab.page.getByText(`by release ${RELEASE} and name`).first().waitFor();
    expect(new Set(await badges(tab))).toEqual(new Set(['Mapped', 'Just now']));
    expect(await tab.page.getByRole('heading', { name: 'What mends it' }).count()).toBe(0);
    await tab.axe();
    await tab.page.getByRole('link', { name: 'Back to the event' }).click();
    await tab.page.waitForURL(/\/events\/[0-9a-f]{32}\/$/);
    await tab.page
      .getByText(/^src\/stock\.ts:/)
      .first()
      .waitFor();
  });

  test('bundles are listed with their files, debug ids and what is wrong with them, by project and release', async () => {
    const other = 'shop@2.0.0';
    const map = JSON.parse(await shop.read('dist/shop.js.map')) as object;
    await shop.write('dist/shop.js.map', JSON.stringify({ ...map, sourcesContent: undefined }));
    const inject = ['sourcemaps', 'inject', 'dist'];
    await runSentryCli(CLI, { ...settings(), project: project.slug }, inject);
    await upload('--release', RELEASE, '--url-prefix', '~/static');
    await shop.write('dist/other.js', 'void 0;\n//# sourceMappingURL=other.js.map\n');
    await upload('--release', other, '--url-prefix', '~/static');
    const [, debugId = ''] = /debugId=([0-9a-f-]{36})/.exec(await shop.read('dist/shop.js')) ?? [];

    const tab = await open();
    await tab.goto(`projects/${project.slug}/source-maps/`);
    await tab.page.getByText(/^[\d.]+ kB of /).waitFor();
    const bundles = tab.page.getByRole('table', { name: 'Bundles' }).locator('tbody tr');
    await poll(async () => (await bundles.count()) === 2);
    await tab.axe();
    await tab.page.getByRole('searchbox', { name: 'Release' }).fill(RELEASE);
    await tab.page.keyboard.press('Enter');
    await poll(async () => (await bundles.count()) === 1);
    expect(new global.URL(tab.page.url()).searchParams.get('release')).toBe(RELEASE);
    await bundles.getByRole('link', { name: /^Bundle/ }).click();
    const files = tab.page.getByRole('table', { name: 'Files' });
    await files.getByText('~/static/shop.js', { exact: true }).waitFor();
    expect(debugId).not.toBe('');
    expect(await files.getByText(debugId).count()).toBe(2);
    await files.getByText('no-sources-content').waitFor();
    await tab.axe();
    await tab.page.getByRole('link', { name: RELEASE }).click();
    await tab.page.getByRole('link', { name: 'Files' }).click();
    await tab.page.getByRole('link', { name: 'Bundles of the release' }).click();
    await poll(async () => (await bundles.count()) === 1);
    await tab.page.getByRole('searchbox', { name: 'Release' }).fill('shop@9');
    await tab.page.keyboard.press('Enter');
    await tab.page.getByText('No bundle of files is stored for this.').waitFor();
  });

  test('parts of uploads that were not completed are removed once nobody uses them', async () => {
    const text = 'a()';
    const chunks = `/api/0/organizations/${project.organization}/chunk-upload/`;
    await service.client.post(chunks, token).attach('file', Buffer.from(text), sha1(text)).expect(200);
    const tab = await open();
    await tab.goto(`projects/${project.slug}/source-maps/`);
    await tab.page.getByText(/^One part, [\d.]+ kB of /).waitFor();
    await tab.page.getByRole('button', { name: 'Remove those that nobody used for an hour' }).click();
    await tab.page.getByText('None was removed: all were used within the last hour.').waitFor();
    await tab.axe();
  });

  test('the keyboard alone leads from the issue to the command, its remedy and back', async () => {
    const tab = await open();
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.goto(await crash());
    const { keyboard } = tab.page;
    /** Presses Tab until the link or button with this name has the focus. */
    async function tabTo(name: string): Promise<void> {
      const focused = tab.page.locator(':is(a, button):focus');
      for (let count = 0; count < 100; count += 1) {
        if ((await focused.count()) > 0 && ((await focused.textContent()) ?? '').includes(name)) return;
        await keyboard.press('Tab');
      }
      throw new Error(`Tab does not reach ${name}.`);
    }
    await tabTo('Why is this not mapped?');
    await keyboard.press('Enter');
    await tab.page.getByRole('heading', { name: 'What mends it' }).waitFor();
    await tab.settle();
    await tabTo('Copy command');
    await keyboard.press('Enter');
    await tab.page.getByRole('button', { name: 'Copied' }).waitFor();
    await tabTo('What mends it');
    await keyboard.press('Enter');
    await tab.page.waitForURL(/#remedy-1$/);
    await tab.page.locator('#remedy-1:target').waitFor();
    await keyboard.press('Tab');
    expect(await tab.page.locator('#remedy-1 :focus').count()).toBe(1);
    await keyboard.press('Control+Home');
    await tab.page.getByRole('link', { name: 'Back to the event' }).focus();
    await keyboard.press('Enter');
    await tab.page.waitForURL(/\/events\/[0-9a-f]{32}\/$/);
  });

  test.each([
    ['a wide screen', undefined],
    ['a phone', PHONE],
  ])('an event without built files says so, and one with many frames fits, on %s', async (_, viewport) => {
    const frame = (filename: string) => ({ filename, abs_path: filename, function: 'f', lineno: 1, colno: 2 });
    const node = Array.from({ length: 12 }, (__, index) => frame(`node:internal/part${index}`));
    const plain = await crash({
      platform: 'node',
      exception: { values: [{ type: 'Error', value: 'plain', stacktrace: { frames: node } }] },
    });
    const long = `https://shop.test/${'a-very-long-folder/'.repeat(12)}app.min.js`;
    const mixed = await crash({
      exception: { values: [{ type: 'Error', value: 'mixed', stacktrace: { frames: [...node, frame(long)] } }] },
    });
    const tab = await open(viewport && { viewport });
    await tab.goto(`${plain}source-maps/`);
    await tab.page.getByRole('heading', { name: 'No frame of this event needs a source map' }).waitFor();
    await tab.axe();
    await tab.goto(`${mixed}source-maps/`);
    await tab.page.getByText('0 of 1 frames').waitFor();
    await tab.page.getByText('12 frames that need no map').click();
    await tab.page.getByText('node:internal/part11').waitFor();
    await tab.axe();
    await expectNoOverflow(tab);
  });
});
