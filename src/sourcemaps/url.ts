/** Whether `text` has a scheme and a path; `localhost:3000/x.js` does, `https://h` does not (reference/endpoints.md §6.3). */
export function isAbsoluteUrl(text: string): boolean {
  const match = /^[a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*)?([^?#]*)/i.exec(text);
  return match !== null && match[1] !== '';
}
