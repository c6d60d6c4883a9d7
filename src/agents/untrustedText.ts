import { randomBytes } from 'node:crypto';

/*
 * Texts that others wrote, made safe for a program that reads them with a language model: such a text may hold
 * instructions, and everybody who knows the DSN of a project can send it.
 */

/** Who can write a text, as `x-origin` of the contract says. */
export type TextOrigin = 'client' | 'member' | 'service';

/** The two lines between which untrusted texts stand. Nobody can know them before the reply is written. */
export interface TextFence {
  readonly begin: string;
  readonly end: string;
}

/** Draws the fence of one reply. */
export function drawFence(): TextFence {
  const mark = randomBytes(8).toString('hex');
  return { begin: `<<<UNTRUSTED-${mark}`, end: `UNTRUSTED-${mark}>>>` };
}

/**
 * Characters that nobody sees, that change the order of others, or that have no meaning: controls, formats such as
 * zero-width and bidirectional ones, tags, variation selectors, fillers, and what is private or not assigned.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}]/gu;
const LINE_BREAK = /\r\n|[\r\n\u2028\u2029\u0085]/g;
/** The names that a fence has, also in forms that look like them, after invisible characters are removed. */
const FENCE_NAME = /untrusted(?=\s*[-‐-―−_﹣－])/giu;
const FENCE_SIGNS = /[<＜﹤‹«]{3,}|[>＞﹥›»]{3,}|[`｀]{3,}|~{3,}/gu;
/** Parts of Markdown and HTML that programs show as links, pictures or elements. */
const LINK_PARTS =
  /!\[|\]\s*\(|\]\s*:|<(?=\/?(?:a|img|picture|svg|iframe|object|embed|video|audio|source|link|script|style|form|base|meta)\b)/giu;
const ADDRESS = /\bhttp(?=s?:\/\/)/giu;

/**
 * Returns a text on one line, without what is invisible, imitates a fence, or would be shown as a link or a picture.
 * Addresses begin with `hxxp`, so that no program makes links of them.
 */
export function neutralize(text: string): string {
  return text
    .replace(LINE_BREAK, ' ')
    .replaceAll('\t', ' ')
    .replace(INVISIBLE, '')
    .replace(FENCE_NAME, 'untrusted text')
    .replace(FENCE_SIGNS, (run) => run.slice(0, 2))
    .replace(LINK_PARTS, (part) => `${part.slice(0, 1)} ${part.slice(1).trimStart()}`)
    .replace(ADDRESS, 'hxxp');
}
