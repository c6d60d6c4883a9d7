import fs from 'node:fs';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { ErrorLog, openLog, SummarizingLog } from '../src/log';

type Line = Record<string, unknown>;

/** Creates a log whose lines are kept. */
function keepLines() {
  const lines: Line[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  return { lines, log: pino({ base: null, timestamp: false }, stream) };
}

describe('openLog', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each(['json', 'pretty'] as const)('survives a full disk in the format %s, and writes later', async (format) => {
    let isFull = true;
    const written: string[] = [];
    jest.spyOn(fs, 'writeSync').mockImplementation((_file, text) => {
      if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      written.push(text);
      return Buffer.byteLength(text);
    });
    const log = openLog('info', format);
    // The formatter passes its first line on in a later turn.
    for (const message of ['first', 'second', 'third', 'x'.repeat(2_000_000)]) {
      log.info(message);
      await pause(1);
    }
    isFull = false;
    log.info('last');
    await pause(1);
    expect(written.join('').match(/first|second|third|xxx|last/g)).toEqual(['first', 'second', 'third', 'last']);
  });
});

describe('SummarizingLog', () => {
  it('writes the first line of a kind at once, and the others as one with their number', () => {
    const { lines, log } = keepLines();
    const summarizing = new SummarizingLog(log, 60_000);
    for (let number = 1; number <= 200; number += 1) {
      summarizing.write('a', 'info', () => ({ number }), 'request', number === 150 ? 9 : 1);
    }
    expect(lines).toEqual([{ level: 30, number: 1, msg: 'request' }]);
    summarizing.close();
    expect(lines.slice(1)).toEqual([{ level: 30, number: 150, times: 199, seconds: 0, msg: 'request' }]);
  });

  it('writes a summary after each interval, and the next line at once if there was none in it', async () => {
    const { lines, log } = keepLines();
    const summarizing = new SummarizingLog(log, 20);
    const write = (number: number) => summarizing.write('a', 'warn', () => ({ number }), 'request');
    [1, 2, 3].forEach(write);
    while (lines.length < 2) await pause(5);
    // An interval without a line of this kind ends the summary.
    await pause(60);
    write(4);
    expect(lines.map(({ number, times }) => [number, times])).toEqual([
      [1, undefined],
      [3, 2],
      [4, undefined],
    ]);
    summarizing.close();
    expect(lines).toHaveLength(3);
  });

  it('tells a bounded number of kinds apart', () => {
    const { lines, log } = keepLines();
    const summarizing = new SummarizingLog(log, 60_000);
    for (let number = 0; number < 5_000; number += 1)
      summarizing.write(`kind ${number}`, 'info', () => ({}), 'request');
    expect(lines).toHaveLength(1_001);
    summarizing.close();
    expect(lines.slice(1_001)).toEqual([{ level: 30, times: 3_999, seconds: 0, msg: 'request' }]);
  });
});

describe('ErrorLog', () => {
  it('summarizes errors that differ in numbers and ids only', () => {
    const { lines, log } = keepLines();
    const errors = new ErrorLog(log, 60_000);
    for (let id = 0; id < 200; id += 1) errors.write('sending alerts failed', new Error(`port ${id} is closed`));
    errors.write('sending alerts failed', new Error('no route'));
    errors.write('request failed', new TypeError('port 1 is closed'), { request: 'r' });
    errors.close();
    expect(lines.map(({ msg, times, err }) => [msg, times, (err as { message: string }).message])).toEqual([
      ['sending alerts failed', undefined, 'port 0 is closed'],
      ['sending alerts failed', undefined, 'no route'],
      ['request failed', undefined, 'port 1 is closed'],
      ['sending alerts failed', 199, 'port 199 is closed'],
    ]);
    expect(lines.every(({ level, err }) => level === 50 && /at /.test((err as { stack: string }).stack))).toBe(true);
  });
});
