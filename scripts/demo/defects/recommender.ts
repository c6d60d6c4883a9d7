/** Defects of the worker, which is written in Python. */
import type { Json } from '../../support/payloads';
import { CELERY_FRAMES, FEED, pythonLibrary, SCORING, STORE, TASKS } from '../files';
import { exception, growing, isbn, since, spike, type Defect } from './defect';

const rebuild = (text: string, vars?: Json) => [...CELERY_FRAMES, TASKS.at(text, 'rebuild_library', vars)];

const DEFECTS: readonly Omit<Defect, 'project'>[] = [
  {
    name: 'embedding',
    perDay: 52,
    make: (random) => {
      const key = isbn(random);
      return exception({
        type: 'KeyError',
        value: `'${key}'`,
        module: 'builtins',
        handled: false,
        mechanism: 'celery',
        frames: [
          ...rebuild('score_editions(history)', { customer_id: 20_000 + random.below(9000), history: [[key, 3]] }),
          SCORING.at('dot(vector', 'score_editions', { weights: { [key]: 0.25 } }),
          SCORING.at('EMBEDDINGS[isbn]', 'profile'),
        ],
      });
    },
  },
  {
    name: 'zero',
    perDay: 16,
    shape: since(6.3),
    make: () =>
      exception({
        type: 'ZeroDivisionError',
        value: 'float division by zero',
        module: 'builtins',
        handled: false,
        mechanism: 'celery',
        frames: [
          ...rebuild('for edition, score in scores'),
          SCORING.at('yield isbn', 'score_editions', { total: '0.0', weights: '{}' }),
        ],
      }),
  },
  {
    name: 'feed',
    perDay: 13,
    shape: spike(9.8, 5, 8),
    make: (random) => {
      const host = random.pick(['feeds.nordwind-verlag.example', 'export.harborpress.example']);
      return exception(
        {
          type: 'ConnectionError',
          module: 'requests.exceptions',
          value: `HTTPSConnectionPool(host='${host}', port=443): Max retries exceeded with url: /onix.csv`,
          frames: [
            ...CELERY_FRAMES,
            FEED.at('session.get(url', 'read_feed', { url: `https://${host}/onix.csv` }),
            pythonLibrary('requests/sessions.py', 'request', 589),
            pythonLibrary('requests/adapters.py', 'send', 700),
          ],
        },
        {
          type: 'MaxRetryError',
          module: 'urllib3.exceptions',
          value: `HTTPSConnectionPool(host='${host}', port=443): Max retries exceeded`,
          frames: [
            pythonLibrary('requests/adapters.py', 'send', 667),
            pythonLibrary('urllib3/connectionpool.py', 'urlopen', 843),
            pythonLibrary('urllib3/util/retry.py', 'increment', 519),
          ],
        },
        {
          type: 'NameResolutionError',
          module: 'urllib3.exceptions',
          value: `Failed to resolve '${host}' ([Errno -3] Temporary failure in name resolution)`,
          frames: [pythonLibrary('urllib3/connection.py', '_new_conn', 205)],
        },
      );
    },
  },
  {
    name: 'encoding',
    perDay: 7,
    make: (random) =>
      exception({
        type: 'UnicodeDecodeError',
        module: 'builtins',
        value: `'utf-8' codec can't decode byte 0xfc in position ${random.below(20_000)}: invalid start byte`,
        frames: [...CELERY_FRAMES, FEED.at('response.content.decode', 'read_feed')],
      }),
  },
  {
    name: 'price',
    perDay: 9,
    make: (random) =>
      exception({
        type: 'InvalidOperation',
        module: 'decimal',
        value: "[<class 'decimal.ConversionSyntax'>]",
        frames: [
          ...CELERY_FRAMES,
          FEED.at('parse_edition(row) for row', 'read_feed'),
          FEED.at('Decimal(row["price"]', 'parse_edition', {
            row: {
              isbn: isbn(random),
              price: random.pick(['auf Anfrage', '12,90 €', '']),
              title: 'Das Meer — eine Geschichte',
            },
          }),
        ],
      }),
  },
  {
    name: 'soft-limit',
    perDay: 11,
    shape: growing(7, 3),
    make: (random) =>
      exception({
        type: 'SoftTimeLimitExceeded',
        module: 'celery.exceptions',
        value: 'SoftTimeLimitExceeded()',
        frames: [
          ...rebuild('store_library(customer_id, library)', { customer_id: 20_000 + random.below(9000) }),
          STORE.at('cursor.executemany', 'store_library'),
          pythonLibrary('billiard/pool.py', 'soft_timeout_sighandler', 229),
        ],
      }),
  },
  {
    name: 'stack',
    perDay: 5,
    make: () =>
      exception({
        type: 'ValueError',
        module: 'builtins',
        value: 'need at least one array to stack',
        frames: [
          ...rebuild('score_editions(history)'),
          SCORING.at('np.mean(np.stack', 'profile', { vectors: '[]' }),
          pythonLibrary('numpy/_core/shape_base.py', 'stack', 457),
        ],
      }),
  },
  {
    name: 'constraint',
    perDay: 4,
    make: () =>
      exception({
        type: 'IntegrityError',
        module: 'psycopg.errors',
        value: 'insert or update on table "library" violates foreign key constraint "library_customer_id_fkey"',
        frames: [
          ...rebuild('store_library(customer_id, library)'),
          STORE.at('cursor.executemany', 'store_library'),
          pythonLibrary('psycopg/cursor.py', 'executemany', 127),
        ],
      }),
  },
  {
    name: 'killed',
    perDay: 0.8,
    make: () => ({
      level: 'fatal',
      ...exception({
        type: 'WorkerLostError',
        module: 'billiard.exceptions',
        value: 'Worker exited prematurely: signal 9 (SIGKILL) Job: 5512.',
        handled: false,
        frames: [pythonLibrary('billiard/pool.py', 'mark_as_worker_lost', 1265)],
      }),
    }),
  },
  {
    name: 'stale-model',
    perDay: 6,
    make: (random) => ({
      level: 'warning',
      logger: 'recommender.model',
      logentry: { message: 'The model is %s hours old', params: [25 + random.below(40)] },
    }),
  },
];

export const RECOMMENDER = DEFECTS.map((defect): Defect => ({ ...defect, project: 'recommender' }));
