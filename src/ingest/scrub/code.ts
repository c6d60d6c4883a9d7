import type { ExceptionValue, Frame, Mechanism, Stacktrace } from '../../domain/event';
import { scrubOptional, scrubText } from './parts';
import type { Rules } from './rules';

export function scrubExceptions(exceptions: readonly ExceptionValue[], rules: Rules): ExceptionValue[] {
  return exceptions.map((exception) => ({
    ...exception,
    type: scrubText(exception.type, rules),
    value: scrubText(exception.value, rules),
    module: scrubName(exception.module, rules),
    threadId: typeof exception.threadId === 'string' ? rules.text(exception.threadId) : exception.threadId,
    mechanism: exception.mechanism === null ? null : scrubMechanism(exception.mechanism, rules),
    stacktrace: scrubStacktrace(exception.stacktrace, rules),
    rawStacktrace: scrubStacktrace(exception.rawStacktrace, rules),
  }));
}

function scrubMechanism(mechanism: Mechanism, rules: Rules): Mechanism {
  return {
    ...mechanism,
    type: scrubText(mechanism.type, rules),
    source: scrubText(mechanism.source, rules),
    description: scrubText(mechanism.description, rules),
    helpLink: scrubText(mechanism.helpLink, rules),
    data: scrubOptional(mechanism.data, rules),
    meta: scrubOptional(mechanism.meta, rules),
  };
}

export function scrubStacktrace(stacktrace: Stacktrace | null, rules: Rules): Stacktrace | null {
  if (stacktrace === null) return null;
  const frames = stacktrace.frames.map((frame) => scrubFrame(frame, rules));
  return { ...stacktrace, frames, registers: scrubOptional(stacktrace.registers, rules) };
}

function scrubFrame(frame: Frame, rules: Rules): Frame {
  const { filename, absPath } = frame;
  const path = filename === null ? null : rules.path(filename);
  return {
    ...frame,
    ...scrubLines(frame, rules),
    filename: path,
    absPath: absPath === filename || absPath === null ? absPath && path : rules.path(absPath),
    function: scrubName(frame.function, rules),
    rawFunction: scrubName(frame.rawFunction, rules),
    module: scrubName(frame.module, rules),
    package: scrubName(frame.package, rules),
    platform: scrubName(frame.platform, rules),
    instructionAddr: scrubName(frame.instructionAddr, rules),
    symbolAddr: scrubName(frame.symbolAddr, rules),
    addrMode: scrubName(frame.addrMode, rules),
    vars: scrubOptional(frame.vars, rules),
    data: scrubOptional(frame.data, rules),
    lock: scrubOptional(frame.lock, rules),
  };
}

function scrubName(name: string | null, rules: Rules): string | null {
  return name === null ? null : rules.name(name);
}

/** The lines are looked at together, as a private key goes over several. */
function scrubLines(
  { preContext, contextLine, postContext }: Frame,
  rules: Rules,
): Pick<Frame, 'preContext' | 'contextLine' | 'postContext'> {
  const before = preContext.length;
  const middle = contextLine === null ? [] : [contextLine];
  const lines = [...preContext, ...middle, ...postContext];
  const after = rules.source(lines);
  if (after === lines) return { preContext, contextLine, postContext };
  const rest = before + middle.length;
  return {
    preContext: after.slice(0, before),
    contextLine: contextLine === null ? null : (after[before] ?? null),
    postContext: after.slice(rest),
  };
}
