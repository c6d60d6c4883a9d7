/** The findings in the uploads of the real tools. */
import type { ProjectFixture } from '../../../support/fixtures';
import { Shop } from '../../../support/sampleShop';
import { useService } from '../../../support/service';
import { runSentryCli, SENTRY_CLI_VERSIONS, type SentryCliVersion } from '../../support/sentryCli';

const service = useService();
let project: ProjectFixture;
let token: string;
let shop: Shop;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  shop = await Shop.build();
});
afterEach(() => shop.dispose());

async function sentryCli(version: SentryCliVersion, ...args: string[]): Promise<void> {
  const { organization, slug } = project;
  const settings = { url: service.url, token, organization, project: slug, directory: shop.path };
  const { code, output } = await runSentryCli(version, settings, ['sourcemaps', ...args]);
  if (code !== 0) throw new Error(output);
}

interface Bundle {
  readonly id: string;
  readonly errorCount: number;
  readonly warningCount: number;
}

/** Returns the newest bundle, and the rules that its files break. */
async function newest(): Promise<{ bundle: Bundle; rules: string[] }> {
  const { body } = await service.client.get(`${project.path}files/artifact-bundles/`, token).expect(200);
  const [bundle] = body as [Bundle];
  const detail = await service.client.get(`${project.path}artifact-bundles/${bundle.id}/files/`, token).expect(200);
  const { files } = detail.body as { files: { findings: { rule: string }[] }[] };
  return { bundle, rules: files.flatMap(({ findings }) => findings.map(({ rule }) => rule)) };
}

describe.each(SENTRY_CLI_VERSIONS)('sentry-cli %s', (version) => {
  test.each([
    ['with debug ids', ['upload', 'dist']],
    ['with a release', ['upload', 'dist', '--release', 'v1', '--url-prefix', '~/static']],
  ])('a complete build has no findings %s', async (_, args) => {
    await sentryCli(version, 'inject', 'dist');
    await sentryCli(version, ...args);
    expect(await newest()).toMatchObject({ bundle: { errorCount: 0, warningCount: 0 }, rules: [] });
  });

  test('mistakes of a build are found', async () => {
    await sentryCli(version, 'inject', 'dist');
    const map = JSON.parse(await shop.read('dist/shop.js.map')) as Record<string, unknown>;
    await shop.write(
      'dist/shop.js.map',
      JSON.stringify({ ...map, sourcesContent: undefined, mappings: 'AAAA,CAAA,!' }),
    );
    await sentryCli(version, 'upload', 'dist', '--no-rewrite');
    expect(await newest()).toMatchObject({
      bundle: { errorCount: 1, warningCount: 1 },
      rules: ['mappings-character', 'no-sources-content'],
    });
  });
});
