import { Unavailable } from '../domain/errors';

/** The tenant and the client that a reservation is counted for. */
export interface MemoryHolder {
  /** The tenant: an organization or a project; the address of a request that names none. */
  readonly tenant: string;
  /** One of the tenant's clients: a token or an address. */
  readonly client: string;
}

/** Maximum part of a budget that one tenant may hold while other tenants hold memory. */
const TENANT_PART = 1 / 2;

/**
 * Memory that all requests share. If the budget is exhausted, the budget selects the tenant with the most bytes, then
 * the client of this tenant with the most bytes, and ends one of its requests. If that client is the requesting one,
 * its request is refused. A client that holds less is therefore never refused because another client floods the
 * service. A single request may exceed the budget as long as there is no other.
 */
export class MemoryBudget {
  #allocated = 0;
  readonly #reservations = new Set<MemoryReservation>();

  constructor(
    readonly limit: number,
    /** Message of the error for a client whose request is refused or ended. */
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

  /**
   * Counts further bytes of a reservation; a negative number for bytes that it has freed. Only reservations call it.
   * @throws Unavailable if there is too little memory, and other requests cannot free any
   */
  allocate(reservation: MemoryReservation, bytes: number): void {
    if (bytes > 0) this.#makeRoom(reservation, bytes);
    this.#allocated += bytes;
  }

  /** Removes a reservation. Only reservations call it. */
  end(reservation: MemoryReservation): void {
    this.#reservations.delete(reservation);
  }

  /**
   * Ends requests until the bytes fit into the budget. While the requests together need at most half of it, no tenants
   * are compared.
   * @throws Unavailable if other requests cannot free enough
   */
  #makeRoom(reservation: MemoryReservation, bytes: number): void {
    while (this.#allocated + bytes > this.limit * TENANT_PART) {
      // A request that is alone may exceed the budget.
      if (this.#allocated === reservation.bytes) return;
      const shares = this.#measureShares(reservation, bytes);
      const own = shares.tenants.get(reservation.holder.tenant) ?? 0;
      // A single request of a tenant may exceed the part of the tenant.
      const exceedsPart = own > this.limit * TENANT_PART && own > reservation.bytes + bytes;
      if (this.#allocated + bytes <= this.limit && !exceedsPart) return;
      const victim = this.#findLargest(reservation, shares, exceedsPart);
      if (victim === undefined) throw new Unavailable(this.refusal);
      victim.revoke(new Unavailable(this.refusal));
    }
  }

  /** Returns the bytes of each tenant and of each client, including the bytes that the reservation requests. */
  #measureShares({ holder }: MemoryReservation, requested: number): Shares {
    const tenants = new Map([[holder.tenant, requested]]);
    const clients = new Map([[clientKey(holder), requested]]);
    for (const { holder: other, bytes } of this.#reservations) {
      const key = clientKey(other);
      tenants.set(other.tenant, (tenants.get(other.tenant) ?? 0) + bytes);
      clients.set(key, (clients.get(key) ?? 0) + bytes);
    }
    return { tenants, clients };
  }

  /**
   * Finds the reservation to revoke. First the tenant with the most bytes is selected, then the client of this tenant
   * with the most bytes, then the newest revocable reservation of this client. Returns undefined if the client of the
   * requesting reservation holds the most, or if no reservation can be revoked.
   * @param isWithinTenant true if only the tenant of the requesting reservation exceeds its part
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
   * Ends the request. Called with the error to reply with, after the memory was freed. If absent, the reservation
   * cannot be revoked.
   */
  onRevoke: ((error: Unavailable) => void) | undefined;
  /** Called once when the memory is freed; releases other resources that the request holds. */
  onRelease: (() => void) | undefined;
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

  /**
   * Changes the size of the reservation to this number of bytes.
   * @throws Unavailable if they do not fit; the size then stays the same
   */
  resize(bytes: number): void {
    if (this.#hasEnded) return;
    this.budget.allocate(this, bytes - this.#bytes);
    this.#bytes = bytes;
  }

  /** Frees the memory once it is no longer needed. */
  release(): void {
    if (this.#hasEnded) return;
    this.resize(0);
    this.#hasEnded = true;
    this.budget.end(this);
    this.onRelease?.();
  }

  /** Frees the memory and ends the request with the error. Only the budget calls it. */
  revoke(error: Unavailable): void {
    const { onRevoke } = this;
    this.onRevoke = undefined;
    this.release();
    onRevoke?.(error);
  }
}
