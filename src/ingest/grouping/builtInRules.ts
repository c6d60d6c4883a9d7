import { changeStacktraces, type Event, type Frame, type Stacktrace } from '../../domain/event';
import { lazily } from '../../domain/lazy';
import { compileTrustedGlobs } from '../glob';
import { GlobBudget } from '../globTexts';
import { type DecideInApp, type FrameIdentity } from '../stacktrace';
import { familyOf } from './ruleSyntax';
import { type EnhancementRule, parseGroupingEnhancements, type RemainingFrames } from './stackTraceRules';

/** Rules that apply to the same frames. Their order has no meaning, because all of them set flags to false. */
export interface BuiltInSection {
  readonly title: string;
  /** Which frames they apply to: those of traces in which the client marked none as the application's, or all frames. */
  readonly appliesTo: 'unmarked' | 'all';
  /** The text of the rules, in the syntax of the setting `groupingEnhancements`. */
  readonly rules: string;
}

/**
 * The stack trace rules of `simple:3`, which apply before those of the project. The guide on grouping shows this table. It is a part of
 * the algorithm: a change of it splits issues, so a changed table needs a new version of the algorithm.
 *
 * They are compiled to regular expressions that run in linear time, so a pattern has `**` at its ends only, and `*` elsewhere only within
 * one folder's name.
 */
export const BUILT_IN_RULES: readonly BuiltInSection[] = [
  {
    title: 'Packages and standard libraries, in a stack trace of which the client marks no frame as in-app',
    appliesTo: 'unmarked',
    rules: String.raw`
# All platforms: folders of installed packages
path:**/{node_modules,site-packages,dist-packages,vendor}/** -app

# Python
platform:python path:**/{lib,lib32,lib64}/python[23].*/** -app
platform:python path:**/lib/pypy*/** -app
platform:python path:**/{python2[0-9],python3[0-9],python3[0-9][0-9]}/lib/** -app
platform:python path:"{<frozen **,<string>,<__array_function__ **,<attrs generated **}" -app
platform:python module:{asyncio,concurrent.futures,contextlib,ctypes,email,functools,http.client,http.server}{,.*} -app
platform:python module:{importlib,json,logging,multiprocessing,runpy,socketserver,sqlite3,ssl,subprocess}{,.*} -app
platform:python module:{threading,unittest,urllib,wsgiref,xml,zipfile}{,.*} -app

# Java, Kotlin, Scala, Groovy, Clojure and Android
platform:java module:{java,javax,jakarta,jdk,sun,com.sun,oracle,com.oracle,kotlin,kotlinx,scala,groovy,clojure}.* -app
platform:java module:{android,androidx,com.android,dalvik,libcore,org.jetbrains,org.codehaus.groovy}.* -app
platform:java module:{akka,ch.qos.logback,com.amazonaws,com.datastax,com.fasterxml,com.github.benmanes,com.google}.* -app
platform:java module:{com.mongodb,com.mysql,com.netflix,com.rabbitmq,com.squareup,com.zaxxer,feign,freemarker}.* -app
platform:java module:{graphql,io.grpc,io.jsonwebtoken,io.ktor,io.lettuce,io.micrometer,io.micronaut,io.netty}.* -app
platform:java module:{io.opentelemetry,io.projectreactor,io.quarkus,io.reactivex,io.sentry,io.smallrye,io.undertow}.* -app
platform:java module:{io.vertx,junit,kafka,liquibase,net.bytebuddy,net.sf,okhttp3,okio,org.apache,org.aspectj}.* -app
platform:java module:{org.assertj,org.eclipse,org.elasticsearch,org.flywaydb,org.glassfish,org.gradle,org.h2}.* -app
platform:java module:{org.hibernate,org.hsqldb,org.jboss,org.jooq,org.junit,org.mariadb,org.mockito,org.mongodb}.* -app
platform:java module:{org.mybatis,org.postgresql,org.quartz,org.reactivestreams,org.slf4j,org.springframework}.* -app
platform:java module:{org.testng,org.thymeleaf,org.xml,org.w3c,play,reactor,redis.clients,retrofit2,rx}.* -app
platform:java module:{software.amazon.awssdk,worker.org.gradle,zio}.* -app

# .NET
platform:csharp module:{System,Microsoft,Windows,Mono,Internal,Interop,FSharp.Core,AutoMapper,Castle,Dapper}{,.*} -app
platform:csharp module:{Grpc,Hangfire,log4net,MassTransit,MediatR,MongoDB,MySql,Newtonsoft,NLog,Npgsql,NServiceBus}{,.*} -app
platform:csharp module:{NUnit,Oracle,Polly,Quartz,RabbitMQ,RestSharp,Sentry,Serilog,StackExchange,Swashbuckle,xunit}{,.*} -app

# Ruby
platform:ruby path:**/{gems,rubygems,.rbenv,.rvm,jruby}/** -app
platform:ruby path:**/lib/ruby/** -app
platform:ruby path:<internal:** -app
platform:ruby path:{eval**,(eval**} -app

# Node.js and browsers
platform:{node,javascript} path:"{node:**,internal/**,<anonymous>**,native,\[native code\]**}" -app
`,
  },
  {
    title: 'Packages and standard libraries of clients that mark every frame as in-app',
    appliesTo: 'all',
    rules: String.raw`
# Go: the standard library, and modules by the version in their folder
platform:go path:**@v{[0-9],[0-9][0-9]}.** -app
platform:go path:**/pkg/mod/** -app
platform:go path:**/vendor/** -app
platform:go path:**/{go,golang,libexec}/src/{bufio,bytes,context,database,encoding,errors,fmt,html,internal,io,iter}/** -app
platform:go path:**/{go,golang,libexec}/src/{log,maps,net,os,reflect,regexp,runtime,slices,sort,strconv,strings}/** -app
platform:go path:**/{go,golang,libexec}/src/{sync,syscall,testing,text,time,unicode}/** -app
platform:go module:{bufio,bytes,context,encoding,errors,fmt,html,io,iter,log,maps,net,os,reflect,regexp,slices,sort} -app
platform:go module:{strconv,strings,sync,syscall,testing,text,time,unicode} -app
platform:go module:{archive,compress,container,crypto,database,encoding,go,hash,html,image,internal,io,log,math}/* -app
platform:go module:{mime,net,os,path,regexp,runtime,sync,testing,text,unicode,vendor,golang.org,google.golang.org}/* -app

# Rust: the standard library, and crates by the folder of Cargo or by their name
family:native path:**/.cargo/{registry,git}/** -app
family:native path:**/{cargo,cargo-home,cargo_home}/registry/** -app
family:native path:/rustc/** -app
family:native path:**/{rustlib,.rustup}/** -app
family:native path:**/library/{alloc,core,panic_unwind,proc_macro,std,test}/src/** -app
family:native function:"{,<,<&,<&mut }{alloc,core,std,test}::*" -app
family:native function:{,<}{actix_http,actix_rt,actix_server,actix_service,actix_web,anyhow,async_std,axum,axum_core}::* -app
family:native function:{,<}{crossbeam,diesel,eyre,futures,futures_core,futures_util,h2,hyper,hyper_util,lambda_runtime}::* -app
family:native function:{,<}{mio,poem,rayon,rayon_core,reqwest,rocket,rustls,sea_orm,serde,serde_json,smol,sqlx}::* -app
family:native function:{,<}{sqlx_core,tokio,tokio_util,tonic,tower,tower_http,tower_layer,tower_service,warp}::* -app
family:native function:{main,_main,_start,__libc_start_main**,__libc_start_call_main,start_thread,clone,clone3,__clone,__clone3} -app
family:native function:{__rust_*,__pthread_*,_pthread_start,thread_start,BaseThreadInitThunk,RtlUserThreadStart} -app

# PHP
platform:php path:**/vendor/** -app
platform:php path:{\[internal\],internal} -app

# Browsers: extensions, and packages in files that a bundler names
family:javascript path:{chrome,moz,safari,safari-web,ms-browser,webkit-masked-url,extension}{-extension,}://** -app
family:javascript path:**/node_modules/** -app
family:javascript path:{webpack:///~/**,webpack-internal:///~/**,webpack://*/~/**} -app
`,
  },
  {
    title: 'What records an error, rather than causing it: panics, reflection, proxies, logging and SDKs',
    appliesTo: 'all',
    rules: String.raw`
# Python
platform:python module:{logging,sentry_sdk,raven,loguru,structlog,warnings}{,.*} -app -group
platform:python path:**/{sentry_sdk,loguru,structlog}/** -app -group

# Java and Kotlin
platform:java module:{java.lang.reflect,java.lang.invoke,jdk.internal.reflect,jdk.internal.vm,sun.reflect}.* -app -group
platform:java module:{com.sun.proxy.*,jdk.proxy*,kotlin.reflect.*,org.springframework.cglib.*,net.sf.cglib.*} -app -group
platform:java module:{$Proxy*,*.$Proxy*,*$$SpringCGLIB$$*,*BySpringCGLIB$$*,*ByCGLIB$$*,*_$$_jvst*} -app -group
platform:java module:{ch.qos.logback,org.apache.logging,org.apache.log4j,org.apache.commons.logging}.* -app -group
platform:java module:{org.slf4j,org.jboss.logging,org.jboss.logmanager,java.util.logging,io.sentry}.* -app -group
platform:java module:{io.github.oshai.kotlinlogging,mu,timber.log,org.tinylog,com.google.common.flogger}.* -app -group
platform:java module:java.lang.Thread function:{getStackTrace,getAllStackTraces,dumpStack} -app -group
platform:java module:java.lang.Throwable -app -group

# Go: what is above gopanic is a deferred function that recovers
platform:go module:runtime function:{gopanic,panicmem,sigpanic,goPanic*} -app -group ^-app ^-group
platform:go module:{runtime,runtime/*,internal/runtime/*} -app -group
platform:go module:github.com/{getsentry/sentry-go,sirupsen/logrus,rs/zerolog,op/go-logging,pkg/errors}{,/*} -app -group
platform:go module:{log,log/*,go.uber.org/zap,go.uber.org/zap/*,github.com/go-kit/log,k8s.io/klog*} -app -group

# Rust: what is above a panic is its hook
family:native function:{core::panicking::*,std::panicking::begin_panic*,std::panicking::rust_panic*} -app -group ^-app ^-group
family:native function:{rust_begin_unwind,_rust_begin_unwind,__rustc::rust_begin_unwind} -app -group ^-app ^-group
family:native function:"{,<,<&,<&mut ,<dyn ,<&dyn }{alloc,core,std,__rustc}::*" -app -group
family:native path:/rustc/** -app -group
family:native function:"{<unknown>,at /rustc/*}" -app -group
family:native function:{,<}{sentry,sentry_core,sentry_panic,sentry_backtrace,sentry_contexts,sentry_types}::* -app -group
family:native function:{,<}{sentry_actix,sentry_anyhow,sentry_log,sentry_slog,sentry_tower,sentry_tracing}::* -app -group
family:native function:{,<}{backtrace,log,slog,env_logger,fern,flexi_logger,log4rs}::* -app -group
family:native function:{,<}{tracing,tracing_core,tracing_log,tracing_subscriber,color_eyre}::* -app -group

# .NET
platform:csharp module:{Sentry,Serilog,NLog,log4net,Microsoft.Extensions.Logging}{,.*} -app -group
platform:csharp module:{System.Runtime.ExceptionServices,System.Runtime.CompilerServices,System.Reflection}.* -app -group
platform:csharp module:{System.ThrowHelper,System.Environment,System.RuntimeMethodHandle} -app -group

# PHP
platform:php function:{Illuminate\\Foundation\\Bootstrap\\HandleExceptions,Symfony\\Component\\ErrorHandler}* -app -group
platform:php path:**/vendor/{sentry,monolog,psr/log}/** -app -group
platform:php path:**/Illuminate/Log/** -app -group
platform:php function:{Sentry\\,Monolog\\,Psr\\Log\\,Illuminate\\Log\\}* -app -group

# Ruby
platform:ruby path:**/{sentry-ruby,sentry-rails,sentry-sidekiq,sentry-ruby-core,logger,semantic_logger}-*/** -app -group
platform:ruby path:**/{logger,tagged_logging,broadcast_logger}.rb -app -group

# Node.js and browsers
family:javascript path:**/node_modules/{@sentry,@sentry-internal,winston,pino,bunyan,log4js,loglevel,signale}/** -app -group
family:javascript function:{sentryWrapped,*.sentryWrapped} -app -group
family:javascript function:{Object.apply,Reflect.apply} -app -group
family:javascript path:"{<anonymous>**,native,\[native code\]**}" -app -group
`,
  },
];

/** What the rules test of a frame. */
type FrameNames = Pick<Frame, 'filename' | 'absPath' | 'module' | 'function' | 'platform'>;

/** Tests whether one of several rules matches a frame. */
type FrameTest = (frame: FrameNames) => boolean;

const FIELD_OPTIONS = {
  'stack.module': { isPath: false, ignoresCase: false },
  'stack.function': { isPath: false, ignoresCase: false },
  'stack.abs_path': { isPath: true, ignoresCase: true },
};

type TestedField = keyof typeof FIELD_OPTIONS;

/** Compiles the rules of one platform. Rules with one matcher of a frame become one test for each field. */
function compileTest(rules: readonly EnhancementRule[]): FrameTest {
  const patterns: Record<TestedField, string[]> = { 'stack.module': [], 'stack.function': [], 'stack.abs_path': [] };
  const pairs: FrameTest[] = [];
  for (const { matchers } of rules) {
    const [matcher, ...others] = matchers.filter(({ kind }) => kind === 'frame');
    if (matcher === undefined) continue;
    if (others.length === 0) patterns[matcher.field as TestedField].push(matcher.pattern);
    else {
      const tests = [matcher, ...others].map(({ field, pattern }) => fieldTest(field as TestedField, [pattern]));
      pairs.push((frame) => tests.every((test) => test(frame)));
    }
  }
  const fields = (Object.keys(patterns) as TestedField[]).filter((field) => patterns[field].length > 0);
  const tests = [...fields.map((field) => fieldTest(field, patterns[field])), ...pairs];
  return (frame) => tests.some((test) => test(frame));
}

function fieldTest(field: TestedField, patterns: readonly string[]): FrameTest {
  const expressions = compileTrustedGlobs(patterns, FIELD_OPTIONS[field]);
  // One call for all of them: most frames match none.
  const expression = new RegExp(expressions.map(({ source }) => source).join('|'), expressions[0]?.flags);
  const matches = (text: string | null) => text !== null && expression.test(text);
  if (field === 'stack.module') return ({ module }) => matches(module);
  if (field === 'stack.function') return (frame) => matches(frame.function);
  return ({ absPath, filename }) => matches(absPath) || (filename !== absPath && matches(filename));
}

/** The built-in rules that can apply to frames of one platform. */
interface PlatformRules {
  /** Whether a frame that the client did not mark is other code than the application's. */
  readonly isOther: FrameTest;
  /** Whether a frame is other code even if the client marked it as the application's. */
  readonly isNeverApp: FrameTest;
  /** Whether a frame is left out of grouping. */
  readonly isExcluded: FrameTest;
  /** Whether the frames above are left out, too; null if no rule says so. */
  readonly excludesAbove: FrameTest | null;
}

const parseSections = lazily(() =>
  BUILT_IN_RULES.map(({ appliesTo, rules }) => ({ appliesTo, rules: parseGroupingEnhancements(rules).rules })),
);

function compilePlatform(family: string, platform: string | null): PlatformRules {
  const applies = ({ matchers }: EnhancementRule) =>
    matchers.every(({ kind, field, test }) => {
      return kind === 'frame' || test(field === 'family' ? family : platform, new GlobBudget(1e6));
    });
  const rulesOf = (appliesTo: string) =>
    parseSections()
      .filter((section) => section.appliesTo === appliesTo)
      .flatMap(({ rules }) => rules.filter(applies));
  const always = rulesOf('all');
  const sets = (flag: string, wanted: string) =>
    always.filter(({ actions }) =>
      actions.some((action) => 'range' in action && action.sets === flag && action.range === wanted),
    );
  const above = sets('group', 'above');
  return {
    isOther: compileTest([...rulesOf('unmarked'), ...always]),
    isNeverApp: compileTest(always),
    isExcluded: compileTest(sets('group', 'here')),
    excludesAbove: above.length === 0 ? null : compileTest(above),
  };
}

/** The platforms that rules mention by name. */
const NAMED_PLATFORMS: ReadonlySet<string> = new Set('python java csharp ruby node javascript go php'.split(' '));
const compileNative = lazily(() => compilePlatform('native', null));
const compileOther = lazily(() => compilePlatform('other', null));
/** By platform. Compiled with the first event: commands need none. */
const COMPILE_NAMED = new Map(
  Array.from(NAMED_PLATFORMS, (platform) => [platform, lazily(() => compilePlatform(familyOf(platform), platform))]),
);

/** Returns the rules of a platform, or of its family if no rule names it. */
function rulesOfPlatform(platform: string): PlatformRules {
  const compile = COMPILE_NAMED.get(platform) ?? (familyOf(platform) === 'native' ? compileNative : compileOther);
  return compile();
}

/** Returns a function that finds the rules of a frame of an event. */
function rulesFinder(eventPlatform: string): (frame: FrameNames) => PlatformRules {
  const rules = rulesOfPlatform(eventPlatform);
  return ({ platform }) => (platform === null || platform === eventPlatform ? rules : rulesOfPlatform(platform));
}

/** Decides for frames whose trace is not complete yet. */
export const decideByRules: DecideInApp = (frames, { platform }) => {
  const rulesOf = rulesFinder(platform);
  const isMarked = frames.some(({ inApp }) => inApp === true);
  const isUnknown = !isMarked && isMarkedByLocation(frames, platform);
  return frames.map((frame) => {
    if (frame.inApp === true) return !rulesOf(frame).isNeverApp(frame);
    return (frame.inApp === null || isUnknown) && !isMarked && !rulesOf(frame).isOther(frame);
  });
};

/**
 * Whether all frames are marked as other code because the client compares their paths with a folder that they do not name: sentry-go does
 * so in programs that were built with `-trimpath`.
 */
function isMarkedByLocation(frames: readonly Pick<FrameIdentity, 'inApp'>[], platform: string): boolean {
  return platform === 'go' && frames.every(({ inApp }) => inApp === false);
}

/** Decides for every frame whether it belongs to the application. */
export function markFrames(event: Event): Event {
  return changeStacktraces(event, (trace) => markTrace(trace, event.platform), withoutMarks);
}

/** Returns a trace as it is stored. */
export function withoutMarks(trace: Stacktrace): Stacktrace {
  if (trace.unmarked === undefined) return trace;
  const { unmarked: _, ...stored } = trace;
  return stored;
}

function markTrace(trace: Stacktrace, platform: string): Stacktrace {
  const stored = withoutMarks(trace);
  const unmarked = trace.unmarked === undefined ? null : new Set(trace.unmarked);
  const sent =
    unmarked === null
      ? trace.frames
      : trace.frames.map((frame, at) => (unmarked.has(at) ? { ...frame, inApp: null } : frame));
  const decided = decideByRules(sent, { platform });
  const end = endOfCause(trace, platform);
  // A source map can say of a frame that it is not the application's.
  const isRejected = ({ inApp, data }: Frame, at: number) =>
    !inApp && unmarked?.has(at) === true && data !== null && 'sourcemap' in data;
  const inApp = trace.frames.map((frame, at) => decided[at] === true && at < end && !isRejected(frame, at));
  if (trace.frames.every((frame, at) => frame.inApp === inApp[at])) return stored;
  return { ...stored, frames: trace.frames.map((frame, at) => withInApp(frame, inApp[at] === true)) };
}

function withInApp(frame: Frame, inApp: boolean): Frame {
  return frame.inApp === inApp ? frame : { ...frame, inApp };
}

/** Returns the index of the first frame that a rule excludes as one above another; the number of frames if there is none. */
function endOfCause({ frames }: Stacktrace, platform: string): number {
  const rulesOf = rulesFinder(platform);
  const at = frames.findIndex((frame) => rulesOf(frame).excludesAbove?.(frame) === true);
  return at < 0 ? frames.length : at;
}

/** Returns a function that finds the frames of a trace which the rules do not exclude from grouping. */
export function remainingFrames({ platform }: Event): RemainingFrames {
  const rulesOf = rulesFinder(platform);
  return (trace) => {
    const end = endOfCause(trace, platform);
    return trace.frames.filter((frame, at) => at < end && !rulesOf(frame).isExcluded(frame));
  };
}
