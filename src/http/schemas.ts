import addFormats from 'ajv-formats';
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';

export type { ErrorObject, ValidateFunction };
type SchemaValidator = InstanceType<typeof Ajv2020>;

/** A validator for the contract's schemas: JSON Schema 2020-12 with formats; the contract's own keywords are let be. */
export function createValidator(options: { allErrors: boolean }): SchemaValidator {
  const validator = new Ajv2020({ strict: false, validateSchema: false, allErrors: options.allErrors, verbose: true });
  addFormats(validator, { mode: 'fast' });
  return validator;
}
