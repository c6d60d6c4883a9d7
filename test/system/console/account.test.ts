import type { Locator } from 'playwright-core';
import { codeOfStep, factorUrl } from '../../../src/domain/secondFactor';
import { type Service, startService } from '../../support/service';
import { type Console, describeInBrowser, openConsole, PHONE } from '../support/console';

const PASSWORD = 'correct horse battery staple';

/** Reads a QR code as a camera does: from the picture of it, in the dark theme. */
async function readQrCode(code: Locator): Promise<string> {
  const page = code.page();
  await page.emulateMedia({ colorScheme: 'dark' });
  const picture = await code.screenshot();
  await page.emulateMedia({ colorScheme: 'light' });
  const image = await page.evaluate<{ width: number; height: number; data: number[] }>(`(async () => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(${JSON.stringify([...picture])})]));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    return { width, height, data: [...context.getImageData(0, 0, width, height).data] };
  })()`);
  const { decodeQR } = await import('qr/decode.js');
  return decodeQR({ ...image, data: Uint8ClampedArray.from(image.data) });
}

describeInBrowser('the account of a member', () => {
  let service: Service;
  beforeAll(async () => (service = await startService()));
  afterAll(() => service.close());

  /** Returns an address of one organization alone, so that a password is enough to sign in. */
  const addressIn = (organization: string) => `ann@${organization}.example`;

  async function open(viewport?: { width: number; height: number }): Promise<Console> {
    const { slug: organization } = await service.fixtures.organization();
    const member = { organization, email: addressIn(organization) };
    const tab = await openConsole(service, { ...member, timezoneId: 'Asia/Tokyo', ...(viewport && { viewport }) });
    await tab.goto('account/');
    return tab;
  }

  const attribute = ({ page }: Console, name: string) => page.locator('html').getAttribute(name);

  test.each([
    ['a wide screen', undefined],
    ['a phone', PHONE],
  ])('has no barrier on %s', async (_, viewport) => {
    const tab = await open(viewport);
    await tab.page.getByText(`${addressIn(tab.organization)}, Owner`).waitFor();
    await tab.axe();
    await tab.expectToFit();
  });

  test('theme, language and time zone are chosen, and stay', async () => {
    const tab = await open();
    await tab.page.getByText(/^It is .* (GMT\+9|JST)\.$/).waitFor();
    await tab.page.getByLabel('Theme').selectOption('Dark');
    expect(await attribute(tab, 'data-theme')).toBe('dark');
    await tab.page.getByLabel('Times').selectOption('In UTC');
    await tab.page.getByText(/^It is .* UTC\.$/).waitFor();
    await tab.page.getByLabel('Language').selectOption('Deutsch');
    await tab.page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor();
    await tab.page.getByText(/^Es ist .* UTC\.$/).waitFor();
    expect(await attribute(tab, 'lang')).toBe('de');
    await tab.page.reload();
    await tab.settle();
    await tab.page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor();
    expect(await attribute(tab, 'data-theme')).toBe('dark');
    await tab.axe();
    await tab.page.getByLabel('Farben').selectOption('Wie das System');
    expect(await attribute(tab, 'data-theme')).toBeNull();
    await tab.page.getByLabel('Sprache').selectOption('Wie der Browser');
    await tab.page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  });

  test('a password is set, and changed by those who know it', async () => {
    const tab = await open();
    const set = tab.page.getByRole('button', { name: 'Set the password' });
    const present = tab.page.getByLabel('Present password');
    const fresh = tab.page.getByLabel('New password');
    expect(await present.count()).toBe(0);
    tab.expectReply('put', '/api/0/auth/password/', 400);
    await fresh.fill('short');
    await set.click();
    await tab.page.getByText('Ensure this field has at least 12 characters.').waitFor();
    await tab.axe();
    await fresh.fill(PASSWORD);
    await set.click();
    await tab.page.getByText('The password was changed.').waitFor();
    // From now on it is asked for.
    await present.fill('incorrect horse');
    await fresh.fill(`another ${PASSWORD}`);
    tab.expectReply('put', '/api/0/auth/password/', 400);
    await set.click();
    await tab.page.getByText('This is not your present password.').waitFor();
    expect(await fresh.inputValue()).toBe(`another ${PASSWORD}`);
    await tab.axe();
    await present.fill(PASSWORD);
    await set.click();
    await tab.page.getByText('This is not your present password.').waitFor({ state: 'detached' });
    // It is required, and empty again.
    await tab.page.locator('input[autocomplete=new-password]:invalid').waitFor();

    const again = await openConsole(service, { organization: tab.organization, isSignedOut: true });
    await again.goto('/sign-in');
    await again.page.getByLabel('E-mail address').fill(addressIn(tab.organization));
    await again.page.getByLabel('Password').fill(`another ${PASSWORD}`);
    await again.page.getByRole('button', { name: 'Sign in' }).click();
    await again.page.waitForURL(/\/issues\//);
  });

  test('a required second factor is set up, asked for at the next sign-in, and removed', async () => {
    const { id, slug: organization } = await service.fixtures.organization();
    const email = addressIn(organization);
    await service.fixtures.password(organization, PASSWORD, email);
    await service.app.database.write(async ({ organizations }) => {
      await organizations.updateSettings(id, { require2FA: true });
    });
    const tab = await openConsole(service, { organization, email, viewport: PHONE });
    await tab.goto('account/');
    await tab.page.getByRole('heading', { level: 1, name: /requires a second factor$/ }).waitFor();
    const section = tab.page.locator('section', { has: tab.page.getByRole('heading', { name: 'Second factor' }) });
    await section.getByLabel('Your password').fill(PASSWORD);
    await section.getByRole('button', { name: 'Set up a second factor' }).click();
    const secret = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '');
    expect(await readQrCode(section.getByRole('img', { name: 'QR code of the key below' }))).toBe(
      factorUrl(secret, email),
    );
    await tab.axe();
    await tab.expectToFit();
    const step = () => Math.floor(Date.now() / 30_000);
    await section.getByLabel('Code', { exact: true }).fill(codeOfStep(secret, step()));
    await section.getByRole('button', { name: 'Turn on' }).click();
    await section.getByText('Keep these recovery codes.').waitFor();
    const [recovery = ''] = ((await section.locator('pre').textContent()) ?? '').split('\n');
    await tab.axe();
    await tab.expectToFit();
    await section.getByRole('button', { name: 'I have kept them' }).click();
    await section.getByText('asks for a code.').waitFor();
    await tab.page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();

    const again = await openConsole(service, { organization, isSignedOut: true });
    await again.goto('/sign-in');
    await again.page.getByLabel('E-mail address').fill(email);
    await again.page.getByLabel('Password').fill(PASSWORD);
    again.expectReply('post', '/api/0/auth/sessions/', 400);
    await again.page.getByRole('button', { name: 'Sign in' }).click();
    const code = again.page.getByLabel('Code');
    await code.fill('000000');
    await again.axe();
    again.expectReply('post', '/api/0/auth/sessions/', 400);
    await again.page.getByRole('button', { name: 'Sign in' }).click();
    await again.page.getByText(/code is wrong/).waitFor();
    await code.fill(recovery);
    await again.page.getByRole('button', { name: 'Sign in' }).click();
    await again.page.waitForURL(/\/issues\//);
    // Without the factor, requests of this session are refused.
    await again.settle();

    await section.getByLabel('Your password').last().fill(PASSWORD);
    await section.getByRole('button', { name: 'Remove the second factor' }).click();
    await section.getByRole('button', { name: 'Set up a second factor' }).waitFor();
  });

  test('another session is ended, and asks to sign in', async () => {
    const tab = await open();
    const other = await openConsole(service, { organization: tab.organization, email: addressIn(tab.organization) });
    await other.goto('account/');
    await tab.page.reload();
    await tab.settle();
    const rows = tab.page.getByRole('table', { name: 'Sessions' }).getByRole('row');
    expect(await rows.count()).toBe(3);
    await rows
      .filter({ hasText: 'this one' })
      .getByText(/^Chrome \d+ on \w+$/)
      .waitFor();
    await tab.axe();
    await tab.page.getByRole('button', { name: /^End the session in Chrome/ }).click();
    await tab.page.getByRole('button', { name: /^End the session/ }).waitFor({ state: 'detached' });
    other.expectReply('get', /./, 401);
    await other.page.getByRole('link', { name: 'Projects' }).click();
    await other.page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  });

  test('a token of the member is created and revoked', async () => {
    const tab = await open();
    await tab.page.getByRole('button', { name: 'Create a token' }).click();
    const form = tab.page.getByRole('dialog', { name: 'Create a token' });
    await form.getByLabel('Name').fill('Laptop');
    for (const scope of ['project:releases', 'project:read', 'org:read']) await form.getByLabel(scope).uncheck();
    await form.getByText('Choose at least one scope.').waitFor();
    expect(await form.getByRole('button', { name: 'Create a token' }).isDisabled()).toBe(true);
    await form.getByLabel('event:read').check();
    await form.getByLabel('Valid for').selectOption('no limit');
    await tab.axe();
    await form.getByRole('button', { name: 'Create a token' }).click();
    const dialog = tab.page.getByRole('dialog', { name: 'Your new token' });
    const token = await dialog.getByRole('textbox').inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const tokens = tab.page.getByRole('table', { name: 'Tokens' });
    await tokens.getByRole('row', { name: /Laptop.*event:read.*never.*never/s }).waitFor();
    await service.client.get('/api/0/api-tokens/', token).expect(200);
    await tab.page.getByRole('button', { name: 'Revoke Laptop' }).click();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await tab.page.getByRole('heading', { name: 'No token yet' }).waitFor();
    await service.client.get('/api/0/api-tokens/', token).expect(401);
  });
});
