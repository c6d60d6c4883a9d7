import type { operations, webhooks } from '../../generated/api';

/* Types of operations and their requests, as the contract declares them. */

/**
 * The id of an operation of the contract. The contract's webhooks are requests that the service sends: they have no
 * handler.
 */
export type OperationId = Exclude<keyof operations, keyof webhooks>;

/** An operation that only reads. A test requires that exactly these are GET operations in the contract. */
export type ReadOperationId = Extract<OperationId, `get${string}` | `list${string}`>;

/** The type of a member; undefined if there is none. */
export type MemberOf<T, K extends PropertyKey> = T extends { [P in K]?: infer V } ? Exclude<V, undefined> : undefined;
export type ContentOf<T> = MemberOf<T, 'content'>;

/** Path parameters, decoded. */
export type ParamsOf<Id extends OperationId> = MemberOf<operations[Id]['parameters'], 'path'>;

/** Query parameters, parsed to the types that the contract gives them. */
export type QueryOf<Id extends OperationId> = [MemberOf<operations[Id]['parameters'], 'query'>] extends [never]
  ? object
  : MemberOf<operations[Id]['parameters'], 'query'>;

type RequestContent<Id extends OperationId> = ContentOf<MemberOf<operations[Id], 'requestBody'>>;

/** The request body: bytes if the contract declares text or a form, otherwise the JSON value that it describes. */
export type BodyOf<Id extends OperationId> = [RequestContent<Id>] extends [never]
  ? undefined
  : RequestContent<Id> extends { 'text/plain': unknown } | { 'multipart/form-data': unknown }
    ? Uint8Array
    : MemberOf<RequestContent<Id>, 'application/json'>;
