import type { JsonObject } from '../../domain/event';
import { isNumbered } from './values';

/** The parameters of a message: a list, or values by name. */
export type MessageParameters = readonly unknown[] | JsonObject;

/** A placeholder, its notation and the parameter that it names. */
interface Placeholder {
  readonly start: number;
  readonly end: number;
  /** Name or index of the parameter. */
  readonly key: string;
  readonly format: ParameterFormat;
}

/** The format of a parameter. */
interface ParameterFormat {
  readonly conversion: string;
  readonly flags: string;
  readonly width: number;
  readonly precision: number | null;
}

/** A notation of placeholders. */
interface PlaceholderStyle {
  find(template: string, parameters: MessageParameters): Placeholder[];
  /** Replaces the escapes for characters of the notation itself. */
  unescape(text: string): string;
}

/**
 * Fills the placeholders of a template. A template has one style: the one in which most placeholders have a parameter,
 * so that braces in a printf template stay. A placeholder without a parameter stays unchanged.
 */
export function interpolate(template: string, parameters: MessageParameters): string {
  const list = Array.isArray(parameters)
    ? parameters
    : isNumbered(parameters as JsonObject)
      ? Object.values(parameters)
      : null;
  const [style, placeholders] = chooseStyle(template, parameters, list);
  if (style === null) return template;
  let out = '';
  let done = 0;
  for (const { start, end, key, format } of placeholders) {
    out += style.unescape(template.slice(done, start)) + formatValue(valueOf(parameters, list, key), format);
    done = end;
  }
  return out + style.unescape(template.slice(done));
}

function chooseStyle(
  template: string,
  parameters: MessageParameters,
  list: readonly unknown[] | null,
): [PlaceholderStyle | null, Placeholder[]] {
  let [best, bestPlaceholders]: [PlaceholderStyle | null, Placeholder[]] = [null, []];
  for (const style of list === null ? NAMED_STYLES : LIST_STYLES) {
    const placeholders = style.find(template, list ?? parameters);
    // Without any parameter, the first style is chosen: the template may still have `%%`.
    if (best === null || placeholders.length > bestPlaceholders.length)
      [best, bestPlaceholders] = [style, placeholders];
  }
  return [best, bestPlaceholders];
}

function valueOf(parameters: MessageParameters, list: readonly unknown[] | null, key: string): unknown {
  return list === null ? (parameters as JsonObject)[key] : list[Number(key)];
}

/*
 * Flags, width and precision, then length modifiers, then the conversion: of C, Python, PHP, Go, JavaScript and
 * Objective-C.
 */
const SPECIFIER = String.raw`([-+#0' ]{0,5})(\*|\d{1,3})?(?:\.(\*|\d{1,3})?)?(?:hh|ll|[hlLz])?([diouxXeEfFgGaAcsSrpqvTtjOb@])`;
const PRINTF = new RegExp(String.raw`%%|%(?:(\d{1,2})\$)?${SPECIFIER}`, 'g');
const PYTHON_NAMED = new RegExp(String.raw`%%|%\(([^()]{1,100})\)${SPECIFIER}`, 'g');
const RUBY_NAMED = new RegExp(String.raw`%%|%\{([^{}]{1,100})\}|%<([^<>]{1,100})>${SPECIFIER}`, 'g');
/** `{}`, `{0}`, `{name}`, with a Python conversion, a .NET alignment, or a format of either. `{{` is a brace. */
const BRACES = /\{\{|\}\}|\{[@$]?([\w.-]{0,100})(?:![rsa])?(?:,-?\d{1,3})?(?::([^{}]{0,50}))?\}/g;

/** Returns true for prose: `50% done` has no placeholder, and `%2F` belongs to a URL. */
function isProse(whole: string, flags: string, next: string | undefined, value: unknown): boolean {
  if (flags.includes(' ') && /[A-Za-z]/.test(next ?? '')) return true;
  return /^%\d[A-Fa-f]$/.test(whole) && !isNumeric(value);
}

const unescapePercent = (text: string) => text.replaceAll('%%', '%');

const printf: PlaceholderStyle = {
  find(template, parameters) {
    const list = parameters as readonly unknown[];
    const placeholders: Placeholder[] = [];
    let next = 0;
    for (const match of template.matchAll(PRINTF)) {
      const [whole, position, flags = '', width, precision, conversion] = match;
      const end = match.index + whole.length;
      if (conversion === undefined) continue;
      const stars = position === undefined ? [width, precision].filter((part) => part === '*').length : 0;
      const index = position === undefined ? next + stars : Number(position) - 1;
      if (isProse(whole, flags, template[end], list[index])) continue;
      // A star takes its number from the list.
      const numberOf = (part: string | undefined) => (part === '*' ? Number(list[next++]) : Number(part ?? NaN));
      const [widthNumber, precisionNumber] = [numberOf(width), numberOf(precision)];
      if (position === undefined) next = index + 1;
      if (index < 0 || index >= list.length) continue;
      const format = toFormat(conversion, flags, widthNumber, precisionNumber);
      placeholders.push({ start: match.index, end, key: String(index), format });
    }
    return placeholders;
  },
  unescape: unescapePercent,
};

/**
 * Returns a style with named placeholders.
 * @param pattern matches the name, or two alternatives for it, before flags, width, precision and conversion
 */
function percentNamed(pattern: RegExp): PlaceholderStyle {
  return {
    find(template, parameters) {
      return Array.from(template.matchAll(pattern)).flatMap((match) => {
        const names: readonly (string | undefined)[] = match.slice(1, -4);
        const key = names.find((name) => name !== undefined);
        const [flags = '', width, precision, conversion = 's'] = match.slice(-4);
        if (key === undefined || !Object.hasOwn(parameters, key)) return [];
        const format = toFormat(conversion, flags, Number(width ?? NaN), Number(precision ?? NaN));
        return { start: match.index, end: match.index + match[0].length, key, format };
      });
    },
    unescape: unescapePercent,
  };
}

const braces: PlaceholderStyle = {
  find(template, parameters) {
    const matches = Array.from(template.matchAll(BRACES)).filter(([, name]) => name !== undefined);
    const isList = Array.isArray(parameters);
    // Names in a .NET message template stand for the parameters in their order; beside numbers they are not
    // placeholders.
    const hasNumbers = matches.some(([, name = '']) => /^\d*$/.test(name));
    let next = 0;
    return matches.flatMap((match) => {
      const [whole, name = '', spec = ''] = match;
      if (isList && name !== '' && hasNumbers && !/^\d+$/.test(name)) return [];
      const key = name === '' || (isList && !hasNumbers) ? String(next++) : name;
      if (!Object.hasOwn(parameters, key)) return [];
      const digits = /^[FfNn](\d{1,2})$|\.(\d{1,2})f$/.exec(spec);
      const precision = Number(digits?.[1] ?? digits?.[2] ?? NaN);
      const format = toFormat(digits === null ? 's' : 'f', '', NaN, precision);
      return { start: match.index, end: match.index + whole.length, key, format };
    });
  },
  /** Unescapes braces only if all of them are in pairs: JSON also ends with two of them. */
  unescape(text) {
    const pairs = (brace: string) => text.split(brace).length;
    return pairs('{{') === pairs('}}') ? text.replaceAll('{{', '{').replaceAll('}}', '}') : text;
  },
};

const LIST_STYLES: readonly PlaceholderStyle[] = [printf, braces];
const NAMED_STYLES: readonly PlaceholderStyle[] = [percentNamed(PYTHON_NAMED), percentNamed(RUBY_NAMED), braces];

const MAX_WIDTH = 100;
const MAX_PRECISION = 20;

function toFormat(conversion: string, flags: string, width: number, precision: number): ParameterFormat {
  return {
    conversion,
    flags: width < 0 ? `${flags}-` : flags,
    width: Number.isFinite(width) ? Math.min(Math.abs(width), MAX_WIDTH) : 0,
    precision: Number.isFinite(precision) && precision >= 0 ? Math.min(precision, MAX_PRECISION) : null,
  };
}

function formatValue(value: unknown, { conversion, flags, width, precision }: ParameterFormat): string {
  const isNumber = isNumeric(value) && !/[sSrvTtjOq@]/.test(conversion);
  const text = isNumber ? formatNumber(value, conversion, flags, precision) : formatText(value, conversion, precision);
  if (flags.includes('-')) return text.padEnd(width);
  if (!isNumber || !flags.includes('0')) return text.padStart(width);
  const sign = /^[+ -]/.exec(text)?.[0] ?? '';
  return sign + text.slice(sign.length).padStart(width - sign.length, '0');
}

function formatText(value: unknown, conversion: string, precision: number | null): string {
  // In browsers, `%c` takes a style sheet.
  if (conversion === 'c' && typeof value === 'string' && value.length > 1) return '';
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  return precision === null ? text : text.slice(0, precision);
}

function isNumeric(value: unknown): value is number | string {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,400}(?:\.\d{1,400})?$/.test(value));
}

function formatNumber(value: number | string, conversion: string, flags: string, precision: number | null): string {
  const number = Number(value);
  const text = digitsOf(value, number, conversion, flags, precision);
  const sign = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  return number >= 0 ? sign + text : text;
}

function digitsOf(
  value: number | string,
  number: number,
  conversion: string,
  flags: string,
  precision: number | null,
): string {
  const isWhole = Number.isSafeInteger(number);
  const prefix = (text: string) => (flags.includes('#') ? text : '');
  switch (conversion) {
    case 'x':
      return isWhole ? prefix('0x') + number.toString(16) : String(value);
    case 'X':
      return isWhole ? prefix('0X') + number.toString(16).toUpperCase() : String(value);
    case 'o':
      return isWhole ? prefix('0o') + number.toString(8) : String(value);
    case 'b':
      return isWhole ? prefix('0b') + number.toString(2) : String(value);
    case 'c':
      return isWhole && number >= 0x20 && number <= 0x10ffff ? String.fromCodePoint(number) : String(value);
    case 'e':
    case 'E': {
      const digits = number.toExponential(precision ?? 6).replace(/e([+-])(\d)$/, 'e$10$2');
      return conversion === 'E' ? digits.toUpperCase() : digits;
    }
    case 'f':
    case 'F':
      return precision === null ? String(value) : number.toFixed(precision);
    case 'g':
    case 'G':
      return precision === null ? String(value) : String(Number(number.toPrecision(Math.max(1, precision))));
    default:
      return isWhole && precision !== null ? String(number).padStart(precision, '0') : String(value);
  }
}
