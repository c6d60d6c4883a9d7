import type { SourceMapFinding, SourceMapFix, SourceMapProblem, SourceMapProblemType } from '../../domain/artifact';
import { unifiedPath } from '../resolve/urls';
import type { Evidence } from './evidence';

/** The slugs that commands name. */
export interface FixTarget {
  readonly organization: string;
  readonly project: string;
}

/** The folder with the files of the build in all commands: where it is on the caller's disk is not known. */
const FOLDER = 'dist';

/** Adds the fix to each problem. */
export function addFixes(
  problems: readonly SourceMapProblem[],
  evidence: Evidence,
  target: FixTarget,
): SourceMapFinding[] {
  const fitting = problems.find(({ type }) => type === 'wrong_url_prefix')?.data?.['urlPrefix'];
  const prefix = typeof fitting === 'string' ? fitting : prefixOf(evidence.lookup.file.path);
  return problems.map((problem) => ({
    ...problem,
    fix: FIXES[problem.type](new Advice(problem, evidence, { ...target, prefix })),
  }));
}

/** Writes the texts and commands of fixes. */
class Advice {
  constructor(
    readonly problem: SourceMapProblem,
    readonly evidence: Evidence,
    private readonly target: FixTarget & { readonly prefix: string | null },
  ) {}

  /** Returns a member of the problem's data, as it is written in a sentence. */
  show(member: string): string {
    const value = this.problem.data?.[member];
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return quoted(typeof first === 'string' ? first : '');
  }

  /** The name of the minified file in its folder. */
  get file(): string {
    const path = unifiedPath(this.evidence.lookup.file.path ?? '').replace(/^.*[\\/]/s, '');
    return path === '' || path === '~' ? 'the minified file' : quoted(path);
  }

  get folder(): string {
    return `\`${FOLDER}\` stands for the folder of the build that has ${this.file}`;
  }

  /** Returns the command that uploads files so that the frame's file is found: by its debug id, else by its name. */
  upload(): string | null {
    return this.evidence.lookup.file.debugId === null ? this.uploadByName() : this.uploadById();
  }

  uploadById(): string | null {
    const { release, dist } = this.evidence.event;
    return this.command({ release, dist, prefix: null });
  }

  /**
   * Returns the command that uploads files so that they are found by name; null without a release, or if no prefix
   * makes the path of the frame a name.
   */
  uploadByName(): string | null {
    const { release, dist } = this.evidence.event;
    const { prefix } = this.target;
    return release === null || prefix === null ? null : this.command({ release, dist, prefix });
  }

  /** Returns the command that adds debug ids to files that are still to be deployed, and uploads them. */
  injectAndUpload(): string | null {
    const upload = this.uploadById();
    return upload === null ? null : `sentry-cli sourcemaps inject ${FOLDER} && ${upload}`;
  }

  private command(upload: { release: string | null; dist: string | null; prefix: string | null }): string | null {
    const { organization, project } = this.target;
    // The tool refuses a distribution without a release.
    const dist = upload.release === null ? null : upload.dist;
    const options = { org: organization, project, release: upload.release, dist, 'url-prefix': upload.prefix };
    const words = Object.entries(options).flatMap(([name, value]) => (value === null ? [] : [option(name, value)]));
    return words.some((word) => CONTROL.test(word))
      ? null
      : `sentry-cli sourcemaps upload ${words.join(' ')} ${FOLDER}`;
  }
}

/** Characters that a terminal interprets, or that change how a line reads. Nobody is to paste a line with them. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const ALL_CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function option(name: string, value: string): string {
  return value.startsWith('-') ? `--${name}=${shellQuoted(value)}` : `--${name} ${shellQuoted(value)}`;
}

/** Returns a word for a POSIX shell. A tilde at its begin would be the home directory. */
function shellQuoted(value: string): string {
  return /^[\w@%+=:,./][\w@%+=:,./~-]*$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a client's text in a sentence. */
function quoted(text: string): string {
  return `"${text.replace(ALL_CONTROL, '').slice(0, MAX_QUOTED)}"`;
}

const MAX_QUOTED = 200;

/** Returns the folder of a path as a URL prefix for any host. Null if the path is none of a URL. */
function prefixOf(path: string | null): string | null {
  const unified = unifiedPath(path ?? '');
  if (!unified.startsWith('~/')) return null;
  return unified.lastIndexOf('/') === 1 ? '~/' : unified.slice(0, unified.lastIndexOf('/'));
}

const UPLOAD_BUILD = 'Upload exactly the files that are deployed, each script together with its source map';

/** Writes the fix of each type of problem. */
const FIXES: Readonly<Record<SourceMapProblemType, (advice: Advice) => SourceMapFix>> = {
  no_release_on_event: (advice) => {
    const { release } = advice.evidence.event;
    if (advice.evidence.lookup.file.debugId !== null)
      return { text: `${UPLOAD_BUILD}; ${advice.folder}.`, command: advice.uploadById() };
    if (release === null)
      return {
        text: `Inject debug ids into the build before it is deployed, and upload it; or set \`release\` in the SDK and upload the build for that release. This resolves later events; ${advice.folder}.`,
        command: advice.injectAndUpload(),
      };
    return { text: `Upload the build for the release ${quoted(release)}; ${advice.folder}.`, command: advice.upload() };
  },
  no_sourcemaps_on_release: (advice) => ({
    text: `Upload the build for the release ${quoted(advice.evidence.event.release ?? '')}; ${advice.folder}.`,
    command: advice.upload(),
  }),
  url_not_valid: (advice) => ({
    text: `Inject debug ids into the build before it is deployed, and upload it: they need no URL. Or have the SDK send absolute URLs, such as "app:///shop.js"; ${advice.folder}.`,
    command: advice.evidence.lookup.file.debugId === null ? advice.injectAndUpload() : advice.uploadById(),
  }),
  no_url_match: (advice) => ({
    text: isAboutMap(advice)
      ? `Upload ${advice.file} together with its source map, which is missing under ${advice.show('unifiedPath')}; ${advice.folder}.`
      : `Upload the build with the prefix under which it is served, so that ${advice.file} gets the name ${advice.show('unifiedPath')}; ${advice.folder}.`,
    command: advice.upload(),
  }),
  partial_match: (advice) => ({
    text: `Upload the build so that ${advice.show('partialMatchPath')} gets the name ${advice.show('unifiedPath')}; ${advice.folder}.`,
    command: advice.upload(),
  }),
  wrong_url_prefix: (advice) => ({
    text: `Upload the build again with the prefix ${advice.show('urlPrefix')} instead of ${advice.show('uploadedPrefix')}; \`${FOLDER}\` stands for the folder that was uploaded.`,
    command: advice.uploadByName(),
  }),
  dist_mismatch: (advice) => {
    const { dist } = advice.evidence.event;
    const distribution =
      dist === null ? 'without a distribution, as the event has none' : `with the distribution ${quoted(dist)}`;
    return {
      text: `Upload the build ${distribution}, or set \`dist\` in the SDK to that of the upload; ${advice.folder}.`,
      command: advice.upload(),
    };
  },
  sourcemap_not_found: (advice) => ({
    text: `Build ${advice.file} with a source map beside it and a \`sourceMappingURL\` comment that names it, and upload both; ${advice.folder}.`,
    command: advice.upload(),
  }),
  debug_id_no_sourcemaps: (advice) => ({
    text: `Inject debug ids into the build before it is deployed, and upload it. This resolves later events; ${advice.folder}.`,
    command: advice.injectAndUpload(),
  }),
  debug_id_source_not_found: (advice) => ({
    text: `${UPLOAD_BUILD}: the one with the debug id ${advice.show('debugId')}. Do not build again in between; ${advice.folder}.`,
    command: advice.uploadById(),
  }),
  debug_id_in_other_project: (advice) => ({
    text: `Upload the build to this project, too, or send the events with the DSN of the project ${advice.show('project')}; ${advice.folder}.`,
    command: advice.uploadById(),
  }),
  release_file_has_other_debug_id: (advice) => ({
    text: `The release has ${advice.show('names')} of another build. ${UPLOAD_BUILD}, and give each build a release of its own; ${advice.folder}.`,
    command: advice.uploadById(),
  }),
  debug_id_map_not_found: (advice) => ({
    text: `Build with source maps, inject debug ids, and upload ${advice.file} together with its map; ${advice.folder}.`,
    command: advice.uploadById(),
  }),
  wrong_build: (advice) => ({
    text: `${UPLOAD_BUILD}, as they are after all steps that change them, and give each build a release of its own; ${advice.folder}.`,
    command: advice.upload(),
  }),
  map_not_parsable: (advice) => ({
    text: `The file ${advice.show('names')} is no JSON: it may be truncated, or a page of an error. Build it again and upload it together with its script; ${advice.folder}.`,
    command: advice.upload(),
  }),
  map_invalid: (advice) => ({
    text: `The tool that wrote ${advice.show('names')} broke the rule ${advice.show('rule')} of ECMA-426${advice.problem.data?.['where'] ? ` at ${advice.show('where')}` : ''}. Update the tool, or leave it out, build again and upload; ${advice.folder}.`,
    command: advice.upload(),
  }),
  map_too_large: () => ({
    text: 'Split the bundle into several files, so that each has a smaller source map, and upload them. The map itself may be valid.',
    command: null,
  }),
  position_missing: () => ({
    text: 'Have the client send the line and the column of each frame: check `beforeSend`, integrations that rewrite frames, and the minifier, which must not print one statement per line without columns.',
    command: null,
  }),
  missing_source_content: (advice) => ({
    text: `Have the bundler write \`sourcesContent\`, or upload from a machine that has the sources where the map says. sentry-cli then adds them; ${advice.folder}.`,
    command: advice.upload(),
  }),
  no_mapping_at_position: () => ({
    text: 'Nothing is wrong if the bundler itself added the code at this position. Otherwise have every tool of the build read and write source maps: one that does not leaves gaps.',
    command: null,
  }),
};

/** Returns true if the name that does not match belongs to the map; the minified file was found then. */
function isAboutMap({ evidence }: Advice): boolean {
  return evidence.lookup.minified !== null;
}
