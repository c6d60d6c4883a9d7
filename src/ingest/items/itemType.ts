import type { JsonObject } from '../../domain/event';
import type { DropReason, ItemKind } from '../../domain/outcome';
import type { ProjectFlag } from '../../domain/project';
import type { AuthorizedClient, IngestRequest } from '../authorizeDsn';

/** The members of an envelope's header that are used; null where absent. */
export interface EnvelopeHeader {
  /** 32 lower-case hexadecimal digits. */
  readonly eventId: string | null;
  readonly dsn: string | null;
  /** Time at which the client sent the envelope, by its own clock: milliseconds since 1970, UTC. */
  readonly sentAt: number | null;
}

/** One item of an envelope. The payload is a view of the envelope's bytes, not a copy. */
export interface EnvelopeItem {
  readonly type: string;
  readonly header: JsonObject;
  readonly payload: Buffer;
  /** True beside an event if it exceeds a limit of its type: it is counted, and not handled. */
  readonly isSurplus?: boolean;
}

/** The dependencies of an item's handler. */
export interface ItemContext {
  readonly request: IngestRequest;
  readonly client: AuthorizedClient;
  readonly envelopeHeader: EnvelopeHeader;
  /** True if the envelope has an event, or files of a crash, which make one. The id in the header is then its id. */
  readonly hasEvent: boolean;
  /** Flags that the items of the envelope set on the project. Types with `savesFlags` save them. */
  readonly flags: readonly ProjectFlag[];
  /** Reason why the event of the envelope was dropped, with its files; null if it was not, or is not handled yet. */
  dropped: DropReason | null;
}

/** The handling of envelope items of one type. */
export interface ItemType {
  /** The kind by which an operator switches items of this type off: they are then counted as if without `handle`. */
  readonly kind?: ItemKind;
  /** Set on the project when an item of this type arrives. */
  readonly flag?: ProjectFlag;
  /** Larger payloads are dropped beside an event, and otherwise rejected with 413. */
  readonly maxBytes?: number;
  /** More items of this type are dropped beside an event; otherwise the envelope is rejected with 400. */
  readonly maxItems?: number;
  /** True if items of this type are accepted while limits refuse events. */
  readonly isUnlimited?: boolean;
  /** True if items of this type are files of the envelope's event: they are stored after it, and only if it is. */
  readonly isAttached?: boolean;
  /** True if `handle` saves the flags of the envelope, in the transaction of the item. */
  readonly savesFlags?: boolean;
  /**
   * True if the items of an envelope are handled at the same time, after the others, so that they share a transaction.
   */
  readonly isBatched?: boolean;
  /** Handles one item; returns the id of the event if it is one. Absent: items are skipped once their flag is noted. */
  handle?(item: EnvelopeItem, context: ItemContext): Promise<string | null>;
}
