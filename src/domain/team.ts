/** A group of members inside an organization; projects are bound to teams. */
export interface Team {
  readonly id: string;
  readonly organizationId: string;
  readonly slug: string;
  readonly name: string;
}
