import { challengeOf } from '../../../src/domain/oauth';
import { csrfTokenOf, type OpenIdProvider } from '../../../src/domain/session';
import { callTools, type ProgramTokens, registerProgram } from '../../support/oauth';
import { type Service, startService } from '../../support/service';
import { type Console, describeInBrowser, openConsole, PHONE } from '../support/console';

const PASSWORD = 'correct horse battery staple';
const SESSIONS = '/api/0/auth/sessions/';

describeInBrowser('signing in', () => {
  let service: Service;
  /** Has a provider of identities that knows its only person at once, and leads back. */
  let provided: Service;
  beforeAll(async () => {
    service = await startService();
    const openId: OpenIdProvider = {
      name: 'Acme',
      authorizationUrl: ({ state }) => Promise.resolve(`${provided.url}/sign-in?code=ann&state=${state}`),
      isRequired: false,
      findAccount: () =>
        Promise.resolve({ issuer: 'https://id.test', subject: '1', email: 'ann@provided.test', claims: {} }),
    };
    provided = await startService({}, { openId });
  });
  afterAll(async () => {
    await service.close();
    await provided.close();
  });

  /** Opens the console of a member who has a password and is not signed in. */
  async function openWithPassword(viewport?: { width: number; height: number }): Promise<Console> {
    const { slug: organization } = await service.fixtures.organization();
    const email = `ann@${organization}.example`;
    await service.fixtures.password(organization, PASSWORD, email);
    return openConsole(service, { organization, email, isSignedOut: true, ...(viewport && { viewport }) });
  }

  async function fillIn({ page, organization }: Console, password = PASSWORD): Promise<void> {
    await page.getByLabel('E-mail address').fill(`ann@${organization}.example`);
    await page.getByLabel('Password').fill(password);
  }

  const issuesOf = ({ url, organization }: Console) => `${url}/organizations/${organization}/issues/`;

  test('the start page asks to sign in, without an error in the console of the browser', async () => {
    const tab = await openConsole(service, { isSignedOut: true });
    await tab.goto('/');
    expect(await tab.page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in to Culprit');
    expect(tab.page.url()).toBe(`${service.url}/sign-in`);
    expect(tab.requests.filter((request) => request.includes('/api/'))).toEqual(['GET /api/0/auth/options/']);
  });

  test('a link signs in once', async () => {
    const tab = await openConsole(service, { isSignedOut: true });
    const link = await service.fixtures.link(tab.organization);
    await tab.goto(`/sign-in#${link}`);
    await tab.page.waitForURL(issuesOf(tab));
    await tab.page.getByRole('button', { name: /^Your account/ }).click();
    await tab.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.page.getByLabel('Password').waitFor();
    await tab.page.goto('about:blank');
    await tab.goto(`/sign-in#${link}`);
    await tab.page.getByText('This link was used already. Sign in with your password').waitFor();
    expect(tab.page.url()).toBe(`${service.url}/sign-in`);
  });

  test('the link of somebody else asks before it replaces an open session', async () => {
    const tab = await openConsole(service);
    const { slug } = await service.fixtures.organization();
    const link = await service.fixtures.link(slug, { email: 'eve@other.test' });
    tab.expectReply('post', SESSIONS, 400);
    await tab.page.goto(`${service.url}/sign-in#${link}`);
    await tab.page.getByText('This link is for somebody else.').waitFor();
    await tab.page.getByRole('button', { name: 'Stay signed in' }).click();
    await tab.page.waitForURL(issuesOf(tab));
    tab.expectReply('post', SESSIONS, 400);
    await tab.page.goto(`${service.url}/sign-in?again#${link}`);
    await tab.page.getByRole('button', { name: 'Sign in with the link' }).click();
    await tab.page.waitForURL(`${service.url}/organizations/${slug}/issues/`);
  });

  test('a link signs in also if the page learns only afterwards that there was no session', async () => {
    const tab = await openConsole(service, { isSignedOut: true });
    const { slug } = await service.fixtures.organization();
    const created = tab.page.waitForResponse((response) => new URL(response.url()).pathname === SESSIONS);
    await tab.page.route('**/api/0/auth/options/', async (route) => {
      const response = await route.fetch();
      await created;
      await route.fulfill({ response });
    });
    await tab.page.goto(`${service.url}/sign-in#${await service.fixtures.link(slug)}`);
    await tab.page.waitForURL(`${service.url}/organizations/${slug}/issues/`);
    await tab.page.getByRole('heading', { level: 1, name: 'Issues' }).waitFor();
  });

  test('a password signs in, and leads back to the page that was asked for', async () => {
    const tab = await openWithPassword();
    await tab.goto('releases/?query=shop');
    expect(tab.page.url()).toContain('/sign-in?next=');
    await fillIn(tab);
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.waitForURL(`${service.url}/organizations/${tab.organization}/releases/?query=shop`);
    await tab.page.reload();
    await tab.settle();
    expect(tab.page.url()).toContain('/releases/');
  });

  test('a provider of identities leads back to the page that was asked for', async () => {
    const { slug: organization } = await provided.fixtures.organization();
    await provided.fixtures.session(organization, { email: 'ann@provided.test' });
    const tab = await openConsole(provided, { organization, isSignedOut: true });
    await tab.goto('releases/?query=shop');
    await tab.page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await tab.page.waitForURL(`${provided.url}/organizations/${organization}/releases/?query=shop`);
    await tab.page.getByRole('heading', { level: 1, name: 'Releases' }).waitFor();
  });

  test('a program is allowed access after the sign-in, and found and revoked on the page of the account', async () => {
    const tab = await openWithPassword(PHONE);
    const program = await registerProgram(service, ['http://127.0.0.1/healthz']);
    const redirectUri = `${service.url}/healthz`;
    const asked = new URLSearchParams({
      ...{ response_type: 'code', client_id: program.id, redirect_uri: redirectUri, state: 'h7Yb2' },
      ...{ code_challenge: challengeOf(program.verifier), code_challenge_method: 'S256', prompt: 'consent' },
    });
    await tab.goto(`/oauth/authorize?${asked}`);
    await fillIn(tab);
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.getByText('A program that calls itself “Assistant”').waitFor();
    expect(await tab.page.getByText(new URL(service.url).host, { exact: true }).count()).toBe(1);
    await tab.axe();
    await tab.expectToFit();
    await tab.page.getByRole('button', { name: 'Allow', exact: true }).click();
    await tab.page.waitForURL(/\/healthz\?code=/);
    const code = new URL(tab.page.url()).searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: program.verifier };
    const { body } = await program.exchange(form);
    const { access_token: token } = body as ProgramTokens;
    expect(await callTools(service, token)).toBe(200);
    await tab.page.goto(`${service.url}/organizations/${tab.organization}/account/`);
    await tab.page.getByText(`program at ${new URL(service.url).host}`).waitFor();
    await tab.page.getByRole('button', { name: 'Revoke Assistant' }).click();
    await tab.page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await tab.page.getByRole('heading', { name: 'No token yet' }).waitFor();
    expect(await callTools(service, token)).toBe(401);
    tab.expectReply('post', '/api/0/auth/authorization/', 400);
    asked.set('redirect_uri', 'https://evil.test/');
    await tab.page.goto(`${service.url}/oauth/authorize?${asked}`);
    await tab.page.getByText('Nothing was allowed.').waitFor();
    expect(await tab.page.getByRole('button', { name: 'Allow', exact: true }).count()).toBe(0);
  });

  test('a wrong password is said to be wrong, and can be corrected', async () => {
    const tab = await openWithPassword();
    await tab.goto('/');
    await fillIn(tab, 'incorrect horse');
    tab.expectReply('post', SESSIONS, 401);
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    expect(await tab.page.getByRole('alert').textContent()).toBe('The address or the password is wrong.');
    await fillIn(tab);
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.waitForURL(issuesOf(tab));
  });

  test('never leads to another site', async () => {
    const tab = await openWithPassword();
    await tab.goto('/sign-in?next=https%3A%2F%2Fexample.com%2F');
    await fillIn(tab);
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.waitForURL(issuesOf(tab));
  });

  test('the session survives another tab, and ends for all tabs by signing out', async () => {
    const tab = await openConsole(service);
    await tab.goto('issues/');
    const second = await tab.context.newPage();
    await second.goto(service.url);
    await second.waitForURL(issuesOf(tab));
    await second.close();
    await tab.page.getByRole('button', { name: /^Your account/ }).click();
    await tab.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.page.getByLabel('Password').waitFor();
    expect(await tab.context.cookies()).toEqual([]);
    await tab.goto('issues/');
    expect(tab.page.url()).toContain('/sign-in');
  });

  test('the keyboard alone signs in, uses the menu, and signs out', async () => {
    const tab = await openWithPassword();
    await tab.goto('/');
    const { keyboard } = tab.page;
    await keyboard.press('Tab');
    await keyboard.type(`ann@${tab.organization}.example`);
    await keyboard.press('Tab');
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');
    await tab.page.waitForURL(issuesOf(tab));
    await tab.settle();
    await tab.page.getByRole('button', { name: /^Your account/ }).focus();
    await keyboard.press('Enter');
    const signOut = tab.page.getByRole('menuitem', { name: 'Sign out' });
    await signOut.waitFor();
    const docs = tab.page.getByRole('menuitem', { name: 'Documentation of the API' });
    expect(await docs.getAttribute('href')).toBe('/docs');
    await keyboard.press('End');
    await expect(signOut.evaluate((element) => element.hasAttribute('data-active-item'))).resolves.toBe(true);
    await keyboard.press('Enter');
    await tab.page.getByLabel('Password').waitFor();
  });

  test('a session that ends while somebody types is asked for again, and nothing is lost', async () => {
    const project = await service.fixtures.project();
    const { organization } = project;
    const email = `ann@${organization}.example`;
    await service.fixtures.password(organization, PASSWORD, email);
    await service.fixtures.event(project);
    const tab = await openConsole(service, { organization, email });
    await tab.goto(`issues/${project.slug.toUpperCase()}-1/activity/`);
    const comment = tab.page.getByLabel('Comment', { exact: true });
    await comment.fill('The stock is wrong since Monday.');
    await endSession(tab);
    tab.expectReply('post', /\/notes\/$/, 401);
    await tab.page.getByRole('button', { name: 'Comment' }).click();
    const dialog = tab.page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await tab.axe();
    await tab.page.keyboard.press('Escape');
    expect(await dialog.getByLabel('E-mail address').inputValue()).toBe(email);
    await fillIn(tab);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await tab.page.getByText('The stock is wrong since Monday.').last().waitFor();
    await tab.settle();
    expect(tab.requests.filter((request) => request.startsWith('POST') && request.endsWith('/notes/'))).toHaveLength(2);
    const token = await service.fixtures.token(organization);
    const { body } = await service.client
      .get(`/api/0/organizations/${organization}/issues/${project.slug.toUpperCase()}-1/notes/`, token)
      .expect(200);
    expect(body).toMatchObject([{ data: { text: 'The stock is wrong since Monday.' } }]);
  });

  /** Ends the session of a tab behind its back. */
  async function endSession({ context }: Console): Promise<void> {
    const [cookie] = await context.cookies();
    const headers = { Cookie: `${cookie?.name}=${cookie?.value}`, 'X-CSRF-Token': csrfTokenOf(cookie?.value ?? '') };
    await service.client.delete(`${SESSIONS}current/`).set(headers).expect(204);
  }

  test.each([
    ['a wide screen', undefined],
    ['a phone', PHONE],
  ])('axe finds no barrier on the page to sign in, on %s', async (_, viewport) => {
    const tab = await openWithPassword(viewport);
    await tab.goto('/');
    await tab.axe();
    await fillIn(tab, 'incorrect horse');
    tab.expectReply('post', SESSIONS, 401);
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.getByRole('alert').waitFor();
    await tab.axe();
    await tab.expectToFit();
    await tab.expectElements(60);
  });

  test('speaks German to whom reads German', async () => {
    const { slug: organization } = await service.fixtures.organization();
    const tab = await openConsole(service, { organization, isSignedOut: true, locale: 'de-DE' });
    await tab.goto('/');
    expect(await tab.page.getByRole('heading', { level: 1 }).textContent()).toBe('Bei Culprit anmelden');
    expect(await tab.page.evaluate('document.documentElement.lang')).toBe('de');
  });
});
