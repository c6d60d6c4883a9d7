import type { ReactNode } from 'react';
import { ApiError, isTransient, useShownError } from '../state/api';
import { type TextsOf, useTexts } from '../state/texts';
import { componentsTexts } from '../texts/components';
import { Button } from './controls';
import { TextWithCode } from './textWithCode';

/** Shows grey lines in the place of content that is being read. */
export function Loading({ lines = 3 }: { readonly lines?: number }): ReactNode {
  const texts = useTexts(componentsTexts).feedback;
  return (
    <div className="stack" role="status">
      <span className="hidden-text">{texts.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className="skeleton" style={{ height: '1.25rem', width: `${90 - ((index * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

/**
 * Shows the reason why a request failed, and the next step.
 * @param onRetry repeats the request, which also repeats itself if the failure is transient
 */
export function ErrorNotice({
  error,
  onRetry,
}: {
  readonly error: Error;
  readonly onRetry?: (() => void) | undefined;
}): ReactNode {
  const texts = useTexts(componentsTexts).feedback;
  const said = error instanceof ApiError ? explain(error, texts) : texts.unexpected;
  const isTold = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  const isRepeated = onRetry !== undefined && isTransient(error);
  return (
    <div className="notice" data-kind="danger" role="alert">
      {said !== null && <p>{said}</p>}
      {!isTold && (
        <p>
          <TextWithCode text={error.message} />
        </p>
      )}
      {isRepeated && <p>{texts.repeated}</p>}
      {onRetry !== undefined && (
        <Button size="small" onClick={onRetry}>
          {isRepeated ? texts.now : texts.again}
        </Button>
      )}
    </div>
  );
}

function explain({ status, message }: ApiError, texts: TextsOf<typeof componentsTexts>['feedback']): string | null {
  if (status === 0) return texts.unreachable;
  if (status >= 500) return texts.replied(status, message);
  if (status === 403) return texts.forbidden;
  return status === 404 ? texts.notFound : null;
}

/** Shows a message in the place of an empty list: the reason why it is empty, and the next step. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactNode {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** The state of a request: its value, that it is awaited, or the reason why it failed. */
interface Loadable<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Shows the value of a request, or its state. An error is shown above a value that was read before. */
export function Loaded<T>({
  query,
  lines = 3,
  children,
}: {
  readonly query: Loadable<T>;
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}): ReactNode {
  const { data, refetch } = query;
  const error = useShownError(query);
  return (
    <>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data !== undefined ? children(data) : error === null && <Loading lines={lines} />}
    </>
  );
}
