import type { IssueSort } from './issueSearch';

/** Visibility of a saved search: only its owner sees it, or all members of the organization. */
export type SearchVisibility = 'owner' | 'organization';

/** Maximum number of searches that a member may have alone, and that an organization may share. */
export const MAX_SAVED_SEARCHES: Readonly<Record<SearchVisibility, number>> = { owner: 100, organization: 200 };

/** The part of a saved search that the body of a request sets. */
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
