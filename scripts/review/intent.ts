import type { Finding } from './findings';

/** The result of the check that breaking changes are intended, and were announced where a deprecation promised it. */
export interface Intent {
  readonly isDeclared: boolean;
  /**
   * The sentence of the change log or contract that announces the change, or a sentence about the missing announcement.
   */
  readonly sentence: string;
}

export interface Release {
  /** Version before and after. */
  readonly versions: readonly [before: string, after: string];
  readonly changelog: string;
  /** Day of the review, as `2026-11-22`. */
  readonly today: string;
}

/** Number of minor versions that have a deprecated part, the first one included: see `openapi/guides/versions.md`. */
const KEPT_MINORS = 2;

type Version = readonly [major: number, minor: number, patch: number];

/**
 * A break passes if the version is another major one (minor while that is 0), its section of the change log names every
 * operation, webhook, schema or security scheme that breaks, and nothing deprecated is removed before its time.
 */
export function readIntent(findings: readonly Finding[], { versions, changelog, today }: Release): Intent | undefined {
  const breaks = findings.filter(({ kind }) => kind === 'break');
  if (breaks.length === 0) return undefined;
  const [before, after] = versions;
  const [old, fresh] = [parse(before), parse(after)];
  const requiredVersion = old[0] === 0 ? `0.${old[1] + 1}.0` : `${old[0] + 1}.0.0`;
  const isRaised = old[0] === 0 ? fresh[0] > 0 || fresh[1] > old[1] : fresh[0] > old[0];
  const version = isRaised ? after : requiredVersion;
  const section = sectionOf(changelog, version);
  const unnamed = [...new Set(breaks.flatMap(({ subjects }) => subjects))].filter((name) => !isNamed(section, name));
  const todo = [
    ...(isRaised ? [] : [`raise info.version in openapi/openapi.yaml from ${before} to ${requiredVersion}`]),
    ...(unnamed.length === 0
      ? []
      : [`write below "## ${version}" in openapi/CHANGELOG.md what callers of ${unnamed.join(', ')} have to do`]),
  ];
  const early = breaks.flatMap((finding) => earlyRemoval(finding, fresh, today));
  const purpose = todo.length > 0 ? [`If this is on purpose, ${todo.join(' and ')}.`] : [];
  if (todo.length + early.length > 0) return { isDeclared: false, sentence: [...purpose, ...early].join('\n') };
  return {
    isDeclared: true,
    sentence: `This is on purpose: version ${before} became ${after}, and openapi/CHANGELOG.md names all that breaks.`,
  };
}

function earlyRemoval({ deprecation, places }: Finding, version: Version, today: string): string[] {
  if (deprecation === undefined) return [];
  const since = parse(deprecation.version);
  const isOld = version[0] > since[0] || version[1] - since[1] >= KEPT_MINORS;
  if (isOld && today >= deprecation.sunset) return [];
  const next = `${since[0]}.${since[1] + KEPT_MINORS}.0`;
  return [
    `${places.join('; ')}: deprecated in ${deprecation.version} and promised until ${deprecation.sunset}. Keep it until then, and until version ${next}.`,
  ];
}

function parse(version: string): Version {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
}

function sectionOf(changelog: string, version: string): string {
  const [, section = ''] = changelog.split(new RegExp(`^## ${version.replaceAll('.', '\\.')}[^\\S\\n]*$`, 'm'));
  return section.split(/^## /m)[0] ?? '';
}

/** True if a text contains the name as a word of its own; `storeEvents` does not name `storeEvent`. */
function isNamed(section: string, name: string): boolean {
  return section.split(/[^\w.]+|\.(?=\s|$)/).some((word) => word.toLowerCase() === name.toLowerCase());
}
