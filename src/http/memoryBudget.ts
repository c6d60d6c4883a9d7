import { Unavailable } from '../domain/errors';

/** Whose request holds memory. */
export interface MemoryHolder {
  /** The tenant: an organization or a project; the address of a request that names none. */
  readonly tenant: string;
  /** One of the tenant's clients: a token or an address. */
  readonly client: string;
}

/** The part of a budget that one tenant may hold while others hold some. */
const TENANT_PART = 1 / 2;

/**
 * Memory that all requests share. What does not fit is taken from the one that holds the most: from the tenant with the most bytes, and of it from
 * the client with the most. So a request of one that holds less is never refused because of another one's flood. A single request may
 * exceed the budget as long as there is no other.
 */
export class MemoryBudget {
  #allocated = 0;
  readonly #reservations = new Set<MemoryReservation>();

  constructor(
    readonly limit: number,
    /** What a client reads whose request is refused or ended. */
    private readonly refusal: string,
  ) {}

  get allocated(): number {
    return this.#allocated;
  }

  /**
   * Begins a reservation, which has no bytes yet.
   * @throws Unavailable if there is no memory left for the holder
   */
  reserve(holder: MemoryHolder): MemoryReservation {
    const reservation = new MemoryReservation(this, holder);
    this.#makeRoom(reservation, 1);
    this.#reservations.add(reservation);
    return reservation;
  }

  /** For reservations. @throws Unavailable if there is too little memory, and none to be taken from others */
  allocate(reservation: MemoryReservation, bytes: number): void {
    this.#makeRoom(reservation, bytes);
    this.#allocated += bytes;
  }

  /** For reservations. */
  free(bytes: number): void {
    this.#allocated -= bytes;
  }

  /** For reservations. */
  end(reservation: MemoryReservation): void {
    this.#reservations.delete(reservation);
  }

  /** Half of the budget is free for all: as long as nobody needs more, nothing is compared. */
  #makeRoom(reservation: MemoryReservation, bytes: number): void {
    while (this.#allocated + bytes > this.limit * TENANT_PART) {
      if (this.#allocated === reservation.bytes) return;
      const shares = this.#measureShares(reservation, bytes);
      const own = shares.tenants.get(reservation.holder.tenant) ?? 0;
      const exceedsPart = own > this.limit * TENANT_PART && own > reservation.bytes + bytes;
      if (this.#allocated + bytes <= this.limit && !exceedsPart) return;
      const victim = this.#findLargest(reservation, shares, exceedsPart);
      if (victim === undefined) throw new Unavailable(this.refusal);
      victim.revoke(new Unavailable(this.refusal));
    }
  }

  /** What tenants and clients hold, with the bytes that are wanted. */
  #measureShares({ holder }: MemoryReservation, wanted: number): Shares {
    const tenants = new Map([[holder.tenant, wanted]]);
    const clients = new Map([[clientKey(holder), wanted]]);
    for (const { holder: other, bytes } of this.#reservations) {
      const key = clientKey(other);
      tenants.set(other.tenant, (tenants.get(other.tenant) ?? 0) + bytes);
      clients.set(key, (clients.get(key) ?? 0) + bytes);
    }
    return { tenants, clients };
  }

  /**
   * The newest reservation of the client that holds the most, of the tenant that holds the most; undefined if that is the client that
   * wants more, or if none of what others hold can be taken.
   * @param isWithinTenant whether only the tenant of the reservation has too much
   */
  #findLargest({ holder }: MemoryReservation, shares: Shares, isWithinTenant: boolean): MemoryReservation | undefined {
    const sizeOf = (sizes: ReadonlyMap<string, number>, key: string) => sizes.get(key) ?? 0;
    const revocable = [...this.#reservations].filter(({ isRevocable, bytes }) => isRevocable && bytes > 0);
    let { tenant } = holder;
    for (const candidate of isWithinTenant ? [] : revocable) {
      if (sizeOf(shares.tenants, candidate.holder.tenant) > sizeOf(shares.tenants, tenant))
        ({ tenant } = candidate.holder);
    }
    let client = tenant === holder.tenant ? clientKey(holder) : '';
    let victim: MemoryReservation | undefined;
    for (const candidate of revocable) {
      const key = clientKey(candidate.holder);
      if (candidate.holder.tenant !== tenant || (key === client && victim === undefined)) continue;
      if (key !== client && sizeOf(shares.clients, key) <= sizeOf(shares.clients, client)) continue;
      client = key;
      victim = candidate;
    }
    return victim;
  }
}

interface Shares {
  readonly tenants: ReadonlyMap<string, number>;
  readonly clients: ReadonlyMap<string, number>;
}

function clientKey({ tenant, client }: MemoryHolder): string {
  return `${tenant} ${client}`;
}

/** The memory of one request. */
export class MemoryReservation {
  /**
   * Ends the request, so that its memory is free: called with the error to reply with, after the memory was freed. Absent: its memory cannot
   * be taken from it.
   */
  onRevoke: ((error: Unavailable) => void) | undefined;
  #bytes = 0;
  #hasEnded = false;

  constructor(
    private readonly budget: MemoryBudget,
    readonly holder: MemoryHolder,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  get isRevocable(): boolean {
    return this.onRevoke !== undefined;
  }

  /** Counts further bytes. @throws Unavailable if they do not fit */
  grow(bytes: number): void {
    this.resize(this.#bytes + bytes);
  }

  /** Holds so many bytes from now on. @throws Unavailable if they do not fit; it then holds as many as before */
  resize(bytes: number): void {
    if (this.#hasEnded) return;
    const more = bytes - this.#bytes;
    if (more > 0) this.budget.allocate(this, more);
    else this.budget.free(-more);
    this.#bytes = bytes;
  }

  /** Frees the memory once it is no longer needed. */
  release(): void {
    if (this.#hasEnded) return;
    this.resize(0);
    this.#hasEnded = true;
    this.budget.end(this);
  }

  /** For the budget. */
  revoke(error: Unavailable): void {
    const { onRevoke } = this;
    this.onRevoke = undefined;
    this.release();
    onRevoke?.(error);
  }
}
