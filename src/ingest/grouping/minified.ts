import type { Frame } from '../../domain/event';
import { isMinifiedFrame } from '../stacktrace';
import { hasHash, isMapped, SOURCE } from './fileNames';

/** Returns true if a name is as short as minified names, or consists of hexadecimal digits after `_0x`. */
export function isChosenByMinifier(name: string, maxLength: number): boolean {
  if (name.length <= maxLength || (name.length === maxLength + 1 && name.startsWith('#'))) return true;
  return /^#?_0x[0-9a-f]+$/i.test(name);
}

/**
 * Returns true if a source map has resolved a frame without its source text: the name may come from the minified file.
 */
export function isMappedWithoutText({ data, contextLine }: Frame): boolean {
  return contextLine === null && isMapped(data);
}

/** Maximum column of lines that people write. */
const MAX_COLUMN = 300;

/**
 * Returns true if a frame shows that its file is minified: by its line or, if the line is unknown, by a hash in the
 * name of the file or a large column.
 */
export function isInMinifiedFile(frame: Frame): boolean {
  const { contextLine, filename, colno, data } = frame;
  if (isMapped(data)) return false;
  if (isMinifiedFrame(frame)) return true;
  if (contextLine !== null) return isMinifiedLine(contextLine);
  if (SOURCE.test(filename ?? '')) return false;
  return hasHash(frame) || (colno !== null && colno > MAX_COLUMN);
}

/**
 * Statements that follow one another without a space. Lines that people write contain at most two, as in
 * `for (;i<n;i++)`.
 */
const JOINED = /[;)}](?=[a-z_$])|\{(?=(?:async|const|for|if|let|return|switch|this|throw|try|var)\b)/gi;
const MIN_JOINED = 3;

/** Minimum length of lines that are tested: files that are minified to lines of limited length fill them. */
const MIN_LINE_LENGTH = 80;

/** Returns true if a line, which is not long, lacks the spaces that people write. */
function isMinifiedLine(line: string): boolean {
  return line.length >= MIN_LINE_LENGTH && (line.match(JOINED)?.length ?? 0) >= MIN_JOINED;
}

/** A name that a minifier may have chosen, in a message of an engine about a variable or a class of the program. */
const SHORT_NAME =
  /(?<![\w$.#])[a-z_$][\w$]{0,2}(?=\(\.\.\.\)| is (?!not defined))|(?<=^Class constructor |#<)[a-z_$][\w$]{0,2}(?=[ >])|(?<=['"])[a-z_$][\w$]{0,2}(?=['"] (?:before|is|as) )/gi;

/** Removes names that a minifier may have chosen. Global variables keep their names: `x is not defined`. */
export function withoutShortNames(text: string): string {
  return text.slice(0, MAX_ENGINE_TEXT).replace(SHORT_NAME, '_');
}

const MAX_ENGINE_TEXT = 1024;
