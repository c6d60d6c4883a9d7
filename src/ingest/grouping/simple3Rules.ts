/** Algorithms that apply built-in rules. */
export type RuleVersion = 'simple:3' | 'simple:4';

const BOTH: readonly RuleVersion[] = ['simple:3', 'simple:4'];

/** Rules that apply to the same frames. Their order does not matter, because all of them set flags to false. */
export interface BuiltInSection {
  readonly title: string;
  /**
   * The frames to which they apply: frames of traces without a frame that the client marked as the application's, or
   * all frames.
   */
  readonly appliesTo: 'unmarked' | 'all';
  /** The algorithms that apply them. */
  readonly versions: readonly RuleVersion[];
  /** The text of the rules, in the syntax of the setting `groupingEnhancements`. */
  readonly rules: string;
}

/**
 * The stack trace rules of `simple:3`, most of which `simple:4` has too. The guide on grouping shows this table. It is
 * a part of the algorithm: a change of it splits issues, so a changed table needs a new version of the algorithm.
 *
 * They are compiled to regular expressions that run in linear time, so a pattern has `**` at its ends only, and `*`
 * elsewhere only within one folder's name.
 */
export const SIMPLE_3_RULES: readonly BuiltInSection[] = [
  {
    title: 'Packages and standard libraries, in a stack trace of which the client marks no frame as in-app',
    appliesTo: 'unmarked',
    versions: BOTH,
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
    versions: BOTH,
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
    versions: BOTH,
    rules: String.raw`
# Python
platform:python module:{logging,sentry_sdk,raven,loguru,structlog,warnings}{,.*} -app -group
platform:python path:**/{sentry_sdk,loguru,structlog}/** -app -group

# Java and Kotlin
platform:java module:{java.lang.reflect,java.lang.invoke,jdk.internal.reflect,jdk.internal.vm,sun.reflect}.* -app -group
platform:java module:{com.sun.proxy.*,jdk.proxy*,kotlin.reflect.*,org.springframework.cglib.*,net.sf.cglib.*} -app -group
platform:java module:{$Proxy*,*.$Proxy*} -app -group
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
  {
    title: 'Proxies, and what starts native programs and threads, by `simple:3`',
    appliesTo: 'all',
    versions: ['simple:3'],
    rules: String.raw`
platform:java module:{*$$SpringCGLIB$$*,*BySpringCGLIB$$*,*ByCGLIB$$*,*_$$_jvst*} -app -group
family:native function:{main,_main,_start,__libc_start_main**,__libc_start_call_main,start_thread,clone,clone3,__clone,__clone3} -app
family:native function:{__rust_*,__pthread_*,_pthread_start,thread_start,BaseThreadInitThunk,RtlUserThreadStart} -app
`,
  },
];
