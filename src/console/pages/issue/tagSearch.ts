/** Writes a term of a search that finds the value of a tag, such as `transaction:"GET /cart"`. */
export function tagTerm(key: string, value: string): string {
  const name = /^[\w.-]+$/.test(key) ? key : `tags[${key}]`;
  return /^[\w./@+-]+$/.test(value) ? `${name}:${value}` : `${name}:"${value.replace(/[\\"]/g, '\\$&')}"`;
}
