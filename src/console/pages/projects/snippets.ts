/** The code with which a platform reports its first error. */
export interface Snippet {
  /** The command that installs the SDK, or the lines that a build file needs. */
  readonly install: string;
  /** The code that starts the SDK. */
  readonly code: string;
}

const npm = (name: string): string => `npm install ${name}`;

/** Code of an SDK for JavaScript that is started in one call. */
const javascript = (name: string, dsn: string): Snippet => ({
  install: npm(name),
  code: `import * as Sentry from '${name}';\n\nSentry.init({ dsn: '${dsn}' });`,
});

/** Code in a file of its own: the SDK prints a warning if `--require` loads it. */
const node = (dsn: string): Snippet => {
  const { install, code } = javascript('@sentry/node', dsn);
  return {
    install,
    code: `// instrument.mjs, which is loaded first: node --import ./instrument.mjs server.mjs\n${code}`,
  };
};

const python = (extra: string, dsn: string): Snippet => ({
  install: `pip install ${extra === '' ? 'sentry-sdk' : `"sentry-sdk[${extra}]"`}`,
  code: `import sentry_sdk\n\nsentry_sdk.init(dsn="${dsn}")`,
});

const dotnet = (name: string, code: string): Snippet => ({ install: `dotnet add package ${name}`, code });

/** The snippets by platform. A platform without a snippet, such as `node-koa`, uses the snippet of `node`. */
const SNIPPETS: Readonly<Record<string, (dsn: string) => Snippet>> = {
  javascript: (dsn) => javascript('@sentry/browser', dsn),
  'javascript-react': (dsn) => javascript('@sentry/react', dsn),
  'javascript-vue': (dsn) => ({
    install: npm('@sentry/vue'),
    code: `import { createApp } from 'vue';\nimport * as Sentry from '@sentry/vue';\nimport App from './App.vue';\n\nconst app = createApp(App);\nSentry.init({ app, dsn: '${dsn}' });\napp.mount('#app');`,
  }),
  'javascript-angular': (dsn) => javascript('@sentry/angular', dsn),
  'javascript-svelte': (dsn) => javascript('@sentry/svelte', dsn),
  node,
  'node-express': (dsn) => {
    const { install, code } = node(dsn);
    return {
      install,
      code: `${code}\n\n// server.mjs\nimport * as Sentry from '@sentry/node';\n\n// after all routes\nSentry.setupExpressErrorHandler(app);`,
    };
  },
  python: (dsn) => python('', dsn),
  'python-django': (dsn) => python('django', dsn),
  'python-flask': (dsn) => python('flask', dsn),
  php: (dsn) => ({
    install: 'composer require sentry/sentry',
    code: `<?php\nrequire 'vendor/autoload.php';\n\n\\Sentry\\init(['dsn' => '${dsn}']);`,
  }),
  'php-laravel': (dsn) => ({
    install: 'composer require sentry/sentry-laravel',
    code: `# .env\nSENTRY_LARAVEL_DSN=${dsn}\n\n// bootstrap/app.php\n->withExceptions(function (Exceptions $exceptions) {\n    \\Sentry\\Laravel\\Integration::handles($exceptions);\n})`,
  }),
  ruby: (dsn) => ({
    install: 'gem install sentry-ruby',
    code: `require 'sentry-ruby'\n\nSentry.init do |config|\n  config.dsn = '${dsn}'\nend`,
  }),
  'ruby-rails': (dsn) => ({
    install: 'bundle add sentry-ruby sentry-rails',
    code: `# config/initializers/sentry.rb\nSentry.init do |config|\n  config.dsn = '${dsn}'\n  config.breadcrumbs_logger = [:active_support_logger]\nend`,
  }),
  go: (dsn) => ({
    install: 'go get github.com/getsentry/sentry-go',
    code: `err := sentry.Init(sentry.ClientOptions{Dsn: "${dsn}"})\nif err != nil {\n\tlog.Fatal(err)\n}\ndefer sentry.Flush(2 * time.Second)`,
  }),
  java: (dsn) => ({
    install: "implementation 'io.sentry:sentry:8.+'   // build.gradle",
    code: `import io.sentry.Sentry;\n\nSentry.init(options -> options.setDsn("${dsn}"));`,
  }),
  'java-spring': (dsn) => spring(dsn),
  'java-spring-boot': (dsn) => spring(dsn),
  dotnet: (dsn) => dotnet('Sentry', `using var _ = SentrySdk.Init(options => options.Dsn = "${dsn}");`),
  'dotnet-aspnetcore': (dsn) =>
    dotnet('Sentry.AspNetCore', `builder.WebHost.UseSentry(options => options.Dsn = "${dsn}");`),
  rust: (dsn) => ({ install: 'cargo add sentry', code: `let _guard = sentry::init("${dsn}");` }),
  flutter: (dsn) => ({
    install: 'flutter pub add sentry_flutter',
    code: `import 'package:sentry_flutter/sentry_flutter.dart';\n\nFuture<void> main() => SentryFlutter.init(\n  (options) => options.dsn = '${dsn}',\n  appRunner: () => runApp(const MyApp()),\n);`,
  }),
  'react-native': (dsn) => javascript('@sentry/react-native', dsn),
  android: (dsn) => ({
    install: "implementation 'io.sentry:sentry-android:8.+'   // app/build.gradle",
    code: `<!-- AndroidManifest.xml, in <application> -->\n<meta-data android:name="io.sentry.dsn" android:value="${dsn}" />`,
  }),
  apple: (dsn) => ({
    install: '.package(url: "https://github.com/getsentry/sentry-cocoa", from: "8.0.0")   // Package.swift',
    code: `import Sentry\n\nSentrySDK.start { options in\n  options.dsn = "${dsn}"\n}`,
  }),
};

function spring(dsn: string): Snippet {
  return {
    install: "implementation 'io.sentry:sentry-spring-boot-starter-jakarta:8.+'   // build.gradle",
    code: `# application.properties\nsentry.dsn=${dsn}`,
  };
}

/**
 * Returns the code with which a platform reports its first error; null if there are only general instructions for it.
 */
export function snippetOf(platform: string | null, dsn: string): Snippet | null {
  if (platform === null) return null;
  if (Object.hasOwn(SNIPPETS, platform)) return SNIPPETS[platform]?.(dsn) ?? null;
  const dash = platform.lastIndexOf('-');
  // Frameworks for JavaScript have SDKs of their own, which the SDK of browsers cannot replace.
  return dash < 0 || platform.startsWith('javascript-') ? null : snippetOf(platform.slice(0, dash), dsn);
}

/** Returns a command that sends an event without an SDK. */
export function curlOf(dsn: string): string {
  const { origin, username, pathname } = new URL(dsn);
  const project = pathname.split('/').at(-1) ?? '';
  return [
    `curl '${origin}${pathname.slice(0, pathname.length - project.length)}api/${project}/store/?sentry_key=${username}'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '{"message": "The first event", "level": "error", "platform": "other"}'`,
  ].join(' \\\n');
}
