import type { Init, Method, OperationOf, PagedPath, PathWith, RecordOf, Rest } from './contract';
import type { Reply } from './reply';

export interface ClientOptions {
  /** Where the service is, such as `http://127.0.0.1:4000`. */
  baseUrl: string;
  /** An access token, for everything but sending events. */
  token?: string | undefined;
  /** The public key of a DSN, for sending events. */
  publicKey?: string | undefined;
  /** Another `fetch`, for tests or proxies. */
  fetch?: (request: Request) => Promise<Response>;
}

/** Calls the operations of one method by their path. Rejects only if no answer arrives at all, as `fetch` does. */
export type Call<M extends Method> = <P extends PathWith<M>>(
  path: P,
  ...rest: Rest<Init<OperationOf<M, P>>>
) => Promise<Reply<OperationOf<M, P>>>;

/** A typed client: everything it takes and gives is checked against the contract by the compiler. */
export interface Client {
  /**
   * @example
   * const reply = await culprit.GET('/api/0/projects/{organization_slug}/{project_slug}/events/', {
   *   params: { path: { organization_slug: 'acme', project_slug: 'shop' }, query: { full: true } },
   * });
   */
  readonly GET: Call<'get'>;
  /**
   * @example
   * const reply = await culprit.PUT('/api/0/projects/{organization_slug}/{project_slug}/', {
   *   params: { path: { organization_slug: 'acme', project_slug: 'shop' } },
   *   body: { isBookmarked: true },
   * });
   * if (reply.status === 400) console.log('wrong fields:', reply.error);
   */
  readonly PUT: Call<'put'>;
  readonly POST: Call<'post'>;
  /**
   * @example
   * await culprit.DELETE('/api/0/projects/{organization_slug}/{project_slug}/issues/', {
   *   params: { path: { organization_slug: 'acme', project_slug: 'shop' }, query: { id: [4, 7] } },
   * });
   */
  readonly DELETE: Call<'delete'>;
  readonly PATCH: Call<'patch'>;

  /**
   * Goes through the pages of a list from the one asked for, as its `Link` header leads. The last page given may be a failure.
   *
   * @example
   * for await (const page of culprit.pages('/api/0/teams/{organization_slug}/{team_id_or_slug}/projects/', {
   *   params: { path: { organization_slug: 'acme', team_id_or_slug: 'backend' } },
   * })) {
   *   if (!page.ok) throw new Error(page.error.detail);
   *   console.log(page.data.length);
   * }
   */
  pages<P extends PagedPath>(
    path: P,
    ...rest: Rest<Init<OperationOf<'get', P>>>
  ): AsyncGenerator<Reply<OperationOf<'get', P>>, void>;

  /**
   * Goes through the records of a list, page after page.
   * @throws PageFailed if a page fails; its `reply` tells why
   *
   * @example
   * for await (const event of culprit.records('/api/0/projects/{organization_slug}/{project_slug}/events/', {
   *   params: { path: { organization_slug: 'acme', project_slug: 'shop' } },
   * })) console.log(event.title);
   */
  records<P extends PagedPath>(path: P, ...rest: Rest<Init<OperationOf<'get', P>>>): AsyncGenerator<RecordOf<P>, void>;
}
