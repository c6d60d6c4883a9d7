import type { Request, Response } from 'express';
import type { Caller } from '../domain/access';
import type { OperationId, Sender, Steps } from '../operations/operation';
import type { BodyShare } from './budget';
import type { Passage } from './contract';

/** One request on its way through the door. */
export interface Exchange extends Passage {
  readonly id: string;
  readonly request: Request;
  readonly response: Response;
  /** Query string as sent, without the question mark. */
  readonly search: string;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  caller?: Promise<Caller>;
  sender?: Sender;
  steps?: Steps<OperationId>;
  /** Bytes of a JSON body. */
  size?: number;
  /** The body where the operation takes bytes. */
  bytes?: Buffer;
  /** What the body takes of the memory meant for bodies. */
  share?: BodyShare;
}
