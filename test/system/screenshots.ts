/**
 * Takes pictures of every page of the console, filled with the demo, into dist/screenshots: wide and narrow, light and
 * dark. The one of an issue is also the picture of the README.
 */
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openDemo } from '../../scripts/demo/console';
import { ORGANIZATION } from '../../scripts/demo/tables';
import { findBrowser, launch } from './support/browser';

const ROOT = path.join(__dirname, '../..');
const FOLDER = path.join(ROOT, 'dist/screenshots');
const README_PICTURE = path.join(ROOT, 'scripts/demo/issue-page.png');
/** A picture that is larger makes the README slow to open. */
const README_BYTES = 200 * 1024;
/** The part of the first screen that has the stack and the charts. */
const README_CLIP = { x: 0, y: 0, width: 1440, height: 800 };
const WIDTHS = [1440, 390];
const THEMES = ['light', 'dark'] as const;

/** Pages by the name of their picture, with their addresses below the address of the organization. */
async function listPages(context: BrowserContext, url: string): Promise<Readonly<Record<string, string>>> {
  const read = async <T>(address: string): Promise<T> => {
    const response = await context.request.get(`${url}/api/0/${address}`);
    if (!response.ok()) throw new Error(`${address} is ${response.status()}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const issueOf = async (query: string): Promise<string> => {
    const path = `organizations/${ORGANIZATION}/issues/?query=${encodeURIComponent(query)}&sort=freq`;
    const [issue] = await read<{ id: string }[]>(path);
    if (issue === undefined) throw new Error(`no issue is found by ${query}`);
    return issue.id;
  };
  const eventOf = async (issue: string): Promise<string> =>
    (await read<{ eventID: string }>(`organizations/${ORGANIZATION}/issues/${issue}/events/latest/`)).eventID;
  const voucher = await issueOf('project:storefront error.value:*percent*');
  const suggest = await issueOf('project:storefront error.type:SearchFailed');
  const charge = await issueOf('project:orders-api error.type:OrderNotCharged');
  const blocked = await issueOf('project:reader-app error.type:ApplicationNotResponding');
  const unmapped = `projects/${ORGANIZATION}/storefront/events/?query=${encodeURIComponent('release:storefront@3.0.0 error.type:RangeError')}`;
  const [event] = await read<{ groupID: string; eventID: string }[]>(unmapped);
  const release = encodeURIComponent('storefront@3.2.0');
  return {
    issues: 'issues/',
    'issues-search': `issues/?query=${encodeURIComponent('is:unresolved level:fatal')}`,
    'issues-none': `issues/?query=${encodeURIComponent('nothing like this')}`,
    issue: `issues/${suggest}/`,
    'issue-node': `issues/${charge}/`,
    'issue-threads': `issues/${blocked}/`,
    'issue-activity': `issues/${voucher}/activity/`,
    'issue-events': `issues/${voucher}/events/`,
    'issue-tags': `issues/${voucher}/tags/`,
    'issue-grouping': `issues/${voucher}/hashes/`,
    'issue-feedback': `issues/${voucher}/feedback/`,
    'issue-attachments': `issues/${blocked}/attachments/`,
    'source-maps': `issues/${voucher}/events/${await eventOf(voucher)}/source-maps/`,
    'source-maps-missing': `issues/${event?.groupID}/events/${event?.eventID}/source-maps/`,
    projects: 'projects/',
    'project-new': 'projects/new/',
    project: 'projects/storefront/',
    'project-settings': 'projects/storefront/settings/',
    'project-filters': 'projects/storefront/settings/filters/',
    'project-alerts': 'projects/storefront/settings/alerts/',
    'project-webhook': 'projects/storefront/settings/webhook/',
    'project-ownership': 'projects/storefront/settings/ownership/',
    'project-teams': 'projects/storefront/settings/teams/',
    'project-keys': 'projects/storefront/settings/keys/',
    uploads: 'projects/storefront/source-maps/',
    alerts: 'alerts/',
    feedback: 'feedback/',
    monitors: 'monitors/',
    monitor: 'monitors/publisher-feeds/',
    releases: 'releases/',
    release: `releases/${release}/`,
    'release-commits': `releases/${release}/commits/`,
    'release-deploys': `releases/${release}/deploys/`,
    'release-files': `releases/${release}/files/`,
    members: 'settings/',
    teams: 'settings/teams/',
    tokens: 'settings/tokens/',
    'audit-log': 'settings/audit-log/',
    organization: 'settings/general/',
    account: 'account/',
    'not-found': 'nowhere/',
  };
}

async function takePictures(browser: Browser, url: string, signInUrl: string): Promise<void> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const show = async (address: string): Promise<void> => {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  };
  page.on('pageerror', (error) => process.stderr.write(`${page.url()}: ${error.message}\n`));
  await show(`${url}/sign-in`);
  await takeAll(page, 'sign-in');
  await show('about:blank');
  await show(signInUrl);
  await page.waitForURL(/\/organizations\//);
  for (const [name, address] of Object.entries(await listPages(context, url))) {
    await show(`${url}/organizations/${ORGANIZATION}/${address}`);
    await takeAll(page, name);
  }
  await context.close();
}

async function takeAll(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width > 1000 ? 900 : 844 });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      // Charts are drawn again in another size and theme, by a file that is loaded already.
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
      await page.screenshot({ path: fileOf(name, width, colorScheme), fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  if (name === 'issue') await page.screenshot({ path: fileOf('readme', 1440, 'light'), clip: README_CLIP });
}

function fileOf(name: string, width: number, theme: string): string {
  return path.join(FOLDER, `${name}-${width}-${theme}.png`);
}

async function main(): Promise<void> {
  const installed = findBrowser();
  if ('missing' in installed) throw new Error(`There is no browser: ${installed.missing}.`);
  mkdirSync(FOLDER, { recursive: true });
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const demo = await openDemo({ ...process.env, PORT: '0' }, stop.signal);
  if (demo === null) return;
  const browser = await launch(installed);
  try {
    await takePictures(browser, demo.url, demo.signInUrl);
  } finally {
    await browser.close();
    await demo.close();
  }
  const picture = fileOf('readme', 1440, 'light');
  const { size } = statSync(picture);
  if (size > README_BYTES) throw new Error(`${picture} has ${size} bytes, more than ${README_BYTES}.`);
  mkdirSync(path.dirname(README_PICTURE), { recursive: true });
  copyFileSync(picture, README_PICTURE);
  process.stdout.write(`The pictures are in ${FOLDER}.\n`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
