import { Unavailable } from '../domain/errors';

/**
 * Maximum number of tests of one organization at the same time. Each test keeps its caller waiting for up to half a
 * minute: with a limit for all organizations, a few could keep the others from testing.
 */
const MAX_OF_ORGANIZATION = 4;

/** The tests of alerts in progress: one at a time of each webhook or rule, and a few of each organization. */
export class TestSlots {
  readonly #inProgress = new Map<string, Set<string>>();

  /**
   * Begins a test. Returns the function that ends it.
   * @param id of the webhook's project or of the rule
   * @throws Unavailable with the message if a slot is not free
   */
  begin(organizationId: string, id: string, refused: Unavailable): () => void {
    const tests = this.#inProgress.get(organizationId) ?? new Set();
    if (tests.has(id) || tests.size >= MAX_OF_ORGANIZATION) throw refused;
    this.#inProgress.set(organizationId, tests.add(id));
    return () => {
      tests.delete(id);
      if (tests.size === 0) this.#inProgress.delete(organizationId);
    };
  }
}
