/**
 * The place of a version among the versions of its package. Versions of one package compare as semantic versions
 * (https://semver.org, section 11), also with two or four numbers (openapi/DECISIONS.md, "Order of releases").
 */
export interface VersionOrder {
  /** `@NAME`; empty for a version that is no semantic one, of which only the time is compared. */
  readonly package: string;
  /** Text that sorts as the versions do: databases and programs compare it as bytes. Empty without a package. */
  readonly order: string;
}

const MAX_NUMBERS = 4;
const IS_NUMBER = /^[0-9]{1,15}$/;
const UNORDERED: VersionOrder = { package: '', order: '' };

/** Reads a version such as `shop@1.4.0-rc.1+7`: of two to four numbers, after the name of a package or without. */
export function orderOfVersion(version: string): VersionOrder {
  const at = version.lastIndexOf('@');
  const [text = '', ...builds] = version
    .slice(at + 1)
    .replace(/^v/, '')
    .split('+');
  const dash = text.indexOf('-');
  const numbers = (dash < 0 ? text : text.slice(0, dash)).split('.');
  if (numbers.length < 2 || numbers.length > MAX_NUMBERS || !numbers.every((one) => IS_NUMBER.test(one)))
    return UNORDERED;
  const all = Array.from({ length: MAX_NUMBERS }, (_, index) => orderOfNumber(numbers[index] ?? '0')).join('');
  const parts =
    dash < 0
      ? RELEASE
      : text
          .slice(dash + 1)
          .split('.')
          .map(orderOfPart)
          .join('');
  return {
    package: `@${version.slice(0, Math.max(at, 0))}`,
    order: `${all}${parts}${END}${orderOfBuild(builds.join('+'))}`,
  };
}

/** A prerelease comes before its release. */
const RELEASE = '~';
/** Comes before all that another part can begin with. */
const END = '!';

/** Numbers come before words, and an absent part before both. */
function orderOfPart(part: string): string {
  return IS_NUMBER.test(part) ? `0${orderOfNumber(part)}` : `1${part} `;
}

/** No build comes before any, numbers by their value, and other texts behind them by their characters. */
function orderOfBuild(build: string): string {
  if (build === '') return '';
  return /^[0-9]+$/.test(build) ? `0${orderOfNumber(build)}` : `1${build}`;
}

/** Returns the digits after a letter for their number: `7` is `A7`, `10` is `B10`. */
function orderOfNumber(digits: string): string {
  const number = digits.replace(/^0+(?=[0-9])/, '');
  return String.fromCharCode('@'.charCodeAt(0) + number.length) + number;
}
