import type { Operation } from './contract';

/**
 * What a call gives: `ok` tells success from failure, `status` tells the failures apart. No status makes a call throw.
 *
 * @example
 * const reply = await culprit.GET('/healthz');
 * if (reply.ok) console.log(reply.data.status);
 * else if (reply.status === 503) console.log('try again:', reply.error.detail);
 */
export type Reply<O extends Operation> = Success<O> | Failure<O>;

/** A 2xx answer with its body: JSON as a value, text as a string, other types as bytes. */
export type Success<O extends Operation> = {
  [S in StatusOf<O, '2'>]: {
    ok: true;
    status: S;
    data: DataOf<O['responses'][S & keyof O['responses']]>;
    response: Response;
  };
}[StatusOf<O, '2'>];

/** A 4xx or 5xx answer as the contract declares it for the operation, or one that is not the service's. */
export type Failure<O extends Operation> = Declared<O> | Unexpected;

/** An answer the contract does not know, as a proxy between may give; its real status is in `response.status`. */
export interface Unexpected {
  ok: false;
  status: 'unexpected';
  error: { detail: string };
  response: Response;
}

type Declared<O extends Operation> = {
  [S in StatusOf<O, '4' | '5'>]: {
    ok: false;
    status: S;
    error: DataOf<O['responses'][S & keyof O['responses']]>;
    response: Response;
  };
}[StatusOf<O, '4' | '5'>];

/** Redirects are not among them: they are followed. */
type StatusOf<O extends Operation, Class extends string> = {
  [S in keyof O['responses'] & number]: `${S}` extends `${Class}${string}` ? S : never;
}[keyof O['responses'] & number];

type DataOf<Answer> = Answer extends { content: infer C }
  ? { [Type in keyof C]: Decoded<Type, C[Type]> }[keyof C]
  : undefined;
type Decoded<Type, Value> = Type extends 'application/json'
  ? Value
  : Type extends `text/${string}`
    ? Value & string
    : Uint8Array;

/** A reply of some operation, where it does not matter of which. */
export type AnyReply = { ok: true; status: number; data: unknown; response: Response } | AnyFailure;

export interface AnyFailure {
  ok: false;
  status: number | 'unexpected';
  error: unknown;
  response: Response;
}

/** Reads a 2xx answer by its media type. */
export async function readSuccess(response: Response): Promise<AnyReply> {
  try {
    return { ok: true, status: response.status, data: await readBody(response), response };
  } catch (fault) {
    if ((fault as Error).name === 'SyntaxError') return unexpected(response);
    throw fault;
  }
}

/** @param error the JSON of the body, or its text where it is none */
export function readFailure(response: Response, error: unknown): AnyFailure {
  if (typeof error !== 'object' || error === null) return unexpected(response);
  return { ok: false, status: response.status, error, response };
}

async function readBody(response: Response): Promise<unknown> {
  const [type = ''] = (response.headers.get('Content-Type') ?? '').toLowerCase().split(';', 1);
  if (type === 'application/json') return response.json();
  if (type.startsWith('text/')) return response.text();
  const bytes = new Uint8Array(await response.arrayBuffer());
  return type === '' && bytes.length === 0 ? undefined : bytes;
}

function unexpected(response: Response): Unexpected {
  const detail = `The answer ${response.status} is not one of the service's; something between may have given it.`;
  return { ok: false, status: 'unexpected', error: { detail }, response };
}

/** Thrown by `records`, which has no other way to tell of a page that failed. */
export class PageFailed extends Error {
  override readonly name = 'PageFailed';

  constructor(readonly reply: AnyFailure) {
    super(`A page of the list failed with ${reply.response.status}: ${JSON.stringify(reply.error)}`);
  }
}
