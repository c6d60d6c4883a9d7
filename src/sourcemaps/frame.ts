import { BadRequest } from '../domain/errors';
import type { Event, Frame } from '../domain/event';

/** The element at `index`; a negative one counts from the end (reference/endpoints.md §6.1). */
function pick<T>(list: readonly T[], index: number, name: string): T {
  const element = list.at(index);
  if (element !== undefined) return element;
  const range = list.length === 0 ? 'there is none' : `it must be from ${-list.length} to ${list.length - 1}`;
  throw new BadRequest(`Query parameter '${name}' is out of bounds: ${range}.`);
}

/**
 * The raw frame that is asked for, oldest call first.
 * @throws BadRequest if the event has no exception, or an index is out of bounds
 */
export function chooseFrame(event: Event, exceptionIndex: number, frameIndex: number): Frame {
  if (event.exceptions.length === 0) throw new BadRequest('Event does not contain an exception.');
  const exception = pick(event.exceptions, exceptionIndex, 'exception_idx');
  const stacktrace = exception.rawStacktrace ?? exception.stacktrace;
  return pick(stacktrace?.frames ?? [], frameIndex, 'frame_idx');
}
