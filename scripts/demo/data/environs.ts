/**
 * The context of the defects, by program: fields of the events, with placeholders as in the texts of defects; and
 * the breadcrumbs before the error, oldest first.
 */
import type { Json } from '../../support/payloads';
import type { ProjectName } from '../defect';

interface Environs {
  readonly fields: Json;
  readonly breadcrumbs: readonly Json[];
  /** Fields of events that have a transaction. */
  readonly transaction?: Json;
}

export const ENVIRONS: Readonly<Record<ProjectName, Environs>> = {
  storefront: {
    fields: {
      platform: 'javascript',
      sdk: {
        name: 'sentry.javascript.react',
        version: '11.11.0',
        packages: [{ name: 'npm:@sentry/react', version: '11.11.0' }],
        integrations: ['Breadcrumbs', 'GlobalHandlers', 'LinkedErrors'],
      },
      request: {
        url: 'https://books.example{page}',
        headers: { 'User-Agent': '{browser}', Referer: 'https://books.example/' },
      },
      user: '{user}',
      tags: { 'customer.plan': '{guest|guest|reader|reader|collector}', locale: '{de-DE|en-GB|da-DK|fr-FR|ja-JP}' },
      contexts: {
        culture: { timezone: 'Europe/Berlin', locale: 'de-DE' },
        react: { version: '19.3.1' },
        cart: { lines: '{1..5}', cents: '{0..899900}' },
      },
    },
    breadcrumbs: [
      { type: 'navigation', category: 'navigation', data: { from: '/', to: '/search?q=meer' } },
      { category: 'fetch', type: 'http', data: { method: 'GET', url: '/api/search?q=meer', status_code: 200 } },
      { category: 'ui.click', message: 'ul.results > li.book > a.title' },
      { type: 'navigation', category: 'navigation', data: { from: '/search?q=meer', to: '{page}' } },
      {
        category: 'console',
        level: 'warning',
        message: 'The price of an edition is older than a day',
        data: { logger: 'console' },
      },
      {
        category: 'fetch',
        type: 'http',
        level: 'error',
        data: { method: 'POST', url: '/api/orders', status_code: '{400|500|502}' },
      },
      { category: 'ui.click', message: 'form.checkout > button[type="submit"]' },
    ],
  },
  'orders-api': {
    fields: {
      platform: 'node',
      sdk: {
        name: 'sentry.javascript.node',
        version: '11.11.0',
        packages: [{ name: 'npm:@sentry/node', version: '11.11.0' }],
      },
      server_name: 'orders-{a|b|c}-{1..3}',
      user: '{user}',
      tags: { region: '{eu-north|eu-north|eu-west}', 'payment.provider': '{seapay|lighthouse}' },
      contexts: {
        runtime: { name: 'node', version: 'v24.9.0' },
        os: { name: 'Linux', kernel_version: '6.12.9' },
        app: { app_memory: '{180000000..379999999}' },
      },
      modules: { express: '5.3.0', pg: '8.23.1', undici: '7.16.0', zod: '4.1.5' },
    },
    transaction: {
      request: {
        method: '{method}',
        url: 'https://api.books.example{page}',
        headers: { 'Content-Type': 'application/json', 'X-Request-Id': '{uuid}', Authorization: 'Bearer 2f0c' },
        data: {
          lines: [{ isbn: '978-0-00-445566-1', quantity: 2 }],
          shipping: { carrier: 'Küstenpost' },
          card: '4111 1111 1111 1111',
        },
      },
    },
    breadcrumbs: [
      {
        category: 'http',
        type: 'http',
        data: { method: 'POST', url: 'http://stock.internal.example:8080/reservations', status_code: 201 },
      },
      { category: 'query', message: "SELECT nextval('order_number')", data: { 'db.system': 'postgresql' } },
      { category: 'console', level: 'info', message: 'order accepted' },
    ],
  },
  recommender: {
    fields: {
      platform: 'python',
      sdk: {
        name: 'sentry.python',
        version: '2.41.0',
        packages: [{ name: 'pypi:sentry-sdk', version: '2.41.0' }],
        integrations: ['celery', 'logging', 'stdlib'],
      },
      server_name: 'recommender-{0..3}',
      tags: { queue: '{libraries|libraries|feeds}', celery_task_id: '{uuid}' },
      contexts: {
        runtime: { name: 'CPython', version: '3.12.7' },
        trace: { trace_id: '{trace}', span_id: '{span}', op: 'queue.task.celery' },
      },
      extra: {
        'celery-job': {
          task_name: 'recommender.tasks.rebuild_library',
          args: ['{customer}'],
          kwargs: {},
          retries: '{0..2}',
        },
        'sys.argv': ['/usr/local/bin/celery', '-A', 'recommender', 'worker'],
      },
      modules: { celery: '5.5.3', numpy: '2.3.1', requests: '2.32.5', psycopg: '3.2.9' },
    },
    breadcrumbs: [
      {
        category: 'celery.app.trace',
        level: 'info',
        type: 'log',
        message: 'Task recommender.tasks.rebuild_library received',
      },
      { category: 'query', message: 'SELECT isbn, age FROM history WHERE customer_id = %s' },
    ],
  },
  'reader-app': {
    fields: {
      platform: 'java',
      sdk: {
        name: 'sentry.java.android',
        version: '8.53.0',
        packages: [{ name: 'maven:io.sentry:sentry-android-core', version: '8.53.0' }],
      },
      dist: '{release.build}',
      user: '{user}',
      tags: { isSideLoaded: '{true|false|false|false|false}', 'library.size': '{small|medium|large}' },
      contexts: {
        device: {
          model: '{device.model}',
          family: '{device.family}',
          brand: '{device.brand}',
          manufacturer: '{device.brand}',
          battery_level: '{5..99}',
          orientation: 'portrait',
          online: true,
          simulator: false,
          type: 'device',
          memory_size: 8_000_000_000,
          free_memory: '{900000000..1799999999}',
        },
        os: { name: 'Android', version: '{device.version}', build: 'AP4A.{250000..250998}' },
        app: {
          app_name: 'Tidewater Reader',
          app_identifier: 'example.books.reader',
          app_version: '{release.version}',
          app_build: '{release.build}',
          in_foreground: true,
        },
      },
    },
    breadcrumbs: [
      { category: 'app.lifecycle', type: 'navigation', data: { state: 'foreground' } },
      { category: 'ui.lifecycle', type: 'navigation', data: { screen: 'LibraryActivity', state: 'resumed' } },
      { category: 'device.event', type: 'system', data: { action: 'BATTERY_CHANGED', level: 41 } },
      {
        category: 'http',
        type: 'http',
        data: { method: 'GET', url: 'https://api.books.example/library', status_code: 200, http_version: 'h2' },
      },
      { category: 'ui.click', message: 'bookmark_button', type: 'user' },
    ],
  },
};
