/** A line of a setting's text that says something, trimmed; the first line of the text has the number 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** The lines of a text that are not blank. */
export function linesOf(text: string): Line[] {
  const lines = text.split(/\r\n?|\n/).map((line, index) => ({ number: index + 1, text: line.trim() }));
  return lines.filter(({ text }) => text !== '');
}

/** What is wrong with the lines of a text, one sentence each with the line's number. */
export function faultsOf(text: string, faultOf: (line: string) => string | null): string[] {
  return linesOf(text).flatMap((line) => {
    const fault = faultOf(line.text);
    return fault === null ? [] : [`line ${line.number}: ${fault}`];
  });
}
