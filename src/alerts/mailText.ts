import { truncate } from '../domain/text';

/** The content of a mail. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const MAX_SUBJECT_LENGTH = 250;

/** Makes one line of a subject that is not too long. */
export function subjectLine(subject: string): string {
  return truncate(oneLine(subject), MAX_SUBJECT_LENGTH);
}

/** Replaces line breaks and invisible characters, which could begin another header or hide the rest of the line. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for elements and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Makes a page of blocks, which are HTML. */
export function htmlPage(blocks: readonly string[]): string {
  return `<!doctype html>\n<html lang="en">\n<body style="font-family:sans-serif;font-size:14px">\n${blocks.join('\n')}\n</body>\n</html>\n`;
}

/** Returns the small print at the end of a page. */
export function htmlFooter(text: string): string {
  return `<p style="color:#666;font-size:12px">${escapeHtml(text)}</p>`;
}
