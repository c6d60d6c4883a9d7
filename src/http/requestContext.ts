import type { Request, Response } from 'express';
import type { OperationId, Steps } from '../api/operation';
import type { Caller } from '../domain/access';
import type { DsnClient } from '../ingest/authorizeDsn';
import type { BodyReservation } from './bodies';
import type { RoutedRequest } from './openapiBackend';

/** One request on its way through the door. */
export interface RequestContext extends RoutedRequest {
  readonly id: string;
  readonly request: Request;
  readonly response: Response;
  /** Query string as sent, without the question mark. */
  readonly search: string;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  caller?: Promise<Caller>;
  dsnClient?: DsnClient;
  steps?: Steps<OperationId>;
  /** Bytes of a JSON body. */
  size?: number;
  /** The body where the operation takes bytes. */
  bytes?: Buffer;
  /** What the body takes of the memory meant for bodies. */
  reservation?: BodyReservation;
}
