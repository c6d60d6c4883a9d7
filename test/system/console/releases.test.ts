import { useReleases } from '../../support/releaseFixture';
import { type ConsoleOptions, describeInBrowser, openConsole, PHONE } from '../support/console';

describeInBrowser('releases', () => {
  const fixture = useReleases();
  beforeAll(async () => {
    const { shop, blog, service } = fixture;
    const commit = {
      id: '1ce5ab412a'.padEnd(40, '0'),
      message: 'Count vouchers\n\nfixes SHOP-9',
      author_name: 'Jonas',
    };
    await fixture.release('shop@1.0.0', { ref: commit.id, url: 'https://acme.test/notes', commits: [commit] });
    await fixture.post(fixture.path('shop@1.0.0/deploys/'), { environment: 'staging' }).expect(201);
    for (const value of ['first', 'second'])
      await service.fixtures.event(shop, { release: 'shop@1.0.0', exception: { values: [{ type: 'Error', value }] } });
    await service.fixtures.event(blog, { release: 'blog@2.0.0' });
    await service.client
      .post(fixture.projectPath('shop@1.0.0/files/'), fixture.token)
      .attach('file', Buffer.from('pay();'), 'pay.js')
      .expect(201);
  });

  const open = (options: ConsoleOptions = {}) =>
    openConsole(fixture.service, { organization: fixture.organization, ...options });

  test.each([
    ['a wide screen', undefined],
    ['a phone', PHONE],
  ])('are listed with their share of events, and found by version and project, on %s', async (_, viewport) => {
    const tab = await open(viewport && { viewport });
    await tab.goto('releases/');
    const row = (version: string) => tab.page.getByRole('row').filter({ hasText: version });
    await row('shop@1.0.0').getByText('66.7%').waitFor();
    await row('blog@2.0.0').getByText('33.3%').waitFor();
    await tab.axe();
    await tab.expectToFit();
    await tab.page.getByRole('searchbox', { name: 'Search versions' }).fill('SHOP@');
    await tab.page.keyboard.press('Enter');
    await row('blog@2.0.0').waitFor({ state: 'detached' });
    expect(new URL(tab.page.url()).searchParams.get('query')).toBe('SHOP@');
    await tab.page.getByLabel('Project').selectOption('Blog');
    await tab.page.getByText('No release fits').waitFor();
    await tab.axe();
    await tab.page.goBack();
    await row('shop@1.0.0').waitFor();
    await tab.page.getByRole('searchbox', { name: 'Search versions' }).fill('');
    await row('blog@2.0.0').waitFor();
    await tab.page.getByLabel('Project').selectOption('Blog');
    await row('shop@1.0.0').waitFor({ state: 'detached' });
    await row('blog@2.0.0').waitFor();
  });

  test('one has its issues, commits, deploys and files', async () => {
    const tab = await open();
    await tab.goto('releases/');
    await tab.page.getByRole('link', { name: 'shop@1.0.0' }).click();
    await tab.page.getByRole('heading', { name: 'New (2)' }).waitFor();
    const fresh = tab.page.getByRole('table', { name: 'New (2)' });
    await fresh.getByRole('link', { name: 'Error: first' }).waitFor();
    await tab.page.getByText('It is the first release.').waitFor();
    expect(await tab.page.getByRole('link', { name: 'https://acme.test/notes' }).getAttribute('href')).toBe(
      'https://acme.test/notes',
    );
    await tab.axe();
    await tab.page.getByRole('link', { name: 'Commits 1' }).click();
    await tab.page.getByRole('row', { name: /Count vouchers.*1ce5ab412a.*Jonas/s }).waitFor();
    await tab.axe();
    await tab.page.getByRole('link', { name: 'Files' }).click();
    await tab.page.getByRole('row', { name: /pay\.js.*6 byte/ }).waitFor();
    await tab.axe();
    await tab.page.getByRole('link', { name: 'All issues of this release' }).click();
    await tab.page.waitForURL(/\/issues\/\?query=release/);
    await tab.page.getByText('second', { exact: true }).waitFor();
  });

  test.each([
    ['a wide screen', undefined],
    ['a phone', PHONE],
  ])('one names the issue that escalates in it, with its commits and deploys, on %s', async (_, viewport) => {
    const { shop, service } = fixture;
    const version = viewport === undefined ? 'api@2.15.1' : 'app@2.15.1';
    const before = version.replace('15.1', '15.0');
    const sendMany = async (release: string, count: number): Promise<void> => {
      for (let sent = 0; sent < count; sent += 50)
        await Promise.all(
          Array.from({ length: Math.min(50, count - sent) }, (_, index) => {
            const user = { id: String((sent + index) % 90) };
            const exception = { values: [{ type: 'TimeoutError', value: `${version} stock` }] };
            return service.fixtures.event(shop, { release, user, exception, fingerprint: [version] });
          }),
        );
    };
    await sendMany(before, 78);
    const commits = [
      {
        id: 'a'.repeat(40),
        message: 'Ask both warehouses',
        author_name: 'Ifeoma',
        patch_set: [{ path: 'stock.js', type: 'M' }],
      },
    ];
    await fixture.release(version, { commits });
    await fixture.post(fixture.path(`${version}/deploys/`), { environment: 'production' }).expect(201);
    await sendMany(version, 366);
    const tab = await open(viewport && { viewport });
    await tab.goto(`releases/${encodeURIComponent(version)}/`);
    await tab.page.getByText('Compared with the release before').waitFor();
    const verdict = tab.page.getByRole('table', { name: /^Is this release good\?/ });
    await verdict.getByRole('row', { name: /Escalating issues.*bad.*TimeoutError/s }).waitFor();
    await tab.page.getByRole('link', { name: before }).nth(1).waitFor();
    const issue = tab.page.getByRole('table', { name: 'Escalating (1)' }).getByRole('row', { name: /TimeoutError/ });
    await issue.getByText('366 of 444').waitFor();
    expect(await issue.innerText()).toMatch(/78\s.*\b90\b/s);
    await tab.page.getByText('No issue began with this release.').waitFor();
    await tab.page.getByText(/Ask both warehouses.*Ifeoma.*stock\.js/s).waitFor();
    await tab.page.getByRole('img', { name: `Events by release: ${version} 366, Release before 78,` }).waitFor();
    await tab.page.getByRole('button', { name: 'Most users' }).click();
    await tab.page.getByRole('table', { name: 'Most events in the release' }).getByText('Escalating').waitFor();
    await tab.axe();
    await tab.expectToFit();
    await issue.getByRole('link').click();
    await tab.page.waitForURL(/\/issues\/SHOP-/);
  });

  test('a deploy is recorded, and a name that is refused is named', async () => {
    await fixture.release('shop@1.1.0');
    const tab = await open();
    await tab.goto('releases/shop%401.1.0/deploys/');
    await tab.page.getByRole('heading', { name: 'No deploy is recorded' }).waitFor();
    await tab.axe();
    await tab.page.getByRole('button', { name: 'Record a deploy' }).click();
    const dialog = tab.page.getByRole('dialog', { name: 'Record a deploy' });
    await dialog.getByLabel('Environment').fill('none');
    tab.expectReply('post', /\/deploys\/$/, 400);
    await dialog.getByRole('button', { name: 'Record' }).click();
    await dialog.getByText('This name is reserved. Choose another one.').waitFor();
    await tab.axe();
    await dialog.getByLabel('Environment').fill('production');
    await dialog.getByLabel('Name').fill('night build');
    await dialog.getByRole('button', { name: 'Record' }).click();
    await tab.page.getByRole('row', { name: /production.*night build/ }).waitFor();
    await tab.page.getByRole('link', { name: 'Deploys 1' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  test('one is removed, after a question that says what goes with it', async () => {
    await fixture.release('shop@0.9.0');
    const tab = await open();
    await tab.goto('releases/shop%400.9.0/files/');
    await tab.page.getByRole('button', { name: 'Remove…' }).click();
    const dialog = tab.page.getByRole('dialog', { name: 'Remove the release shop@0.9.0?' });
    await dialog.getByText('Events and issues stay').waitFor();
    await tab.axe();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await tab.page.getByRole('button', { name: 'Remove…' }).click();
    await dialog.getByRole('button', { name: 'Remove the release' }).click();
    await tab.page.getByText('The release shop@0.9.0 was removed.').waitFor();
    expect(new URL(tab.page.url()).pathname).toMatch(/\/releases\/?$/);
    expect(await tab.page.getByRole('link', { name: 'shop@0.9.0' }).count()).toBe(0);
    await fixture.get(fixture.path('shop@0.9.0/')).then(({ status }) => expect(status).toBe(404));
  });

  test.each(['', 'commits/', 'deploys/', 'files/'])(
    'an empty part of one says what would be there, and fits a phone: %s',
    async (part) => {
      const version = 'shop@0.1.0-with-a-very-long-name-that-no-line-of-a-phone-has-room-for';
      await fixture
        .put(fixture.path(`${version}/`), {})
        .then(({ status }) => (status === 404 ? fixture.release(version) : undefined));
      const tab = await open({ viewport: PHONE });
      await tab.goto(`releases/${version}/${part}`);
      await tab.page.getByRole('heading', { name: /^No (?!sessions)/ }).waitFor();
      await tab.axe();
      await tab.expectToFit();
    },
  );

  test('one that does not exist is said to be missing', async () => {
    const tab = await open();
    tab.expectReply('get', /\/releases\/gone%401\/$/, 404);
    tab.expectReply('get', /\/releases\/gone%401\/deploys\/$/, 404);
    // The page cancels its requests about deploys as soon as it knows that there is no release: that reply comes last
    // here.
    const deploys = tab.page.waitForResponse(/\/api\/0\/.*\/releases\/gone%401\/deploys\/$/);
    await tab.page.route(/\/api\/0\/.*\/releases\/gone%401\/$/, async (route) => {
      await deploys;
      await route.continue();
    });
    await tab.goto('releases/gone%401/deploys/');
    await tab.page.getByRole('alert').getByText('This does not exist, or no longer exists.').first().waitFor();
    await tab.axe();
  });

  test.each([
    ['a wide screen', undefined, {}],
    ['a phone, in German', PHONE, { locale: 'de-DE' }],
  ])('show their sessions, with the numbers behind each share, on %s', async (_, viewport, language) => {
    const { shop, blog, service } = fixture;
    const attrs = { release: 'shop@7.0.0', environment: 'production' };
    const aggregates = [{ started: new Date().toISOString(), exited: 90, crashed: 10 }];
    await service.client
      .post(`/api/${shop.id}/envelope/?sentry_key=${shop.publicKey}`)
      .serialize((value) => value as string)
      .send(Buffer.from(`{}\n{"type":"sessions"}\n${JSON.stringify({ attrs, aggregates })}`))
      .expect(200);
    const tab = await open({ ...(viewport && { viewport }), ...language });
    await tab.goto('releases/shop%407.0.0/');
    await tab.page.getByText(/^90\s?% (?:of|von) [0-9]+ (?:sessions|Sitzungen)$/).waitFor();
    await tab.axe();
    await tab.expectToFit();
    await tab.goto('releases/');
    await tab.page
      .getByRole('row')
      .filter({ hasText: 'shop@7.0.0' })
      .getByText(/^90\s?%/)
      .waitFor();
    await tab.expectToFit();
    await tab.goto(`projects/${shop.slug}/?statsPeriod=24h`);
    await tab.page.getByText(/^90\s?% (?:of|von) [0-9]+ (?:sessions|Sitzungen)$/).waitFor();
    const adoption = tab.page.getByRole('definition').filter({ hasText: 'shop@7.0.0' });
    await adoption.getByText(/^100\s?%$/).waitFor();
    await tab.axe();
    await tab.expectToFit();
    await tab.goto(`projects/${blog.slug}/`);
    expect(await tab.page.getByRole('heading', { name: /^(?:Sessions|Sitzungen)$/ }).count()).toBe(0);
  });

  test('an organization without releases learns how they come', async () => {
    const tab = await openConsole(fixture.service);
    await tab.goto('releases/');
    await tab.page.getByRole('heading', { name: 'No release yet' }).waitFor();
    await tab.page.getByText('sentry-cli releases new VERSION').waitFor();
    await tab.axe();
  });
});
