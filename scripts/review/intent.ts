/** Whether a change that breaks clients says so on purpose. */
export interface Intent {
  readonly isDeclared: boolean;
  /** How it says so, or what is still to do. */
  readonly sentence: string;
}

type Version = readonly [major: number, minor: number, patch: number];

/** On purpose means: another major version (minor while that is 0), and a line about it in the change log. */
export function readIntent(before: string, after: string, changelog: string): Intent {
  const [old, fresh] = [parse(before), parse(after)];
  const wanted = old[0] === 0 ? `0.${old[1] + 1}.0` : `${old[0] + 1}.0.0`;
  const isRaised = old[0] === 0 ? compare(fresh, [0, old[1] + 1, 0]) >= 0 : fresh[0] > old[0];
  const todo: string[] = [];
  if (!isRaised) todo.push(`raise info.version in openapi/openapi.yaml from ${before} to ${wanted}`);
  const version = isRaised ? after : wanted;
  if (!hasEntry(changelog, version))
    todo.push(`write below "## ${version}" in openapi/CHANGELOG.md what a caller has to do`);
  if (todo.length > 0) return { isDeclared: false, sentence: `If this is on purpose, ${todo.join(' and ')}.` };
  return {
    isDeclared: true,
    sentence: `It is on purpose: version ${before} became ${after}, and openapi/CHANGELOG.md tells about it.`,
  };
}

function parse(version: string): Version {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Whether the version has a section with at least one line. */
function hasEntry(changelog: string, version: string): boolean {
  const [, section = ''] = changelog.split(new RegExp(`^## ${version.replaceAll('.', '\\.')}[^\\S\\n]*$`, 'm'));
  return (section.split(/^## /m)[0] ?? '').trim() !== '';
}
