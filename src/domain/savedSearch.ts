import type { IssueSort } from './issueSearch';

/** Whether a saved search is seen by the member who has it, or by all members of the organization. */
export type SearchVisibility = 'owner' | 'organization';

/** How many searches a member may have alone, and how many an organization may share. */
export const MAX_SAVED_SEARCHES: Readonly<Record<SearchVisibility, number>> = { owner: 100, organization: 200 };

/** What the body of a request says of a saved search. */
export interface SavedSearchContent {
  readonly name: string;
  /** In the language of searches for issues. */
  readonly query: string;
  readonly sort: IssueSort;
  readonly visibility: SearchVisibility;
}

/** A search for issues that is kept under a name. */
export interface SavedSearch extends SavedSearchContent {
  readonly id: string;
  readonly organizationId: string;
  /** The member who saved it; null if a token of the organization did, or if the member was removed. */
  readonly createdBy: { readonly id: string; readonly email: string } | null;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
}
