/** Defects of the application for Android. */
import { androidFrame, LOOPER_FRAMES } from '../files';
import { between, exception, growing, isbn, since, type Defect } from './defect';

const READER = 'example.books.reader';
const readerFrame = (className: string, functionName: string, lineno: number) =>
  androidFrame(`${READER}.${className}`, functionName, `${className.split('.').pop()}.kt`, lineno);

const DEFECTS: readonly Omit<Defect, 'project'>[] = [
  {
    name: 'bookmark',
    perDay: 44,
    shape: (day) => (day < 6.2 ? 0.3 : 1.4),
    make: () =>
      exception({
        type: 'NullPointerException',
        module: 'java.lang',
        value:
          "Attempt to invoke virtual method 'int example.books.reader.Chapter.getPage()' on a null object reference",
        handled: false,
        mechanism: 'UncaughtExceptionHandler',
        frames: [
          ...LOOPER_FRAMES,
          androidFrame('android.view.View', 'performClick', 'View.java', 7819),
          readerFrame('ui.ReaderFragment', 'onBookmarkClicked', 148),
          readerFrame('Bookmarks', 'add', 61),
        ],
      }),
  },
  {
    name: 'detached',
    perDay: 19,
    make: () =>
      exception({
        type: 'IllegalStateException',
        module: 'java.lang',
        value: 'Fragment LibraryFragment{5b1c3f2} not attached to a context.',
        handled: false,
        mechanism: 'UncaughtExceptionHandler',
        frames: [
          ...LOOPER_FRAMES,
          readerFrame('ui.LibraryFragment', 'showLibrary$lambda$4', 203),
          androidFrame('androidx.fragment.app.Fragment', 'requireContext', 'Fragment.java', 972),
        ],
      }),
  },
  {
    name: 'anr',
    perDay: 12,
    shape: growing(6.2, 3),
    make: () => ({
      ...exception({
        type: 'ApplicationNotResponding',
        module: 'io.sentry.android.core',
        value: 'Application Not Responding for at least 5000 ms.',
        handled: false,
        mechanism: 'ANR',
        frames: [
          ...LOOPER_FRAMES,
          readerFrame('ui.LibraryFragment', 'onResume', 88),
          readerFrame('data.LibraryDatabase', 'loadAll', 131),
          androidFrame('android.database.sqlite.SQLiteCursor', 'getCount', 'SQLiteCursor.java', 140),
        ],
      }),
      threads: {
        values: [
          { id: 2, name: 'main', crashed: true, current: true, state: 'RUNNABLE', main: true },
          {
            id: 31,
            name: 'DefaultDispatcher-worker-1',
            crashed: false,
            current: false,
            state: 'TIMED_WAITING',
            stacktrace: {
              frames: [
                androidFrame(
                  'kotlinx.coroutines.scheduling.CoroutineScheduler$Worker',
                  'run',
                  'CoroutineScheduler.kt',
                  684,
                ),
                androidFrame('java.util.concurrent.locks.LockSupport', 'parkNanos', 'LockSupport.java', 230),
              ],
            },
          },
          {
            id: 34,
            name: 'CoverLoader',
            crashed: false,
            current: false,
            state: 'BLOCKED',
            stacktrace: {
              frames: [
                androidFrame('java.lang.Thread', 'run', 'Thread.java', 1012),
                readerFrame('images.CoverLoader', 'run', 54),
                readerFrame('data.LibraryDatabase', 'writeCover', 177),
              ],
            },
          },
        ],
      },
    }),
  },
  {
    name: 'cover-memory',
    perDay: 8,
    make: (random) => ({
      level: 'fatal',
      ...exception({
        type: 'OutOfMemoryError',
        module: 'java.lang',
        value: `Failed to allocate a ${9_000_000 + random.below(9_000_000)} byte allocation with 1048576 free bytes and 800KB until OOM`,
        handled: false,
        mechanism: 'UncaughtExceptionHandler',
        frames: [
          androidFrame('java.lang.Thread', 'run', 'Thread.java', 1012),
          readerFrame('images.CoverLoader', 'run', 54),
          readerFrame('images.CoverLoader', 'decode', 92),
          androidFrame('android.graphics.BitmapFactory', 'decodeStream', 'BitmapFactory.java', 754),
        ],
      }),
    }),
  },
  {
    name: 'handshake',
    perDay: 10,
    make: () =>
      exception(
        {
          type: 'SyncFailed',
          module: `${READER}.sync`,
          value: 'the library was not synchronized',
          frames: [readerFrame('sync.LibrarySync', 'run', 77)],
        },
        {
          type: 'SSLHandshakeException',
          module: 'javax.net.ssl',
          value: 'java.security.cert.CertPathValidatorException: Trust anchor for certification path not found.',
          frames: [
            androidFrame(
              'com.android.org.conscrypt.ConscryptEngineSocket',
              'startHandshake',
              'ConscryptEngineSocket.java',
              229,
            ),
            androidFrame('okhttp3.internal.connection.RealConnection', 'connectTls', 'RealConnection.kt', 379),
            readerFrame('sync.LibraryApi', 'fetch', 33),
          ],
        },
      ),
  },
  {
    name: 'disk-full',
    perDay: 6,
    make: () =>
      exception({
        type: 'SQLiteFullException',
        module: 'android.database.sqlite',
        value: 'database or disk is full (code 13 SQLITE_FULL)',
        frames: [
          readerFrame('data.Downloads', 'store', 58),
          androidFrame('android.database.sqlite.SQLiteConnection', 'nativeExecute', 'SQLiteConnection.java', -2),
        ],
      }),
  },
  {
    name: 'lateinit',
    perDay: 9,
    shape: since(6.2),
    make: () =>
      exception({
        type: 'UninitializedPropertyAccessException',
        module: 'kotlin',
        value: 'lateinit property player has not been initialized',
        handled: false,
        mechanism: 'UncaughtExceptionHandler',
        frames: [...LOOPER_FRAMES, readerFrame('audio.AudioBookService', 'onDestroy', 212)],
      }),
  },
  {
    name: 'font',
    perDay: 3,
    make: () =>
      exception({
        type: 'Resources$NotFoundException',
        module: 'android.content.res',
        value: 'Font resource ID #0x7f090003 could not be retrieved.',
        frames: [
          ...LOOPER_FRAMES,
          readerFrame('ui.TypefaceCache', 'get', 29),
          androidFrame('androidx.core.content.res.ResourcesCompat', 'getFont', 'ResourcesCompat.java', 342),
        ],
      }),
  },
  {
    name: 'locale',
    perDay: 4,
    shape: between(0, 6.2),
    make: () =>
      exception({
        type: 'DateTimeParseException',
        module: 'java.time.format',
        value: "Text '٢٠٢٦-١١-٠٣' could not be parsed at index 0",
        frames: [readerFrame('sync.LibrarySync', 'parse', 102)],
      }),
  },
  {
    name: 'download',
    perDay: 14,
    make: (random) => ({
      level: 'warning',
      logentry: { message: 'The download of %s was interrupted', params: [isbn(random)] },
    }),
  },
];

export const READER_APP = DEFECTS.map((defect): Defect => ({ ...defect, project: 'reader-app' }));
