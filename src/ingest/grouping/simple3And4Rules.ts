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

/**
 * The stack trace rules that only `simple:4` has. They are a part of the algorithm, like the rules of `simple:3`.
 *
 * Native libraries are recognized by the path of their image, or by its name alone, which some clients send. Folders in
 * which programs are installed beside the system (`/usr/lib/shop`) are not among the paths.
 */
export const SIMPLE_4_RULES: readonly BuiltInSection[] = [
  {
    title: 'Libraries of the system in native programs, by `simple:4`',
    appliesTo: 'all',
    versions: ['simple:4'],
    rules: String.raw`
# Linux
family:native package:{/lib,/lib32,/lib64,/usr/lib,/usr/lib32,/usr/lib64}/* -app
family:native package:{/lib,/usr/lib}/{x86_64,aarch64,i386,riscv64,s390x,powerpc64le}-linux-gnu/** -app
family:native package:{/lib,/usr/lib}/{arm-linux-gnueabihf,arm-linux-gnueabi,x86_64-linux-musl}/** -app
family:native package:{linux-vdso.so*,linux-gate.so*,\[vdso\],\[vsyscall\]} -app
family:native package:**/{ld-linux*,ld-2.*,ld-musl-*,libc-2.*,libpthread-2.*,libm-2.*} -app
family:native package:**/lib{c,m,dl,rt,util,pthread,resolv,stdc++,gcc_s,c++,c++abi,unwind,atomic,gomp,asan,tsan,ubsan}.so* -app
family:native package:**/lib{jemalloc,tcmalloc,tcmalloc_minimal,mimalloc,z,zstd,ssl,crypto,curl,sqlite3,dbus-1}.so* -app
family:native package:**/lib{glib-2.0,gobject-2.0,gio-2.0,gtk-3,gtk-4,gdk-3,X11,xcb,wayland-client,GL,GLX,EGL,vulkan}.so* -app
family:native package:**/lib{fontconfig,freetype,cairo,pango-1.0,systemd,uv,event}.so* -app
family:native package:**/lib{Qt5,Qt6,nvidia-,boost_}* -app

# Android
family:native package:{/apex,/system,/system_ext,/vendor,/product,/odm}/** -app
family:native package:{/data/dalvik-cache,/data/misc/apexdata}/** -app
family:native package:**/lib{art,artbase,dexfile,android,android_runtime,binder,utils,hwui,gui,log,ui,input,nativeloader}.so -app
family:native package:**/lib{c++_shared,fbjni,hermes,jsc,jsi,reactnative,flutter,unity,mono*,monosgen*,godot_android}.so -app
family:native package:**/{app_process32,app_process64,linker,linker64,boot*.oat,boot*.art} -app

# Windows
family:native package:?:/Windows/** -app
family:native package:**/{ntdll,kernel32,kernelbase,user32,gdi32,gdi32full,win32u,advapi32,sechost}{.dll,.pdb,} -app
family:native package:**/{rpcrt4,combase,ole32,oleaut32,shell32,shlwapi,shcore,comctl32,ws2_32}{.dll,.pdb,} -app
family:native package:**/{ucrtbase,ucrtbased,msvcrt}{.dll,.pdb,} -app
family:native package:**/{vcruntime140,msvcp140,msvcr1,msvcp1,concrt140,mfc1,wow64}* -app
family:native package:**/{bcrypt,crypt32,dbghelp,imm32,winmm,winhttp,wininet,uxtheme,verifier}{.dll,.pdb,} -app
family:native package:**/{d3d9,d3d10*,d3d11,d3d12*,dxgi,dxcore,opengl32,nvoglv*,nvwgf2um*,atio6axx,atidxx64,amdxx64}.dll -app
family:native package:**/{clr,clrjit,coreclr,hostfxr,hostpolicy,mscorwks,mscoreei,mono-2.0*,unityplayer,qt5*,qt6*}.dll -app

# Apple
family:native package:{/System,/usr/lib/system,/usr/lib/swift,/Library/Apple,/private/preboot,/Developer}/** -app
family:native package:**/{RuntimeRoot,Cryptexes}/** -app
family:native package:**/{dyld,dyld_sim,libobjc*.dylib,libdispatch.dylib,libsystem_*.dylib,libSystem*.dylib} -app
family:native package:**/{libc++*.dylib,libswift*.dylib,libxpc.dylib,libicucore*.dylib,libsqlite3*.dylib,libBacktrace*.dylib} -app
family:native package:{Foundation,CoreFoundation,UIKit,UIKitCore,AppKit,HIToolbox,SwiftUI,SwiftUICore,Combine,CoreData} -app
family:native package:{QuartzCore,CoreGraphics,CoreText,CoreImage,CoreAudio,CoreMedia,CoreVideo,CoreLocation,CoreML} -app
family:native package:{CFNetwork,Network,Security,WebKit,WebCore,JavaScriptCore,AVFoundation,AVFCore,AudioToolbox} -app
family:native package:{Metal,MetalKit,IOKit,MapKit,GraphicsServices,FrontBoardServices,BaseBoard,UIFoundation} -app
family:native package:{ImageIO,Accelerate,SpriteKit,SceneKit,GameKit,StoreKit,HealthKit,PhotoLibraryServices} -app

# The standard library of C++, and its most common libraries
family:native package:**/lib{stdc++,c++,c++abi,gcc_s}{.so*,.1.dylib,.dylib,_shared.so} -app -group
family:native function:"{,void ,int ,bool ,long ,unsigned long ,char ,auto ,double }{std,__gnu_cxx}::*" -app -group
family:native function:{boost,absl,fmt,folly,Eigen,google::protobuf,grpc,grpc_core,spdlog}::* -app
`,
  },
  {
    title: 'Dart, Unity, Godot and Kotlin/Native, whose clients mark packages as in-app, by `simple:4`',
    appliesTo: 'all',
    versions: ['simple:4'],
    rules: String.raw`
# Dart and Flutter: the runtime, and packages by the folder in which they are installed or by their name
platform:dart path:{dart:**,org-dartlang-**,dart-sdk/**,**/dart-sdk/**,**/.pub-cache/**,**/flutter/packages/flutter/**} -app
platform:dart path:package:{flutter,flutter_test,flutter_web_plugins,flutter_localizations,flutter_riverpod,flutter_bloc}/** -app
platform:dart path:package:{async,bloc,chopper,collection,dio,firebase_core,get,get_it,go_router,graphql,grpc,hive,http}/** -app
platform:dart path:package:{http2,intl,isar,mobx,path_provider,provider,retrofit,riverpod,rxdart,shared_preferences}/** -app
platform:dart path:package:{sqflite,stream_channel,url_launcher,web_socket_channel,zone_local}/** -app
platform:dart path:"<asynchronous suspension>" -app -group
platform:dart path:package:{sentry,sentry_flutter,sentry_dio,sentry_logging,logging,logger,stack_trace,talker}/** -app -group

# Unity, whose stack traces of logs have whole names in place of modules
platform:csharp module:{UnityEngine,UnityEditor,Unity,TMPro,Cysharp,DG.Tweening,Zenject,UniRx,Mirror,Photon,Cinemachine}{,.*} -app
platform:csharp function:{UnityEngine,UnityEditor,Unity,TMPro,Cysharp,DG.Tweening,Zenject,System,Microsoft}.* -app
platform:csharp module:UnityEngine.{Debug,Logger,StackTraceUtility,DebugLogHandler,Assertions.Assert} -app -group
platform:csharp function:UnityEngine.{Debug,Logger,StackTraceUtility,DebugLogHandler,Assertions.Assert}{:*,.*} -app -group
family:native function:{il2cpp::vm::Exception::*,il2cpp::vm::Raise*,il2cpp_codegen_raise_*} -app -group ^-app ^-group
family:native function:{il2cpp::*,il2cpp_codegen_*,RuntimeInvoker_*,mono_*,UnityEngine_*,UnityMain} -app

# Godot: add-ons, and the engine
path:res://addons/** -app
family:native function:{GDScript,GDScriptFunction,GDScriptInstance,GDScriptLanguage,SceneTree,CallableCustom}::* -app
family:native function:{OS_LinuxBSD,OS_Windows,OS_MacOS,OS_Android,OS_Web,godot}::* -app
family:native function:{Main::iteration*,Main::start*} -app

# Kotlin/Native: constructors of errors, and what throws them
family:native function:{kfun:kotlin,kfun:kotlinx,kfun:io.ktor,kfun:okio,kfun:co.touchlab,kfun:org.jetbrains}.* -app
family:native function:kfun:kotlin.{Throwable,Exception,Error,RuntimeException,IllegalStateException}#* -app -group
family:native function:kfun:kotlin.{IllegalArgumentException,IndexOutOfBoundsException,NoSuchElementException}#* -app -group
family:native function:kfun:kotlin.{NullPointerException,ClassCastException,ArithmeticException,AssertionError}#* -app -group
family:native function:kfun:kotlin.{NumberFormatException,UnsupportedOperationException,ConcurrentModificationException}#* -app -group
family:native function:{ThrowException,ThrowNullPointerException,ThrowClassCastException,ThrowArithmeticException} -app -group ^-app ^-group
family:native function:{ThrowArrayIndexOutOfBoundsException,ThrowIllegalArgumentException,ThrowNoWhenBranch*} -app -group ^-app ^-group
family:native function:{Kotlin_*,Konan_*,_Konan_*,kotlin::*,Init_and_run_start} -app -group
family:native function:{kfun:io.sentry,kfun:co.touchlab.kermit,kfun:io.github.aakira.napier}.* -app -group
`,
  },
  {
    title: 'Elixir, Erlang and Clojure, in a stack trace of which the client marks no frame as in-app, by `simple:4`',
    appliesTo: 'unmarked',
    versions: ['simple:4'],
    rules: String.raw`
# Elixir and Erlang: modules of Erlang begin with a colon
platform:elixir module::* -app
platform:elixir path:{**/deps/**,deps/**,**/_build/**,nofile} -app
platform:elixir module:{,Elixir.}{Access,Agent,Base,Calendar,Code,Date,DateTime,Enum,Enumerable,EEx,ExUnit,File,Float}{,.*} -app
platform:elixir module:{,Elixir.}{GenServer,GenEvent,IEx,IO,Integer,Inspect,JSON,Kernel,Keyword,List,Macro,Map,MapSet,Mix}{,.*} -app
platform:elixir module:{,Elixir.}{Module,NaiveDateTime,Path,Port,Process,Protocol,Range,Regex,Registry,Stream,String}{,.*} -app
platform:elixir module:{,Elixir.}{StringIO,Supervisor,DynamicSupervisor,System,Task,Time,Tuple,URI,Version}{,.*} -app
platform:elixir module:{,Elixir.}{Absinthe,Ash,Bamboo,Bandit,Broadway,Cachex,Commanded,DBConnection,Decimal,Ecto,ExAws}{,.*} -app
platform:elixir module:{,Elixir.}{Finch,Floki,GenStage,Guardian,Gettext,Hackney,HTTPoison,Jason,Mint,Money,MyXQL}{,.*} -app
platform:elixir module:{,Elixir.}{NimbleOptions,NimblePool,Oban,Phoenix,Plug,Poison,Postgrex,Quantum,Redix,Req,Swoosh}{,.*} -app
platform:elixir module:{,Elixir.}{Surface,Tesla,ThousandIsland,Timex,Tzdata,WebSock,WebSockAdapter,Xandra}{,.*} -app

# Clojure
platform:java module:{aleph,byte_streams,cheshire,cider,clj_http,compojure,hiccup,integrant,leiningen,manifold}.* -app
platform:java module:{muuntaja,next.jdbc,nrepl,hikari_cp,io.aviso,io.pedestal,honey,reitit,ring,schema.core,selmer}.* -app
`,
  },
  {
    title: 'What records an error of Elixir or Clojure, by `simple:4`',
    appliesTo: 'all',
    versions: ['simple:4'],
    rules: String.raw`
platform:elixir module:{,Elixir.}{Logger,Sentry}{,.*} -app -group
platform:elixir module:{:logger,:logger_*,:error_logger*} -app -group
platform:java module:{taoensso.timbre,taoensso.telemere,sentry_clj,clojure.tools.logging,io.pedestal.log}{.*,$*} -app -group
platform:java module:{clojure.lang.AFn,clojure.lang.RestFn,clojure.lang.Var,clojure.lang.AFunction} -app -group
`,
  },
  {
    title: 'Libraries that browsers load from public servers, by `simple:4`',
    appliesTo: 'all',
    versions: ['simple:4'],
    rules: String.raw`
family:javascript path:http{,s}://{cdn,fastly,gcore,testingcf,originfastly}.jsdelivr.net/{npm,combine,wp}/** -app
family:javascript path:http{,s}://{unpkg.com,esm.sh,esm.run,jspm.dev,ga.jspm.io,cdn.skypack.dev,esm.unpkg.com}/** -app
family:javascript path:http{,s}://{cdnjs.cloudflare.com,cdnjs.com,ajax.googleapis.com,ajax.aspnetcdn.com,code.jquery.com}/** -app
family:javascript path:http{,s}://{maxcdn.bootstrapcdn.com,stackpath.bootstrapcdn.com,netdna.bootstrapcdn.com}/** -app
family:javascript path:http{,s}://{cdn.bootcdn.net,cdn.bootcss.com,cdn.staticfile.org,cdn.staticfile.net,lib.baomitu.com}/** -app
family:javascript path:http{,s}://{polyfill.io,cdn.polyfill.io,polyfill-fastly.io,cdn.tailwindcss.com,use.fontawesome.com}/** -app
family:javascript path:http{,s}://{code.highcharts.com,cdn.plot.ly,d3js.org,code.angularjs.org,cdn.datatables.net,kit.fontawesome.com}/** -app
family:javascript path:http{,s}://{www.googletagmanager.com,www.google-analytics.com,ssl.google-analytics.com}/** -app
family:javascript path:http{,s}://{connect.facebook.net,js.stripe.com,www.gstatic.com,apis.google.com,maps.googleapis.com}/** -app
family:javascript path:http{,s}://{static.cloudflareinsights.com,challenges.cloudflare.com,www.google.com/recaptcha}/** -app
family:javascript path:http{,s}://{browser.sentry-cdn.com,js.sentry-cdn.com}/** -app -group
`,
  },
  {
    title: 'What throws, aborts and starts in native programs, and what calls proxies, by `simple:4`',
    appliesTo: 'all',
    versions: ['simple:4'],
    rules: String.raw`
# What is above a function that throws or aborts handles the error; so is what is above a signal
family:native function:{abort,_abort,__GI_abort,raise,__GI_raise,gsignal,__pthread_kill*,pthread_kill,tgkill} -app -group ^-app ^-group
family:native function:{_raise,_gsignal,_pthread_kill,___pthread_kill,___cxa_throw,___cxa_rethrow,_objc_exception_throw} -app -group ^-app ^-group
family:native function:{___assert_rtn,__objc_terminate,___exceptionPreprocess,__ZSt9terminatev,_ZSt9terminatev} -app -group ^-app ^-group
family:native function:"{abort,raise,gsignal,__cxa_throw,_CxxThrowException,objc_exception_throw,__pthread_kill} + *" -app -group ^-app ^-group
family:native function:{abort,raise,gsignal,__cxa_throw,_CxxThrowException,objc_exception_throw,__pthread_kill}+* -app -group ^-app ^-group
family:native function:{abort_message,__abort_message,__assert_*,__assert,__assert2,_assert,_wassert} -app -group ^-app ^-group
family:native function:{__stack_chk_fail*,__fortify_fail*,__chk_fail,__libc_message*,__libc_fatal} -app -group ^-app ^-group
family:native function:{malloc_printerr,__libcpp_verbose_abort*,__android_log_assert} -app -group ^-app ^-group
family:native function:{__cxa_throw*,__cxa_rethrow*,__cxa_bad_cast,__cxa_bad_typeid,__cxa_pure_virtual} -app -group ^-app ^-group
family:native function:{__cxa_call_terminate,__cxa_call_unexpected,__clang_call_terminate,_Unwind_Resume*} -app -group ^-app ^-group
family:native function:{_Unwind_RaiseException*,_Unwind_SjLj_*,__terminate*,__cxxabiv1::*} -app -group ^-app ^-group
family:native function:{std::terminate*,std::__terminate*,std::unexpected*,std::abort*,std::rethrow_exception*} -app -group ^-app ^-group
family:native function:{std::__throw_*,std::__1::__throw_*,std::__ndk1::__throw_*,std::__cxx11::__throw_*} -app -group ^-app ^-group
family:native function:{std::_Throw_*,std::_X*,boost::throw_exception*,art::Runtime::Abort*,scudo::die*} -app -group ^-app ^-group
family:native function:{_CxxThrowException,_purecall,_invoke_watson*,_invalid_parameter*,terminate,_terminate} -app -group ^-app ^-group
family:native function:{__report_gsfailure,__report_rangecheckfailure,__fastfail,RaiseException,RtlRaise*} -app -group ^-app ^-group
family:native function:{RaiseFailFastException,RtlFailFast*,RtlReportCriticalFailure,FailFast*} -app -group ^-app ^-group
family:native function:{objc_exception_throw,objc_exception_rethrow,objc_terminate,_objc_terminate*} -app -group ^-app ^-group
family:native function:"{__exceptionPreprocess,_CFThrowFormattedException,-\[NSException raise\]}" -app -group ^-app ^-group
family:native function:"{+\[NSException raise:*,-\[NSAssertionHandler handleFailure*}" -app -group ^-app ^-group
family:native function:{___forwarding___,_CF_forwarding_prep_0,__forwarding_prep_0___} -app -group ^-app ^-group
family:native function:"{-\[NSObject(NSObject) doesNotRecognizeSelector:\],-\[NSObject doesNotRecognizeSelector:\]}" -app -group ^-app ^-group
family:native function:"{Swift runtime failure: *,_assertionFailure(*,specialized _assertionFailure(*}" -app -group ^-app ^-group
family:native function:{_fatalErrorMessage(*,fatalError(_:file:line:)*,preconditionFailure(_:file:line:)*} -app -group ^-app ^-group
family:native function:{swift_unexpectedError*,swift_dynamicCastFailure*,swift_abort*,swift::fatalError*} -app -group ^-app ^-group
family:native function:"{Swift._assertionFailure(*,Swift.fatalError(*,Swift.preconditionFailure(*}" -app -group ^-app ^-group
family:native function:"{<signal handler called>,__restore_rt,__restore,_sigtramp,__sigtramp}" -app -group ^-app ^-group
family:native function:{__kernel_rt_sigreturn,__default_sa_restorer,KiUserExceptionDispatch*} -app -group ^-app ^-group

# What starts programs and threads. Of a program, main is the application's, unless it only starts a loop of a framework
family:native function:{_start,__libc_start_main*,__libc_start_call_main*,__libc_init*,start_thread} -app -group
family:native function:start package:**/{dyld,libdyld.dylib} -app -group
family:native function:{clone,clone3,__clone,__clone3,__pthread_start*,_pthread_start,_pthread_body,thread_start} -app -group
family:native function:{BaseThreadInitThunk*,RtlUserThreadStart*,_RtlUserThreadStart*,thread_start<*,__rust_*} -app -group
family:native function:{mainCRTStartup,wmainCRTStartup,WinMainCRTStartup,wWinMainCRTStartup,invoke_main} -app -group
family:native function:{__scrt_common_main*,__tmainCRTStartup} -app -group
family:native function:{$main,*.$main,*.$main()} -app -group
family:native function:{main,_main} | [ function:{$main,*.$main,*.$main()} ] -app
family:native function:{main,_main} | [ function:"{ChromeMain*,ElectronMain*,UnityMain*,-\[UnityFramework run*}" ] -app
family:native function:{main,_main} | [ function:{std::rt::lang_start*,UIApplicationMain*,NSApplicationMain*} ] -app
family:native function:{main,_main,WinMain,wWinMain} | [ function:{QApplication::exec*,QCoreApplication::exec*,QGuiApplication::exec*} ] -app
family:native function:{main,_main} | [ function:{gtk_main*,g_main_loop_run*,g_application_run*,CFRunLoopRun*,dispatch_main*} ] -app

# Classes of CGLIB that call methods of proxies by a number
platform:java module:{*$$FastClass*} -app -group

# SDKs and crash reporters
family:native package:**/{libsentry.so,libsentry-android.so,sentry.dll,libsentry.dylib,Sentry,SentryPrivate} -app -group
family:native function:{sentry_*,sentry__*,crashpad::*,google_breakpad::*,SentryCrash*,sentrycrash*} -app -group
family:native function:"{-\[Sentry*,+\[Sentry*,static SentrySDK.*,SentrySDK.*,SentryHub.*,SentryClient.*}" -app -group
`,
  },
];
