import { FILTERED } from './secretFormats';
import type { KeyPredicate } from './secretKeys';
import { isPlaceholder } from './secretValues';

/** An opening tag of XML or HTML: its prefix and name, and its attributes. */
const OPENING_TAG = /<((?:[\w-]{1,40}:)?([\w.-]{1,60}))((?:\s[^<>]{0,2000})?)>/g;
const ATTRIBUTE = /\b([\w:-]{1,60})\s?=\s?(?:"([^"]{0,1000})"|'([^']{0,1000})')/g;
/** Attributes that name a setting, and attributes with its value. */
const NAMES = new Set(['name', 'key', 'id', 'property']);
const VALUES = new Set(['value', 'content', 'default']);

/**
 * Redacts elements of secrets with their content, and settings whose name is in an attribute or in the element before.
 */
export function redactElements(text: string, isSecret: KeyPredicate): string {
  let out = '';
  let done = 0;
  /** Names of elements that no tag closes after the present one. */
  const unclosed = new Set<string>();
  let isValueNext = false;
  for (const match of text.matchAll(OPENING_TAG)) {
    const [whole, tag = '', name = '', attributes = ''] = match;
    if (match.index < done) continue;
    const start = match.index + whole.length;
    const isNamed = isSecretSetting(attributes, isSecret);
    if (isNamed) {
      out += text.slice(done, match.index) + redactAttributes(whole);
      done = start;
    }
    const isValue = isValueNext && /^(?:value|string|val|data)$/i.test(name);
    isValueNext = false;
    if (whole.endsWith('/>') || unclosed.has(tag)) continue;
    if (!isNamed && !isValue && !isSecret(name) && !NAMES.has(name)) continue;
    const end = text.indexOf(`</${tag}>`, start);
    if (end === -1) {
      unclosed.add(tag);
      continue;
    }
    const content = text.slice(start, end).trim();
    if (isNamed || isValue || isSecret(name)) {
      if (content === '' || isPlaceholder(content) || content === FILTERED) continue;
      out += text.slice(done, start) + FILTERED;
      done = end;
    } else isValueNext = content.length <= 100 && isSecret(content);
  }
  return out + text.slice(done);
}

/** Returns true if an attribute names a setting that is secret. */
function isSecretSetting(attributes: string, isSecret: KeyPredicate): boolean {
  if (!attributes.includes('=')) return false;
  return Array.from(attributes.matchAll(ATTRIBUTE)).some(
    ([, name = '', first, second]) => NAMES.has(name.toLowerCase()) && isSecret(first ?? second ?? ''),
  );
}

function redactAttributes(tag: string): string {
  return tag.replace(ATTRIBUTE, (whole: string, name: string, first?: string, second?: string) => {
    const value = first ?? second ?? '';
    if (!VALUES.has(name.toLowerCase()) || value === '' || isPlaceholder(value)) return whole;
    return whole.slice(0, -1 - value.length) + FILTERED + whole.slice(-1);
  });
}
