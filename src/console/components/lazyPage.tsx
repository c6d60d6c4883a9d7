import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { PageFile } from '../pages';
import { beginLaterThan } from '../state/later';
import { Loading } from './feedback';

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
      importFile().then((loaded) => setLoadedFile(keep(loaded)), setError);
    }, []);
    const queries = useQueryClient();
    const isShown = loadedFile !== undefined;
    // The page's own effects, which begin its requests, run before this one.
    useEffect(() => (isShown ? beginLaterThan(queries) : undefined), [queries, isShown]);
    // The error boundary around the page shows it.
    if (error !== null) throw error;
    return loadedFile === undefined ? <Loading lines={6} /> : <loadedFile.default />;
  };
}
