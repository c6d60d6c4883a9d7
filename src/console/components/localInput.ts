/** Returns a time as a field of the kind `datetime-local` has it. */
export function toLocalInput(time: string, timeZone: 'local' | 'utc'): string {
  const date = new Date(time);
  const shift = timeZone === 'utc' ? 0 : date.getTimezoneOffset() * 60_000;
  return new Date(date.getTime() - shift).toISOString().slice(0, 16);
}

/** Returns the time that such a field has, in ISO 8601; null for an empty one. */
export function fromLocalInput(value: string, timeZone: 'local' | 'utc'): string | null {
  const date = new Date(timeZone === 'utc' ? `${value}Z` : value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Returns a time of an address; null for none, and for a text that is no time. */
function timeOrNull(text: string | null): string | null {
  return text === null || Number.isNaN(Date.parse(text)) ? null : text;
}

/** The parameters of the address of a page. */
export interface AddressParameters {
  readonly get: (name: string) => string | null;
  readonly getAll: (name: string) => readonly string[];
}

/** Reads the environments and the beginning and end of a time from the address of a page; null for an open end. */
export function readRange({ get, getAll }: AddressParameters) {
  return {
    environments: getAll('environment').filter((name) => name !== ''),
    start: timeOrNull(get('start')),
    end: timeOrNull(get('end')),
  };
}
