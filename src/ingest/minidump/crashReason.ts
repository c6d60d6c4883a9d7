/** The operating systems of dumps, by the platform number of the dump. */
const SYSTEMS: ReadonlyMap<number, string> = new Map([
  [1, 'Windows'],
  [2, 'Windows'],
  [0x8101, 'macOS'],
  [0x8102, 'iOS'],
  [0x8201, 'Linux'],
  [0x8203, 'Android'],
  [0x8204, 'PlayStation'],
  [0x8205, 'Nintendo Switch'],
  [0x8206, 'Fuchsia'],
]);

/** Returns the name of the operating system; null for an unknown one. */
export function systemOf(platform: number): string | null {
  return SYSTEMS.get(platform) ?? null;
}

/** The exception of a dump as the operating system reports it. */
export interface RawException {
  readonly code: number;
  /** On Linux the code of the signal, on macOS the code of the exception. */
  readonly flags: number;
  readonly address: bigint;
  readonly parameters: readonly bigint[];
}

/** The reason why a program ended. */
export interface CrashReason {
  readonly name: string;
  /** False if the program asked for the dump and went on. */
  readonly isCrash: boolean;
  /** True if the address of the exception is in memory or code. For some signals, it names their sender instead. */
  readonly hasAddress: boolean;
}

/** Returns the reason why a program ended, in the words of its operating system. */
export function reasonOf(system: string | null, exception: RawException): CrashReason {
  const { code } = exception;
  if (REQUESTED.has(code)) return { name: 'Dump requested', isCrash: false, hasAddress: false };
  if (system === 'Windows') return { name: windowsReason(exception), isCrash: true, hasAddress: true };
  if (system === 'Linux' || system === 'Android') {
    const [name, codes] = SIGNALS.get(code) ?? [`signal ${code}`, []];
    const detail = codes[exception.flags - 1] ?? SENDERS.get(exception.flags | 0);
    return { name: detail === undefined ? name : `${name} / ${detail}`, isCrash: true, hasAddress: codes.length > 0 };
  }
  if (system === 'macOS' || system === 'iOS') {
    const [name, codes = new Map<number, string>()] = MACH_EXCEPTIONS.get(code) ?? [`exception ${hex(code)}`];
    const detail = codes.get(exception.flags) ?? hex(exception.flags);
    const hasDetail = codes.size > 0 || exception.flags !== 0;
    return { name: hasDetail ? `${name} / ${detail}` : name, isCrash: true, hasAddress: true };
  }
  return { name: `exception ${hex(code)}`, isCrash: true, hasAddress: true };
}

/** Codes of dumps that a program wrote while it was running: of Breakpad on Linux, and of Crashpad. */
const REQUESTED: ReadonlySet<number> = new Set([0xffffffff, 0x0517a7ed, 0x43507378]);

/** Returns the address that the exception is about. On Windows, a parameter has the address of the memory. */
export function addressOfReason(system: string | null, { code, address, parameters }: RawException): bigint {
  const isAccess = system === 'Windows' && (code === ACCESS_VIOLATION || code === IN_PAGE_ERROR);
  return isAccess ? (parameters[1] ?? address) : address;
}

function windowsReason({ code, parameters: [kind, , status] }: RawException): string {
  const name = STATUSES.get(code);
  if (name === undefined) return `exception ${hex(code)}`;
  const access = ACCESSES.get(Number(kind ?? -1n));
  if (code === ACCESS_VIOLATION) return access === undefined ? name : `${name}_${access}`;
  if (code !== IN_PAGE_ERROR || access === undefined) return name;
  return status === undefined ? `${name}_${access}` : `${name}_${access} / ${hex(Number(status & 0xffffffffn))}`;
}

function hex(value: number): string {
  return `0x${(value >>> 0).toString(16).padStart(8, '0')}`;
}

const ACCESS_VIOLATION = 0xc0000005;
const IN_PAGE_ERROR = 0xc0000006;
const ACCESSES: ReadonlyMap<number, string> = new Map([
  [0, 'READ'],
  [1, 'WRITE'],
  [8, 'EXEC'],
]);

const STATUSES: ReadonlyMap<number, string> = new Map([
  [0x40010005, 'DBG_CONTROL_C'],
  [0x80000001, 'EXCEPTION_GUARD_PAGE'],
  [0x80000002, 'EXCEPTION_DATATYPE_MISALIGNMENT'],
  [0x80000003, 'EXCEPTION_BREAKPOINT'],
  [0x80000004, 'EXCEPTION_SINGLE_STEP'],
  [ACCESS_VIOLATION, 'EXCEPTION_ACCESS_VIOLATION'],
  [IN_PAGE_ERROR, 'EXCEPTION_IN_PAGE_ERROR'],
  [0xc0000008, 'EXCEPTION_INVALID_HANDLE'],
  [0xc0000017, 'STATUS_NO_MEMORY'],
  [0xc000001d, 'EXCEPTION_ILLEGAL_INSTRUCTION'],
  [0xc0000025, 'EXCEPTION_NONCONTINUABLE_EXCEPTION'],
  [0xc0000026, 'EXCEPTION_INVALID_DISPOSITION'],
  [0xc000008c, 'EXCEPTION_ARRAY_BOUNDS_EXCEEDED'],
  [0xc000008d, 'EXCEPTION_FLT_DENORMAL_OPERAND'],
  [0xc000008e, 'EXCEPTION_FLT_DIVIDE_BY_ZERO'],
  [0xc000008f, 'EXCEPTION_FLT_INEXACT_RESULT'],
  [0xc0000090, 'EXCEPTION_FLT_INVALID_OPERATION'],
  [0xc0000091, 'EXCEPTION_FLT_OVERFLOW'],
  [0xc0000092, 'EXCEPTION_FLT_STACK_CHECK'],
  [0xc0000093, 'EXCEPTION_FLT_UNDERFLOW'],
  [0xc0000094, 'EXCEPTION_INT_DIVIDE_BY_ZERO'],
  [0xc0000095, 'EXCEPTION_INT_OVERFLOW'],
  [0xc0000096, 'EXCEPTION_PRIV_INSTRUCTION'],
  [0xc00000fd, 'EXCEPTION_STACK_OVERFLOW'],
  [0xc0000135, 'STATUS_DLL_NOT_FOUND'],
  [0xc0000139, 'STATUS_ENTRYPOINT_NOT_FOUND'],
  [0xc0000142, 'STATUS_DLL_INIT_FAILED'],
  [0xc0000194, 'EXCEPTION_POSSIBLE_DEADLOCK'],
  [0xc0000374, 'STATUS_HEAP_CORRUPTION'],
  [0xc0000409, 'STATUS_STACK_BUFFER_OVERRUN'],
  [0xc0000417, 'STATUS_INVALID_CRUNTIME_PARAMETER'],
  [0xc0000420, 'STATUS_ASSERTION_FAILURE'],
  [0xc0000602, 'STATUS_FAIL_FAST_EXCEPTION'],
  [0xe0000008, 'Out of memory'],
  [0xe06d7363, 'Unhandled C++ exception'],
  [0xe0434352, 'Unhandled .NET exception'],
]);

/** Signals of Linux, with the codes of those that the kernel raises for an address, from 1. */
const SIGNALS: ReadonlyMap<number, readonly [name: string, codes: readonly string[]]> = new Map([
  [1, ['SIGHUP', []]],
  [2, ['SIGINT', []]],
  [3, ['SIGQUIT', []]],
  [4, ['SIGILL', words('ILL', 'OPC OPN ADR TRP PRVOPC PRVREG COPROC BADSTK')]],
  [5, ['SIGTRAP', words('TRAP', 'BRKPT TRACE BRANCH HWBKPT')]],
  [6, ['SIGABRT', []]],
  [7, ['SIGBUS', words('BUS', 'ADRALN ADRERR OBJERR MCEERR_AR MCEERR_AO')]],
  [8, ['SIGFPE', words('FPE', 'INTDIV INTOVF FLTDIV FLTOVF FLTUND FLTRES FLTINV FLTSUB')]],
  [9, ['SIGKILL', []]],
  [11, ['SIGSEGV', words('SEGV', 'MAPERR ACCERR BNDERR PKUERR')]],
  [13, ['SIGPIPE', []]],
  [15, ['SIGTERM', []]],
  [24, ['SIGXCPU', []]],
  [25, ['SIGXFSZ', []]],
  [31, ['SIGSYS', []]],
]);

/** Codes of signals that a process sent. */
const SENDERS: ReadonlyMap<number, string> = new Map([
  [0, 'SI_USER'],
  [0x80, 'SI_KERNEL'],
  [-1, 'SI_QUEUE'],
  [-6, 'SI_TKILL'],
]);

function words(prefix: string, names: string): readonly string[] {
  return names.split(' ').map((name) => `${prefix}_${name}`);
}

const BAD_ACCESS: ReadonlyMap<number, string> = new Map([
  [1, 'KERN_INVALID_ADDRESS'],
  [2, 'KERN_PROTECTION_FAILURE'],
  [8, 'KERN_NO_ACCESS'],
  [10, 'KERN_MEMORY_ERROR'],
  [50, 'KERN_CODESIGN_ERROR'],
]);
const MACH_EXCEPTIONS: ReadonlyMap<number, readonly [name: string, codes?: ReadonlyMap<number, string>]> = new Map<
  number,
  readonly [name: string, codes?: ReadonlyMap<number, string>]
>([
  [1, ['EXC_BAD_ACCESS', BAD_ACCESS]],
  [2, ['EXC_BAD_INSTRUCTION']],
  [3, ['EXC_ARITHMETIC']],
  [4, ['EXC_EMULATION']],
  [5, ['EXC_SOFTWARE']],
  [6, ['EXC_BREAKPOINT']],
  [7, ['EXC_SYSCALL']],
  [8, ['EXC_MACH_SYSCALL']],
  [9, ['EXC_RPC_ALERT']],
  [10, ['EXC_CRASH']],
  [11, ['EXC_RESOURCE']],
  [12, ['EXC_GUARD']],
]);
