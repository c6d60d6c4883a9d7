// Generated from openapi/ by `npm run generate`. Do not edit.

export interface paths {
    "/api/0/projects/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description Returns the projects that the caller has access to, with their organization: those of the organization of its token, ordered by slug. The `Link` header has the URLs of the other pages.
         */
        get: operations["listProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description Returns the project with all of its settings, in the form that updateProject returns.
         */
        get: operations["getProject"];
        /**
         * Update a project
         * @description Changes the fields in the body and returns the whole project. Either every field is applied or none. A caller without project:write and project:admin can change only `isBookmarked`; a body with any other field is 403. An empty body changes nothing.
         */
        put: operations["updateProject"];
        post?: never;
        /**
         * Remove a project
         * @description Removes the project permanently, with its issues, events, keys, uploaded files, settings and counts, and with the releases that belong to no other project. The project is gone with the reply: its events are refused and its slug is free. Its storage is reclaimed in small steps afterwards.
         */
        delete: operations["removeProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/members/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a project's members
         * @description Returns the members of the organization who are in a team of the project, ordered by id, with the slugs of all their teams.
         */
        get: operations["listProjectMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/teams/{team_id_or_slug}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a project to a team
         * @description Adds the project to a team, if it is not in it yet. To transfer a project, add it to the new team, then remove it from the former one.
         */
        post: operations["addProjectTeam"];
        /**
         * Remove a project from a team
         * @description Removes the project from a team. The last team of a project cannot be removed: add another one first.
         */
        delete: operations["removeProjectTeam"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/teams/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an organization's teams
         * @description Returns the teams of the organization, ordered by slug.
         */
        get: operations["listTeams"];
        put?: never;
        /**
         * Create a team
         * @description Creates a team of the organization. Without a slug, the slug is made of the name; without a name, the name is the slug. An organization has at most 1,000 teams.
         */
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/teams/{organization_slug}/{team_id_or_slug}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a team
         * @description Returns the team.
         */
        get: operations["getTeam"];
        /**
         * Rename a team
         * @description Changes the name or the slug of the team. The former slug is unknown afterwards; the id of a team stays.
         */
        put: operations["updateTeam"];
        post?: never;
        /**
         * Remove a team
         * @description Removes the team permanently; its members stay in the organization. A team cannot be removed while a project belongs to it alone.
         */
        delete: operations["removeTeam"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/teams/{organization_slug}/{team_id_or_slug}/projects/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a team's projects
         * @description Returns the projects of the team, ordered by slug. The `Link` header has the URLs of the other pages.
         */
        get: operations["listTeamProjects"];
        put?: never;
        /**
         * Create a project
         * @description Creates a project of the team, with a key named Default. Without a slug, the slug is made of the name. An organization has at most 1,000 projects.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a project's error events
         * @description Returns the stored events, newest first; with `query`, `statsPeriod`, `start` or `end`, those that match. With `full`, each event has its whole body, including the stack trace. Events that arrive between two requests neither repeat nor hide records. A search that finds little goes through 3,500 events in a request, or about 350 whose bodies it reads: its page may then have few events, or none, and `next` continues there.
         */
        get: operations["listProjectEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description Returns an event with its whole body, and the ids of the events before and after it in its issue. Frames are resolved with the artifacts that are uploaded now.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/attachments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an event's attachments
         * @description Returns the files that a client sent with an event, or after it, ordered by name.
         */
        get: operations["listEventAttachments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/attachments/{attachment_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an attachment
         * @description Returns the record of an attachment, or its bytes with `download`. Browsers save the bytes: the reply has `Content-Disposition: attachment`, unless the bytes begin as those of a PNG, JPEG, GIF or WebP image do. The media type that the client named is only in the record.
         */
        get: operations["getEventAttachment"];
        put?: never;
        post?: never;
        /**
         * Remove an attachment
         * @description Removes the attachment permanently. The event stays, and the activity of its issue names the file.
         */
        delete: operations["removeEventAttachment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/keys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a project's keys
         * @description Returns the DSN keys of the project, oldest first.
         */
        get: operations["listProjectKeys"];
        put?: never;
        /**
         * Create a key of a project
         * @description Creates a DSN key with a random public key. SDKs can send events with it at once.
         */
        post: operations["createProjectKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/keys/{key_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a key of a project
         * @description Returns a DSN key.
         */
        get: operations["getProjectKey"];
        /**
         * Update a key of a project
         * @description Changes the fields in the body: renames, disables or enables a DSN key. Events with a disabled key are refused with the next request. The last enabled key can be disabled too; `warning` in the reply then says that the project accepts no events.
         */
        put: operations["updateProjectKey"];
        post?: never;
        /**
         * Remove a key of a project
         * @description Removes a DSN key permanently. Events with it are refused with the next request. Stored events stay. A project without an enabled key accepts no events.
         */
        delete: operations["removeProjectKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/keys/{key_id}/rotate/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a key of a project
         * @description Replaces the public key of a DSN key by a new random one and keeps its name and its settings, enabled or not. Events with the former public key are refused with the next request. To rotate without losing events, create a key, configure the SDKs, and remove the former key.
         */
        post: operations["rotateProjectKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/user-feedback/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a project's user reports
         * @description Returns what people reported about errors of the project in the form of old clients (`user_report`, `createUserFeedback`, `storeFeedback`), newest first: only reports whose error is stored. Feedback of widgets is not in this list; `listOrganizationIssues` finds all feedback with `issue.category:feedback`.
         */
        get: operations["listUserFeedback"];
        put?: never;
        /**
         * Report an error for a user
         * @description Stores what a person reports about an error. It becomes feedback as soon as the error is stored, and replaces an earlier report about the same error within five minutes. A page without a token authenticates with the DSN of the project; the reply is then empty.
         */
        post: operations["createUserFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/outcomes/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count a project's events and other items by outcome
         * @description Returns the number of accepted and dropped events and of the items that are not stored, by reason, category and interval. Counts are written every half second and stored for 90 days. A request that is refused as a whole counts as one event.
         */
        get: operations["getProjectOutcomes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/issues/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a project's issues
         * @description Returns the issues that match a search, latest `lastSeen` first or in the order of `sort`. Without `query`, returns unresolved issues; with an empty `query`, all issues. With `environment`, `statsPeriod`, `start` or `end`, each issue has in `filtered` the numbers of its events that match; `count`, `userCount`, `firstSeen` and `lastSeen` are of all its events. An issue that has an event between two requests moves to the first page; the order of the others does not change. A search that finds little goes through 7,000 issues in a request: its page may then have few issues, or none, and `next` continues there.
         */
        get: operations["listIssues"];
        /**
         * Update issues of a project in bulk
         * @description Sets the status, the assignee or marks of the issues with these ids. If one of them is unknown or belongs to another project, the
         *     reply is the same and nothing is changed. With `query`, updates the issues that match it. Without both, updates the first 1000 issues that the update
         *     would change in any of its fields: unresolved ones, then ignored, then resolved, each by latest `lastSeen`; ignored ones with the same
         *     conditions stay as they are. So a repeated request reaches the next ones. With `status`, only
         *     issues of that status are changed, with or without `id`. What reopens a resolved or an ignored issue depends on `statusDetails`: see the
         *     guide on issues. A caller with `event:read` alone can set the caller's marks, `isBookmarked` and `hasSeen`; a body with another field is 403.
         *
         *
         *     With `merge`, the issues become one: that with the most events, or `into`, gets the events, counts, tags, comments and activities of
         *     the others, and the next events with their causes. Their ids and short ids then find that issue. If they cannot be merged, the
         *     reply is 400 and nothing is changed.
         */
        put: operations["updateIssues"];
        post?: never;
        /**
         * Remove issues of a project in bulk
         * @description **Without `id`, removes the first 1000 issues of the project,** by latest `lastSeen`, or with `query` those that match it: a client that sends an empty list of ids sends no `id`. With `id`, removes the issues with these ids. Removal is permanent and includes all events; the same error afterwards creates a new issue. If one of the ids is unknown or belongs to another project, the reply is the same and nothing is removed.
         */
        delete: operations["removeIssues"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/shortids/{short_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an issue by its short id
         * @description Returns the issue that has a short id, in either case, with the slugs of its organization and project. A former slug of the project finds its issues too.
         */
        get: operations["getIssueByShortId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/eventids/{event_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event by its id
         * @description Returns the event that has an id, whatever project of the organization it is of, with the slugs of the organization and the project. If several projects have an event of this id, it is that of the oldest project. The event is the one that `getEvent` returns.
         */
        get: operations["getEventById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the issues of an organization
         * @description Returns the issues of all projects of the organization, or of those that `project` names, as one list. Search, order and pages are those of `listIssues`; a short id is found in its project.
         */
        get: operations["listOrganizationIssues"];
        /**
         * Update issues of an organization in bulk
         * @description Sets the status, the assignee or the caller's marks of the issues with these ids, of any projects of the organization. If one of them is unknown, the reply is the same and nothing is changed. With `query` in place of ids, updates the issues that match it. With `merge`, the issues, which must be of one project, become one, as by `updateIssues`. A caller with `event:read` alone can set the caller's marks, `isBookmarked` and `hasSeen`; a body with another field is 403.
         */
        put: operations["updateOrganizationIssues"];
        post?: never;
        /**
         * Remove issues of an organization in bulk
         * @description Removes the issues with these ids, of any projects of the organization, or those that match `query`. Removal is permanent and includes all events; the same error afterwards creates a new issue. If one of the ids is unknown, the reply is the same and nothing is removed.
         */
        delete: operations["removeOrganizationIssues"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of an organization as a table
         * @description Returns the error events of all projects of the organization, or of those that `project` names, with the columns that `field` names; also `id` and `project.name`, and with `issue` its `issue.id`. With an aggregate among the columns, returns one row for each combination of values of the other columns. Aggregates are exact: they are computed over 10,000 events at most, and more are 400. They have one page, in the order of `sort`.
         */
        get: operations["listOrganizationEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/tags/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tags of an organization
         * @description Returns the keys of the tags that issues of the organization have, by key, to complete a search with. `project` limits the list to some projects.
         */
        get: operations["listOrganizationTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/tags/{key}/values/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List values that complete a search
         * @description Returns values of a key that issues of the organization have and that begin with a text or contain it: at most 100, the ones that most issues have first. The key is that of a tag, or another one of the search language whose values are stored: `firstRelease`, `error.type`, `error.value`, `error.mechanism`, `user.id`, `user.email`, `user.username`, `user.ip`. Of others, the list is empty.
         */
        get: operations["listOrganizationTagValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/searches/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved searches
         * @description Returns the searches that all members of the organization have, then those that the caller alone has; each of them in the order in which they were saved.
         */
        get: operations["listSavedSearches"];
        put?: never;
        /**
         * Save a search
         * @description Saves a search for issues under a name, for the caller alone or for all members of the organization. The query must be one that `listIssues` can read. A member may have 100 searches alone, an organization 200.
         */
        post: operations["createSavedSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/searches/{search_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a saved search
         * @description Changes the given fields of a saved search. The member who saved it may do so; a token with `org:write` may also change those of others that all members have. Only the member who saved a search can make it theirs alone.
         */
        put: operations["updateSavedSearch"];
        post?: never;
        /**
         * Remove a saved search
         * @description Removes a saved search permanently. The member who saved it may do so; a token with `org:write` may also remove those of others that all members have.
         */
        delete: operations["removeSavedSearch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issue-changes/{change_id}/undo/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a change of issues
         * @description Undoes an update or a merge of issues, of one or of many, whichever operation made it: status, conditions of ignoring, assignee and the caller's bookmarks are as before. It undoes all of the change or nothing, once, and within 24 hours; of each project, the last 200 changes can be undone. It is refused if one of the issues is not as the change left it. Issues that were merged into another one get their short ids again and new ids; their former ids find them. A removal cannot be undone. Of an applied preview of grouping settings, which needs `project:write` too, the events return in the background, except from issues that others have changed since. A caller with `event:read` alone can undo a change of bookmarks.
         */
        post: operations["undoIssueChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an issue
         * @description Returns an issue of any project of the organization, by its id or its short id, with its number of events in each of the last 24 hours and 30 days, and the releases of its first and its last event. With `environment`, `statsPeriod`, `start` or `end`, `filtered` has the numbers of the events that match.
         */
        get: operations["getIssue"];
        /**
         * Update an issue
         * @description Sets the status, the assignee or the caller's marks of an issue, by its id or its short id, and returns it. What reopens a resolved or an ignored issue depends on `statusDetails`: see the guide on issues. A caller with `event:read` alone can set the caller's marks, `isBookmarked` and `hasSeen`; a body with another field is 403.
         */
        put: operations["updateIssue"];
        post?: never;
        /**
         * Remove an issue
         * @description Removes an issue, by its id or its short id. Removal is permanent and includes all events; the same error afterwards creates a new issue.
         */
        delete: operations["removeIssue"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/activities/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened to an issue
         * @description Returns the changes of an issue and the comments on it, newest first: who did what, and when. The last entry says when the issue was first seen. What the service did itself, such as reopening a resolved issue for a new event, has no user.
         */
        get: operations["listIssueActivities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/alert-decisions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the alerts of an issue
         * @description Returns for each alert rule of the issue's project whether it has sent an alert about the issue, or why not: each condition with the number that it saw and the number it needs, the filters with the values of the newest 100 events, the time until which the rule is silent, and its decisions of the last 30 days with their deliveries, newest first. A decision is kept when it differs from the one before, at most 20 of each rule and issue; those of an issue that was merged into another one are not kept.
         */
        get: operations["listIssueAlertDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/hashes/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the hashes of an issue
         * @description Returns the grouping hashes of an issue, each with its stored events. An issue has several if issues were merged or grouping changed. Issues with more than 50000 stored events are 400.
         */
        get: operations["listIssueHashes"];
        put?: never;
        post?: never;
        /**
         * Move hashes of an issue to a new issue
         * @description Moves the stored events with these hashes to a new issue, and the next events with them. Counts, users and tags of both issues become those of their events. One hash at least must stay. This undoes a merge. More than 5000 stored events with these hashes, and issues with more than 50000 stored events, are 400.
         */
        delete: operations["unmergeIssue"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/grouping-difference/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say why two events are together or apart
         * @description Compares an event of an issue with another event of its project, of the same issue or not, and returns the first values by which they agree or differ. Both are grouped by the present settings of the project, as `getEventGroupingInfo` does.
         */
        get: operations["getIssueGroupingDifference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/suspect-commits/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the commits that may have caused an issue
         * @description Returns the first release with the issue, the last release of the project in use before it, and the commits between them that changed a file of the application in the stack traces of an event. A release is in use if it has events, sessions or a deploy. `reason` says why the commits are not known, or not certain.
         */
        get: operations["getIssueSuspectCommits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/similar-issues/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List similar issues
         * @description Returns up to ten issues of the same project that have many words in common with an issue: of title, culprit, exceptions, functions and files. They may have the same cause, and can be merged.
         */
        get: operations["listSimilarIssues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/notes/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the comments on an issue
         * @description Returns what members wrote about an issue, newest first. The list of activities has the comments too.
         */
        get: operations["listIssueComments"];
        put?: never;
        /**
         * Comment on an issue
         * @description Adds a comment by the member whose token is used. The text is stored as it is, and replies never contain it as HTML: how Markdown in it looks is up to the program that shows it.
         */
        post: operations["createIssueComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/notes/{comment_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a comment on an issue
         * @description Replaces the text of a comment. A member changes their own comments; a token with `event:admin` changes those of others too.
         */
        put: operations["updateIssueComment"];
        post?: never;
        /**
         * Remove a comment on an issue
         * @description Removes a comment permanently. A member removes their own comments; a token with `event:admin` removes those of others too.
         */
        delete: operations["removeIssueComment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/attachments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an issue's attachments
         * @description Returns the files that clients sent with the stored events of an issue, the last to arrive first; with `types`, `event_id`, `screenshot`, `query`, `environment`, `statsPeriod`, `start` or `end`, those that match. With `query` or `environment`, one request compares a limited number of files: a page can be short, or empty, and have a next one.
         */
        get: operations["listIssueAttachments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an issue's events
         * @description Returns the stored events of an issue, newest first or in the order of `sort`; with `query`, `statsPeriod`, `start`, `end` or `environment`, those that match. With `full`, each event has its whole body. Events that arrive between two requests neither repeat nor hide records. A search that finds little goes through 5,000 events in a request, or about 500 whose bodies it reads: its page may then have few events, or none, and `next` continues there.
         */
        get: operations["listIssueEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/events/{event_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event of an issue
         * @description Returns an event of an issue with its whole body, and the ids of the events before and after it, so that a client can go from event to event. `latest` and `oldest` are the first and the last event of the list of the issue's events. `recommended` is the event that tells most, among the newest ten: one whose stack trace shows lines of the application's source, else one with a stack trace, then the one with most of breadcrumbs, user, request and release, then the newest. Frames are resolved with the artifacts that are uploaded now.
         */
        get: operations["getIssueEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/tags/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an issue's tags
         * @description Returns each tag that events of an issue have, with its most frequent values, by key. The newest 1000 events of the issue are counted; `countedEvents` says how many there were, and `isSample` whether there are more.
         */
        get: operations["listIssueTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/releases/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an issue's releases
         * @description Returns the releases that the events of an issue name, last seen first, each with its number of events and the times of the first and the last. An event that arrives between two requests moves its release to the first page. Events that arrived before version 0.9.0 are not counted.
         */
        get: operations["listIssueReleases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/stats/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count an issue's events over time
         * @description Returns the number of an issue's events in each hour or day of UTC, by the time of each event: of a period up to now, or from `start` to `end`, at most 90 days. Without `end` it is now, and without `start` 24 hours before. Hours and days of which only a part is asked for count as a whole. Counts are exact and stored for 90 days.
         */
        get: operations["getIssueStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/stats/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count a project's events over time
         * @description Returns the number of a project's events in each hour or day of UTC, by when they arrived. Counts are written every half second and stored for 90 days. `getProjectOutcomes` has the reasons, and the items that are not stored.
         */
        get: operations["getProjectStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/tags/{key}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tag of an issue
         * @description Returns one tag of an issue with its most frequent values among the newest 1000 events.
         */
        get: operations["getIssueTag"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/issues/{issue_id}/tags/{key}/values/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the values of a tag of an issue
         * @description Returns all values of a tag of an issue: the most frequent among the newest 1000 events first, then those of older events only, by value, with a count of 0. Of most tags, 500 values are stored; of `environment`, `level`, `release` and `user`, all. With `environment`, values of older events only are left out. The list of an unknown tag is empty.
         */
        get: operations["listIssueTagValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/source-map-debug/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Debug source map issues for an event
         * @description Returns why a frame of an event is not mapped to its source, based on the artifacts that are uploaded now, and what to do about it. The list is empty if the frame resolves to the text of its source, or needs no source map.
         */
        get: operations["getSourceMapDebug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/grouping-info/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the grouping of an event
         * @description Returns the values of an event by which it is grouped, as a tree, and for each value that does not count the reason or the rule. The event is grouped again by the settings that the project has now; `hashMismatch` says whether this is still the hash with which it was stored. Frames keep the marks and the source lines with which they were stored. `secondary` is present while the setting `secondaryGroupingConfig` is in effect.
         */
        get: operations["getEventGroupingInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/journey/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the journey of an event
         * @description Returns what happened to an event: when it arrived and over which key, what settings changed in it, to which issue it belongs, under what it is counted, and the alerts that it caused. For an event that was sent but not stored, the reason is known for seven days; of very many such events at a time, only the first and the newest are known. An id that nobody sent is 404.
         */
        get: operations["getEventJourney"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/owners/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the owners of an event
         * @description Returns the ownership rules of the project that match an event, and to whom they would assign an issue that it opens now. The rules and the source maps are those that exist now; the assignee of the event's issue may be another one.
         */
        get: operations["getEventOwners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/source-map-debug-blue-thunder-edition/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Debug the source maps of a whole event
         * @description Returns every frame of every exception of an event: whether it is mapped to its source, how its source map was found, and what is missing, based on the artifacts that are uploaded now. `getSourceMapDebug` returns the findings of a single frame.
         */
        get: operations["getEventSourceMapDebug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{project_id}/envelope/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store an envelope
         * @description Stores the events of an envelope and skips its other items. 200 means that the event is on disk, or that a filter of the project dropped it. A repeated `event_id` is stored once. Any content type is accepted, or none. The body may be compressed with gzip, deflate or br. The key may also be in the `dsn` of the envelope header; keys in several places must be equal.
         */
        post: operations["storeEnvelope"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{project_id}/events/{event_id}/attachments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store attachments
         * @description Stores files of an event, which may arrive later. Each part of the form with a file name is a file; other parts are ignored. A file that is sent again is stored once.
         */
        post: operations["storeAttachments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{project_id}/minidump/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a minidump
         * @description Stores the dump of a native program that crashed as an event, with the dump and the other files of a form as its attachments. Fields of a form add to the event: `sentry` is the JSON of an event, `sentry__1`, `sentry__2` and so on are parts of one, `sentry[tags][name]` is a member of it, other fields are in `extra`. The reply is the id of the event, and is also 200 if a limit drops the event: programs that upload dumps try again at once. The same dump is stored once.
         */
        post: operations["storeMinidump"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{project_id}/store/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store one event
         * @description Stores one event of a client library that does not use envelopes. 200 means that the event is on disk, or that a filter of the project dropped it. A repeated `event_id` is stored once. Any content type is accepted, or none. The body may be compressed with gzip, deflate or br.
         */
        post: operations["storeEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/embed/error-page/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the script of a form for feedback
         * @description Returns a script that shows a form in the page which loads it, on which people describe an error. It needs no SDK; `showReportDialog` of SDKs loads it. The form sends what was entered to the address from which its script was loaded (`storeFeedback`). When it is closed, the page receives the message `__sentry_reportdialog_closed__`. While feedback is switched off (`DISABLED_ITEMS`), there is no form: 403.
         */
        get: operations["getFeedbackForm"];
        put?: never;
        /**
         * Store what was entered into the form
         * @description Stores what a person entered into the form of `getFeedbackForm`. It replaces an earlier report on the same event, and becomes feedback as soon as that event is stored. While feedback is switched off (`DISABLED_ITEMS`), nothing is stored: 403. A request that accepts `text/javascript` receives the JSON of 200 and 400 in the header `X-Sentry-Context`.
         */
        post: operations["storeFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{project_id}/security/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store security reports
         * @description Stores each report of a violated Content-Security-Policy as an event. The address, with the key in the query, belongs into the directive `report-uri` or the header `Reporting-Endpoints` of a page. Reports of other types are counted and dropped. A project stores 100 reports a minute; more are 429.
         */
        post: operations["storeSecurityReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{project_id}/csp-report/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store security reports at the former address
         * @description Like `storeSecurityReport`, for pages whose policy has the former address.
         */
        post: operations["storeCspReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{project_id}/nel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count network error reports
         * @description Counts the reports of Network Error Logging and drops them, so that browsers do not send them again.
         */
        post: operations["storeNetworkErrorReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/store/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store one event by its key
         * @description Stores one event of an old client library, which sends no project id: the project is that of the key. Otherwise like `storeEvent`. A key that several projects have is refused.
         */
        post: operations["storeEventByKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the service and the caller
         * @description Returns the version of the API, and the member and the scopes of the token. Every valid token has access.
         */
        get: operations["getService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/auth/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the member of the token
         * @description Returns the member that the token belongs to. Every valid token has access. Command-line tools verify a token with it.
         */
        get: operations["getCurrentMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/auth/options/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the ways to sign in
         * @description Returns how members can sign in, and the session of the request if it has one. Sign-in links always work. Without a session it is 200, so that a page asks here first: the 401 of `getCurrentSession` would be an error in the browser's console.
         */
        get: operations["getSignInOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/auth/sessions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Returns the sessions of the member that have not ended, the one that was used last first. A member has at most 50.
         */
        get: operations["listSessions"];
        put?: never;
        /**
         * Sign in
         * @description Begins a session of a member, and sets its cookie. The body has exactly one way to sign in: `email` and `password`, `link`, or `openId`. Pages of other sites are refused. A link of somebody else is 400 in the browser of an open session, unless `replacesSession` is true, which ends that session. After 60 failed sign-ins from an address in a minute, or 10 with an e-mail address in a quarter of an hour, further ones are 429.
         */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/auth/sessions/current/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your session
         * @description Returns the session of the request with its member, organization and scopes, and the token that requests which change something carry in the header `X-CSRF-Token`.
         */
        get: operations["getCurrentSession"];
        put?: never;
        post?: never;
        /**
         * Sign out
         * @description Ends the session of the request, and has the browser delete its cookie.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/auth/sessions/{session_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description Ends a session of the member: the next request with it is 401.
         */
        delete: operations["removeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/alert-addresses/confirm/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an address of alert rules
         * @description Confirms that alert rules of an organization may send mails to an address which is that of no member. The token is in the link of the mail that asks its owner. The same token may be sent again. After 60 unknown tokens from an address in a minute, further ones are 429.
         */
        post: operations["confirmAlertAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/auth/password/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set your password
         * @description Sets the password of the member, and ends their other sessions and sign-in links. `currentPassword` is required if there is a password, unless the session began with a link of `culprit member password` in the last 15 minutes. The session of a link that a token created sets no password.
         */
        put: operations["updatePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/auth/links/test/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a sign-in link
         * @description Returns whose sign-in link it is, and whether it can be used, without using it. After 60 unknown links from an address in a minute, further ones are 429.
         */
        post: operations["testSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/auth/authorization/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Allow a program to act for you
         * @description Allows or denies what a program asks for on `getAuthorizePage`, and returns where the browser then goes. Without `decision`, nothing is decided: the page shows what the program asks for. The browser never goes to an address that the program has not registered, nor without the decision of the member.
         */
        post: operations["createAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/auth/openid/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a sign-in at the OpenID provider
         * @description Returns the address at the provider to which the page goes, and a secret that the page keeps until the provider sends the browser back to `/sign-in`. `createSession` then takes both, once and within 10 minutes.
         */
        post: operations["createOpenIdSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description Returns the organizations that the caller has access to: the one of its token.
         */
        get: operations["listOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization
         * @description Returns the organization with its settings.
         */
        get: operations["getOrganization"];
        /**
         * Update an organization
         * @description Changes the fields in the body and returns the whole organization. Either every field is applied or none. An empty body changes nothing.
         */
        put: operations["updateOrganization"];
        post?: never;
        /**
         * Remove an organization
         * @description Removes the organization permanently, with its projects, teams, members, tokens, releases and uploaded files. Its tokens and keys are refused with the next request. Its storage is reclaimed in small steps afterwards; its audit log is kept until its entries expire.
         */
        delete: operations["removeOrganization"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/members/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an organization's members
         * @description Returns the members of the organization, ordered by id, with the slugs of their teams.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Add a member
         * @description Adds a member to the organization, with a role and to teams. They have no token yet. The caller needs every scope of the role.
         */
        post: operations["addMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/members/{member_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a member
         * @description Returns the member, with the slugs of their teams.
         */
        get: operations["getMember"];
        /**
         * Update a member
         * @description Changes the e-mail address, the role or the teams of the member. Tokens and settings stay; the scopes of the tokens are bounded by the role at once. Only a token with org:admin can make somebody an owner or change an owner. A role that adds scopes needs a caller who has these, and another address one who has every scope of the role. The last owner keeps the role.
         */
        put: operations["updateMember"];
        post?: never;
        /**
         * Remove a member
         * @description Removes the member permanently, with their tokens, which are refused with the next request, their bookmarks and their alert settings. Tokens of the organization that they created stay. Only a token with org:admin can remove an owner. The last member and the last owner of an organization cannot be removed.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/members/{member_id}/api-tokens/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a member's tokens
         * @description Returns the tokens of the member that can be used, ordered by id, without their text.
         */
        get: operations["listMemberTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/members/{member_id}/api-tokens/{token_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a token of a member
         * @description Revokes a token of the member, and those that it created: the next request with one of them is 401. Only a token with org:admin can revoke tokens of an owner.
         */
        delete: operations["removeMemberToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/members/{member_id}/invitation/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a member
         * @description Creates a link with which the member chooses the first password and signs in, once and within 7 days, and mails it to them if the service has a mail server. It replaces the former invitation of the member. A member who has a password needs none: use `createSignInLink`. The caller needs every scope of the member's role. If a token creates the invitation, it ends with the token, and signs in like a sign-in link of the token: without a password.
         */
        post: operations["createInvitation"];
        /**
         * Revoke the invitation of a member
         * @description Ends the invitation of the member, whose link then signs nobody in. The member stays in the organization: `removeMember` removes them, and `createInvitation` invites them again.
         */
        delete: operations["removeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/members/{member_id}/sign-in-link/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a sign-in link of a member
         * @description Creates a link with which the member signs in once, within 15 minutes. Its text is in this reply only. The caller needs every scope of the member's role. The service takes the bearer of the link for the member. If a token creates the link, the session never has more scopes than the token, sets no password, and ends with the token, as do the link and everything that is created in the session.
         */
        post: operations["createSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/members/{member_id}/teams/{team_id_or_slug}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a member to a team
         * @description Adds the member to the team, if they are not in it yet.
         */
        post: operations["addTeamMember"];
        /**
         * Remove a member from a team
         * @description Removes the member from the team, if they are in it.
         */
        delete: operations["removeTeamMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/org-auth-tokens/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an organization's tokens
         * @description Returns the tokens of the organization itself that can be used, ordered by id, without their text.
         */
        get: operations["listOrganizationTokens"];
        put?: never;
        /**
         * Create a token of an organization
         * @description Creates a token that belongs to no member, for continuous integration and scripts. Its text is in this reply only. It can hold scopes that the token of the request holds, except org:admin, expires no later, and is revoked with it; it stays when its creator is removed. One that is created in a session does not end with the session. Only a token of a member can create one. An organization has at most 100.
         */
        post: operations["createOrganizationToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/org-auth-tokens/{token_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Rename a token of an organization
         * @description Changes the name of the token. Scopes and expiry of a token never change.
         */
        put: operations["updateOrganizationToken"];
        post?: never;
        /**
         * Revoke a token of an organization
         * @description Revokes the token: the next request with it is 401.
         */
        delete: operations["removeOrganizationToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/api-tokens/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your tokens
         * @description Returns the tokens of the caller's member that can be used, ordered by id, without their text. Every valid token of a member has access.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create a token
         * @description Creates a token of the caller's member. Its text is in this reply only. It can hold scopes that the token of the request holds, expires no later, and is revoked with it. One that is created in a session does not end with the session, but with the token that created the sign-in link of the session, if one did. A member has at most 100 tokens.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/api-tokens/{token_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a token
         * @description Revokes a token of the caller's member, and those that it created. The token of the request must hold all of its scopes.
         */
        delete: operations["removeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/projects/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an organization's projects
         * @description Returns the projects of the organization, ordered by slug. The `Link` header has the URLs of the other pages.
         */
        get: operations["listOrganizationProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/project-keys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of an organization's projects
         * @description Returns the DSN keys of all projects of the organization, ordered by the id of the project. `projectId` is the project of a key.
         */
        get: operations["listOrganizationProjectKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/audit-logs/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an organization's audit log
         * @description Returns who changed or removed what in the organization, when and from where, newest first. Every writing operation and every command that changes something adds an entry in the transaction of its change; sending events does not. Entries cannot be changed or removed, and are kept for 365 days unless the service sets another time. They contain no values of tokens, keys and secrets.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/sessions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count an organization's sessions
         * @description Returns numbers of the sessions that SDKs report about releases, over time and by groups, the largest group first. Hours are known for 90 days, and days for a year; users by hour for 14 days, and by day for 90 days. A reply has at most 10000 counts of a field, and 1000 if users are counted: further groups are left out. Sessions beyond the limits have an empty release and environment.
         */
        get: operations["getOrganizationSessionStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/environments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an organization's environments
         * @description Returns all environments that events and deploys of the organization's projects have named, each once, by name.
         */
        get: operations["listOrganizationEnvironments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/environments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a project's environments
         * @description Returns all environments that events and deploys of the project have named, by name. Events add at most 500.
         */
        get: operations["listProjectEnvironments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/repos/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an organization's repositories
         * @description Returns the source repositories connected to the organization. Repositories cannot be connected, so the list is empty, and clients read commits from their own checkout.
         */
        get: operations["listRepositories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/releases/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an organization's releases
         * @description Returns the releases of the organization, newest first: by release date, or by creation date if not released. Archived releases are included, unless `status` says otherwise.
         */
        get: operations["listReleases"];
        put?: never;
        /**
         * Create a release
         * @description Creates the release. If the version exists, changes the fields in the body. Binds the given projects to the release and removes none.
         */
        post: operations["createRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/releases/{version}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a release
         * @description Returns the release with its commits, deploys and projects.
         */
        get: operations["getRelease"];
        /**
         * Update a release
         * @description Changes the fields in the body. A release date finalizes the release; `commits` replaces its commits. Either everything is applied or nothing.
         */
        put: operations["updateRelease"];
        post?: never;
        /**
         * Remove a release
         * @description Removes the release permanently from the whole organization, with its commits, deploys and uploaded files. Events keep their version; the next event of that version creates a new release.
         */
        delete: operations["removeRelease"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/releases/{version}/commits/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a release's commits
         * @description Returns all commits of the release in the order in which they were set: newest first.
         */
        get: operations["listReleaseCommits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/releases/{version}/previous-with-commits/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the previous release
         * @description Returns the newest release that is older than this one, shares a project with it and has commits. Clients set the commits after it. Returns an empty object if there is none.
         */
        get: operations["getPreviousRelease"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/releases/{version}/comparison/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a release with the one before
         * @description Returns the issues that have events of the release: which are new, have regressed or escalate in it, how many events each has in it and in the release before, and the events of both over time. Each project of the release, at most the first ten by slug, is compared with its own release before: of the same package by version, or else the last one by date; one with events, if there is one. Returns the 25 issues with most events of each kind and of all. If a project has more than 5,000 issues in the release, only those that began last are compared. Events that arrived before version 0.9.0 are not counted.
         */
        get: operations["getReleaseComparison"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/releases/{version}/verdict/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Judge whether a release is good
         * @description Says of each project of the release, at most the first ten by slug, whether the release is `good`, `bad` or `unknown`, with the reasons. It is bad if one reason is, and good only if all are: without enough data it is `unknown`. The limits are settings of the project, whose names begin with `verdict`.
         */
        get: operations["getReleaseVerdict"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/releases/{version}/deploys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a release's deploys
         * @description Returns all deploys of the release, the last finished first.
         */
        get: operations["listDeploys"];
        put?: never;
        /**
         * Record a deploy
         * @description Records that the release was deployed to an environment. It becomes the latest deploy of its projects there, unless there is a later one. Unresolved issues of these projects that the commits of the release name as fixed, as in `fixes SHOP-3`, are resolved.
         */
        post: operations["createDeploy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/releases/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a project's releases
         * @description Returns the releases bound to the project, newest first: by release date, or by creation date if not released. Archived releases are included.
         */
        get: operations["listProjectReleases"];
        put?: never;
        /**
         * Create a release of a project
         * @description Creates the release. If the version exists, changes the fields in the body. Binds the given projects and the project of the path to the release, and removes none.
         */
        post: operations["createProjectRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/releases/{version}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a release of a project
         * @description Returns the release with its commits, deploys and projects. A release that is not bound to the project is 404.
         */
        get: operations["getProjectRelease"];
        /**
         * Update a release of a project
         * @description Changes the fields in the body. A release date finalizes the release; `commits` replaces its commits. Either everything is applied or nothing. A release that is not bound to the project is 404.
         */
        put: operations["updateProjectRelease"];
        post?: never;
        /**
         * Remove a release of a project
         * @description Removes the release permanently from the whole organization, with its commits, deploys and uploaded files. Events keep their version; the next event of that version creates a new release. A release that is not bound to the project is 404.
         */
        delete: operations["removeProjectRelease"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/releases/{version}/commits/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the commits of a project's release
         * @description Returns all commits of the release in the order in which they were set: newest first. A release that is not bound to the project is 404.
         */
        get: operations["listProjectReleaseCommits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/chunk-upload/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the limits of chunk uploads
         * @description Returns the limits of chunk uploads and the URL for chunks.
         */
        get: operations["getChunkUpload"];
        put?: never;
        /**
         * Upload chunks
         * @description Stores chunks of a file until they are assembled. The file name of each part is the SHA-1 of the chunk before compression. A chunk may be sent again. Unused chunks are deleted after a day. Those of an organization have a quota.
         */
        post: operations["uploadChunks"];
        /**
         * Remove chunks of incomplete uploads
         * @description Removes chunks that were uploaded and not assembled, and that nobody used for some hours. Their bytes are deleted in the background, and no longer count against the quota then: nearly always within seconds. An upload in progress sends chunks that are missing again.
         */
        delete: operations["removeUnassembledChunks"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/upload-usage/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what an organization has uploaded
         * @description Returns how many bytes count against the quotas of uploads, and the quotas.
         */
        get: operations["getUploadUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/alert-deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of alerts
         * @description Returns mails and requests to webhooks about issues of the organization, or of one project, newest first: those that wait, and for 30 days those that ended. Alerts that wait to be put into a mail are not in the list.
         */
        get: operations["listAlertDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/alert-rules/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the alert rules of an organization
         * @description Returns the alert rules of all projects of the organization, those of the oldest project first, and of each project the oldest first.
         */
        get: operations["listOrganizationAlertRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/artifactbundle/assemble/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assemble an artifact bundle
         * @description Assembles chunks to an archive of source files and source maps, and binds it to projects, release and dist. A repeated request returns the present state. Creates the release if it does not exist.
         */
        post: operations["assembleArtifactBundle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/releases/{version}/files/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a release's files
         * @description Returns the files uploaded for the release in this project, ordered by name, then dist.
         */
        get: operations["listReleaseFiles"];
        put?: never;
        /**
         * Upload a file of a release
         * @description Stores one file under the name that it is served with. Replaces a file of the same name and dist. This operation is for older clients; bundles with debug ids are more reliable.
         */
        post: operations["uploadReleaseFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/releases/{version}/files/{file_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file of a release
         * @description Returns the record of the file, or its bytes with `download`.
         */
        get: operations["getReleaseFile"];
        put?: never;
        post?: never;
        /**
         * Remove a file of a release
         * @description Removes the file permanently.
         */
        delete: operations["removeReleaseFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/files/artifact-bundles/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a project's artifact bundles
         * @description Returns the bundles that were assembled for the project and of which files are stored, newest first, with the numbers of what is wrong with their files.
         */
        get: operations["listArtifactBundles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/artifact-bundles/{bundle_id}/files/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an artifact bundle
         * @description Returns the bundle with a page of its files, ordered by name, and what is wrong with each of them: the rules of ECMA-426 that a source map breaks, and whether files and source maps belong together. Files that a later upload replaced are missing.
         */
        get: operations["getArtifactBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/files/source-maps/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove all files of a release
         * @description Removes every file that was uploaded for the release in this project: single files and files of bundles.
         */
        delete: operations["removeReleaseArtifacts"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/alert-settings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your alert settings
         * @description Returns whether the caller receives mails about new issues and regressions of the project, and the result of the last delivery.
         */
        get: operations["getAlertSettings"];
        /**
         * Update your alert settings
         * @description Disables or enables mails about the project for the caller. Other members are not affected. Queued mails are not sent once mails are disabled.
         */
        put: operations["updateAlertSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/rules/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the alert rules of a project
         * @description Returns the alert rules of the project, oldest first. A project has at most 50.
         */
        get: operations["listAlertRules"];
        put?: never;
        /**
         * Create an alert rule
         * @description Creates a rule that sends alerts about issues of the project, beside the mails to the members of its teams. An alert is sent if one of the conditions holds for an event that all filters match. The next event is subject to the rule. A project has at most 50 rules, a rule at most 20 recipients. The owner of an e-mail address that is that of no member, and that the organization has not confirmed before, is asked by a mail to confirm it (`confirmAlertAddress`); until then, nothing is sent to it.
         */
        post: operations["createAlertRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/rules/preview/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an alert rule
         * @description Compares the stored events of the project with a rule that need not exist, and returns the alerts that it would have sent in the last days: when, about which issues, and how often. At most the newest 50,000 events are compared. Nothing is stored or sent; recipients are checked and have no effect. `limitations` says what the history does not tell.
         */
        post: operations["previewAlertRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/rules/preview-template/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the template of a webhook
         * @description Checks the `template` of a webhook, and returns what would be posted about the test alert that `testAlertRule` sends. Nothing is stored or sent.
         */
        post: operations["previewAlertTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/rules/{rule_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert rule
         * @description Returns a rule with the state of the deliveries to its webhooks. Secrets and URLs of webhooks are empty for callers that may not change the rule.
         */
        get: operations["getAlertRule"];
        /**
         * Replace an alert rule
         * @description Replaces the whole rule. Repeating the request changes nothing. A webhook that the rule has already, with the same URL and format, keeps its secret and the state of its deliveries. Alerts that wait for a removed recipient are not sent. The owner of an e-mail address that the rule did not have is asked to confirm it, as by `createAlertRule`.
         */
        put: operations["updateAlertRule"];
        post?: never;
        /**
         * Remove an alert rule
         * @description Removes a rule permanently. Its alerts that wait are not sent.
         */
        delete: operations["removeAlertRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/rules/{rule_id}/test/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test an alert rule
         * @description Sends a test alert to every recipient of the rule at once, also while the rule is not active, and returns what came of each: to at most 50 members and addresses, without those who disabled mails of the project. The request waits for the mail server and the webhooks, at most 30 seconds. In an hour, a project sends at most 5 test mails to one address and 100 in all, an organization 20 and 200; a further one is not delivered, and its `detail` says so. An address that its owner has not confirmed gets no test but another mail that asks for it, at most 3 in an hour from an organization, 20 from a project and 50 from an organization to all addresses. A webhook that confirms the test counts as delivered to: its circuit is closed, and waiting alerts are posted. A failed one changes nothing.
         */
        post: operations["testAlertRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/grouping-preview/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the preview of other grouping settings
         * @description Returns the last preview that `createGroupingPreview` began in the project, with the issues that would split or join by the events that were looked at so far.
         */
        get: operations["getGroupingPreview"];
        put?: never;
        /**
         * Preview other grouping settings
         * @description Begins to group the newest 10000 events of the project by draft settings, in the background, and replaces the former preview of the project. `getGroupingPreview` has its progress and result. Neither issues nor settings change. An event counts as changed if the draft gives it another hash than the present settings do. Frames keep the marks with which they were stored: a draft without a rule that has marked frames cannot take back its marks.
         */
        post: operations["createGroupingPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/grouping-preview/apply/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply the preview of other grouping settings
         * @description Saves the draft of the last preview as settings of the project, and regroups the newest 10000 events by it in the background: `getGroupingPreview` has the progress and the result in `application`. Issues that join become one, as by a merge: it is unresolved if one of them was, and assigned if one was. New issues have the status and the assignee of the issue that they were split from, which keeps its comments and `firstSeen`. `undoIssueChange` undoes all of it by its `changeId`. Applying a preview again returns the same application.
         */
        post: operations["applyGroupingPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/ownership/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the ownership rules of a project
         * @description Returns the rules that say to which member or team the errors of the project belong, and what they do. The guide Ownership has their syntax.
         */
        get: operations["getProjectOwnership"];
        /**
         * Update the ownership rules of a project
         * @description Changes the fields in the body. The rules are checked as a whole: each line that is no rule, and each owner that the organization does not have, is an error under `raw`, and nothing changes. The rules assign issues that are opened from then on; others keep their assignee. Repeating the request changes nothing.
         */
        put: operations["updateProjectOwnership"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/plugins/{plugin_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a plugin of a project
         * @description Returns a plugin with its settings for the project and the state of its deliveries. There is one plugin, `webhooks`. URL and secret are empty for callers without project:write and project:admin.
         */
        get: operations["getProjectPlugin"];
        /**
         * Set up a plugin of a project
         * @description Changes the settings in the body and returns the whole plugin. The first URL creates the secret that requests are signed with. Disabling the webhook discards its queued alerts.
         */
        put: operations["updateProjectPlugin"];
        /**
         * Test a plugin of a project
         * @description Posts a signed alert of the type `test` to the URL of the project's webhook, also while the webhook is disabled, and returns whether it was confirmed. The request waits for the webhook, at most 15 seconds. A confirmed test counts as a success: it closes the circuit, and waiting alerts are posted. A failed one changes nothing.
         */
        post: operations["testProjectPlugin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/monitors/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the monitors of an organization
         * @description Returns the monitors of all projects of the organization, or of some, those of the oldest project first, and of each project the oldest first.
         */
        get: operations["listMonitors"];
        put?: never;
        /**
         * Create a monitor
         * @description Creates a monitor of a scheduled job. It expects its first run after the first check-in. Check-ins with a `monitor_config` create their monitor themselves. A project has at most 500 monitors.
         */
        post: operations["createMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/monitors/{monitor_id_or_slug}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a monitor
         * @description Returns a monitor with its environments.
         */
        get: operations["getMonitor"];
        /**
         * Change a monitor
         * @description Changes the fields that are sent. A changed schedule moves the next expected run. A disabled monitor neither accepts nor expects check-ins; a muted one goes on, but its failures open no issue.
         */
        put: operations["updateMonitor"];
        post?: never;
        /**
         * Remove a monitor
         * @description Removes a monitor with its check-ins, or some environments of it. Issues about its failures stay. A check-in with a `monitor_config` creates the monitor again.
         */
        delete: operations["removeMonitor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/monitors/{monitor_id_or_slug}/environments/{environment}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Mute an environment of a monitor
         * @description Mutes one environment of a monitor, or ends that. Failures in a muted environment open no issue.
         */
        put: operations["updateMonitorEnvironment"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/organizations/{organization_slug}/monitors/{monitor_id_or_slug}/checkins/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the check-ins of a monitor
         * @description Returns the check-ins of a monitor, newest first, for 90 days. Runs that did not take place are among them, as `missed`.
         */
        get: operations["listCheckIns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/monitors/{monitor_id_or_slug}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a monitor of a project
         * @description Returns a monitor of a project with its environments.
         */
        get: operations["getProjectMonitor"];
        /**
         * Change a monitor of a project
         * @description Changes a monitor of a project as `updateMonitor` does.
         */
        put: operations["updateProjectMonitor"];
        post?: never;
        /**
         * Remove a monitor of a project
         * @description Removes a monitor of a project, or some environments of it, as `removeMonitor` does.
         */
        delete: operations["removeProjectMonitor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/0/projects/{organization_slug}/{project_slug}/monitors/{monitor_id_or_slug}/checkins/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the check-ins of a monitor of a project
         * @description Returns the check-ins of a monitor of a project as `listCheckIns` does, newest first.
         */
        get: operations["listProjectCheckIns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{project_id}/cron/{monitor_slug}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Store a check-in by its URL
         * @description Stores a check-in of a scheduled job, for clients such as curl and wget in a crontab. Without `check_in_id`, a check-in ends the last run of the monitor that is in progress, or is a run of its own. 202 means that it is on disk, or that it was dropped: because the monitor is unknown or disabled, or has sent more than six check-ins in this minute. Statistics of the project count what was dropped.
         */
        get: operations["storeCheckInByUrl"];
        put?: never;
        /**
         * Store a check-in
         * @description Stores a check-in of a scheduled job. Without `check_in_id`, a check-in ends the last run of the monitor that is in progress, or is a run of its own. 202 means that it is on disk, or that it was dropped: because the monitor is unknown or disabled, or has sent more than six check-ins in this minute. As JSON, a `monitor_config` creates or changes the monitor. Statistics of the project count what was dropped.
         */
        post: operations["storeCheckIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{project_id}/cron/{monitor_slug}/{public_key}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Store a check-in by its URL with its key
         * @description Stores a check-in of a scheduled job, for clients such as curl and wget in a crontab. Without `check_in_id`, a check-in ends the last run of the monitor that is in progress, or is a run of its own. 202 means that it is on disk, or that it was dropped: because the monitor is unknown or disabled, or has sent more than six check-ins in this minute. Statistics of the project count what was dropped.
         */
        get: operations["storeKeyedCheckInByUrl"];
        put?: never;
        /**
         * Store a check-in with its key
         * @description Stores a check-in of a scheduled job. Without `check_in_id`, a check-in ends the last run of the monitor that is in progress, or is a run of its own. 202 means that it is on disk, or that it was dropped: because the monitor is unknown or disabled, or has sent more than six check-ins in this minute. As JSON, a `monitor_config` creates or changes the monitor. Statistics of the project count what was dropped.
         */
        post: operations["storeKeyedCheckIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata of the authorization server
         * @description Returns where and how programs obtain access tokens for `sendAgentMessage` with OAuth 2.1 (RFC 8414).
         */
        get: operations["getAuthorizationServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata of the server of tools at the root
         * @description Returns the same as `getProtectedResource`, for programs that look for it without the path.
         */
        get: operations["getProtectedResourceAtRoot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata of the server of tools
         * @description Returns which authorization server issues access tokens for `sendAgentMessage`, and for which scopes (RFC 9728).
         */
        get: operations["getProtectedResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a program
         * @description Registers a program that obtains access tokens for `sendAgentMessage` (RFC 7591). It is a public client: it gets no secret, and must use PKCE. A program that no member allows within a day is forgotten, and earlier once a thousand others registered since; so is one that was not used for 90 days. One network registers 20 programs an hour.
         */
        post: operations["createOAuthClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a code or a refresh token
         * @description Returns an access token for `sendAgentMessage`, which no other operation accepts, and the refresh token for the next one. A code is valid for a minute, once, with the verifier of PKCE; a refresh token once, for 30 days. A code or refresh token that comes again revokes everything that it led to. The member, and their role, limit the scopes at each request. After 60 failures from a network within a minute, further ones are 429.
         */
        post: operations["createOAuthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token of a program
         * @description Revokes the access token and the refresh token of a program (RFC 7009). Other tokens, and those of other programs, stay, and the reply is the same.
         */
        post: operations["removeOAuthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message of an agent
         * @description Answers a message of the Model Context Protocol, over the transport "Streamable HTTP" without sessions and streams: `initialize`, `tools/list` and `tools/call`. A tool is an operation with `x-agent` in this contract, called with the credentials of the request; what they do not permit is not listed. In the results, texts of clients and members stand between marks.
         */
        post: operations["sendAgentMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check health
         * @description Returns `ok` while the service runs and can read its database, or migrates it.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check readiness
         * @description Returns `ok` while the database accepts writes and events are stored. Load balancers use it to select a service. A read-only database, such as a standby, an unreachable one, one that does not answer for five seconds, and one that is damaged or lacks a table are 503; so are a disk with too little space for events, events that wait for ten seconds, and a service that is told to stop. While the database is migrated, and after a newer version that supersedes this one has migrated it, all operations that need it are 503. `detail` has the reason.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this contract
         * @description Returns this document. `servers` has the address of this service, its `PUBLIC_URL`; `webhooks=false` leaves out the section `webhooks`.
         */
        get: operations["getContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the start page of the documentation
         * @description Returns the page that the documentation opens with: a first token, list and update in curl and TypeScript, and links to all guides and operations. It loads nothing from other origins, and is compressed with br or gzip if the caller accepts that.
         */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a page of the documentation
         * @description Returns a page of the documentation: a guide at `/docs/guides/`, the operations of a tag or one operation at `/docs/api/`. Pages load scripts and styles of this service only, and send no other requests.
         */
        get: operations["getDocsPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the start page of the console
         * @description Returns the page of the console. In a browser it shows the issues of the member who is signed in, or the form to sign in.
         */
        get: operations["getStartPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the page to sign in
         * @description Returns the page of the console, which signs in by password, by the secret of a sign-in link in its fragment, or by what an OpenID provider added to its address.
         */
        get: operations["getSignInPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the page to allow a program to act for you
         * @description Returns the page of the console, to which a program sends the browser with the parameters of `createAuthorization`: the authorization endpoint of OAuth 2.1. A member who has signed in reads there what the program asks for, and allows or denies it. The page cannot be framed.
         */
        get: operations["getAuthorizePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/confirm-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the page to confirm an address of alert rules
         * @description Returns the page of the console, which shows what the token in its fragment confirms, and confirms it with `confirmAlertAddress` at the press of a button. To open it confirms nothing.
         */
        get: operations["getConfirmAddressPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a page of the console
         * @description Returns the page of the console for every address below `/organizations/`. Mails, webhooks and commands link there. What is on a page is read by the browser with the other operations: the console has no data of its own.
         */
        get: operations["getConsolePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file of the console or the documentation
         * @description Returns a script, a style sheet or a picture that a page of the console or the documentation loads. The name of a file has a hash of its content, so that browsers never ask for it again. It is compressed with br or gzip if the caller accepts that.
         */
        get: operations["getConsoleFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    issueAlert: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An alert about an issue
         * @description Sent to the URL of the project's `webhooks` plugin for each new issue and each regression, and to the webhooks of alert rules with the format `culprit`. Any status from 200 to 299 confirms it. Redirects are not followed, and the body of the reply is ignored. Any other status, or no reply within 15 seconds, is retried after a minute, then after twice as long each time, up to an hour, for three days. After five failures in a row, only one alert at a time is tried until one is confirmed. At most ten alerts of a project, and of each rule, are sent in a minute, two of them at the same time: the tenth says in `more` how many further ones it stands for. The same alert may arrive twice, with the same `Webhook-Id`. Check the signature as the Standard Webhooks specification says: an HMAC-SHA256 with the secret over `Webhook-Id`, `Webhook-Timestamp` and the received body, joined by full stops, in Base64 after `v1,`.
         */
        post: operations["issueAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    crashFreeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An alert about crashes
         * @description Sent to the webhooks of alert rules with the format `culprit` when the share of sessions or users without a crash falls below the one of a condition, once until it is no longer below, and then once more. Delivered and signed as `issueAlert` is.
         */
        post: operations["crashFreeAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description State of the organization. */
        OrganizationStatus: {
            /** @description Id of the state. Always `active`. */
            id: string;
            /** @description Name of the state. */
            name: string;
        };
        /** @description Picture of the organization or project. */
        Avatar: {
            /** @description Kind of picture. `letter_avatar` means initials on the display color. */
            avatarType: string;
            /** @description Identifier of an uploaded picture. Null if there is none. */
            avatarUuid: string | null;
        };
        /** @description URLs of the organization. */
        OrganizationLinks: {
            /**
             * Format: uri
             * @description URL of the organization.
             */
            organizationUrl: string;
            /**
             * Format: uri
             * @description URL of the service that stores the organization's data.
             */
            regionUrl: string;
        };
        /** @description An organization. It owns teams, projects and releases. */
        OrganizationSummary: {
            /** @description Decimal number that identifies the organization for good. */
            id: string;
            /** @description Name of the organization in paths, unique in the service. */
            slug: string;
            /** @description Display name. */
            name: string;
            status: components["schemas"]["OrganizationStatus"];
            /**
             * Format: date-time
             * @description When the organization was created, in UTC.
             */
            dateCreated: string;
            /** @description Whether the organization gets new features early. Always false, because this service has no early features. */
            isEarlyAdopter: boolean;
            /** @description Whether members must use a second factor. Always false, because they do not sign in but use tokens. */
            require2FA: boolean;
            /** @description Whether members must confirm their e-mail address. Always false, because this service has no confirmation. */
            requireEmailVerification: boolean;
            avatar: components["schemas"]["Avatar"];
            /** @description Feature flags of the organization. */
            features: string[];
            links: components["schemas"]["OrganizationLinks"];
            /** @description Whether members sign in through a provider of their own. Always false, because they use tokens. */
            hasAuthProvider: boolean;
        };
        /**
         * @description A permission that a token can hold. No scope includes another one.
         * @enum {string}
         */
        Scope: "member:read" | "event:read" | "event:write" | "event:admin" | "project:admin" | "project:write" | "project:read" | "project:releases" | "team:read" | "team:write" | "team:admin" | "org:read" | "org:integrations" | "alerts:read" | "alerts:write" | "member:write" | "member:admin" | "org:write" | "org:admin";
        /** @description Whether events are processed as they should be. */
        EventProcessing: {
            /** @description Whether native frames are resolved late or not at all at the moment. Always false, because native frames are not resolved. */
            symbolicationDegraded: boolean;
        };
        /** @description A release, by its version. */
        LatestRelease: {
            /** @description Version of the release, as clients send it. */
            version: string;
        };
        /** @description A team that works on the project. */
        TeamSummary: {
            /** @description Decimal number that identifies the team for good. */
            id: string;
            /** @description Display name. */
            name: string;
            /** @description Name of the team in paths, unique in its organization. */
            slug: string;
        };
        /** @description A finished deploy. */
        LatestDeploy: {
            /** @description Version of the release that was deployed. */
            version: string;
            /**
             * Format: date-time
             * @description When the deploy finished, in UTC.
             */
            dateFinished: string;
        };
        /** @description The newest finished deploy of each environment, under the environment's name. */
        LatestDeploys: {
            [key: string]: components["schemas"]["LatestDeploy"];
        };
        /** @description A project in a list, with its organization. */
        OrganizationProject: {
            /**
             * @description State of the project. Removed projects are not listed.
             * @constant
             */
            status: "active";
            organization: components["schemas"]["OrganizationSummary"];
            /** @description Decimal number that identifies the project for good. It is also the project part of a DSN. */
            id: string;
            /** @description Name of the project in paths, unique in its organization. */
            slug: string;
            /** @description Display name. */
            name: string;
            /** @description Platform of the project. Null if not set. */
            platform: string | null;
            /** @description Platforms named by the events received so far. */
            platforms: string[];
            /**
             * Format: date-time
             * @description When the project was created, in UTC.
             */
            dateCreated: string;
            /** @description Whether the caller has starred the project. */
            isBookmarked: boolean;
            /** @description Whether the caller belongs to one of the project's teams. */
            isMember: boolean;
            /** @description Whether the caller has access to the project. Every member of the organization has. */
            hasAccess: boolean;
            /** @description Scopes the caller's token holds. */
            access: components["schemas"]["Scope"][];
            /** @description Feature flags of the project. */
            features: string[];
            /**
             * Format: date-time
             * @description When the first event arrived, in UTC. Null before that.
             */
            firstEvent: string | null;
            /** @description Whether a client has ever sent a transaction. Transactions are not stored. */
            firstTransactionEvent: boolean;
            /** @description Whether an event has arrived with a frame that looks minified and could not be mapped. */
            hasMinifiedStackTrace: boolean;
            /** @description Whether a client has ever sent a custom metric. Metrics are not stored. */
            hasCustomMetrics: boolean;
            /** @description Whether a client has ever sent a monitor check-in. Check-ins are not stored. */
            hasMonitors: boolean;
            /** @description Whether a client has ever sent a profile. Profiles are not stored. */
            hasProfiles: boolean;
            /** @description Whether a client has ever sent a session replay. Replays are not stored. */
            hasReplays: boolean;
            /** @description Whether a client has ever sent a session. Sessions are not stored. */
            hasSessions: boolean;
            eventProcessing: components["schemas"]["EventProcessing"];
            /** @description Newest release of the project. Null if there is none. */
            latestRelease: components["schemas"]["LatestRelease"] | null;
            team: components["schemas"]["TeamSummary"];
            /** @description All teams of the project. The first one is also `team`. */
            teams: components["schemas"]["TeamSummary"][];
            /** @description Names of the environments that events came from or releases were deployed to. */
            environments: string[];
            /** @description Whether a client has ever sent a user's own report. Reports are not stored. */
            hasUserReports: boolean;
            /** @description Newest finished deploy of each environment. Null if there is none. */
            latestDeploys: components["schemas"]["LatestDeploys"] | null;
            /** @description Number of unresolved issues, which is counted up to 1000. */
            unresolvedIssues: number;
        };
        /** @description Error of a request. */
        ErrorBody: {
            /** @description Error message. It names the invalid parameter, if there is one. */
            detail: string;
        };
        /** @description Error of a request whose token lacks a scope. */
        ForbiddenBody: {
            /** @description The reason in one sentence. */
            detail: string;
            /** @description Accepted scopes. Any one is sufficient. */
            requiredScopes: components["schemas"]["Scope"][];
        };
        /** @description The project's settings under their storage keys. All keys are always present. A key that means the same as a field of the project has the same value. */
        ProjectOptions: {
            /** @description Same as `groupingAutoUpdate`. Read-only. */
            "svc:grouping_auto_update": boolean;
            /** @description Rules that shorten span descriptions. Always empty. Read-only, because spans are not stored. */
            "svc:span_description_cluster_rules": unknown[];
            /** @description Rules that shorten transaction names. Always empty. Read-only, because transactions are not stored. */
            "svc:transaction_name_cluster_rules": unknown[];
            /** @description Same as `digestsMaxDelay`, in seconds. */
            "digests:mail:maximum_delay": number;
            /** @description Same as `digestsMinDelay`, in seconds. */
            "digests:mail:minimum_delay": number;
            /** @description Same as `dataScrubberDefaults`. */
            "svc:scrub_defaults": boolean;
            /** @description Same as `dataScrubber`. */
            "svc:scrub_data": boolean;
            /** @description Same as `scrubIPAddresses`. */
            "svc:scrub_ip_address": boolean;
            /** @description Same as `scrapeJavaScript`. */
            "svc:scrape_javascript": boolean;
            /** @description Same as `subjectPrefix`. */
            "mail:subject_prefix": string;
            /** @description Same as `relayPiiConfig`. Null when there are no rules. */
            "svc:relay_pii_config": string | null;
            /** @description Same as `securityToken`, so empty for callers without project:write and project:admin. */
            "svc:token": string;
            /** @description Same as `resolveAge`, in hours. */
            "svc:resolve_age": number;
            /** @description Same as `groupingConfig`. */
            "svc:grouping_config": string;
            /** @description Same as `secondaryGroupingConfig`. */
            "svc:secondary_grouping_config": string;
            /** @description Same as `secondaryGroupingExpiry`, in seconds since 1970. */
            "svc:secondary_grouping_expiry": number;
            /** @description Whether spike protection is disabled. */
            "quotas:spike-protection-disabled": boolean;
            /** @description Same as `storeCrashReports`. Read-only. */
            "svc:store_crash_reports": number;
            /** @description Same as `builtinSymbolSources`. Read-only. */
            "svc:builtin_symbol_sources": string[];
            /** @description Same as `allowedDomains`. */
            "svc:origins": string[];
            /** @description Same as `sensitiveFields`. */
            "svc:sensitive_fields": string[];
            /** @description Same as `defaultEnvironment`. */
            "svc:default_environment": string;
            /** @description Same as `verifySSL`. */
            "svc:verify_ssl": boolean;
            /** @description Whether reports about browser extensions, the browser itself and localhost are dropped. */
            "svc:csp_ignored_sources_defaults": boolean;
            /** @description Further sources whose reports are dropped, one per line. */
            "svc:csp_ignored_sources": string;
            /** @description Client addresses and networks whose events are dropped, one per line. */
            "filters:blacklisted_ips": string;
            /** @description Whether hydration errors of React are dropped. */
            "filters:react-hydration-errors": boolean;
            /** @description Whether errors about script chunks that failed to load are dropped. */
            "filters:chunk-load-error": boolean;
            /** @description Patterns of releases whose events are dropped, one per line. */
            "filters:releases": string;
            /** @description Patterns of error messages whose events are dropped, one per line. */
            "filters:error_messages": string;
            /** @description Always true. Read-only, because there is no feedback form. */
            "feedback:branding": boolean;
        };
        /** @description At most `count` events in each window of `window` seconds. Windows begin at multiples of their length since 1970, UTC. */
        RateLimit: {
            /** @description Length of a window in seconds. */
            window: number;
            /** @description Events that are accepted in a window. */
            count: number;
        };
        /** @description Days after which the events of the project are deleted, with their issues once these have no event left, unused artifacts and releases without events. 0 keeps them forever; null is the setting of the organization. */
        ProjectRetentionDays: number | null;
        /** @description Number of events of the project beyond which the oldest are deleted. 0 keeps all; null is the setting of the organization. */
        ProjectRetentionEvents: number | null;
        /** @description How long the data of a project is kept. */
        Retention: {
            /** @description Days after which events are deleted; 0 if they are kept forever. */
            days: number;
            /** @description Number of events beyond which the oldest are deleted; 0 if all are kept. */
            events: number;
        };
        /** @description A limit of the verdicts on releases. */
        VerdictCount: number;
        /** @description One sampling rule. */
        DynamicSamplingBias: {
            /**
             * @description Name of the rule.
             * @enum {string}
             */
            id: "boostEnvironments" | "boostLatestRelease" | "ignoreHealthChecks" | "boostKeyTransactions" | "boostLowVolumeTransactions" | "boostReplayId" | "recalibrationRule";
            /** @description Whether the rule is on. */
            active: boolean;
        };
        /** @description Who wrote the plugin. */
        PluginAuthor: {
            /** @description Name of the author. */
            name: string;
            /** @description URL of the author's home page. */
            url: string;
        };
        /** @description One feature of a plugin. */
        PluginFeature: {
            /** @description Description of the feature. */
            description: string;
            /** @description Feature flag that the feature requires. */
            featureGate: string;
        };
        /** @description A page about a plugin. */
        PluginLink: {
            /** @description Title of the page. */
            title: string;
            /** @description URL of the page. */
            url: string;
        };
        /** @description A plugin that can be used with the project. */
        Plugin: {
            /** @description Identifier of the plugin. */
            id: string;
            /** @description Display name. */
            name: string;
            /** @description Name of the plugin in paths. */
            slug: string;
            /** @description Short display name. */
            shortName: string;
            /** @description Kind of plugin, such as `issue-tracking`. */
            type: string;
            /** @description Whether the plugin can be disabled. */
            canDisable: boolean;
            /** @description Whether the plugin can be tested. */
            isTestable: boolean;
            /** @description Whether the plugin has settings. */
            hasConfiguration: boolean;
            /** @description Whether the plugin is enabled for the project. */
            enabled: boolean;
            /** @description Whether the plugin is deprecated. */
            isDeprecated: boolean;
            /** @description Whether menus hide the plugin. */
            isHidden: boolean;
            /** @description State of its deliveries. */
            metadata: {
                /**
                 * Format: date-time
                 * @description Time of the last successful delivery. Null if there is none.
                 */
                lastSent?: string | null;
                /**
                 * Format: date-time
                 * @description Time of the first failure since the last success. Null if the last delivery succeeded.
                 */
                failingSince?: string | null;
                /** @description Reason why the last delivery failed. Null if it succeeded. */
                error?: string | null;
                /** @description Number of failures since the last success. */
                failures?: number;
                /** @description `open` after five failures in a row: alerts wait, and one of them is posted at `nextAttempt`. If that fails, the circuit stays open for twice as long, at most an hour. A success makes it `closed`, and the waiting alerts are posted. */
                circuit?: string;
                /**
                 * Format: date-time
                 * @description Time from which an alert is posted while the circuit is open. Null if it is closed.
                 */
                nextAttempt?: string | null;
            } & {
                [key: string]: unknown;
            };
            /** @description Event contexts the plugin reads. */
            contexts: unknown[];
            /** @description Files the plugin needs in a browser. */
            assets: unknown[];
            /** @description State of the plugin: `disabled`, `active`, or `failing` if its last delivery failed. */
            status: string;
            /** @description Help text. May be empty. */
            doc: string;
            /** @description Replacement of the plugin. Null if there is none. */
            firstPartyAlternative: string | null;
            /** @description Date of removal of the plugin, as text. Null if there is none. */
            deprecationDate: string | null;
            /** @description Whether the replacement is an app and not an integration. Null if there is none. */
            altIsSentryApp: boolean | null;
            /** @description Version of the plugin. */
            version: string;
            author: components["schemas"]["PluginAuthor"];
            /** @description Purpose of the plugin. */
            description: string;
            /** @description Features the plugin offers. */
            features: string[];
            /** @description Descriptions of the features. */
            featureDescriptions: components["schemas"]["PluginFeature"][];
            /** @description Links to more information. */
            resourceLinks: components["schemas"]["PluginLink"][];
        };
        /** @description A project with all of its settings. updateProject accepts the settings that have an effect. Members without an effect in this service are read-only and constant. */
        Project: {
            /** @description Decimal number that identifies the project for good. It is also the project part of a DSN. */
            id: string;
            /** @description Name of the project in paths, unique in its organization. */
            slug: string;
            /** @description Display name. */
            name: string;
            /** @description Platform of the project. Null if not set. */
            platform: string | null;
            /** @description Platforms named by the events received so far. */
            platforms: string[];
            /**
             * Format: date-time
             * @description When the project was created, in UTC.
             */
            dateCreated: string;
            /** @description Whether the caller has starred the project. */
            isBookmarked: boolean;
            /** @description Whether the caller belongs to one of the project's teams. */
            isMember: boolean;
            /** @description Whether the caller has access to the project. Every member of the organization has. */
            hasAccess: boolean;
            /** @description Scopes the caller's token holds. */
            access: components["schemas"]["Scope"][];
            /** @description Feature flags of the project. */
            features: string[];
            /**
             * Format: date-time
             * @description When the first event arrived, in UTC. Null before that.
             */
            firstEvent: string | null;
            /** @description Whether a client has ever sent a transaction. Transactions are not stored. */
            firstTransactionEvent: boolean;
            /** @description Whether an event has arrived with a frame that looks minified and could not be mapped. */
            hasMinifiedStackTrace: boolean;
            /** @description Whether a client has ever sent a custom metric. Metrics are not stored. */
            hasCustomMetrics: boolean;
            /** @description Whether a client has ever sent a monitor check-in. Check-ins are not stored. */
            hasMonitors: boolean;
            /** @description Whether a client has ever sent a profile. Profiles are not stored. */
            hasProfiles: boolean;
            /** @description Whether a client has ever sent a session replay. Replays are not stored. */
            hasReplays: boolean;
            /** @description Whether a client has ever sent a session. Sessions are not stored. */
            hasSessions: boolean;
            eventProcessing: components["schemas"]["EventProcessing"];
            /** @description Newest release of the project. Null if there is none. */
            latestRelease: components["schemas"]["LatestRelease"] | null;
            team: components["schemas"]["TeamSummary"];
            /** @description All teams of the project. The first one is also `team`. */
            teams: components["schemas"]["TeamSummary"][];
            /** @description Whether the project monitors this service itself. Always false. Read-only, because the service does not monitor itself. */
            isInternal: boolean;
            /** @description Whether the project can be read without a token. Always false. Read-only, because projects cannot be public. */
            isPublic: boolean;
            avatar: components["schemas"]["Avatar"];
            /** @description Display color. It is derived from the slug and changes with it. */
            color: string;
            /** @description State of the project. Always `active`. */
            status: string;
            options: components["schemas"]["ProjectOptions"];
            /** @description Minimum delay of alerts that are combined in one mail, in seconds. */
            digestsMinDelay: number;
            /** @description Maximum delay of alerts that are combined in one mail, in seconds. */
            digestsMaxDelay: number;
            /** @description Prefix of the subject of every mail about the project. May be empty. */
            subjectPrefix: string;
            /** @description Template of the subject of a mail about one issue. */
            subjectTemplate: string;
            /** @description Origins whose pages may send events. A lone `*` allows all. */
            allowedDomains: string[];
            /** @description Hours without a new event after which an issue is resolved. 0 means never. */
            resolveAge: number;
            /** @description Whether sensitive values are removed from events before events are stored. */
            dataScrubber: boolean;
            /** @description Whether the built-in scrubbing rules apply. */
            dataScrubberDefaults: boolean;
            /** @description Field names that are never scrubbed. */
            safeFields: string[];
            /** @description Field names that are scrubbed in addition to the built-in ones. */
            sensitiveFields: string[];
            /** @description Always 0. Read-only, because crash reports are stored as any other attachment. */
            storeCrashReports: number;
            /** @description Secret in the header `securityTokenHeader` of requests to the project's webhook, and of requests for JavaScript to hosts that `allowedDomains` lists. Empty unless the caller's token holds project:write or project:admin. */
            securityToken: string;
            /** @description Name of the header with the security token in requests to the webhook, and to hosts that JavaScript is fetched from. Null if no token is sent. */
            securityTokenHeader: string | null;
            /** @description How many events the project accepts in a time; null if there is no limit of its own. The limits of the key and of the organization apply too. */
            rateLimit: components["schemas"]["RateLimit"] | null;
            retentionDays: components["schemas"]["ProjectRetentionDays"];
            retentionEvents: components["schemas"]["ProjectRetentionEvents"];
            /** @description What is in effect: the retention of the project, or else of its organization. Read-only. */
            retention: components["schemas"]["Retention"];
            /** @description Whether the certificates of the project's webhook and of hosts that JavaScript is fetched from must be valid. If false, any certificate is accepted, self-signed ones included. */
            verifySSL: boolean;
            /** @description Whether client addresses are removed from events before they are stored. */
            scrubIPAddresses: boolean;
            /** @description Whether minified JavaScript and its source maps are fetched from the URLs of frames, if nothing was uploaded for them. */
            scrapeJavaScript: boolean;
            /** @description Name and version of the grouping algorithm: `simple:4` in new projects, `simple:1` in those that were created when there was no other. */
            groupingConfig: string;
            /** @description Rules that mark frames as in-app or leave them out of the grouping, one per line. Empty if there are none. */
            groupingEnhancements: string;
            /** @description Always null. Read-only, because enhancement rules have no base. */
            groupingEnhancementsBase: string | null;
            /** @description The previous grouping configuration, whose issues still receive events. Empty if there is none. */
            secondaryGroupingConfig: string;
            /**
             * Format: int64
             * @description Time when the previous configuration expires, in seconds since 1970. 0 if there is none.
             */
            secondaryGroupingExpiry: number;
            /** @description Always true. Read-only, because algorithms are not updated automatically. */
            groupingAutoUpdate: boolean;
            /** @description Rules that give events a fingerprint of the project's own, one per line. Empty if there are none. */
            fingerprintingRules: string;
            /** @description Environment of events that name none. Empty if not set. */
            defaultEnvironment: string;
            /** @description Address of the source of a frame, with variables. Empty if frames are not linked. */
            sourceLinkPattern: string;
            /** @description What is removed from the beginning of the path of a frame before it is linked. Empty if nothing is. */
            sourceLinkRoot: string;
            /** @description Number of new issues of the level error or fatal up to which a release is good. The default is 0. */
            verdictMaxNewIssues: components["schemas"]["VerdictCount"];
            /** @description Number of regressions up to which a release is good. The default is 0. */
            verdictMaxRegressions: components["schemas"]["VerdictCount"];
            /** @description Number of escalating issues up to which a release is good. The default is 0. */
            verdictMaxEscalations: components["schemas"]["VerdictCount"];
            /** @description Percent by which the rate of errors of a good release may exceed that of its baseline. The default is 50. */
            verdictMaxIncrease: components["schemas"]["VerdictCount"];
            /** @description Rate of errors up to which a release is good whatever its baseline: sessions with an error in 100 sessions, or events per hour. The default is 1. */
            verdictLowRate: components["schemas"]["VerdictCount"];
            /** @description Minutes for which a good release must have been in use. The default is 15. */
            verdictMinMinutes: components["schemas"]["VerdictCount"];
            /** @description Scrubbing rules of the project, as JSON text. Null if there are none. */
            relayPiiConfig: string | null;
            /** @description Always the same four. Read-only, because native events are not symbolicated. */
            builtinSymbolSources: string[];
            /** @description Always an empty list as text. Read-only, because native events are not symbolicated. */
            symbolSources: string;
            /** @description Number of open problems that prevent processing. Always 0. Read-only, because events do not wait for problems to be solved. */
            processingIssues: number;
            /** @description Always the seven rules, active. Read-only, because transactions are not stored and therefore not sampled. */
            dynamicSamplingBiases: components["schemas"]["DynamicSamplingBias"][];
            organization: components["schemas"]["OrganizationSummary"];
            /** @description Plugins that can be used with the project, enabled or not. There is one, `webhooks`. */
            plugins: components["schemas"]["Plugin"][];
        };
        /** @description New location of a renamed project. */
        MovedBody: {
            /** @description Present slug of the project. */
            slug: string;
            /** @description The same as an error. */
            detail: {
                /**
                 * @description Name of the error.
                 * @constant
                 */
                code: "resource-moved";
                /** @description Error message. */
                message: string;
                /** @description The new location. */
                extra: {
                    /**
                     * Format: uri-reference
                     * @description Path of the same request with the present slug. Equal to the `Location` header.
                     */
                    url: string;
                    /** @description Present slug of the project. */
                    slug: string;
                };
            };
        };
        /**
         * @description Platform of a project. `other` is for all others.
         * @enum {string}
         */
        Platform: "android" | "apple" | "apple-ios" | "apple-macos" | "bun" | "capacitor" | "cloudflare-pages" | "cloudflare-workers" | "cordova" | "dart" | "deno" | "dotnet" | "dotnet-aspnet" | "dotnet-aspnetcore" | "dotnet-awslambda" | "dotnet-gcpfunctions" | "dotnet-maui" | "dotnet-uwp" | "dotnet-winforms" | "dotnet-wpf" | "dotnet-xamarin" | "electron" | "elixir" | "flutter" | "go" | "go-echo" | "go-fasthttp" | "go-fiber" | "go-gin" | "go-http" | "go-iris" | "go-martini" | "go-negroni" | "ionic" | "java" | "java-log4j2" | "java-logback" | "java-spring" | "java-spring-boot" | "javascript" | "javascript-angular" | "javascript-astro" | "javascript-ember" | "javascript-gatsby" | "javascript-nextjs" | "javascript-nuxt" | "javascript-react" | "javascript-remix" | "javascript-solid" | "javascript-solidstart" | "javascript-svelte" | "javascript-sveltekit" | "javascript-vue" | "kotlin" | "minidump" | "native" | "native-qt" | "nintendo-switch" | "node" | "node-awslambda" | "node-azurefunctions" | "node-connect" | "node-express" | "node-fastify" | "node-gcpfunctions" | "node-hapi" | "node-koa" | "node-nestjs" | "node-serverlesscloud" | "php" | "php-laravel" | "php-symfony" | "powershell" | "python" | "python-aiohttp" | "python-asgi" | "python-awslambda" | "python-bottle" | "python-celery" | "python-chalice" | "python-django" | "python-falcon" | "python-fastapi" | "python-flask" | "python-gcpfunctions" | "python-pylons" | "python-pymongo" | "python-pyramid" | "python-quart" | "python-rq" | "python-sanic" | "python-serverless" | "python-starlette" | "python-tornado" | "python-tryton" | "python-wsgi" | "react-native" | "ruby" | "ruby-rack" | "ruby-rails" | "rust" | "unity" | "unreal" | "other";
        /** @description Prefix of the subject of every mail about the project. May be empty. */
        SubjectPrefix: string;
        /** @description Hours without a new event after which an issue is resolved. 0 means never. */
        ResolveAge: number;
        /** @description Delay of a digest of alerts, in seconds. */
        DigestDelay: number;
        /** @description Origins whose pages may send events, case-insensitive. `example.com` is that host, `*.example.com` the host and its subdomains, `*` every origin. A scheme (`https://example.com`) or a port (`example.com:8080`) must be equal if given. `null` is the origin of pages that have none. Empty strings are dropped. */
        AllowedDomains: string[];
        /** @description Whether the setting is enabled. */
        Switch: boolean;
        /** @description Names of fields, case-insensitive; 4000 characters in total. */
        FieldNames: string[];
        /** @description Scrubbing rules of the project as JSON text, in addition to the built-in ones: `rules` by name, and `applications` that select where each is applied, such as `{"applications": {"$string": ["@email:replace"]}}`. Empty and null mean none. */
        PiiConfig: string | null;
        /** @description Secret in the header `securityTokenHeader` of requests that the service makes for the project. Empty for none. */
        SecurityToken: string;
        /** @description Name of the header with the security token in requests to the webhook of the project, and to hosts that JavaScript is fetched from. Headers that requests have already, headers of the connection, and `Authorization`, `Cookie`, `Forwarded` and `X-Forwarded-*` are not accepted. If empty or null, no token is sent. */
        SecurityTokenHeader: string | null;
        /** @description Name of an environment. Empty and null mean none. */
        EnvironmentName: string | null;
        /**
         * @description Name and version of the grouping algorithm. New projects have `simple:4`. A change applies to events that arrive afterwards; earlier events stay in their issues.
         * @enum {string}
         */
        GroupingConfig: "simple:1" | "simple:2" | "simple:3" | "simple:4";
        /** @description Rules, one per line. Blank lines and those that begin with `#` do nothing. */
        RulesText: string;
        /**
         * @description The previous grouping configuration: until `secondaryGroupingExpiry`, its issues receive events. Empty for none.
         * @enum {string}
         */
        SecondaryGroupingConfig: "" | "simple:1" | "simple:2" | "simple:3" | "simple:4";
        /**
         * Format: int64
         * @description Time when `secondaryGroupingConfig` expires, in seconds since 1970: at most 91 days ahead. 0 for none.
         */
        SecondaryGroupingExpiry: number;
        /** @description At most `count` events in each window of `window` seconds; null for no limit. Windows begin at multiples of their length since 1970, UTC. */
        RateLimitUpdate: {
            /** @description Length of a window in seconds. */
            window: number;
            /** @description Events that are accepted in a window. */
            count: number;
        } | null;
        /** @description Patterns or addresses, one per line. Blank lines do nothing. */
        FilterText: string;
        /** @description The settings to change, under their storage keys. A key that means the same as a field of the project sets the same value; a body with both must have equal values. */
        ProjectOptionsUpdate: {
            /** @description Same as `digestsMaxDelay`, in seconds. */
            "digests:mail:maximum_delay"?: components["schemas"]["DigestDelay"];
            /** @description Same as `digestsMinDelay`, in seconds. */
            "digests:mail:minimum_delay"?: components["schemas"]["DigestDelay"];
            /** @description Same as `dataScrubberDefaults`. */
            "svc:scrub_defaults"?: components["schemas"]["Switch"];
            /** @description Same as `dataScrubber`. */
            "svc:scrub_data"?: components["schemas"]["Switch"];
            /** @description Same as `scrubIPAddresses`. */
            "svc:scrub_ip_address"?: components["schemas"]["Switch"];
            /** @description Same as `scrapeJavaScript`. */
            "svc:scrape_javascript"?: components["schemas"]["Switch"];
            /** @description Same as `subjectPrefix`. */
            "mail:subject_prefix"?: components["schemas"]["SubjectPrefix"];
            /** @description Same as `resolveAge`, in hours. */
            "svc:resolve_age"?: components["schemas"]["ResolveAge"];
            /** @description Whether spike protection is disabled. */
            "quotas:spike-protection-disabled"?: components["schemas"]["Switch"];
            /** @description Same as `groupingConfig`. */
            "svc:grouping_config"?: components["schemas"]["GroupingConfig"];
            /** @description Same as `secondaryGroupingConfig`. */
            "svc:secondary_grouping_config"?: components["schemas"]["SecondaryGroupingConfig"];
            /** @description Same as `secondaryGroupingExpiry`, in seconds since 1970. */
            "svc:secondary_grouping_expiry"?: components["schemas"]["SecondaryGroupingExpiry"];
            /** @description Same as `allowedDomains`. */
            "svc:origins"?: components["schemas"]["AllowedDomains"];
            /** @description Same as `sensitiveFields`. */
            "svc:sensitive_fields"?: components["schemas"]["FieldNames"];
            /** @description Same as `defaultEnvironment`. */
            "svc:default_environment"?: components["schemas"]["EnvironmentName"];
            /** @description Same as `relayPiiConfig`. */
            "svc:relay_pii_config"?: components["schemas"]["PiiConfig"];
            /** @description Same as `securityToken`. */
            "svc:token"?: components["schemas"]["SecurityToken"];
            /** @description Same as `verifySSL`. */
            "svc:verify_ssl"?: components["schemas"]["Switch"];
            /** @description Client addresses whose events are dropped, one per line: an IPv4 or IPv6 address, or a network such as `192.0.2.0/24`. Applies to the address of the connection and to that of the event's user. */
            "filters:blacklisted_ips"?: components["schemas"]["FilterText"];
            /** @description Whether hydration errors of React are dropped. */
            "filters:react-hydration-errors"?: components["schemas"]["Switch"];
            /** @description Whether errors about script chunks that failed to load are dropped. */
            "filters:chunk-load-error"?: components["schemas"]["Switch"];
            /** @description Releases whose events are dropped, one pattern per line, case-insensitive. `*` matches any text, `?` any character, `[a-z]` a character of a set, `[!a-z]` or `[^a-z]` a character outside of it, `{a,b}` one of two texts; `\` escapes the next character. */
            "filters:releases"?: components["schemas"]["FilterText"];
            /** @description Messages of errors that are dropped, one pattern per line, as in `filters:releases`. Patterns match the message of the event, and the value of each exception with and without `TYPE: ` in front. */
            "filters:error_messages"?: components["schemas"]["FilterText"];
            /** @description Whether reports of a violated Content-Security-Policy are dropped that browser extensions, the browser itself or localhost cause. */
            "svc:csp_ignored_sources_defaults"?: components["schemas"]["Switch"];
            /** @description Sources whose reports of a violated Content-Security-Policy are dropped, one per line: `[scheme://]host[:port]`. `*` matches every host, `*.example.com` also `example.com`. Applies to the blocked address and to the source file. */
            "svc:csp_ignored_sources"?: components["schemas"]["FilterText"];
        };
        /** @description The fields to change; absent fields stay unchanged. White space around a string is removed before validation. Values are not converted: the string `"5"` is not an integer. */
        ProjectUpdate: {
            /** @description Whether the caller has starred the project. The only field that a caller with project:read alone can change. */
            isBookmarked?: boolean;
            /** @description New display name. */
            name?: string;
            /** @description New name in paths, unique in the organization and not reserved. Requests with the old slug are 302 until another project takes it. */
            slug?: string;
            platform?: components["schemas"]["Platform"];
            subjectPrefix?: components["schemas"]["SubjectPrefix"];
            /** @description Template of the subject of a mail about one issue, without the prefix. Variables are `$title`, `$shortID`, `$projectID`, `$orgID`, `$project` and `${tag:KEY}`, the value of a tag. A `$` that is not followed by a letter, `_` or `{` is literal. */
            subjectTemplate?: string;
            resolveAge?: components["schemas"]["ResolveAge"];
            /** @description Minimum delay of alerts that are combined in one mail, in seconds. Not greater than `digestsMaxDelay`. */
            digestsMinDelay?: components["schemas"]["DigestDelay"];
            /** @description Maximum delay of alerts that are combined in one mail, in seconds. Not less than `digestsMinDelay`. */
            digestsMaxDelay?: components["schemas"]["DigestDelay"];
            /** @description Origins whose pages may send events, at least one. `*` allows every origin. */
            allowedDomains?: components["schemas"]["AllowedDomains"];
            /** @description Whether sensitive values are removed from events before events are stored. */
            dataScrubber?: components["schemas"]["Switch"];
            /** @description Whether the built-in scrubbing rules apply in addition to `sensitiveFields`. */
            dataScrubberDefaults?: components["schemas"]["Switch"];
            /** @description Names of fields that are never scrubbed; 4000 characters in total. */
            safeFields?: components["schemas"]["FieldNames"];
            /** @description Parts of field names; 4000 characters in total. A field whose name contains one of them is scrubbed, in addition to the built-in rules. */
            sensitiveFields?: components["schemas"]["FieldNames"];
            /** @description Whether client addresses are removed from events before they are stored. */
            scrubIPAddresses?: components["schemas"]["Switch"];
            relayPiiConfig?: components["schemas"]["PiiConfig"];
            securityToken?: components["schemas"]["SecurityToken"];
            securityTokenHeader?: components["schemas"]["SecurityTokenHeader"];
            /** @description Whether the certificates of the project's webhook and of hosts that JavaScript is fetched from must be valid. */
            verifySSL?: components["schemas"]["Switch"];
            /** @description Whether minified JavaScript and its source maps are fetched from the URLs of frames, if nothing was uploaded for them. If false, files fetched before are not used either. */
            scrapeJavaScript?: components["schemas"]["Switch"];
            /** @description Environment of events that name none. Empty and null mean none. */
            defaultEnvironment?: components["schemas"]["EnvironmentName"];
            groupingConfig?: components["schemas"]["GroupingConfig"];
            /** @description Rules that give events a fingerprint of the project's own, one per line, such as `error.type:TimeoutError -> timeout, {{ transaction }}`. The first rule that matches applies, and takes precedence over the fingerprint of the client. */
            fingerprintingRules?: components["schemas"]["RulesText"];
            /** @description Rules that mark frames as in-app or exclude them from grouping, one per line, such as `stack.module:vendor.* -app -group`. */
            groupingEnhancements?: components["schemas"]["RulesText"];
            secondaryGroupingConfig?: components["schemas"]["SecondaryGroupingConfig"];
            secondaryGroupingExpiry?: components["schemas"]["SecondaryGroupingExpiry"];
            rateLimit?: components["schemas"]["RateLimitUpdate"];
            retentionDays?: components["schemas"]["ProjectRetentionDays"];
            retentionEvents?: components["schemas"]["ProjectRetentionEvents"];
            /** @description Address of the source of a frame, which begins with `https://` or `http://`, such as `https://git.example.com/shop/blob/{release}/{path}#L{line}`. Variables are `{path}`, `{line}`, `{release}` and `{commit}`: the last commit of the release, or the release if that is unknown. They may be in the path, the query and the fragment. Empty means no links. */
            sourceLinkPattern?: string;
            /** @description What is removed from the beginning of the path of a frame before it is linked, such as `/srv/shop/`. Empty means nothing. */
            sourceLinkRoot?: string;
            /** @description Number of new issues of the level error or fatal up to which a release is good. The default is 0. */
            verdictMaxNewIssues?: components["schemas"]["VerdictCount"];
            /** @description Number of regressions up to which a release is good. The default is 0. */
            verdictMaxRegressions?: components["schemas"]["VerdictCount"];
            /** @description Number of escalating issues up to which a release is good. The default is 0. */
            verdictMaxEscalations?: components["schemas"]["VerdictCount"];
            /** @description Percent by which the rate of errors of a good release may exceed that of its baseline. The default is 50. */
            verdictMaxIncrease?: components["schemas"]["VerdictCount"];
            /** @description Rate of errors up to which a release is good whatever its baseline: sessions with an error in 100 sessions, or events per hour. The default is 1. */
            verdictLowRate?: components["schemas"]["VerdictCount"];
            /** @description Minutes for which a good release must have been in use. The default is 15. */
            verdictMinMinutes?: components["schemas"]["VerdictCount"];
            options?: components["schemas"]["ProjectOptionsUpdate"];
        };
        /** @description Every invalid field with its error messages. The message of a value in a list begins with its position, as `commits[17].timestamp: There is no such moment; check the day and the time.` under `commits`. */
        FieldErrors: {
            [key: string]: string[];
        } & {
            /** @description Error messages of an unknown field `detail`, one sentence each. It is a list here and a text in `ErrorBody`. */
            detail?: string[];
        };
        /** @description Error of a request with an invalid body: one sentence in `detail`, or sentences for each invalid field. */
        BadRequestBody: components["schemas"]["ErrorBody"] | components["schemas"]["FieldErrors"];
        /**
         * @description What the tokens of a member may do at most. Each role has the scopes of the ones before it, and more: see the guide on scopes.
         * @enum {string}
         */
        Role: "member" | "admin" | "manager" | "owner";
        /** @description An invitation that was not accepted. */
        MemberInvitation: {
            /**
             * Format: date-time
             * @description Until when it can be accepted, in UTC. If it was revoked, when that was.
             */
            expiresAt: string;
            /** @description Whether it was revoked. */
            isRevoked: boolean;
        };
        /** @description A person of an organization. Tokens belong to members. */
        Member: {
            /** @description Decimal number that identifies the member for good. */
            id: string;
            /** @description E-mail address, unique in the organization. */
            email: string;
            role: components["schemas"]["Role"];
            /** @description Slugs of the teams that the member is in. */
            teams: string[];
            /**
             * Format: date-time
             * @description When the member was added, in UTC.
             */
            dateCreated: string;
            /** @description The newest invitation. Null if the member was not invited, or has accepted the invitation. */
            invitation: components["schemas"]["MemberInvitation"] | null;
        };
        /** @description A new team. */
        TeamCreation: {
            /** @description Display name. The slug if it is absent. */
            name?: string;
            /** @description Name in paths, unique in the organization. Made of the name if it is absent. */
            slug?: string;
        };
        /** @description The fields to change; absent fields stay unchanged. */
        NameUpdate: {
            /** @description New display name. */
            name?: string;
            /** @description New slug, which paths contain. */
            slug?: string;
        };
        /** @description A project as it appears in a list. It has no settings, but the environments and deploys of the project. */
        ProjectSummary: {
            /** @description Decimal number that identifies the project for good. It is also the project part of a DSN. */
            id: string;
            /** @description Name of the project in paths, unique in its organization. */
            slug: string;
            /** @description Display name. */
            name: string;
            /** @description Platform of the project. Null if not set. */
            platform: string | null;
            /** @description Platforms named by the events received so far. */
            platforms: string[];
            /**
             * Format: date-time
             * @description When the project was created, in UTC.
             */
            dateCreated: string;
            /** @description Whether the caller has starred the project. */
            isBookmarked: boolean;
            /** @description Whether the caller belongs to one of the project's teams. */
            isMember: boolean;
            /** @description Whether the caller has access to the project. Every member of the organization has. */
            hasAccess: boolean;
            /** @description Scopes the caller's token holds. */
            access: components["schemas"]["Scope"][];
            /** @description Feature flags of the project. */
            features: string[];
            /**
             * Format: date-time
             * @description When the first event arrived, in UTC. Null before that.
             */
            firstEvent: string | null;
            /** @description Whether a client has ever sent a transaction. Transactions are not stored. */
            firstTransactionEvent: boolean;
            /** @description Whether an event has arrived with a frame that looks minified and could not be mapped. */
            hasMinifiedStackTrace: boolean;
            /** @description Whether a client has ever sent a custom metric. Metrics are not stored. */
            hasCustomMetrics: boolean;
            /** @description Whether a client has ever sent a monitor check-in. Check-ins are not stored. */
            hasMonitors: boolean;
            /** @description Whether a client has ever sent a profile. Profiles are not stored. */
            hasProfiles: boolean;
            /** @description Whether a client has ever sent a session replay. Replays are not stored. */
            hasReplays: boolean;
            /** @description Whether a client has ever sent a session. Sessions are not stored. */
            hasSessions: boolean;
            eventProcessing: components["schemas"]["EventProcessing"];
            /** @description Newest release of the project. Null if there is none. */
            latestRelease: components["schemas"]["LatestRelease"] | null;
            team: components["schemas"]["TeamSummary"];
            /** @description All teams of the project. The first one is also `team`. */
            teams: components["schemas"]["TeamSummary"][];
            /** @description Names of the environments that events came from or releases were deployed to. */
            environments: string[];
            /** @description Whether a client has ever sent a user's own report. Reports are not stored. */
            hasUserReports: boolean;
            /** @description Newest finished deploy of each environment. Null if there is none. */
            latestDeploys: components["schemas"]["LatestDeploys"] | null;
            /** @description Number of unresolved issues, which is counted up to 1000. */
            unresolvedIssues: number;
        };
        /** @description A new project. */
        ProjectCreation: {
            /** @description Display name. */
            name: string;
            /** @description Name in paths, unique in the organization and not reserved. Made of the name if it is absent. */
            slug?: string;
            platform?: components["schemas"]["Platform"];
        };
        /** @description User who was affected by an event. */
        EventUser: {
            /** @description The program's own identifier of the user. Null if not given. */
            id: string | null;
            /** @description E-mail address. Null if not given. */
            email: string | null;
            /** @description Login name of the user. Null if not given. */
            username: string | null;
            /** @description Address of the user's device. Null if not given or scrubbed. */
            ip_address: string | null;
            /** @description Full name. Null if not given. */
            name: string | null;
            /** @description Further data about the user. Null if there are none. */
            data: {
                [key: string]: unknown;
            } | null;
            /** @description Location of the user, as the client reports it. Null if not given. */
            geo: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A tag. */
        EventTag: {
            /** @description Name of the tag, such as `environment`, `level` or `release`. */
            key: string;
            /** @description Value of the tag. */
            value: string;
        };
        /** @description One part of an event's body. */
        EventEntry: {
            /** @description Kind of part: `message`, `exception`, `stacktrace`, `threads`, `breadcrumbs`, `request`, `debugmeta`, `csp` or `template`. */
            type: string;
            /** @description Content of the part. An exception has `values`, oldest cause first, each with a `stacktrace` whose `frames` run from the oldest call to the newest. If frames of a long stack trace were left out, `framesOmitted` is the range `[from, to]` that contains all of them, counted from 0 in the complete list, without `to` itself; frames within it may have been kept, so `framesOmittedRanges` lists each range that was left out. Both are null if nothing was. `excOmitted` of an exception is such a range of `values`. `sourceLink` of a frame of the application is the address of its source, as `sourceLinkPattern` of the project has it; null if there is none. The fields of a `csp` are those of the browser's report, as in `blocked_uri`. */
            data: {
                [key: string]: unknown;
            };
        };
        /** @description A client library. */
        EventSdk: {
            /** @description Name of the library. Null if not given. */
            name: string | null;
            /** @description Version of the library. Null if not given. */
            version: string | null;
        };
        /** @description A problem that occurred while an event was processed. */
        EventError: {
            /** @description Kind of problem. `invalid_data`: a value could not be read. `value_too_long`: a value was truncated. `clock_drift`: the client's clock was wrong by more than 55 minutes, and the difference was added to the times of the event and its breadcrumbs; `data.value` has the times of both clocks, `sdk_time` and `server_time`. `future_timestamp`, `past_timestamp`: the time of the event was more than a minute ahead of its arrival, or more than 30 days before it, and was replaced by the time of arrival. `processing_limit`: the rules of a setting of the project were not applied to the end, because they would have taken too long on this event; `data.name` is the setting. It is `event` if the event as a whole took too long: its stack traces, its data and its long texts were left out then. `map_invalid`: the source map at `data.name` breaks a rule of ECMA-426 and is not used; `data.value` has the `rule`, the place `where`, and the `reason`. `map_not_parsable`: it cannot be read at all. There are others, and those that the client reported. */
            type: string;
            /** @description Description of the problem. */
            message: string;
            /** @description Details of the problem, such as the `name` of the field. */
            data: {
                [key: string]: unknown;
            };
        };
        /** @description Remarks about values that were removed or truncated before the event was stored, by the client or by the service, in the structure of the event: the remarks about `user.email` are in `user.email`, those about the third exception of the first entry in `entries.0.data.values.2`. Remarks about a value itself are in a member with the empty name. Its `rem` lists what was done, as `[rule, kind]` or `[rule, kind, start, end]` with the range of the text that is left. Kinds are `x` (removed), `s` (replaced), `m` (masked) and `p` (replaced by a hash). Rules of the service are `!limit` (too long), `@password:filter` (the key of the value names a secret), `@common:filter` (a secret in a text), `@ip:replace` and `@ip:filter` (an IP address), and the names of rules of the PII configuration of the project. `len` is the former length of a text or the former number of members, if the value was shortened. `chunks` are the parts of a text whose ranges are known. `err` are kinds of errors that the client reported. */
        EventMeta: {
            /** @description Remarks about the entries, by position. Empty if there are none. */
            entries: {
                [key: string]: unknown;
            };
            /** @description Remarks about the message. Null if there are none. */
            message: {
                [key: string]: unknown;
            } | null;
            /** @description Remarks about the user. Null if there are none. */
            user: {
                [key: string]: unknown;
            } | null;
            /** @description Remarks about the contexts. Null if there are none. */
            contexts: {
                [key: string]: unknown;
            } | null;
            /** @description Remarks about the client library. Null if there are none. */
            sdk: {
                [key: string]: unknown;
            } | null;
            /** @description Remarks about the extra values. Null if there are none. */
            context: {
                [key: string]: unknown;
            } | null;
            /** @description Remarks about the packages. Null if there are none. */
            packages: {
                [key: string]: unknown;
            } | null;
            /** @description Remarks about the tags. Null if there are none. */
            tags: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A stored error event of a list. Without `full` it has the required fields only. With `full=true` it also has the event body: every field of EventDetail. */
        Event: {
            /** @description Identifier of the record. The same as `eventID`. */
            id: string;
            /** @description Id that the client gave the event. */
            eventID: string;
            /** @description Identifier of the project the event belongs to. */
            projectID: string;
            /** @description Identifier of the issue the event belongs to. */
            groupID: string;
            /** @description Kind of event. `error` for an exception, `default` for a plain message, `csp` for a report of a violated Content-Security-Policy, `generic` for an event of an issue of another category than `error`. */
            "event.type": string;
            /** @description The same as `event.type`. */
            type?: string;
            /** @description One-line title, derived from the exception or the message. */
            title: string;
            /** @description The log message with its parameters. Empty for most exceptions. */
            message: string;
            /** @description File in which the error occurred. Null if the event names none. */
            location: string | null;
            /** @description Function or transaction in which the error occurred. Null if the event names none. */
            culprit: string | null;
            /** @description Parts of the title, such as `type`, `value`, `filename` and `function`. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Platform the event comes from. */
            platform: string;
            /**
             * Format: date-time
             * @description Time of the error, in UTC and whole seconds.
             */
            dateCreated: string;
            /** @description Affected user. Null if unknown. */
            user: components["schemas"]["EventUser"] | null;
            /** @description Tags of the event, by key. */
            tags: components["schemas"]["EventTag"][];
            /** @description Always null. Crash dumps are not stored. */
            crashFile: string | null;
            /** @description The parts of the body, such as the exception with its stack trace, the breadcrumbs and the request. */
            entries?: components["schemas"]["EventEntry"][];
            /** @description Contexts by name, such as the runtime, the device and the operating system. */
            contexts?: {
                [key: string]: unknown;
            };
            /** @description Client library that sent the event. Null if unknown. */
            sdk?: components["schemas"]["EventSdk"] | null;
            /** @description Versions of the installed packages, by name. */
            packages?: {
                [key: string]: unknown;
            };
            /** @description Extra values that the program attached. */
            context?: {
                [key: string]: unknown;
            };
            /** @description Distribution within the release. Null if there is none. */
            dist?: string | null;
            /** @description Version of the release. Null if the event names none. */
            release?: string | null;
            /** @description Grouping hashes of the event. */
            fingerprints?: string[];
            /** @description Problems that occurred while the event was processed. */
            errors?: components["schemas"]["EventError"][];
            /**
             * Format: int64
             * @description Size of the stored body, in bytes.
             */
            size?: number;
            /**
             * Format: date-time
             * @description When the event arrived, in UTC.
             */
            dateReceived?: string;
            _meta?: components["schemas"]["EventMeta"];
            /** @description Id of the next newer event of the issue. Null for the newest one, and with `collapse=adjacentEvents`. Lists do not have this field. */
            nextEventID?: string | null;
            /** @description Id of the next older event of the issue. Null for the oldest one, and with `collapse=adjacentEvents`. Lists do not have this field. */
            previousEventID?: string | null;
        };
        /** @description A stored error event with its whole body. It has every field of the list form. */
        EventDetail: {
            /** @description Identifier of the record. The same as `eventID`. */
            id: string;
            /** @description Id that the client gave the event. */
            eventID: string;
            /** @description Identifier of the project the event belongs to. */
            projectID: string;
            /** @description Identifier of the issue the event belongs to. */
            groupID: string;
            /** @description Kind of event. `error` for an exception, `default` for a plain message, `csp` for a report of a violated Content-Security-Policy, `generic` for an event of an issue of another category than `error`. */
            "event.type": string;
            /** @description The same as `event.type`. */
            type: string;
            /** @description One-line title, derived from the exception or the message. */
            title: string;
            /** @description The log message with its parameters. Empty for most exceptions. */
            message: string;
            /** @description File in which the error occurred. Null if the event names none. */
            location: string | null;
            /** @description Function or transaction in which the error occurred. Null if the event names none. */
            culprit: string | null;
            /** @description Parts of the title, such as `type`, `value`, `filename` and `function`. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Platform the event comes from. */
            platform: string;
            /**
             * Format: date-time
             * @description Time of the error, in UTC and whole seconds.
             */
            dateCreated: string;
            /** @description Affected user. Null if unknown. */
            user: components["schemas"]["EventUser"] | null;
            /** @description Tags of the event, by key. */
            tags: components["schemas"]["EventTag"][];
            /** @description Always null. Crash dumps are not stored. */
            crashFile: string | null;
            /** @description The parts of the body, such as the exception with its stack trace, the breadcrumbs and the request. */
            entries: components["schemas"]["EventEntry"][];
            /** @description Contexts by name, such as the runtime, the device and the operating system. */
            contexts: {
                [key: string]: unknown;
            };
            /** @description Client library that sent the event. Null if unknown. */
            sdk: components["schemas"]["EventSdk"] | null;
            /** @description Versions of the installed packages, by name. */
            packages: {
                [key: string]: unknown;
            };
            /** @description Extra values that the program attached. */
            context: {
                [key: string]: unknown;
            };
            /** @description Distribution within the release. Null if there is none. */
            dist: string | null;
            /** @description Version of the release. Null if the event names none. */
            release: string | null;
            /** @description Grouping hashes of the event. */
            fingerprints: string[];
            /** @description Problems that occurred while the event was processed. */
            errors: components["schemas"]["EventError"][];
            /**
             * Format: int64
             * @description Size of the stored body, in bytes.
             */
            size: number;
            /**
             * Format: date-time
             * @description When the event arrived, in UTC.
             */
            dateReceived: string;
            _meta: components["schemas"]["EventMeta"];
            /** @description Id of the next newer event of the issue. Null for the newest one, and with `collapse=adjacentEvents`. Lists do not have this field. */
            nextEventID?: string | null;
            /** @description Id of the next older event of the issue. Null for the oldest one, and with `collapse=adjacentEvents`. Lists do not have this field. */
            previousEventID?: string | null;
        };
        /** @description A SHA-1 in 40 lower-case hexadecimal digits. */
        Sha1: string;
        /** @description A file that a client sent with an event, or after it. */
        EventAttachment: {
            /** @description Decimal number that identifies the attachment. */
            id: string;
            /** @description Identifier of the event, 32 hexadecimal digits. */
            event_id: string;
            /** @description What the file is, such as `event.attachment` or `event.view_hierarchy`. */
            type: string;
            /** @description File name without a path. */
            name: string;
            /** @description Media type that the client named, `application/octet-stream` if it named none. */
            mimetype: string;
            /**
             * Format: int64
             * @description Size of the file in bytes.
             */
            size: number;
            sha1: components["schemas"]["Sha1"];
            /**
             * Format: date-time
             * @description When the file arrived, in UTC.
             */
            dateCreated: string;
            /** @description `Content-Type`, the media type that the client named; `application/octet-stream` if it named none. */
            headers: {
                /** @description The media type. */
                "Content-Type": string;
            };
            /** @description Whether rules of the project's `relayPiiConfig` name the file, and were applied to it before it was stored. False means that it is stored as it was sent. */
            scrubbed: boolean;
        };
        /**
         * Format: binary
         * @description The uploaded bytes.
         */
        Bytes: string;
        /** @description The addresses that a key gives. */
        ProjectKeyDsn: {
            /** @description The DSN, with which SDKs are configured. */
            public: string;
        };
        /** @description A key of a project. SDKs are configured with its DSN. */
        ProjectKey: {
            /** @description Identifies the key in paths. It equals `public`. */
            id: string;
            /** @description Display name. */
            name: string;
            /** @description The same as `name`. */
            label: string;
            /** @description The public key, which the DSN contains. */
            public: string;
            /**
             * Format: int64
             * @description Id of the project.
             */
            projectId: number;
            /** @description Whether events with this key are accepted. */
            isActive: boolean;
            dsn: components["schemas"]["ProjectKeyDsn"];
            /** @description One sentence if no key of the project is enabled, so that it accepts no events. Null if one is. */
            warning: string | null;
            /**
             * Format: date-time
             * @description When the key was created or last rotated, in UTC.
             */
            dateCreated: string;
            /** @description How many events with this key are accepted in a time; null if there is no limit of its own. The limits of the project and of the organization apply too. */
            rateLimit: components["schemas"]["RateLimit"] | null;
        };
        /** @description A new key. */
        ProjectKeyCreation: {
            /** @description Display name. Default if it is absent. */
            name?: string;
            rateLimit?: components["schemas"]["RateLimitUpdate"];
        };
        /** @description The fields to change; absent fields stay unchanged. */
        ProjectKeyUpdate: {
            /** @description New display name. */
            name?: string;
            /** @description Whether events with this key are accepted. */
            isActive?: boolean;
            rateLimit?: components["schemas"]["RateLimitUpdate"];
        };
        /** @description The project an issue belongs to. */
        IssueProject: {
            /** @description Identifier of the project. */
            id: string;
            /** @description Name of the project in paths. */
            slug: string;
            /** @description Display name of the project. */
            name: string;
            /** @description Platform of the project. Null when none is set. */
            platform: string | null;
        };
        /**
         * @description Status of the issue. An event makes a resolved issue unresolved again, and an ignored one if what it is ignored until is reached.
         * @enum {string}
         */
        IssueStatus: "unresolved" | "resolved" | "ignored";
        /**
         * @description Reason for the status of an issue that is not resolved.
         * @enum {string}
         */
        IssueSubstatus: "new" | "ongoing" | "regressed" | "escalating" | "archived_forever" | "archived_until_condition_met" | "archived_until_escalating";
        /** @description A commit that resolves an issue. The issue stays unresolved until its project has a release with this commit. */
        IssueCommit: {
            /** @description Id of the commit, or its first characters. */
            commit: string;
            /** @description Name of the repository. Null for any. */
            repository: string | null;
        };
        /** @description What the status depends on. Empty for most issues. */
        IssueStatusDetails: {
            /** @description Present if the issue was resolved because it had no event for the hours of the project's `resolveAge`. */
            autoResolved?: boolean;
            /** @description Present if the issue is resolved in this release. Events of this release and of later ones reopen it. */
            inRelease?: string;
            /** @description Present if the issue is resolved in the releases after the one that was the newest. Events of these reopen it. */
            inNextRelease?: boolean;
            inCommit?: components["schemas"]["IssueCommit"];
            /**
             * Format: date-time
             * @description Present if the issue is ignored until this time.
             */
            ignoreUntil?: string;
            /** @description Present if the issue is ignored until it had so many further events. */
            ignoreCount?: number;
            /** @description Minutes in which the further events must arrive. Absent if any time will do. */
            ignoreWindow?: number;
            /** @description Present if the issue is ignored until it affected so many further users, or so many users within `ignoreUserWindow`. */
            ignoreUserCount?: number;
            /** @description Minutes in which the users must be affected. Absent if any time will do. */
            ignoreUserWindow?: number;
            /** @description Present if the issue is ignored until it has more events than before. */
            ignoreUntilEscalating?: boolean;
            /** @description Number of events in an hour above which the issue escalates. Present with `ignoreUntilEscalating`. */
            escalatesAbove?: number;
        };
        /** @description The member or team that an issue is assigned to. */
        IssueAssignee: {
            /**
             * @description `user` for a member.
             * @enum {string}
             */
            type: "user" | "team";
            /** @description Identifier of the member or the team. */
            id: string;
            /** @description Name of the team, or e-mail address of the member. */
            name: string;
            /** @description E-mail address of the member. Absent for a team. */
            email?: string;
        };
        /** @description In lists and in `getIssue`, if `environment`, `statsPeriod`, `start` or `end` is given: the numbers of the events of an issue that match, in whole hours of UTC in the last 90 days. */
        IssueFilteredCounts: {
            /** @description Number of matching events. */
            count: string;
            /**
             * Format: int64
             * @description Number of users affected by them. Beyond 20,000, it may be a lower bound.
             */
            userCount: number;
            /**
             * Format: date-time
             * @description Time of the oldest of them, in UTC, not before the requested time. Null if there is none.
             */
            firstSeen: string | null;
            /**
             * Format: date-time
             * @description Time of the newest of them, in UTC. Null if there is none.
             */
            lastSeen: string | null;
        };
        /** @description What a person wrote. Only issues of the category `feedback` have it. */
        FeedbackMetadata: {
            /** @description The message. */
            message: string;
            /** @description Name of the person. */
            name: string | null;
            /** @description Mail address of the person, as they wrote it. */
            contact_email: string | null;
            /** @description Id of the event of the error that it is about. */
            associated_event_id: string | null;
            /** @description Id of the issue of that error. Null if the error is not stored. */
            associated_issue_id: string | null;
        };
        /** @description Numbers of events over time, oldest first. Hours and days are those of UTC; the last one is not over. */
        CountSeries: number[][];
        /** @description A release that an event names. */
        SeenRelease: {
            /** @description Version of the release, as events name it. */
            version: string;
            /** @description The version without the package name in front of `@`. */
            shortVersion: string;
        };
        /** @description Names the change that an update made, so that `undoIssueChange` can undo it within 24 hours. Absent if nothing was changed, or only what the member has seen. */
        IssueChangeId: string;
        /** @description The group of all events of a project with the same cause. */
        Issue: {
            /** @description Identifier of the issue. */
            id: string;
            /** @description Short id of the issue: the slug of its project in capitals and a number in Crockford's base 32. */
            shortId: string;
            /**
             * Format: uri
             * @description Address of the page of the issue.
             */
            permalink: string;
            /** @description Title of its newest event, the first one in the list of its events. */
            title: string;
            /** @description Function or transaction in which the error occurred. Null if the newest event names none. */
            culprit: string | null;
            /**
             * @description Kind of its events. `error` for exceptions, `default` for plain messages, `csp` for reports of a violated Content-Security-Policy, `generic` for issues of other categories than `error`.
             * @enum {string}
             */
            type: "error" | "default" | "csp" | "generic";
            /**
             * @description What the issue is about, within its category.
             * @enum {string}
             */
            issueType: "error" | "feedback" | "monitor_check_in_failure";
            /**
             * @description `error` for errors and messages, `feedback` for a message of a user, `cron` for a monitor whose check-ins are missed or fail. Lists leave out `feedback` unless their search names it, as in `issue.category:feedback`.
             * @enum {string}
             */
            issueCategory: "error" | "feedback" | "cron";
            /**
             * @description Level of the newest event.
             * @enum {string}
             */
            level: "fatal" | "error" | "warning" | "info" | "debug";
            /** @description Platform of the newest event. */
            platform: string;
            project: components["schemas"]["IssueProject"];
            status: components["schemas"]["IssueStatus"];
            /** @description Reason for the status. `new` after the first event, `ongoing` after a person reopened the issue or the time or number it was ignored for is reached, `regressed` after an event of a resolved issue, `escalating` after more events than before while it was ignored until then. After seven days, these three are `ongoing`. While it is ignored, `archived_forever`, `archived_until_condition_met` or `archived_until_escalating`; null if it is resolved. */
            substatus: components["schemas"]["IssueSubstatus"] | null;
            statusDetails: components["schemas"]["IssueStatusDetails"];
            /** @description Member or team that is to resolve the issue. Null if there is none. */
            assignedTo: components["schemas"]["IssueAssignee"] | null;
            /** @description Whether the member who calls has bookmarked the issue. */
            isBookmarked: boolean;
            /** @description Whether the member who calls has marked the issue as seen since it was last reopened. */
            hasSeen: boolean;
            /** @description Number of its events. */
            count: string;
            /**
             * Format: int64
             * @description Number of affected users.
             */
            userCount: number;
            /**
             * Format: int64
             * @description Number of comments on it.
             */
            numComments: number;
            /**
             * Format: date-time
             * @description Time of its oldest event, in UTC.
             */
            firstSeen: string;
            /**
             * Format: date-time
             * @description Time of its newest event, in UTC.
             */
            lastSeen: string;
            filtered?: components["schemas"]["IssueFilteredCounts"];
            metadata?: components["schemas"]["FeedbackMetadata"];
            /** @description Numbers of events over time, by period, such as `24h`. In `getIssue` those of 24 hours and 30 days, unless `collapse=stats` leaves them out; in lists those of `groupStatsPeriod`. With `environment`, of these environments. */
            stats?: {
                [key: string]: components["schemas"]["CountSeries"];
            };
            /** @description In `getIssue` and `getIssueByShortId`, the release of its first event that names one; `firstRelease` in a search finds issues by it. Null if there is none, or if those events are of a version of this service that did not count them. */
            firstRelease?: components["schemas"]["SeenRelease"] | null;
            /** @description In `getIssue` and `getIssueByShortId`, the release of its last event that names one. Null as `firstRelease` is. */
            lastRelease?: components["schemas"]["SeenRelease"] | null;
            /** @description In `getIssue` and `getIssueByShortId`, the number of feedback about errors of the issue, which `associated_issue_id` finds in a search. */
            userReportCount?: number;
            changeId?: components["schemas"]["IssueChangeId"];
        };
        /** @description What a person reported about an error. */
        UserReport: {
            /** @description Identifies the report in its project. The same as `eventID`, because an event has one report. */
            id: string;
            /** @description Id of the event that it is about. */
            eventID: string;
            /** @description Name of the person. Empty if they gave none. */
            name: string;
            /** @description Mail address of the person, as they wrote it. Empty if they gave none. */
            email: string;
            /** @description What the person wrote. */
            comments: string;
            /**
             * Format: date-time
             * @description When it was reported, in UTC.
             */
            dateCreated: string;
            /** @description User of the event. Null if the event is not stored, or has none. */
            user: components["schemas"]["EventUser"] | null;
            /** @description The event that it is about. */
            event: {
                /** @description Id of the stored event. Null if it is not stored. */
                id: string | null;
                /** @description Id of the event. */
                eventID: string;
            };
            /** @description Issue of the event. Null if the event is not stored yet. */
            issue: components["schemas"]["Issue"] | null;
        };
        /** @description What a person reports about an error. */
        UserReportCreation: {
            /** @description Id of the event. It may arrive later than the report. */
            event_id: string;
            /** @description Name of the person. */
            name: string;
            /** @description Mail address of the person. */
            email: string;
            /** @description What the person writes. */
            comments: string;
        };
        /** @description Error of a request that may not report. */
        UserReportRefusal: {
            /** @description The reason in one sentence. */
            detail: string;
            /** @description Accepted scopes, if the token holds none of them. Any one is sufficient. */
            requiredScopes?: components["schemas"]["Scope"][];
        };
        /** @description Outcome of events or other items, its reason, and their category. */
        OutcomeKey: {
            /**
             * @description `accepted` events were stored. `filtered` events were dropped by the project's settings. `invalid` items could not be read, were too large, came from origins that are not allowed, or are of a type that is not stored. `rate_limited` events exceeded a quota.
             * @enum {string}
             */
            outcome: "accepted" | "filtered" | "invalid" | "rate_limited";
            /** @description Why they were dropped: the setting that dropped them; `feature_disabled` for items of a type that is not stored; `invalid-csp` for a report about an ignored source; `key_quota`, `project_quota` and `org_quota` for an exhausted rate limit; `too_large`; `invalid_envelope`, `invalid_compression` and `invalid_json` for what cannot be read; `internal` if the service could not store them at the time; `new-issues` for events that would have opened more issues than a project may open in an hour. Null for accepted events. */
            reason: ("chunk-load-error" | "cors" | "error-message" | "feature_disabled" | "internal" | "invalid-csp" | "invalid_compression" | "invalid_envelope" | "invalid_json" | "ip-address" | "key_quota" | "new-issues" | "org_quota" | "project_quota" | "react-hydration-errors" | "release-version" | "spike-protection" | "too_large") | null;
            /**
             * @description What was counted: `error` for events, the category of the type for other items. A request that is refused as a whole counts as one `error`.
             * @enum {string}
             */
            category: "attachment" | "default" | "error" | "feedback" | "internal" | "log_item" | "monitor" | "profile" | "profile_chunk" | "replay" | "security" | "session" | "span" | "trace_metric" | "transaction";
        };
        /** @description Events or other items with the same outcome, reason and category. */
        OutcomeGroup: {
            by: components["schemas"]["OutcomeKey"];
            /** @description Counts of the whole period. */
            totals: {
                /** @description Number of them. */
                "sum(quantity)": number;
            };
            /** @description Counts of each interval. */
            series: {
                /** @description Number of them in each of `intervals`. */
                "sum(quantity)": number[];
            };
        };
        /** @description Items that client libraries dropped for the same reason, of one category. */
        ClientDiscardGroup: {
            /** @description Reason and category, as client libraries name them; `other` for names that are not known. */
            by: {
                /** @description Why it was dropped, such as `before_send` or `queue_overflow`. */
                reason: string;
                /** @description What was dropped, such as `error`. */
                category: string;
            };
            /** @description Counts of the whole period. */
            totals: {
                /** @description Number of them. */
                "sum(quantity)": number;
            };
            /** @description Counts of each interval. */
            series: {
                /** @description Number of them in each of `intervals`. */
                "sum(quantity)": number[];
            };
        };
        /** @description Outcomes of the events and other items that were sent to a project, by interval. */
        ProjectOutcomes: {
            /**
             * Format: date-time
             * @description Start of the first interval, in UTC.
             */
            start: string;
            /**
             * Format: date-time
             * @description End of the last interval, in UTC. It is the current one and not over.
             */
            end: string;
            /**
             * @description Length of an interval.
             * @enum {string}
             */
            interval: "1h" | "1d";
            /** @description Start of each interval, oldest first. */
            intervals: string[];
            /** @description One group for each outcome, reason and category that occurred, sorted by these. */
            groups: components["schemas"]["OutcomeGroup"][];
            /** @description What client libraries dropped before they sent it, as they report: one group for each reason and category. It is not among `groups`, because the service never received it. */
            clientDiscards: components["schemas"]["ClientDiscardGroup"][];
        };
        /** @description Resolves the issues in the first release of their project that has this commit. Until there is one, they stay unresolved. */
        IssueCommitUpdate: {
            /** @description Id of the commit, or at least its first seven characters. */
            commit: string;
            /** @description Name of the repository, as releases name it. Any repository if it is omitted. */
            repository?: string | null;
        };
        /** @description What the new status depends on. */
        IssueStatusUpdate: {
            /** @description Resolves the issues in this release of their project, or in its newest one with `latest`. Events of this release and of later ones reopen them. */
            inRelease?: string;
            /**
             * @description Resolves the issues in the releases after the newest one of their project. Events of these reopen them.
             * @constant
             */
            inNextRelease?: true;
            inCommit?: components["schemas"]["IssueCommitUpdate"];
            /** @description Ignores the issues for so many minutes. */
            ignoreDuration?: number;
            /** @description Ignores the issues until each had so many further events. */
            ignoreCount?: number;
            /** @description Minutes in which the further events must have their time. Any time will do if it is omitted. */
            ignoreWindow?: number;
            /** @description Ignores the issues until each affected so many users that it had not affected before. */
            ignoreUserCount?: number;
            /** @description Minutes in which the users must be affected, whether or not they were before. `ignoreUserCount` is at most 1000 then. If it is omitted, users count whom the issue had not affected before, at any time. */
            ignoreUserWindow?: number;
            /**
             * @description Ignores the issues until they have more events in an hour of the clock than ten, and than five times their mean of the last seven days.
             * @constant
             */
            ignoreUntilEscalating?: true;
        };
        /** @description Update of issues, or their merge. It has at least one field; `merge` is sent without the others. */
        IssueBulkUpdate: {
            /**
             * @description The new status. `resolvedInNextRelease` means `resolved` with `inNextRelease`, `muted` means `ignored`.
             * @enum {string}
             */
            status?: "unresolved" | "resolved" | "resolvedInNextRelease" | "ignored" | "muted";
            statusDetails?: components["schemas"]["IssueStatusUpdate"];
            /**
             * @description What command-line tools send beside `status`. It follows from the status and its details, and is refused if it contradicts them; `archived_until_escalating` alone means `ignoreUntilEscalating`.
             * @enum {string}
             */
            substatus?: "ongoing" | "archived_forever" | "archived_until_condition_met" | "archived_until_escalating";
            /** @description Who is to resolve the issues: `user:ID` for a member, `team:ID`, the e-mail address of a member, or the slug of a team, also with `#` before it. Null or an empty text for nobody. */
            assignedTo?: string | null;
            /** @description Whether the member who calls bookmarks the issues. */
            isBookmarked?: boolean;
            /** @description Whether the member who calls has seen the issues. */
            hasSeen?: boolean;
            /** @description Merges the issues into the one of them that has the most events. */
            merge?: 1 | true;
            /** @description With `merge`, the id of the issue that the others are merged into, in place of that with the most events. */
            into?: string;
            /** @description Always null, as command-line tools send it. It is ignored; `statusDetails.ignoreDuration` ignores issues for a time. */
            snoozeDuration?: number | null;
        };
        /** @description The fields that an update set. It is the same if nothing was changed because an id is unknown. */
        IssueUpdated: {
            status?: components["schemas"]["IssueStatus"];
            statusDetails?: components["schemas"]["IssueStatusDetails"];
            /** @description Whether the member who calls has bookmarked the issues. */
            isBookmarked?: boolean;
            /** @description Whether the member who calls has seen the issues. */
            hasSeen?: boolean;
            changeId?: components["schemas"]["IssueChangeId"];
        };
        /** @description Result of merging issues. */
        IssuesMerged: {
            /** @description What became of the issues. */
            merge: {
                /** @description Id of the issue that has all events now. */
                parent: string;
                /** @description Ids of the issues that were merged into it. */
                children: string[];
            };
            changeId?: components["schemas"]["IssueChangeId"];
        };
        /** @description Result of an update of issues. Merging has one of its own. */
        IssuesChanged: components["schemas"]["IssueUpdated"] | components["schemas"]["IssuesMerged"];
        /** @description The issue that has a short id, and where it is. */
        ShortIdLookup: {
            /** @description Slug of the organization. */
            organizationSlug: string;
            /** @description Slug of the issue's project. */
            projectSlug: string;
            /** @description Id of the issue. */
            groupId: string;
            group: components["schemas"]["Issue"];
            /** @description The short id of the issue, with the project's present slug. */
            shortId: string;
        };
        /** @description The event that has an id, and where it is. */
        EventIdLookup: {
            /** @description Slug of the organization. */
            organizationSlug: string;
            /** @description Slug of the event's project. */
            projectSlug: string;
            /** @description Id of the event's issue. */
            groupId: string;
            /** @description Id of the event, without dashes. */
            eventId: string;
            event: components["schemas"]["EventDetail"];
        };
        /** @description Events, or aggregates over events, with the columns that the caller named. */
        EventTable: {
            /** @description The rows of this page. */
            data: {
                [key: string]: string | number | null;
            }[];
            /** @description What the rows contain. */
            meta: {
                /** @description Type of each column, `string`, `integer` or `date`, by its name. */
                fields: {
                    [key: string]: "string" | "integer" | "date";
                };
                /**
                 * @description The kind of data, as the caller named it.
                 * @enum {string}
                 */
                dataset: "errors" | "discover";
                /** @description Number of all rows of a table with aggregates, of which the page has the first ones. */
                rows?: number;
            };
        };
        /** @description A tag that issues of an organization have. */
        OrganizationTag: {
            /** @description Key of the tag. */
            key: string;
            /** @description Label of the key: `Server Name` of `server_name`. */
            name: string;
            /** @description Number of different values that issues of one project have, of the project with the most. It is counted up to 100; in more than ten projects, up to 1,000 divided by their number. */
            uniqueValues: number;
        };
        /** @description A value that completes a search. */
        OrganizationTagValue: {
            /** @description The key that was asked for. */
            key: string;
            /** @description Label of the value. The same as `value`. */
            name: string;
            /** @description The value, without the quotes that a search puts around one with a space. */
            value: string;
            /** @description So many issues have the value. Beyond some hundreds, or some thousands if the list is short, there may be more. The list is in the order of this number. */
            count: number;
        };
        /**
         * @description Order of the issues, as `sort` of `listIssues`: `date` by last event, `new` by first event, `freq` by number of events, `user` by number of affected users.
         * @enum {string}
         */
        SearchSort: "date" | "new" | "freq" | "user";
        /**
         * @description Who sees the search: `owner` for the member who saved it, `organization` for all members of the organization.
         * @enum {string}
         */
        SearchVisibility: "owner" | "organization";
        /** @description The member who saved a search. */
        SavedSearchMember: {
            /** @description Id of the member. */
            id: string;
            /** @description E-mail address of the member. */
            email: string;
        };
        /** @description A search for issues that is kept under a name. */
        SavedSearch: {
            /** @description Decimal number that identifies the search for good. */
            id: string;
            /** @description What the search is called. Several may have the same name. */
            name: string;
            /** @description The search, in the language of `query` of `listIssues`. Empty for all issues. */
            query: string;
            sort: components["schemas"]["SearchSort"];
            visibility: components["schemas"]["SearchVisibility"];
            /**
             * Format: date-time
             * @description When it was saved, in UTC.
             */
            dateCreated: string;
            /** @description The member who saved it. Null if a token of the organization did, or if the member was removed. */
            createdBy: components["schemas"]["SavedSearchMember"] | null;
        };
        /** @description Name of the search. Blanks at its ends are removed. */
        SearchName: string;
        /** @description The search, in the language of `query` of `listIssues`. It must be one that can be read; whether the projects, teams and members in it exist is checked when it is used. Empty for all issues. */
        SearchQuery: string;
        /** @description The search to save. `sort` is `date` and `visibility` is `owner` unless they are given. */
        SavedSearchCreation: {
            name: components["schemas"]["SearchName"];
            query: components["schemas"]["SearchQuery"];
            sort?: components["schemas"]["SearchSort"];
            visibility?: components["schemas"]["SearchVisibility"];
        };
        /** @description The fields to change; absent fields stay unchanged. */
        SavedSearchUpdate: {
            name?: components["schemas"]["SearchName"];
            query?: components["schemas"]["SearchQuery"];
            sort?: components["schemas"]["SearchSort"];
            visibility?: components["schemas"]["SearchVisibility"];
        };
        /** @description Result of undoing a change of issues. */
        IssueChangeUndone: {
            /** @description Ids of the issues that are as before. If a merge was undone, the issue that the others were merged into, and the new ids of these. */
            issues: string[];
            /**
             * @description Only if an applied preview of grouping settings is undone: whether the former settings are restored, or kept because they were changed since. The events return in the background: see `application` of `getGroupingPreview`.
             * @enum {string}
             */
            groupingSettings?: "restored" | "kept";
        };
        /** @description Update of an issue. It has at least one field. */
        IssueUpdate: {
            /**
             * @description The new status. `resolvedInNextRelease` means `resolved` with `inNextRelease`, `muted` means `ignored`.
             * @enum {string}
             */
            status?: "unresolved" | "resolved" | "resolvedInNextRelease" | "ignored" | "muted";
            statusDetails?: components["schemas"]["IssueStatusUpdate"];
            /**
             * @description What command-line tools send beside `status`. It follows from the status and its details, and is refused if it contradicts them; `archived_until_escalating` alone means `ignoreUntilEscalating`.
             * @enum {string}
             */
            substatus?: "ongoing" | "archived_forever" | "archived_until_condition_met" | "archived_until_escalating";
            /** @description Who is to resolve the issues: `user:ID` for a member, `team:ID`, the e-mail address of a member, or the slug of a team, also with `#` before it. Null or an empty text for nobody. */
            assignedTo?: string | null;
            /** @description Whether the member who calls bookmarks the issues. */
            isBookmarked?: boolean;
            /** @description Whether the member who calls has seen the issues. */
            hasSeen?: boolean;
            /** @description Always null, as command-line tools send it. It is ignored; `statusDetails.ignoreDuration` ignores issues for a time. */
            snoozeDuration?: number | null;
        };
        /** @description The member who did something. */
        IssueActivityUser: {
            /** @description Id of the member. */
            id: string;
            /** @description What the member is called, which is their e-mail address. */
            name: string | null;
            /** @description E-mail address of the member at that time. */
            email: string | null;
        };
        /** @description Something that happened to an issue. */
        IssueActivity: {
            /** @description Decimal number that identifies the entry. `0` for `first_seen`. */
            id: string;
            /** @description What happened, such as `set_resolved`, `set_regression` or `comment`. The guide on activity lists all types; new ones may be added. */
            type: string;
            /** @description The member who did it. Null if the service did it itself. */
            user: components["schemas"]["IssueActivityUser"] | null;
            /** @description Details, which depend on the type. Empty for most of them. */
            data: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it happened, in UTC.
             */
            dateCreated: string;
            /** @description Id of the change that the entry is part of, for `undoIssueChange`, until it is undone or its 24 hours are over. */
            changeId?: string;
        };
        /** @description What happened to an issue. */
        IssueActivityList: {
            /** @description The entries of this page. */
            activity: components["schemas"]["IssueActivity"][];
        };
        /** @description The alert rule of a delivery. */
        AlertDeliveryRule: {
            /** @description Id of the rule. */
            id: string;
            /** @description Name of the rule. */
            name: string;
        };
        /** @description A condition of an alert rule, and what it sees of an issue. */
        AlertConditionState: {
            /** @description The condition, as `type` of the rule has it. */
            type: string;
            /** @description Number of events or users that it needs. Null for other types. */
            needed: number | null;
            /** @description Number that is counted at present. Null for other types. */
            seen: number | null;
            /** @description Length of the time in which they are counted, in minutes. Null for other types. */
            minutes: number | null;
            /** @description What the condition saw, in one sentence. */
            detail: string;
        };
        /** @description A filter of an alert rule, and the newest events of an issue. */
        AlertFilterState: {
            /**
             * @description The kind of the filter.
             * @enum {string}
             */
            filter: "levels" | "environments" | "releases" | "tags";
            /** @description Name of the tag. Null for other kinds. */
            key: string | null;
            /** @description The values that the filter accepts. */
            accepted: string[];
            /** @description Values of the newest events, most frequent first. The empty text stands for none. */
            seen: string[];
            /** @description Number of the newest events that were compared. */
            events: number;
            /** @description Number of these events that this filter matches. */
            matchingEvents: number;
        };
        /** @description A filter that did not match an event. */
        AlertFilterMismatch: {
            /**
             * @description The kind of the filter.
             * @enum {string}
             */
            filter: "levels" | "environments" | "releases" | "tags";
            /** @description Name of the tag. Null for other kinds. */
            key: string | null;
            /** @description Value of the event, cut off after 100 characters. Null if it has none. */
            seen: string | null;
        };
        /** @description The project of a delivery. */
        AlertDeliveryProject: {
            /** @description Id of the project. */
            id: string;
            /** @description Slug of the project. */
            slug: string;
        };
        /**
         * @description `waiting` for its first attempt, `failing` and tried again, `sent`, `abandoned` after days of failures, or `dropped`, because its issues are gone or its recipient no longer wants it.
         * @enum {string}
         */
        AlertDeliveryStatus: "waiting" | "failing" | "sent" | "abandoned" | "dropped";
        /** @description A mail, or a request to a webhook, about issues of a project or its sessions. */
        AlertDelivery: {
            /** @description Identifies the delivery in its project. The same at each attempt. */
            id: string;
            project: components["schemas"]["AlertDeliveryProject"];
            /**
             * @description How it is delivered.
             * @enum {string}
             */
            channel: "mail" | "webhook";
            /**
             * @description What it tells: alerts about issues, or in a mail that the webhook of the project has been failing for a day, or works again, or that the share of sessions or users without a crash is below the one of a condition, or is no longer, or that an issue is resolved, which ends its incident at PagerDuty or Opsgenie.
             * @enum {string}
             */
            kind: "alerts" | "webhook.failing" | "webhook.restored" | "crashFree.low" | "crashFree.recovered" | "issue.resolved";
            /** @description The alert rule that sends it. Null if it is for the members of the project or for its webhook, or if the rule was removed. */
            rule: components["schemas"]["AlertDeliveryRule"] | null;
            /** @description E-mail address of the recipient. Null for a webhook, and for a member or an address that was removed. */
            recipient: string | null;
            state: components["schemas"]["AlertDeliveryStatus"];
            /** @description Number of alerts in it, including those that it only counts. */
            alertCount: number;
            /** @description Number of attempts. */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            dateCreated: string;
            /**
             * Format: date-time
             * @description When it was sent, abandoned or dropped, in UTC. Null before that.
             */
            dateSettled: string | null;
            /**
             * Format: date-time
             * @description When it is tried next, in UTC. Null if it is not.
             */
            nextAttempt: string | null;
            /** @description Error of the last attempt. Null if it did not fail. */
            error: string | null;
        };
        /** @description A decision of an alert rule about an issue. It holds until the next one. */
        AlertDecision: {
            /**
             * Format: date-time
             * @description When the event arrived, in UTC.
             */
            date: string;
            /**
             * @description `fired`: an alert was sent. `silent`: the rule had sent one within `frequency`. `filtered`: the filters did not match the event that opened the issue, reopened it or with which it escalated. `below`: too few events or users.
             * @enum {string}
             */
            outcome: "fired" | "silent" | "filtered" | "below";
            /** @description The condition that held, or came closest to it. Null if a rule that counts was silent. */
            reason: string | null;
            /** @description Id of the event. It may have been deleted since. */
            eventID: string;
            /** @description Number of events or users that the condition needed. Null for other conditions. */
            needed: number | null;
            /** @description Number that was counted; of a decision `below` the highest, to a tenth of `needed`. Null for other conditions. */
            seen: number | null;
            /** @description Length of the time in which they were counted, in minutes. Null for other conditions. */
            minutes: number | null;
            /** @description The first filter that did not match. Null unless the outcome is `filtered`. */
            filter: components["schemas"]["AlertFilterMismatch"] | null;
            /** @description The decision in one or two sentences. */
            detail: string;
            /** @description The mails and requests with the alert. Empty before they are created, or if there are none. */
            deliveries: components["schemas"]["AlertDelivery"][];
        };
        /** @description What an alert rule decided about an issue. */
        AlertRuleDecisions: {
            rule: components["schemas"]["AlertDeliveryRule"];
            /**
             * @description `fired`: the last decision was to send an alert. `silent`: the rule had sent one within `frequency`. `filtered`: the filters do not match. `below`: too few events or users. `notOccurred`: no condition has held. `inactive`: the rule is switched off. `withoutRecipient`: it sends only mails, and the service sends none. `otherSubject`: its conditions are about sessions.
             * @enum {string}
             */
            outcome: "fired" | "silent" | "filtered" | "below" | "notOccurred" | "inactive" | "withoutRecipient" | "otherSubject";
            /** @description The reason in one or two sentences. */
            detail: string;
            /** @description The conditions of the rule, as it is now. */
            conditions: components["schemas"]["AlertConditionState"][];
            /** @description The filters of the rule, as it is now. Empty if it looks at every event. */
            filters: components["schemas"]["AlertFilterState"][];
            /** @description Minutes in which the rule sends at most one alert about the issue. */
            frequency: number;
            /**
             * Format: date-time
             * @description Time until which the rule sends no alert about the issue and counts nothing, in UTC. Null if it is not silent.
             */
            silentUntil: string | null;
            /** @description Its decisions about the issue of the last 30 days, newest first. */
            decisions: components["schemas"]["AlertDecision"][];
        };
        /** @description What the alert rules of a project decided about an issue. */
        IssueAlertDecisions: {
            /** @description The result in one sentence. */
            detail: string;
            /** @description E-mail addresses of members who disabled mails about the project. They receive none of any rule. */
            muted: string[];
            /** @description The rules of the project, oldest first. */
            rules: components["schemas"]["AlertRuleDecisions"][];
        };
        /** @description A grouping hash of an issue. */
        IssueHash: {
            /** @description The hash, in hexadecimal digits. */
            id: string;
            /** @description Number of stored events with it. */
            count: number;
            /** @description The newest of these events. Null if none is stored. */
            latestEvent: {
                /** @description Id of the event. */
                id: string;
                /** @description Title of the event. */
                title: string;
                /**
                 * Format: date-time
                 * @description Time of the event, in UTC.
                 */
                dateCreated: string;
            } | null;
        };
        /** @description An issue. */
        IssueName: {
            /** @description Identifier of the issue. */
            id: string;
            /** @description Short id of the issue. */
            shortId: string;
        };
        /** @description An event with its hash. */
        GroupedEvent: {
            /** @description Id of the event. */
            eventID: string;
            /** @description Id of its issue. */
            groupID: string;
            /** @description The hash with which the event was stored, 32 hexadecimal digits. */
            hash: string;
            /** @description The hash of the same event by the present settings. */
            currentHash: string;
        };
        /** @description A value that is part of a hash. */
        GroupingValue: {
            /** @description Kinds of the components that lead to it, as `exception.stacktrace.frame.function`. */
            component: string;
            /** @description The value, as it is compared. */
            value: string;
        };
        /** @description Why two events are in one issue, or why they are not. */
        GroupingDifference: {
            event: components["schemas"]["GroupedEvent"];
            other: components["schemas"]["GroupedEvent"];
            /**
             * @description `sameHash` if the events were stored with one hash; `linked` if they are in one issue with different hashes, because issues were merged or an issue got a further hash when grouping or source maps changed; `settingsChanged` if they are in different issues, but have the same hash by the present settings; `apart` otherwise.
             * @enum {string}
             */
            relation: "sameHash" | "linked" | "settingsChanged" | "apart";
            /** @description The first values, by the present settings, in which both agree. */
            agreements: components["schemas"]["GroupingValue"][];
            /** @description The first values, by the present settings, in which they differ. Null if they agree in all. */
            difference: {
                /** @description The value of the first event. Null if it has no further one. */
                event: components["schemas"]["GroupingValue"] | null;
                /** @description The value of the other event. Null if it has no further one. */
                other: components["schemas"]["GroupingValue"] | null;
            } | null;
            /** @description The same in one sentence. It quotes values of the events. */
            sentence: string;
        };
        /** @description Who wrote a commit. */
        CommitAuthor: {
            /** @description Name of the author. Null if unknown. */
            name: string | null;
            /** @description E-mail address of the author. Null if unknown. */
            email: string | null;
        };
        /** @description A commit, without its files. */
        LastCommit: {
            /** @description Id of the commit in its repository. */
            id: string;
            /** @description Name of the repository. Null if unknown. */
            repository: string | null;
            /** @description Message of the commit. Null if unknown. */
            message: string | null;
            /**
             * Format: date-time
             * @description When the commit was made, in UTC. Null if unknown.
             */
            dateCreated: string | null;
            /** @description Author of the commit. Null if unknown. */
            author: components["schemas"]["CommitAuthor"] | null;
        };
        /** @description A frame in a file that a commit changed. */
        SuspectFrame: {
            /** @description Name of the function. */
            function: string | null;
            /** @description File of the frame. */
            filename: string | null;
            /** @description The whole path of the file. */
            absPath: string | null;
            /**
             * Format: int64
             * @description Line of the frame.
             */
            lineNo: number | null;
            /** @description The changed file, as the commit names it. */
            path: string;
            /**
             * @description Kind of change: `A` added, `M` modified, `D` deleted.
             * @enum {string}
             */
            type: "A" | "M" | "D";
        };
        /** @description A commit that changed files of a stack trace. */
        SuspectCommit: {
            /** @description Version of the release that has the commit. */
            release: string;
            commit: components["schemas"]["LastCommit"];
            /** @description The frames in these files, one for each file, with the one nearest to the error first. */
            frames: components["schemas"]["SuspectFrame"][];
        };
        /** @description The commits that may have caused an issue. */
        IssueSuspectCommits: {
            /** @description Id of the event whose frames are compared. */
            eventID: string;
            /** @description The last release of the project before `firstRelease` that was in use. Null if it is not known. */
            lastReleaseWithout: components["schemas"]["SeenRelease"] | null;
            /** @description The first release with the issue. Null if it is not known. */
            firstRelease: components["schemas"]["SeenRelease"] | null;
            /** @description Number of commits of the releases after `lastReleaseWithout`, up to `firstRelease`. */
            commitCount: number;
            /** @description True if there are too many commits to compare all. The newest are compared. */
            isSample: boolean;
            /** @description Those of the commits that changed a file of the frames; by the call that is nearest to the error, then the newest first. */
            commits: components["schemas"]["SuspectCommit"][];
            /** @description Why the commits are not known, or not certain. `noRelease`: no event of the issue names a release. `firstEventWithoutRelease`: its first event names none, or arrived before version 0.9.0. `unknownRelease`: the release is not stored any more. `noEarlierRelease`: no release of the project was in use before; the commits are those of the first one. `tooManyReleases`: none of the 200 releases before was in use without the issue. `noCommits`: the releases have no commits. `noFiles`: the commits do not name their files. `noFrames`: the event has no frames of the application with a file. `noMatch`: no commit changed such a file. Null if there is no doubt. */
            reason: ("noRelease" | "firstEventWithoutRelease" | "unknownRelease" | "noEarlierRelease" | "tooManyReleases" | "noCommits" | "noFiles" | "noFrames" | "noMatch") | null;
            /** @description The result in one or two sentences. */
            text: string;
        };
        /** @description An issue that is similar to another one. */
        SimilarIssue: {
            /** @description Share of the words of both issues that both have. A word counts the less, the more of the compared issues have it. */
            similarity: number;
            issue: components["schemas"]["Issue"];
        };
        /** @description What a member wrote about an issue. */
        IssueComment: {
            /** @description Decimal number that identifies the comment for good. */
            id: string;
            /**
             * @description Always `comment`, as in the list of activities.
             * @constant
             */
            type: "comment";
            /** @description The member who wrote it. Null if it was written with a token of no member. */
            user: components["schemas"]["IssueActivityUser"] | null;
            /** @description The comment. */
            data: {
                /** @description Text of the comment. */
                text: string;
            };
            /**
             * Format: date-time
             * @description When it was written, in UTC.
             */
            dateCreated: string;
        };
        /** @description The text of a comment. */
        IssueCommentText: {
            /** @description Text of the comment. Blanks at its ends are removed. */
            text: string;
        };
        /** @description A value of a tag of an issue. */
        IssueTagValue: {
            /** @description Key of the tag. */
            key: string;
            /** @description Label of the value. The same as `value`. */
            name: string;
            /** @description Value of the tag. */
            value: string;
            /** @description Number of the counted events that have the value. */
            count: number;
            /** @description Share of the counted events that have the value, from 0 to 1. */
            share: number;
            /**
             * Format: date-time
             * @description Time of the oldest counted event that has the value, in UTC. Null if none has.
             */
            firstSeen: string | null;
            /**
             * Format: date-time
             * @description Time of the newest counted event that has the value, in UTC. Null if none has.
             */
            lastSeen: string | null;
        };
        /** @description A tag of an issue, with its most frequent values among the counted events. */
        IssueTag: {
            /** @description Key of the tag. */
            key: string;
            /** @description Label of the key: `Server Name` of `server_name`. */
            name: string;
            /** @description Number of the counted events that have the tag. */
            totalValues: number;
            /** @description Number of different values that all events of the issue have, up to 10,000. Of most tags, 500 values are stored. With `environment`, those of the counted events. */
            uniqueValues: number;
            /** @description Number of events that were counted. The events of an issue are counted from the newest on, up to 1000. */
            countedEvents: number;
            /** @description Whether the issue has older events, which were not counted. Then counts and shares are those of the newest 1000 events. */
            isSample: boolean;
            /** @description The most frequent values among the counted events. */
            topValues: components["schemas"]["IssueTagValue"][];
        };
        /** @description A release in which an issue was seen. */
        IssueRelease: {
            /** @description Version of the release, as events name it. */
            version: string;
            /**
             * Format: int64
             * @description Number of the issue's events in the release.
             */
            count: number;
            /**
             * Format: date-time
             * @description Time of the oldest of these events, in UTC.
             */
            firstSeen: string;
            /**
             * Format: date-time
             * @description Time of the newest of these events, in UTC.
             */
            lastSeen: string;
        };
        /**
         * @description Type of the reason; the keys of `data` are in parentheses.
         *
         *     - `no_release_on_event`: the event names no release that this organization has.
         *     - `no_sourcemaps_on_release`: nothing was uploaded for the release.
         *     - `url_not_valid`: the frame's path is not an absolute URL (absPath).
         *     - `no_url_match`: no uploaded file matches the path (absPath, filename, unifiedPath, artifactNames,
         *       and artifactCount if there are more names than listed).
         *     - `partial_match`: only a file with the same ending matches (absPath, partialMatchPath, filename,
         *       unifiedPath, urlPrefix, artifactNames, artifactCount as above). `wrong_url_prefix` follows it if
         *       another prefix would fit.
         *     - `wrong_url_prefix`: the files of the release were uploaded with a prefix that the frame's path does
         *       not have (absPath, filename, artifactName, uploadedPrefix, urlPrefix: the prefix that would fit).
         *     - `dist_mismatch`: the file belongs to another distribution (eventDist, artifactDist, filename).
         *     - `sourcemap_not_found`: the file names no source map, or an empty one (filename).
         *     - `debug_id_no_sourcemaps`: the client could have sent debug ids but did not, and names no release.
         *     - `debug_id_source_not_found`: no uploaded file has the frame's debug id (debugId, filename, and the
         *       candidate names).
         *     - `debug_id_in_other_project`: the file with the debug id was uploaded to another project of the
         *       organization (debugId, filename, project: its slug).
         *     - `release_file_has_other_debug_id`: the release has a file of that name with another debug id, so it
         *       is of another build (debugId, filename, names, artifactDebugIds).
         *     - `debug_id_map_not_found`: the file with the debug id exists, its source map does not (debugId,
         *       filename, names).
         *     - `wrong_build`: the uploaded file or source map is of another build than the code that ran (debugId,
         *       filename, names, line, column, reason, and lineCount, lineLength or function where the reason is
         *       about them). The reason is `line_beyond_file`, `column_beyond_line`, `source_line_differs`,
         *       `function_not_in_file`, `no_token_at_position` or `map_of_other_build`.
         *     - `map_not_parsable`: the source map is not JSON (debugId, filename, names, reason). The debugId is
         *       null if the map was found by its name.
         *     - `map_invalid`: the source map breaks a rule of ECMA-426 (debugId, filename, names, reason, rule,
         *       where).
         *     - `map_too_large`: the source map is beyond the limits of the service; it may be valid (debugId,
         *       filename, names, reason).
         *     - `position_missing`: the client sent no line for the frame (filename, line, column).
         *     - `missing_source_content`: the frame is mapped, but neither the source map nor an uploaded file has
         *       the text of its source (debugId, filename, names, source, line).
         *     - `no_mapping_at_position`: the source map has no original for the position (debugId as above,
         *       filename, names, line, column).
         * @enum {string}
         */
        SourceMapErrorType: "no_release_on_event" | "no_sourcemaps_on_release" | "url_not_valid" | "no_url_match" | "partial_match" | "wrong_url_prefix" | "dist_mismatch" | "sourcemap_not_found" | "debug_id_no_sourcemaps" | "debug_id_source_not_found" | "debug_id_in_other_project" | "release_file_has_other_debug_id" | "debug_id_map_not_found" | "wrong_build" | "map_not_parsable" | "map_invalid" | "map_too_large" | "position_missing" | "missing_source_content" | "no_mapping_at_position";
        /** @description What resolves the frame, or the frames of later events. */
        SourceMapFix: {
            /** @description What to do, for this event and this project. */
            text: string;
            /** @description A line for a POSIX shell that calls `sentry-cli` with the organization, project, release, distribution and URL prefix that fit. `dist` stands for the folder with the files of the build. Null if no command can help. */
            command: string | null;
        };
        /** @description One reason why a frame is not mapped to its source. */
        SourceMapError: {
            type: components["schemas"]["SourceMapErrorType"];
            /** @description Explanation. It is the same for every reason of a type. */
            message: string;
            /** @description Details of the search. Null if the type has none. If the file or its source map could not be fetched either, the member `scraping` of the first reason has `url`, `status` (`failure`), `reason` (`not_found`, `disabled`, `invalid_host`, `permission_denied`, `timeout`, `download_error` or `other`) and `details`, one sentence. */
            data: {
                [key: string]: unknown;
            } | null;
            fix: components["schemas"]["SourceMapFix"];
        };
        /**
         * @description Why a component does not count, by a fixed name; `hint` says it in words.
         * @enum {string}
         */
        GroupingReason: "absent" | "unusable" | "builtInRule" | "projectRule" | "notInApp" | "placeKnown" | "libraryTrace" | "stackCounts" | "exceptionCounts" | "generatedClass" | "fingerprint";
        /** @description A rule that decided about a component. */
        GroupingRule: {
            /**
             * @description Where the rule is written, among the built-in rules or in a setting of the project.
             * @enum {string}
             */
            source: "builtIn" | "groupingEnhancements" | "fingerprintingRules";
            /** @description Number of its line in the setting. Null for a built-in rule. */
            line: number | null;
            /** @description The rule. */
            text: string;
        };
        /** @description A value that grouping looked at, or several of them. A component counts if at least one of its values is part of the hash. */
        GroupingComponent: {
            /**
             * @description Kind of the component. A frame has a `place` (its module or file), a `function`, except by `simple:1` and `simple:2`, and a source `line`.
             * @enum {string}
             */
            id: "default" | "exception" | "type" | "value" | "stacktrace" | "frame" | "place" | "function" | "line" | "message" | "platform" | "fingerprint" | "part";
            /** @description What the event has, before it is normalized. Null for components that have values only. */
            name: string | null;
            /** @description True if it is part of the hash. */
            contributes: boolean;
            /** @description Why it does not count. Null if it does. */
            reason: components["schemas"]["GroupingReason"] | null;
            /** @description Why it is no part of the hash, in a sentence. Null if it is. */
            hint: string | null;
            /** @description The rule that left the component out, or made the fingerprint. Null if no rule did. */
            rule: components["schemas"]["GroupingRule"] | null;
            /** @description The value without the parts that vary, as it is compared. Null if nothing of it remains. */
            value: string | null;
            /** @description Its components, in the order of the event; exceptions begin with the main one. */
            values: components["schemas"]["GroupingComponent"][];
        };
        /** @description One way of grouping an event. */
        GroupingVariant: {
            /**
             * @description Whether the values of the event are compared, or a fingerprint of the client or of a rule.
             * @enum {string}
             */
            type: "component" | "custom-fingerprint";
            /** @description What is compared, in a few words. */
            description: string;
            config: components["schemas"]["GroupingConfig"];
            /** @description The hash, 32 hexadecimal digits. Null if a fingerprint takes precedence. */
            hash: string | null;
            /** @description True unless a fingerprint takes precedence. */
            contributes: boolean;
            component: components["schemas"]["GroupingComponent"];
        };
        /** @description The ways of grouping an event, by name. */
        GroupingVariants: {
            default: components["schemas"]["GroupingVariant"];
            fingerprint?: components["schemas"]["GroupingVariant"];
            secondary?: components["schemas"]["GroupingVariant"];
        };
        /** @description How an event is grouped by the present settings of its project. */
        EventGrouping: {
            /** @description Id of the event. */
            eventID: string;
            /** @description Id of its issue. */
            groupID: string;
            grouping_config: components["schemas"]["GroupingConfig"];
            /** @description The hash with which the event was stored, 32 hexadecimal digits. */
            hash: string;
            /** @description The hash of the same event by the present settings. */
            currentHash: string;
            /** @description True if the two differ, because the settings have changed since. The event stays in its issue. */
            hashMismatch: boolean;
            variants: components["schemas"]["GroupingVariants"];
        };
        /** @description The key of a DSN over which an event was sent. */
        EventSourceKey: {
            /** @description The first characters of the key. */
            start: string;
            /** @description Name of the key. Null if it was removed or replaced since. */
            name: string | null;
            /** @description Whether the key is enabled now. Null if it was removed or replaced. */
            isActive: boolean | null;
        };
        /** @description From where an event came. */
        EventSource: {
            /** @description The key of the DSN. Null if it was not recorded, as for events of earlier versions. */
            key: components["schemas"]["EventSourceKey"] | null;
            /** @description Whether the address of the client is one of the public internet. The address itself is not kept. Null if it was not recorded or is not known. */
            network: ("private" | "public") | null;
            /** @description The client library. Null if the event names none, or is not stored. */
            sdk: components["schemas"]["EventSdk"] | null;
        };
        /** @description How the time of an event was corrected. */
        EventClockCorrection: {
            /**
             * @description `clock_drift` if the clock of the client was wrong by at least 55 minutes, as its time of sending says. With the others, the event has the time of its arrival: it would have been more than a minute later, more than 30 days before, or is no time.
             * @enum {string}
             */
            cause: "clock_drift" | "future_timestamp" | "past_timestamp" | "invalid_timestamp";
            /** @description Milliseconds that were added to the time that the client gave. Null if that is no time. */
            milliseconds: number | null;
        };
        /** @description The values of an event that one rule changed in the same way. */
        EventChange: {
            /** @description The rule, as in `_meta` of the event: `!limit` for values that were too long, `@password:filter`, `@common:filter`, `@ip:replace` and `@ip:filter` for the built-in scrubbing, else a rule of `relayPiiConfig` or of the client. */
            rule: string;
            /** @description The setting of the project to which the rule belongs. Null for a limit, and for a rule that `relayPiiConfig` does not contain: the client applied it, or it was removed. */
            setting: ("dataScrubber" | "scrubIPAddresses" | "relayPiiConfig") | null;
            /**
             * @description What it did with the values.
             * @enum {string}
             */
            action: "removed" | "replaced" | "masked" | "hashed" | "shortened" | "other";
            /** @description Number of values. */
            count: number;
            /** @description Where the values are in the event, the first 20. */
            paths: string[];
        };
        /** @description The issue of an event, and by what it was found. */
        EventJourneyGrouping: {
            /** @description Hash of the event. Events with the same hash belong to one issue. */
            hash: string;
            /**
             * @description From what the hash was made: `default` for the stack trace or the message, `client` for the fingerprint that the client sent, `rule` for a fingerprinting rule of the project. Events of earlier versions do not say `rule`.
             * @enum {string}
             */
            fingerprint: "default" | "client" | "rule";
            issue: components["schemas"]["IssueName"];
            /** @description Number of issues that were merged into the issue. The event may have belonged to one of them before. */
            mergedIssues: number;
        };
        /** @description Why an event was not stored. */
        EventDrop: {
            /**
             * @description The reason, as in `getProjectOutcomes`; `duplicate` if an event with the id is stored, which stays as it is.
             * @enum {string}
             */
            reason: "chunk-load-error" | "cors" | "duplicate" | "error-message" | "feature_disabled" | "internal" | "invalid-csp" | "invalid_compression" | "invalid_envelope" | "invalid_json" | "ip-address" | "key_quota" | "new-issues" | "org_quota" | "project_quota" | "react-hydration-errors" | "release-version" | "spike-protection" | "too_large";
            /** @description The reason in one sentence. */
            explanation: string;
            /** @description The setting that dropped it, as `updateProject` names it; `rateLimit` is one of the key, the project or the organization, as `reason` says. Null if no setting did. */
            setting: ("allowedDomains" | "filters:blacklisted_ips" | "filters:chunk-load-error" | "filters:error_messages" | "filters:react-hydration-errors" | "filters:releases" | "rateLimit" | "spikeProtectionDisabled" | "svc:csp_ignored_sources") | null;
            /** @description The rate limit that was exhausted. Null for other reasons. */
            limit: components["schemas"]["RateLimit"] | null;
            /**
             * Format: date-time
             * @description When it was sent in vain, the last time, in UTC.
             */
            dateReceived: string;
            /** @description Number of times it was sent in vain. */
            attempts: number;
        };
        /** @description What happened to an event since a client sent it. It has names, counts and paths, never values of the event. */
        EventJourney: {
            /** @description Id of the event. */
            eventID: string;
            /**
             * @description Whether the event is stored.
             * @enum {string}
             */
            status: "stored" | "dropped";
            /**
             * Format: date-time
             * @description When it arrived, in UTC; of an event that is not stored, the last time.
             */
            dateReceived: string;
            source: components["schemas"]["EventSource"];
            /** @description How the time of the event was corrected. Null if it was not, or the event is not stored. */
            clock: components["schemas"]["EventClockCorrection"] | null;
            /** @description What was removed from the stored event, or replaced or shortened in it, by each rule. */
            changes: components["schemas"]["EventChange"][];
            /** @description To which issue it belongs, and by what. Null if it is not stored. */
            grouping: components["schemas"]["EventJourneyGrouping"] | null;
            /** @description Under what `getProjectOutcomes` counts it. Null for an event that the service made itself, and for one that was sent again after it was stored. */
            counted: components["schemas"]["OutcomeKey"] | null;
            /** @description Number of alerts about it that wait for the next message of their rule. */
            pendingAlerts: number;
            /** @description Mails, and requests to webhooks, with alerts about it, newest first, for 30 days. A message can be about several events; those beyond the ones that it lists are only counted in it. `recipient` is null for callers without `alerts:read` or `alerts:write`. */
            deliveries: components["schemas"]["AlertDelivery"][];
            /** @description Why nothing was stored the last time that it was sent in vain, within the last seven days. An event that is stored can have a reason too: it was refused before, or sent again. Null if there is none. */
            drop: components["schemas"]["EventDrop"] | null;
        };
        /** @description An ownership rule that matches an event. */
        EventOwnershipRule: {
            /** @description Number of its line in the text of the rules, from 1. */
            line: number;
            /** @description The rule, with single blanks and without its comment. */
            rule: string;
            /** @description Its owners, without those that were removed. If they are all gone, the next rule decides. */
            owners: components["schemas"]["IssueAssignee"][];
        };
        /** @description To whom an event belongs by the ownership rules of its project. */
        EventOwners: {
            /** @description The owners of the rule that decides, without those that were removed. The first one would get the issue. Empty if nobody would. */
            owners: components["schemas"]["IssueAssignee"][];
            /** @description The rule that decides. Null if none does. */
            rule: string | null;
            /** @description The rules that match, the last one of the text first. */
            rules: components["schemas"]["EventOwnershipRule"][];
        };
        /**
         * @description Result of the search for a file by its names. `wrong-dist`: there is one, but of another distribution than the event's.
         * @enum {string}
         */
        ArtifactLookupResult: "found" | "wrong-dist" | "unsuccessful";
        /** @description An attempt to fetch a file. */
        ScrapingAttempt: {
            /** @description URL of the file. */
            url: string;
            /**
             * @description What came of it. `not_attempted` if it is still to be fetched.
             * @enum {string}
             */
            status: "success" | "not_attempted" | "failure";
            /**
             * @description Why it failed. Absent otherwise.
             * @enum {string}
             */
            reason?: "not_found" | "disabled" | "invalid_host" | "permission_denied" | "timeout" | "download_error" | "other";
            /** @description One sentence about the failure. Absent otherwise. */
            details?: string;
        };
        /** @description One frame, and the search for its source map. */
        EventSourceMapFrame: {
            /** @description Path of the file. */
            filename: string | null;
            /** @description Absolute path or URL of the file. */
            abs_path: string | null;
            /** @description Name of the function, as the client sent it. */
            function: string | null;
            /** @description Line, counted from 1. */
            line: number | null;
            /** @description Column, counted from 1. */
            column: number | null;
            /**
             * @description Whether the frame is mapped to its source by the artifacts that exist now.
             *
             *     - `resolved`: it is, with the text of its source.
             *     - `incomplete`: it is mapped, but `findings` say that its source text is missing or that its place may be
             *       wrong.
             *     - `unresolved`: it is not mapped; `findings` say why.
             *     - `mapped_by_client`: the client sent it mapped.
             *     - `not_needed`: there is nothing to upload for it, such as a part of the engine or of another language, a script in the page, of an extension or of a `blob:` URL.
             *     - `not_checked`: the event has more than 200 minified files, and this frame is in one of the others.
             * @enum {string}
             */
            state: "resolved" | "incomplete" | "unresolved" | "mapped_by_client" | "not_needed" | "not_checked";
            /** @description The source map that was found. Null if there is none. */
            map: {
                /** @description Name under which it was uploaded, or its URL. */
                name: string;
                /**
                 * @description How it was found. By debug id, by release and name, or fetched from its URL.
                 * @enum {string}
                 */
                found_by: "debug_id" | "release" | "fetched";
                /** @description Whether it is a data URL in the minified file. */
                is_inline: boolean;
            } | null;
            /** @description Why the frame is not mapped, as `getSourceMapDebug` returns it. Lists of names have at most ten. */
            findings: components["schemas"]["SourceMapError"][];
            /** @description The search by debug id. */
            debug_id_process: {
                /** @description Debug id that the event has for the file. */
                debug_id: string | null;
                /** @description Whether a script with it was uploaded. */
                uploaded_source_file_with_correct_debug_id: boolean;
                /** @description Whether a source map with it was uploaded. */
                uploaded_source_map_with_correct_debug_id: boolean;
            };
            /** @description The search by release and name. Null if the event has no known release, or the frame no path. */
            release_process: {
                /** @description Path that was looked for. */
                abs_path: string;
                /** @description Names under which the file may have been uploaded, best first. */
                matching_source_file_names: string[];
                /** @description Name under which the source map may have been uploaded. */
                matching_source_map_name: string | null;
                /** @description Reference to the map in the uploaded file. `Inline Sourcemap` if it is in the file itself. */
                source_map_reference: string | null;
                source_file_lookup_result: components["schemas"]["ArtifactLookupResult"];
                source_map_lookup_result: components["schemas"]["ArtifactLookupResult"];
            } | null;
            /** @description What came of fetching the file and its source map. Both are null if that was not tried. */
            scraping_process: {
                /** @description The minified file. */
                source_file: components["schemas"]["ScrapingAttempt"] | null;
                /** @description Its source map. */
                source_map: components["schemas"]["ScrapingAttempt"] | null;
            };
        };
        /** @description What the source maps of an event's frames are, and what is missing. */
        EventSourceMapDebug: {
            /** @description Distribution that the event names. */
            dist: string | null;
            /** @description Release that the event names. */
            release: string | null;
            /** @description The exceptions of the event, oldest cause first. */
            exceptions: {
                /** @description Type of the exception. */
                type: string | null;
                /** @description Its frames as the client sent them, oldest call first. Empty if it has none. */
                frames: components["schemas"]["EventSourceMapFrame"][];
            }[];
            /** @description Whether the event has debug ids of files. */
            has_debug_ids: boolean;
            /** @description First version of the SDK that sends debug ids. Null if none does, or if the SDK is unknown. */
            min_debug_id_sdk_version: string | null;
            /** @description Version of the SDK. */
            sdk_version: string | null;
            /** @description Whether a bundle of files was uploaded to the project. */
            project_has_some_artifact_bundle: boolean;
            /** @description Whether files were uploaded for the release of the event. */
            release_has_some_artifact: boolean;
            /** @description Whether the project has a file with a debug id. */
            has_uploaded_some_artifact_with_a_debug_id: boolean;
            /**
             * @description Whether the SDK sends debug ids.
             *
             *     - `full`: this version does.
             *     - `needs-upgrade`: a newer version does, from `min_debug_id_sdk_version` on.
             *     - `not-supported`: no version does.
             *     - `unofficial-sdk`: the SDK is unknown, or sends no version.
             * @enum {string}
             */
            sdk_debug_id_support: "full" | "needs-upgrade" | "not-supported" | "unofficial-sdk";
            /** @description Whether the service tried to fetch a file of the event. */
            has_scraping_data: boolean;
        };
        /** @description A line of JSON, the envelope header; then for each item a line of JSON with its `type` and optionally its `length` in bytes, followed by the payload. Lines end with a line feed. In the envelope header, `event_id` is the id of the event, and `sent_at` the time of sending by the client's clock, by which wrong clocks are corrected. */
        EventEnvelope: string;
        /** @description Result of an envelope. */
        EnvelopeReceipt: {
            /** @description Id of the event of the envelope. Absent if it has none. */
            id?: string;
        };
        /** @description Error of an ingest operation. */
        IngestErrorBody: {
            /** @description The reason in one sentence. */
            detail: string;
            /** @description Causes, nearest first. Absent if there are none. */
            causes?: string[];
        };
        /** @description Parts of a form: files, each with a file name. */
        AttachmentParts: {
            file: components["schemas"]["Bytes"];
        } & {
            [key: string]: components["schemas"]["Bytes"];
        };
        /** @description A dump with what the program knows about the crash. */
        MinidumpForm: {
            upload_file_minidump: components["schemas"]["Bytes"];
            /** @description The JSON of an event, which the dump completes. */
            sentry?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description An event of a client library: `exception`, `message`, `level`, `release`, `tags`, `user` and so on, all optional. A value of the wrong type is dropped, not rejected. */
        EventPayload: {
            [key: string]: unknown;
        };
        /** @description The JSON of an event, compressed with zlib or not, and written as base64. Plain JSON is accepted too. */
        PackedEventPayload: string;
        /** @description Result of an event. */
        EventReceipt: {
            /** @description Id of the stored event. The service generates one if the event has none. */
            id: string;
        };
        /** @description What is wrong with a parameter, a field or the body. It has one of the members. */
        FeedbackFormError: {
            /** @description Errors of the parameter `eventId`. */
            eventId?: string[];
            /** @description Errors of the fields of the form, by name. */
            errors?: {
                [key: string]: string[];
            };
            /** @description The reason in one sentence, if the request could not be read. */
            detail?: string;
            /** @description Causes, nearest first. */
            causes?: string[];
        };
        /** @description Empty. The header `X-Sentry-Context` has the JSON. */
        EmptyScript: string;
        /** @description The fields of the form. All are required. */
        FeedbackForm: {
            /** @description Name of the person, at most 128 characters. */
            name: string;
            /** @description Mail address of the person, at most 75 characters. */
            email: string;
            /** @description What the person wrote, at most 4096 characters. */
            comments: string;
        };
        /** @description An empty object. */
        FeedbackFormReceipt: Record<string, never>;
        /** @description JSON as the browser made it. */
        SecurityReportBody: string;
        /** @description The token's permissions. */
        ServiceAuth: {
            /** @description Scopes the token holds. */
            scopes: components["schemas"]["Scope"][];
        };
        /** @description The member the token belongs to. */
        ServiceUser: {
            /** @description Decimal number that identifies the member for good. */
            id: string;
            /** @description E-mail address of the member. */
            email: string;
        };
        /** @description The service and the caller. */
        ServiceInfo: {
            /**
             * @description Version of the API. Always `0`.
             * @constant
             */
            version: "0";
            auth: components["schemas"]["ServiceAuth"];
            /** @description The member the token belongs to. Null for a token of an organization. */
            user: components["schemas"]["ServiceUser"] | null;
        };
        /** @description The member that a token belongs to. */
        CurrentMember: {
            /** @description Decimal number that identifies the member for good. */
            id: string;
            /** @description E-mail address of the member. */
            email: string;
            /** @description The e-mail address again. Members have no other name to sign in with. */
            username: string;
            /** @description The part of the e-mail address before the `@`. */
            name: string;
        };
        /** @description An OpenID provider at which members can sign in. */
        OpenIdOption: {
            /** @description What people know the provider by, for a button. */
            name: string;
        };
        /** @description The member who signed in. */
        SessionMember: {
            /** @description Decimal number that identifies the member for good. */
            id: string;
            /** @description E-mail address of the member. */
            email: string;
            role: components["schemas"]["Role"];
            /** @description Whether the member has a password. */
            hasPassword: boolean;
        };
        /** @description The organization of the member who signed in. */
        SessionOrganization: {
            /** @description Decimal number that identifies the organization for good. */
            id: string;
            /** @description Slug of the organization, which paths contain. */
            slug: string;
            /** @description Display name of the organization. */
            name: string;
        };
        /** @description The session of the request. */
        CurrentSession: {
            /** @description Decimal number that identifies the session in the organization. */
            id: string;
            member: components["schemas"]["SessionMember"];
            organization: components["schemas"]["SessionOrganization"];
            /** @description What the session may do now: all that the role of the member allows. */
            scopes: components["schemas"]["Scope"][];
            /** @description What requests of the session other than GET carry in the header `X-CSRF-Token`. It is the same for the whole session. */
            csrfToken: string;
            /**
             * Format: date-time
             * @description When the member signed in, in UTC.
             */
            dateCreated: string;
            /**
             * Format: date-time
             * @description When the session ends unless it is used before, in UTC. It ends 14 days after its last use, and at most 30 days after the sign-in.
             */
            expiresAt: string;
        };
        /** @description How members can sign in. */
        SignInOptions: {
            /** @description Whether members can sign in with a password. */
            password: boolean;
            /** @description The OpenID provider. Null if the service has none. */
            openId: components["schemas"]["OpenIdOption"] | null;
            /** @description The session of the request, as `getCurrentSession` returns it. Null if the request has no cookie of a session, or the session has ended. */
            session: components["schemas"]["CurrentSession"] | null;
        };
        /** @description A session of a member. */
        Session: {
            /** @description Decimal number that identifies the session in the organization. */
            id: string;
            /**
             * Format: date-time
             * @description When the member signed in, in UTC.
             */
            dateCreated: string;
            /**
             * Format: date-time
             * @description When the session was last used, to within five minutes, in UTC.
             */
            lastUsed: string;
            /**
             * Format: date-time
             * @description When the session ends unless it is used before, in UTC.
             */
            expiresAt: string;
            /** @description The browser that signed in, as it names itself, up to 200 characters. Empty if it does not. */
            userAgent: string;
            /** @description Whether this is the session of the request. */
            isCurrent: boolean;
        };
        /** @description A secret of the service. */
        SignInSecret: string;
        /** @description A completed sign-in at the OpenID provider. */
        OpenIdSignInResult: {
            /** @description The parameter `code` with which the provider sent the browser back. */
            code: string;
            /** @description The parameter `state` with which the provider sent the browser back. */
            state: components["schemas"]["SignInSecret"];
            /** @description The secret of `createOpenIdSignIn`. */
            secret: components["schemas"]["SignInSecret"];
            /** @description Slug of the organization. It is only needed if the address is that of members of several. */
            organization?: string;
        };
        /** @description Exactly one way to sign in: `email` and `password`, `link`, or `openId`. */
        SessionCreation: {
            /** @description E-mail address of the member. */
            email?: string;
            /** @description Password of the member. */
            password?: string;
            /** @description Slug of the organization, beside `email`. It is only needed if the address and the password are those of members of several. */
            organization?: string;
            /** @description The secret of a sign-in link, which follows the `#` in it. */
            link?: components["schemas"]["SignInSecret"];
            /** @description The first password of the member, beside the `link` of an invitation, which requires it. */
            newPassword?: string;
            /** @description Whether a link of somebody else may end the open session of the request, beside `link`. Without it, such a link is 400 and stays usable: anybody can send you a link, and what you enter would then be theirs. */
            replacesSession?: boolean;
            openId?: components["schemas"]["OpenIdSignInResult"];
        };
        /** @description What confirms an address of alert rules. */
        AlertAddressConfirmation: {
            /** @description The token of the mail, which follows the `#` in its link. */
            token: string;
            /** @description Whether to return what the token confirms, and to confirm nothing. False by default. */
            dryRun?: boolean;
        };
        /** @description The organization whose alert rules send mails to an address. */
        AlertAddressOrganization: {
            /** @description Name in addresses. */
            slug: string;
            /** @description Name for people. */
            name: string;
        };
        /** @description An address of alert rules that is that of no member. */
        AlertAddress: {
            organization: components["schemas"]["AlertAddressOrganization"];
            /** @description The e-mail address, with ASCII letters in lower case. */
            address: string;
            /** @description Whether alert rules of the organization send mails to it. */
            isConfirmed: boolean;
        };
        /** @description A new password. */
        PasswordUpdate: {
            /** @description The present password. */
            currentPassword?: string;
            /** @description The new password. */
            password: string;
        };
        /** @description A sign-in link. */
        SignInLinkTest: {
            /** @description The secret of the link, which follows the `#` in it. */
            link: components["schemas"]["SignInSecret"];
        };
        /**
         * @description `valid` can be used. The others cannot: `used` has signed in, `expired` is too old, `revoked` by a manager or by a new password of the member, `replaced` by a newer invitation, `unknown` never existed, or ended more than 30 days ago, or its member was removed.
         * @enum {string}
         */
        SignInLinkState: "valid" | "used" | "expired" | "revoked" | "replaced" | "unknown";
        /** @description The purpose of a sign-in link, and whether it can be used. */
        SignInLinkStatus: {
            state: components["schemas"]["SignInLinkState"];
            /** @description Whether `createSession` requires `newPassword` beside the link. True for invitations. */
            asksPassword: boolean;
            /** @description E-mail address of the member. Null for an unknown link. */
            email: string | null;
            /** @description The organization of the member. Null for an unknown link. */
            organization: components["schemas"]["SessionOrganization"] | null;
            /**
             * Format: date-time
             * @description Until when it can be used, or when it ended, in UTC. Null for an unknown link.
             */
            expiresAt: string | null;
        };
        /** @description The parameters with which a program sends the browser to `getAuthorizePage`, and the decision of the member. */
        AuthorizationCreation: {
            /**
             * @description The response type.
             * @constant
             */
            response_type: "code";
            /** @description The `client_id` of the program. */
            client_id: string;
            /** @description The address to which the browser brings the code, one of those that were registered. */
            redirect_uri: string;
            /** @description The challenge of PKCE (RFC 7636). */
            code_challenge: string;
            /**
             * @description The method of PKCE.
             * @constant
             */
            code_challenge_method: "S256";
            /** @description Scopes, separated by blanks. Without any, those of `getProtectedResource`; those that programs cannot have are left out. */
            scope?: string;
            /** @description The `resource` of `getProtectedResource` (RFC 8707). */
            resource?: string;
            /** @description Returned to the program as it is. */
            state?: string;
            /**
             * @description What the member decides. Without it, nothing is decided, and the reply says what the program asks for.
             * @enum {string}
             */
            decision?: "allow" | "deny";
        };
        /** @description What a program asks a member for. */
        Authorization: {
            /** @description Name that the program gave itself. */
            clientName: string;
            /** @description The host to which the browser goes, with its port. */
            redirectHost: string;
            /**
             * Format: date-time
             * @description When the program registered, in UTC.
             */
            dateRegistered: string;
            /** @description The scopes that its tokens would have, within those of the session. */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: uri
             * @description The address to which the browser goes, with the code or the error `access_denied`. Null until the member has decided.
             */
            redirectUrl: string | null;
        };
        /** @description A sign-in at the OpenID provider that has begun. */
        OpenIdSignIn: {
            /**
             * Format: uri
             * @description The address at the provider to which the page goes.
             */
            url: string;
            /** @description What the page keeps and sends to `createSession` as `openId.secret`. Nobody else may have it. */
            secret: string;
        };
        /** @description Days after which events are deleted, with their issues once these have no event left, unused artifacts and releases without events. 0 keeps them forever. */
        RetentionDays: number;
        /** @description Number of events of one project beyond which its oldest are deleted. 0 keeps all. */
        RetentionEvents: number;
        /** @description An organization with its settings. */
        Organization: {
            /** @description Decimal number that identifies the organization for good. */
            id: string;
            /** @description Name of the organization in paths, unique in the service. */
            slug: string;
            /** @description Display name. */
            name: string;
            status: components["schemas"]["OrganizationStatus"];
            /**
             * Format: date-time
             * @description When the organization was created, in UTC.
             */
            dateCreated: string;
            /** @description Whether the organization gets new features early. Always false, because this service has no early features. */
            isEarlyAdopter: boolean;
            /** @description Whether members must use a second factor. Always false, because they do not sign in but use tokens. */
            require2FA: boolean;
            /** @description Whether members must confirm their e-mail address. Always false, because this service has no confirmation. */
            requireEmailVerification: boolean;
            avatar: components["schemas"]["Avatar"];
            /** @description Feature flags of the organization. */
            features: string[];
            links: components["schemas"]["OrganizationLinks"];
            /** @description Whether members sign in through a provider of their own. Always false, because they use tokens. */
            hasAuthProvider: boolean;
            /** @description How many events all projects of the organization together accept in a time; null if there is no limit. */
            rateLimit: components["schemas"]["RateLimit"] | null;
            retentionDays: components["schemas"]["RetentionDays"];
            retentionEvents: components["schemas"]["RetentionEvents"];
        };
        /** @description The fields to change; absent fields stay unchanged. Values are not converted. */
        OrganizationUpdate: {
            /** @description New display name. */
            name?: string;
            /** @description New slug, which paths contain. */
            slug?: string;
            rateLimit?: components["schemas"]["RateLimitUpdate"];
            retentionDays?: components["schemas"]["RetentionDays"];
            retentionEvents?: components["schemas"]["RetentionEvents"];
        };
        /**
         * @description Role, which bounds the scopes of the member's tokens. A new member is a `member` if it is absent.
         * @enum {string}
         */
        RoleUpdate: "member" | "admin" | "manager" | "owner";
        /** @description A new member. */
        MemberCreation: {
            /** @description E-mail address, unique in the organization whatever the case of its letters. */
            email: string;
            role?: components["schemas"]["RoleUpdate"];
            /** @description Teams that the member is in, by slug or id. None if it is absent. */
            teams?: string[];
        };
        /** @description The fields to change; absent fields stay unchanged. */
        MemberUpdate: {
            /** @description New e-mail address, unique in the organization whatever the case of its letters. */
            email?: string;
            role?: components["schemas"]["RoleUpdate"];
            /** @description All teams that the member is in afterwards, by slug or id. */
            teams?: string[];
        };
        /** @description A token of a member, without its text. */
        Token: {
            /** @description Decimal number that identifies the token for good. */
            id: string;
            /** @description What the token is for, or the name that a program gave itself. Empty if a command created it without a name. */
            name: string;
            /** @description Scopes that the token was given. It holds those of them that its role allows. */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description When the token was created, in UTC.
             */
            dateCreated: string;
            /**
             * Format: date-time
             * @description When the token expires, in UTC. Null for never.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the token was last used, to within five minutes, in UTC. Null if it never was.
             */
            lastUsedAt: string | null;
            /** @description The last four characters of the token, by which people recognize it. Null if an earlier version created it. */
            tokenLastCharacters: string | null;
            /** @description The host to which codes for the program went that a member allowed with `createAuthorization`; `name` is then the name of the program, and `expiresAt` the end of its refresh token. Null for other tokens. */
            clientHost: string | null;
        };
        /** @description A link with which a member chooses a password and signs in, once. */
        Invitation: {
            /**
             * Format: uri
             * @description The link. It is in this reply and in the mail only; the service stores the hash of its secret.
             */
            url: string;
            /**
             * Format: date-time
             * @description Until when it can be used, in UTC.
             */
            expiresAt: string;
            /** @description Whether the service sends it to the address of the member. False without a mail server, and after five mails to the address, or 100 of the organization, within an hour. */
            isMailed: boolean;
        };
        /** @description A link with which a member signs in once. */
        SignInLink: {
            /**
             * Format: uri
             * @description The link. It is shown this once; the service stores the hash of its secret.
             */
            url: string;
            /**
             * Format: date-time
             * @description Until when it can be used, in UTC.
             */
            expiresAt: string;
        };
        /** @description A token of an organization, without its text. */
        OrganizationToken: {
            /** @description Decimal number that identifies the token for good. */
            id: string;
            /** @description What the token is for. Empty if a command created it without a name. */
            name: string;
            /** @description Scopes that the token was given. It holds those of them that its role allows. */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description When the token was created, in UTC.
             */
            dateCreated: string;
            /**
             * Format: date-time
             * @description When the token expires, in UTC. Null for never.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the token was last used, to within five minutes, in UTC. Null if it never was.
             */
            lastUsedAt: string | null;
            /** @description The last four characters of the token, by which people recognize it. Null if an earlier version created it. */
            tokenLastCharacters: string | null;
            /**
             * Format: date-time
             * @description The same time as `lastUsedAt`, under the name that the command-line tool `sentry` reads.
             */
            dateLastUsed: string | null;
            /** @description Id of the member who created the token. Null if they were removed. */
            createdBy: string | null;
        };
        /**
         * @description A permission that the token shall hold.
         * @enum {string}
         */
        ScopeName: "member:read" | "event:read" | "event:write" | "event:admin" | "project:admin" | "project:write" | "project:read" | "project:releases" | "team:read" | "team:write" | "team:admin" | "org:read" | "org:integrations" | "alerts:read" | "alerts:write" | "member:write" | "member:admin" | "org:write" | "org:admin";
        /** @description A new token of an organization. */
        OrganizationTokenCreation: {
            /** @description What the token is for. */
            name: string;
            /** @description What the token may do. Without it, `project:read`, `project:releases` and `org:read`, which uploads of releases and source maps need. */
            scopes?: components["schemas"]["ScopeName"][];
            /**
             * Format: date-time
             * @description When the token expires. Null for never; absent for the expiry of the token of the request.
             */
            expiresAt?: string | null;
        };
        /** @description A token of an organization that was just created. */
        CreatedOrganizationToken: {
            /** @description Decimal number that identifies the token for good. */
            id: string;
            /** @description What the token is for. Empty if a command created it without a name. */
            name: string;
            /** @description Scopes that the token was given. It holds those of them that its role allows. */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description When the token was created, in UTC.
             */
            dateCreated: string;
            /**
             * Format: date-time
             * @description When the token expires, in UTC. Null for never.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the token was last used, to within five minutes, in UTC. Null if it never was.
             */
            lastUsedAt: string | null;
            /** @description The last four characters of the token, by which people recognize it. Null if an earlier version created it. */
            tokenLastCharacters: string | null;
            /**
             * Format: date-time
             * @description The same time as `lastUsedAt`, under the name that the command-line tool `sentry` reads.
             */
            dateLastUsed: string | null;
            /** @description Id of the member who created the token. Null if they were removed. */
            createdBy: string | null;
            /** @description The token. It is shown this once; the service stores its hash. */
            token: string;
        };
        /** @description The change of a token; absent fields stay unchanged. */
        TokenUpdate: {
            /** @description What the token is for. */
            name?: string;
        };
        /** @description A new token. */
        TokenCreation: {
            /** @description What the token is for. */
            name: string;
            /** @description What the token may do. No scope includes another one. */
            scopes: components["schemas"]["ScopeName"][];
            /**
             * Format: date-time
             * @description When the token expires. Null for never; absent for the expiry of the token of the request.
             */
            expiresAt?: string | null;
        };
        /** @description A token of a member that was just created. */
        CreatedToken: {
            /** @description Decimal number that identifies the token for good. */
            id: string;
            /** @description What the token is for. Empty if a command created it without a name. */
            name: string;
            /** @description Scopes that the token was given. It holds those of them that its role allows. */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description When the token was created, in UTC.
             */
            dateCreated: string;
            /**
             * Format: date-time
             * @description When the token expires, in UTC. Null for never.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the token was last used, to within five minutes, in UTC. Null if it never was.
             */
            lastUsedAt: string | null;
            /** @description The last four characters of the token, by which people recognize it. Null if an earlier version created it. */
            tokenLastCharacters: string | null;
            /** @description The token. It is shown this once; the service stores its hash. */
            token: string;
        };
        /** @description Who made a change. */
        AuditLogActor: {
            /** @description `member` for a request with the token or the session of a member, `token` for one with a token of the organization, `command` for a command on the host of the service, `recipient` for the owner of an address who confirmed it. */
            type: string;
            /** @description Id of the member. Null for a token of the organization and for a command. */
            id: string | null;
            /** @description E-mail address of the member at the time of the change. Null without a member. */
            email: string | null;
            /** @description Id of the token, which `culprit token list` prints. Null for a session and for a command. */
            tokenId: string | null;
            /** @description User of the operating system that ran the command. Null for a request. */
            user: string | null;
        };
        /** @description What was changed, as it was named at the time of the change. */
        AuditLogTarget: {
            /** @description The noun of the event, such as `project`. */
            type: string;
            /** @description Id of the target. Of a key, only the first digits. */
            id: string;
            /** @description Slug, name, version or e-mail address of the target. */
            name: string;
        };
        /** @description A project, as it was named at the time of the change. */
        AuditLogProject: {
            /** @description Id of the project. */
            id: string;
            /** @description Slug of the project at that time. */
            slug: string;
        };
        /** @description One change, in the audit log of its organization. */
        AuditLogEntry: {
            /** @description Decimal number that identifies the entry for good. */
            id: string;
            /** @description What happened: a noun, a period and a verb, such as `project.update`. The guide on the audit log lists all events; new ones may be added. */
            event: string;
            actor: components["schemas"]["AuditLogActor"];
            /** @description Address from which the request came. Null if a command made the change. */
            ipAddress: string | null;
            target: components["schemas"]["AuditLogTarget"];
            /** @description The project that the target is or belongs to. Null if there is none. */
            project: components["schemas"]["AuditLogProject"] | null;
            /** @description What changed, by name: `fields` has the names of the fields of the body. Values of tokens, keys and secrets are never in it. */
            details: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the change was made, in UTC.
             */
            dateCreated: string;
        };
        /** @description Sessions of the same project, release, environment or status. */
        SessionStatsGroup: {
            /** @description What the sessions have in common; only the members of `groupBy`. */
            by: {
                /**
                 * Format: int64
                 * @description Id of the project.
                 */
                project?: number;
                /** @description Version of the release. Empty for releases beyond the limits. */
                release?: string;
                /** @description Name of the environment. Empty without one. */
                environment?: string;
                /**
                 * @description The worst status of a session; `errored` sessions have none of the next three.
                 * @enum {string}
                 */
                "session.status"?: "healthy" | "errored" | "unhandled" | "abnormal" | "crashed";
            };
            /** @description The number of the whole time for each `field`. Null where there are no sessions of which it is a share. */
            totals?: {
                [key: string]: number | null;
            };
            /** @description The numbers of the intervals for each `field`, in their order. */
            series?: {
                [key: string]: (number | null)[];
            };
        };
        /** @description Numbers of sessions over time. */
        SessionStats: {
            /**
             * Format: date-time
             * @description Start of the first interval, in UTC.
             */
            start: string;
            /**
             * Format: date-time
             * @description End of the last interval, in UTC.
             */
            end: string;
            /** @description Start of each interval, oldest first. */
            intervals: string[];
            /** @description The parameter `query`; empty without it. */
            query: string;
            /** @description The groups, the largest first unless `orderBy` says otherwise. Without `groupBy`, one. */
            groups: components["schemas"]["SessionStatsGroup"][];
        };
        /** @description An environment of the organization's projects. */
        Environment: {
            /** @description Identifier of the environment. The same as `name`. */
            id: string;
            /** @description Name of the environment, as events and deploys give it. */
            name: string;
        };
        /** @description An environment of a project. */
        ProjectEnvironment: {
            /** @description Identifier of the environment. The same as `name`. */
            id: string;
            /** @description Name of the environment, as events and deploys give it. */
            name: string;
            /**
             * @description Always false. Environments cannot be hidden.
             * @constant
             */
            isHidden: false;
        };
        /**
         * @description Whether the release is open or archived. Archived releases are listed too.
         * @enum {string}
         */
        ReleaseState: "open" | "archived";
        /** @description A deploy of a release to an environment. */
        Deploy: {
            /** @description Decimal number that identifies the deploy. */
            id: string;
            /** @description Name of the environment. */
            environment: string;
            /** @description Name of the deploy. Null if unknown. */
            name: string | null;
            /** @description URL of a page about the deploy. Null if unknown. */
            url: string | null;
            /**
             * Format: date-time
             * @description When the deploy began, in UTC. Null if unknown.
             */
            dateStarted: string | null;
            /**
             * Format: date-time
             * @description When the deploy finished, in UTC.
             */
            dateFinished: string;
        };
        /** @description Numbers of the sessions of a release in a project. Shares are percentages from 0 to 100, and null without any session. */
        ReleaseHealthData: {
            /** @description True if the release has had sessions in the last 90 days. */
            hasHealthData: boolean;
            /** @description Sessions in `statsPeriod`. */
            totalSessions: number;
            /** @description Users in `statsPeriod`. Servers name no users of sessions. */
            totalUsers: number;
            /** @description Sessions that crashed. */
            sessionsCrashed: number;
            /** @description Sessions with an error that neither crashed nor ended in another bad way. */
            sessionsErrored: number;
            /** @description Share of the sessions that did not crash. */
            crashFreeSessions: number | null;
            /** @description Share of the users of whom no session crashed. */
            crashFreeUsers: number | null;
            /** @description Share of the release in the users of the project in the last 24 hours. */
            adoption: number | null;
            /** @description Share of the release in the sessions of the project in the last 24 hours. */
            sessionsAdoption: number | null;
            /** @description Sessions of the release in the last 24 hours. */
            totalSessions24h: number;
            /** @description Users of the release in the last 24 hours. */
            totalUsers24h: number;
            /** @description Sessions of the project in the last 24 hours. */
            totalProjectSessions24h: number;
            /** @description Users of the project in the last 24 hours. */
            totalProjectUsers24h: number;
            /** @description Null, because durations are not stored. */
            durationP50: null;
            /** @description Null, because durations are not stored. */
            durationP90: null;
            /** @description Sessions over time. */
            stats: {
                /** @description The sessions of each of the last 24 hours, oldest first. */
                "24h": number[][];
            };
        };
        /** @description A project that a release is bound to. */
        ReleaseProject: {
            /** @description Decimal number that identifies the project for good. */
            id: string;
            /** @description Name of the project in paths. */
            slug: string;
            /** @description Display name. */
            name: string;
            /** @description Platform of the project. Null if not set. */
            platform: string | null;
            /** @description True if the release has had sessions in the project in the last 90 days. */
            hasHealthData: boolean;
            healthData?: components["schemas"]["ReleaseHealthData"];
        };
        /** @description How far a release is adopted in an environment. */
        ReleaseAdoption: {
            /**
             * @description `adopted`: the release has at least a tenth of the sessions of the environment. `low_adoption`: it never had. `replaced`: it has no longer.
             * @enum {string}
             */
            stage: "adopted" | "low_adoption" | "replaced";
            /**
             * Format: date-time
             * @description When it was adopted first, in UTC. Null before that.
             */
            adopted: string | null;
            /**
             * Format: date-time
             * @description When it was replaced, in UTC. Null before that.
             */
            unadopted: string | null;
        };
        /** @description A version of the software, known to the whole organization. */
        Release: {
            /** @description Decimal number that identifies the release. */
            id: string;
            /** @description Version of the release, as clients send it. */
            version: string;
            /** @description The version without the package name in front of `@`. */
            shortVersion: string;
            status: components["schemas"]["ReleaseState"];
            /** @description Reference in the repository: a commit, tag or branch. Null if unknown. */
            ref: string | null;
            /** @description URL of a page about the release. Null if unknown. */
            url: string | null;
            /**
             * Format: date-time
             * @description Time of creation, in UTC.
             */
            dateCreated: string;
            /**
             * Format: date-time
             * @description When work on the release began, in UTC. Null if unknown.
             */
            dateStarted: string | null;
            /**
             * Format: date-time
             * @description When the release was finalized, in UTC. Null before that.
             */
            dateReleased: string | null;
            /**
             * Format: date-time
             * @description When the first event of the release arrived, in UTC. Null before that.
             */
            firstEvent: string | null;
            /**
             * Format: date-time
             * @description When an event of the release last arrived, in UTC, to the minute. Null before the first.
             */
            lastEvent: string | null;
            /**
             * Format: int64
             * @description Number of issues whose first event is of this release.
             */
            newGroups: number;
            /**
             * Format: int64
             * @description Number of events of the release that arrived in the last 24 hours: in the present hour and the 23 before. In a list of one project, and below its path, only those of the project.
             */
            recentEvents: number;
            /** @description Share of the release in all events that arrived in the same time in the organization, or in that project, from 0 to 1 with four digits. Null if there were none. */
            adoption: number | null;
            /** @description Number of commits. */
            commitCount: number;
            /** @description Number of deploys. */
            deployCount: number;
            /** @description Authors of the commits, each once, by e-mail address. At most the first hundred. */
            authors: components["schemas"]["CommitAuthor"][];
            /** @description Newest commit. Null if there is none. */
            lastCommit: components["schemas"]["LastCommit"] | null;
            /** @description The deploy that finished last. Null if there is none. */
            lastDeploy: components["schemas"]["Deploy"] | null;
            /** @description Projects the release is bound to, by slug. */
            projects: components["schemas"]["ReleaseProject"][];
            /** @description How far the release is adopted, by the name of each environment with sessions. Only with the parameter `adoptionStages`. */
            adoptionStages?: {
                [key: string]: components["schemas"]["ReleaseAdoption"];
            };
        };
        /** @description Version of the release, as client libraries send it with their events. It has no slash, line break or tab, and is not `.`, `..` or `latest`. */
        ReleaseVersion: string;
        /** @description Slug or id of a project of the organization. Digits alone are an id, as text or as a number. */
        ProjectReference: string | number;
        /** @description Slugs or ids of projects. */
        ProjectReferences: components["schemas"]["ProjectReference"][];
        /** @description A file of a new commit. */
        PatchedFileCreation: {
            /** @description Path in the repository. */
            path: string;
            /**
             * @description Kind of change: `A` added, `M` modified, `D` deleted.
             * @enum {string}
             */
            type: "A" | "M" | "D";
        };
        /** @description A commit of the release. */
        CommitCreation: {
            /** @description Id of the commit in its repository. */
            id: string;
            /** @description Name of the repository. */
            repository?: string | null;
            /** @description Message of the commit. Surrounding white space is removed. */
            message?: string | null;
            /** @description Name of the author. */
            author_name?: string | null;
            /** @description E-mail address of the author. */
            author_email?: string | null;
            /**
             * Format: date-time
             * @description Time of the commit, stored in milliseconds.
             */
            timestamp?: string | null;
            /** @description The changed files. */
            patch_set?: components["schemas"]["PatchedFileCreation"][] | null;
        };
        /** @description The commits of the release, newest first. They replace the previous ones. */
        CommitList: components["schemas"]["CommitCreation"][];
        /** @description The newest commit of a repository. */
        ReferenceCreation: {
            /** @description Name of the repository. */
            repository: string;
            /** @description Id of the commit. */
            commit: string;
            /** @description Id of the newest commit of the previous release. It is ignored, because the service reads no repositories. */
            previousCommit?: string | null;
        };
        /** @description The newest commit of each repository, if the commits in between are unknown. They replace the commits of the release; together with `commits`, those not among them are appended. */
        ReferenceList: components["schemas"]["ReferenceCreation"][];
        /** @description A release to create, or to change if the version exists. Absent fields stay unchanged. */
        ReleaseCreation: {
            version: components["schemas"]["ReleaseVersion"];
            /** @description Slugs or ids of projects to bind to the release, in addition to its present ones. */
            projects?: components["schemas"]["ProjectReferences"];
            status?: components["schemas"]["ReleaseState"];
            /** @description Reference in the repository: a commit, tag or branch. */
            ref?: string | null;
            /** @description URL of a page about the release. */
            url?: string | null;
            /**
             * Format: date-time
             * @description Time when work on the release began, stored in milliseconds.
             */
            dateStarted?: string | null;
            /**
             * Format: date-time
             * @description Time when the release was finalized, stored in milliseconds. Null makes it unreleased again.
             */
            dateReleased?: string | null;
            /** @description The commits of the release, newest first. They replace the ones it had; an empty list removes them all. */
            commits?: components["schemas"]["CommitList"];
            /** @description The newest commit of each repository, where the commits in between are not known. They replace the commits the release had, an empty list removes them all; given together with `commits`, those not among them come after. */
            refs?: components["schemas"]["ReferenceList"];
        };
        /** @description Changes of a release. Absent fields stay unchanged. */
        ReleaseUpdate: {
            /** @description Slugs or ids of projects to bind to the release, in addition to its present ones. */
            projects?: components["schemas"]["ProjectReferences"];
            status?: components["schemas"]["ReleaseState"];
            /** @description Reference in the repository: a commit, tag or branch. */
            ref?: string | null;
            /** @description URL of a page about the release. */
            url?: string | null;
            /**
             * Format: date-time
             * @description Time when work on the release began, stored in milliseconds.
             */
            dateStarted?: string | null;
            /**
             * Format: date-time
             * @description Time when the release was finalized, stored in milliseconds. Null makes it unreleased again.
             */
            dateReleased?: string | null;
            /** @description The commits of the release, newest first. They replace the ones it had; an empty list removes them all. */
            commits?: components["schemas"]["CommitList"];
            /** @description The newest commit of each repository, where the commits in between are not known. They replace the commits the release had, an empty list removes them all; given together with `commits`, those not among them come after. */
            refs?: components["schemas"]["ReferenceList"];
        };
        /** @description A file of a commit. */
        PatchedFile: {
            /** @description Path in the repository. */
            path: string;
            /**
             * @description Kind of change: `A` added, `M` modified, `D` deleted.
             * @enum {string}
             */
            type: "A" | "M" | "D";
        };
        /** @description A commit of a release. */
        Commit: {
            /** @description Id of the commit in its repository. */
            id: string;
            /** @description Name of the repository. Null if unknown. */
            repository: string | null;
            /** @description Message of the commit. Null if unknown. */
            message: string | null;
            /**
             * Format: date-time
             * @description When the commit was made, in UTC. Null if unknown.
             */
            dateCreated: string | null;
            /** @description Author of the commit. Null if unknown. */
            author: components["schemas"]["CommitAuthor"] | null;
            /** @description The changed files. */
            patchSet: components["schemas"]["PatchedFile"][];
        };
        /** @description There is no such release. */
        NoRelease: Record<string, never>;
        /** @description A project of a release, and the release before it there. */
        ComparedProject: {
            /** @description Decimal number that identifies the project. */
            id: string;
            /** @description Slug of the project. */
            slug: string;
            /** @description Name of the project. */
            name: string;
            /** @description The release that it is compared with. Null if it is the first one. */
            previousRelease: components["schemas"]["SeenRelease"] | null;
        };
        /** @description An issue of a release. */
        ComparedIssue: {
            issue: components["schemas"]["Issue"];
            /** @description `new` if its first event that names a release is of this one; `regressed` if an event of this release reopened it; `escalating` if its substatus became so in this release, or if it has ten events or more in it and, per day in use, more than three times as many as in the release before. */
            kinds: ("new" | "regressed" | "escalating")[];
            /**
             * Format: int64
             * @description Number of its events in the release. `count` of the issue is the number of all its events.
             */
            events: number;
            /**
             * Format: int64
             * @description Number of its events in the release before.
             */
            previousEvents: number;
            /**
             * Format: int64
             * @description Number of users that it affected since the first event of the release, whatever release they use.
             */
            users: number;
        };
        /** @description The issues of a release, compared with the release before. */
        ReleaseComparison: {
            /** @description The compared projects, by slug. */
            projects: components["schemas"]["ComparedProject"][];
            /**
             * Format: int64
             * @description Number of events of the release.
             */
            events: number;
            /** @description Numbers of issues by kind. */
            counts: {
                /** @description Number of new issues. */
                new: number;
                /** @description Number of issues that have regressed. */
                regressed: number;
                /** @description Number of issues that escalate. */
                escalating: number;
            };
            /** @description Whether issues were left out of the comparison because there are too many. The numbers are then lower bounds. */
            isSample: boolean;
            /** @description Numbers of events over time, by when they arrived: by hour if the first event of the release arrived in the last three days, otherwise by day. They begin a day before that event, and at most 14 days ago. */
            stats: {
                release: components["schemas"]["CountSeries"];
                /** @description Events of the release before. */
                previous: components["schemas"]["CountSeries"];
                /** @description All events of the projects, with and without a release. */
                all: components["schemas"]["CountSeries"];
            };
            /** @description The issues with most events in the release first. */
            issues: components["schemas"]["ComparedIssue"][];
        };
        /**
         * @description Whether something is good; `unknown` if there is too little data.
         * @enum {string}
         */
        Verdict: "good" | "bad" | "unknown";
        /** @description How long and how much a release was in use. */
        ReleaseExposure: {
            /**
             * Format: date-time
             * @description When its use began, in UTC: with its first event or session, of these at most 14 days ago. Null if none has arrived.
             */
            since: string | null;
            /** @description Hours from then until the first event of the release after it, or until now. */
            hours: number;
            /** @description Number of its events that arrived in these hours. Null if they are not counted: with `environment`, or any more. */
            events: number | null;
            /** @description Number of users of its sessions, within an error of about 0.8 %. Null without sessions that name users. */
            users: number | null;
            /** @description Number of its sessions, from 14 days before the release began until 14 days after. */
            sessions: number;
        };
        /** @description A rate of errors with its interval. */
        ErrorRate: {
            /** @description Number of errors. */
            errors: number;
            /** @description Number of sessions or hours. */
            exposure: number;
            /** @description Errors per session or hour. */
            rate: number;
            /** @description Lower end of its interval. */
            lower: number;
            /** @description Upper end of its interval. */
            upper: number;
        };
        /** @description Errors per session, if both releases have sessions, or else events per hour. Intervals are score intervals of 95 % for Poisson counts. */
        ComparedErrorRate: {
            /**
             * @description `session`: sessions with an error per session. `hour`: events per hour of use.
             * @enum {string}
             */
            unit: "session" | "hour";
            release: components["schemas"]["ErrorRate"];
            baseline: components["schemas"]["ErrorRate"];
            /** @description Rate of the release divided by the rate of the baseline. Null if the baseline has no errors. */
            ratio: number | null;
            /** @description Lower end of the interval of the ratio. */
            lower: number;
            /** @description Upper end of the interval of the ratio. Null if there is none, because the baseline has no errors. */
            upper: number | null;
            /** @description The limit of the ratio, by the setting `verdictMaxIncrease`. */
            maxRatio: number;
        };
        /** @description An issue that is a reason of a verdict. */
        VerdictIssue: {
            /** @description Decimal number that identifies the issue. */
            id: string;
            /** @description Name of the issue for people. */
            shortId: string;
            /** @description Title of the issue. */
            title: string;
            /**
             * @description Level of the newest event.
             * @enum {string}
             */
            level: "fatal" | "error";
            /** @description Number of its events in the release, in all environments. */
            events: number;
            /** @description Number of its users since the first event of the release, in any release. */
            users: number;
            /**
             * Format: uri
             * @description Page of the issue.
             */
            permalink: string;
        };
        /** @description One of the reasons of a verdict. */
        VerdictReason: {
            /**
             * @description `exposure`: whether the release was in use for long enough. `newIssues`, `regressions`, `escalations`: its issues of the level error or fatal that began in it, were reopened by it, or are much more frequent in it. `errorRate`: its errors against those of the baseline.
             * @enum {string}
             */
            type: "exposure" | "newIssues" | "regressions" | "escalations" | "errorRate";
            verdict: components["schemas"]["Verdict"];
            /**
             * @description `within`: within the limit. `low`: rare enough to be good whatever the baseline. `above`: above the limit. `uncertain`: the interval has values on both sides of the limit. `noData`: no event and no session of the release has arrived. `tooShort`: it has been in use for less than `verdictMinMinutes`. `noBaseline`: there is no release to compare with. `sample`: the release has too many issues to compare all. `notCounted`: events of a release are not counted by environment. `expired`: the hours in which a release was in use are not counted any more.
             * @enum {string}
             */
            cause: "within" | "low" | "above" | "uncertain" | "noData" | "tooShort" | "noBaseline" | "sample" | "notCounted" | "expired";
            /** @description The reason in one sentence, without names that others chose. */
            text: string;
            /** @description The number of issues, the ratio of the rates, or the minutes of use. Null if it is not known. */
            value: number | null;
            /** @description The limit of the number, by the settings of the project. */
            limit: number;
            /**
             * Format: uri
             * @description Page of the console that shows it.
             */
            link: string;
            /** @description The issues with most events in the release. */
            issues: components["schemas"]["VerdictIssue"][];
        };
        /** @description Whether a release is good in a project. */
        ProjectVerdict: {
            /** @description Decimal number that identifies the project. */
            id: string;
            /** @description Slug of the project. */
            slug: string;
            /** @description Name of the project. */
            name: string;
            /** @description `bad` if a reason is bad, `good` if all of them are good, otherwise `unknown`. */
            verdict: components["schemas"]["Verdict"];
            /** @description The release that it is compared with. Null if there is none in this project. */
            baseline: components["schemas"]["SeenRelease"] | null;
            /** @description The use of both releases on which the verdict rests. */
            exposure: {
                release: components["schemas"]["ReleaseExposure"];
                /** @description The use of the baseline. Null without one. */
                baseline: components["schemas"]["ReleaseExposure"] | null;
            };
            /** @description The rates of errors of both releases. Null if they cannot be compared; the reason `errorRate` says why. */
            errorRate: components["schemas"]["ComparedErrorRate"] | null;
            /** @description One of each type, in the order of their enum. */
            reasons: components["schemas"]["VerdictReason"][];
        };
        /** @description Whether a release is good, and why. */
        ReleaseVerdict: {
            /** @description Version of the release. */
            version: string;
            /** @description `bad` if it is bad in a project, `good` if it is good in all of them, otherwise `unknown`. */
            verdict: components["schemas"]["Verdict"];
            /** @description The verdict and the reasons that are not good, after the slugs of the projects. */
            text: string;
            /** @description The environments that are judged; empty for all. */
            environments: string[];
            /** @description The projects of the release, by slug. */
            projects: components["schemas"]["ProjectVerdict"][];
        };
        /** @description A deploy to record. */
        DeployCreation: {
            /** @description Name of the environment, as client libraries send it with their events. It has no slash, line break or tab, and is not `.`, `..` or `none`. */
            environment: string;
            /** @description Name of the deploy. */
            name?: string | null;
            /** @description URL of a page about the deploy. */
            url?: string | null;
            /**
             * Format: date-time
             * @description Time when the deploy began, stored in milliseconds.
             */
            dateStarted?: string | null;
            /**
             * Format: date-time
             * @description Time when the deploy finished, stored in milliseconds. The default is now.
             */
            dateFinished?: string | null;
            /** @description Slugs or ids of the deployed projects. They must be bound to the release. The default is all projects of the release, also those that are bound later. */
            projects?: components["schemas"]["ProjectReferences"];
        };
        /** @description Limits of chunk uploads. */
        ChunkUpload: {
            /**
             * Format: uri-reference
             * @description URL for chunks: an absolute one with the public address of the service. `sentry-cli` of the versions 1.70 to 3, which its `User-Agent` tells, receives the path alone and joins it with the address that it is configured with.
             */
            url: string;
            /** @description Maximum number of bytes in a chunk before compression. */
            chunkSize: number;
            /** @description Maximum number of chunks in a request. */
            chunksPerRequest: number;
            /**
             * Format: int64
             * @description Maximum number of bytes in a request.
             */
            maxRequestSize: number;
            /**
             * Format: int64
             * @description Maximum number of bytes in an assembled file.
             */
            maxFileSize: number;
            /** @description Maximum number of seconds that a client waits for a file to be assembled. 0 means that the client decides. */
            maxWait: number;
            /** @description Maximum number of concurrent requests of a client. */
            concurrency: number;
            /**
             * @description Hash algorithm of chunks and files.
             * @constant
             */
            hashAlgorithm: "sha1";
            /** @description Compression of chunks. With `gzip` the part is named `file_gzip`. */
            compression: "gzip"[];
            /** @description Kinds of upload, for older clients. All are assembled as artifact bundles. */
            accept: ("release_files" | "sources" | "artifact_bundles" | "artifact_bundles_v2")[];
        };
        /** @description Parts of a form, one for each chunk. The file name of a part is the SHA-1 of its chunk before compression. */
        ChunkParts: {
            /** @description Uncompressed chunks. */
            file?: components["schemas"]["Bytes"][];
            /** @description Chunks, each compressed with gzip. */
            file_gzip?: components["schemas"]["Bytes"][];
        };
        /** @description Chunks that were removed. */
        RemovedChunks: {
            /** @description Number of the chunks. */
            chunks: number;
            /**
             * Format: int64
             * @description What they counted against the quota.
             */
            chunkBytes: number;
        };
        /** @description What an organization has uploaded, and how much it may. */
        UploadUsage: {
            /** @description Number of chunks that are not assembled. */
            chunks: number;
            /**
             * Format: int64
             * @description What these chunks count against the quota.
             */
            chunkBytes: number;
            /**
             * Format: int64
             * @description How many bytes of chunks that are not assembled the organization may have.
             */
            chunkQuota: number;
            /**
             * Format: int64
             * @description Bytes of the artifacts of all projects, uncompressed.
             */
            artifactBytes: number;
            /**
             * Format: int64
             * @description How many bytes of artifacts the organization may have.
             */
            artifactQuota: number;
        };
        /** @description The project of an alert rule. */
        AlertRuleProject: {
            /** @description Id of the project. */
            id: string;
            /** @description Slug of the project. */
            slug: string;
            /** @description Display name of the project. */
            name: string;
        };
        /** @description What causes an alert. */
        AlertCondition: {
            /** @description `new`: the issue is new, and not feedback. `feedback`: somebody wrote feedback. `regression`: the issue was resolved and has an event again. `escalating`: the issue was ignored until it escalates, and escalates. `events`: the issue has had `count` events within `minutes`. `users`: events of `count` users within `minutes`. `crashFreeSessions`, `crashFreeUsers`: less than `percent` of the sessions or users of the last `hours` are without a crash. */
            type: string;
            /** @description Number of events or users. Null for other types. */
            count: number | null;
            /** @description Length of the time in which they are counted, in minutes. Null for other types. */
            minutes: number | null;
            /** @description Share of sessions or users without a crash, from 0 to 100, below which an alert is sent. Null for other types. */
            percent: number | null;
            /** @description Length of the time whose sessions are counted, in hours. Null for other types. */
            hours: number | null;
            /** @description Number of sessions or users in that time from which on the share counts. Null for other types. */
            minimum: number | null;
        };
        /** @description The events that the rule looks at. All filters must match; an empty list matches every event. */
        AlertFilters: {
            /** @description Levels, such as `error`. */
            levels: string[];
            /** @description Environments. The empty text stands for events without one. */
            environments: string[];
            /** @description Releases; `*` stands for any characters. */
            releases: string[];
            /** @description Tags that the event must have, each with a value; `*` stands for any characters. */
            tags: components["schemas"]["EventTag"][];
        };
        /** @description State of the deliveries to a webhook of a rule. */
        AlertDeliveryState: {
            /**
             * Format: date-time
             * @description Time of the last successful delivery. Null if there is none.
             */
            lastSent: string | null;
            /**
             * Format: date-time
             * @description Time of the first failure since the last success. Null if the last delivery succeeded.
             */
            failingSince: string | null;
            /** @description Reason why the last delivery failed. Null if it succeeded. */
            error: string | null;
            /** @description Number of failures since the last success. */
            failures: number;
            /** @description `open` after five failures in a row: alerts wait until `nextAttempt`. If that fails, the circuit stays open for twice as long, at most an hour. A success makes it `closed`. */
            circuit: string;
            /**
             * Format: date-time
             * @description Time from which an alert is posted while the circuit is open. Null if it is closed.
             */
            nextAttempt: string | null;
        };
        /** @description A recipient of the alerts of a rule. */
        AlertRecipient: {
            /** @description `project`: the members of the project's teams. `assignee`: the member that the issue is assigned to, or the members of the team; without one the members of the project's teams, unless `fallthrough` of the ownership is false. `member`: one member of the organization. `team`: the members of a team. `email`: an address. `webhook`: a URL that alerts are posted to. */
            type: string;
            /** @description Id of the member or team. Null for other types. */
            id: string | null;
            /** @description E-mail address. Null for other types. */
            address: string | null;
            /** @description Whether the rule sends mails to the e-mail address: it is that of a member, or its owner has confirmed it. Null for other types. */
            isConfirmed: boolean | null;
            /** @description URL of a webhook. Empty for callers that may not change the rule, because it may contain a secret. Null for other types. */
            url: string | null;
            /** @description What is posted to a webhook. `culprit`: a `WebhookAlert`, signed. `template`: the JSON of `template`. Others, such as `slack`: a message for that service. Null for other types. */
            format: string | null;
            /** @description An ellipsis and the end of the secret by which the service accepts messages, which is never shown as a whole. Empty for callers that may not change the rule. Null without one. */
            token: string | null;
            /** @description The chat or channel that receives the messages. Null if the format has none. */
            target: string | null;
            /** @description The JSON that is posted, with placeholders. Empty for callers that may not change the rule. Null for other formats. */
            template: string | null;
            /** @description Secret of the signatures of a webhook with the format `culprit`: `whsec_` and the key in Base64. Empty for callers that may not change the rule. Null for other formats and types. */
            secret: string | null;
            /** @description State of the deliveries to a webhook. Null for other types. */
            delivery: components["schemas"]["AlertDeliveryState"] | null;
        };
        /** @description A rule that sends alerts about issues of a project, or about its sessions. */
        AlertRule: {
            /** @description Decimal number that identifies the rule for good. */
            id: string;
            /** @description Name of the rule. Its alerts show it. */
            name: string;
            /** @description Whether the rule sends alerts. */
            isActive: boolean;
            /** @description What causes an alert. Any one of them suffices. */
            conditions: components["schemas"]["AlertCondition"][];
            filters: components["schemas"]["AlertFilters"];
            /** @description Who receives the alerts. */
            recipients: components["schemas"]["AlertRecipient"][];
            /** @description Minutes in which the rule sends at most one alert about the same issue. */
            frequency: number;
            /**
             * Format: date-time
             * @description When the rule was created, in UTC.
             */
            dateCreated: string;
            /**
             * Format: date-time
             * @description When the rule was changed last, in UTC.
             */
            dateUpdated: string;
        };
        /** @description An alert rule with its project. */
        OrganizationAlertRule: {
            project: components["schemas"]["AlertRuleProject"];
            rule: components["schemas"]["AlertRule"];
        };
        /** @description Chunks of an archive, and its projects and release. */
        ArtifactBundleAssembly: {
            checksum: components["schemas"]["Sha1"];
            /** @description SHA-1 of each chunk, in the order of the archive. */
            chunks: components["schemas"]["Sha1"][];
            /** @description Slugs or ids of the projects of the files. */
            projects: components["schemas"]["ProjectReference"][];
            version?: components["schemas"]["ReleaseVersion"];
            /** @description Distribution of the release, if a version has several builds. Requires `version`. */
            dist?: string;
        };
        /** @description State of an assembly. */
        AssembleState: {
            /**
             * @description `ok`: the files are stored. `not_found`: chunks are missing. `error`: the archive is invalid.
             * @enum {string}
             */
            state: "ok" | "not_found" | "error";
            /** @description SHA-1 of each missing chunk. */
            missingChunks: components["schemas"]["Sha1"][];
            /** @description Why the archive is invalid. Null unless the state is `error`. */
            detail: string | null;
        };
        /** @description What is wrong with an uploaded file. */
        MapFinding: {
            /** @description Identifier of the rule that is broken. The guide on source maps lists them; later versions may have more. */
            rule: string;
            /**
             * @description An `error` keeps frames from being resolved. A `warning` makes the result worse.
             * @enum {string}
             */
            severity: "error" | "warning";
            /** @description The first place in the file: a JSON path such as `sections[2].map.sources[0]`, or a line of the generated code and a segment in `mappings`, both from 1. Null if it is the whole file. */
            where: string | null;
            /** @description A sentence that says what is wrong. */
            message: string;
            /** @description Number of places in the file with the same mistake. Reading broken mappings ends after 1000. */
            count: number;
        };
        /** @description What is wrong with the file, errors first. Null if an earlier version stored the file, unchecked. */
        MapFindings: components["schemas"]["MapFinding"][] | null;
        /** @description A file that was uploaded for a release. */
        ReleaseFile: {
            /** @description Decimal number that identifies the file. */
            id: string;
            /** @description URL that the file is served at: a full URL, or `~` and the path. */
            name: string;
            sha1: components["schemas"]["Sha1"];
            /**
             * Format: int64
             * @description Size of the file in bytes.
             */
            size: number;
            /** @description Distribution of the release. Null if it has none. */
            dist: string | null;
            /** @description Headers that the file is served with, such as `Sourcemap`, by name. */
            headers: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When the file was uploaded, in UTC.
             */
            dateCreated: string;
            findings: components["schemas"]["MapFindings"];
        };
        /** @description Parts of a form: a file, its name and its headers. */
        ReleaseFileParts: {
            file: components["schemas"]["Bytes"];
            /** @description URL that the file is served at: a full URL, or `~` and the path. The file name of `file`, if left out. White space around it is removed. */
            name?: string;
            /** @description Headers that the file is served with, each as `NAME:VALUE` without control characters. `Sourcemap` names the map of a script. */
            header?: string[];
            /** @description Distribution of the release. White space around it is removed. */
            dist?: string;
        };
        /** @description A bundle of files that was assembled for a project. */
        ArtifactBundle: {
            /** @description Decimal number that identifies the bundle. */
            id: string;
            /** @description SHA-1 of the archive. Null if an earlier version stored the bundle, and some of its files were replaced. */
            checksum: components["schemas"]["Sha1"] | null;
            /** @description Release that the bundle was uploaded for. Null if its files are found by debug id only. */
            release: string | null;
            /** @description Distribution of the release. Null if it has none. */
            dist: string | null;
            /** @description Number of files that the bundle had when it was uploaded. */
            fileCount: number;
            /** @description Number of findings that keep frames from being resolved. Null if an earlier version stored the bundle, unchecked. */
            errorCount: number | null;
            /** @description Number of findings that make the result worse. Null as `errorCount` is. */
            warningCount: number | null;
            /**
             * Format: date-time
             * @description When the bundle was assembled, in UTC.
             */
            dateCreated: string;
        };
        /** @description A file of a bundle. */
        ArtifactBundleFile: {
            /** @description Decimal number that identifies the file. */
            id: string;
            /** @description URL that the file is served at: a full URL, or `~` and the path. */
            name: string;
            /**
             * @description Kind of the file, as the manifest of the bundle states it; `other` for any other kind.
             * @enum {string}
             */
            type: "minified_source" | "source_map" | "source" | "other";
            /** @description Debug id of the file, in lower case with dashes. Null if it has none. */
            debugId: string | null;
            sha1: components["schemas"]["Sha1"];
            /**
             * Format: int64
             * @description Size of the file in bytes.
             */
            size: number;
            findings: components["schemas"]["MapFindings"];
        };
        /** @description A bundle with some of its files. */
        ArtifactBundleDetail: {
            /** @description Decimal number that identifies the bundle. */
            id: string;
            /** @description SHA-1 of the archive. Null if an earlier version stored the bundle, and some of its files were replaced. */
            checksum: components["schemas"]["Sha1"] | null;
            /** @description Release that the bundle was uploaded for. Null if its files are found by debug id only. */
            release: string | null;
            /** @description Distribution of the release. Null if it has none. */
            dist: string | null;
            /** @description Number of files that the bundle had when it was uploaded. */
            fileCount: number;
            /** @description Number of findings that keep frames from being resolved. Null if an earlier version stored the bundle, unchecked. */
            errorCount: number | null;
            /** @description Number of findings that make the result worse. Null as `errorCount` is. */
            warningCount: number | null;
            /**
             * Format: date-time
             * @description When the bundle was assembled, in UTC.
             */
            dateCreated: string;
            /** @description The files of this page. Files that a later upload replaced are missing. */
            files: components["schemas"]["ArtifactBundleFile"][];
        };
        /** @description A member's alert settings for a project. */
        AlertSettings: {
            /** @description Whether mails are enabled. The default is true. */
            mail: boolean;
            /**
             * @description State of mails. `active`: mails are sent. `failing`: the last one could not be sent. `disabled`: the member has disabled them. `notMember`: the member is in none of the project's teams. `notConfigured`: the service has no mail server.
             * @enum {string}
             */
            status: "active" | "failing" | "disabled" | "notMember" | "notConfigured";
            /** @description Address of mails. */
            email: string;
            /**
             * Format: date-time
             * @description Time when the mail server accepted the newest mail. Null if it has not, or if there was none recently.
             */
            lastSent: string | null;
            /** @description Reason why the newest mail could not be sent. Null if it was sent. */
            error: string | null;
            /**
             * Format: date-time
             * @description Time of the next attempt. Null if there is none.
             */
            nextAttempt: string | null;
        };
        /** @description Changes of a member's alert settings for a project. */
        AlertSettingsUpdate: {
            /** @description Whether mails are enabled. */
            mail: boolean;
        };
        /** @description What causes an alert. */
        AlertConditionUpdate: {
            /**
             * @description `new`: the issue is new, and not feedback. `feedback`: somebody wrote feedback. `regression`: the issue was resolved and has an event again. `escalating`: the issue was ignored until it escalates, and escalates. `events`: the issue has had `count` events within `minutes`. `users`: events of `count` users within `minutes`. `crashFreeSessions`, `crashFreeUsers`: less than `percent` of the sessions or users of the last `hours` are without a crash.
             * @enum {string}
             */
            type: "new" | "regression" | "escalating" | "events" | "users" | "feedback" | "crashFreeSessions" | "crashFreeUsers";
            /** @description Number of events, or of users, at most 1000. Required for these types, and not accepted for others. */
            count?: number;
            /** @description Length of the time in which they are counted, in minutes. An event counts for up to a tenth longer. Required for `events` and `users`, and not accepted for other types. */
            minutes?: number;
            /** @description Share of sessions or users without a crash, from 0 to 100, below which an alert is sent. Required for `crashFreeSessions` and `crashFreeUsers`, and not accepted for other types. */
            percent?: number;
            /** @description Length of the time whose sessions are counted, in hours. The present hour counts in addition. Required for `crashFreeSessions` and `crashFreeUsers`, and not accepted for other types. */
            hours?: number;
            /** @description Number of sessions or users in that time from which on the share counts. Required for `crashFreeSessions` and `crashFreeUsers`, and not accepted for other types. */
            minimum?: number;
        };
        /** @description A tag that an event must have. */
        AlertTagUpdate: {
            /** @description Key of the tag. */
            key: string;
            /** @description Value of the tag; `*` stands for any characters. */
            value: string;
        };
        /** @description The events that the rule looks at. All filters must match; an absent or empty list matches every event. Sessions have an environment and a release; the other filters do not apply to them. */
        AlertFiltersUpdate: {
            /** @description Levels. */
            levels?: ("debug" | "info" | "warning" | "error" | "fatal")[];
            /** @description Environments. The empty text stands for events without one. */
            environments?: string[];
            /** @description Releases; `*` stands for any characters. */
            releases?: string[];
            /** @description Tags that the event must have. */
            tags?: components["schemas"]["AlertTagUpdate"][];
        };
        /** @description A recipient of the alerts of a rule. */
        AlertRecipientUpdate: {
            /**
             * @description `project`: the members of the project's teams. `assignee`: the member that the issue is assigned to, or the members of the team; without one the members of the project's teams, unless `fallthrough` of the ownership is false. `member`: one member of the organization. `team`: the members of a team. `email`: an address. `webhook`: a URL that alerts are posted to.
             * @enum {string}
             */
            type: "project" | "assignee" | "member" | "team" | "email" | "webhook";
            /** @description Id of the member or team. Required for these types, and not accepted for others. */
            id?: string;
            /** @description E-mail address. Its owner has to confirm it first, unless it is that of a member. Required for the type `email`, and not accepted for others. */
            address?: string;
            /** @description URL of a webhook, with `http` or `https`, without credentials and fragment. Private networks are rejected, here and when the host is resolved, unless the service permits them. Required for the type `webhook`, except with the formats `telegram`, `pagerduty` and `opsgenie`, whose default is the address of the service. Not accepted for other types. */
            url?: string;
            /**
             * @description What is posted to a webhook. `culprit`, the default: a `WebhookAlert`, signed. `slack`, `discord`, `msteams`, `mattermost`, `googlechat`, `telegram`, `ntfy`, `zulip`: a message for that service. `pagerduty`, `opsgenie`: an incident, which is resolved with the issue. `template`: the JSON of `template`. Not accepted for other types.
             * @enum {string}
             */
            format?: "culprit" | "slack" | "discord" | "msteams" | "mattermost" | "googlechat" | "telegram" | "ntfy" | "zulip" | "pagerduty" | "opsgenie" | "template";
            /** @description Secret by which the service accepts messages. Required with the formats `telegram` (token of the bot), `zulip` (e-mail address of the bot, a colon and its key), `pagerduty` (integration key of the Events API v2) and `opsgenie` (key of an API integration); accepted with `ntfy` and `template`, which send it as `Authorization: Bearer`. Replies show the end of it, which stands for the stored token as long as format and host of the URL are the same. */
            token?: string;
            /** @description Who receives the messages: with the format `telegram` the id of a chat, or `@` and its name, with `/` and the id of a topic if it has some; with `zulip` the name of a channel. Required with these, and not accepted with others. */
            target?: string;
            /** @description JSON that is posted. In its texts, `{{issue.title}}` and other placeholders stand for the members of a `WebhookAlert`, or of a `WebhookCrashFreeAlert`; `{{event.tags.environment}}` for a tag. A text that has nothing but the placeholder of a number becomes that number; what an alert does not have is an empty text. Required with the format `template`, and not accepted with others. */
            template?: string;
        };
        /** @description A rule as a whole. Absent fields have their default, not their former value. */
        AlertRuleUpdate: {
            /** @description Name of the rule. Its alerts show it. */
            name: string;
            /** @description Whether the rule sends alerts. The default is true. */
            isActive?: boolean;
            /** @description What causes an alert. Any one of them suffices; each type may occur once. */
            conditions: components["schemas"]["AlertConditionUpdate"][];
            filters?: components["schemas"]["AlertFiltersUpdate"];
            /** @description Who receives the alerts. */
            recipients: components["schemas"]["AlertRecipientUpdate"][];
            /** @description Minutes in which the rule sends at most one alert about the same issue. The default is 30. Events in these minutes do not count for the conditions `events` and `users`. It is the same for alerts about crashes. */
            frequency?: number;
        };
        /** @description The issue of an alert that a rule would have sent. */
        PreviewedIssueReference: {
            /** @description Id of the issue. */
            id: string;
            /** @description Short id of the issue. */
            shortId: string;
            /** @description Title of the issue. */
            title: string;
        };
        /** @description An alert that a rule would have sent. */
        PreviewedAlert: {
            /**
             * Format: date-time
             * @description Time of the event, in UTC.
             */
            date: string;
            /** @description The condition that held. */
            reason: string;
            /** @description Number of events or users that were counted. Null for conditions that do not count. */
            seen: number | null;
            /** @description Id of the event. */
            eventID: string;
            /** @description Number of events of the issue in the hour of the alert. */
            hourEvents: number;
            issue: components["schemas"]["PreviewedIssueReference"];
        };
        /** @description An issue about which a rule would have sent alerts. */
        PreviewedIssue: {
            issue: components["schemas"]["PreviewedIssueReference"];
            /** @description Number of alerts about it. */
            alerts: number;
            /**
             * Format: date-time
             * @description Time of the first alert, in UTC.
             */
            firstAlert: string;
            /**
             * Format: date-time
             * @description Time of the last alert, in UTC.
             */
            lastAlert: string;
        };
        /** @description An hour of a preview. */
        PreviewedHour: {
            /**
             * Format: date-time
             * @description Begin of the hour, in UTC.
             */
            date: string;
            /** @description Number of events that were compared in this hour. */
            events: number;
            /** @description Number of alerts that the rule would have sent in it. */
            alerts: number;
        };
        /** @description The alerts that a rule would have sent. */
        AlertRulePreview: {
            /**
             * Format: date-time
             * @description Begin of the time whose events were compared, in UTC.
             */
            from: string;
            /**
             * Format: date-time
             * @description End of this time, in UTC.
             */
            to: string;
            /** @description Whether there are more events than were compared, so that the time is shorter than it was asked for. */
            isPartial: boolean;
            /** @description Number of events that were compared. */
            events: number;
            /** @description Number of alerts that the rule would have sent. */
            alertCount: number;
            /** @description Number of issues about which it would have sent them. */
            issueCount: number;
            /** @description The newest of these alerts. */
            alerts: components["schemas"]["PreviewedAlert"][];
            /** @description The issues with most alerts. */
            issues: components["schemas"]["PreviewedIssue"][];
            /** @description The hours with events, oldest first. */
            hours: components["schemas"]["PreviewedHour"][];
            /** @description What the history does not tell, a sentence each. */
            limitations: string[];
        };
        /** @description The template of a webhook. */
        AlertTemplate: {
            /** @description JSON that is posted. In its texts, `{{issue.title}}` and other placeholders stand for the members of a `WebhookAlert`, or of a `WebhookCrashFreeAlert`; `{{event.tags.environment}}` for a tag. A text that has nothing but the placeholder of a number becomes that number; what an alert does not have is an empty text. Required with the format `template`, and not accepted with others. */
            template: string;
        };
        /** @description What a webhook with a template would receive. */
        AlertTemplatePreview: {
            /** @description The JSON that would be posted about a test alert, with line breaks. */
            body: string;
            /** @description The names of placeholders, in addition to `event.tags.` with the key of a tag. */
            names: string[];
        };
        /** @description What came of one test alert. */
        AlertTestResult: {
            /** @description `mail` or `webhook`. */
            channel: string;
            /** @description E-mail address, or host of the webhook. */
            recipient: string;
            /** @description Whether the mail server accepted the test, or the webhook confirmed it. */
            delivered: boolean;
            /** @description What happened, in one sentence. It names the error, if there was one. */
            detail: string;
            /** @description Milliseconds until the reply, or until the error. */
            durationMs: number;
        };
        /** @description The draft, completed by the settings of the project. */
        PreviewedSettings: {
            groupingConfig: components["schemas"]["GroupingConfig"];
            /** @description Rules that give events a fingerprint. */
            fingerprintingRules: string;
            /** @description Rules for the frames of stack traces. */
            groupingEnhancements: string;
        };
        /** @description Number of issues by what would become of them. Only events that were looked at count. */
        PreviewedCounts: {
            /** @description Issues that would have the same events. */
            stay: number;
            /** @description Issues whose events would be in several issues. */
            split: number;
            /** @description Issues whose events would be in one issue, together with events of others. */
            join: number;
        };
        /** @description Events of an issue that would be in one issue. */
        PreviewedGroup: {
            /** @description Number of these events. */
            events: number;
            /** @description Id of the newest of these events. */
            exampleEvent: string;
            /** @description Short ids of other issues whose events would be in the same issue. */
            joins: string[];
        };
        /** @description An issue that would not stay as it is. */
        RegroupedIssue: {
            /** @description Id of the issue. */
            id: string;
            /** @description Short id of the issue. */
            shortId: string;
            /** @description Title of the issue. */
            title: string;
            /**
             * @description `split` if its events would be in several issues, `join` if they would be in one issue together with events of others.
             * @enum {string}
             */
            outcome: "split" | "join";
            /** @description Number of its events that were looked at. */
            events: number;
            /** @description The parts into which its events would fall, the largest first. */
            groups: components["schemas"]["PreviewedGroup"][];
        };
        /** @description Number of issues by what became of them. */
        RegroupedCounts: {
            /** @description Issues of whose events some are in other issues now. */
            split: number;
            /** @description Issues that were merged into others. */
            joined: number;
            /** @description Issues that are as before, because they have more than 50000 stored events or too many tags, or were merged or removed meanwhile. */
            skipped: number;
        };
        /** @description The last preview that was applied in the project. */
        GroupingApplication: {
            /** @description Id of the applied preview. */
            id: string;
            /**
             * @description Whether the events were regrouped, or are in their former issues again.
             * @enum {string}
             */
            status: "running" | "done" | "undoing" | "undone";
            /**
             * Format: date-time
             * @description Time at which it was applied, in UTC.
             */
            dateCreated: string;
            changeId?: components["schemas"]["IssueChangeId"];
            /** @description Number of events whose hash was compared, the newest first. */
            eventsRead: number;
            /** @description Number of events that were moved to other issues. */
            eventsMoved: number;
            issues: components["schemas"]["RegroupedCounts"];
            /** @description Whether the project has events that were not regrouped, because they are older than the newest 10000. */
            hasOlderEvents: boolean;
            /** @description What was done, and what not. */
            sentence: string;
        };
        /** @description What other grouping settings would change, as far as the events were looked at. */
        GroupingPreview: {
            /** @description Id of the preview. */
            id: string;
            /**
             * @description Whether all events were grouped, at most `maxEvents`.
             * @enum {string}
             */
            status: "running" | "done";
            /**
             * Format: date-time
             * @description Time at which it was requested, in UTC.
             */
            dateCreated: string;
            settings: components["schemas"]["PreviewedSettings"];
            /** @description Number of events that were grouped, the newest first. */
            eventsRead: number;
            /** @description Number of events after which a preview ends. */
            maxEvents: number;
            issues: components["schemas"]["PreviewedCounts"];
            /** @description The issues that would split or join, those with most of the events first. */
            changes: components["schemas"]["RegroupedIssue"][];
            application?: components["schemas"]["GroupingApplication"];
        };
        /** @description Draft settings. What is left out is as it is in the project. */
        GroupingPreviewCreation: {
            groupingConfig?: components["schemas"]["GroupingConfig"];
            /**
             * @description Rules that give events a fingerprint of the project's own, one per line.
             * @example type:TypeError -> type-error, {{ function }}
             */
            fingerprintingRules?: components["schemas"]["RulesText"];
            /**
             * @description Rules that mark frames as in-app or exclude them from grouping, one per line.
             * @example module:shop.retry -group
             */
            groupingEnhancements?: components["schemas"]["RulesText"];
        };
        /** @description The preview whose draft is to be applied. */
        AppliedPreview: {
            /**
             * @description Id of the last preview of the project.
             * @example 5b0c9a1de4f27c3806a1b2c3d4e5f607
             */
            id: string;
        };
        /** @description The ownership rules of a project, and what they do. */
        ProjectOwnership: {
            /** @description The rules as they were sent. Null if there are none. */
            raw: string | null;
            /** @description Whether an alert to the assignee of an issue goes to the members of the project's teams if nobody is assigned. The default is true. */
            fallthrough: boolean;
            /** @description Whether the rules assign new issues. `Auto Assign to Issue Owner`, the default: they do. `Turn off Auto-Assignment`: they only say to whom an event belongs. */
            autoAssignment: string;
            /** @description Whether the rules apply. Always true; `autoAssignment` switches off what they do. */
            isActive: boolean;
            /**
             * Format: date-time
             * @description Time of the first update. Null if there was none.
             */
            dateCreated: string | null;
            /**
             * Format: date-time
             * @description Time of the last change. Null if there was none.
             */
            lastUpdated: string | null;
        };
        /** @description Changes of the ownership rules of a project. */
        ProjectOwnershipUpdate: {
            /** @description The rules, one in a line: `type:pattern owner …` with the types `path`, `url`, `module`, `codeowners` and `tags.KEY`, or a line of a CODEOWNERS file. An owner is the e-mail address of a member or `#SLUG` of a team. Blank lines and those that begin with `#` do nothing. At most 2000 rules. Null and the empty string remove the rules. */
            raw?: string | null;
            /** @description Whether an alert to the assignee of an issue goes to the members of the project's teams if nobody is assigned. */
            fallthrough?: boolean;
            /**
             * @description Whether the rules assign new issues. `Auto Assign to Issue Owner`: they do. `Turn off Auto-Assignment`: they only say to whom an event belongs.
             * @enum {string}
             */
            autoAssignment?: "Auto Assign to Issue Owner" | "Turn off Auto-Assignment";
        };
        /** @description The settings of the `webhooks` plugin for a project. */
        PluginConfig: {
            /** @description URL that alerts are posted to. Empty if not set, and for callers that may not change it. */
            url: string;
            /** @description Secret of signatures, `whsec_` and the key in Base64. Empty if no URL is set, and for callers that may not change it. */
            secret: string;
        };
        /** @description A plugin with its settings for the project. */
        ProjectPlugin: {
            /** @description Identifier of the plugin. */
            id: string;
            /** @description Display name. */
            name: string;
            /** @description Name of the plugin in paths. */
            slug: string;
            /** @description Short display name. */
            shortName: string;
            /** @description Kind of plugin, such as `issue-tracking`. */
            type: string;
            /** @description Whether the plugin can be disabled. */
            canDisable: boolean;
            /** @description Whether the plugin can be tested. */
            isTestable: boolean;
            /** @description Whether the plugin has settings. */
            hasConfiguration: boolean;
            /** @description Whether the plugin is enabled for the project. */
            enabled: boolean;
            /** @description Whether the plugin is deprecated. */
            isDeprecated: boolean;
            /** @description Whether menus hide the plugin. */
            isHidden: boolean;
            /** @description State of its deliveries. */
            metadata: {
                /**
                 * Format: date-time
                 * @description Time of the last successful delivery. Null if there is none.
                 */
                lastSent?: string | null;
                /**
                 * Format: date-time
                 * @description Time of the first failure since the last success. Null if the last delivery succeeded.
                 */
                failingSince?: string | null;
                /** @description Reason why the last delivery failed. Null if it succeeded. */
                error?: string | null;
                /** @description Number of failures since the last success. */
                failures?: number;
                /** @description `open` after five failures in a row: alerts wait, and one of them is posted at `nextAttempt`. If that fails, the circuit stays open for twice as long, at most an hour. A success makes it `closed`, and the waiting alerts are posted. */
                circuit?: string;
                /**
                 * Format: date-time
                 * @description Time from which an alert is posted while the circuit is open. Null if it is closed.
                 */
                nextAttempt?: string | null;
            } & {
                [key: string]: unknown;
            };
            /** @description Event contexts the plugin reads. */
            contexts: unknown[];
            /** @description Files the plugin needs in a browser. */
            assets: unknown[];
            /** @description State of the plugin: `disabled`, `active`, or `failing` if its last delivery failed. */
            status: string;
            /** @description Help text. May be empty. */
            doc: string;
            /** @description Replacement of the plugin. Null if there is none. */
            firstPartyAlternative: string | null;
            /** @description Date of removal of the plugin, as text. Null if there is none. */
            deprecationDate: string | null;
            /** @description Whether the replacement is an app and not an integration. Null if there is none. */
            altIsSentryApp: boolean | null;
            /** @description Version of the plugin. */
            version: string;
            author: components["schemas"]["PluginAuthor"];
            /** @description Purpose of the plugin. */
            description: string;
            /** @description Features the plugin offers. */
            features: string[];
            /** @description Descriptions of the features. */
            featureDescriptions: components["schemas"]["PluginFeature"][];
            /** @description Links to more information. */
            resourceLinks: components["schemas"]["PluginLink"][];
            config: components["schemas"]["PluginConfig"];
        };
        /** @description The settings to change; absent settings stay unchanged. */
        ProjectPluginUpdate: {
            /** @description Whether alerts are posted. Requires a URL. */
            enabled?: boolean;
            /** @description URL that alerts are posted to, with `http` or `https`, without credentials and fragment. Private networks are rejected, here and when the host is resolved, unless the service permits them. */
            url?: string;
            /** @description Generates a new secret. The previous one is not used any more. */
            renewSecret?: boolean;
        };
        /** @description Request to test a plugin. */
        ProjectPluginTest: {
            /** @description Sends a test alert. */
            test: boolean;
        };
        /** @description Result of a test. */
        PluginTestResult: {
            /** @description Whether the webhook confirmed the test alert. */
            delivered: boolean;
            /** @description What happened, in one sentence. It names the error, if there was one. */
            detail: string;
            /** @description Milliseconds until the reply of the webhook, or until the error. */
            durationMs: number;
        };
        /** @description What a monitor expects of its job. */
        MonitorConfig: {
            /**
             * @description The kind of the schedule.
             * @enum {string}
             */
            schedule_type: "crontab" | "interval";
            /** @description A crontab with five fields, such as `0 4 * * *`, or a nickname such as `@daily`; of an interval, the number and the unit, such as `[2, "hour"]`. */
            schedule: string | (number | string)[];
            /** @description Minutes by which a check-in may be late. */
            checkin_margin: number;
            /** @description Minutes after which a run has timed out. */
            max_runtime: number;
            /** @description Name of the time zone in which the schedule is meant. */
            timezone: string;
            /** @description Number of failures in a row that open an issue. */
            failure_issue_threshold: number;
            /** @description Number of successes in a row that resolve it. */
            recovery_threshold: number;
        };
        /**
         * @description `error` during an incident, `active` until a run has ended, `disabled` like its monitor.
         * @enum {string}
         */
        EnvironmentStatus: "active" | "disabled" | "error" | "ok";
        /** @description A time in which the runs of a job fail. */
        MonitorIncident: {
            /**
             * Format: date-time
             * @description When it began, in UTC.
             */
            startingTimestamp: string;
            /** @description Always null, because the incident has not ended. */
            resolvingTimestamp: null;
            /** @description Always null; no notice is sent about monitors that have failed for long. */
            brokenNotice: null;
        };
        /** @description The state of a monitor in one environment. */
        MonitorEnvironment: {
            /** @description Name of the environment. */
            name: string;
            status: components["schemas"]["EnvironmentStatus"];
            /** @description Whether failures in this environment open no issue. */
            isMuted: boolean;
            /**
             * Format: date-time
             * @description When the first check-in came from it, in UTC.
             */
            dateCreated: string;
            /**
             * Format: date-time
             * @description When the last check-in came, in UTC.
             */
            lastCheckIn: string | null;
            /**
             * Format: date-time
             * @description When the next run is expected, in UTC; null if none is.
             */
            nextCheckIn: string | null;
            /**
             * Format: date-time
             * @description When that run will be missed, in UTC.
             */
            nextCheckInLatest: string | null;
            /** @description The incident that has not ended; null if there is none. */
            activeIncident: components["schemas"]["MonitorIncident"] | null;
        };
        /** @description A scheduled job that reports its runs. */
        Monitor: {
            /** @description UUID that identifies the monitor for good. */
            id: string;
            /** @description Display name. */
            name: string;
            /** @description Name of the monitor in check-ins and paths. */
            slug: string;
            /**
             * @description `disabled` if the monitor neither accepts nor expects check-ins.
             * @enum {string}
             */
            status: "active" | "disabled";
            /** @description Whether failures open no issue. */
            isMuted: boolean;
            /** @description Whether check-ins set the configuration, so that the next one may undo a change. */
            isUpserting: boolean;
            config: components["schemas"]["MonitorConfig"];
            /**
             * Format: date-time
             * @description When the monitor was created, in UTC.
             */
            dateCreated: string;
            project: components["schemas"]["IssueProject"];
            /** @description The environments from which check-ins came, by name. */
            environments: components["schemas"]["MonitorEnvironment"][];
            /** @description To whom issues about failures are assigned; null for nobody. */
            owner: components["schemas"]["IssueAssignee"] | null;
        };
        /** @description A schedule as check-ins send it. */
        CheckInSchedule: {
            /**
             * @description The kind of the schedule.
             * @enum {string}
             */
            type: "crontab" | "interval";
            /** @description The crontab, or the number of an interval. */
            value: string | number;
            /**
             * @description The unit of an interval.
             * @enum {string}
             */
            unit?: "minute" | "hour" | "day" | "week" | "month" | "year";
        };
        /** @description What a monitor expects of its job. Absent fields keep their value, or get the default. */
        MonitorConfigUpdate: {
            /**
             * @description The kind of the schedule. It may be left out.
             * @enum {string}
             */
            schedule_type?: "crontab" | "interval";
            /** @description A crontab with five fields, the number and the unit of an interval, or the schedule as check-ins send it. */
            schedule?: string | (number | string)[] | components["schemas"]["CheckInSchedule"];
            /** @description Minutes by which a check-in may be late. The default is 1. */
            checkin_margin?: number | null;
            /** @description Minutes after which a run has timed out. The default is 30. */
            max_runtime?: number | null;
            /** @description Name of the time zone in which the schedule is meant. The default is UTC. */
            timezone?: string;
            /** @description Number of failures in a row that open an issue. The default is 1. */
            failure_issue_threshold?: number | null;
            /** @description Number of successes in a row that resolve it. The default is 1. */
            recovery_threshold?: number | null;
        };
        /** @description A new monitor. */
        MonitorCreation: {
            /** @description Id or slug of the project whose job it is. */
            project: string;
            /** @description Display name. */
            name: string;
            /** @description Name of the monitor in check-ins and paths, unique in the organization. By default, it is made of the name. */
            slug?: string;
            /**
             * @description `disabled` if the monitor neither accepts nor expects check-ins.
             * @enum {string}
             */
            status?: "active" | "disabled";
            /** @description Whether failures open no issue. */
            is_muted?: boolean;
            /** @description To whom issues about failures are assigned, as `user:kim@example.com`, `user:1`, `team:backend` or `team:1`; null or empty for nobody. */
            owner?: string | null;
            config: components["schemas"]["MonitorConfigUpdate"];
        };
        /** @description The fields of a monitor that are to be changed. */
        MonitorUpdate: {
            /** @description Display name. */
            name?: string;
            /** @description Name of the monitor in check-ins and paths, unique in the organization. */
            slug?: string;
            /**
             * @description `disabled` if the monitor neither accepts nor expects check-ins.
             * @enum {string}
             */
            status?: "active" | "disabled";
            /** @description Whether failures open no issue. */
            is_muted?: boolean;
            /** @description To whom issues about failures are assigned, as `user:kim@example.com`, `user:1`, `team:backend` or `team:1`; null or empty for nobody. */
            owner?: string | null;
            config?: components["schemas"]["MonitorConfigUpdate"];
        };
        /** @description The field of an environment that is to be changed. */
        MonitorEnvironmentUpdate: {
            /** @description Whether failures in this environment open no issue. */
            isMuted: boolean;
        };
        /**
         * @description `missed` if no check-in came in time, `timeout` if the run did not end in time, `unknown` if the service did not run at that time and cannot know.
         * @enum {string}
         */
        CheckInStatus: "error" | "in_progress" | "missed" | "ok" | "timeout" | "unknown";
        /** @description A run of a job, or its absence. */
        CheckIn: {
            /** @description UUID of the check-in. */
            id: string;
            /** @description Name of the environment. */
            environment: string;
            status: components["schemas"]["CheckInStatus"];
            /** @description Milliseconds that the run took. */
            duration: number | null;
            /**
             * Format: date-time
             * @description When the run began; of a missed one, when it was expected. In UTC.
             */
            dateCreated: string;
            /**
             * Format: date-time
             * @description The same as `dateCreated`.
             */
            dateAdded: string;
            /**
             * Format: date-time
             * @description When the check-in was changed last, in UTC.
             */
            dateUpdated: string;
            /**
             * Format: date-time
             * @description When the client reported that the job is running, in UTC.
             */
            dateInProgress: string | null;
            /**
             * Format: date-time
             * @description The same as `dateCreated`.
             */
            dateClock: string;
            /**
             * Format: date-time
             * @description When the run was expected, in UTC; null for the first one.
             */
            expectedTime: string | null;
            /** @description Id of the trace of the run, by which its errors are found; null if the client sent none. */
            traceId: string | null;
            monitorConfig: components["schemas"]["MonitorConfig"];
        };
        /**
         * @description What a job reports of its run.
         * @enum {string}
         */
        SentCheckInStatus: "in_progress" | "ok" | "error";
        /** @description A check-in of a scheduled job. Members that are not used are ignored. */
        CheckInPayload: {
            [key: string]: unknown;
        };
        /** @description Text that is ignored, such as the output of the job. */
        IgnoredBody: string;
        /** @description The metadata of the authorization server (RFC 8414). */
        AuthorizationServer: {
            /** @description The address of the service. */
            issuer: string;
            /**
             * Format: uri
             * @description The page on which a member allows a program to act for them (`getAuthorizePage`).
             */
            authorization_endpoint: string;
            /**
             * Format: uri
             * @description Where codes and refresh tokens are exchanged (`createOAuthToken`).
             */
            token_endpoint: string;
            /**
             * Format: uri
             * @description Where programs register (`createOAuthClient`).
             */
            registration_endpoint: string;
            /**
             * Format: uri
             * @description Where programs revoke their tokens (`removeOAuthToken`).
             */
            revocation_endpoint: string;
            /** @description The scopes that a program may ask for. */
            scopes_supported: components["schemas"]["Scope"][];
            /** @description The response types, `code` only. */
            response_types_supported: string[];
            /** @description How the code reaches the program, `query` only. */
            response_modes_supported: string[];
            /** @description The values of `grant_type`. */
            grant_types_supported: string[];
            /** @description How programs authenticate, `none` only. */
            token_endpoint_auth_methods_supported: string[];
            /** @description How programs authenticate to revoke a token, `none` only. */
            revocation_endpoint_auth_methods_supported: string[];
            /** @description The methods of PKCE, `S256` only. */
            code_challenge_methods_supported: string[];
            /** @description True if the code comes with `iss` (RFC 9207). */
            authorization_response_iss_parameter_supported: boolean;
        };
        /** @description The metadata of the resource that access tokens of OAuth are for (RFC 9728). */
        ProtectedResource: {
            /**
             * Format: uri
             * @description The address of `sendAgentMessage`.
             */
            resource: string;
            /** @description The issuers of its tokens, this service only. */
            authorization_servers: string[];
            /** @description The scopes that tools need which change nothing. */
            scopes_supported: components["schemas"]["Scope"][];
            /** @description How a request carries its token, `header` only. */
            bearer_methods_supported: string[];
            /** @description Name of the resource. */
            resource_name: string;
        };
        /** @description What a program says about itself (RFC 7591, section 2). Other members are ignored. */
        OAuthClientCreation: {
            /** @description Addresses to which the browser may bring codes, without a fragment: with `https`, or with `http` on `127.0.0.1`, `[::1]` or `localhost`, whose port may differ in a request (RFC 8252, section 7.3). */
            redirect_uris: string[];
            /** @description Name of the program, which members read. Without one, the host of its first address. */
            client_name?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A registered program (RFC 7591, section 3.2.1). It has no secret. */
        OAuthClient: {
            /** @description Identifies the program. */
            client_id: string;
            /** @description When it registered, in seconds since 1970, UTC. */
            client_id_issued_at: number;
            /** @description Name of the program, without invisible characters. */
            client_name: string;
            /** @description The addresses to which the browser may bring codes. */
            redirect_uris: string[];
            /** @description Always `none`, whatever was asked for. */
            token_endpoint_auth_method: string;
            /** @description Always `authorization_code` and `refresh_token`. */
            grant_types: string[];
            /** @description Always `code`. */
            response_types: string[];
        };
        /** @description An error in the form of OAuth (RFC 6749, section 5.2). */
        OAuthError: {
            /** @description `invalid_request`, `invalid_client`, `invalid_grant`, `invalid_scope`, `invalid_target`, `unsupported_grant_type`, `invalid_redirect_uri` or `invalid_client_metadata`. */
            error: string;
            /** @description What is wrong, in ASCII. */
            error_description: string;
        };
        /** @description A code or a refresh token that is exchanged. No parameter may be repeated. */
        OAuthTokenForm: {
            /** @description `authorization_code` or `refresh_token`. */
            grant_type: string;
            /** @description The `client_id` of the program. */
            client_id: string;
            /** @description The code, for `authorization_code`. */
            code?: string;
            /** @description The address to which the code came, for `authorization_code`. */
            redirect_uri?: string;
            /** @description The verifier of PKCE (RFC 7636), for `authorization_code`. */
            code_verifier?: string;
            /** @description The refresh token, for `refresh_token`. */
            refresh_token?: string;
            /** @description The `resource` of `getProtectedResource` (RFC 8707). */
            resource?: string;
            /** @description Scopes, separated by blanks, for `refresh_token`. All must be among those that were allowed, and all of these stay. */
            scope?: string;
        };
        /** @description An access token for `sendAgentMessage`, and the refresh token for the next one. */
        OAuthToken: {
            /** @description The access token. It replaces the one before. */
            access_token: string;
            /** @description Always `Bearer`. */
            token_type: string;
            /** @description Seconds until the access token expires, at most 3600. */
            expires_in: number;
            /** @description Valid once, and for 30 days. */
            refresh_token: string;
            /** @description The scopes that the access token has now, separated by blanks. */
            scope: string;
        };
        /** @description A token that its program revokes. */
        OAuthRevocation: {
            /** @description The access token or the refresh token. Both end. */
            token: string;
            /** @description Accepted and not needed. */
            token_type_hint?: string;
            /** @description The `client_id` of the program. */
            client_id: string;
        };
        /** @description A request or a notification of JSON-RPC 2.0, as the Model Context Protocol defines them. */
        AgentMessage: {
            /**
             * @description Version of JSON-RPC.
             * @constant
             */
            jsonrpc: "2.0";
            /** @description Identifies the request in its answer. A notification has none. */
            id?: string | number;
            /** @description What is requested, such as `tools/call`. */
            method: string;
            /** @description The parameters of the method. */
            params?: {
                [key: string]: unknown;
            };
        };
        /** @description A response of JSON-RPC 2.0. It has `result` or `error`. */
        AgentAnswer: {
            /**
             * @description Version of JSON-RPC.
             * @constant
             */
            jsonrpc: "2.0";
            /** @description The `id` of the request. */
            id: string | number;
            /** @description The result, as the protocol defines it for the method. */
            result?: {
                [key: string]: unknown;
            };
            /** @description Why there is no result. */
            error?: {
                /** @description Number of the kind of error, such as -32601 for an unknown method. */
                code: number;
                /** @description The reason in one sentence. */
                message: string;
            };
        };
        /** @description State of the service. */
        Health: {
            /**
             * @description Always `ok`. An unhealthy service replies with an error.
             * @constant
             */
            status: "ok";
        };
        /** @description An OpenAPI 3.1 document. */
        Contract: {
            [key: string]: unknown;
        };
        /** @description The alert rule that sends an alert. */
        WebhookRule: {
            /** @description Decimal number that identifies the rule for good. */
            id: string;
            /** @description Name of the rule. */
            name: string;
        };
        /** @description The organization or the project of an alert. */
        WebhookSubject: {
            /** @description Decimal number that identifies it for good. */
            id: string;
            /** @description Slug. */
            slug: string;
            /** @description Display name. */
            name: string;
        };
        /** @description The issue of an alert, in its state when the alert is sent. */
        WebhookIssue: {
            /** @description Decimal number that identifies the issue for good. */
            id: string;
            /** @description Short id of the issue. */
            shortId: string;
            /** @description Title of the issue, which is that of its newest event. */
            title: string;
            /** @description Culprit of the issue. Null if unknown. */
            culprit: string | null;
            /** @description Level, such as `error` or `warning`. */
            level: string;
            /** @description Platform of the issue. */
            platform: string;
            /** @description Address of the page of the issue. */
            url: string;
            /**
             * Format: date-time
             * @description Time of its first event.
             */
            firstSeen: string;
            /**
             * Format: date-time
             * @description Time of its last event.
             */
            lastSeen: string;
            /** @description Number of its events. */
            timesSeen: number;
        };
        /** @description The event that opened or reopened the issue. */
        WebhookEvent: {
            /** @description Id of the event, 32 hexadecimal digits. */
            id: string;
            /** @description Tags of the event. */
            tags: components["schemas"]["EventTag"][];
        };
        /** @description What somebody wrote. Only alerts of the type `issue.feedback` have it. */
        WebhookFeedback: {
            /** @description The message. */
            message: string;
            /** @description Name of the person. Null if they gave none. */
            name: string | null;
            /** @description Mail address of the person, as they wrote it. Null if they gave none. */
            contact_email: string | null;
        };
        /** @description An alert, as a webhook receives it. */
        WebhookAlert: {
            /** @description Id of the alert, the same at each attempt, and equal to the header `Webhook-Id`. */
            id: string;
            /**
             * @description Whether the issue is new, a regression or escalating, or has as many events or users as a rule names, or is feedback. `test` is an alert of `testProjectPlugin` or `testAlertRule`: its issue and event do not exist.
             * @enum {string}
             */
            type: "issue.new" | "issue.regression" | "issue.escalating" | "issue.events" | "issue.users" | "issue.feedback" | "test";
            /**
             * Format: date-time
             * @description Time when the alert was created.
             */
            timestamp: string;
            /** @description Number of further alerts of the project that this one stands for. They are not posted. It is 0 unless more than ten alerts were created within a minute, or ten alerts were waiting. */
            more: number;
            /** @description The alert rule that sends the alert. Null if it is sent to the `webhooks` plugin. */
            rule: components["schemas"]["WebhookRule"] | null;
            organization: components["schemas"]["WebhookSubject"];
            project: components["schemas"]["WebhookSubject"];
            issue: components["schemas"]["WebhookIssue"];
            event: components["schemas"]["WebhookEvent"];
            feedback?: components["schemas"]["WebhookFeedback"];
        };
        /** @description The sessions of an alert, as they were when it was created. */
        WebhookSessions: {
            /**
             * @description Whether sessions or users are counted.
             * @enum {string}
             */
            condition: "crashFreeSessions" | "crashFreeUsers";
            /** @description Share without a crash, from 0 to 100. */
            rate: number;
            /** @description Number of sessions or users. */
            total: number;
            /** @description Number of those with a crash. */
            crashed: number;
            /** @description The share of the condition. */
            percent: number;
            /** @description The hours of the condition. */
            hours: number;
            /** @description The environments that the rule names. Empty for all. */
            environments: string[];
            /** @description The releases that the rule names; `*` stands for any characters. Empty for all. */
            releases: string[];
            /** @description The release among them with the most crashed sessions. Null if there is none. */
            release: string | null;
            /** @description Address of the page of the project. */
            url: string;
        };
        /** @description An alert about crashes, as a webhook receives it. */
        WebhookCrashFreeAlert: {
            /** @description Id of the alert, the same at each attempt, and equal to the header `Webhook-Id`. */
            id: string;
            /**
             * @description Whether the share without a crash is below the one of the condition, or is no longer.
             * @enum {string}
             */
            type: "crashFree.low" | "crashFree.recovered";
            /**
             * Format: date-time
             * @description Time when the alert was created.
             */
            timestamp: string;
            rule: components["schemas"]["WebhookRule"];
            organization: components["schemas"]["WebhookSubject"];
            project: components["schemas"]["WebhookSubject"];
            sessions: components["schemas"]["WebhookSessions"];
        };
    };
    responses: {
        /** @description A query parameter is unknown, repeated or invalid. */
        InvalidPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token is missing, unknown, revoked or expired, or the session has ended. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description More than 600 requests of the address had no valid token in this minute, and this one has none either. A request with a valid token is accepted. */
        AuthenticationRateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service failed. Its log has the cause. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service is not available at the moment. Nothing was done. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The project has a new slug. Nothing was done; repeat the request with the new URL. */
        Moved: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MovedBody"];
            };
        };
        /** @description A query parameter is unknown, repeated or has an invalid value. */
        InvalidQuery: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The organization, project or team does not exist, or the caller has no access to it. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, or fields in it are unknown or invalid. Nothing was applied. */
        InvalidUpdate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token holds none of the accepted scopes, or none that allows these fields. Nothing was applied. */
        UpdateForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The body did not arrive in time: it stopped for some seconds, or it arrived too slowly. Nothing was changed. The connection is closed. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is too large. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The content type of the body is not supported. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        ProjectAdminForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        MemberReadForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        ProjectWriteForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The project belongs to no other team, or a query parameter is unknown. Nothing was changed. */
        LastTeam: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        TeamReadForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The body is not JSON, or a field in it is unknown or wrong. Nothing was changed. */
        InvalidTeam: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        TeamWriteForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The body is not JSON, or a field in it is unknown or wrong. Nothing was changed. */
        InvalidRename: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description Projects of the team belong to no other team, or a query parameter is unknown. Nothing was removed. */
        TeamInUse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        TeamAdminForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The body is not JSON, or a field in it is unknown or wrong. Nothing was changed. */
        InvalidProject: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The body and the links of its pages are still those that `If-None-Match` names. */
        Unchanged: {
            headers: {
                ETag: components["headers"]["ETag"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A query parameter is unknown, repeated or invalid, or the search is invalid. */
        InvalidEventSearch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A query parameter is unknown or has an invalid value. */
        InvalidEventCollapse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        EventForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The organization, project or event does not exist, or the caller has no access to it. */
        EventNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The organization, project, event or attachment does not exist, or the caller has no access to it. */
        AttachmentNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, or a field in it is unknown or wrong. Nothing was changed. */
        InvalidKey: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The organization, project or key does not exist, or the caller has no access to it. */
        KeyNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, or a field is missing, unknown or wrong. Nothing was stored. */
        InvalidUserReport: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token is missing, unknown, revoked or expired, the session has ended, or the DSN is none of the project. */
        UserReportUnauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token holds none of the accepted scopes; or the project accepts nothing from the address or the page of a caller with a DSN; or feedback is switched off on this service. */
        UserReportForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UserReportRefusal"];
            };
        };
        /** @description The error is older than 30 minutes, or was reported more than five minutes ago. Nothing was stored. */
        UserReportTooLate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description More than 600 requests of the address had no valid token in this minute, and this one has none either; or the limits of a DSN or its project are exhausted. */
        UserReportRateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Sentry-Rate-Limits": components["headers"]["DsnRateLimits"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A query parameter is unknown, repeated or invalid. */
        InvalidPeriod: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A query parameter is unknown, repeated or invalid, or the search is invalid. */
        InvalidSearch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        IssueReadForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The body is not JSON, fields in it are unknown or invalid, or so is a query parameter. Nothing was changed. */
        InvalidIssueUpdate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token holds none of the accepted scopes, or none that allows the change. Nothing was changed. */
        IssueUpdateForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The token does not hold event:admin. */
        IssueAdminForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The organization or issue does not exist, or the caller has no access to it. */
        IssueNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, a field in it is unknown or wrong, the query cannot be read, or there are as many searches as there may be. Nothing was changed. */
        InvalidSavedSearch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        IssueWriteForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The token holds none of the accepted scopes, or another member saved the search. Nothing was changed. */
        SavedSearchForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The organization or the search does not exist, or the caller has no access to it. */
        SavedSearchNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description There is no such change to undo, or the organization does not exist or the caller has no access to it. */
        ChangeNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A query parameter is unknown or has an invalid value. */
        InvalidIssueCollapse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        AlertReadForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The organization, issue or event does not exist, the event belongs to another issue, or the caller has no access to it. */
        IssueEventNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, or a field in it is unknown or wrong. Nothing was changed. */
        InvalidComment: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token holds none of the accepted scopes, or the comment is that of another member. Nothing was changed. */
        CommentForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The organization, issue or comment does not exist, or the caller has no access to it. */
        CommentNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A query parameter is unknown, repeated or invalid. */
        InvalidStatsRange: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The organization or issue does not exist, no event of the issue has the tag, or the caller has no access to it. */
        IssueTagNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A position is missing, no integer or out of bounds, or the event has no exception. */
        InvalidFrame: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The request is malformed, or has two different keys. Nothing was stored. */
        IngestBadRequest: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                "X-Sentry-Error": components["headers"]["XSentryError"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IngestErrorBody"];
            };
        };
        /** @description The key is missing or malformed. */
        IngestUnauthorized: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IngestErrorBody"];
            };
        };
        /** @description The key is not one of the project, the key is disabled, or the origin is not allowed. */
        IngestForbidden: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IngestErrorBody"];
            };
        };
        /** @description The body did not arrive in time: it stopped for some seconds, or it arrived too slowly. Nothing was stored. The connection is closed. */
        IngestRequestTimeout: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IngestErrorBody"];
            };
        };
        /** @description The body or an event in it is too large. */
        IngestTooLarge: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IngestErrorBody"];
            };
        };
        /** @description The content encoding of the body is not supported. */
        IngestUnsupportedEncoding: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IngestErrorBody"];
            };
        };
        /** @description The rate limit of the key, the project or the organization is exhausted, or the project sends far more events than before, and spike protection is enabled. Events and their files were not stored; the sessions, check-ins and reports of an envelope were. */
        IngestRateLimited: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Sentry-Rate-Limits": components["headers"]["XSentryRateLimits"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IngestErrorBody"];
            };
        };
        /** @description The service failed. Its log has the cause. */
        IngestInternalError: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IngestErrorBody"];
            };
        };
        /** @description The service cannot store anything at the moment. Nothing was stored. */
        IngestUnavailable: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IngestErrorBody"];
            };
        };
        /** @description The body has no minidump, or the request has two different keys. Nothing was stored. */
        IngestBadMinidump: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                "X-Sentry-Error": components["headers"]["XSentryError"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IngestErrorBody"];
            };
        };
        /** @description A parameter or a field is not valid. */
        InvalidFeedbackForm: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                "X-Sentry-Context": components["headers"]["XSentryContext"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FeedbackFormError"];
                "text/javascript": components["schemas"]["EmptyScript"];
            };
        };
        /** @description The DSN is missing, or is none of this service. */
        FeedbackProjectNotFound: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IngestErrorBody"];
            };
        };
        /** @description The request is malformed, or has two different keys. Nothing was stored. */
        IngestBadReport: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                "X-Sentry-Error": components["headers"]["XSentryError"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IngestErrorBody"];
            };
        };
        /** @description The content type or the content encoding of the body is not supported. */
        IngestUnsupportedReport: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IngestErrorBody"];
            };
        };
        /** @description The request has no session, or its session has ended. */
        SessionUnauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The request has a token in place of a session, or lacks the token against cross-site requests. */
        SessionForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, a field in it is unknown or wrong, or it has not exactly one way to sign in. */
        InvalidSession: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The password, the link or the sign-in at the OpenID provider is wrong, or nobody has it. */
        SignInRefused: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A page of another site sends the request. */
        CrossSiteForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service has no OpenID provider. */
        OpenIdNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Too many sign-ins failed, from the address or with the e-mail address, or the address sent too many requests without a valid session. */
        SignInRateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The session does not exist, has ended, or is that of somebody else. */
        SessionNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, or a field in it is unknown or wrong. */
        InvalidAlertAddressConfirmation: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token is unknown, is older than 30 days without a confirmation, or was replaced by that of a newer mail. */
        AlertAddressNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Too many unknown tokens came from the address. */
        ConfirmationRateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, or a field in it is unknown or wrong. Nothing was changed. */
        InvalidPassword: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The body is not JSON, or a field in it is unknown or wrong. */
        InvalidSignInLinkTest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The body is not JSON, or the program asks in a wrong way. Nothing was allowed. */
        InvalidAuthorization: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        OrganizationForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The body is not JSON, or a field in it is unknown or wrong. Nothing was changed. */
        InvalidOrganizationUpdate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        OrganizationWriteForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        OrganizationAdminForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The body is not JSON, or a field in it is unknown or wrong. Nothing was changed. */
        InvalidMemberCreation: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token holds none of the accepted scopes, or not every scope of the role. */
        MemberWriteForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The organization or member does not exist, or the caller has no access to it. */
        MemberNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, or a field in it is unknown or wrong. Nothing was changed. */
        InvalidMember: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The organization has no other member or no other owner, or a query parameter is unknown. Nothing was removed. */
        LastMember: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        MemberAdminForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        MemberTokenForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The organization, member or token does not exist, the token was revoked, or the caller has no access to it. */
        MemberTokenNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The member has a password, or a query parameter is unknown. */
        InvalidInvitation: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token holds none of the accepted scopes, or not every scope of the member's role. */
        InvitationForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The organization or member does not exist, the caller has no access to it, or the member has no invitation that can be accepted. */
        InvitationNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token holds none of the accepted scopes, or not every scope of the member's role. */
        SignInLinkForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        TeamMemberForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The body is not JSON, or a field in it is unknown or wrong. Nothing was changed. */
        InvalidOrganizationToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The body is not JSON, or a field in it is unknown or wrong. Nothing was changed. */
        InvalidTokenUpdate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The organization or token does not exist, the token was revoked, or the caller has no access to it. */
        OrganizationTokenNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, or a field in it is unknown or wrong. Nothing was changed. */
        InvalidToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The request of a session lacks the token against cross-site requests. */
        CsrfForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token of the request does not hold all scopes of the token, or a query parameter is unknown. Nothing was revoked. */
        InvalidTokenRemoval: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token does not exist, was revoked, or the caller has no access to it. */
        TokenNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A query parameter is unknown, repeated or invalid. */
        InvalidSessionStats: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A query parameter is unknown, repeated or has an invalid value. */
        InvalidVisibility: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        ReleaseReadForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The body is not JSON, or fields in it are unknown or invalid. Nothing was applied. */
        InvalidRelease: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. Nothing was done. */
        ReleaseWriteForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The organization, project or release does not exist, or the caller has no access to it. */
        ReleaseNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, or fields in it are unknown or invalid. Nothing was recorded. */
        InvalidDeploy: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The form is malformed, or a chunk is too large or has a different hash than its name. Nothing was stored. */
        InvalidChunks: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is too large, or exceeds the quota of the organization. Nothing was stored. */
        UploadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The content type of the body is not supported. */
        MultipartExpected: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        AlertRuleReadForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The body is not JSON, fields in it are unknown or invalid, or a project is unknown. Nothing was assembled. */
        InvalidAssembly: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The form is malformed, or a part of it is missing, unknown or invalid. Nothing was stored. */
        InvalidFile: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The organization, project, release or file does not exist, or the caller has no access to it. */
        FileNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The organization, project or bundle does not exist, or the caller has no access to it. */
        BundleNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The name is missing, or there is another parameter. Nothing was removed. */
        NameRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, or a field in it is unknown, missing or wrong. Nothing was changed. */
        InvalidAlertSettings: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token does not hold alerts:write. */
        AlertWriteForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The body is not JSON, or fields in it are unknown or wrong. Nothing was changed. */
        InvalidAlertRule: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        AlertRuleWriteForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The body is not JSON, or the template is wrong. */
        InvalidAlertTemplate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The organization, project or rule does not exist, or the caller has no access to it. */
        AlertRuleNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The organization or project does not exist, the project has no preview, or the caller has no access to it. */
        GroupingPreviewNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, or fields in it are unknown or invalid. No preview was begun. */
        InvalidGroupingPreview: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The preview is not done, the settings have changed since, another application is not done, or the body is not JSON or has invalid fields. Nothing was changed. */
        UnappliedPreview: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The body is not JSON, or fields in it are unknown or wrong. Nothing was changed. */
        InvalidOwnership: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The organization, project or plugin does not exist, or the caller has no access to it. */
        PluginNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, or fields in it are unknown or wrong. Nothing was changed. */
        InvalidPluginUpdate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        PluginWriteForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The body is not JSON, fields in it are unknown or wrong, or no URL is set. Nothing was sent. */
        InvalidPluginTest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        MonitorReadForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The body is not JSON, or fields in it are unknown or wrong. Nothing was changed. */
        InvalidMonitor: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token holds none of the accepted scopes. */
        MonitorWriteForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
            };
        };
        /** @description The organization, the project or the monitor does not exist, or the caller has no access to it. */
        MonitorNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, or the program cannot be registered so. */
        InvalidOAuthClient: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description Too many programs were registered from the address, or too many exchanges from it failed. */
        OAuthRateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A parameter is missing, repeated or wrong, the program is unknown, or the code or refresh token is not valid. */
        InvalidOAuthExchange: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description A parameter is missing or repeated. */
        InvalidOAuthRevocation: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The body is not a message of JSON-RPC 2.0, or a query parameter is wrong or unknown. */
        InvalidAgentMessage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestBody"];
            };
        };
        /** @description The token is missing, unknown, revoked or expired, or the session has ended. The header leads programs to `getProtectedResource`. */
        AgentUnauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["AgentWwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is still the one that `If-None-Match` names. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A query parameter is unknown, repeated or invalid. */
        InvalidContractQuery: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The documentation was not built when the service started. */
        DocsNotBuilt: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The documentation has no such page. */
        DocsPageNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The console was not built when the service started. */
        ConsoleNotBuilt: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The name of the file is not valid percent-encoded UTF-8. */
        InvalidFileName: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description There is no file of that name. */
        ConsoleFileNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
    };
    parameters: {
        /**
         * @description Cursor of the page, from the `Link` header of another page: the slug of a project. Empty means the first page. A cursor of another kind of list is 400.
         * @example cart:0
         */
        ProjectCursor: string;
        /**
         * @description Maximum number of records in a page.
         * @example 25
         */
        PerPage: number;
        /**
         * @description Slug of the organization.
         * @example acme
         */
        OrganizationSlug: string;
        /**
         * @description Slug of the project. A former slug is 302.
         * @example shop
         */
        ProjectSlug: string;
        /**
         * @description Parts of the record that a command-line tool can do without. It is ignored: records are always whole. Repeat the parameter for several.
         * @example [
         *       "organization"
         *     ]
         */
        Collapse: string[];
        /**
         * @description Cursor of the page, from the `Link` header of another page: the id of a member. Empty means the first page. A cursor of another kind of list is 400.
         * @example m:0:0
         */
        MemberCursor: string;
        /**
         * @description Id or slug of the team. Digits alone are an id.
         * @example backend
         */
        TeamIdOrSlug: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the slug of a team. Empty means the first page. A cursor of another kind of list is 400.
         * @example t:app:0
         */
        TeamCursor: string;
        /**
         * @description Whether each event has its whole body. `1` and `0` mean `true` and `false`. A page with bodies ends after 8 MiB, also with fewer events than requested; `next` continues there.
         * @example true
         */
        Full: boolean;
        /**
         * @description A search. Terms are separated by spaces; all must match. `OR` between terms means that one side is enough, and parentheses group. The key and value of a tag of the event, such as `level:error`, `environment:production`, `release:latest`, `release:web-*`, `level:[error,fatal]` or a tag of your own; `has:` with the key of a tag. `error.type:`, `error.value:`, `user.id:`, `user.email:`, `user.username:`, `user.ip:`, `platform:`, and `timestamp:` with a time such as `-24h`; in an organization, `project:`. `!` in front of a term or of parentheses negates. A short id finds the events of its issue, the id of an event that event. Any other text finds the events with these words, in this order, in the title, the culprit, the message, the exceptions, or the functions and files of frames. Text or a value with a space or a colon in it is written in quotation marks. Keys that only issues have, such as `is:`, are refused.
         * @example release:latest (level:error OR level:fatal) user.email:*@customers.test
         */
        EventQuery: string;
        /**
         * @description Only what happened in this time before now, in minutes (`30m`), hours (`24h`), days (`14d`) or weeks (`2w`). It excludes `start` and `end`.
         * @example 14d
         */
        SearchPeriod: string;
        /**
         * @description Only what happened at this time or later, in ISO 8601; without a zone, in UTC.
         * @example 2026-11-20T00:00:00Z
         */
        SearchStart: string;
        /**
         * @description Only what happened before this time, in ISO 8601; without a zone, in UTC.
         * @example 2026-11-22T00:00:00Z
         */
        SearchEnd: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the time and the id of an event. Empty means the first page. A cursor of another kind of list is 400.
         * @example 1795257000000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0
         */
        EventCursor: string;
        /**
         * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
         * @example "k3pXl2JTm0Yy7vQHgV1nWw"
         */
        IfNoneMatch: string;
        /**
         * @description Identifier of the event, 32 hexadecimal digits with or without dashes.
         * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
         */
        EventId: string;
        /**
         * @description Parts of the record to leave out. `adjacentEvents` does not look up the neighbours of the event, which are null then.
         * @example [
         *       "adjacentEvents"
         *     ]
         */
        EventCollapse: "adjacentEvents"[];
        /**
         * @description Only attachments with this text in their name, in any case; `is:screenshot` for screenshots.
         * @example log
         */
        AttachmentQuery: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the name of an attachment in base64url, and its id. Empty means the first page. A cursor of another kind of list is 400.
         * @example .Y2FydC5sb2c:2:0
         */
        EventAttachmentCursor: string;
        /**
         * @description Id of an attachment.
         * @example 1
         */
        AttachmentId: string;
        /**
         * @description Returns the bytes of the file instead of its record, whatever the value, also an empty one.
         * @example 1
         */
        AttachmentDownload: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the time and the id of a key. Empty means the first page. A cursor of another kind of list is 400.
         * @example k1795257000000:3f6c0a9d1b2e47c5a8d90b1c2d3e4f50:0
         */
        KeyCursor: string;
        /**
         * @description Id of the key, which is its public key.
         * @example 3f6c0a9d1b2e47c5a8d90b1c2d3e4f50
         */
        KeyId: string;
        /**
         * @description Only reports about errors whose issue is unresolved. Empty means all reports.
         * @example unresolved
         */
        UserReportStatus: "unresolved" | "";
        /**
         * @description Only reports from this environment. Repeat the parameter for several.
         * @example [
         *       "production"
         *     ]
         */
        UserReportEnvironments: string[];
        /**
         * @description Cursor of the page, from the `Link` header of another page: the time of a report, and the id of its event. Empty means the first page. A cursor of another kind of list is 400.
         * @example u1795257600000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0
         */
        UserReportCursor: string;
        /**
         * @description Period to count, in hours (`24h`) or days (`14d`); at most 90 days.
         * @example 3h
         */
        StatsPeriod: string;
        /**
         * @description Length of an interval: an hour or a day of UTC.
         * @example 1h
         */
        Interval: "1h" | "1d";
        /**
         * @description A search. Terms are separated by spaces; all must match. `OR` between terms means that one side is enough, and parentheses group. `is:` with a status (`unresolved`, `resolved`, `ignored`). The key and value of a tag that an event of the issue has, such as `level:error`, `environment:production`, `release:web-*`, `level:[error,fatal]`, `user:id:7` or a tag of your own; `has:` with the key of a tag. `firstRelease:` with the release it was first seen in. `!` in front of a term or of parentheses negates. A short id or the id of an event finds its issue. Any other text finds the issues with these words, in this order, in the title, the culprit, the exceptions, or the functions and files of frames; the last word may be the beginning of one. Text or a value with a space or a colon in it is written in quotation marks. The default is `is:unresolved`.
         * @example is:unresolved (level:error OR level:fatal) "of undefined"
         */
        IssueQuery: string;
        /**
         * @description Adds to each issue its number of events over time, as `stats`: of `24h` by hour, of `14d`, `30d` or `90d` by day. `auto` is the time of which issues are listed, by `statsPeriod` or `start` and `end`: by hour up to two days, by day if it is longer, at most 90 days; 14 days if none is given. Empty adds nothing.
         * @example
         */
        GroupStatsPeriod: "" | "24h" | "14d" | "30d" | "90d" | "auto";
        /**
         * @description Order of the issues, highest first: `date` by last event, `new` by first event, `freq` by number of events, `user` by number of affected users. With `environment` or a time range, `freq` and `user` count only events that match, and with `environment`, `date` is the last of these. Issues that are equal in this are ordered by id.
         * @example freq
         */
        IssueSort: "date" | "new" | "freq" | "user";
        /**
         * @description Only what happened in this environment. Repeat the parameter for several.
         * @example [
         *       "production"
         *     ]
         */
        SearchEnvironment: string[];
        /**
         * @description Cursor of the page, from the `Link` header of another page of the same list: what the list is ordered by, the id of an issue, and a checksum of the search. Empty means the first page. A cursor of another search, order or kind of list is 400.
         * @example i1795257600000:9:0
         */
        IssueCursor: string;
        /**
         * @description Maximum number of records in a page, as `per_page`, under the name that the command line `sentry` sends.
         * @example 25
         */
        Limit: number;
        /**
         * @description Members that the caller does not need, which the command line `sentry` sends. It is ignored, because no member costs more than sending it.
         * @example [
         *       "filtered"
         *     ]
         */
        IssueListCollapse: string[];
        /**
         * @description Id of an issue to update. Repeat the parameter for several; a repeated id counts once. Without an id or `query`, the first 1000 issues that the update would change are updated.
         * @example [
         *       4,
         *       7
         *     ]
         */
        UpdatedIssueId: number[];
        /**
         * @description A search, as in `listIssues`, in place of `id`: the issues that match now, of those the first 1000 by latest `lastSeen`. Empty for all issues. A search that goes through too many issues to find them is 400, as is one beside `id` or `merge`; nothing is changed then.
         * @example is:unresolved level:error
         */
        BulkQuery: string;
        /**
         * @description Update only issues of this status. `muted` means `ignored`. Not beside `query`.
         * @example unresolved
         */
        UpdatedStatus: "unresolved" | "resolved" | "ignored" | "muted";
        /**
         * @description Id of an issue to remove. Without an id or `query`, the first 1000 issues are removed. Repeat the parameter for several; a repeated id counts once.
         * @example [
         *       4,
         *       7
         *     ]
         */
        IssueId: number[];
        /**
         * @description Short id of an issue, in either case.
         * @example SHOP-1
         */
        ShortId: string;
        /**
         * @description Id or slug of a project whose issues are listed. Repeat the parameter for several. Without it, or with `-1`, the issues of all projects are listed.
         * @example [
         *       "shop"
         *     ]
         */
        SearchProject: string[];
        /**
         * @description Further members that clients of other services ask for, such as `owners`. It is ignored, because records have all members that there are.
         * @example [
         *       "owners"
         *     ]
         */
        IssueExpand: string[];
        /**
         * @description Id of an issue to update, of any project of the organization. Repeat the parameter for several; a repeated id counts once. Either it or `query` is required.
         * @example [
         *       4,
         *       7
         *     ]
         */
        UpdatedOrganizationIssueId: number[];
        /**
         * @description With `query`, id or slug of a project whose issues are searched. Repeat the parameter for several. Without it, or with `-1`, the issues of all projects are searched.
         * @example [
         *       "shop"
         *     ]
         */
        BulkProject: string[];
        /**
         * @description Id of an issue to remove, of any project of the organization. Repeat the parameter for several; a repeated id counts once. Either it or `query` is required.
         * @example [
         *       7
         *     ]
         */
        RemovedOrganizationIssueId: number[];
        /**
         * @description Cursor of the page, from the `Link` header of another page: the key of a tag, encoded. Empty means the first page. A cursor of another kind of list is 400.
         * @example g:ZW52aXJvbm1lbnQ:2
         */
        TagCursor: string;
        /**
         * @description Key of a tag, or another key of searches such as `user.email` or `error.type`.
         * @example environment
         */
        SearchKey: string;
        /**
         * @description Return only values that begin with this text or contain it, in either case of letters. Of keys with very many values, those that begin with it in the same case are found for certain.
         * @example prod
         */
        CompletedText: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the member who alone has a search, 0 for all, and its id. Empty means the first page. A cursor of another kind of list is 400.
         * @example q0:1:2
         */
        SavedSearchCursor: string;
        /**
         * @description Id of a saved search.
         * @example 1
         */
        SearchId: string;
        /**
         * @description Id of a change of issues, from `changeId` in the reply of the update.
         * @example 1
         */
        ChangeId: string;
        /**
         * @description Id of an issue, or its short id.
         * @example SHOP-1
         */
        IssueIdOrShortId: string;
        /**
         * @description Parts of the record to leave out. `stats` leaves out the numbers of events over time.
         * @example [
         *       "stats"
         *     ]
         */
        IssueCollapse: "stats"[];
        /**
         * @description Count only events of this environment. Repeat the parameter for several.
         * @example [
         *       "production"
         *     ]
         */
        CountEnvironment: string[];
        /**
         * @description Cursor of the page, from the `Link` header of another page: the id of an entry. Empty means the first page. A cursor of another kind of list is 400.
         * @example y:3:0
         */
        ActivityCursor: string;
        /**
         * @description A hash to move. Repeat the parameter for several.
         * @example [
         *       "b416ac612e1ec8818e6318e65ad4ca15"
         *     ]
         */
        IssueHashId: string[];
        /**
         * @description Id of a comment.
         * @example 1
         */
        CommentId: string;
        /**
         * @description Only attachments of this type. Repeat the parameter for several.
         * @example [
         *       "event.attachment"
         *     ]
         */
        AttachmentTypes: string[];
        /**
         * @description Only attachments of this event. Repeat the parameter for several.
         * @example [
         *       "8f3a1c5e7b9d4026a1b2c3d4e5f60718"
         *     ]
         */
        AttachmentEvents: string[];
        /**
         * @description Only screenshots, whatever the value, also an empty one. The name of a screenshot contains `screenshot`.
         * @example 1
         */
        AttachmentScreenshot: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the `dateCreated` of an attachment in milliseconds, and its id. Empty means the first page. A cursor of another kind of list is 400.
         * @example at1795257600000:2:0
         */
        IssueAttachmentCursor: string;
        /**
         * @description Order of the events by time, `-timestamp` for the newest first.
         * @example -timestamp
         */
        EventSort: "-timestamp" | "timestamp";
        /**
         * @description `latest`, `oldest`, `recommended`, or the identifier of an event of the issue: 32 hexadecimal digits with or without dashes.
         * @example latest
         */
        IssueEventId: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the `lastSeen` of a release, and its version in base64url. Empty means the first page. A cursor of another kind of list is 400.
         * @example s1795257600000:c2hvcEAyLjQuMQ:0
         */
        IssueReleaseCursor: string;
        /**
         * @description What to count: `received` is all events, `rejected` those that a rate limit or an error kept out, `blacklisted` those that a filter dropped.
         * @example received
         */
        Stat: "received" | "rejected" | "blacklisted";
        /**
         * @description Beginning of the range, in seconds since 1970. The default is a day before its end.
         * @example 1795248900
         */
        StatsSince: number;
        /**
         * @description End of the range, in seconds since 1970, at most 90 days after its beginning. The default is now.
         * @example 1795257000
         */
        StatsUntil: number;
        /**
         * @description Length of an interval: an hour or a day of UTC.
         * @example 1h
         */
        Resolution: "1h" | "1d";
        /**
         * @description Key of a tag.
         * @example environment
         */
        TagKey: string;
        /**
         * @description Return only values that begin with this text.
         * @example prod
         */
        TagValuePrefix: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the count of a value, and the value in base64url. Empty means the first page. A cursor of another kind of list is 400.
         * @example t4:cHJvZHVjdGlvbg:0
         */
        TagValueCursor: string;
        /**
         * @description Position of the frame in the stack trace, from 0 for the oldest call. Negative counts from the end.
         * @example -1
         */
        FrameIdx: number;
        /**
         * @description Position of the exception in the event, from 0 for the oldest cause. Negative counts from the end.
         * @example 0
         */
        ExceptionIdx: number;
        /**
         * @description Id of the project, in decimal digits.
         * @example 1
         */
        ProjectId: string;
        /**
         * @description Version of the protocol that the client speaks. It is ignored, because there is only one.
         * @example 7
         */
        SentryVersion: string;
        /**
         * @description Name and version of the client library. It is ignored, because the event names its SDK itself.
         * @example sentry.javascript.node/11.11.0
         */
        SentryClient: string;
        /**
         * @description The release of the page, which the events get.
         * @example shop@2.4.1
         */
        SentryRelease: string;
        /**
         * @description The environment of the page, which the events get.
         * @example production
         */
        SentryEnvironment: string;
        /**
         * @description Id of the session.
         * @example 2
         */
        SessionId: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the slug of an organization. Empty means the first page. A cursor of another kind of list is 400.
         * @example acme:2
         */
        OrganizationCursor: string;
        /**
         * @description Id of the member, or `me` for the member whose token it is.
         * @example 1
         */
        MemberId: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the id of a token. Empty means the first page. A cursor of another kind of list is 400.
         * @example tk:0:0
         */
        TokenCursor: string;
        /**
         * @description Id of the token.
         * @example 2
         */
        TokenId: string;
        /**
         * @description Return only keys of the projects of this team, by its id or slug. Digits alone are an id.
         * @example backend
         */
        KeyTeam: string;
        /**
         * @description Return only keys with which events are accepted, or only those with which they are not.
         * @example active
         */
        KeyStatus: "active" | "inactive";
        /**
         * @description Cursor of the page, from the `Link` header of another page: the id of a project and the id of a key. Empty means the first page. A cursor of another kind of list is 400.
         * @example p1:3f6c0a9d1b2e47c5a8d90b1c2d3e4f50:2
         */
        ProjectKeyCursor: string;
        /**
         * @description Returns only entries of this event, such as `key.remove`.
         * @example project.update
         */
        AuditEvent: string;
        /**
         * @description Returns only changes by the member with this e-mail address.
         * @example ann@acme.test
         */
        AuditActor: string;
        /**
         * @description Returns only entries about this project, by its id, or by its slug at the time of the change.
         * @example shop
         */
        AuditProject: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the time and the id of an entry. Empty means the first page. A cursor of another kind of list is 400.
         * @example a1795257600000:99:0
         */
        AuditCursor: string;
        /**
         * @description A number to return. `sum(session)`, `count_unique(user)`, and of each of both the share that crashed, `crash_rate(…)`, or did not, `crash_free_rate(…)`, from 0 to 1. The durations of sessions, such as `p50(session.duration)`, are not stored and null. Repeat the parameter for several.
         * @example [
         *       "sum(session)",
         *       "crash_free_rate(session)"
         *     ]
         */
        SessionField: string[];
        /**
         * @description `project`, `release`, `environment` or `session.status`, by which sessions are grouped. Repeat the parameter for several. Shares cannot be grouped by status.
         * @example [
         *       "release"
         *     ]
         */
        SessionGroupBy: string[];
        /**
         * @description Length of an interval, in hours or days of UTC: from `1h` to `1d`, and a part of a day.
         * @example 1h
         */
        SessionInterval: string;
        /**
         * @description Only sessions of a release and of an environment: `release:shop@2.4.1 environment:production`. A value with spaces is in double quotes.
         * @example release:shop@2.4.1
         */
        SessionQuery: string;
        /**
         * @description One of the values of `field`, by which groups are sorted, the smallest first; the largest first with `-` before it.
         * @example -sum(session)
         */
        SessionOrderBy: string;
        /**
         * @description `0` leaves out the numbers of the whole time.
         * @example 1
         */
        IncludeTotals: "0" | "1";
        /**
         * @description `0` leaves out the numbers of the intervals.
         * @example 1
         */
        IncludeSeries: "0" | "1";
        /**
         * @description Which environments to return. None is hidden, so that `hidden` returns an empty list, and `visible` and `all` return the same.
         * @example visible
         */
        Visibility: "all" | "hidden" | "visible";
        /**
         * @description Empty, as command-line tools send it for the first page. There are no other pages.
         * @example
         */
        RepositoryCursor: string;
        /**
         * @description Returns only releases of the project with this id.
         * @example 1
         */
        ReleaseProjectId: number;
        /**
         * @description Returns only releases whose version contains this text, in either case of letters.
         * @example shop@2
         */
        ReleaseQuery: string;
        /**
         * @description Returns only releases that are open, or only those that are archived. Without it, the list has both.
         * @example open
         */
        ReleaseStatus: "open" | "archived";
        /**
         * @description The order of the list. There is one, by date, newest first; any other value is refused, and this one is ignored.
         * @example date
         */
        ReleaseSort: "date";
        /**
         * @description With `1`, each project of a release has `healthData`: the numbers of its sessions.
         * @example 1
         */
        ReleaseHealth: string;
        /**
         * @description With `1`, a release has `adoptionStages`: how far it is adopted in each environment.
         * @example true
         */
        AdoptionStages: string;
        /**
         * @description The time before now in which `healthData` counts sessions, such as `24h` or `14d`; 24 hours without it. Releases of any age are listed.
         * @example 90d
         */
        HealthPeriod: string;
        /**
         * @description The environments in which `healthData` counts sessions; all without it. Repeat the parameter for several. Releases of all environments are listed.
         * @example [
         *       "production"
         *     ]
         */
        HealthEnvironment: string[];
        /**
         * @description Cursor of the page, from the `Link` header of another page: the date and the id of a release. Empty means the first page. A cursor of another kind of list is 400.
         * @example r1795257002000:99:0
         */
        ReleaseCursor: string;
        /**
         * @description Version of the release, percent-encoded where needed.
         * @example shop@2.4.1
         */
        Version: string;
        /**
         * @description The release to compare with: its version, or `auto` for the release before in each project, as `getReleaseComparison` finds it.
         * @example auto
         */
        VerdictBaseline: string;
        /**
         * @description Judges what happened in this environment. Repeat the parameter for several. Events of a release are not counted by environment: without sessions the rate of errors is then unknown.
         * @example [
         *       "production"
         *     ]
         */
        VerdictEnvironment: string[];
        /**
         * @description Judges the release only in the project with this id or slug. Repeat the parameter for several.
         * @example [
         *       "shop"
         *     ]
         */
        VerdictProject: string[];
        /**
         * @description Remove only chunks that nobody used for so many hours. 0 removes all of them, also those of an upload in progress.
         * @example 1
         */
        OlderThan: number;
        /**
         * @description Returns only deliveries of this project, by its id or its slug.
         * @example shop
         */
        DeliveryProject: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the time, the project, the digest and the recipient of a delivery. Empty means the first page. A cursor of another kind of list is 400.
         * @example d1795257000000:1:9c1e5a7b3d2f48609ab1c2d3e4f50617:-3:2
         */
        DeliveryCursor: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the project and the id of a rule. Empty means the first page. A cursor of another kind of list is 400.
         * @example ar1:1:2
         */
        AlertRuleCursor: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the name and the dist of a file in base64url, and its debug id. Empty means the first page. A cursor of another kind of list is 400.
         * @example fi9jYXJ0LmNzcw:::0
         */
        ReleaseFileCursor: string;
        /**
         * @description Id of the file.
         * @example 12
         */
        FileId: string;
        /**
         * @description Whether to return the bytes of the file instead of its record. `1` and `0` mean `true` and `false`.
         * @example true
         */
        Download: boolean;
        /**
         * @description Returns only bundles of this release.
         * @example shop@2.4.1
         */
        BundleRelease: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the id of a bundle. Empty means the first page. A cursor of another kind of list is 400.
         * @example ~13:0
         */
        ArtifactBundleCursor: string;
        /**
         * @description Id of the bundle.
         * @example 12
         */
        BundleId: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the name of a file in base64url, and its id. Empty means the first page. A cursor of another kind of list is 400.
         * @example ~fi9jYXJ0LmNzcw:1:0
         */
        BundleFileCursor: string;
        /**
         * @description Version of the release whose files are removed.
         * @example shop@2.4.1
         */
        ArtifactRelease: string;
        /**
         * @description Id of the alert rule.
         * @example 1
         */
        RuleId: string;
        /**
         * @description Id of the plugin. The only one is `webhooks`.
         * @example webhooks
         */
        PluginId: string;
        /**
         * @description Id or slug of a project whose monitors are listed. Repeat the parameter for several. Without it, or with `-1`, the monitors of all projects are listed.
         * @example [
         *       "shop"
         *     ]
         */
        MonitorProject: string[];
        /**
         * @description Lists only monitors with this environment, and of their environments only this one. Repeat the parameter for several.
         * @example [
         *       "production"
         *     ]
         */
        MonitorEnvironments: string[];
        /**
         * @description Lists only monitors of this owner: `team:SLUG`, `user:EMAIL`, either with an id instead, or `unassigned` for those without one. Repeat the parameter for several.
         * @example [
         *       "team:backend"
         *     ]
         */
        MonitorOwner: string[];
        /**
         * @description Cursor of the page, from the `Link` header of another page: the project and the number of a monitor. Empty means the first page. A cursor of another kind of list is 400.
         * @example mo1:1:2
         */
        MonitorCursor: string;
        /**
         * @description Id or slug of the monitor. If check-ins created the same slug in several projects, it is that of the oldest monitor, unless the path names a project.
         * @example nightly-report
         */
        MonitorId: string;
        /**
         * @description Removes only this environment of the monitor. Repeat the parameter for several.
         * @example [
         *       "staging"
         *     ]
         */
        RemovedEnvironment: string[];
        /**
         * @description Name of the environment.
         * @example production
         */
        MonitorEnvironmentName: string;
        /**
         * @description Returns only check-ins of this environment.
         * @example production
         */
        CheckInEnvironment: string;
        /**
         * @description Cursor of the page, from the `Link` header of another page: the number of a check-in. Empty means the first page. A cursor of another kind of list is 400.
         * @example ci:1:2
         */
        CheckInCursor: string;
        /**
         * @description Slug of the monitor. Only its first 50 characters count.
         * @example nightly-report
         */
        MonitorSlug: string;
        /**
         * @description How the run stands. Required, unless the body says it.
         * @example ok
         */
        SentStatus: components["schemas"]["SentCheckInStatus"];
        /**
         * @description UUID of the run, chosen by the client. Jobs that may overlap send the same one when they begin and when they end.
         * @example 0b9c8d7e6f5a4b3c8d2e1f0a9b8c7d6e
         */
        CheckInId: string;
        /**
         * @description Seconds that the run took. By default, the time since it began.
         * @example 2.5
         */
        CheckInDuration: string;
        /**
         * @description Environment of the run. The default is production.
         * @example production
         */
        SentEnvironment: string;
        /**
         * @description The public key of a DSN of the project.
         * @example 0123456789abcdef0123456789abcdef
         */
        PublicKey: string;
        /**
         * @description With `true`, tools that change something are offered too, as far as the credentials permit it.
         * @example false
         */
        AgentWrites: boolean;
        /**
         * @description Whether the document has the section `webhooks`. Some generators of clients cannot read it. Without it, the schemas, parameters and tags that only webhooks use are left out too. `1` and `0` mean `true` and `false`.
         * @example false
         */
        Webhooks: boolean;
        /**
         * @description The rest of the path, with its slashes: `guides/` and the name of a guide, `api/` and the name of a tag, and behind the tag the operationId of one of its operations.
         * @example guides/search
         */
        DocsPagePath: string;
        /**
         * @description The rest of the path, with its slashes, such as `acme/issues/12`. It is ignored by the service, which returns one page for all addresses: the browser reads it.
         * @example acme/issues/12
         */
        ConsolePagePath: string;
        /**
         * @description Name of the file, as a page has it.
         * @example index-B1xq0w3K.js
         */
        ConsoleFileName: string;
        /**
         * @description Id of the alert, the same at each attempt.
         * @example 7f0c2a9be1d44c6a8f5e3b7092d1c4ea
         */
        WebhookId: string;
        /**
         * @description Time of the attempt, in seconds since 1970, UTC. Reject old requests.
         * @example 1795267802
         */
        WebhookTimestamp: string;
        /**
         * @description The signature, after `v1,`.
         * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
         */
        WebhookSignature: string;
    };
    requestBodies: {
        /** @description The envelope. Any content type is accepted, or none. At most 200 MiB, as sent and inflated; an event in it at most 1 MiB. */
        EnvelopeBody: {
            content: {
                "application/x-sentry-envelope": components["schemas"]["EventEnvelope"];
                "text/plain": components["schemas"]["EventEnvelope"];
                "application/octet-stream": components["schemas"]["EventEnvelope"];
            };
        };
        /** @description The event as JSON, or as base64 of that JSON, which may be compressed with zlib; or an envelope, if the content type says so. The limit applies to the inflated bytes. */
        EventBody: {
            content: {
                "application/json": components["schemas"]["EventPayload"];
                "text/plain": components["schemas"]["PackedEventPayload"];
                "application/x-sentry-envelope": components["schemas"]["EventEnvelope"];
            };
        };
        /** @description Reports of a browser, at most 256 KiB: `{"csp-report": …}` or the list of the Reporting API. Both may also have the content type `application/json`. */
        SecurityReports: {
            content: {
                "application/csp-report": components["schemas"]["SecurityReportBody"];
                "application/reports+json": components["schemas"]["SecurityReportBody"];
            };
        };
        /** @description Reports of a browser, at most 256 KiB: `{"csp-report": …}` or the list of the Reporting API. Both may also have the content type `application/json`. */
        CspReports: {
            content: {
                "application/csp-report": components["schemas"]["SecurityReportBody"];
                "application/reports+json": components["schemas"]["SecurityReportBody"];
            };
        };
        /** @description Reports of a browser about requests that failed, at most 256 KiB. Any content type is accepted, or none. */
        NetworkErrorReports: {
            content: {
                "application/reports+json": components["schemas"]["SecurityReportBody"];
            };
        };
        /** @description The check-in as JSON, with the members `status`, `check_in_id`, `duration`, `environment` and `monitor_config` of the item `check_in`. Each replaces the query parameter of its name. A body of another type is ignored. */
        CheckInBody: {
            content: {
                "application/json": components["schemas"]["CheckInPayload"];
                "text/plain": components["schemas"]["IgnoredBody"];
            };
        };
    };
    headers: {
        /**
         * @description URLs of the previous and the next page. Both are always present; `results` says whether the page has records, `cursor` is the cursor in its URL.
         * @example <http://127.0.0.1:4000/api/0/projects/acme/shop/events/?cursor=1795257060000%3A3c9e0f12a4b5c6d7e8f90a1b2c3d4e5f%3A1>; rel="previous"; results="false"; cursor="1795257060000:3c9e0f12a4b5c6d7e8f90a1b2c3d4e5f:1", <http://127.0.0.1:4000/api/0/projects/acme/shop/events/?cursor=1795257000000%3A8f3a1c5e7b9d4026a1b2c3d4e5f60718%3A0>; rel="next"; results="true"; cursor="1795257000000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0"
         */
        Link: string;
        /**
         * @description How to authenticate.
         * @example Bearer
         */
        WwwAuthenticate: string;
        /**
         * @description Seconds to wait before the next attempt.
         * @example 5
         */
        RetryAfter: number;
        /**
         * @description Path of the same request with the project's present slug, with the query.
         * @example /api/0/projects/acme/web-shop/
         */
        Location: string;
        /**
         * @description Identifies this version of the body. Send it as `If-None-Match` next time; if the body is still the same, the reply is 304 without a body.
         * @example "k3pXl2JTm0Yy7vQHgV1nWw"
         */
        ETag: string;
        /**
         * @description How the body is compressed. Absent if `Accept-Encoding` names neither, or the body is short.
         * @example br
         */
        ContentEncoding: "br" | "gzip";
        /**
         * @description The body may be compressed, as the header of the request asks.
         * @example Accept-Encoding
         */
        Vary: "Accept-Encoding";
        /**
         * @description With `download`: the file name, and `inline` for an image, `attachment` for any other file.
         * @example attachment; filename="worker.log"
         */
        ContentDisposition: string;
        /**
         * @description What a caller with a DSN must not send for some time, as in the reply 429 of `storeEnvelope`. Absent for a caller with a token.
         * @example 60:error:project:project_quota
         */
        DsnRateLimits: string;
        /**
         * @description Number of issues that match, at most `X-Max-Hits`: as many as that, or more. Absent if it is not known, because a search that finds little would go through too many issues.
         * @example 42
         */
        XHits: number;
        /**
         * @description Maximum of `X-Hits`.
         * @example 1000
         */
        XMaxHits: 1000;
        /**
         * @description With `query`, the number of issues that matched and that the request is about. Absent otherwise.
         * @example 42
         */
        XBulkHits: number;
        /**
         * @description Origins whose scripts may read the reply.
         * @example *
         */
        AccessControlAllowOrigin: string;
        /**
         * @description Headers of the reply that scripts may read.
         * @example x-sentry-error, x-sentry-rate-limits, retry-after
         */
        AccessControlExposeHeaders: string;
        /**
         * @description Present if an item came that is not stored: the categories of such items, which client libraries then stop sending for an hour, in the form of the reply 429. The reason is `unsupported`.
         * @example 3600:transaction;span;replay:organization:unsupported
         */
        SkippedCategories: string;
        /**
         * @description Error message, equal to `detail`.
         * @example The envelope is malformed: invalid header of item 0.
         */
        XSentryError: string;
        /**
         * @description Data that client libraries must not send for some time: seconds, data category, scope and reason. Several are separated by commas. The scope is `key`, `project` or `organization`; the reason is `key_quota`, `project_quota` or `org_quota` for a rate limit, and `spike_protection`.
         * @example 60:error:project:spike_protection
         */
        XSentryRateLimits: string;
        /**
         * @description The JSON of the reply, present if the request accepts `text/javascript`. The body is then empty.
         * @example {}
         */
        XSentryContext: string;
        /**
         * @description The cookie `culprit_session`, which no script of the page can read: `HttpOnly`, `SameSite=Lax`, and `Secure` where the service is reached over https. A session that ended has it deleted.
         * @example culprit_session=Zk3c0vQhY8m1rT5xWn2bJ7uLpE9sDaG4iKoHfXyVqR6; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax
         */
        SetCookie: string;
        /**
         * @description How to authenticate: where the metadata of the resource is (RFC 9728, section 5.1), and the scopes to ask for, with `event:write` if the query has `write=true`.
         * @example Bearer resource_metadata="http://127.0.0.1:4000/.well-known/oauth-protected-resource/mcp", scope="event:read project:read org:read alerts:read"
         */
        AgentWwwAuthenticate: string;
        /**
         * @description `no-cache`: the body may be stored, and must be revalidated before each use.
         * @example no-cache
         */
        CacheControl: "no-cache";
        /**
         * @description The body never changes and may be stored for a year.
         * @example public, max-age=31536000, immutable
         */
        ImmutableCacheControl: "public, max-age=31536000, immutable";
    };
    pathItems: never;
}
export type OrganizationStatus = components['schemas']['OrganizationStatus'];
export type Avatar = components['schemas']['Avatar'];
export type OrganizationLinks = components['schemas']['OrganizationLinks'];
export type OrganizationSummary = components['schemas']['OrganizationSummary'];
export type Scope = components['schemas']['Scope'];
export type EventProcessing = components['schemas']['EventProcessing'];
export type LatestRelease = components['schemas']['LatestRelease'];
export type TeamSummary = components['schemas']['TeamSummary'];
export type LatestDeploy = components['schemas']['LatestDeploy'];
export type LatestDeploys = components['schemas']['LatestDeploys'];
export type OrganizationProject = components['schemas']['OrganizationProject'];
export type ErrorBody = components['schemas']['ErrorBody'];
export type ForbiddenBody = components['schemas']['ForbiddenBody'];
export type ProjectOptions = components['schemas']['ProjectOptions'];
export type RateLimit = components['schemas']['RateLimit'];
export type ProjectRetentionDays = components['schemas']['ProjectRetentionDays'];
export type ProjectRetentionEvents = components['schemas']['ProjectRetentionEvents'];
export type Retention = components['schemas']['Retention'];
export type VerdictCount = components['schemas']['VerdictCount'];
export type DynamicSamplingBias = components['schemas']['DynamicSamplingBias'];
export type PluginAuthor = components['schemas']['PluginAuthor'];
export type PluginFeature = components['schemas']['PluginFeature'];
export type PluginLink = components['schemas']['PluginLink'];
export type Plugin = components['schemas']['Plugin'];
export type Project = components['schemas']['Project'];
export type MovedBody = components['schemas']['MovedBody'];
export type Platform = components['schemas']['Platform'];
export type SubjectPrefix = components['schemas']['SubjectPrefix'];
export type ResolveAge = components['schemas']['ResolveAge'];
export type DigestDelay = components['schemas']['DigestDelay'];
export type AllowedDomains = components['schemas']['AllowedDomains'];
export type Switch = components['schemas']['Switch'];
export type FieldNames = components['schemas']['FieldNames'];
export type PiiConfig = components['schemas']['PiiConfig'];
export type SecurityToken = components['schemas']['SecurityToken'];
export type SecurityTokenHeader = components['schemas']['SecurityTokenHeader'];
export type EnvironmentName = components['schemas']['EnvironmentName'];
export type GroupingConfig = components['schemas']['GroupingConfig'];
export type RulesText = components['schemas']['RulesText'];
export type SecondaryGroupingConfig = components['schemas']['SecondaryGroupingConfig'];
export type SecondaryGroupingExpiry = components['schemas']['SecondaryGroupingExpiry'];
export type RateLimitUpdate = components['schemas']['RateLimitUpdate'];
export type FilterText = components['schemas']['FilterText'];
export type ProjectOptionsUpdate = components['schemas']['ProjectOptionsUpdate'];
export type ProjectUpdate = components['schemas']['ProjectUpdate'];
export type FieldErrors = components['schemas']['FieldErrors'];
export type BadRequestBody = components['schemas']['BadRequestBody'];
export type Role = components['schemas']['Role'];
export type MemberInvitation = components['schemas']['MemberInvitation'];
export type Member = components['schemas']['Member'];
export type TeamCreation = components['schemas']['TeamCreation'];
export type NameUpdate = components['schemas']['NameUpdate'];
export type ProjectSummary = components['schemas']['ProjectSummary'];
export type ProjectCreation = components['schemas']['ProjectCreation'];
export type EventUser = components['schemas']['EventUser'];
export type EventTag = components['schemas']['EventTag'];
export type EventEntry = components['schemas']['EventEntry'];
export type EventSdk = components['schemas']['EventSdk'];
export type EventError = components['schemas']['EventError'];
export type EventMeta = components['schemas']['EventMeta'];
export type Event = components['schemas']['Event'];
export type EventDetail = components['schemas']['EventDetail'];
export type Sha1 = components['schemas']['Sha1'];
export type EventAttachment = components['schemas']['EventAttachment'];
export type Bytes = components['schemas']['Bytes'];
export type ProjectKeyDsn = components['schemas']['ProjectKeyDsn'];
export type ProjectKey = components['schemas']['ProjectKey'];
export type ProjectKeyCreation = components['schemas']['ProjectKeyCreation'];
export type ProjectKeyUpdate = components['schemas']['ProjectKeyUpdate'];
export type IssueProject = components['schemas']['IssueProject'];
export type IssueStatus = components['schemas']['IssueStatus'];
export type IssueSubstatus = components['schemas']['IssueSubstatus'];
export type IssueCommit = components['schemas']['IssueCommit'];
export type IssueStatusDetails = components['schemas']['IssueStatusDetails'];
export type IssueAssignee = components['schemas']['IssueAssignee'];
export type IssueFilteredCounts = components['schemas']['IssueFilteredCounts'];
export type FeedbackMetadata = components['schemas']['FeedbackMetadata'];
export type CountSeries = components['schemas']['CountSeries'];
export type SeenRelease = components['schemas']['SeenRelease'];
export type IssueChangeId = components['schemas']['IssueChangeId'];
export type Issue = components['schemas']['Issue'];
export type UserReport = components['schemas']['UserReport'];
export type UserReportCreation = components['schemas']['UserReportCreation'];
export type UserReportRefusal = components['schemas']['UserReportRefusal'];
export type OutcomeKey = components['schemas']['OutcomeKey'];
export type OutcomeGroup = components['schemas']['OutcomeGroup'];
export type ClientDiscardGroup = components['schemas']['ClientDiscardGroup'];
export type ProjectOutcomes = components['schemas']['ProjectOutcomes'];
export type IssueCommitUpdate = components['schemas']['IssueCommitUpdate'];
export type IssueStatusUpdate = components['schemas']['IssueStatusUpdate'];
export type IssueBulkUpdate = components['schemas']['IssueBulkUpdate'];
export type IssueUpdated = components['schemas']['IssueUpdated'];
export type IssuesMerged = components['schemas']['IssuesMerged'];
export type IssuesChanged = components['schemas']['IssuesChanged'];
export type ShortIdLookup = components['schemas']['ShortIdLookup'];
export type EventIdLookup = components['schemas']['EventIdLookup'];
export type EventTable = components['schemas']['EventTable'];
export type OrganizationTag = components['schemas']['OrganizationTag'];
export type OrganizationTagValue = components['schemas']['OrganizationTagValue'];
export type SearchSort = components['schemas']['SearchSort'];
export type SearchVisibility = components['schemas']['SearchVisibility'];
export type SavedSearchMember = components['schemas']['SavedSearchMember'];
export type SavedSearch = components['schemas']['SavedSearch'];
export type SearchName = components['schemas']['SearchName'];
export type SearchQuery = components['schemas']['SearchQuery'];
export type SavedSearchCreation = components['schemas']['SavedSearchCreation'];
export type SavedSearchUpdate = components['schemas']['SavedSearchUpdate'];
export type IssueChangeUndone = components['schemas']['IssueChangeUndone'];
export type IssueUpdate = components['schemas']['IssueUpdate'];
export type IssueActivityUser = components['schemas']['IssueActivityUser'];
export type IssueActivity = components['schemas']['IssueActivity'];
export type IssueActivityList = components['schemas']['IssueActivityList'];
export type AlertDeliveryRule = components['schemas']['AlertDeliveryRule'];
export type AlertConditionState = components['schemas']['AlertConditionState'];
export type AlertFilterState = components['schemas']['AlertFilterState'];
export type AlertFilterMismatch = components['schemas']['AlertFilterMismatch'];
export type AlertDeliveryProject = components['schemas']['AlertDeliveryProject'];
export type AlertDeliveryStatus = components['schemas']['AlertDeliveryStatus'];
export type AlertDelivery = components['schemas']['AlertDelivery'];
export type AlertDecision = components['schemas']['AlertDecision'];
export type AlertRuleDecisions = components['schemas']['AlertRuleDecisions'];
export type IssueAlertDecisions = components['schemas']['IssueAlertDecisions'];
export type IssueHash = components['schemas']['IssueHash'];
export type IssueName = components['schemas']['IssueName'];
export type GroupedEvent = components['schemas']['GroupedEvent'];
export type GroupingValue = components['schemas']['GroupingValue'];
export type GroupingDifference = components['schemas']['GroupingDifference'];
export type CommitAuthor = components['schemas']['CommitAuthor'];
export type LastCommit = components['schemas']['LastCommit'];
export type SuspectFrame = components['schemas']['SuspectFrame'];
export type SuspectCommit = components['schemas']['SuspectCommit'];
export type IssueSuspectCommits = components['schemas']['IssueSuspectCommits'];
export type SimilarIssue = components['schemas']['SimilarIssue'];
export type IssueComment = components['schemas']['IssueComment'];
export type IssueCommentText = components['schemas']['IssueCommentText'];
export type IssueTagValue = components['schemas']['IssueTagValue'];
export type IssueTag = components['schemas']['IssueTag'];
export type IssueRelease = components['schemas']['IssueRelease'];
export type SourceMapErrorType = components['schemas']['SourceMapErrorType'];
export type SourceMapFix = components['schemas']['SourceMapFix'];
export type SourceMapError = components['schemas']['SourceMapError'];
export type GroupingReason = components['schemas']['GroupingReason'];
export type GroupingRule = components['schemas']['GroupingRule'];
export type GroupingComponent = components['schemas']['GroupingComponent'];
export type GroupingVariant = components['schemas']['GroupingVariant'];
export type GroupingVariants = components['schemas']['GroupingVariants'];
export type EventGrouping = components['schemas']['EventGrouping'];
export type EventSourceKey = components['schemas']['EventSourceKey'];
export type EventSource = components['schemas']['EventSource'];
export type EventClockCorrection = components['schemas']['EventClockCorrection'];
export type EventChange = components['schemas']['EventChange'];
export type EventJourneyGrouping = components['schemas']['EventJourneyGrouping'];
export type EventDrop = components['schemas']['EventDrop'];
export type EventJourney = components['schemas']['EventJourney'];
export type EventOwnershipRule = components['schemas']['EventOwnershipRule'];
export type EventOwners = components['schemas']['EventOwners'];
export type ArtifactLookupResult = components['schemas']['ArtifactLookupResult'];
export type ScrapingAttempt = components['schemas']['ScrapingAttempt'];
export type EventSourceMapFrame = components['schemas']['EventSourceMapFrame'];
export type EventSourceMapDebug = components['schemas']['EventSourceMapDebug'];
export type EventEnvelope = components['schemas']['EventEnvelope'];
export type EnvelopeReceipt = components['schemas']['EnvelopeReceipt'];
export type IngestErrorBody = components['schemas']['IngestErrorBody'];
export type AttachmentParts = components['schemas']['AttachmentParts'];
export type MinidumpForm = components['schemas']['MinidumpForm'];
export type EventPayload = components['schemas']['EventPayload'];
export type PackedEventPayload = components['schemas']['PackedEventPayload'];
export type EventReceipt = components['schemas']['EventReceipt'];
export type FeedbackFormError = components['schemas']['FeedbackFormError'];
export type EmptyScript = components['schemas']['EmptyScript'];
export type FeedbackForm = components['schemas']['FeedbackForm'];
export type FeedbackFormReceipt = components['schemas']['FeedbackFormReceipt'];
export type SecurityReportBody = components['schemas']['SecurityReportBody'];
export type ServiceAuth = components['schemas']['ServiceAuth'];
export type ServiceUser = components['schemas']['ServiceUser'];
export type ServiceInfo = components['schemas']['ServiceInfo'];
export type CurrentMember = components['schemas']['CurrentMember'];
export type OpenIdOption = components['schemas']['OpenIdOption'];
export type SessionMember = components['schemas']['SessionMember'];
export type SessionOrganization = components['schemas']['SessionOrganization'];
export type CurrentSession = components['schemas']['CurrentSession'];
export type SignInOptions = components['schemas']['SignInOptions'];
export type Session = components['schemas']['Session'];
export type SignInSecret = components['schemas']['SignInSecret'];
export type OpenIdSignInResult = components['schemas']['OpenIdSignInResult'];
export type SessionCreation = components['schemas']['SessionCreation'];
export type AlertAddressConfirmation = components['schemas']['AlertAddressConfirmation'];
export type AlertAddressOrganization = components['schemas']['AlertAddressOrganization'];
export type AlertAddress = components['schemas']['AlertAddress'];
export type PasswordUpdate = components['schemas']['PasswordUpdate'];
export type SignInLinkTest = components['schemas']['SignInLinkTest'];
export type SignInLinkState = components['schemas']['SignInLinkState'];
export type SignInLinkStatus = components['schemas']['SignInLinkStatus'];
export type AuthorizationCreation = components['schemas']['AuthorizationCreation'];
export type Authorization = components['schemas']['Authorization'];
export type OpenIdSignIn = components['schemas']['OpenIdSignIn'];
export type RetentionDays = components['schemas']['RetentionDays'];
export type RetentionEvents = components['schemas']['RetentionEvents'];
export type Organization = components['schemas']['Organization'];
export type OrganizationUpdate = components['schemas']['OrganizationUpdate'];
export type RoleUpdate = components['schemas']['RoleUpdate'];
export type MemberCreation = components['schemas']['MemberCreation'];
export type MemberUpdate = components['schemas']['MemberUpdate'];
export type Token = components['schemas']['Token'];
export type Invitation = components['schemas']['Invitation'];
export type SignInLink = components['schemas']['SignInLink'];
export type OrganizationToken = components['schemas']['OrganizationToken'];
export type ScopeName = components['schemas']['ScopeName'];
export type OrganizationTokenCreation = components['schemas']['OrganizationTokenCreation'];
export type CreatedOrganizationToken = components['schemas']['CreatedOrganizationToken'];
export type TokenUpdate = components['schemas']['TokenUpdate'];
export type TokenCreation = components['schemas']['TokenCreation'];
export type CreatedToken = components['schemas']['CreatedToken'];
export type AuditLogActor = components['schemas']['AuditLogActor'];
export type AuditLogTarget = components['schemas']['AuditLogTarget'];
export type AuditLogProject = components['schemas']['AuditLogProject'];
export type AuditLogEntry = components['schemas']['AuditLogEntry'];
export type SessionStatsGroup = components['schemas']['SessionStatsGroup'];
export type SessionStats = components['schemas']['SessionStats'];
export type Environment = components['schemas']['Environment'];
export type ProjectEnvironment = components['schemas']['ProjectEnvironment'];
export type ReleaseState = components['schemas']['ReleaseState'];
export type Deploy = components['schemas']['Deploy'];
export type ReleaseHealthData = components['schemas']['ReleaseHealthData'];
export type ReleaseProject = components['schemas']['ReleaseProject'];
export type ReleaseAdoption = components['schemas']['ReleaseAdoption'];
export type Release = components['schemas']['Release'];
export type ReleaseVersion = components['schemas']['ReleaseVersion'];
export type ProjectReference = components['schemas']['ProjectReference'];
export type ProjectReferences = components['schemas']['ProjectReferences'];
export type PatchedFileCreation = components['schemas']['PatchedFileCreation'];
export type CommitCreation = components['schemas']['CommitCreation'];
export type CommitList = components['schemas']['CommitList'];
export type ReferenceCreation = components['schemas']['ReferenceCreation'];
export type ReferenceList = components['schemas']['ReferenceList'];
export type ReleaseCreation = components['schemas']['ReleaseCreation'];
export type ReleaseUpdate = components['schemas']['ReleaseUpdate'];
export type PatchedFile = components['schemas']['PatchedFile'];
export type Commit = components['schemas']['Commit'];
export type NoRelease = components['schemas']['NoRelease'];
export type ComparedProject = components['schemas']['ComparedProject'];
export type ComparedIssue = components['schemas']['ComparedIssue'];
export type ReleaseComparison = components['schemas']['ReleaseComparison'];
export type Verdict = components['schemas']['Verdict'];
export type ReleaseExposure = components['schemas']['ReleaseExposure'];
export type ErrorRate = components['schemas']['ErrorRate'];
export type ComparedErrorRate = components['schemas']['ComparedErrorRate'];
export type VerdictIssue = components['schemas']['VerdictIssue'];
export type VerdictReason = components['schemas']['VerdictReason'];
export type ProjectVerdict = components['schemas']['ProjectVerdict'];
export type ReleaseVerdict = components['schemas']['ReleaseVerdict'];
export type DeployCreation = components['schemas']['DeployCreation'];
export type ChunkUpload = components['schemas']['ChunkUpload'];
export type ChunkParts = components['schemas']['ChunkParts'];
export type RemovedChunks = components['schemas']['RemovedChunks'];
export type UploadUsage = components['schemas']['UploadUsage'];
export type AlertRuleProject = components['schemas']['AlertRuleProject'];
export type AlertCondition = components['schemas']['AlertCondition'];
export type AlertFilters = components['schemas']['AlertFilters'];
export type AlertDeliveryState = components['schemas']['AlertDeliveryState'];
export type AlertRecipient = components['schemas']['AlertRecipient'];
export type AlertRule = components['schemas']['AlertRule'];
export type OrganizationAlertRule = components['schemas']['OrganizationAlertRule'];
export type ArtifactBundleAssembly = components['schemas']['ArtifactBundleAssembly'];
export type AssembleState = components['schemas']['AssembleState'];
export type MapFinding = components['schemas']['MapFinding'];
export type MapFindings = components['schemas']['MapFindings'];
export type ReleaseFile = components['schemas']['ReleaseFile'];
export type ReleaseFileParts = components['schemas']['ReleaseFileParts'];
export type ArtifactBundle = components['schemas']['ArtifactBundle'];
export type ArtifactBundleFile = components['schemas']['ArtifactBundleFile'];
export type ArtifactBundleDetail = components['schemas']['ArtifactBundleDetail'];
export type AlertSettings = components['schemas']['AlertSettings'];
export type AlertSettingsUpdate = components['schemas']['AlertSettingsUpdate'];
export type AlertConditionUpdate = components['schemas']['AlertConditionUpdate'];
export type AlertTagUpdate = components['schemas']['AlertTagUpdate'];
export type AlertFiltersUpdate = components['schemas']['AlertFiltersUpdate'];
export type AlertRecipientUpdate = components['schemas']['AlertRecipientUpdate'];
export type AlertRuleUpdate = components['schemas']['AlertRuleUpdate'];
export type PreviewedIssueReference = components['schemas']['PreviewedIssueReference'];
export type PreviewedAlert = components['schemas']['PreviewedAlert'];
export type PreviewedIssue = components['schemas']['PreviewedIssue'];
export type PreviewedHour = components['schemas']['PreviewedHour'];
export type AlertRulePreview = components['schemas']['AlertRulePreview'];
export type AlertTemplate = components['schemas']['AlertTemplate'];
export type AlertTemplatePreview = components['schemas']['AlertTemplatePreview'];
export type AlertTestResult = components['schemas']['AlertTestResult'];
export type PreviewedSettings = components['schemas']['PreviewedSettings'];
export type PreviewedCounts = components['schemas']['PreviewedCounts'];
export type PreviewedGroup = components['schemas']['PreviewedGroup'];
export type RegroupedIssue = components['schemas']['RegroupedIssue'];
export type RegroupedCounts = components['schemas']['RegroupedCounts'];
export type GroupingApplication = components['schemas']['GroupingApplication'];
export type GroupingPreview = components['schemas']['GroupingPreview'];
export type GroupingPreviewCreation = components['schemas']['GroupingPreviewCreation'];
export type AppliedPreview = components['schemas']['AppliedPreview'];
export type ProjectOwnership = components['schemas']['ProjectOwnership'];
export type ProjectOwnershipUpdate = components['schemas']['ProjectOwnershipUpdate'];
export type PluginConfig = components['schemas']['PluginConfig'];
export type ProjectPlugin = components['schemas']['ProjectPlugin'];
export type ProjectPluginUpdate = components['schemas']['ProjectPluginUpdate'];
export type ProjectPluginTest = components['schemas']['ProjectPluginTest'];
export type PluginTestResult = components['schemas']['PluginTestResult'];
export type MonitorConfig = components['schemas']['MonitorConfig'];
export type EnvironmentStatus = components['schemas']['EnvironmentStatus'];
export type MonitorIncident = components['schemas']['MonitorIncident'];
export type MonitorEnvironment = components['schemas']['MonitorEnvironment'];
export type Monitor = components['schemas']['Monitor'];
export type CheckInSchedule = components['schemas']['CheckInSchedule'];
export type MonitorConfigUpdate = components['schemas']['MonitorConfigUpdate'];
export type MonitorCreation = components['schemas']['MonitorCreation'];
export type MonitorUpdate = components['schemas']['MonitorUpdate'];
export type MonitorEnvironmentUpdate = components['schemas']['MonitorEnvironmentUpdate'];
export type CheckInStatus = components['schemas']['CheckInStatus'];
export type CheckIn = components['schemas']['CheckIn'];
export type SentCheckInStatus = components['schemas']['SentCheckInStatus'];
export type CheckInPayload = components['schemas']['CheckInPayload'];
export type IgnoredBody = components['schemas']['IgnoredBody'];
export type AuthorizationServer = components['schemas']['AuthorizationServer'];
export type ProtectedResource = components['schemas']['ProtectedResource'];
export type OAuthClientCreation = components['schemas']['OAuthClientCreation'];
export type OAuthClient = components['schemas']['OAuthClient'];
export type OAuthError = components['schemas']['OAuthError'];
export type OAuthTokenForm = components['schemas']['OAuthTokenForm'];
export type OAuthToken = components['schemas']['OAuthToken'];
export type OAuthRevocation = components['schemas']['OAuthRevocation'];
export type AgentMessage = components['schemas']['AgentMessage'];
export type AgentAnswer = components['schemas']['AgentAnswer'];
export type Health = components['schemas']['Health'];
export type Contract = components['schemas']['Contract'];
export type WebhookRule = components['schemas']['WebhookRule'];
export type WebhookSubject = components['schemas']['WebhookSubject'];
export type WebhookIssue = components['schemas']['WebhookIssue'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookFeedback = components['schemas']['WebhookFeedback'];
export type WebhookAlert = components['schemas']['WebhookAlert'];
export type WebhookSessions = components['schemas']['WebhookSessions'];
export type WebhookCrashFreeAlert = components['schemas']['WebhookCrashFreeAlert'];
export type ResponseInvalidPage = components['responses']['InvalidPage'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseAuthenticationRateLimited = components['responses']['AuthenticationRateLimited'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseMoved = components['responses']['Moved'];
export type ResponseInvalidQuery = components['responses']['InvalidQuery'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseInvalidUpdate = components['responses']['InvalidUpdate'];
export type ResponseUpdateForbidden = components['responses']['UpdateForbidden'];
export type ResponseRequestTimeout = components['responses']['RequestTimeout'];
export type ResponseTooLarge = components['responses']['TooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseProjectAdminForbidden = components['responses']['ProjectAdminForbidden'];
export type ResponseMemberReadForbidden = components['responses']['MemberReadForbidden'];
export type ResponseProjectWriteForbidden = components['responses']['ProjectWriteForbidden'];
export type ResponseLastTeam = components['responses']['LastTeam'];
export type ResponseTeamReadForbidden = components['responses']['TeamReadForbidden'];
export type ResponseInvalidTeam = components['responses']['InvalidTeam'];
export type ResponseTeamWriteForbidden = components['responses']['TeamWriteForbidden'];
export type ResponseInvalidRename = components['responses']['InvalidRename'];
export type ResponseTeamInUse = components['responses']['TeamInUse'];
export type ResponseTeamAdminForbidden = components['responses']['TeamAdminForbidden'];
export type ResponseInvalidProject = components['responses']['InvalidProject'];
export type ResponseUnchanged = components['responses']['Unchanged'];
export type ResponseInvalidEventSearch = components['responses']['InvalidEventSearch'];
export type ResponseInvalidEventCollapse = components['responses']['InvalidEventCollapse'];
export type ResponseEventForbidden = components['responses']['EventForbidden'];
export type ResponseEventNotFound = components['responses']['EventNotFound'];
export type ResponseAttachmentNotFound = components['responses']['AttachmentNotFound'];
export type ResponseInvalidKey = components['responses']['InvalidKey'];
export type ResponseKeyNotFound = components['responses']['KeyNotFound'];
export type ResponseInvalidUserReport = components['responses']['InvalidUserReport'];
export type ResponseUserReportUnauthorized = components['responses']['UserReportUnauthorized'];
export type ResponseUserReportForbidden = components['responses']['UserReportForbidden'];
export type ResponseUserReportTooLate = components['responses']['UserReportTooLate'];
export type ResponseUserReportRateLimited = components['responses']['UserReportRateLimited'];
export type ResponseInvalidPeriod = components['responses']['InvalidPeriod'];
export type ResponseInvalidSearch = components['responses']['InvalidSearch'];
export type ResponseIssueReadForbidden = components['responses']['IssueReadForbidden'];
export type ResponseInvalidIssueUpdate = components['responses']['InvalidIssueUpdate'];
export type ResponseIssueUpdateForbidden = components['responses']['IssueUpdateForbidden'];
export type ResponseIssueAdminForbidden = components['responses']['IssueAdminForbidden'];
export type ResponseIssueNotFound = components['responses']['IssueNotFound'];
export type ResponseInvalidSavedSearch = components['responses']['InvalidSavedSearch'];
export type ResponseIssueWriteForbidden = components['responses']['IssueWriteForbidden'];
export type ResponseSavedSearchForbidden = components['responses']['SavedSearchForbidden'];
export type ResponseSavedSearchNotFound = components['responses']['SavedSearchNotFound'];
export type ResponseChangeNotFound = components['responses']['ChangeNotFound'];
export type ResponseInvalidIssueCollapse = components['responses']['InvalidIssueCollapse'];
export type ResponseAlertReadForbidden = components['responses']['AlertReadForbidden'];
export type ResponseIssueEventNotFound = components['responses']['IssueEventNotFound'];
export type ResponseInvalidComment = components['responses']['InvalidComment'];
export type ResponseCommentForbidden = components['responses']['CommentForbidden'];
export type ResponseCommentNotFound = components['responses']['CommentNotFound'];
export type ResponseInvalidStatsRange = components['responses']['InvalidStatsRange'];
export type ResponseIssueTagNotFound = components['responses']['IssueTagNotFound'];
export type ResponseInvalidFrame = components['responses']['InvalidFrame'];
export type ResponseIngestBadRequest = components['responses']['IngestBadRequest'];
export type ResponseIngestUnauthorized = components['responses']['IngestUnauthorized'];
export type ResponseIngestForbidden = components['responses']['IngestForbidden'];
export type ResponseIngestRequestTimeout = components['responses']['IngestRequestTimeout'];
export type ResponseIngestTooLarge = components['responses']['IngestTooLarge'];
export type ResponseIngestUnsupportedEncoding = components['responses']['IngestUnsupportedEncoding'];
export type ResponseIngestRateLimited = components['responses']['IngestRateLimited'];
export type ResponseIngestInternalError = components['responses']['IngestInternalError'];
export type ResponseIngestUnavailable = components['responses']['IngestUnavailable'];
export type ResponseIngestBadMinidump = components['responses']['IngestBadMinidump'];
export type ResponseInvalidFeedbackForm = components['responses']['InvalidFeedbackForm'];
export type ResponseFeedbackProjectNotFound = components['responses']['FeedbackProjectNotFound'];
export type ResponseIngestBadReport = components['responses']['IngestBadReport'];
export type ResponseIngestUnsupportedReport = components['responses']['IngestUnsupportedReport'];
export type ResponseSessionUnauthorized = components['responses']['SessionUnauthorized'];
export type ResponseSessionForbidden = components['responses']['SessionForbidden'];
export type ResponseInvalidSession = components['responses']['InvalidSession'];
export type ResponseSignInRefused = components['responses']['SignInRefused'];
export type ResponseCrossSiteForbidden = components['responses']['CrossSiteForbidden'];
export type ResponseOpenIdNotFound = components['responses']['OpenIdNotFound'];
export type ResponseSignInRateLimited = components['responses']['SignInRateLimited'];
export type ResponseSessionNotFound = components['responses']['SessionNotFound'];
export type ResponseInvalidAlertAddressConfirmation = components['responses']['InvalidAlertAddressConfirmation'];
export type ResponseAlertAddressNotFound = components['responses']['AlertAddressNotFound'];
export type ResponseConfirmationRateLimited = components['responses']['ConfirmationRateLimited'];
export type ResponseInvalidPassword = components['responses']['InvalidPassword'];
export type ResponseInvalidSignInLinkTest = components['responses']['InvalidSignInLinkTest'];
export type ResponseInvalidAuthorization = components['responses']['InvalidAuthorization'];
export type ResponseOrganizationForbidden = components['responses']['OrganizationForbidden'];
export type ResponseInvalidOrganizationUpdate = components['responses']['InvalidOrganizationUpdate'];
export type ResponseOrganizationWriteForbidden = components['responses']['OrganizationWriteForbidden'];
export type ResponseOrganizationAdminForbidden = components['responses']['OrganizationAdminForbidden'];
export type ResponseInvalidMemberCreation = components['responses']['InvalidMemberCreation'];
export type ResponseMemberWriteForbidden = components['responses']['MemberWriteForbidden'];
export type ResponseMemberNotFound = components['responses']['MemberNotFound'];
export type ResponseInvalidMember = components['responses']['InvalidMember'];
export type ResponseLastMember = components['responses']['LastMember'];
export type ResponseMemberAdminForbidden = components['responses']['MemberAdminForbidden'];
export type ResponseMemberTokenForbidden = components['responses']['MemberTokenForbidden'];
export type ResponseMemberTokenNotFound = components['responses']['MemberTokenNotFound'];
export type ResponseInvalidInvitation = components['responses']['InvalidInvitation'];
export type ResponseInvitationForbidden = components['responses']['InvitationForbidden'];
export type ResponseInvitationNotFound = components['responses']['InvitationNotFound'];
export type ResponseSignInLinkForbidden = components['responses']['SignInLinkForbidden'];
export type ResponseTeamMemberForbidden = components['responses']['TeamMemberForbidden'];
export type ResponseInvalidOrganizationToken = components['responses']['InvalidOrganizationToken'];
export type ResponseInvalidTokenUpdate = components['responses']['InvalidTokenUpdate'];
export type ResponseOrganizationTokenNotFound = components['responses']['OrganizationTokenNotFound'];
export type ResponseInvalidToken = components['responses']['InvalidToken'];
export type ResponseCsrfForbidden = components['responses']['CsrfForbidden'];
export type ResponseInvalidTokenRemoval = components['responses']['InvalidTokenRemoval'];
export type ResponseTokenNotFound = components['responses']['TokenNotFound'];
export type ResponseInvalidSessionStats = components['responses']['InvalidSessionStats'];
export type ResponseInvalidVisibility = components['responses']['InvalidVisibility'];
export type ResponseReleaseReadForbidden = components['responses']['ReleaseReadForbidden'];
export type ResponseInvalidRelease = components['responses']['InvalidRelease'];
export type ResponseReleaseWriteForbidden = components['responses']['ReleaseWriteForbidden'];
export type ResponseReleaseNotFound = components['responses']['ReleaseNotFound'];
export type ResponseInvalidDeploy = components['responses']['InvalidDeploy'];
export type ResponseInvalidChunks = components['responses']['InvalidChunks'];
export type ResponseUploadTooLarge = components['responses']['UploadTooLarge'];
export type ResponseMultipartExpected = components['responses']['MultipartExpected'];
export type ResponseAlertRuleReadForbidden = components['responses']['AlertRuleReadForbidden'];
export type ResponseInvalidAssembly = components['responses']['InvalidAssembly'];
export type ResponseInvalidFile = components['responses']['InvalidFile'];
export type ResponseFileNotFound = components['responses']['FileNotFound'];
export type ResponseBundleNotFound = components['responses']['BundleNotFound'];
export type ResponseNameRequired = components['responses']['NameRequired'];
export type ResponseInvalidAlertSettings = components['responses']['InvalidAlertSettings'];
export type ResponseAlertWriteForbidden = components['responses']['AlertWriteForbidden'];
export type ResponseInvalidAlertRule = components['responses']['InvalidAlertRule'];
export type ResponseAlertRuleWriteForbidden = components['responses']['AlertRuleWriteForbidden'];
export type ResponseInvalidAlertTemplate = components['responses']['InvalidAlertTemplate'];
export type ResponseAlertRuleNotFound = components['responses']['AlertRuleNotFound'];
export type ResponseGroupingPreviewNotFound = components['responses']['GroupingPreviewNotFound'];
export type ResponseInvalidGroupingPreview = components['responses']['InvalidGroupingPreview'];
export type ResponseUnappliedPreview = components['responses']['UnappliedPreview'];
export type ResponseInvalidOwnership = components['responses']['InvalidOwnership'];
export type ResponsePluginNotFound = components['responses']['PluginNotFound'];
export type ResponseInvalidPluginUpdate = components['responses']['InvalidPluginUpdate'];
export type ResponsePluginWriteForbidden = components['responses']['PluginWriteForbidden'];
export type ResponseInvalidPluginTest = components['responses']['InvalidPluginTest'];
export type ResponseMonitorReadForbidden = components['responses']['MonitorReadForbidden'];
export type ResponseInvalidMonitor = components['responses']['InvalidMonitor'];
export type ResponseMonitorWriteForbidden = components['responses']['MonitorWriteForbidden'];
export type ResponseMonitorNotFound = components['responses']['MonitorNotFound'];
export type ResponseInvalidOAuthClient = components['responses']['InvalidOAuthClient'];
export type ResponseOAuthRateLimited = components['responses']['OAuthRateLimited'];
export type ResponseInvalidOAuthExchange = components['responses']['InvalidOAuthExchange'];
export type ResponseInvalidOAuthRevocation = components['responses']['InvalidOAuthRevocation'];
export type ResponseInvalidAgentMessage = components['responses']['InvalidAgentMessage'];
export type ResponseAgentUnauthorized = components['responses']['AgentUnauthorized'];
export type ResponseNotModified = components['responses']['NotModified'];
export type ResponseInvalidContractQuery = components['responses']['InvalidContractQuery'];
export type ResponseDocsNotBuilt = components['responses']['DocsNotBuilt'];
export type ResponseDocsPageNotFound = components['responses']['DocsPageNotFound'];
export type ResponseConsoleNotBuilt = components['responses']['ConsoleNotBuilt'];
export type ResponseInvalidFileName = components['responses']['InvalidFileName'];
export type ResponseConsoleFileNotFound = components['responses']['ConsoleFileNotFound'];
export type ParameterProjectCursor = components['parameters']['ProjectCursor'];
export type ParameterPerPage = components['parameters']['PerPage'];
export type ParameterOrganizationSlug = components['parameters']['OrganizationSlug'];
export type ParameterProjectSlug = components['parameters']['ProjectSlug'];
export type ParameterCollapse = components['parameters']['Collapse'];
export type ParameterMemberCursor = components['parameters']['MemberCursor'];
export type ParameterTeamIdOrSlug = components['parameters']['TeamIdOrSlug'];
export type ParameterTeamCursor = components['parameters']['TeamCursor'];
export type ParameterFull = components['parameters']['Full'];
export type ParameterEventQuery = components['parameters']['EventQuery'];
export type ParameterSearchPeriod = components['parameters']['SearchPeriod'];
export type ParameterSearchStart = components['parameters']['SearchStart'];
export type ParameterSearchEnd = components['parameters']['SearchEnd'];
export type ParameterEventCursor = components['parameters']['EventCursor'];
export type ParameterIfNoneMatch = components['parameters']['IfNoneMatch'];
export type ParameterEventId = components['parameters']['EventId'];
export type ParameterEventCollapse = components['parameters']['EventCollapse'];
export type ParameterAttachmentQuery = components['parameters']['AttachmentQuery'];
export type ParameterEventAttachmentCursor = components['parameters']['EventAttachmentCursor'];
export type ParameterAttachmentId = components['parameters']['AttachmentId'];
export type ParameterAttachmentDownload = components['parameters']['AttachmentDownload'];
export type ParameterKeyCursor = components['parameters']['KeyCursor'];
export type ParameterKeyId = components['parameters']['KeyId'];
export type ParameterUserReportStatus = components['parameters']['UserReportStatus'];
export type ParameterUserReportEnvironments = components['parameters']['UserReportEnvironments'];
export type ParameterUserReportCursor = components['parameters']['UserReportCursor'];
export type ParameterStatsPeriod = components['parameters']['StatsPeriod'];
export type ParameterInterval = components['parameters']['Interval'];
export type ParameterIssueQuery = components['parameters']['IssueQuery'];
export type ParameterGroupStatsPeriod = components['parameters']['GroupStatsPeriod'];
export type ParameterIssueSort = components['parameters']['IssueSort'];
export type ParameterSearchEnvironment = components['parameters']['SearchEnvironment'];
export type ParameterIssueCursor = components['parameters']['IssueCursor'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterIssueListCollapse = components['parameters']['IssueListCollapse'];
export type ParameterUpdatedIssueId = components['parameters']['UpdatedIssueId'];
export type ParameterBulkQuery = components['parameters']['BulkQuery'];
export type ParameterUpdatedStatus = components['parameters']['UpdatedStatus'];
export type ParameterIssueId = components['parameters']['IssueId'];
export type ParameterShortId = components['parameters']['ShortId'];
export type ParameterSearchProject = components['parameters']['SearchProject'];
export type ParameterIssueExpand = components['parameters']['IssueExpand'];
export type ParameterUpdatedOrganizationIssueId = components['parameters']['UpdatedOrganizationIssueId'];
export type ParameterBulkProject = components['parameters']['BulkProject'];
export type ParameterRemovedOrganizationIssueId = components['parameters']['RemovedOrganizationIssueId'];
export type ParameterTagCursor = components['parameters']['TagCursor'];
export type ParameterSearchKey = components['parameters']['SearchKey'];
export type ParameterCompletedText = components['parameters']['CompletedText'];
export type ParameterSavedSearchCursor = components['parameters']['SavedSearchCursor'];
export type ParameterSearchId = components['parameters']['SearchId'];
export type ParameterChangeId = components['parameters']['ChangeId'];
export type ParameterIssueIdOrShortId = components['parameters']['IssueIdOrShortId'];
export type ParameterIssueCollapse = components['parameters']['IssueCollapse'];
export type ParameterCountEnvironment = components['parameters']['CountEnvironment'];
export type ParameterActivityCursor = components['parameters']['ActivityCursor'];
export type ParameterIssueHashId = components['parameters']['IssueHashId'];
export type ParameterCommentId = components['parameters']['CommentId'];
export type ParameterAttachmentTypes = components['parameters']['AttachmentTypes'];
export type ParameterAttachmentEvents = components['parameters']['AttachmentEvents'];
export type ParameterAttachmentScreenshot = components['parameters']['AttachmentScreenshot'];
export type ParameterIssueAttachmentCursor = components['parameters']['IssueAttachmentCursor'];
export type ParameterEventSort = components['parameters']['EventSort'];
export type ParameterIssueEventId = components['parameters']['IssueEventId'];
export type ParameterIssueReleaseCursor = components['parameters']['IssueReleaseCursor'];
export type ParameterStat = components['parameters']['Stat'];
export type ParameterStatsSince = components['parameters']['StatsSince'];
export type ParameterStatsUntil = components['parameters']['StatsUntil'];
export type ParameterResolution = components['parameters']['Resolution'];
export type ParameterTagKey = components['parameters']['TagKey'];
export type ParameterTagValuePrefix = components['parameters']['TagValuePrefix'];
export type ParameterTagValueCursor = components['parameters']['TagValueCursor'];
export type ParameterFrameIdx = components['parameters']['FrameIdx'];
export type ParameterExceptionIdx = components['parameters']['ExceptionIdx'];
export type ParameterProjectId = components['parameters']['ProjectId'];
export type ParameterSentryVersion = components['parameters']['SentryVersion'];
export type ParameterSentryClient = components['parameters']['SentryClient'];
export type ParameterSentryRelease = components['parameters']['SentryRelease'];
export type ParameterSentryEnvironment = components['parameters']['SentryEnvironment'];
export type ParameterSessionId = components['parameters']['SessionId'];
export type ParameterOrganizationCursor = components['parameters']['OrganizationCursor'];
export type ParameterMemberId = components['parameters']['MemberId'];
export type ParameterTokenCursor = components['parameters']['TokenCursor'];
export type ParameterTokenId = components['parameters']['TokenId'];
export type ParameterKeyTeam = components['parameters']['KeyTeam'];
export type ParameterKeyStatus = components['parameters']['KeyStatus'];
export type ParameterProjectKeyCursor = components['parameters']['ProjectKeyCursor'];
export type ParameterAuditEvent = components['parameters']['AuditEvent'];
export type ParameterAuditActor = components['parameters']['AuditActor'];
export type ParameterAuditProject = components['parameters']['AuditProject'];
export type ParameterAuditCursor = components['parameters']['AuditCursor'];
export type ParameterSessionField = components['parameters']['SessionField'];
export type ParameterSessionGroupBy = components['parameters']['SessionGroupBy'];
export type ParameterSessionInterval = components['parameters']['SessionInterval'];
export type ParameterSessionQuery = components['parameters']['SessionQuery'];
export type ParameterSessionOrderBy = components['parameters']['SessionOrderBy'];
export type ParameterIncludeTotals = components['parameters']['IncludeTotals'];
export type ParameterIncludeSeries = components['parameters']['IncludeSeries'];
export type ParameterVisibility = components['parameters']['Visibility'];
export type ParameterRepositoryCursor = components['parameters']['RepositoryCursor'];
export type ParameterReleaseProjectId = components['parameters']['ReleaseProjectId'];
export type ParameterReleaseQuery = components['parameters']['ReleaseQuery'];
export type ParameterReleaseStatus = components['parameters']['ReleaseStatus'];
export type ParameterReleaseSort = components['parameters']['ReleaseSort'];
export type ParameterReleaseHealth = components['parameters']['ReleaseHealth'];
export type ParameterAdoptionStages = components['parameters']['AdoptionStages'];
export type ParameterHealthPeriod = components['parameters']['HealthPeriod'];
export type ParameterHealthEnvironment = components['parameters']['HealthEnvironment'];
export type ParameterReleaseCursor = components['parameters']['ReleaseCursor'];
export type ParameterVersion = components['parameters']['Version'];
export type ParameterVerdictBaseline = components['parameters']['VerdictBaseline'];
export type ParameterVerdictEnvironment = components['parameters']['VerdictEnvironment'];
export type ParameterVerdictProject = components['parameters']['VerdictProject'];
export type ParameterOlderThan = components['parameters']['OlderThan'];
export type ParameterDeliveryProject = components['parameters']['DeliveryProject'];
export type ParameterDeliveryCursor = components['parameters']['DeliveryCursor'];
export type ParameterAlertRuleCursor = components['parameters']['AlertRuleCursor'];
export type ParameterReleaseFileCursor = components['parameters']['ReleaseFileCursor'];
export type ParameterFileId = components['parameters']['FileId'];
export type ParameterDownload = components['parameters']['Download'];
export type ParameterBundleRelease = components['parameters']['BundleRelease'];
export type ParameterArtifactBundleCursor = components['parameters']['ArtifactBundleCursor'];
export type ParameterBundleId = components['parameters']['BundleId'];
export type ParameterBundleFileCursor = components['parameters']['BundleFileCursor'];
export type ParameterArtifactRelease = components['parameters']['ArtifactRelease'];
export type ParameterRuleId = components['parameters']['RuleId'];
export type ParameterPluginId = components['parameters']['PluginId'];
export type ParameterMonitorProject = components['parameters']['MonitorProject'];
export type ParameterMonitorEnvironments = components['parameters']['MonitorEnvironments'];
export type ParameterMonitorOwner = components['parameters']['MonitorOwner'];
export type ParameterMonitorCursor = components['parameters']['MonitorCursor'];
export type ParameterMonitorId = components['parameters']['MonitorId'];
export type ParameterRemovedEnvironment = components['parameters']['RemovedEnvironment'];
export type ParameterMonitorEnvironmentName = components['parameters']['MonitorEnvironmentName'];
export type ParameterCheckInEnvironment = components['parameters']['CheckInEnvironment'];
export type ParameterCheckInCursor = components['parameters']['CheckInCursor'];
export type ParameterMonitorSlug = components['parameters']['MonitorSlug'];
export type ParameterSentStatus = components['parameters']['SentStatus'];
export type ParameterCheckInId = components['parameters']['CheckInId'];
export type ParameterCheckInDuration = components['parameters']['CheckInDuration'];
export type ParameterSentEnvironment = components['parameters']['SentEnvironment'];
export type ParameterPublicKey = components['parameters']['PublicKey'];
export type ParameterAgentWrites = components['parameters']['AgentWrites'];
export type ParameterWebhooks = components['parameters']['Webhooks'];
export type ParameterDocsPagePath = components['parameters']['DocsPagePath'];
export type ParameterConsolePagePath = components['parameters']['ConsolePagePath'];
export type ParameterConsoleFileName = components['parameters']['ConsoleFileName'];
export type ParameterWebhookId = components['parameters']['WebhookId'];
export type ParameterWebhookTimestamp = components['parameters']['WebhookTimestamp'];
export type ParameterWebhookSignature = components['parameters']['WebhookSignature'];
export type RequestBodyEnvelopeBody = components['requestBodies']['EnvelopeBody'];
export type RequestBodyEventBody = components['requestBodies']['EventBody'];
export type RequestBodySecurityReports = components['requestBodies']['SecurityReports'];
export type RequestBodyCspReports = components['requestBodies']['CspReports'];
export type RequestBodyNetworkErrorReports = components['requestBodies']['NetworkErrorReports'];
export type RequestBodyCheckInBody = components['requestBodies']['CheckInBody'];
export type HeaderLink = components['headers']['Link'];
export type HeaderWwwAuthenticate = components['headers']['WwwAuthenticate'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderContentEncoding = components['headers']['ContentEncoding'];
export type HeaderVary = components['headers']['Vary'];
export type HeaderContentDisposition = components['headers']['ContentDisposition'];
export type HeaderDsnRateLimits = components['headers']['DsnRateLimits'];
export type HeaderXHits = components['headers']['XHits'];
export type HeaderXMaxHits = components['headers']['XMaxHits'];
export type HeaderXBulkHits = components['headers']['XBulkHits'];
export type HeaderAccessControlAllowOrigin = components['headers']['AccessControlAllowOrigin'];
export type HeaderAccessControlExposeHeaders = components['headers']['AccessControlExposeHeaders'];
export type HeaderSkippedCategories = components['headers']['SkippedCategories'];
export type HeaderXSentryError = components['headers']['XSentryError'];
export type HeaderXSentryRateLimits = components['headers']['XSentryRateLimits'];
export type HeaderXSentryContext = components['headers']['XSentryContext'];
export type HeaderSetCookie = components['headers']['SetCookie'];
export type HeaderAgentWwwAuthenticate = components['headers']['AgentWwwAuthenticate'];
export type HeaderCacheControl = components['headers']['CacheControl'];
export type HeaderImmutableCacheControl = components['headers']['ImmutableCacheControl'];
export type $defs = Record<string, never>;
export interface operations {
    listProjects: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the slug of a project. Empty means the first page. A cursor of another kind of list is 400.
                 * @example cart:0
                 */
                cursor?: components["parameters"]["ProjectCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of projects. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationProject"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProject: {
        parameters: {
            query?: {
                /**
                 * @description Parts of the record that a command-line tool can do without. It is ignored: records are always whole. Repeat the parameter for several.
                 * @example [
                 *       "organization"
                 *     ]
                 */
                collapse?: components["parameters"]["Collapse"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProjectUpdate"];
            };
        };
        responses: {
            /** @description The updated project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidUpdate"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["UpdateForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProjectAdminForbidden"];
            /** @description The project does not exist, or the caller has no access to it. Nothing was removed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjectMembers: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the id of a member. Empty means the first page. A cursor of another kind of list is 400.
                 * @example m:0:0
                 */
                cursor?: components["parameters"]["MemberCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of members. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"][];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MemberReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addProjectTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id or slug of the team. Digits alone are an id.
                 * @example backend
                 */
                team_id_or_slug: components["parameters"]["TeamIdOrSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project, with all of its teams. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProjectWriteForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeProjectTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id or slug of the team. Digits alone are an id.
                 * @example backend
                 */
                team_id_or_slug: components["parameters"]["TeamIdOrSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project, with its remaining teams. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["LastTeam"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProjectWriteForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the slug of a team. Empty means the first page. A cursor of another kind of list is 400.
                 * @example t:app:0
                 */
                cursor?: components["parameters"]["TeamCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of teams. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamSummary"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["TeamReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        /** @description A slug, a name or both. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamCreation"];
            };
        };
        responses: {
            /** @description The new team. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamSummary"];
                };
            };
            400: components["responses"]["InvalidTeam"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["TeamWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id or slug of the team. Digits alone are an id.
                 * @example backend
                 */
                team_id_or_slug: components["parameters"]["TeamIdOrSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamSummary"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["TeamReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id or slug of the team. Digits alone are an id.
                 * @example backend
                 */
                team_id_or_slug: components["parameters"]["TeamIdOrSlug"];
            };
            cookie?: never;
        };
        /** @description The fields to change. Without a body, nothing changes. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NameUpdate"];
            };
        };
        responses: {
            /** @description The updated team. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamSummary"];
                };
            };
            400: components["responses"]["InvalidRename"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["TeamWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id or slug of the team. Digits alone are an id.
                 * @example backend
                 */
                team_id_or_slug: components["parameters"]["TeamIdOrSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TeamInUse"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["TeamAdminForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTeamProjects: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the slug of a project. Empty means the first page. A cursor of another kind of list is 400.
                 * @example cart:0
                 */
                cursor?: components["parameters"]["ProjectCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id or slug of the team. Digits alone are an id.
                 * @example backend
                 */
                team_id_or_slug: components["parameters"]["TeamIdOrSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of projects. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectSummary"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id or slug of the team. Digits alone are an id.
                 * @example backend
                 */
                team_id_or_slug: components["parameters"]["TeamIdOrSlug"];
            };
            cookie?: never;
        };
        /** @description The project. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectCreation"];
            };
        };
        responses: {
            /** @description The new project. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["InvalidProject"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProjectWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjectEvents: {
        parameters: {
            query?: {
                /**
                 * @description Whether each event has its whole body. `1` and `0` mean `true` and `false`. A page with bodies ends after 8 MiB, also with fewer events than requested; `next` continues there.
                 * @example true
                 */
                full?: components["parameters"]["Full"];
                /**
                 * @description A search. Terms are separated by spaces; all must match. `OR` between terms means that one side is enough, and parentheses group. The key and value of a tag of the event, such as `level:error`, `environment:production`, `release:latest`, `release:web-*`, `level:[error,fatal]` or a tag of your own; `has:` with the key of a tag. `error.type:`, `error.value:`, `user.id:`, `user.email:`, `user.username:`, `user.ip:`, `platform:`, and `timestamp:` with a time such as `-24h`; in an organization, `project:`. `!` in front of a term or of parentheses negates. A short id finds the events of its issue, the id of an event that event. Any other text finds the events with these words, in this order, in the title, the culprit, the message, the exceptions, or the functions and files of frames. Text or a value with a space or a colon in it is written in quotation marks. Keys that only issues have, such as `is:`, are refused.
                 * @example release:latest (level:error OR level:fatal) user.email:*@customers.test
                 */
                query?: components["parameters"]["EventQuery"];
                /**
                 * @description Only what happened in this time before now, in minutes (`30m`), hours (`24h`), days (`14d`) or weeks (`2w`). It excludes `start` and `end`.
                 * @example 14d
                 */
                statsPeriod?: components["parameters"]["SearchPeriod"];
                /**
                 * @description Only what happened at this time or later, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-20T00:00:00Z
                 */
                start?: components["parameters"]["SearchStart"];
                /**
                 * @description Only what happened before this time, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-22T00:00:00Z
                 */
                end?: components["parameters"]["SearchEnd"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the time and the id of an event. Empty means the first page. A cursor of another kind of list is 400.
                 * @example 1795257000000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0
                 */
                cursor?: components["parameters"]["EventCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of events. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"][];
                };
            };
            302: components["responses"]["Moved"];
            304: components["responses"]["Unchanged"];
            400: components["responses"]["InvalidEventSearch"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not hold project:read. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenBody"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: {
                /**
                 * @description Parts of the record to leave out. `adjacentEvents` does not look up the neighbours of the event, which are null then.
                 * @example [
                 *       "adjacentEvents"
                 *     ]
                 */
                collapse?: components["parameters"]["EventCollapse"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Identifier of the event, 32 hexadecimal digits with or without dashes.
                 * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
                 */
                event_id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDetail"];
                };
            };
            302: components["responses"]["Moved"];
            304: components["responses"]["Unchanged"];
            400: components["responses"]["InvalidEventCollapse"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["EventForbidden"];
            404: components["responses"]["EventNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEventAttachments: {
        parameters: {
            query?: {
                /**
                 * @description Only attachments with this text in their name, in any case; `is:screenshot` for screenshots.
                 * @example log
                 */
                query?: components["parameters"]["AttachmentQuery"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the name of an attachment in base64url, and its id. Empty means the first page. A cursor of another kind of list is 400.
                 * @example .Y2FydC5sb2c:2:0
                 */
                cursor?: components["parameters"]["EventAttachmentCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Identifier of the event, 32 hexadecimal digits with or without dashes.
                 * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
                 */
                event_id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of attachments. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAttachment"][];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["EventForbidden"];
            404: components["responses"]["EventNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventAttachment: {
        parameters: {
            query?: {
                /**
                 * @description Returns the bytes of the file instead of its record, whatever the value, also an empty one.
                 * @example 1
                 */
                download?: components["parameters"]["AttachmentDownload"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Identifier of the event, 32 hexadecimal digits with or without dashes.
                 * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
                 */
                event_id: components["parameters"]["EventId"];
                /**
                 * @description Id of an attachment.
                 * @example 1
                 */
                attachment_id: components["parameters"]["AttachmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record of the attachment, or its bytes. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAttachment"];
                    "application/octet-stream": components["schemas"]["Bytes"];
                    "image/gif": components["schemas"]["Bytes"];
                    "image/jpeg": components["schemas"]["Bytes"];
                    "image/png": components["schemas"]["Bytes"];
                    "image/webp": components["schemas"]["Bytes"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["EventForbidden"];
            404: components["responses"]["AttachmentNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeEventAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Identifier of the event, 32 hexadecimal digits with or without dashes.
                 * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
                 */
                event_id: components["parameters"]["EventId"];
                /**
                 * @description Id of an attachment.
                 * @example 1
                 */
                attachment_id: components["parameters"]["AttachmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attachment was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProjectAdminForbidden"];
            404: components["responses"]["AttachmentNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjectKeys: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the time and the id of a key. Empty means the first page. A cursor of another kind of list is 400.
                 * @example k1795257000000:3f6c0a9d1b2e47c5a8d90b1c2d3e4f50:0
                 */
                cursor?: components["parameters"]["KeyCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of keys. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectKey"][];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProjectKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        /** @description The key. Without a body, its name is `Default`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProjectKeyCreation"];
            };
        };
        responses: {
            /** @description The new key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectKey"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidKey"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProjectWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjectKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id of the key, which is its public key.
                 * @example 3f6c0a9d1b2e47c5a8d90b1c2d3e4f50
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectKey"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["KeyNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateProjectKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id of the key, which is its public key.
                 * @example 3f6c0a9d1b2e47c5a8d90b1c2d3e4f50
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. Without a body, nothing changes. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProjectKeyUpdate"];
            };
        };
        responses: {
            /** @description The updated key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectKey"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidKey"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProjectWriteForbidden"];
            404: components["responses"]["KeyNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeProjectKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id of the key, which is its public key.
                 * @example 3f6c0a9d1b2e47c5a8d90b1c2d3e4f50
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProjectAdminForbidden"];
            /** @description The organization, project or key does not exist, or the caller has no access to it. Nothing was removed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateProjectKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id of the key, which is its public key.
                 * @example 3f6c0a9d1b2e47c5a8d90b1c2d3e4f50
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key with its new public key, which is also its id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectKey"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProjectWriteForbidden"];
            404: components["responses"]["KeyNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUserFeedback: {
        parameters: {
            query?: {
                /**
                 * @description Only reports about errors whose issue is unresolved. Empty means all reports.
                 * @example unresolved
                 */
                status?: components["parameters"]["UserReportStatus"];
                /**
                 * @description Only reports from this environment. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["UserReportEnvironments"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the time of a report, and the id of its event. Empty means the first page. A cursor of another kind of list is 400.
                 * @example u1795257600000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0
                 */
                cursor?: components["parameters"]["UserReportCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of reports. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserReport"][];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createUserFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        /** @description The report. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserReportCreation"];
            };
        };
        responses: {
            /** @description The report is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserReport"];
                    "text/plain": string;
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidUserReport"];
            401: components["responses"]["UserReportUnauthorized"];
            403: components["responses"]["UserReportForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["UserReportTooLate"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["UserReportRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjectOutcomes: {
        parameters: {
            query?: {
                /**
                 * @description Period to count, in hours (`24h`) or days (`14d`); at most 90 days.
                 * @example 3h
                 */
                statsPeriod?: components["parameters"]["StatsPeriod"];
                /**
                 * @description Only what happened at this time or later, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-20T00:00:00Z
                 */
                start?: components["parameters"]["SearchStart"];
                /**
                 * @description Only what happened before this time, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-22T00:00:00Z
                 */
                end?: components["parameters"]["SearchEnd"];
                /**
                 * @description Length of an interval: an hour or a day of UTC.
                 * @example 1h
                 */
                interval?: components["parameters"]["Interval"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectOutcomes"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidPeriod"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIssues: {
        parameters: {
            query?: {
                /**
                 * @description A search. Terms are separated by spaces; all must match. `OR` between terms means that one side is enough, and parentheses group. `is:` with a status (`unresolved`, `resolved`, `ignored`). The key and value of a tag that an event of the issue has, such as `level:error`, `environment:production`, `release:web-*`, `level:[error,fatal]`, `user:id:7` or a tag of your own; `has:` with the key of a tag. `firstRelease:` with the release it was first seen in. `!` in front of a term or of parentheses negates. A short id or the id of an event finds its issue. Any other text finds the issues with these words, in this order, in the title, the culprit, the exceptions, or the functions and files of frames; the last word may be the beginning of one. Text or a value with a space or a colon in it is written in quotation marks. The default is `is:unresolved`.
                 * @example is:unresolved (level:error OR level:fatal) "of undefined"
                 */
                query?: components["parameters"]["IssueQuery"];
                /**
                 * @description Adds to each issue its number of events over time, as `stats`: of `24h` by hour, of `14d`, `30d` or `90d` by day. `auto` is the time of which issues are listed, by `statsPeriod` or `start` and `end`: by hour up to two days, by day if it is longer, at most 90 days; 14 days if none is given. Empty adds nothing.
                 * @example
                 */
                groupStatsPeriod?: components["parameters"]["GroupStatsPeriod"];
                /**
                 * @description Order of the issues, highest first: `date` by last event, `new` by first event, `freq` by number of events, `user` by number of affected users. With `environment` or a time range, `freq` and `user` count only events that match, and with `environment`, `date` is the last of these. Issues that are equal in this are ordered by id.
                 * @example freq
                 */
                sort?: components["parameters"]["IssueSort"];
                /**
                 * @description Only what happened in this time before now, in minutes (`30m`), hours (`24h`), days (`14d`) or weeks (`2w`). It excludes `start` and `end`.
                 * @example 14d
                 */
                statsPeriod?: components["parameters"]["SearchPeriod"];
                /**
                 * @description Only what happened at this time or later, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-20T00:00:00Z
                 */
                start?: components["parameters"]["SearchStart"];
                /**
                 * @description Only what happened before this time, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-22T00:00:00Z
                 */
                end?: components["parameters"]["SearchEnd"];
                /**
                 * @description Only what happened in this environment. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["SearchEnvironment"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page of the same list: what the list is ordered by, the id of an issue, and a checksum of the search. Empty means the first page. A cursor of another search, order or kind of list is 400.
                 * @example i1795257600000:9:0
                 */
                cursor?: components["parameters"]["IssueCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
                /**
                 * @description Maximum number of records in a page, as `per_page`, under the name that the command line `sentry` sends.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Members that the caller does not need, which the command line `sentry` sends. It is ignored, because no member costs more than sending it.
                 * @example [
                 *       "filtered"
                 *     ]
                 */
                collapse?: components["parameters"]["IssueListCollapse"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of issues. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Hits": components["headers"]["XHits"];
                    "X-Max-Hits": components["headers"]["XMaxHits"];
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Issue"][];
                };
            };
            302: components["responses"]["Moved"];
            304: components["responses"]["Unchanged"];
            400: components["responses"]["InvalidSearch"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIssues: {
        parameters: {
            query?: {
                /**
                 * @description Id of an issue to update. Repeat the parameter for several; a repeated id counts once. Without an id or `query`, the first 1000 issues that the update would change are updated.
                 * @example [
                 *       4,
                 *       7
                 *     ]
                 */
                id?: components["parameters"]["UpdatedIssueId"];
                /**
                 * @description A search, as in `listIssues`, in place of `id`: the issues that match now, of those the first 1000 by latest `lastSeen`. Empty for all issues. A search that goes through too many issues to find them is 400, as is one beside `id` or `merge`; nothing is changed then.
                 * @example is:unresolved level:error
                 */
                query?: components["parameters"]["BulkQuery"];
                /**
                 * @description Only what happened in this time before now, in minutes (`30m`), hours (`24h`), days (`14d`) or weeks (`2w`). It excludes `start` and `end`.
                 * @example 14d
                 */
                statsPeriod?: components["parameters"]["SearchPeriod"];
                /**
                 * @description Only what happened at this time or later, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-20T00:00:00Z
                 */
                start?: components["parameters"]["SearchStart"];
                /**
                 * @description Only what happened before this time, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-22T00:00:00Z
                 */
                end?: components["parameters"]["SearchEnd"];
                /**
                 * @description Only what happened in this environment. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["SearchEnvironment"];
                /**
                 * @description Update only issues of this status. `muted` means `ignored`. Not beside `query`.
                 * @example unresolved
                 */
                status?: components["parameters"]["UpdatedStatus"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        /** @description What to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueBulkUpdate"];
            };
        };
        responses: {
            /** @description The request was processed. */
            200: {
                headers: {
                    "X-Hits": components["headers"]["XBulkHits"];
                    "X-Max-Hits": components["headers"]["XMaxHits"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesChanged"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidIssueUpdate"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueUpdateForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeIssues: {
        parameters: {
            query?: {
                /**
                 * @description Id of an issue to remove. Without an id or `query`, the first 1000 issues are removed. Repeat the parameter for several; a repeated id counts once.
                 * @example [
                 *       4,
                 *       7
                 *     ]
                 */
                id?: components["parameters"]["IssueId"];
                /**
                 * @description A search, as in `listIssues`, in place of `id`: the issues that match now, of those the first 1000 by latest `lastSeen`. Empty for all issues. A search that goes through too many issues to find them is 400, as is one beside `id` or `merge`; nothing is changed then.
                 * @example is:unresolved level:error
                 */
                query?: components["parameters"]["BulkQuery"];
                /**
                 * @description Only what happened in this time before now, in minutes (`30m`), hours (`24h`), days (`14d`) or weeks (`2w`). It excludes `start` and `end`.
                 * @example 14d
                 */
                statsPeriod?: components["parameters"]["SearchPeriod"];
                /**
                 * @description Only what happened at this time or later, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-20T00:00:00Z
                 */
                start?: components["parameters"]["SearchStart"];
                /**
                 * @description Only what happened before this time, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-22T00:00:00Z
                 */
                end?: components["parameters"]["SearchEnd"];
                /**
                 * @description Only what happened in this environment. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["SearchEnvironment"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was processed. */
            200: {
                headers: {
                    "X-Hits": components["headers"]["XBulkHits"];
                    "X-Max-Hits": components["headers"]["XMaxHits"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "Success.";
                };
            };
            302: components["responses"]["Moved"];
            /** @description An id is not a positive integer, the search is invalid or goes through too many issues, there is another parameter, or the request has a body. Nothing was removed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueAdminForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIssueByShortId: {
        parameters: {
            query?: {
                /**
                 * @description Parts of the record that a command-line tool can do without. It is ignored: records are always whole. Repeat the parameter for several.
                 * @example [
                 *       "organization"
                 *     ]
                 */
                collapse?: components["parameters"]["Collapse"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Short id of an issue, in either case.
                 * @example SHOP-1
                 */
                short_id: components["parameters"]["ShortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The issue and where it is. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShortIdLookup"];
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Identifier of the event, 32 hexadecimal digits with or without dashes.
                 * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
                 */
                event_id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event and where it is. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventIdLookup"];
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["EventForbidden"];
            404: components["responses"]["EventNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizationIssues: {
        parameters: {
            query?: {
                /**
                 * @description Id or slug of a project whose issues are listed. Repeat the parameter for several. Without it, or with `-1`, the issues of all projects are listed.
                 * @example [
                 *       "shop"
                 *     ]
                 */
                project?: components["parameters"]["SearchProject"];
                /**
                 * @description A search. Terms are separated by spaces; all must match. `OR` between terms means that one side is enough, and parentheses group. `is:` with a status (`unresolved`, `resolved`, `ignored`). The key and value of a tag that an event of the issue has, such as `level:error`, `environment:production`, `release:web-*`, `level:[error,fatal]`, `user:id:7` or a tag of your own; `has:` with the key of a tag. `firstRelease:` with the release it was first seen in. `!` in front of a term or of parentheses negates. A short id or the id of an event finds its issue. Any other text finds the issues with these words, in this order, in the title, the culprit, the exceptions, or the functions and files of frames; the last word may be the beginning of one. Text or a value with a space or a colon in it is written in quotation marks. The default is `is:unresolved`.
                 * @example is:unresolved (level:error OR level:fatal) "of undefined"
                 */
                query?: components["parameters"]["IssueQuery"];
                /**
                 * @description Order of the issues, highest first: `date` by last event, `new` by first event, `freq` by number of events, `user` by number of affected users. With `environment` or a time range, `freq` and `user` count only events that match, and with `environment`, `date` is the last of these. Issues that are equal in this are ordered by id.
                 * @example freq
                 */
                sort?: components["parameters"]["IssueSort"];
                /**
                 * @description Only what happened in this time before now, in minutes (`30m`), hours (`24h`), days (`14d`) or weeks (`2w`). It excludes `start` and `end`.
                 * @example 14d
                 */
                statsPeriod?: components["parameters"]["SearchPeriod"];
                /**
                 * @description Only what happened at this time or later, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-20T00:00:00Z
                 */
                start?: components["parameters"]["SearchStart"];
                /**
                 * @description Only what happened before this time, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-22T00:00:00Z
                 */
                end?: components["parameters"]["SearchEnd"];
                /**
                 * @description Only what happened in this environment. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["SearchEnvironment"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page of the same list: what the list is ordered by, the id of an issue, and a checksum of the search. Empty means the first page. A cursor of another search, order or kind of list is 400.
                 * @example i1795257600000:9:0
                 */
                cursor?: components["parameters"]["IssueCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
                /**
                 * @description Maximum number of records in a page, as `per_page`, under the name that the command line `sentry` sends.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Adds to each issue its number of events over time, as `stats`: of `24h` by hour, of `14d`, `30d` or `90d` by day. `auto` is the time of which issues are listed, by `statsPeriod` or `start` and `end`: by hour up to two days, by day if it is longer, at most 90 days; 14 days if none is given. Empty adds nothing.
                 * @example
                 */
                groupStatsPeriod?: components["parameters"]["GroupStatsPeriod"];
                /**
                 * @description Members that the caller does not need, which the command line `sentry` sends. It is ignored, because no member costs more than sending it.
                 * @example [
                 *       "filtered"
                 *     ]
                 */
                collapse?: components["parameters"]["IssueListCollapse"];
                /**
                 * @description Further members that clients of other services ask for, such as `owners`. It is ignored, because records have all members that there are.
                 * @example [
                 *       "owners"
                 *     ]
                 */
                expand?: components["parameters"]["IssueExpand"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of issues. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Hits": components["headers"]["XHits"];
                    "X-Max-Hits": components["headers"]["XMaxHits"];
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Issue"][];
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["InvalidSearch"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOrganizationIssues: {
        parameters: {
            query?: {
                /**
                 * @description Id of an issue to update, of any project of the organization. Repeat the parameter for several; a repeated id counts once. Either it or `query` is required.
                 * @example [
                 *       4,
                 *       7
                 *     ]
                 */
                id?: components["parameters"]["UpdatedOrganizationIssueId"];
                /**
                 * @description A search, as in `listIssues`, in place of `id`: the issues that match now, of those the first 1000 by latest `lastSeen`. Empty for all issues. A search that goes through too many issues to find them is 400, as is one beside `id` or `merge`; nothing is changed then.
                 * @example is:unresolved level:error
                 */
                query?: components["parameters"]["BulkQuery"];
                /**
                 * @description With `query`, id or slug of a project whose issues are searched. Repeat the parameter for several. Without it, or with `-1`, the issues of all projects are searched.
                 * @example [
                 *       "shop"
                 *     ]
                 */
                project?: components["parameters"]["BulkProject"];
                /**
                 * @description Only what happened in this time before now, in minutes (`30m`), hours (`24h`), days (`14d`) or weeks (`2w`). It excludes `start` and `end`.
                 * @example 14d
                 */
                statsPeriod?: components["parameters"]["SearchPeriod"];
                /**
                 * @description Only what happened at this time or later, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-20T00:00:00Z
                 */
                start?: components["parameters"]["SearchStart"];
                /**
                 * @description Only what happened before this time, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-22T00:00:00Z
                 */
                end?: components["parameters"]["SearchEnd"];
                /**
                 * @description Only what happened in this environment. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["SearchEnvironment"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        /** @description What to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueBulkUpdate"];
            };
        };
        responses: {
            /** @description The request was processed. */
            200: {
                headers: {
                    "X-Hits": components["headers"]["XBulkHits"];
                    "X-Max-Hits": components["headers"]["XMaxHits"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuesChanged"];
                };
            };
            400: components["responses"]["InvalidIssueUpdate"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueUpdateForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeOrganizationIssues: {
        parameters: {
            query?: {
                /**
                 * @description Id of an issue to remove, of any project of the organization. Repeat the parameter for several; a repeated id counts once. Either it or `query` is required.
                 * @example [
                 *       7
                 *     ]
                 */
                id?: components["parameters"]["RemovedOrganizationIssueId"];
                /**
                 * @description A search, as in `listIssues`, in place of `id`: the issues that match now, of those the first 1000 by latest `lastSeen`. Empty for all issues. A search that goes through too many issues to find them is 400, as is one beside `id` or `merge`; nothing is changed then.
                 * @example is:unresolved level:error
                 */
                query?: components["parameters"]["BulkQuery"];
                /**
                 * @description With `query`, id or slug of a project whose issues are searched. Repeat the parameter for several. Without it, or with `-1`, the issues of all projects are searched.
                 * @example [
                 *       "shop"
                 *     ]
                 */
                project?: components["parameters"]["BulkProject"];
                /**
                 * @description Only what happened in this time before now, in minutes (`30m`), hours (`24h`), days (`14d`) or weeks (`2w`). It excludes `start` and `end`.
                 * @example 14d
                 */
                statsPeriod?: components["parameters"]["SearchPeriod"];
                /**
                 * @description Only what happened at this time or later, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-20T00:00:00Z
                 */
                start?: components["parameters"]["SearchStart"];
                /**
                 * @description Only what happened before this time, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-22T00:00:00Z
                 */
                end?: components["parameters"]["SearchEnd"];
                /**
                 * @description Only what happened in this environment. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["SearchEnvironment"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was processed. */
            200: {
                headers: {
                    "X-Hits": components["headers"]["XBulkHits"];
                    "X-Max-Hits": components["headers"]["XMaxHits"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "Success.";
                };
            };
            /** @description Neither an id nor a search is named, an id is not a positive integer, the search is invalid or goes through too many issues, there is another parameter, or the request has a body. Nothing was removed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueAdminForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizationEvents: {
        parameters: {
            query?: {
                /**
                 * @description The kind of data. `discover` means the same as `errors`.
                 * @example errors
                 */
                dataset?: "errors" | "discover";
                /**
                 * @description A column: `id`, `timestamp`, `title`, `message`, `culprit`, `platform`, `event.type`, `error.type`, `error.value`, `issue` (short id), `issue.id`, `project`, `project.name`, `project.id`, `user`, `user.id`, `user.email`, `user.username`, `user.ip`, `user.display`, or the key of a tag, such as `level` or `tags[order]`. The aggregates are `count()`, `count_unique(FIELD)`, `first_seen()` and `last_seen()`. Repeat the parameter for several.
                 * @example [
                 *       "issue",
                 *       "title",
                 *       "count()"
                 *     ]
                 */
                field?: string[];
                /**
                 * @description Order of the rows, with `-` for the highest value first. Without aggregates `-timestamp`, which is the default, or `timestamp`; with aggregates a selected column, as `-count()` or `-count`.
                 * @example -count
                 */
                sort?: string;
                /**
                 * @description Clients send it for spans, so that the reply can say that there are none. It is ignored.
                 * @example NORMAL
                 */
                sampling?: string;
                /**
                 * @description Id or slug of a project whose issues are listed. Repeat the parameter for several. Without it, or with `-1`, the issues of all projects are listed.
                 * @example [
                 *       "shop"
                 *     ]
                 */
                project?: components["parameters"]["SearchProject"];
                /**
                 * @description A search. Terms are separated by spaces; all must match. `OR` between terms means that one side is enough, and parentheses group. The key and value of a tag of the event, such as `level:error`, `environment:production`, `release:latest`, `release:web-*`, `level:[error,fatal]` or a tag of your own; `has:` with the key of a tag. `error.type:`, `error.value:`, `user.id:`, `user.email:`, `user.username:`, `user.ip:`, `platform:`, and `timestamp:` with a time such as `-24h`; in an organization, `project:`. `!` in front of a term or of parentheses negates. A short id finds the events of its issue, the id of an event that event. Any other text finds the events with these words, in this order, in the title, the culprit, the message, the exceptions, or the functions and files of frames. Text or a value with a space or a colon in it is written in quotation marks. Keys that only issues have, such as `is:`, are refused.
                 * @example release:latest (level:error OR level:fatal) user.email:*@customers.test
                 */
                query?: components["parameters"]["EventQuery"];
                /**
                 * @description Only what happened in this time before now, in minutes (`30m`), hours (`24h`), days (`14d`) or weeks (`2w`). It excludes `start` and `end`.
                 * @example 14d
                 */
                statsPeriod?: components["parameters"]["SearchPeriod"];
                /**
                 * @description Only what happened at this time or later, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-20T00:00:00Z
                 */
                start?: components["parameters"]["SearchStart"];
                /**
                 * @description Only what happened before this time, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-22T00:00:00Z
                 */
                end?: components["parameters"]["SearchEnd"];
                /**
                 * @description Only what happened in this environment. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["SearchEnvironment"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the time and the id of an event, and the id of its project. Empty means the first page. A cursor of another kind of list is 400.
                 * @example 1795257000000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:1:2
                 */
                cursor?: string;
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of rows. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTable"];
                };
            };
            /** @description A query parameter is unknown, repeated or invalid, or the search is invalid or finds too many events. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizationTags: {
        parameters: {
            query?: {
                /**
                 * @description Id or slug of a project whose issues are listed. Repeat the parameter for several. Without it, or with `-1`, the issues of all projects are listed.
                 * @example [
                 *       "shop"
                 *     ]
                 */
                project?: components["parameters"]["SearchProject"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the key of a tag, encoded. Empty means the first page. A cursor of another kind of list is 400.
                 * @example g:ZW52aXJvbm1lbnQ:2
                 */
                cursor?: components["parameters"]["TagCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tags. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationTag"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizationTagValues: {
        parameters: {
            query?: {
                /**
                 * @description Return only values that begin with this text or contain it, in either case of letters. Of keys with very many values, those that begin with it in the same case are found for certain.
                 * @example prod
                 */
                query?: components["parameters"]["CompletedText"];
                /**
                 * @description Id or slug of a project whose issues are listed. Repeat the parameter for several. Without it, or with `-1`, the issues of all projects are listed.
                 * @example [
                 *       "shop"
                 *     ]
                 */
                project?: components["parameters"]["SearchProject"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Key of a tag, or another key of searches such as `user.email` or `error.type`.
                 * @example environment
                 */
                key: components["parameters"]["SearchKey"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationTagValue"][];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSavedSearches: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the member who alone has a search, 0 for all, and its id. Empty means the first page. A cursor of another kind of list is 400.
                 * @example q0:1:2
                 */
                cursor?: components["parameters"]["SavedSearchCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of saved searches. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedSearch"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSavedSearch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        /** @description The search. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedSearchCreation"];
            };
        };
        responses: {
            /** @description The saved search. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedSearch"];
                };
            };
            400: components["responses"]["InvalidSavedSearch"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSavedSearch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of a saved search.
                 * @example 1
                 */
                search_id: components["parameters"]["SearchId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. Without a body, nothing changes. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SavedSearchUpdate"];
            };
        };
        responses: {
            /** @description The saved search. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedSearch"];
                };
            };
            400: components["responses"]["InvalidSavedSearch"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SavedSearchForbidden"];
            404: components["responses"]["SavedSearchNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeSavedSearch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of a saved search.
                 * @example 1
                 */
                search_id: components["parameters"]["SearchId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The search was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SavedSearchForbidden"];
            404: components["responses"]["SavedSearchNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    undoIssueChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of a change of issues, from `changeId` in the reply of the update.
                 * @example 1
                 */
                change_id: components["parameters"]["ChangeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The change is undone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueChangeUndone"];
                };
            };
            /** @description An issue was changed, removed or merged since, the change set bookmarks of another member, or there is a query parameter. Nothing was undone. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueUpdateForbidden"];
            404: components["responses"]["ChangeNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIssue: {
        parameters: {
            query?: {
                /**
                 * @description Parts of the record to leave out. `stats` leaves out the numbers of events over time.
                 * @example [
                 *       "stats"
                 *     ]
                 */
                collapse?: components["parameters"]["IssueCollapse"];
                /**
                 * @description Count only events of this environment. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["CountEnvironment"];
                /**
                 * @description Only what happened in this time before now, in minutes (`30m`), hours (`24h`), days (`14d`) or weeks (`2w`). It excludes `start` and `end`.
                 * @example 14d
                 */
                statsPeriod?: components["parameters"]["SearchPeriod"];
                /**
                 * @description Only what happened at this time or later, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-20T00:00:00Z
                 */
                start?: components["parameters"]["SearchStart"];
                /**
                 * @description Only what happened before this time, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-22T00:00:00Z
                 */
                end?: components["parameters"]["SearchEnd"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The issue. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Issue"];
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["InvalidIssueCollapse"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        /** @description What to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueUpdate"];
            };
        };
        responses: {
            /** @description The issue after the update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Issue"];
                };
            };
            400: components["responses"]["InvalidIssueUpdate"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueUpdateForbidden"];
            404: components["responses"]["IssueNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The issue was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueAdminForbidden"];
            /** @description The organization or issue does not exist, or the caller has no access to it. Nothing was removed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIssueActivities: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the id of an entry. Empty means the first page. A cursor of another kind of list is 400.
                 * @example y:3:0
                 */
                cursor?: components["parameters"]["ActivityCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of entries. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueActivityList"];
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIssueAlertDecisions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The decisions of each rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueAlertDecisions"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AlertReadForbidden"];
            404: components["responses"]["IssueNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIssueHashes: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hashes. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueHash"][];
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    unmergeIssue: {
        parameters: {
            query: {
                /**
                 * @description A hash to move. Repeat the parameter for several.
                 * @example [
                 *       "b416ac612e1ec8818e6318e65ad4ca15"
                 *     ]
                 */
                id: components["parameters"]["IssueHashId"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new issue. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueName"];
                };
            };
            /** @description A hash is not one of the issue, no event would stay, there are too many events, or there is another parameter. Nothing was changed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueWriteForbidden"];
            404: components["responses"]["IssueNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIssueGroupingDifference: {
        parameters: {
            query?: {
                /**
                 * @description `latest`, `oldest`, or the id of an event of the issue. The default is `latest`.
                 * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
                 */
                event?: string;
                /**
                 * @description `latest` or `oldest` for an event of the issue, or the id of any event of the project. The default is `oldest`.
                 * @example 1d2c3b4a59687f6e8d9c0b1a2f3e4d5c
                 */
                other?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupingDifference"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueEventNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIssueSuspectCommits: {
        parameters: {
            query?: {
                /**
                 * @description `latest`, `oldest`, or the id of an event of the issue, whose frames are compared. The default is `latest`.
                 * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
                 */
                event?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The releases and commits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueSuspectCommits"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueEventNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSimilarIssues: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The similar issues. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimilarIssue"][];
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIssueComments: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the id of an entry. Empty means the first page. A cursor of another kind of list is 400.
                 * @example y:3:0
                 */
                cursor?: components["parameters"]["ActivityCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of comments. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueComment"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIssueComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        /** @description The comment. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueCommentText"];
            };
        };
        responses: {
            /** @description The new comment. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueComment"];
                };
            };
            400: components["responses"]["InvalidComment"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueWriteForbidden"];
            404: components["responses"]["IssueNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIssueComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
                /**
                 * @description Id of a comment.
                 * @example 1
                 */
                comment_id: components["parameters"]["CommentId"];
            };
            cookie?: never;
        };
        /** @description The comment. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueCommentText"];
            };
        };
        responses: {
            /** @description The comment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueComment"];
                };
            };
            400: components["responses"]["InvalidComment"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CommentForbidden"];
            404: components["responses"]["CommentNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeIssueComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
                /**
                 * @description Id of a comment.
                 * @example 1
                 */
                comment_id: components["parameters"]["CommentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comment was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CommentForbidden"];
            404: components["responses"]["CommentNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIssueAttachments: {
        parameters: {
            query?: {
                /**
                 * @description Only attachments of this type. Repeat the parameter for several.
                 * @example [
                 *       "event.attachment"
                 *     ]
                 */
                types?: components["parameters"]["AttachmentTypes"];
                /**
                 * @description Only attachments of this event. Repeat the parameter for several.
                 * @example [
                 *       "8f3a1c5e7b9d4026a1b2c3d4e5f60718"
                 *     ]
                 */
                event_id?: components["parameters"]["AttachmentEvents"];
                /**
                 * @description Only screenshots, whatever the value, also an empty one. The name of a screenshot contains `screenshot`.
                 * @example 1
                 */
                screenshot?: components["parameters"]["AttachmentScreenshot"];
                /**
                 * @description Only attachments with this text in their name, in any case; `is:screenshot` for screenshots.
                 * @example log
                 */
                query?: components["parameters"]["AttachmentQuery"];
                /**
                 * @description Only what happened in this environment. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["SearchEnvironment"];
                /**
                 * @description Only what happened in this time before now, in minutes (`30m`), hours (`24h`), days (`14d`) or weeks (`2w`). It excludes `start` and `end`.
                 * @example 14d
                 */
                statsPeriod?: components["parameters"]["SearchPeriod"];
                /**
                 * @description Only what happened at this time or later, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-20T00:00:00Z
                 */
                start?: components["parameters"]["SearchStart"];
                /**
                 * @description Only what happened before this time, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-22T00:00:00Z
                 */
                end?: components["parameters"]["SearchEnd"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the `dateCreated` of an attachment in milliseconds, and its id. Empty means the first page. A cursor of another kind of list is 400.
                 * @example at1795257600000:2:0
                 */
                cursor?: components["parameters"]["IssueAttachmentCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of attachments. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAttachment"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIssueEvents: {
        parameters: {
            query?: {
                /**
                 * @description Whether each event has its whole body. `1` and `0` mean `true` and `false`. A page with bodies ends after 8 MiB, also with fewer events than requested; `next` continues there.
                 * @example true
                 */
                full?: components["parameters"]["Full"];
                /**
                 * @description A search. Terms are separated by spaces; all must match. `OR` between terms means that one side is enough, and parentheses group. The key and value of a tag of the event, such as `level:error`, `environment:production`, `release:latest`, `release:web-*`, `level:[error,fatal]` or a tag of your own; `has:` with the key of a tag. `error.type:`, `error.value:`, `user.id:`, `user.email:`, `user.username:`, `user.ip:`, `platform:`, and `timestamp:` with a time such as `-24h`; in an organization, `project:`. `!` in front of a term or of parentheses negates. A short id finds the events of its issue, the id of an event that event. Any other text finds the events with these words, in this order, in the title, the culprit, the message, the exceptions, or the functions and files of frames. Text or a value with a space or a colon in it is written in quotation marks. Keys that only issues have, such as `is:`, are refused.
                 * @example release:latest (level:error OR level:fatal) user.email:*@customers.test
                 */
                query?: components["parameters"]["EventQuery"];
                /**
                 * @description Only what happened in this time before now, in minutes (`30m`), hours (`24h`), days (`14d`) or weeks (`2w`). It excludes `start` and `end`.
                 * @example 14d
                 */
                statsPeriod?: components["parameters"]["SearchPeriod"];
                /**
                 * @description Only what happened at this time or later, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-20T00:00:00Z
                 */
                start?: components["parameters"]["SearchStart"];
                /**
                 * @description Only what happened before this time, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-22T00:00:00Z
                 */
                end?: components["parameters"]["SearchEnd"];
                /**
                 * @description Only what happened in this environment. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["SearchEnvironment"];
                /**
                 * @description Order of the events by time, `-timestamp` for the newest first.
                 * @example -timestamp
                 */
                sort?: components["parameters"]["EventSort"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the time and the id of an event. Empty means the first page. A cursor of another kind of list is 400.
                 * @example 1795257000000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0
                 */
                cursor?: components["parameters"]["EventCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of events. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"][];
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["InvalidEventSearch"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIssueEvent: {
        parameters: {
            query?: {
                /**
                 * @description Parts of the record to leave out. `adjacentEvents` does not look up the neighbours of the event, which are null then.
                 * @example [
                 *       "adjacentEvents"
                 *     ]
                 */
                collapse?: components["parameters"]["EventCollapse"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
                /**
                 * @description `latest`, `oldest`, `recommended`, or the identifier of an event of the issue: 32 hexadecimal digits with or without dashes.
                 * @example latest
                 */
                event_id: components["parameters"]["IssueEventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDetail"];
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["InvalidEventCollapse"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueEventNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIssueTags: {
        parameters: {
            query?: {
                /**
                 * @description Count only events of this environment. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["CountEnvironment"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tags. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueTag"][];
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIssueReleases: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the `lastSeen` of a release, and its version in base64url. Empty means the first page. A cursor of another kind of list is 400.
                 * @example s1795257600000:c2hvcEAyLjQuMQ:0
                 */
                cursor?: components["parameters"]["IssueReleaseCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of releases. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueRelease"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIssueStats: {
        parameters: {
            query?: {
                /**
                 * @description Period to count, in hours (`24h`) or days (`14d`); at most 90 days.
                 * @example 3h
                 */
                statsPeriod?: components["parameters"]["StatsPeriod"];
                /**
                 * @description Only what happened at this time or later, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-20T00:00:00Z
                 */
                start?: components["parameters"]["SearchStart"];
                /**
                 * @description Only what happened before this time, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-22T00:00:00Z
                 */
                end?: components["parameters"]["SearchEnd"];
                /**
                 * @description Length of an interval: an hour or a day of UTC.
                 * @example 1h
                 */
                interval?: components["parameters"]["Interval"];
                /**
                 * @description Count only events of this environment. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["CountEnvironment"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountSeries"];
                };
            };
            400: components["responses"]["InvalidPeriod"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjectStats: {
        parameters: {
            query?: {
                /**
                 * @description What to count: `received` is all events, `rejected` those that a rate limit or an error kept out, `blacklisted` those that a filter dropped.
                 * @example received
                 */
                stat?: components["parameters"]["Stat"];
                /**
                 * @description Beginning of the range, in seconds since 1970. The default is a day before its end.
                 * @example 1795248900
                 */
                since?: components["parameters"]["StatsSince"];
                /**
                 * @description End of the range, in seconds since 1970, at most 90 days after its beginning. The default is now.
                 * @example 1795257000
                 */
                until?: components["parameters"]["StatsUntil"];
                /**
                 * @description Length of an interval: an hour or a day of UTC.
                 * @example 1h
                 */
                resolution?: components["parameters"]["Resolution"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountSeries"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidStatsRange"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIssueTag: {
        parameters: {
            query?: {
                /**
                 * @description Count only events of this environment. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["CountEnvironment"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
                /**
                 * @description Key of a tag.
                 * @example environment
                 */
                key: components["parameters"]["TagKey"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueTag"];
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueTagNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIssueTagValues: {
        parameters: {
            query?: {
                /**
                 * @description Return only values that begin with this text.
                 * @example prod
                 */
                query?: components["parameters"]["TagValuePrefix"];
                /**
                 * @description Count only events of this environment. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["CountEnvironment"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the count of a value, and the value in base64url. Empty means the first page. A cursor of another kind of list is 400.
                 * @example t4:cHJvZHVjdGlvbg:0
                 */
                cursor?: components["parameters"]["TagValueCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of an issue, or its short id.
                 * @example SHOP-1
                 */
                issue_id: components["parameters"]["IssueIdOrShortId"];
                /**
                 * @description Key of a tag.
                 * @example environment
                 */
                key: components["parameters"]["TagKey"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of values. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueTagValue"][];
                };
            };
            304: components["responses"]["Unchanged"];
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSourceMapDebug: {
        parameters: {
            query: {
                /**
                 * @description Position of the frame in the stack trace, from 0 for the oldest call. Negative counts from the end.
                 * @example -1
                 */
                frame_idx: components["parameters"]["FrameIdx"];
                /**
                 * @description Position of the exception in the event, from 0 for the oldest cause. Negative counts from the end.
                 * @example 0
                 */
                exception_idx: components["parameters"]["ExceptionIdx"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Identifier of the event, 32 hexadecimal digits with or without dashes.
                 * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
                 */
                event_id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Reasons why the frame is not mapped. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceMapError"][];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidFrame"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventGroupingInfo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Identifier of the event, 32 hexadecimal digits with or without dashes.
                 * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
                 */
                event_id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values, and the hash. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventGrouping"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["EventForbidden"];
            404: components["responses"]["EventNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventJourney: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Identifier of the event, 32 hexadecimal digits with or without dashes.
                 * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
                 */
                event_id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The journey of the event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventJourney"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventOwners: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Identifier of the event, 32 hexadecimal digits with or without dashes.
                 * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
                 */
                event_id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The owners, and the rules that match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventOwners"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventSourceMapDebug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Identifier of the event, 32 hexadecimal digits with or without dashes.
                 * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
                 */
                event_id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The frames, and what the event, its SDK and its project have for them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSourceMapDebug"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    storeEnvelope: {
        parameters: {
            query?: {
                /**
                 * @description Version of the protocol that the client speaks. It is ignored, because there is only one.
                 * @example 7
                 */
                sentry_version?: components["parameters"]["SentryVersion"];
                /**
                 * @description Name and version of the client library. It is ignored, because the event names its SDK itself.
                 * @example sentry.javascript.node/11.11.0
                 */
                sentry_client?: components["parameters"]["SentryClient"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the project, in decimal digits.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["EnvelopeBody"];
        responses: {
            /** @description The events are stored. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    "X-Sentry-Rate-Limits": components["headers"]["SkippedCategories"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvelopeReceipt"];
                };
            };
            400: components["responses"]["IngestBadRequest"];
            401: components["responses"]["IngestUnauthorized"];
            403: components["responses"]["IngestForbidden"];
            408: components["responses"]["IngestRequestTimeout"];
            413: components["responses"]["IngestTooLarge"];
            415: components["responses"]["IngestUnsupportedEncoding"];
            429: components["responses"]["IngestRateLimited"];
            500: components["responses"]["IngestInternalError"];
            503: components["responses"]["IngestUnavailable"];
        };
    };
    storeAttachments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project, in decimal digits.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description Identifier of the event, 32 hexadecimal digits with or without dashes.
                 * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
                 */
                event_id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        /** @description The files, in at most 200 parts. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AttachmentParts"];
            };
        };
        responses: {
            /** @description The files are stored. */
            201: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["IngestBadRequest"];
            401: components["responses"]["IngestUnauthorized"];
            403: components["responses"]["IngestForbidden"];
            408: components["responses"]["IngestRequestTimeout"];
            413: components["responses"]["IngestTooLarge"];
            415: components["responses"]["IngestUnsupportedEncoding"];
            429: components["responses"]["IngestRateLimited"];
            500: components["responses"]["IngestInternalError"];
            503: components["responses"]["IngestUnavailable"];
        };
    };
    storeMinidump: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project, in decimal digits.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /** @description The dump in a form, as the part `upload_file_minidump`. With any other content type, such as `application/octet-stream`, the body is the dump itself. The dump may be compressed with gzip, and has at most 100 MiB once inflated. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["MinidumpForm"];
            };
        };
        responses: {
            /** @description The event is stored, or dropped by a setting or a limit. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["IngestBadMinidump"];
            401: components["responses"]["IngestUnauthorized"];
            403: components["responses"]["IngestForbidden"];
            408: components["responses"]["IngestRequestTimeout"];
            413: components["responses"]["IngestTooLarge"];
            415: components["responses"]["IngestUnsupportedEncoding"];
            500: components["responses"]["IngestInternalError"];
            503: components["responses"]["IngestUnavailable"];
        };
    };
    storeEvent: {
        parameters: {
            query?: {
                /**
                 * @description Version of the protocol that the client speaks. It is ignored, because there is only one.
                 * @example 7
                 */
                sentry_version?: components["parameters"]["SentryVersion"];
                /**
                 * @description Name and version of the client library. It is ignored, because the event names its SDK itself.
                 * @example sentry.javascript.node/11.11.0
                 */
                sentry_client?: components["parameters"]["SentryClient"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the project, in decimal digits.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["EventBody"];
        responses: {
            /** @description The event is stored. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    "X-Sentry-Rate-Limits": components["headers"]["SkippedCategories"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReceipt"];
                };
            };
            400: components["responses"]["IngestBadRequest"];
            401: components["responses"]["IngestUnauthorized"];
            403: components["responses"]["IngestForbidden"];
            408: components["responses"]["IngestRequestTimeout"];
            413: components["responses"]["IngestTooLarge"];
            415: components["responses"]["IngestUnsupportedEncoding"];
            429: components["responses"]["IngestRateLimited"];
            500: components["responses"]["IngestInternalError"];
            503: components["responses"]["IngestUnavailable"];
        };
    };
    getFeedbackForm: {
        parameters: {
            query?: {
                /**
                 * @description Id of the event that the form is about. Required; empty if the page does not know it.
                 * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
                 */
                eventId?: string;
                /**
                 * @description The DSN of the project.
                 * @example http://0123456789abcdef0123456789abcdef@127.0.0.1:4000/1
                 */
                dsn?: string;
                /**
                 * @description Initial value of the name.
                 * @example Ada
                 */
                name?: string;
                /**
                 * @description Initial value of the mail address.
                 * @example ada@example.com
                 */
                email?: string;
                /**
                 * @description Heading of the form.
                 * @example Something broke
                 */
                title?: string;
                /**
                 * @description First sentence below the heading.
                 * @example We know about it.
                 */
                subtitle?: string;
                /**
                 * @description Second sentence below the heading.
                 * @example Tell us what you did.
                 */
                subtitle2?: string;
                /**
                 * @description Label of the name.
                 * @example Name
                 */
                labelName?: string;
                /**
                 * @description Label of the mail address.
                 * @example Mail
                 */
                labelEmail?: string;
                /**
                 * @description Label of the message.
                 * @example What happened?
                 */
                labelComments?: string;
                /**
                 * @description Text of the button that closes the form.
                 * @example Close
                 */
                labelClose?: string;
                /**
                 * @description Text of the button that sends it.
                 * @example Send
                 */
                labelSubmit?: string;
                /**
                 * @description What the form says if it could not be sent.
                 * @example Not sent.
                 */
                errorGeneric?: string;
                /**
                 * @description What the form says if a field is not valid.
                 * @example Please check the fields.
                 */
                errorFormEntry?: string;
                /**
                 * @description What the form says once it is sent.
                 * @example Thank you!
                 */
                successMessage?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The script. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
            400: components["responses"]["InvalidFeedbackForm"];
            401: components["responses"]["IngestUnauthorized"];
            403: components["responses"]["IngestForbidden"];
            404: components["responses"]["FeedbackProjectNotFound"];
            429: components["responses"]["IngestRateLimited"];
            500: components["responses"]["IngestInternalError"];
            503: components["responses"]["IngestUnavailable"];
        };
    };
    storeFeedback: {
        parameters: {
            query?: {
                /**
                 * @description Id of the event that the form is about. Required; empty if the page does not know it.
                 * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
                 */
                eventId?: string;
                /**
                 * @description The DSN of the project.
                 * @example http://0123456789abcdef0123456789abcdef@127.0.0.1:4000/1
                 */
                dsn?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The fields of the form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["FeedbackForm"];
            };
        };
        responses: {
            /** @description The report is stored. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    "X-Sentry-Context": components["headers"]["XSentryContext"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackFormReceipt"];
                    "text/javascript": components["schemas"]["EmptyScript"];
                };
            };
            400: components["responses"]["InvalidFeedbackForm"];
            401: components["responses"]["IngestUnauthorized"];
            403: components["responses"]["IngestForbidden"];
            404: components["responses"]["FeedbackProjectNotFound"];
            408: components["responses"]["IngestRequestTimeout"];
            413: components["responses"]["IngestTooLarge"];
            415: components["responses"]["IngestUnsupportedEncoding"];
            429: components["responses"]["IngestRateLimited"];
            500: components["responses"]["IngestInternalError"];
            503: components["responses"]["IngestUnavailable"];
        };
    };
    storeSecurityReport: {
        parameters: {
            query?: {
                /**
                 * @description The release of the page, which the events get.
                 * @example shop@2.4.1
                 */
                sentry_release?: components["parameters"]["SentryRelease"];
                /**
                 * @description The environment of the page, which the events get.
                 * @example production
                 */
                sentry_environment?: components["parameters"]["SentryEnvironment"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the project, in decimal digits.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["SecurityReports"];
        responses: {
            /** @description The reports are stored, or dropped by a setting. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["IngestBadReport"];
            401: components["responses"]["IngestUnauthorized"];
            403: components["responses"]["IngestForbidden"];
            408: components["responses"]["IngestRequestTimeout"];
            413: components["responses"]["IngestTooLarge"];
            415: components["responses"]["IngestUnsupportedReport"];
            429: components["responses"]["IngestRateLimited"];
            500: components["responses"]["IngestInternalError"];
            503: components["responses"]["IngestUnavailable"];
        };
    };
    storeCspReport: {
        parameters: {
            query?: {
                /**
                 * @description The release of the page, which the events get.
                 * @example shop@2.4.1
                 */
                sentry_release?: components["parameters"]["SentryRelease"];
                /**
                 * @description The environment of the page, which the events get.
                 * @example production
                 */
                sentry_environment?: components["parameters"]["SentryEnvironment"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the project, in decimal digits.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CspReports"];
        responses: {
            /** @description The reports are stored, or dropped by a setting. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["IngestBadReport"];
            401: components["responses"]["IngestUnauthorized"];
            403: components["responses"]["IngestForbidden"];
            408: components["responses"]["IngestRequestTimeout"];
            413: components["responses"]["IngestTooLarge"];
            415: components["responses"]["IngestUnsupportedReport"];
            429: components["responses"]["IngestRateLimited"];
            500: components["responses"]["IngestInternalError"];
            503: components["responses"]["IngestUnavailable"];
        };
    };
    storeNetworkErrorReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project, in decimal digits.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["NetworkErrorReports"];
        responses: {
            /** @description The reports are counted. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["IngestBadRequest"];
            401: components["responses"]["IngestUnauthorized"];
            403: components["responses"]["IngestForbidden"];
            408: components["responses"]["IngestRequestTimeout"];
            413: components["responses"]["IngestTooLarge"];
            415: components["responses"]["IngestUnsupportedEncoding"];
            429: components["responses"]["IngestRateLimited"];
            500: components["responses"]["IngestInternalError"];
            503: components["responses"]["IngestUnavailable"];
        };
    };
    storeEventByKey: {
        parameters: {
            query?: {
                /**
                 * @description Version of the protocol that the client speaks. It is ignored, because there is only one.
                 * @example 7
                 */
                sentry_version?: components["parameters"]["SentryVersion"];
                /**
                 * @description Name and version of the client library. It is ignored, because the event names its SDK itself.
                 * @example sentry.javascript.node/11.11.0
                 */
                sentry_client?: components["parameters"]["SentryClient"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["EventBody"];
        responses: {
            /** @description The event is stored. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    "X-Sentry-Rate-Limits": components["headers"]["SkippedCategories"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReceipt"];
                };
            };
            400: components["responses"]["IngestBadRequest"];
            401: components["responses"]["IngestUnauthorized"];
            403: components["responses"]["IngestForbidden"];
            408: components["responses"]["IngestRequestTimeout"];
            413: components["responses"]["IngestTooLarge"];
            415: components["responses"]["IngestUnsupportedEncoding"];
            429: components["responses"]["IngestRateLimited"];
            500: components["responses"]["IngestInternalError"];
            503: components["responses"]["IngestUnavailable"];
        };
    };
    getService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service and the caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceInfo"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCurrentMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentMember"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSignInOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways to sign in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInOptions"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"][];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description How the member signs in. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionCreation"];
            };
        };
        responses: {
            /** @description The new session. */
            201: {
                headers: {
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSession"];
                };
            };
            400: components["responses"]["InvalidSession"];
            401: components["responses"]["SignInRefused"];
            403: components["responses"]["CrossSiteForbidden"];
            404: components["responses"]["OpenIdNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SignInRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCurrentSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSession"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session.
                 * @example 2
                 */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmAlertAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertAddressConfirmation"];
            };
        };
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertAddress"];
                };
            };
            400: components["responses"]["InvalidAlertAddressConfirmation"];
            404: components["responses"]["AlertAddressNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["ConfirmationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The password. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordUpdate"];
            };
        };
        responses: {
            /** @description The password was set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPassword"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SignInRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The link. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInLinkTest"];
            };
        };
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLinkStatus"];
                };
            };
            400: components["responses"]["InvalidSignInLinkTest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["ConfirmationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What the program asks for, and the decision. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizationCreation"];
            };
        };
        responses: {
            /** @description What the program asks for, and where the browser goes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authorization"];
                };
            };
            400: components["responses"]["InvalidAuthorization"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOpenIdSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where the sign-in continues. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenIdSignIn"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            403: components["responses"]["CrossSiteForbidden"];
            404: components["responses"]["OpenIdNotFound"];
            429: components["responses"]["SignInRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the slug of an organization. Empty means the first page. A cursor of another kind of list is 400.
                 * @example acme:2
                 */
                cursor?: components["parameters"]["OrganizationCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of organizations. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSummary"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrganizationForbidden"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrganizationForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OrganizationUpdate"];
            };
        };
        responses: {
            /** @description The updated organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["InvalidOrganizationUpdate"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrganizationWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrganizationAdminForbidden"];
            /** @description The organization does not exist, or the caller has no access to it. Nothing was removed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the id of a member. Empty means the first page. A cursor of another kind of list is 400.
                 * @example m:0:0
                 */
                cursor?: components["parameters"]["MemberCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of members. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MemberReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        /** @description The new member. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberCreation"];
            };
        };
        responses: {
            /** @description The new member. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["InvalidMemberCreation"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MemberWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of the member, or `me` for the member whose token it is.
                 * @example 1
                 */
                member_id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MemberReadForbidden"];
            404: components["responses"]["MemberNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of the member, or `me` for the member whose token it is.
                 * @example 1
                 */
                member_id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. Without a body, nothing changes. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MemberUpdate"];
            };
        };
        responses: {
            /** @description The updated member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["InvalidMember"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MemberWriteForbidden"];
            404: components["responses"]["MemberNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of the member, or `me` for the member whose token it is.
                 * @example 1
                 */
                member_id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["LastMember"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MemberAdminForbidden"];
            404: components["responses"]["MemberNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMemberTokens: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the id of a token. Empty means the first page. A cursor of another kind of list is 400.
                 * @example tk:0:0
                 */
                cursor?: components["parameters"]["TokenCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of the member, or `me` for the member whose token it is.
                 * @example 1
                 */
                member_id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tokens. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MemberWriteForbidden"];
            404: components["responses"]["MemberNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeMemberToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of the member, or `me` for the member whose token it is.
                 * @example 1
                 */
                member_id: components["parameters"]["MemberId"];
                /**
                 * @description Id of the token.
                 * @example 2
                 */
                token_id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token was revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MemberTokenForbidden"];
            404: components["responses"]["MemberTokenNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of the member, or `me` for the member whose token it is.
                 * @example 1
                 */
                member_id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["InvalidInvitation"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InvitationForbidden"];
            404: components["responses"]["MemberNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of the member, or `me` for the member whose token it is.
                 * @example 1
                 */
                member_id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation was revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InvitationForbidden"];
            404: components["responses"]["InvitationNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of the member, or `me` for the member whose token it is.
                 * @example 1
                 */
                member_id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLink"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SignInLinkForbidden"];
            404: components["responses"]["MemberNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of the member, or `me` for the member whose token it is.
                 * @example 1
                 */
                member_id: components["parameters"]["MemberId"];
                /**
                 * @description Id or slug of the team. Digits alone are an id.
                 * @example backend
                 */
                team_id_or_slug: components["parameters"]["TeamIdOrSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member, with all of their teams. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["TeamMemberForbidden"];
            404: components["responses"]["MemberNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of the member, or `me` for the member whose token it is.
                 * @example 1
                 */
                member_id: components["parameters"]["MemberId"];
                /**
                 * @description Id or slug of the team. Digits alone are an id.
                 * @example backend
                 */
                team_id_or_slug: components["parameters"]["TeamIdOrSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member, with the other teams. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["TeamMemberForbidden"];
            404: components["responses"]["MemberNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizationTokens: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the id of a token. Empty means the first page. A cursor of another kind of list is 400.
                 * @example tk:0:0
                 */
                cursor?: components["parameters"]["TokenCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tokens. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationToken"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrganizationWriteForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOrganizationToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        /** @description The token. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationTokenCreation"];
            };
        };
        responses: {
            /** @description The new token, with its text. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOrganizationToken"];
                };
            };
            400: components["responses"]["InvalidOrganizationToken"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrganizationWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOrganizationToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of the token.
                 * @example 2
                 */
                token_id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        /** @description The name. Without a body, nothing changes. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TokenUpdate"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationToken"];
                };
            };
            400: components["responses"]["InvalidTokenUpdate"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrganizationWriteForbidden"];
            404: components["responses"]["OrganizationTokenNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeOrganizationToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id of the token.
                 * @example 2
                 */
                token_id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token was revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrganizationWriteForbidden"];
            404: components["responses"]["OrganizationTokenNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the id of a token. Empty means the first page. A cursor of another kind of list is 400.
                 * @example tk:0:0
                 */
                cursor?: components["parameters"]["TokenCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tokens. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenCreation"];
            };
        };
        responses: {
            /** @description The new token, with its text. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedToken"];
                };
            };
            400: components["responses"]["InvalidToken"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CsrfForbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the token.
                 * @example 2
                 */
                token_id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token was revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidTokenRemoval"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CsrfForbidden"];
            404: components["responses"]["TokenNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizationProjects: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the slug of a project. Empty means the first page. A cursor of another kind of list is 400.
                 * @example cart:0
                 */
                cursor?: components["parameters"]["ProjectCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of projects. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectSummary"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrganizationForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizationProjectKeys: {
        parameters: {
            query?: {
                /**
                 * @description Return only keys of the projects of this team, by its id or slug. Digits alone are an id.
                 * @example backend
                 */
                team?: components["parameters"]["KeyTeam"];
                /**
                 * @description Return only keys with which events are accepted, or only those with which they are not.
                 * @example active
                 */
                status?: components["parameters"]["KeyStatus"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the id of a project and the id of a key. Empty means the first page. A cursor of another kind of list is 400.
                 * @example p1:3f6c0a9d1b2e47c5a8d90b1c2d3e4f50:2
                 */
                cursor?: components["parameters"]["ProjectKeyCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of keys. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectKey"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /**
                 * @description Returns only entries of this event, such as `key.remove`.
                 * @example project.update
                 */
                event?: components["parameters"]["AuditEvent"];
                /**
                 * @description Returns only changes by the member with this e-mail address.
                 * @example ann@acme.test
                 */
                actor?: components["parameters"]["AuditActor"];
                /**
                 * @description Returns only entries about this project, by its id, or by its slug at the time of the change.
                 * @example shop
                 */
                project?: components["parameters"]["AuditProject"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the time and the id of an entry. Empty means the first page. A cursor of another kind of list is 400.
                 * @example a1795257600000:99:0
                 */
                cursor?: components["parameters"]["AuditCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of entries. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogEntry"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrganizationWriteForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationSessionStats: {
        parameters: {
            query: {
                /**
                 * @description A number to return. `sum(session)`, `count_unique(user)`, and of each of both the share that crashed, `crash_rate(…)`, or did not, `crash_free_rate(…)`, from 0 to 1. The durations of sessions, such as `p50(session.duration)`, are not stored and null. Repeat the parameter for several.
                 * @example [
                 *       "sum(session)",
                 *       "crash_free_rate(session)"
                 *     ]
                 */
                field: components["parameters"]["SessionField"];
                /**
                 * @description `project`, `release`, `environment` or `session.status`, by which sessions are grouped. Repeat the parameter for several. Shares cannot be grouped by status.
                 * @example [
                 *       "release"
                 *     ]
                 */
                groupBy?: components["parameters"]["SessionGroupBy"];
                /**
                 * @description Length of an interval, in hours or days of UTC: from `1h` to `1d`, and a part of a day.
                 * @example 1h
                 */
                interval?: components["parameters"]["SessionInterval"];
                /**
                 * @description Only what happened in this time before now, in minutes (`30m`), hours (`24h`), days (`14d`) or weeks (`2w`). It excludes `start` and `end`.
                 * @example 14d
                 */
                statsPeriod?: components["parameters"]["SearchPeriod"];
                /**
                 * @description Only what happened at this time or later, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-20T00:00:00Z
                 */
                start?: components["parameters"]["SearchStart"];
                /**
                 * @description Only what happened before this time, in ISO 8601; without a zone, in UTC.
                 * @example 2026-11-22T00:00:00Z
                 */
                end?: components["parameters"]["SearchEnd"];
                /**
                 * @description Id or slug of a project whose issues are listed. Repeat the parameter for several. Without it, or with `-1`, the issues of all projects are listed.
                 * @example [
                 *       "shop"
                 *     ]
                 */
                project?: components["parameters"]["SearchProject"];
                /**
                 * @description Only what happened in this environment. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["SearchEnvironment"];
                /**
                 * @description Only sessions of a release and of an environment: `release:shop@2.4.1 environment:production`. A value with spaces is in double quotes.
                 * @example release:shop@2.4.1
                 */
                query?: components["parameters"]["SessionQuery"];
                /**
                 * @description One of the values of `field`, by which groups are sorted, the smallest first; the largest first with `-` before it.
                 * @example -sum(session)
                 */
                orderBy?: components["parameters"]["SessionOrderBy"];
                /**
                 * @description `0` leaves out the numbers of the whole time.
                 * @example 1
                 */
                includeTotals?: components["parameters"]["IncludeTotals"];
                /**
                 * @description `0` leaves out the numbers of the intervals.
                 * @example 1
                 */
                includeSeries?: components["parameters"]["IncludeSeries"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionStats"];
                };
            };
            400: components["responses"]["InvalidSessionStats"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrganizationForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizationEnvironments: {
        parameters: {
            query?: {
                /**
                 * @description Which environments to return. None is hidden, so that `hidden` returns an empty list, and `visible` and `all` return the same.
                 * @example visible
                 */
                visibility?: components["parameters"]["Visibility"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The environments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Environment"][];
                };
            };
            400: components["responses"]["InvalidVisibility"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrganizationForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjectEnvironments: {
        parameters: {
            query?: {
                /**
                 * @description Which environments to return. None is hidden, so that `hidden` returns an empty list, and `visible` and `all` return the same.
                 * @example visible
                 */
                visibility?: components["parameters"]["Visibility"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The environments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectEnvironment"][];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidVisibility"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRepositories: {
        parameters: {
            query?: {
                /**
                 * @description Empty, as command-line tools send it for the first page. There are no other pages.
                 * @example
                 */
                cursor?: components["parameters"]["RepositoryCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No repositories. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>[];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrganizationForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReleases: {
        parameters: {
            query?: {
                /**
                 * @description Returns only releases of the project with this id.
                 * @example 1
                 */
                project?: components["parameters"]["ReleaseProjectId"];
                /**
                 * @description Returns only releases whose version contains this text, in either case of letters.
                 * @example shop@2
                 */
                query?: components["parameters"]["ReleaseQuery"];
                /**
                 * @description Returns only releases that are open, or only those that are archived. Without it, the list has both.
                 * @example open
                 */
                status?: components["parameters"]["ReleaseStatus"];
                /**
                 * @description The order of the list. There is one, by date, newest first; any other value is refused, and this one is ignored.
                 * @example date
                 */
                sort?: components["parameters"]["ReleaseSort"];
                /**
                 * @description With `1`, each project of a release has `healthData`: the numbers of its sessions.
                 * @example 1
                 */
                health?: components["parameters"]["ReleaseHealth"];
                /**
                 * @description With `1`, a release has `adoptionStages`: how far it is adopted in each environment.
                 * @example true
                 */
                adoptionStages?: components["parameters"]["AdoptionStages"];
                /**
                 * @description The time before now in which `healthData` counts sessions, such as `24h` or `14d`; 24 hours without it. Releases of any age are listed.
                 * @example 90d
                 */
                statsPeriod?: components["parameters"]["HealthPeriod"];
                /**
                 * @description The environments in which `healthData` counts sessions; all without it. Repeat the parameter for several. Releases of all environments are listed.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["HealthEnvironment"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the date and the id of a release. Empty means the first page. A cursor of another kind of list is 400.
                 * @example r1795257002000:99:0
                 */
                cursor?: components["parameters"]["ReleaseCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of releases. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        /** @description The release. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseCreation"];
            };
        };
        responses: {
            /** @description The release was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            /** @description The version existed. This is the updated release. */
            208: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidRelease"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRelease: {
        parameters: {
            query?: {
                /**
                 * @description With `1`, each project of a release has `healthData`: the numbers of its sessions.
                 * @example 1
                 */
                health?: components["parameters"]["ReleaseHealth"];
                /**
                 * @description With `1`, a release has `adoptionStages`: how far it is adopted in each environment.
                 * @example true
                 */
                adoptionStages?: components["parameters"]["AdoptionStages"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The release. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseReadForbidden"];
            404: components["responses"]["ReleaseNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        /** @description What to change. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReleaseUpdate"];
            };
        };
        responses: {
            /** @description The updated release. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidRelease"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseWriteForbidden"];
            404: components["responses"]["ReleaseNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The release was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseWriteForbidden"];
            /** @description The organization or release does not exist, or the caller has no access to it. Nothing was removed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReleaseCommits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The commits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Commit"][];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseReadForbidden"];
            404: components["responses"]["ReleaseNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPreviousRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The previous release, or an empty object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"] | components["schemas"]["NoRelease"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseReadForbidden"];
            404: components["responses"]["ReleaseNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReleaseComparison: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comparison. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseComparison"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["ReleaseNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReleaseVerdict: {
        parameters: {
            query?: {
                /**
                 * @description The release to compare with: its version, or `auto` for the release before in each project, as `getReleaseComparison` finds it.
                 * @example auto
                 */
                baseline?: components["parameters"]["VerdictBaseline"];
                /**
                 * @description Judges what happened in this environment. Repeat the parameter for several. Events of a release are not counted by environment: without sessions the rate of errors is then unknown.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["VerdictEnvironment"];
                /**
                 * @description Judges the release only in the project with this id or slug. Repeat the parameter for several.
                 * @example [
                 *       "shop"
                 *     ]
                 */
                project?: components["parameters"]["VerdictProject"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verdict. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseVerdict"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["ReleaseNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeploys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deploys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deploy"][];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseReadForbidden"];
            404: components["responses"]["ReleaseNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDeploy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        /** @description The deploy. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeployCreation"];
            };
        };
        responses: {
            /** @description The deploy was recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deploy"];
                };
            };
            400: components["responses"]["InvalidDeploy"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseWriteForbidden"];
            404: components["responses"]["ReleaseNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjectReleases: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the date and the id of a release. Empty means the first page. A cursor of another kind of list is 400.
                 * @example r1795257002000:99:0
                 */
                cursor?: components["parameters"]["ReleaseCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of releases. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"][];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProjectRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        /** @description The release. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseCreation"];
            };
        };
        responses: {
            /** @description The release was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            /** @description The version existed. This is the updated release. */
            208: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidRelease"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjectRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The release. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseReadForbidden"];
            404: components["responses"]["ReleaseNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateProjectRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        /** @description What to change. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReleaseUpdate"];
            };
        };
        responses: {
            /** @description The updated release. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidRelease"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseWriteForbidden"];
            404: components["responses"]["ReleaseNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeProjectRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The release was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseWriteForbidden"];
            /** @description The organization, project or release does not exist, or the caller has no access to it. Nothing was removed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjectReleaseCommits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The commits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Commit"][];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseReadForbidden"];
            404: components["responses"]["ReleaseNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChunkUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChunkUpload"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseWriteForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadChunks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        /** @description One part for each chunk, at most 64. The limit includes the form itself. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ChunkParts"];
            };
        };
        responses: {
            /** @description All chunks are stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidChunks"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["UploadTooLarge"];
            415: components["responses"]["MultipartExpected"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeUnassembledChunks: {
        parameters: {
            query?: {
                /**
                 * @description Remove only chunks that nobody used for so many hours. 0 removes all of them, also those of an upload in progress.
                 * @example 1
                 */
                olderThan?: components["parameters"]["OlderThan"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedChunks"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrganizationWriteForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUploadUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadUsage"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrganizationForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAlertDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Returns only deliveries of this project, by its id or its slug.
                 * @example shop
                 */
                project?: components["parameters"]["DeliveryProject"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the time, the project, the digest and the recipient of a delivery. Empty means the first page. A cursor of another kind of list is 400.
                 * @example d1795257000000:1:9c1e5a7b3d2f48609ab1c2d3e4f50617:-3:2
                 */
                cursor?: components["parameters"]["DeliveryCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertDelivery"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AlertReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizationAlertRules: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the project and the id of a rule. Empty means the first page. A cursor of another kind of list is 400.
                 * @example ar1:1:2
                 */
                cursor?: components["parameters"]["AlertRuleCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of rules. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAlertRule"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AlertRuleReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    assembleArtifactBundle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        /** @description The chunks, and the projects and release of the archive. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArtifactBundleAssembly"];
            };
        };
        responses: {
            /** @description State of the bundle. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssembleState"];
                };
            };
            400: components["responses"]["InvalidAssembly"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReleaseFiles: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the name and the dist of a file in base64url, and its debug id. Empty means the first page. A cursor of another kind of list is 400.
                 * @example fi9jYXJ0LmNzcw:::0
                 */
                cursor?: components["parameters"]["ReleaseFileCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of files. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseFile"][];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseReadForbidden"];
            404: components["responses"]["ReleaseNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadReleaseFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
            };
            cookie?: never;
        };
        /** @description The file, its name and its headers. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ReleaseFileParts"];
            };
        };
        responses: {
            /** @description The file was stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseFile"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidFile"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseWriteForbidden"];
            404: components["responses"]["ReleaseNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["UploadTooLarge"];
            415: components["responses"]["MultipartExpected"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReleaseFile: {
        parameters: {
            query?: {
                /**
                 * @description Whether to return the bytes of the file instead of its record. `1` and `0` mean `true` and `false`.
                 * @example true
                 */
                download?: components["parameters"]["Download"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
                /**
                 * @description Id of the file.
                 * @example 12
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record of the file, or its bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseFile"];
                    "application/octet-stream": components["schemas"]["Bytes"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseReadForbidden"];
            404: components["responses"]["FileNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeReleaseFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Version of the release, percent-encoded where needed.
                 * @example shop@2.4.1
                 */
                version: components["parameters"]["Version"];
                /**
                 * @description Id of the file.
                 * @example 12
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseWriteForbidden"];
            /** @description The organization, project, release or file does not exist, or the caller has no access to it. Nothing was removed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listArtifactBundles: {
        parameters: {
            query?: {
                /**
                 * @description Returns only bundles of this release.
                 * @example shop@2.4.1
                 */
                release?: components["parameters"]["BundleRelease"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the id of a bundle. Empty means the first page. A cursor of another kind of list is 400.
                 * @example ~13:0
                 */
                cursor?: components["parameters"]["ArtifactBundleCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of bundles. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactBundle"][];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getArtifactBundle: {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the name of a file in base64url, and its id. Empty means the first page. A cursor of another kind of list is 400.
                 * @example ~fi9jYXJ0LmNzcw:1:0
                 */
                cursor?: components["parameters"]["BundleFileCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id of the bundle.
                 * @example 12
                 */
                bundle_id: components["parameters"]["BundleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bundle with one page of its files. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactBundleDetail"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseReadForbidden"];
            404: components["responses"]["BundleNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeReleaseArtifacts: {
        parameters: {
            query: {
                /**
                 * @description Version of the release whose files are removed.
                 * @example shop@2.4.1
                 */
                name: components["parameters"]["ArtifactRelease"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files were removed. If there were none, nothing changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["NameRequired"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseWriteForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAlertSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings and the state of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertSettings"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AlertReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAlertSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        /** @description The choice. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertSettingsUpdate"];
            };
        };
        responses: {
            /** @description The updated settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertSettings"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidAlertSettings"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AlertWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAlertRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRule"][];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AlertRuleReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        /** @description The rule. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertRuleUpdate"];
            };
        };
        responses: {
            /** @description The new rule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidAlertRule"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AlertRuleWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewAlertRule: {
        parameters: {
            query?: {
                /**
                 * @description Number of days whose events are compared.
                 * @example 7
                 */
                days?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        /** @description The rule. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertRuleUpdate"];
            };
        };
        responses: {
            /** @description The alerts that the rule would have sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRulePreview"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidAlertRule"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AlertRuleWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewAlertTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        /** @description The template. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertTemplate"];
            };
        };
        responses: {
            /** @description What would be posted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertTemplatePreview"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidAlertTemplate"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AlertRuleWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id of the alert rule.
                 * @example 1
                 */
                rule_id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AlertRuleReadForbidden"];
            404: components["responses"]["AlertRuleNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id of the alert rule.
                 * @example 1
                 */
                rule_id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        /** @description The rule. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertRuleUpdate"];
            };
        };
        responses: {
            /** @description The rule with its new content. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidAlertRule"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AlertRuleWriteForbidden"];
            404: components["responses"]["AlertRuleNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id of the alert rule.
                 * @example 1
                 */
                rule_id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AlertRuleWriteForbidden"];
            /** @description The organization, project or rule does not exist, or the caller has no access to it. Nothing was removed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id of the alert rule.
                 * @example 1
                 */
                rule_id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of each test. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertTestResult"][];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AlertRuleWriteForbidden"];
            404: components["responses"]["AlertRuleNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getGroupingPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preview. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupingPreview"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GroupingPreviewNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createGroupingPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        /** @description The draft. Without a body, it is as the settings of the project. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["GroupingPreviewCreation"];
            };
        };
        responses: {
            /** @description The preview has begun. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupingPreview"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidGroupingPreview"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProjectWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    applyGroupingPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        /** @description The preview, so that no other draft is applied than the one that was looked at. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppliedPreview"];
            };
        };
        responses: {
            /** @description The settings are saved, and the events are being regrouped. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupingPreview"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["UnappliedPreview"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProjectWriteForbidden"];
            404: components["responses"]["GroupingPreviewNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjectOwnership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules and what they do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectOwnership"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateProjectOwnership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        /** @description The fields to change. Without a body, nothing changes. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProjectOwnershipUpdate"];
            };
        };
        responses: {
            /** @description The updated rules and what they do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectOwnership"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidOwnership"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ProjectWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjectPlugin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id of the plugin. The only one is `webhooks`.
                 * @example webhooks
                 */
                plugin_id: components["parameters"]["PluginId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plugin. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectPlugin"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PluginNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateProjectPlugin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id of the plugin. The only one is `webhooks`.
                 * @example webhooks
                 */
                plugin_id: components["parameters"]["PluginId"];
            };
            cookie?: never;
        };
        /** @description The settings to change. Without a body, nothing changes. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProjectPluginUpdate"];
            };
        };
        responses: {
            /** @description The updated plugin. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectPlugin"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidPluginUpdate"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PluginWriteForbidden"];
            404: components["responses"]["PluginNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testProjectPlugin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id of the plugin. The only one is `webhooks`.
                 * @example webhooks
                 */
                plugin_id: components["parameters"]["PluginId"];
            };
            cookie?: never;
        };
        /** @description What to do. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectPluginTest"];
            };
        };
        responses: {
            /** @description The test alert was posted, or could not be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginTestResult"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidPluginTest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["PluginWriteForbidden"];
            404: components["responses"]["PluginNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMonitors: {
        parameters: {
            query?: {
                /**
                 * @description Id or slug of a project whose monitors are listed. Repeat the parameter for several. Without it, or with `-1`, the monitors of all projects are listed.
                 * @example [
                 *       "shop"
                 *     ]
                 */
                project?: components["parameters"]["MonitorProject"];
                /**
                 * @description Lists only monitors with this environment, and of their environments only this one. Repeat the parameter for several.
                 * @example [
                 *       "production"
                 *     ]
                 */
                environment?: components["parameters"]["MonitorEnvironments"];
                /**
                 * @description Lists only monitors of this owner: `team:SLUG`, `user:EMAIL`, either with an id instead, or `unassigned` for those without one. Repeat the parameter for several.
                 * @example [
                 *       "team:backend"
                 *     ]
                 */
                owner?: components["parameters"]["MonitorOwner"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the project and the number of a monitor. Empty means the first page. A cursor of another kind of list is 400.
                 * @example mo1:1:2
                 */
                cursor?: components["parameters"]["MonitorCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of monitors. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Monitor"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MonitorReadForbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
            };
            cookie?: never;
        };
        /** @description The monitor. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MonitorCreation"];
            };
        };
        responses: {
            /** @description The new monitor. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Monitor"];
                };
            };
            400: components["responses"]["InvalidMonitor"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MonitorWriteForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id or slug of the monitor. If check-ins created the same slug in several projects, it is that of the oldest monitor, unless the path names a project.
                 * @example nightly-report
                 */
                monitor_id_or_slug: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The monitor. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Monitor"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MonitorReadForbidden"];
            404: components["responses"]["MonitorNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id or slug of the monitor. If check-ins created the same slug in several projects, it is that of the oldest monitor, unless the path names a project.
                 * @example nightly-report
                 */
                monitor_id_or_slug: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MonitorUpdate"];
            };
        };
        responses: {
            /** @description The monitor with its new values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Monitor"];
                };
            };
            400: components["responses"]["InvalidMonitor"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MonitorWriteForbidden"];
            404: components["responses"]["MonitorNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeMonitor: {
        parameters: {
            query?: {
                /**
                 * @description Removes only this environment of the monitor. Repeat the parameter for several.
                 * @example [
                 *       "staging"
                 *     ]
                 */
                environment?: components["parameters"]["RemovedEnvironment"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id or slug of the monitor. If check-ins created the same slug in several projects, it is that of the oldest monitor, unless the path names a project.
                 * @example nightly-report
                 */
                monitor_id_or_slug: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The monitor, or the environments, were removed. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MonitorWriteForbidden"];
            /** @description The organization or the monitor does not exist, or the caller has no access to it. Nothing was removed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMonitorEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id or slug of the monitor. If check-ins created the same slug in several projects, it is that of the oldest monitor, unless the path names a project.
                 * @example nightly-report
                 */
                monitor_id_or_slug: components["parameters"]["MonitorId"];
                /**
                 * @description Name of the environment.
                 * @example production
                 */
                environment: components["parameters"]["MonitorEnvironmentName"];
            };
            cookie?: never;
        };
        /** @description Whether it is muted. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MonitorEnvironmentUpdate"];
            };
        };
        responses: {
            /** @description The monitor. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Monitor"];
                };
            };
            400: components["responses"]["InvalidUpdate"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MonitorWriteForbidden"];
            404: components["responses"]["MonitorNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCheckIns: {
        parameters: {
            query?: {
                /**
                 * @description Returns only check-ins of this environment.
                 * @example production
                 */
                environment?: components["parameters"]["CheckInEnvironment"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the number of a check-in. Empty means the first page. A cursor of another kind of list is 400.
                 * @example ci:1:2
                 */
                cursor?: components["parameters"]["CheckInCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Id or slug of the monitor. If check-ins created the same slug in several projects, it is that of the oldest monitor, unless the path names a project.
                 * @example nightly-report
                 */
                monitor_id_or_slug: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of check-ins. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckIn"][];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MonitorReadForbidden"];
            404: components["responses"]["MonitorNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjectMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id or slug of the monitor. If check-ins created the same slug in several projects, it is that of the oldest monitor, unless the path names a project.
                 * @example nightly-report
                 */
                monitor_id_or_slug: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The monitor. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Monitor"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MonitorReadForbidden"];
            404: components["responses"]["MonitorNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateProjectMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id or slug of the monitor. If check-ins created the same slug in several projects, it is that of the oldest monitor, unless the path names a project.
                 * @example nightly-report
                 */
                monitor_id_or_slug: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MonitorUpdate"];
            };
        };
        responses: {
            /** @description The monitor with its new values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Monitor"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidMonitor"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MonitorWriteForbidden"];
            404: components["responses"]["MonitorNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeProjectMonitor: {
        parameters: {
            query?: {
                /**
                 * @description Removes only this environment of the monitor. Repeat the parameter for several.
                 * @example [
                 *       "staging"
                 *     ]
                 */
                environment?: components["parameters"]["RemovedEnvironment"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id or slug of the monitor. If check-ins created the same slug in several projects, it is that of the oldest monitor, unless the path names a project.
                 * @example nightly-report
                 */
                monitor_id_or_slug: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The monitor, or the environments, were removed. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MonitorWriteForbidden"];
            /** @description The organization, the project or the monitor does not exist, or the caller has no access to it. Nothing was removed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjectCheckIns: {
        parameters: {
            query?: {
                /**
                 * @description Returns only check-ins of this environment.
                 * @example production
                 */
                environment?: components["parameters"]["CheckInEnvironment"];
                /**
                 * @description Cursor of the page, from the `Link` header of another page: the number of a check-in. Empty means the first page. A cursor of another kind of list is 400.
                 * @example ci:1:2
                 */
                cursor?: components["parameters"]["CheckInCursor"];
                /**
                 * @description Maximum number of records in a page.
                 * @example 25
                 */
                per_page?: components["parameters"]["PerPage"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A former slug is 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id or slug of the monitor. If check-ins created the same slug in several projects, it is that of the oldest monitor, unless the path names a project.
                 * @example nightly-report
                 */
                monitor_id_or_slug: components["parameters"]["MonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of check-ins. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckIn"][];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MonitorReadForbidden"];
            404: components["responses"]["MonitorNotFound"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    storeCheckInByUrl: {
        parameters: {
            query?: {
                /**
                 * @description How the run stands. Required, unless the body says it.
                 * @example ok
                 */
                status?: components["parameters"]["SentStatus"];
                /**
                 * @description UUID of the run, chosen by the client. Jobs that may overlap send the same one when they begin and when they end.
                 * @example 0b9c8d7e6f5a4b3c8d2e1f0a9b8c7d6e
                 */
                check_in_id?: components["parameters"]["CheckInId"];
                /**
                 * @description Seconds that the run took. By default, the time since it began.
                 * @example 2.5
                 */
                duration?: components["parameters"]["CheckInDuration"];
                /**
                 * @description Environment of the run. The default is production.
                 * @example production
                 */
                environment?: components["parameters"]["SentEnvironment"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the project, in decimal digits.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description Slug of the monitor. Only its first 50 characters count.
                 * @example nightly-report
                 */
                monitor_slug: components["parameters"]["MonitorSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The check-in is stored, or was dropped. */
            202: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The status is missing, or the request is malformed. Nothing was stored. */
            400: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    "X-Sentry-Error": components["headers"]["XSentryError"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestErrorBody"];
                };
            };
            401: components["responses"]["IngestUnauthorized"];
            403: components["responses"]["IngestForbidden"];
            500: components["responses"]["IngestInternalError"];
            503: components["responses"]["IngestUnavailable"];
        };
    };
    storeCheckIn: {
        parameters: {
            query?: {
                /**
                 * @description How the run stands. Required, unless the body says it.
                 * @example ok
                 */
                status?: components["parameters"]["SentStatus"];
                /**
                 * @description UUID of the run, chosen by the client. Jobs that may overlap send the same one when they begin and when they end.
                 * @example 0b9c8d7e6f5a4b3c8d2e1f0a9b8c7d6e
                 */
                check_in_id?: components["parameters"]["CheckInId"];
                /**
                 * @description Seconds that the run took. By default, the time since it began.
                 * @example 2.5
                 */
                duration?: components["parameters"]["CheckInDuration"];
                /**
                 * @description Environment of the run. The default is production.
                 * @example production
                 */
                environment?: components["parameters"]["SentEnvironment"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the project, in decimal digits.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description Slug of the monitor. Only its first 50 characters count.
                 * @example nightly-report
                 */
                monitor_slug: components["parameters"]["MonitorSlug"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CheckInBody"];
        responses: {
            /** @description The check-in is stored, or was dropped. */
            202: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The status is missing, or the request is malformed. Nothing was stored. */
            400: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    "X-Sentry-Error": components["headers"]["XSentryError"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestErrorBody"];
                };
            };
            401: components["responses"]["IngestUnauthorized"];
            403: components["responses"]["IngestForbidden"];
            408: components["responses"]["IngestRequestTimeout"];
            413: components["responses"]["IngestTooLarge"];
            415: components["responses"]["IngestUnsupportedEncoding"];
            500: components["responses"]["IngestInternalError"];
            503: components["responses"]["IngestUnavailable"];
        };
    };
    storeKeyedCheckInByUrl: {
        parameters: {
            query?: {
                /**
                 * @description How the run stands. Required, unless the body says it.
                 * @example ok
                 */
                status?: components["parameters"]["SentStatus"];
                /**
                 * @description UUID of the run, chosen by the client. Jobs that may overlap send the same one when they begin and when they end.
                 * @example 0b9c8d7e6f5a4b3c8d2e1f0a9b8c7d6e
                 */
                check_in_id?: components["parameters"]["CheckInId"];
                /**
                 * @description Seconds that the run took. By default, the time since it began.
                 * @example 2.5
                 */
                duration?: components["parameters"]["CheckInDuration"];
                /**
                 * @description Environment of the run. The default is production.
                 * @example production
                 */
                environment?: components["parameters"]["SentEnvironment"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the project, in decimal digits.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description Slug of the monitor. Only its first 50 characters count.
                 * @example nightly-report
                 */
                monitor_slug: components["parameters"]["MonitorSlug"];
                /**
                 * @description The public key of a DSN of the project.
                 * @example 0123456789abcdef0123456789abcdef
                 */
                public_key: components["parameters"]["PublicKey"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The check-in is stored, or was dropped. */
            202: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The status is missing, or the request is malformed. Nothing was stored. */
            400: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    "X-Sentry-Error": components["headers"]["XSentryError"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestErrorBody"];
                };
            };
            401: components["responses"]["IngestUnauthorized"];
            403: components["responses"]["IngestForbidden"];
            500: components["responses"]["IngestInternalError"];
            503: components["responses"]["IngestUnavailable"];
        };
    };
    storeKeyedCheckIn: {
        parameters: {
            query?: {
                /**
                 * @description How the run stands. Required, unless the body says it.
                 * @example ok
                 */
                status?: components["parameters"]["SentStatus"];
                /**
                 * @description UUID of the run, chosen by the client. Jobs that may overlap send the same one when they begin and when they end.
                 * @example 0b9c8d7e6f5a4b3c8d2e1f0a9b8c7d6e
                 */
                check_in_id?: components["parameters"]["CheckInId"];
                /**
                 * @description Seconds that the run took. By default, the time since it began.
                 * @example 2.5
                 */
                duration?: components["parameters"]["CheckInDuration"];
                /**
                 * @description Environment of the run. The default is production.
                 * @example production
                 */
                environment?: components["parameters"]["SentEnvironment"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the project, in decimal digits.
                 * @example 1
                 */
                project_id: components["parameters"]["ProjectId"];
                /**
                 * @description Slug of the monitor. Only its first 50 characters count.
                 * @example nightly-report
                 */
                monitor_slug: components["parameters"]["MonitorSlug"];
                /**
                 * @description The public key of a DSN of the project.
                 * @example 0123456789abcdef0123456789abcdef
                 */
                public_key: components["parameters"]["PublicKey"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CheckInBody"];
        responses: {
            /** @description The check-in is stored, or was dropped. */
            202: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The status is missing, or the request is malformed. Nothing was stored. */
            400: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    "X-Sentry-Error": components["headers"]["XSentryError"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestErrorBody"];
                };
            };
            401: components["responses"]["IngestUnauthorized"];
            403: components["responses"]["IngestForbidden"];
            408: components["responses"]["IngestRequestTimeout"];
            413: components["responses"]["IngestTooLarge"];
            415: components["responses"]["IngestUnsupportedEncoding"];
            500: components["responses"]["IngestInternalError"];
            503: components["responses"]["IngestUnavailable"];
        };
    };
    getAuthorizationServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationServer"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProtectedResourceAtRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedResource"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProtectedResource: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedResource"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOAuthClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The program. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OAuthClientCreation"];
            };
        };
        responses: {
            /** @description The registered program. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClient"];
                };
            };
            400: components["responses"]["InvalidOAuthClient"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["OAuthRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOAuthToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The code or the refresh token. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["OAuthTokenForm"];
            };
        };
        responses: {
            /** @description The tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthToken"];
                };
            };
            400: components["responses"]["InvalidOAuthExchange"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["OAuthRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeOAuthToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["OAuthRevocation"];
            };
        };
        responses: {
            /** @description The token cannot be used any more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidOAuthRevocation"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["OAuthRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendAgentMessage: {
        parameters: {
            query?: {
                /**
                 * @description With `true`, tools that change something are offered too, as far as the credentials permit it.
                 * @example false
                 */
                write?: components["parameters"]["AgentWrites"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The message. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentMessage"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentAnswer"];
                };
            };
            /** @description The message needs no answer, as notifications. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidAgentMessage"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["AuthenticationRateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service is healthy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service is ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getContract: {
        parameters: {
            query?: {
                /**
                 * @description Whether the document has the section `webhooks`. Some generators of clients cannot read it. Without it, the schemas, parameters and tags that only webhooks use are left out too. `1` and `0` mean `true` and `false`.
                 * @example false
                 */
                webhooks?: components["parameters"]["Webhooks"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contract"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidContractQuery"];
            500: components["responses"]["InternalError"];
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            304: components["responses"]["NotModified"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DocsNotBuilt"];
        };
    };
    getDocsPage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The rest of the path, with its slashes: `guides/` and the name of a guide, `api/` and the name of a tag, and behind the tag the operationId of one of its operations.
                 * @example guides/search
                 */
                page: components["parameters"]["DocsPagePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            304: components["responses"]["NotModified"];
            404: components["responses"]["DocsPageNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DocsNotBuilt"];
        };
    };
    getStartPage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            304: components["responses"]["NotModified"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ConsoleNotBuilt"];
        };
    };
    getSignInPage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            304: components["responses"]["NotModified"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ConsoleNotBuilt"];
        };
    };
    getAuthorizePage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            304: components["responses"]["NotModified"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ConsoleNotBuilt"];
        };
    };
    getConfirmAddressPage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            304: components["responses"]["NotModified"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ConsoleNotBuilt"];
        };
    };
    getConsolePage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier reply, or several, separated by commas. If one is current, the reply is 304.
                 * @example "k3pXl2JTm0Yy7vQHgV1nWw"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The rest of the path, with its slashes, such as `acme/issues/12`. It is ignored by the service, which returns one page for all addresses: the browser reads it.
                 * @example acme/issues/12
                 */
                page: components["parameters"]["ConsolePagePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            304: components["responses"]["NotModified"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ConsoleNotBuilt"];
        };
    };
    getConsoleFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the file, as a page has it.
                 * @example index-B1xq0w3K.js
                 */
                file: components["parameters"]["ConsoleFileName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["ImmutableCacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                    "text/css": string;
                    "image/svg+xml": string;
                };
            };
            400: components["responses"]["InvalidFileName"];
            404: components["responses"]["ConsoleFileNotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    issueAlert: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the alert, the same at each attempt.
                 * @example 7f0c2a9be1d44c6a8f5e3b7092d1c4ea
                 */
                "Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of the attempt, in seconds since 1970, UTC. Reject old requests.
                 * @example 1795267802
                 */
                "Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The signature, after `v1,`.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "Webhook-Signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The alert. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookAlert"];
            };
        };
        responses: {
            /** @description The alert is confirmed. Any other status from 200 to 299 confirms it too. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    crashFreeAlert: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the alert, the same at each attempt.
                 * @example 7f0c2a9be1d44c6a8f5e3b7092d1c4ea
                 */
                "Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of the attempt, in seconds since 1970, UTC. Reject old requests.
                 * @example 1795267802
                 */
                "Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The signature, after `v1,`.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "Webhook-Signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The alert. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCrashFreeAlert"];
            };
        };
        responses: {
            /** @description The alert is confirmed. Any other status from 200 to 299 confirms it too. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
