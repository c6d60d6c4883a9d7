import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { PageFile } from '../pages';
import { ApiError, RETRY_INTERVAL } from '../state/api';
import { beginLaterThan } from '../state/later';
import { ErrorNotice, Loading } from './feedback';

/**
 * Makes a page of the import of its file. In contrast to React's `lazy`, it is shown as soon as its file is there:
 * React keeps what stands in for a part of a page for 300 ms, which a reader would wait at every first opening.
 * @param begun the file, if it is being loaded already
 */
export function lazyPage(importFile: () => Promise<PageFile>, begun?: Promise<PageFile>): ComponentType {
  let file: PageFile | undefined;
  const keep = (loaded: PageFile): PageFile => (file = loaded);
  begun?.then(keep, () => undefined);
  return function Page(): ReactNode {
    const [loadedFile, setLoadedFile] = useState(file);
    const [error, setError] = useState<Error | null>(null);
    useEffect(() => {
      importFile().then(
        (loaded) => setLoadedFile(keep(loaded)),
        async (failure: unknown) => {
          const { message } = failure as Error;
          setError((await isReachable()) ? new Error(message, { cause: failure }) : new ApiError(0, message));
        },
      );
    }, []);
    const isAwaited = loadedFile === undefined && error instanceof ApiError;
    useEffect(() => {
      if (!isAwaited) return undefined;
      const timer = setInterval(() => void reloadIfReachable(), RETRY_INTERVAL);
      return () => clearInterval(timer);
    }, [isAwaited]);
    const queries = useQueryClient();
    const isShown = loadedFile !== undefined;
    // The page's own effects, which begin its requests, run before this one.
    useEffect(() => (isShown ? beginLaterThan(queries) : undefined), [queries, isShown]);
    if (loadedFile !== undefined) return <loadedFile.default />;
    if (error === null) return <Loading lines={6} />;
    if (isAwaited) return <ErrorNotice error={error} onRetry={() => void reloadIfReachable()} />;
    // The error boundary around the page shows it.
    throw error;
  };
}

/** True if the service answers: then a file that cannot be loaded is gone, or has an error. */
async function isReachable(): Promise<boolean> {
  return fetch(location.origin, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * Loads the document again once the service answers. Importing the file again would not help: a browser may remember
 * for as long as the document lives that an import failed (https://github.com/whatwg/html/issues/6768). If the file is
 * missing while the service answers, its error is shown, so this does not go on for ever.
 */
async function reloadIfReachable(): Promise<void> {
  if (await isReachable()) location.reload();
}
