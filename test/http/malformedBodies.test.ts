import { parseJsonBody } from '../../src/http/bodies';
import { parseJsonObject } from '../../src/ingest/payload';

/** Every malformed text that results from one change of a character in a body with a password. */
const BODY = '{"email":"ann@acme.test","password":"hunter22","count":-1.5e3,"list":[true,null]}';
const MALFORMED = Array.from(BODY).flatMap((_, index) =>
  ['', 'x', '"', '}', '\\', '\u0001', '[', '-'].map(
    (character) => BODY.slice(0, index) + character + BODY.slice(index + 1),
  ),
);

function messagesOf(parse: () => unknown): string {
  try {
    parse();
    return '';
  } catch (error) {
    const { message, causes = [] } = error as Error & { causes?: readonly string[] };
    return [message, ...causes].join();
  }
}

test.each([
  ['of an operation', (text: string) => parseJsonBody(Buffer.from(text), 'application/json')],
  ['of an event', parseJsonObject],
])('errors of a malformed body %s quote nothing of it, because they are logged', (_, parse) => {
  const messages = MALFORMED.map((text) => messagesOf(() => parse(text)));
  expect(messages.filter((message) => message !== '').length).toBeGreaterThan(300);
  expect(messages.filter((message) => /hunt|unter|nter2|ter22|acme|emai|count/.test(message))).toEqual([]);
});
