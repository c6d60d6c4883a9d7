import type { ProcessingError } from '../../domain/event';
import { copyValue } from './copy';
import { readObjects, readText } from './read';

const MAX_NOTES = 100;

/** What went wrong while an event was read; it ends as the event's `errors`. */
export class Notes {
  readonly errors: ProcessingError[] = [];

  add(type: string, name: string, value: unknown = null): void {
    if (this.errors.length < MAX_NOTES) this.errors.push({ type, name, value });
  }

  /** Takes over what the client itself noted. */
  addSent(value: unknown): void {
    for (const sent of readObjects(value).slice(0, MAX_NOTES)) {
      const type = readText(sent['type'], 128);
      if (type !== null)
        this.errors.push({ type, name: readText(sent['name'], 256), value: copyValue(sent['value'], { left: 1024 }) });
    }
  }
}
