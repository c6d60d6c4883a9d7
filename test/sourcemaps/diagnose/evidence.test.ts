import type { Event, ExceptionValue } from '../../../src/domain/event';
import { selectFrame } from '../../../src/sourcemaps/diagnose/evidence';

describe('the selected frame', () => {
  const traced = (frames: number, raw?: number): ExceptionValue => {
    const trace = (count: number, name: string) => ({
      frames: Array.from({ length: count }, (_, index) => ({ function: `${name}${index}` })),
      framesOmitted: null,
      registers: null,
    });
    return {
      stacktrace: frames === 0 ? null : trace(frames, 'f'),
      rawStacktrace: raw === undefined ? null : trace(raw, 'raw'),
    } as ExceptionValue;
  };
  const event = { exceptions: [traced(2), traced(3, 4), traced(0)] } as unknown as Event;

  test.each([
    [0, 0, 'f0'],
    [0, -1, 'f1'],
    [1, 3, 'raw3'],
    [-2, -4, 'raw0'],
    [-0, 1, 'f1'],
  ])('of exception %i, frame %i is %s: the raw one if there is one', (exception, frame, name) => {
    expect(selectFrame(event, exception, frame).function).toBe(name);
  });

  test.each([
    [3, 0, "'exception_idx' is out of bounds: it must be from -3 to 2."],
    [-4, 0, "'exception_idx' is out of bounds: it must be from -3 to 2."],
    [0, 2, "'frame_idx' is out of bounds: it must be from -2 to 1."],
    [0, Number.MAX_SAFE_INTEGER, "'frame_idx' is out of bounds"],
    [2, 0, "'frame_idx' is out of bounds: there is none."],
  ])('of exception %i, frame %i does not exist: %s', (exception, frame, sentence) => {
    expect(() => selectFrame(event, exception, frame)).toThrow(sentence);
  });

  test('does not exist in an event without exceptions', () => {
    expect(() => selectFrame({ exceptions: [] } as unknown as Event, 0, 0)).toThrow('does not contain an exception');
  });
});
