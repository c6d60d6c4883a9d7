import type { ContractOperation } from './document';
import { createValidator, type ErrorObject, type ValidateFunction } from './schemas';

/** Knows which replies the contract declares and whether a value fits. A reply that does not is a fault of ours. */
export class Replies {
  readonly #validator = createValidator({ allErrors: false });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: object) {
    this.#validator.addSchema(document, 'contract');
  }

  /** Compiles what an operation can answer, so that its first reply need not wait for it. */
  warm({ replies }: ContractOperation): void {
    for (const schemas of replies.values()) schemas.forEach((pointer) => this.#validate(pointer));
  }

  /** @throws Error unless the operation declares this status with this media type; null means no body */
  declared(operation: ContractOperation, status: number, mediaType: string | null): string | null {
    const schemas = operation.replies.get(status);
    const pointer = mediaType === null ? null : schemas?.get(mediaType);
    if (schemas === undefined || pointer === undefined || (pointer === null && schemas.size > 0)) {
      throw new Error(`${operation.operationId} does not declare ${status} with ${mediaType ?? 'no body'}`);
    }
    return pointer;
  }

  /** @throws Error unless the value fits the schema at `pointer` in the contract */
  check(pointer: string, value: unknown): void {
    const validate = this.#validate(pointer);
    if (validate(value)) return;
    const [error] = validate.errors ?? [];
    throw new Error(
      `the value does not fit the contract's ${pointer}: ${error?.instancePath ?? ''} ${error?.message ?? ''}`,
    );
  }

  /** @throws Error unless the value fits the schema of that name */
  readonly conform = (schema: string, value: unknown): void => this.check(`#/components/schemas/${schema}`, value);

  /** The first thing that keeps a value from the schema at `pointer`, or null if it fits. */
  firstError(pointer: string, value: unknown): ErrorObject | null {
    const validate = this.#validate(pointer);
    return validate(value) ? null : (validate.errors?.[0] ?? null);
  }

  #validate(pointer: string): ValidateFunction {
    const known = this.#compiled.get(pointer);
    if (known !== undefined) return known;
    const compiled = this.#validator.compile({ $ref: `contract${pointer}` });
    this.#compiled.set(pointer, compiled);
    return compiled;
  }
}
