import type { ContractOperation, Parameter } from './contractReader';

/** Where the samples find the service: what `npm start` listens on. */
export const BASE_URL = 'http://127.0.0.1:4000';

/**
 * The parameters that a sample shows: those that are required, and lists such as `id`, which name what a writing operation is
 * about; left out, they would mean "all".
 */
export function shownParameters({ method, parameters }: ContractOperation, place: Parameter['in']): Parameter[] {
  return parameters.filter(
    (parameter) => parameter.in === place && (parameter.required || (parameter.isList && method !== 'get')),
  );
}

/** How a caller of the operation says who it is. */
export function credentialOf({ security }: ContractOperation): 'token' | 'key' | 'none' {
  if (security.some((requirement) => 'bearer' in requirement)) return 'token';
  return security.some((requirement) => 'dsnQuery' in requirement) ? 'key' : 'none';
}
