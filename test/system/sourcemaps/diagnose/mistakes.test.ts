import type { components } from '../../../../generated/api';
import type { ProjectFixture } from '../../../support/fixtures';
import { type SentFrame, Shop } from '../../../support/sampleShop';
import { useService } from '../../../support/service';
import { runCommandLine, runSentryCli, SENTRY_CLI_VERSIONS, type SentryCliVersion } from '../../support/sentryCli';

/*
 * The table of findings in openapi/guides/source-maps.md: each mistake is made with the real tool and a real bundle,
 * and the command of its fix is run as it stands.
 */

type Finding = components['schemas']['SourceMapError'];
type Debug = components['schemas']['EventSourceMapDebug'];
type Sent = Record<string, unknown>;

const URL = 'https://shop.test/static/shop.js';
const RELEASE = 'shop@1.0.0';

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

const settings = () => {
  return { url: service.url, token, organization: project.organization, directory: shop.path };
};

async function sentryCli(...args: string[]): Promise<void> {
  const { code, output } = await runSentryCli('3.8.0', { ...settings(), project: project.slug }, args);
  if (code !== 0) throw new Error(output);
}

const inject = () => sentryCli('sourcemaps', 'inject', 'dist');
const upload = (...args: string[]) => sentryCli('sourcemaps', 'upload', 'dist', ...args);
const uploadRelease = (...args: string[]) => upload('--release', RELEASE, '--url-prefix', '~/static', ...args);

/** Runs the bundle and sends its error. Returns the id of the event. */
async function crash(
  event: Sent = {},
  change: (frame: SentFrame) => Sent = (frame) => ({ ...frame }),
): Promise<string> {
  const sent = await shop.crash(URL);
  const values = sent.exception.values.map((value) => ({
    ...value,
    stacktrace: { frames: value.stacktrace.frames.map(change) },
  }));
  return service.fixtures.event(project, { ...sent, exception: { values }, ...event });
}

async function findings(eventId: string): Promise<Finding[]> {
  const path = `${project.path}events/${eventId}/source-map-debug/?exception_idx=0&frame_idx=-1`;
  return (await service.client.get(path, token).expect(200)).body as Finding[];
}

/** Returns the state of the newest frame, and the types of its findings, from the diagnosis of the whole event. */
async function stateOf(eventId: string): Promise<{ state: string | undefined; types: string[] | undefined }> {
  const path = `${project.path}events/${eventId}/source-map-debug-blue-thunder-edition/`;
  const body = (await service.client.get(path, token).expect(200)).body as Debug;
  const frame = body.exceptions[0]?.frames.at(-1);
  return { state: frame?.state, types: frame?.findings.map(({ type }) => type) };
}

async function editMap(change: (map: Sent) => Sent): Promise<void> {
  await shop.write('dist/shop.js.map', JSON.stringify(change(JSON.parse(await shop.read('dist/shop.js.map')) as Sent)));
}

/** A mistake, and the types of problems that are found. The command of its fix is run as it stands. */
interface Mistake {
  readonly name: string;
  readonly types: readonly Finding['type'][];
  readonly make: () => Promise<string>;
  readonly state?: string;
  /** True if nothing resolves the event itself: the code that ran, or the sent event, has to change. */
  readonly isFinal?: true;
}

const MISTAKES: readonly Mistake[] = [
  {
    name: 'nothing was uploaded for the release',
    types: ['no_sourcemaps_on_release'],
    make: async () => {
      await sentryCli('releases', 'new', RELEASE);
      return crash({ release: RELEASE });
    },
  },
  {
    name: 'the release of the upload is another one',
    types: ['no_sourcemaps_on_release'],
    make: async () => {
      await uploadRelease();
      return crash({ release: 'shop@2.0.0' });
    },
  },
  {
    name: 'the event has neither a release nor debug ids',
    types: ['no_release_on_event'],
    make: async () => {
      await uploadRelease();
      return crash();
    },
    isFinal: true,
  },
  {
    name: 'the URL prefix is missing',
    types: ['partial_match', 'wrong_url_prefix'],
    make: async () => {
      await upload('--release', RELEASE);
      return crash({ release: RELEASE });
    },
  },
  {
    name: 'the URL prefix has a folder too many',
    types: ['partial_match', 'wrong_url_prefix'],
    make: async () => {
      await upload('--release', RELEASE, '--url-prefix', '~/dist/static');
      return crash({ release: RELEASE });
    },
  },
  {
    name: 'the upload has no distribution, and the event has one',
    types: ['dist_mismatch'],
    make: async () => {
      await uploadRelease();
      return crash({ release: RELEASE, dist: '7' });
    },
  },
  {
    name: 'the map is missing',
    types: ['no_url_match'],
    make: async () => {
      const map = await shop.read('dist/shop.js.map');
      await shop.remove('dist/shop.js.map');
      await uploadRelease();
      await shop.write('dist/shop.js.map', map);
      return crash({ release: RELEASE });
    },
  },
  {
    name: 'the file of the map is missing',
    types: ['no_url_match'],
    make: async () => {
      const code = await shop.read('dist/shop.js');
      const eventId = await crash({ release: RELEASE });
      await shop.remove('dist/shop.js');
      await uploadRelease();
      await shop.write('dist/shop.js', code);
      return eventId;
    },
  },
  {
    name: 'the file of the release is of another build',
    types: ['wrong_build'],
    make: async () => {
      await uploadRelease();
      await shop.bundle({ banner: { js: '/* two */\n/* lines */\n/* more */' } });
      return crash({ release: RELEASE });
    },
  },
  {
    name: 'the map of the release is of another build',
    types: ['wrong_build'],
    state: 'incomplete',
    make: async () => {
      const eventId = await crash({ release: RELEASE });
      const code = await shop.read('dist/shop.js');
      const map = await shop.read('dist/shop.js.map');
      await shop.bundle({ define: { 'order.name': '"a long name of the other build"' }, keepNames: true });
      await shop.write('dist/shop.js', code);
      await uploadRelease();
      await shop.write('dist/shop.js.map', map);
      return eventId;
    },
  },
  {
    name: 'the files are in another project',
    types: ['debug_id_source_not_found', 'debug_id_in_other_project', 'no_release_on_event'],
    make: async () => {
      const other = await service.fixtures.project({ organization: project.organization });
      await inject();
      await upload('--project', other.slug);
      return crash();
    },
  },
  {
    name: 'the release has the file of another build, with another debug id',
    types: ['debug_id_source_not_found', 'release_file_has_other_debug_id'],
    make: async () => {
      await inject();
      await uploadRelease();
      await shop.bundle({ banner: { js: '// two' } });
      await inject();
      return crash({ release: RELEASE });
    },
  },
  {
    name: 'only the script was uploaded',
    types: ['debug_id_map_not_found'],
    make: async () => {
      await inject();
      const map = await shop.read('dist/shop.js.map');
      await shop.remove('dist/shop.js.map');
      await upload();
      await shop.write('dist/shop.js.map', map);
      return crash();
    },
  },
  {
    name: 'the map is truncated',
    types: ['map_not_parsable'],
    make: async () => {
      const map = await shop.read('dist/shop.js.map');
      await shop.write('dist/shop.js.map', map.slice(0, -100));
      await uploadRelease();
      await shop.write('dist/shop.js.map', map);
      return crash({ release: RELEASE });
    },
  },
  {
    name: 'the map breaks a rule of ECMA-426',
    types: ['map_invalid'],
    make: async () => {
      await inject();
      const map = await shop.read('dist/shop.js.map');
      await editMap((value) => ({ ...value, mappings: `!${String(value['mappings'])}` }));
      await upload('--no-rewrite');
      await shop.write('dist/shop.js.map', map);
      return crash();
    },
  },
  {
    name: 'the map has no text of its sources',
    types: ['missing_source_content'],
    state: 'incomplete',
    make: async () => {
      const map = await shop.read('dist/shop.js.map');
      await editMap((value) => ({ ...value, sourcesContent: undefined }));
      await uploadRelease('--no-rewrite');
      await shop.write('dist/shop.js.map', map);
      return crash({ release: RELEASE });
    },
  },
  {
    name: 'the client sends no line',
    types: ['position_missing'],
    make: async () => {
      await uploadRelease();
      return crash({ release: RELEASE }, (frame) => ({ ...frame, lineno: undefined, colno: undefined }));
    },
    isFinal: true,
  },
  {
    name: 'the client sends no URL',
    types: ['url_not_valid'],
    make: async () => {
      await uploadRelease();
      return crash({ release: RELEASE }, (frame) => ({ ...frame, filename: 'shop.js' }));
    },
    isFinal: true,
  },
];

describe.each(MISTAKES)('$name', ({ types, make, state = 'unresolved', isFinal }) => {
  test(`is found as ${types.join(', ')}`, async () => {
    const eventId = await make();
    const problems = await findings(eventId);
    expect(problems.map(({ type }) => type)).toEqual(types);
    expect(await stateOf(eventId)).toEqual({ state, types });
    if (isFinal === true) return;
    for (const version of SENTRY_CLI_VERSIONS) await runFix(version, problems.at(-1)?.fix.command ?? '');
    expect(await findings(eventId)).toEqual([]);
    expect(await stateOf(eventId)).toEqual({ state: 'resolved', types: [] });
  });
});

async function runFix(version: SentryCliVersion, line: string): Promise<void> {
  const { code, output } = await runCommandLine(version, settings(), line);
  if (code !== 0) throw new Error(`${line}\n${output}`);
}

test('a command that injects debug ids resolves the events of what is deployed then', async () => {
  const [problem] = await findings(await crash());
  await runFix('3.8.0', problem?.fix.command ?? '');
  const eventId = await crash();
  expect(await findings(eventId)).toEqual([]);
  expect(await stateOf(eventId)).toEqual({ state: 'resolved', types: [] });
});
