/**
 * Control characters: a terminal could take them for keys when they are pasted. A line feed within quotes is part of
 * the text.
 */
const CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/;
const CONTROLS = new RegExp(CONTROL, 'g');

/**
 * Writes a text as one word of a shell command, in quotes. Bash, zsh and ksh read `$'…'`, which only control characters
 * need.
 */
export function shellQuoted(text: string): string {
  if (!CONTROL.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = text.replaceAll('\0', '').replace(/[\\']/g, '\\$&').replace(CONTROLS, escapeControl);
  return `$'${escaped}'`;
}

/** Writes a text as one word of a shell command, in quotes only if it needs them. */
export function shellWord(text: string): string {
  return /^[\w+,./:@][\w%+,./:=@-]*$/.test(text) ? text : shellQuoted(text);
}

function escapeControl(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
