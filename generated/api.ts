// Generated from openapi/ by `npm run generate`. Do not edit.

export interface paths {
    "/api/0/projects/{organization_slug}/{project_slug}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description Gives the whole project with its settings, the record that updateProject answers.
         */
        get: operations["getProject"];
        /**
         * Update a project
         * @description Changes the fields named in the body and gives back the whole project. Either every field is applied or none. A caller without project:write and project:admin can change only `isBookmarked`; naming any other field is refused with 403. An empty body changes nothing.
         */
        put: operations["updateProject"];
        post?: never;
        delete?: never;
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
         * @description Gives the projects bound to the team, ordered by slug. The `Link` header leads to the other pages.
         */
        get: operations["listTeamProjects"];
        put?: never;
        post?: never;
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
         * @description Gives the stored events, newest first. With `full` each one comes with its whole body, stack trace included. Events that arrive while you page are not mixed in and shift nothing.
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
         * @description Gives an event with its whole body, its frames as they resolve by what is uploaded now.
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
    "/api/0/projects/{organization_slug}/{project_slug}/outcomes/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what became of a project's events
         * @description Tells how many events were accepted and how many were dropped, by reason and interval. Counts are written every half second and kept for 90 days. A request that is refused before its body is read counts as one event.
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
         * @description Gives the issues that a search finds, those seen last first. Without `query` these are the unresolved ones; with an empty one, all of them. An issue that is seen while you page moves to the front and shifts nothing else.
         */
        get: operations["listIssues"];
        /**
         * Update issues of a project in bulk
         * @description Gives the issues named by `id` another status. If any of them is unknown or belongs to another project, the answer is the same and nothing is changed. Without `id` it is the first 1000 issues that do not have the status yet: unresolved ones, then ignored, then resolved, each seen last first. With `status` only issues of that status are changed, named or not. The next event of a resolved issue makes it unresolved again; an ignored one stays as it is.
         */
        put: operations["updateIssues"];
        post?: never;
        /**
         * Remove issues of a project in bulk
         * @description Removes the issues named by `id` for good, with all their events. If any of them is unknown or belongs to another project, the answer is the same and nothing is removed. Without `id` the first 1000 issues go, those seen last first. The same error afterwards makes a new issue.
         */
        delete: operations["removeIssues"];
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
         * @description Gives an issue of any project of the organization, by its id or its short id.
         */
        get: operations["getIssue"];
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
         * @description Gives the stored events of an issue, newest first. With `full` each one comes with its whole body. Events that arrive while you page are not mixed in and shift nothing.
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
    "/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/source-map-debug/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Debug source map issues for an event
         * @description Says why a frame of an event is not mapped to its source, judged by what is uploaded now. The list is empty when the frame resolves or needs no source map.
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
         * @description Takes what a client library sends: an envelope of items, of which events are stored and all others skipped. 200 means the event is on disk, or that the project's filters drop it. An `event_id` the project has already is stored once. Any content type or none is accepted, and the body may be compressed with gzip, deflate or br. The key may also stand in the envelope's own `dsn`; keys given in several places must agree.
         */
        post: operations["storeEnvelope"];
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
         * @description Takes a single event from a client library that does not know envelopes. 200 means the event is on disk, or that the project's filters drop it. An `event_id` the project has already is stored once. Any content type or none is accepted, and the body may be compressed with gzip, deflate or br.
         */
        post: operations["storeEvent"];
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
         * Ask who the token is
         * @description Tells the version of the API, and the member and the scopes behind the token. Every valid token may ask.
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
    "/api/0/organizations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description Gives the organizations the caller may see: the one its token belongs to.
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
         * @description Gives the organization.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
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
         * @description Gives the projects of the organization, ordered by slug. The `Link` header leads to the other pages.
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
    "/api/0/organizations/{organization_slug}/repos/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an organization's repositories
         * @description Gives the source repositories connected to the organization. None can be connected, so the list is empty and clients read commits from their own checkout.
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
         * @description Gives the releases of the organization, newest first: by release date, or creation date where it is not released. Archived ones are among them.
         */
        get: operations["listReleases"];
        put?: never;
        /**
         * Create a release
         * @description Makes the release. If there is one of that version, changes what the body names. Projects named are bound to it; none is taken away.
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
         * @description Gives the release with what is known of its commits, deploys and projects.
         */
        get: operations["getRelease"];
        /**
         * Update a release
         * @description Changes what the body names: a release date finalizes the release, `commits` replace the ones it had. Either everything is applied or nothing.
         */
        put: operations["updateRelease"];
        post?: never;
        /**
         * Remove a release
         * @description Removes the release for good from the whole organization, with its commits, deploys and uploaded files. Events keep the version they came with; the next event of that version makes a new release.
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
         * @description Gives all commits of the release, in the order they were set, which is newest first.
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
         * Get the release before
         * @description Gives the newest release that is older than this one, shares a project with it and has commits. Clients set commits from there on. An empty object if there is none.
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
    "/api/0/organizations/{organization_slug}/releases/{version}/deploys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a release's deploys
         * @description Gives all deploys of the release, the last finished first.
         */
        get: operations["listDeploys"];
        put?: never;
        /**
         * Record a deploy
         * @description Records that the release was brought to an environment. It becomes the latest deploy of its projects there, unless a later one is known.
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
         * @description Gives the releases bound to the project, newest first: by release date, or creation date where it is not released. Archived ones are among them.
         */
        get: operations["listProjectReleases"];
        put?: never;
        /**
         * Create a release of a project
         * @description Makes the release. If there is one of that version, changes what the body names. Projects named are bound to it, and so is the project of the path; none is taken away.
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
         * @description Gives the release with what is known of its commits, deploys and projects. A release that is not bound to the project is not found.
         */
        get: operations["getProjectRelease"];
        /**
         * Update a release of a project
         * @description Changes what the body names: a release date finalizes the release, `commits` replace the ones it had. Either everything is applied or nothing. A release that is not bound to the project is not found.
         */
        put: operations["updateProjectRelease"];
        post?: never;
        /**
         * Remove a release of a project
         * @description Removes the release for good from the whole organization, with its commits, deploys and uploaded files. Events keep the version they came with; the next event of that version makes a new release. A release that is not bound to the project is not found.
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
         * @description Gives all commits of the release, in the order they were set, which is newest first. A release that is not bound to the project is not found.
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
         * Ask how to upload chunks
         * @description Gives the limits of chunk uploads and where to send chunks.
         */
        get: operations["getChunkUpload"];
        put?: never;
        /**
         * Upload chunks
         * @description Keeps pieces of a file until they are assembled. The file name of each part is the SHA-1 of the chunk before compression. Sending a chunk that is there already is fine. Chunks that nothing uses are dropped after a day.
         */
        post: operations["uploadChunks"];
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
         * @description Puts chunks together to an archive of source files and source maps, and files it under projects, release and dist. Repeating the request answers the present state. The release is made if there is none.
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
         * @description Gives the files uploaded for the release in this project, ordered by name, then dist.
         */
        get: operations["listReleaseFiles"];
        put?: never;
        /**
         * Upload a file of a release
         * @description Keeps one file under the name it is served by. A file of the same name and dist is replaced. Bundles with debug ids are the better way; this one is for older clients.
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
         * @description Tells about the file, or with `download` gives its bytes.
         */
        get: operations["getReleaseFile"];
        put?: never;
        post?: never;
        /**
         * Remove a file of a release
         * @description Removes the file for good.
         */
        delete: operations["removeReleaseFile"];
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
         * @description Removes every file that was uploaded for the release in this project, single ones and those of bundles.
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
         * @description Says whether the member whose token it is gets mails about new issues and regressions of the project, and how the last of them went.
         */
        get: operations["getAlertSettings"];
        /**
         * Choose your alerts
         * @description Ends or resumes the mails about the project to the member whose token it is. It changes nothing for others. Mails that are on their way when they are ended are not sent.
         */
        put: operations["updateAlertSettings"];
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
         * @description Gives a plugin with its settings for the project and how its deliveries go. There is one plugin, `webhooks`. Address and secret are empty for callers without project:write and project:admin.
         */
        get: operations["getProjectPlugin"];
        /**
         * Set up a plugin of a project
         * @description Changes the settings named in the body and gives back the whole plugin; the others stay as they are. The first address makes the secret that requests are signed with. What waits for a webhook that is switched off is dropped.
         */
        put: operations["updateProjectPlugin"];
        post?: never;
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
         * Ask whether the service is well
         * @description Answers `ok` while the service runs and reaches its database.
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
         * Ask whether the service can do its work
         * @description Answers `ok` while the database takes writes, for load balancers that send requests to one of several services. A database that can only be read, as a standby is, and one that cannot be reached, are 503; the sentence tells which.
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
         * @description Gives this document as the service has loaded it, in one piece.
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
         * Read the documentation
         * @description Gives this contract as a page to read: guides, every operation, and samples for curl and TypeScript. The page needs nothing from elsewhere. It is sent compressed with br or gzip if the caller accepts that.
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
         * An issue is new, or came back
         * @description Sent to the address of the project's `webhooks` plugin for each new issue and each regression. Any status from 200 to 299 takes it; redirects are not followed, and nothing is read from the answer. Anything else, or no answer within 15 seconds, is tried again after a minute, then after twice as long each time, up to an hour, for three days. The same alert may arrive twice; `Webhook-Id` tells. Check the signature as the Standard Webhooks specification says: an HMAC-SHA256 with the secret over `Webhook-Id`, `Webhook-Timestamp` and the body as it came, joined by full stops, in Base64 after `v1,`.
         */
        post: operations["issueAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description A right that a token can hold. No scope includes another one.
         * @enum {string}
         */
        Scope: "member:read" | "event:read" | "event:write" | "event:admin" | "project:admin" | "project:write" | "project:read" | "project:releases" | "team:read" | "team:write" | "team:admin" | "org:read" | "org:integrations" | "alerts:read" | "alerts:write";
        /** @description Whether events are processed as they should be. */
        EventProcessing: {
            /** @description Whether native frames are resolved late or not at all at the moment. Always false, because they are kept as they came. */
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
        /** @description Picture that stands for the organization or project. */
        Avatar: {
            /** @description Kind of picture. `letter_avatar` means initials on the display color. */
            avatarType: string;
            /** @description Identifier of an uploaded picture. Null when there is none. */
            avatarUuid: string | null;
        };
        /** @description The project's settings under their storage keys. All keys are always present, and each one that has a twin among the project's own fields has the same value there. */
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
            /** @description Whether protection against sudden floods of events is switched off. */
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
            /** @description Always true. Read-only, because reports of content security policies are not stored. */
            "svc:csp_ignored_sources_defaults": boolean;
            /** @description Always empty. Read-only, because reports of content security policies are not stored. */
            "svc:csp_ignored_sources": string;
            /** @description Client addresses and networks whose events are dropped, one a line. */
            "filters:blacklisted_ips": string;
            /** @description Whether errors of React about pages that it could not hydrate are dropped. */
            "filters:react-hydration-errors": boolean;
            /** @description Whether errors about script chunks that failed to load are dropped. */
            "filters:chunk-load-error": boolean;
            /** @description Patterns of releases whose events are dropped, one a line. */
            "filters:releases": string;
            /** @description Patterns of error messages whose events are dropped, one a line. */
            "filters:error_messages": string;
            /** @description Always true. Read-only, because there is no feedback form. */
            "feedback:branding": boolean;
        };
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
        /** @description State of the organization. */
        OrganizationStatus: {
            /** @description The state itself. `active` is the only one given out. */
            id: string;
            /** @description The state as shown to people. */
            name: string;
        };
        /** @description Where the organization is served. */
        OrganizationLinks: {
            /**
             * Format: uri
             * @description Address of the organization.
             */
            organizationUrl: string;
            /**
             * Format: uri
             * @description Address of the service that holds the organization's data.
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
            /** @description Whether the organization gets new features early. Always false, because none does. */
            isEarlyAdopter: boolean;
            /** @description Whether members must use a second factor. Always false, because they do not sign in but use tokens. */
            require2FA: boolean;
            /** @description Whether members must confirm their e-mail address. Always false, because nobody is asked to. */
            requireEmailVerification: boolean;
            avatar: components["schemas"]["Avatar"];
            /** @description Feature flags that are on for the organization. */
            features: string[];
            links: components["schemas"]["OrganizationLinks"];
            /** @description Whether members sign in through a provider of their own. Always false, because they use tokens. */
            hasAuthProvider: boolean;
        };
        /** @description Who wrote the plugin. */
        PluginAuthor: {
            /** @description Name of the author. */
            name: string;
            /** @description Home page of the author. */
            url: string;
        };
        /** @description One feature of a plugin. */
        PluginFeature: {
            /** @description The feature in words. */
            description: string;
            /** @description Name of the feature flag that must be on. */
            featureGate: string;
        };
        /** @description A page about a plugin. */
        PluginLink: {
            /** @description Title of the page. */
            title: string;
            /** @description Address of the page. */
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
            /** @description Display name where there is little room. */
            shortName: string;
            /** @description What the plugin does, such as `issue-tracking`. */
            type: string;
            /** @description Whether the plugin can be switched off. */
            canDisable: boolean;
            /** @description Whether the plugin can be tried out. */
            isTestable: boolean;
            /** @description Whether the plugin has settings. */
            hasConfiguration: boolean;
            /** @description Whether the plugin is on for the project. */
            enabled: boolean;
            /** @description Whether the plugin is about to go away. */
            isDeprecated: boolean;
            /** @description Whether the plugin is left out of menus. */
            isHidden: boolean;
            /** @description How its deliveries go. */
            metadata: {
                /**
                 * Format: date-time
                 * @description When the last delivery was taken. Null when none was.
                 */
                lastSent?: string | null;
                /**
                 * Format: date-time
                 * @description When the first of the failures happened that no success has followed. Null when all is well.
                 */
                failingSince?: string | null;
                /** @description Why the last delivery was not taken. Null when it was. */
                error?: string | null;
            } & {
                [key: string]: unknown;
            };
            /** @description Event contexts the plugin reads. */
            contexts: unknown[];
            /** @description Files the plugin needs in a browser. */
            assets: unknown[];
            /** @description State of the plugin. `disabled`, `active`, or `failing` when its last delivery was not taken. */
            status: string;
            /** @description Help text. May be empty. */
            doc: string;
            /** @description What to use instead. Null when there is no replacement. */
            firstPartyAlternative: string | null;
            /** @description Day the plugin goes away, as text. Null when none is set. */
            deprecationDate: string | null;
            /** @description Whether the replacement is an app rather than an integration. Null when there is no replacement. */
            altIsSentryApp: boolean | null;
            /** @description Version of the plugin. */
            version: string;
            author: components["schemas"]["PluginAuthor"];
            /** @description What the plugin is for. */
            description: string;
            /** @description Features the plugin offers. */
            features: string[];
            /** @description The offered features in words. */
            featureDescriptions: components["schemas"]["PluginFeature"][];
            /** @description Where to read more. */
            resourceLinks: components["schemas"]["PluginLink"][];
        };
        /** @description A project with all its settings. updateProject takes those that act; what this service has nothing to do with is read-only and always the same. */
        Project: {
            /** @description Decimal number that identifies the project for good. It is also the project part of a DSN. */
            id: string;
            /** @description Name of the project in paths, unique in its organization. */
            slug: string;
            /** @description Display name. */
            name: string;
            /** @description Platform the project runs on. Null when nobody has said. */
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
            /** @description Whether the caller may open the project. Every member of the organization may. */
            hasAccess: boolean;
            /** @description Scopes the caller's token holds. */
            access: components["schemas"]["Scope"][];
            /** @description Feature flags that are on for the project. */
            features: string[];
            /**
             * Format: date-time
             * @description When the first event arrived, in UTC. Null before that.
             */
            firstEvent: string | null;
            /** @description Whether a client has ever sent a transaction. Transactions are noted, not stored. */
            firstTransactionEvent: boolean;
            /** @description Whether an event has arrived with a frame that looks minified and could not be mapped. */
            hasMinifiedStackTrace: boolean;
            /** @description Whether a client has ever sent a custom metric. Metrics are noted, not stored. */
            hasCustomMetrics: boolean;
            /** @description Whether a client has ever sent a monitor check-in. Check-ins are noted, not stored. */
            hasMonitors: boolean;
            /** @description Whether a client has ever sent a profile. Profiles are noted, not stored. */
            hasProfiles: boolean;
            /** @description Whether a client has ever sent a session replay. Replays are noted, not stored. */
            hasReplays: boolean;
            /** @description Whether a client has ever sent a session. Sessions are noted, not stored. */
            hasSessions: boolean;
            eventProcessing: components["schemas"]["EventProcessing"];
            /** @description Newest release seen for the project. Null while there is none. */
            latestRelease: components["schemas"]["LatestRelease"] | null;
            team: components["schemas"]["TeamSummary"];
            /** @description All teams of the project. The first one is also given as `team`. */
            teams: components["schemas"]["TeamSummary"][];
            /** @description Whether the project watches this service itself. Always false. Read-only, because none does. */
            isInternal: boolean;
            /** @description Whether the project can be read without a token. Always false. Read-only, because none can. */
            isPublic: boolean;
            avatar: components["schemas"]["Avatar"];
            /** @description Display color. It is derived from the slug and changes with it. */
            color: string;
            /** @description State of the project. Always `active`. */
            status: string;
            options: components["schemas"]["ProjectOptions"];
            /** @description Seconds that alerts wait at least to be gathered into one mail. */
            digestsMinDelay: number;
            /** @description Seconds that alerts wait at most to be gathered into one mail. */
            digestsMaxDelay: number;
            /** @description Text put before the subject of every message about the project. May be empty. */
            subjectPrefix: string;
            /** @description Subject of a message about one issue, with its variables unresolved. */
            subjectTemplate: string;
            /** @description Origins whose pages may send events. A lone `*` allows all. */
            allowedDomains: string[];
            /** @description Hours without a new event after which an issue is resolved. 0 means never. */
            resolveAge: number;
            /** @description Whether sensitive values are removed from events before they are stored. */
            dataScrubber: boolean;
            /** @description Whether the built-in scrubbing rules apply. */
            dataScrubberDefaults: boolean;
            /** @description Field names that are never scrubbed. */
            safeFields: string[];
            /** @description Field names that are always scrubbed, beside the built-in ones. */
            sensitiveFields: string[];
            /** @description Always 0. Read-only, because crash reports and other attachments are not stored. */
            storeCrashReports: number;
            /** @description Secret that requests to the project's webhook, and for JavaScript to hosts that `allowedDomains` names, carry in the header `securityTokenHeader`. Empty unless the caller's token holds project:write or project:admin. */
            securityToken: string;
            /** @description Name of the header that carries the security token to the webhook, and to hosts that JavaScript is fetched from. Null when no token is sent. */
            securityTokenHeader: string | null;
            /** @description Whether the certificates of the project's webhook and of hosts that JavaScript is fetched from must be valid. While false, that of any server is taken, also one that it has made itself. */
            verifySSL: boolean;
            /** @description Whether client addresses are removed from events before they are stored. */
            scrubIPAddresses: boolean;
            /** @description Whether minified JavaScript and its source maps are fetched from where the frames of events point to, if nothing was uploaded for them. */
            scrapeJavaScript: boolean;
            /** @description Name and version of the rules that put events into issues. */
            groupingConfig: string;
            /** @description Rules that mark frames as in-app or leave them out of the grouping, one a line. Empty when there are none. */
            groupingEnhancements: string;
            /** @description Always null. Read-only, because stack trace rules build on nothing else. */
            groupingEnhancementsBase: string | null;
            /** @description The grouping configuration before the present one, whose issues events still go into. Empty when there is none. */
            secondaryGroupingConfig: string;
            /** @description When the earlier configuration stops counting, in seconds since 1970. 0 when there is none. */
            secondaryGroupingExpiry: number;
            /** @description Always true. Read-only, because no newer grouping rules replace those of a project. */
            groupingAutoUpdate: boolean;
            /** @description Rules that give events a fingerprint of the project's own, one a line. Empty when there are none. */
            fingerprintingRules: string;
            /** @description Environment of the events that name none. Empty when not set. */
            defaultEnvironment: string;
            /** @description Scrubbing rules of the project's own as JSON text. Null when there are none. */
            relayPiiConfig: string | null;
            /** @description Always the same four. Read-only, because native events are not symbolicated. */
            builtinSymbolSources: string[];
            /** @description Always the text of an empty list. Read-only, because native events are not symbolicated. */
            symbolSources: string;
            /** @description How many open problems keep events from being processed. Always 0. Read-only, because no event waits for one to be solved. */
            processingIssues: number;
            /** @description Always the seven, on. Read-only, because transactions are not stored, and so not sampled. */
            dynamicSamplingBiases: components["schemas"]["DynamicSamplingBias"][];
            organization: components["schemas"]["OrganizationSummary"];
            /** @description Plugins that can be used with the project, switched on or not. There is one, `webhooks`. */
            plugins: components["schemas"]["Plugin"][];
        };
        /** @description Where a renamed project is found now. */
        MovedBody: {
            /** @description Present slug of the project. */
            slug: string;
            /** @description The same for programs that read errors. */
            detail: {
                /**
                 * @description Name of the error.
                 * @constant
                 */
                code: "resource-moved";
                /** @description The error in one sentence. */
                message: string;
                /** @description The new place. */
                extra: {
                    /**
                     * Format: uri-reference
                     * @description Path of the same request under the present slug. The same as the `Location` header.
                     */
                    url: string;
                    /** @description Present slug of the project. */
                    slug: string;
                };
            };
        };
        /** @description Why a request was refused. */
        ErrorBody: {
            /** @description The reason in one sentence. It names the parameter at fault, if there is one. */
            detail: string;
        };
        /** @description Why a request was refused although its token is good. */
        ForbiddenBody: {
            /** @description The reason in one sentence. */
            detail: string;
            /** @description Scopes of which any single one is enough. */
            requiredScopes: components["schemas"]["Scope"][];
        };
        /**
         * @description A platform a project can run on. `other` stands for everything else.
         * @enum {string}
         */
        Platform: "android" | "apple" | "apple-ios" | "apple-macos" | "bun" | "capacitor" | "cloudflare-pages" | "cloudflare-workers" | "cordova" | "dart" | "deno" | "dotnet" | "dotnet-aspnet" | "dotnet-aspnetcore" | "dotnet-awslambda" | "dotnet-gcpfunctions" | "dotnet-maui" | "dotnet-uwp" | "dotnet-winforms" | "dotnet-wpf" | "dotnet-xamarin" | "electron" | "elixir" | "flutter" | "go" | "go-echo" | "go-fasthttp" | "go-fiber" | "go-gin" | "go-http" | "go-iris" | "go-martini" | "go-negroni" | "ionic" | "java" | "java-log4j2" | "java-logback" | "java-spring" | "java-spring-boot" | "javascript" | "javascript-angular" | "javascript-astro" | "javascript-ember" | "javascript-gatsby" | "javascript-nextjs" | "javascript-nuxt" | "javascript-react" | "javascript-remix" | "javascript-solid" | "javascript-solidstart" | "javascript-svelte" | "javascript-sveltekit" | "javascript-vue" | "kotlin" | "minidump" | "native" | "native-qt" | "nintendo-switch" | "node" | "node-awslambda" | "node-azurefunctions" | "node-connect" | "node-express" | "node-fastify" | "node-gcpfunctions" | "node-hapi" | "node-koa" | "node-nestjs" | "node-serverlesscloud" | "php" | "php-laravel" | "php-symfony" | "powershell" | "python" | "python-aiohttp" | "python-asgi" | "python-awslambda" | "python-bottle" | "python-celery" | "python-chalice" | "python-django" | "python-falcon" | "python-fastapi" | "python-flask" | "python-gcpfunctions" | "python-pylons" | "python-pymongo" | "python-pyramid" | "python-quart" | "python-rq" | "python-sanic" | "python-serverless" | "python-starlette" | "python-tornado" | "python-tryton" | "python-wsgi" | "react-native" | "ruby" | "ruby-rack" | "ruby-rails" | "rust" | "unity" | "unreal" | "other";
        /** @description Text to put before the subject of every message about the project. May be empty. */
        SubjectPrefix: string;
        /** @description Hours without a new event after which an issue is resolved. 0 means never. */
        ResolveAge: number;
        /** @description Seconds that a digest of alerts waits. */
        DigestDelay: number;
        /** @description Origins whose pages may send events, in any case. `example.com` is that host, `*.example.com` the host and all below it, `*` everybody. A scheme before it (`https://example.com`) or a port behind it (`example.com:8080`) must be the same; where none is given, any will do. `null` is the origin of pages that have none. Empty texts are dropped. */
        AllowedDomains: string[];
        /** @description Whether it is on. */
        Switch: boolean;
        /** @description Names of fields, in any case and 4000 characters together. */
        FieldNames: string[];
        /** @description Scrubbing rules of the project's own as JSON text, applied beside the built-in ones: `rules` by name, and `applications` that say where each is applied, such as `{"applications": {"$string": ["@email:replace"]}}`. Empty and null are none. */
        PiiConfig: string | null;
        /** @description Secret that requests of the project carry in the header `securityTokenHeader`. Empty for none. */
        SecurityToken: string;
        /** @description Name of the header that carries the security token to the webhook of the project, and to hosts that JavaScript is fetched from; none that requests have already. Empty and null send no token. */
        SecurityTokenHeader: string | null;
        /** @description Name of an environment. Empty and null mean none. */
        EnvironmentName: string | null;
        /**
         * @description Name and version of the rules that put events into issues. Events that were put into issues before stay there; the rules of another name count for those that come then.
         * @enum {string}
         */
        GroupingConfig: "simple:1" | "simple:2";
        /** @description Rules, one a line. Blank lines and those that begin with `#` do nothing. */
        RulesText: string;
        /**
         * @description The grouping configuration before the present one: until `secondaryGroupingExpiry`, events go into the issues that it made. Empty for none.
         * @enum {string}
         */
        SecondaryGroupingConfig: "" | "simple:1" | "simple:2";
        /** @description When `secondaryGroupingConfig` stops counting, in seconds since 1970: at most 91 days ahead. 0 for none. */
        SecondaryGroupingExpiry: number;
        /** @description Patterns or addresses, one a line. Blank lines do nothing. */
        FilterText: string;
        /** @description The settings to change under their storage keys. A key that has a twin among the project's own fields sets the same value; a body that names both must say the same. */
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
            /** @description Whether protection against sudden floods of events is switched off. */
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
            /** @description Client addresses whose events are dropped, one a line: an IPv4 or IPv6 address, or a network such as `192.0.2.0/24`. Both the address of the connection and that of the event's user count. */
            "filters:blacklisted_ips"?: components["schemas"]["FilterText"];
            /** @description Whether errors of React about pages that it could not hydrate are dropped. */
            "filters:react-hydration-errors"?: components["schemas"]["Switch"];
            /** @description Whether errors about script chunks that failed to load are dropped. */
            "filters:chunk-load-error"?: components["schemas"]["Switch"];
            /** @description Releases whose events are dropped, one pattern a line, in any case. `*` is any text, `?` any character, `[a-z]` one of a set, `[!a-z]` none of it, `{a,b}` either text; `\` takes the meaning from the next. */
            "filters:releases"?: components["schemas"]["FilterText"];
            /** @description Messages of errors that are dropped, one pattern a line, as in `filters:releases`. Compared are the message of the event, and the value of each exception, with `TYPE: ` before it and without. */
            "filters:error_messages"?: components["schemas"]["FilterText"];
        };
        /** @description The fields to change; those left out stay as they are. White space around a text is removed before it is checked. Values are not converted: the text `"5"` is no integer. */
        ProjectUpdate: {
            /** @description Star the project for the caller, or take the star away. The only field open to project:read. */
            isBookmarked?: boolean;
            /** @description New display name. */
            name?: string;
            /** @description New name in paths, unique in the organization and none of the reserved ones. Requests under the old slug are sent on (302) until another project takes it. */
            slug?: string;
            platform?: components["schemas"]["Platform"];
            subjectPrefix?: components["schemas"]["SubjectPrefix"];
            /** @description Subject of a message about one issue, without the prefix. Variables are `$title`, `$shortID`, `$projectID`, `$orgID`, `$project` and `${tag:KEY}`, the value of a tag. A `$` that no letter, `_` or `{` follows stands for itself. */
            subjectTemplate?: string;
            resolveAge?: components["schemas"]["ResolveAge"];
            /** @description Seconds that alerts wait at least to be gathered into one mail. Not above `digestsMaxDelay`. */
            digestsMinDelay?: components["schemas"]["DigestDelay"];
            /** @description Seconds that alerts wait at most to be gathered into one mail. Not below `digestsMinDelay`. */
            digestsMaxDelay?: components["schemas"]["DigestDelay"];
            allowedDomains?: components["schemas"]["AllowedDomains"];
            /** @description Whether sensitive values are removed from events before they are stored. */
            dataScrubber?: components["schemas"]["Switch"];
            /** @description Whether the built-in scrubbing rules apply beside `sensitiveFields`. */
            dataScrubberDefaults?: components["schemas"]["Switch"];
            /** @description Names of fields that are never scrubbed, 4000 characters together. */
            safeFields?: components["schemas"]["FieldNames"];
            /** @description Texts of 4000 characters together. A field whose name has one of them in it is scrubbed, beside those of the built-in rules. */
            sensitiveFields?: components["schemas"]["FieldNames"];
            /** @description Whether client addresses are removed from events before they are stored. */
            scrubIPAddresses?: components["schemas"]["Switch"];
            relayPiiConfig?: components["schemas"]["PiiConfig"];
            securityToken?: components["schemas"]["SecurityToken"];
            securityTokenHeader?: components["schemas"]["SecurityTokenHeader"];
            /** @description Whether the certificates of the project's webhook and of hosts that JavaScript is fetched from must be valid. */
            verifySSL?: components["schemas"]["Switch"];
            /** @description Whether minified JavaScript and its source maps are fetched from where the frames of events point to, if nothing was uploaded for them. While false, what was fetched before is not used either. */
            scrapeJavaScript?: components["schemas"]["Switch"];
            /** @description Environment of the events that name none. Empty and null leave these without one. */
            defaultEnvironment?: components["schemas"]["EnvironmentName"];
            groupingConfig?: components["schemas"]["GroupingConfig"];
            /** @description Rules that give events a fingerprint of the project's own, one a line, such as `error.type:TimeoutError -> timeout, {{ transaction }}`. The first that fits counts, before the fingerprint that a client sends. */
            fingerprintingRules?: components["schemas"]["RulesText"];
            /** @description Rules that mark frames as in-app or leave them out of the grouping, one a line, such as `stack.module:vendor.* -app -group`. */
            groupingEnhancements?: components["schemas"]["RulesText"];
            secondaryGroupingConfig?: components["schemas"]["SecondaryGroupingConfig"];
            secondaryGroupingExpiry?: components["schemas"]["SecondaryGroupingExpiry"];
            options?: components["schemas"]["ProjectOptionsUpdate"];
        };
        /** @description Every field at fault, with what is wrong about it. */
        FieldErrors: {
            [key: string]: string[];
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
        /** @description A project as it appears in a list. It has no settings, but says what has been seen in the project. */
        ProjectSummary: {
            /** @description Decimal number that identifies the project for good. It is also the project part of a DSN. */
            id: string;
            /** @description Name of the project in paths, unique in its organization. */
            slug: string;
            /** @description Display name. */
            name: string;
            /** @description Platform the project runs on. Null when nobody has said. */
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
            /** @description Whether the caller may open the project. Every member of the organization may. */
            hasAccess: boolean;
            /** @description Scopes the caller's token holds. */
            access: components["schemas"]["Scope"][];
            /** @description Feature flags that are on for the project. */
            features: string[];
            /**
             * Format: date-time
             * @description When the first event arrived, in UTC. Null before that.
             */
            firstEvent: string | null;
            /** @description Whether a client has ever sent a transaction. Transactions are noted, not stored. */
            firstTransactionEvent: boolean;
            /** @description Whether an event has arrived with a frame that looks minified and could not be mapped. */
            hasMinifiedStackTrace: boolean;
            /** @description Whether a client has ever sent a custom metric. Metrics are noted, not stored. */
            hasCustomMetrics: boolean;
            /** @description Whether a client has ever sent a monitor check-in. Check-ins are noted, not stored. */
            hasMonitors: boolean;
            /** @description Whether a client has ever sent a profile. Profiles are noted, not stored. */
            hasProfiles: boolean;
            /** @description Whether a client has ever sent a session replay. Replays are noted, not stored. */
            hasReplays: boolean;
            /** @description Whether a client has ever sent a session. Sessions are noted, not stored. */
            hasSessions: boolean;
            eventProcessing: components["schemas"]["EventProcessing"];
            /** @description Newest release seen for the project. Null while there is none. */
            latestRelease: components["schemas"]["LatestRelease"] | null;
            team: components["schemas"]["TeamSummary"];
            /** @description All teams of the project. The first one is also given as `team`. */
            teams: components["schemas"]["TeamSummary"][];
            /** @description Names of the environments that events came from or releases were deployed to. */
            environments: string[];
            /** @description Whether a client has ever sent a user's own report. Reports are noted, not stored. */
            hasUserReports: boolean;
            /** @description Newest finished deploy of each environment. Null while there is none. */
            latestDeploys: components["schemas"]["LatestDeploys"] | null;
        };
        /** @description Who was affected by an event. */
        EventUser: {
            /** @description The program's own identifier of the user. Null when not given. */
            id: string | null;
            /** @description E-mail address. Null when not given. */
            email: string | null;
            /** @description Name the user signs in with. Null when not given. */
            username: string | null;
            /** @description Address of the user's device. Null when not given or scrubbed. */
            ip_address: string | null;
            /** @description Full name. Null when not given. */
            name: string | null;
            /** @description Further facts about the user. Null when there are none. */
            data: {
                [key: string]: unknown;
            } | null;
            /** @description Where the user is, as the client says. Null when not given. */
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
            /** @description Kind of part: `message`, `exception`, `stacktrace`, `threads`, `breadcrumbs`, `request`, `debugmeta` or `template`. */
            type: string;
            /** @description Content of the part. An exception has `values`, oldest cause first, each with a `stacktrace` whose `frames` run from the oldest call to the newest. */
            data: {
                [key: string]: unknown;
            };
        };
        /** @description A client library. */
        EventSdk: {
            /** @description Name of the library. Null when not given. */
            name: string | null;
            /** @description Version of the library. Null when not given. */
            version: string | null;
        };
        /** @description A problem met while an event was processed. */
        EventError: {
            /** @description Kind of problem. */
            type: string;
            /** @description The problem in one sentence. */
            message: string;
            /** @description What the problem is about, such as the `name` of the field. */
            data: {
                [key: string]: unknown;
            };
        };
        /** @description Remarks about what was removed or cut before the event was stored, in the shape of the event itself. */
        EventMeta: {
            /** @description Remarks about the entries, by position. Empty when there are none. */
            entries: {
                [key: string]: unknown;
            };
            /** @description Remarks about the message. Null when there are none. */
            message: {
                [key: string]: unknown;
            } | null;
            /** @description Remarks about the user. Null when there are none. */
            user: {
                [key: string]: unknown;
            } | null;
            /** @description Remarks about the contexts. Null when there are none. */
            contexts: {
                [key: string]: unknown;
            } | null;
            /** @description Remarks about the client library. Null when there are none. */
            sdk: {
                [key: string]: unknown;
            } | null;
            /** @description Remarks about the extra values. Null when there are none. */
            context: {
                [key: string]: unknown;
            } | null;
            /** @description Remarks about the packages. Null when there are none. */
            packages: {
                [key: string]: unknown;
            } | null;
            /** @description Remarks about the tags. Null when there are none. */
            tags: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A stored error event with its whole body. It has every field of the short form. */
        EventDetail: {
            /** @description Identifier of the record. The same as `eventID`. */
            id: string;
            /** @description Identifier of the event, as its client made it. */
            eventID: string;
            /** @description Identifier of the project the event belongs to. */
            projectID: string;
            /** @description Identifier of the issue the event belongs to. */
            groupID: string;
            /** @description Kind of event. `error` for an exception, `default` for a plain message. */
            "event.type": string;
            /** @description One line that says what happened, made from the exception or the message. */
            title: string;
            /** @description The logged message, with its parameters filled in. Empty for most exceptions. */
            message: string;
            /** @description File in which it happened. Null when the event names none. */
            location: string | null;
            /** @description Function or transaction in which it happened. Null when the event names none. */
            culprit: string | null;
            /** @description What the title was made from, such as `type`, `value`, `filename` and `function`. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Platform the event comes from. */
            platform: string;
            /**
             * Format: date-time
             * @description When it happened, in UTC and whole seconds.
             */
            dateCreated: string;
            /** @description Who was affected. Null when the event does not say. */
            user: components["schemas"]["EventUser"] | null;
            /** @description Tags of the event, by key. */
            tags: components["schemas"]["EventTag"][];
            /** @description Always null. Crash dumps are not stored. */
            crashFile: null;
            /** @description The parts of the body, such as the exception with its stack trace, the breadcrumbs and the request. */
            entries: components["schemas"]["EventEntry"][];
            /** @description Circumstances by name, such as the runtime, the device and the operating system. */
            contexts: {
                [key: string]: unknown;
            };
            /** @description The client library that sent the event. Null when it does not say. */
            sdk: components["schemas"]["EventSdk"] | null;
            /** @description Versions of the installed packages, by name. */
            packages: {
                [key: string]: unknown;
            };
            /** @description Extra values the program attached. */
            context: {
                [key: string]: unknown;
            };
            /** @description Distribution within the release. Null when there is none. */
            dist: string | null;
            /** @description Version of the release the event comes from. Null when the event names none. */
            release: string | null;
            /** @description Hashes that put the event into its issue. */
            fingerprints: string[];
            /** @description What went wrong while the event was processed. Empty when nothing did. */
            errors: components["schemas"]["EventError"][];
            /** @description Size of the stored body, in bytes. */
            size: number;
            /**
             * Format: date-time
             * @description When the event arrived, in UTC.
             */
            dateReceived: string;
            _meta: components["schemas"]["EventMeta"];
        };
        /** @description A stored error event, in short. */
        Event: {
            /** @description Identifier of the record. The same as `eventID`. */
            id: string;
            /** @description Identifier of the event, as its client made it. */
            eventID: string;
            /** @description Identifier of the project the event belongs to. */
            projectID: string;
            /** @description Identifier of the issue the event belongs to. */
            groupID: string;
            /** @description Kind of event. `error` for an exception, `default` for a plain message. */
            "event.type": string;
            /** @description One line that says what happened, made from the exception or the message. */
            title: string;
            /** @description The logged message, with its parameters filled in. Empty for most exceptions. */
            message: string;
            /** @description File in which it happened. Null when the event names none. */
            location: string | null;
            /** @description Function or transaction in which it happened. Null when the event names none. */
            culprit: string | null;
            /** @description What the title was made from, such as `type`, `value`, `filename` and `function`. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Platform the event comes from. */
            platform: string;
            /**
             * Format: date-time
             * @description When it happened, in UTC and whole seconds.
             */
            dateCreated: string;
            /** @description Who was affected. Null when the event does not say. */
            user: components["schemas"]["EventUser"] | null;
            /** @description Tags of the event, by key. */
            tags: components["schemas"]["EventTag"][];
            /** @description Always null. Crash dumps are not stored. */
            crashFile: null;
        };
        /** @description What became of the events, and why. */
        OutcomeKey: {
            /**
             * @description `accepted` events were taken in, `filtered` ones dropped as the project's settings say, `invalid` ones came from pages that may not send, `rate_limited` ones were refused for there were too many.
             * @enum {string}
             */
            outcome: "accepted" | "filtered" | "invalid" | "rate_limited";
            /**
             * @description Which setting it was that dropped them. Null for those that were accepted.
             * @enum {string|null}
             */
            reason: "chunk-load-error" | "cors" | "error-message" | "ip-address" | "react-hydration-errors" | "release-version" | "spike-protection" | null;
        };
        /** @description The events that became the same for the same reason. */
        OutcomeGroup: {
            by: components["schemas"]["OutcomeKey"];
            /** @description Counts of the whole time. */
            totals: {
                /** @description How many events. */
                "sum(quantity)": number;
            };
            /** @description Counts of each interval. */
            series: {
                /** @description How many events in each of `intervals`. */
                "sum(quantity)": number[];
            };
        };
        /** @description What became of the events that were sent to a project, interval by interval. */
        ProjectOutcomes: {
            /**
             * Format: date-time
             * @description When the first interval begins, in UTC.
             */
            start: string;
            /**
             * Format: date-time
             * @description When the last interval ends, in UTC. It is the present one, and not over.
             */
            end: string;
            /**
             * @description How long an interval is.
             * @enum {string}
             */
            interval: "1h" | "1d";
            /** @description When each interval begins, oldest first. */
            intervals: string[];
            /** @description A group for each outcome and reason that there was, sorted by both. */
            groups: components["schemas"]["OutcomeGroup"][];
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
         * @description Whether somebody still has to look at it. Events make a resolved issue unresolved again, and leave an ignored one as it is.
         * @enum {string}
         */
        IssueStatus: "unresolved" | "resolved" | "ignored";
        /** @description More about the status. Empty for most issues. */
        IssueStatusDetails: {
            /**
             * @description There when the issue was resolved because it had no event for as long as the project's `resolveAge` says.
             * @constant
             */
            autoResolved?: true;
        };
        /** @description All events of a project with the same cause. */
        Issue: {
            /** @description Identifier of the issue. */
            id: string;
            /** @description What people call the issue, the slug of its project in capitals and a number in Crockford's base 32. */
            shortId: string;
            /** @description One line that says what happened, as its first event tells it. */
            title: string;
            /** @description Function or transaction in which it happened. Null when the first event names none. */
            culprit: string | null;
            /**
             * @description Kind of its events. `error` for exceptions, `default` for plain messages.
             * @enum {string}
             */
            type: "error" | "default";
            /**
             * @description How bad the first event was.
             * @enum {string}
             */
            level: "fatal" | "error" | "warning" | "info" | "debug";
            /** @description Platform the first event came from. */
            platform: string;
            project: components["schemas"]["IssueProject"];
            status: components["schemas"]["IssueStatus"];
            /**
             * @description Why the status is as it is. `new` since its first event, `ongoing` since a person opened it again, `regressed` since it was resolved and another event came, `archived_forever` while it is ignored; null when it is resolved.
             * @enum {string|null}
             */
            substatus: "new" | "ongoing" | "regressed" | "archived_forever" | null;
            statusDetails: components["schemas"]["IssueStatusDetails"];
            /** @description How many events it had. */
            count: string;
            /** @description How many users its events affected. */
            userCount: number;
            /**
             * Format: date-time
             * @description When its oldest event happened, in UTC.
             */
            firstSeen: string;
            /**
             * Format: date-time
             * @description When its newest event happened, in UTC.
             */
            lastSeen: string;
        };
        /** @description What becomes of issues. */
        IssueUpdate: {
            /**
             * @description The status to give them. `muted` means `ignored`.
             * @enum {string}
             */
            status: "unresolved" | "resolved" | "ignored" | "muted";
            /** @description Always null, as command-line tools send it. Issues are ignored until somebody changes them again. */
            snoozeDuration?: null;
        };
        /** @description What became of issues. */
        IssueUpdated: {
            status: components["schemas"]["IssueStatus"];
            statusDetails: components["schemas"]["IssueStatusDetails"];
        };
        /**
         * @description What is missing, with the keys of `data` in brackets.
         *
         *     - `no_release_on_event`: the event names no release that is known here.
         *     - `no_sourcemaps_on_release`: nothing was uploaded for the release.
         *     - `url_not_valid`: the frame's path is no absolute address (absPath).
         *     - `no_url_match`: no uploaded file fits the path (absPath, filename, unifiedPath, artifactNames, and
         *       artifactCount where there are more names than are told).
         *     - `partial_match`: only a file with the same ending fits (absPath, partialMatchPath, filename,
         *       unifiedPath, urlPrefix, artifactNames, artifactCount as above).
         *     - `dist_mismatch`: the file belongs to another distribution (eventDist, artifactDist, filename).
         *     - `sourcemap_not_found`: the file names no source map, or an empty one (filename).
         *     - `debug_id_no_sourcemaps`: the client could have sent debug ids but did not, and names no release.
         *     - `debug_id_source_not_found`: no uploaded file has the frame's debug id (debugId, filename, and in
         *       names what was looked for).
         *     - `debug_id_map_not_found`: the file with the debug id is there, its source map is not (debugId,
         *       filename, names).
         *     - `map_not_parsable`: the source map cannot be read (debugId, filename, names, reason). The debugId is
         *       null where the map was found by its name.
         *     - `no_mapping_at_position`: the source map says nothing about the position (debugId as above, filename,
         *       names, line, column).
         * @enum {string}
         */
        SourceMapErrorType: "no_release_on_event" | "no_sourcemaps_on_release" | "url_not_valid" | "no_url_match" | "partial_match" | "dist_mismatch" | "sourcemap_not_found" | "debug_id_no_sourcemaps" | "debug_id_source_not_found" | "debug_id_map_not_found" | "map_not_parsable" | "no_mapping_at_position";
        /** @description One reason why a frame is not mapped to its source. */
        SourceMapError: {
            type: components["schemas"]["SourceMapErrorType"];
            /** @description The reason in one sentence. It is the same for every error of a type. */
            message: string;
            /** @description What was looked for and what was found. Null when the type says it all. Where the file or its source map could not be fetched either, the member `scraping` of the first reason says so with `url`, `status` (`failure`), `reason` (`not_found`, `disabled`, `invalid_host`, `permission_denied`, `timeout`, `download_error` or `other`) and `details`, one sentence. */
            data: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A line of JSON about the whole, then for each item a line of JSON with its `type` and, if it has one, its `length` in bytes, followed by the item itself. Lines end with a line feed. */
        Envelope: string;
        /** @description What became of an envelope. */
        EnvelopeReceipt: {
            /** @description Identifier of the event the envelope carries or names. Left out when it does neither. */
            id?: string;
        };
        /** @description Why data was refused. */
        IngestErrorBody: {
            /** @description The reason in one sentence. */
            detail: string;
            /** @description What led to it, nearest cause first. Left out when there is nothing to add. */
            causes?: string[];
        };
        /** @description An event as client libraries describe it: `exception`, `message`, `level`, `release`, `tags`, `user` and so on, all optional. An optional value of the wrong type is left out, not refused. */
        EventPayload: {
            [key: string]: unknown;
        };
        /** @description The JSON of an event, compressed with zlib and written as base64. Plain JSON is accepted too. */
        PackedEventPayload: string;
        /** @description What became of an event. */
        EventReceipt: {
            /** @description Identifier of the stored event, made by the service if the event had none. */
            id: string;
        };
        /** @description What the token allows. */
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
        /** @description The service, and who is asking. */
        ServiceInfo: {
            /**
             * @description Version of the API. Always `0`.
             * @constant
             */
            version: "0";
            auth: components["schemas"]["ServiceAuth"];
            user: components["schemas"]["ServiceUser"];
        };
        /**
         * @description Whether the release is in use, or archived. An archived release is listed all the same.
         * @enum {string}
         */
        ReleaseState: "open" | "archived";
        /** @description Who wrote a commit. */
        CommitAuthor: {
            /** @description Name of the author. Null when nobody has said. */
            name: string | null;
            /** @description E-mail address of the author. Null when nobody has said. */
            email: string | null;
        };
        /** @description The newest change of a release, without the files it touches. */
        LastCommit: {
            /** @description Name of the commit in its repository. */
            id: string;
            /** @description Name of the repository. Null when nobody has said. */
            repository: string | null;
            /** @description What the commit says it does. Null when nobody has said. */
            message: string | null;
            /**
             * Format: date-time
             * @description When the commit was made, in UTC. Null when nobody has said.
             */
            dateCreated: string | null;
            /** @description Who wrote it. Null when nobody has said. */
            author: components["schemas"]["CommitAuthor"] | null;
        };
        /** @description A release brought to an environment. */
        Deploy: {
            /** @description Decimal number that identifies the deploy. */
            id: string;
            /** @description Name of the environment. */
            environment: string;
            /** @description What the deploy is called. Null when nobody has said. */
            name: string | null;
            /** @description Page about the deploy. Null when nobody has said. */
            url: string | null;
            /**
             * Format: date-time
             * @description When the deploy began, in UTC. Null when nobody has said.
             */
            dateStarted: string | null;
            /**
             * Format: date-time
             * @description When the deploy finished, in UTC.
             */
            dateFinished: string;
        };
        /** @description A project that a release is bound to. */
        ReleaseProject: {
            /** @description Decimal number that identifies the project for good. */
            id: string;
            /** @description Name of the project in paths. */
            slug: string;
            /** @description Display name. */
            name: string;
            /** @description Platform the project runs on. Null when nobody has said. */
            platform: string | null;
        };
        /** @description A version of the software, known to the whole organization. */
        Release: {
            /** @description Decimal number that identifies the release. */
            id: string;
            /** @description Version of the release, as clients send it. */
            version: string;
            /** @description The version without the package name in front of an `@`, for people. */
            shortVersion: string;
            status: components["schemas"]["ReleaseState"];
            /** @description Where the release is in its repository: a commit, tag or branch. Null when nobody has said. */
            ref: string | null;
            /** @description Page about the release. Null when nobody has said. */
            url: string | null;
            /**
             * Format: date-time
             * @description When the release was first heard of, in UTC.
             */
            dateCreated: string;
            /**
             * Format: date-time
             * @description When work on the release began, in UTC. Null when nobody has said.
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
            /** @description How many issues began with an event of the release. */
            newGroups: number;
            /** @description How many commits the release has. */
            commitCount: number;
            /** @description How many deploys the release has. */
            deployCount: number;
            /** @description Who wrote the commits, each once, by e-mail address. No more than the first hundred. */
            authors: components["schemas"]["CommitAuthor"][];
            /** @description Newest commit. Null while there is none. */
            lastCommit: components["schemas"]["LastCommit"] | null;
            /** @description Deploy that finished last. Null while there is none. */
            lastDeploy: components["schemas"]["Deploy"] | null;
            /** @description Projects the release is bound to, by slug. */
            projects: components["schemas"]["ReleaseProject"][];
        };
        /** @description Version of the release, as client libraries send it with their events. It has no slash, line break or tab, and is not `.`, `..` or `latest`. */
        ReleaseVersion: string;
        /** @description Slug or id of a project of the organization. Digits alone are an id, as text or as a number. */
        ProjectReference: string | number;
        /** @description A file that a commit touches. */
        PatchedFile: {
            /** @description Path in the repository. */
            path: string;
            /**
             * @description What was done: `A` added, `M` modified, `D` deleted.
             * @enum {string}
             */
            type: "A" | "M" | "D";
        };
        /** @description A commit of the release. */
        CommitCreation: {
            /** @description Name of the commit in its repository. */
            id: string;
            /** @description Name of the repository. */
            repository?: string | null;
            /** @description What the commit says it does. Surrounding white space is not kept. */
            message?: string | null;
            /** @description Name of the author. */
            author_name?: string | null;
            /** @description E-mail address of the author. */
            author_email?: string | null;
            /**
             * Format: date-time
             * @description When the commit was made. Kept to the millisecond.
             */
            timestamp?: string | null;
            /** @description The files it touches. */
            patch_set?: components["schemas"]["PatchedFile"][] | null;
        };
        /** @description The commits of the release, newest first. They replace the ones it had. */
        CommitList: components["schemas"]["CommitCreation"][];
        /** @description The newest commit of a repository. */
        ReferenceCreation: {
            /** @description Name of the repository. */
            repository: string;
            /** @description Name of the commit. */
            commit: string;
            /** @description Name of the newest commit of the release before. Not kept: it only says where to look for commits in between, and no repository can be looked into. */
            previousCommit?: string | null;
        };
        /** @description The newest commit of each repository, where the commits in between are not known. They replace the commits the release had; given together with `commits`, those not among them come after. */
        ReferenceList: components["schemas"]["ReferenceCreation"][];
        /** @description A release to make, or to change if there is one of that version. What is left out stays as it is. */
        ReleaseCreation: {
            version: components["schemas"]["ReleaseVersion"];
            /** @description Slugs or ids of projects to bind to the release. The ones it has are kept. */
            projects?: components["schemas"]["ProjectReference"][];
            status?: components["schemas"]["ReleaseState"];
            /** @description Where the release is in its repository: a commit, tag or branch. */
            ref?: string | null;
            /** @description Page about the release. */
            url?: string | null;
            /**
             * Format: date-time
             * @description When work on the release began. Kept to the millisecond.
             */
            dateStarted?: string | null;
            /**
             * Format: date-time
             * @description When the release was finalized. Kept to the millisecond. Null makes it unreleased again.
             */
            dateReleased?: string | null;
            commits?: components["schemas"]["CommitList"];
            refs?: components["schemas"]["ReferenceList"];
        };
        /** @description What to change about a release. What is left out stays as it is. */
        ReleaseUpdate: {
            /** @description Slugs or ids of projects to bind to the release. The ones it has are kept. */
            projects?: components["schemas"]["ProjectReference"][];
            status?: components["schemas"]["ReleaseState"];
            /** @description Where the release is in its repository: a commit, tag or branch. */
            ref?: string | null;
            /** @description Page about the release. */
            url?: string | null;
            /**
             * Format: date-time
             * @description When work on the release began. Kept to the millisecond.
             */
            dateStarted?: string | null;
            /**
             * Format: date-time
             * @description When the release was finalized. Kept to the millisecond. Null makes it unreleased again.
             */
            dateReleased?: string | null;
            commits?: components["schemas"]["CommitList"];
            refs?: components["schemas"]["ReferenceList"];
        };
        /** @description A change that belongs to a release. */
        Commit: {
            /** @description Name of the commit in its repository. */
            id: string;
            /** @description Name of the repository. Null when nobody has said. */
            repository: string | null;
            /** @description What the commit says it does. Null when nobody has said. */
            message: string | null;
            /**
             * Format: date-time
             * @description When the commit was made, in UTC. Null when nobody has said.
             */
            dateCreated: string | null;
            /** @description Who wrote it. Null when nobody has said. */
            author: components["schemas"]["CommitAuthor"] | null;
            /** @description The files it touches. */
            patchSet: components["schemas"]["PatchedFile"][];
        };
        /** @description There is no such release. */
        NoRelease: Record<string, never>;
        /** @description A deploy to record. */
        DeployCreation: {
            /** @description Name of the environment, as client libraries send it with their events. It has no slash, line break or tab, and is not `.`, `..` or `none`. */
            environment: string;
            /** @description What the deploy is called. */
            name?: string | null;
            /** @description Page about the deploy. */
            url?: string | null;
            /**
             * Format: date-time
             * @description When the deploy began. Kept to the millisecond.
             */
            dateStarted?: string | null;
            /**
             * Format: date-time
             * @description When the deploy finished. Kept to the millisecond. Now, if nothing is said.
             */
            dateFinished?: string | null;
            /** @description Slugs or ids of the projects deployed. They must be bound to the release. If none is named, all of those count, and those bound to it later. */
            projects?: components["schemas"]["ProjectReference"][];
        };
        /** @description How chunks are uploaded. */
        ChunkUpload: {
            /**
             * Format: uri-reference
             * @description Where to send chunks, relative to the address of this answer.
             */
            url: string;
            /** @description Bytes a chunk has at most, before compression. */
            chunkSize: number;
            /** @description Chunks a request has at most. */
            chunksPerRequest: number;
            /** @description Bytes a request has at most. */
            maxRequestSize: number;
            /** @description Bytes an assembled file has at most. */
            maxFileSize: number;
            /** @description Seconds a client should wait at most for a file to be assembled. 0 leaves it to the client. */
            maxWait: number;
            /** @description Requests a client may have under way at once. */
            concurrency: number;
            /**
             * @description How chunks and files are named.
             * @constant
             */
            hashAlgorithm: "sha1";
            /** @description How a chunk may be compressed. `gzip` makes its part be called `file_gzip`. */
            compression: "gzip"[];
            /** @description Kinds of upload that older clients look for. All are assembled as artifact bundles. */
            accept: ("release_files" | "sources" | "artifact_bundles" | "artifact_bundles_v2")[];
        };
        /**
         * Format: binary
         * @description The bytes, as they were uploaded.
         */
        Bytes: string;
        /** @description Parts of a form, one for each chunk. The file name of a part is the SHA-1 of its chunk before compression. */
        ChunkParts: {
            /** @description Chunks as they are. */
            file?: components["schemas"]["Bytes"][];
            /** @description Chunks, each compressed with gzip. */
            file_gzip?: components["schemas"]["Bytes"][];
        };
        /** @description A SHA-1 in 40 lower-case hexadecimal digits. */
        Sha1: string;
        /** @description Chunks that make up an archive, and where it belongs. */
        ArtifactBundleAssembly: {
            checksum: components["schemas"]["Sha1"];
            /** @description SHA-1 of each chunk, in the order they make up the archive. */
            chunks: components["schemas"]["Sha1"][];
            /** @description Slugs or ids of the projects the files belong to. */
            projects: components["schemas"]["ProjectReference"][];
            version?: components["schemas"]["ReleaseVersion"];
            /** @description Distribution of the release, where there are several builds of one version. Needs `version`. */
            dist?: string;
        };
        /** @description What has become of chunks that are to be assembled. */
        AssembleState: {
            /**
             * @description `ok`: the files are in place. `not_found`: chunks are missing. `error`: the archive cannot be used.
             * @enum {string}
             */
            state: "ok" | "not_found" | "error";
            /** @description SHA-1 of each chunk that is to be uploaded. */
            missingChunks: components["schemas"]["Sha1"][];
            /** @description Why the archive cannot be used, in one sentence. Null unless the state is `error`. */
            detail: string | null;
        };
        /** @description A file that was uploaded for a release. */
        ReleaseFile: {
            /** @description Decimal number that identifies the file. */
            id: string;
            /** @description Where the file is served: a full URL, or `~` and the path of one. */
            name: string;
            sha1: components["schemas"]["Sha1"];
            /** @description Bytes of the file. */
            size: number;
            /** @description Distribution of the release it belongs to. Null for every one. */
            dist: string | null;
            /** @description What the file is served with, such as `Sourcemap`, by name. */
            headers: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When the file was uploaded, in UTC.
             */
            dateCreated: string;
        };
        /** @description Parts of a form: a file and what to call it. */
        ReleaseFileParts: {
            file: components["schemas"]["Bytes"];
            /** @description Where the file is served: a full URL, or `~` and the path of one. The file name of `file`, if left out. */
            name?: string;
            /** @description What the file is served with, each as `NAME:VALUE`. `Sourcemap` names the map of a script. */
            header?: string[];
            /** @description Distribution of the release it belongs to. */
            dist?: string;
        };
        /** @description The alerts that a member gets of a project. */
        AlertSettings: {
            /** @description Whether mails are wanted. They are, until the member says otherwise. */
            mail: boolean;
            /**
             * @description What comes of it. `active`: mails are sent. `failing`: the last one could not be sent. `disabled`: the member wants none. `notMember`: the member is in none of the project's teams. `notConfigured`: the service has no mail server.
             * @enum {string}
             */
            status: "active" | "failing" | "disabled" | "notMember" | "notConfigured";
            /** @description Where mails go. */
            email: string;
            /**
             * Format: date-time
             * @description When the mail server took the newest one. Null when it has not, or there was none lately.
             */
            lastSent: string | null;
            /** @description Why the newest one could not be sent. Null when it could. */
            error: string | null;
            /**
             * Format: date-time
             * @description When it is tried again. Null when nothing is to be tried again.
             */
            nextAttempt: string | null;
        };
        /** @description What to change of the alerts that a member gets of a project. */
        AlertSettingsUpdate: {
            /** @description Whether mails are wanted. */
            mail: boolean;
        };
        /** @description The settings of the `webhooks` plugin for a project. */
        PluginConfig: {
            /** @description Where alerts are posted. Empty when none is set, and for callers that may not change it. */
            url: string;
            /** @description What requests are signed with, `whsec_` and the key in Base64. Empty when no address is set, and for callers that may not change it. */
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
            /** @description Display name where there is little room. */
            shortName: string;
            /** @description What the plugin does, such as `issue-tracking`. */
            type: string;
            /** @description Whether the plugin can be switched off. */
            canDisable: boolean;
            /** @description Whether the plugin can be tried out. */
            isTestable: boolean;
            /** @description Whether the plugin has settings. */
            hasConfiguration: boolean;
            /** @description Whether the plugin is on for the project. */
            enabled: boolean;
            /** @description Whether the plugin is about to go away. */
            isDeprecated: boolean;
            /** @description Whether the plugin is left out of menus. */
            isHidden: boolean;
            /** @description How its deliveries go. */
            metadata: {
                /**
                 * Format: date-time
                 * @description When the last delivery was taken. Null when none was.
                 */
                lastSent?: string | null;
                /**
                 * Format: date-time
                 * @description When the first of the failures happened that no success has followed. Null when all is well.
                 */
                failingSince?: string | null;
                /** @description Why the last delivery was not taken. Null when it was. */
                error?: string | null;
            } & {
                [key: string]: unknown;
            };
            /** @description Event contexts the plugin reads. */
            contexts: unknown[];
            /** @description Files the plugin needs in a browser. */
            assets: unknown[];
            /** @description State of the plugin. `disabled`, `active`, or `failing` when its last delivery was not taken. */
            status: string;
            /** @description Help text. May be empty. */
            doc: string;
            /** @description What to use instead. Null when there is no replacement. */
            firstPartyAlternative: string | null;
            /** @description Day the plugin goes away, as text. Null when none is set. */
            deprecationDate: string | null;
            /** @description Whether the replacement is an app rather than an integration. Null when there is no replacement. */
            altIsSentryApp: boolean | null;
            /** @description Version of the plugin. */
            version: string;
            author: components["schemas"]["PluginAuthor"];
            /** @description What the plugin is for. */
            description: string;
            /** @description Features the plugin offers. */
            features: string[];
            /** @description The offered features in words. */
            featureDescriptions: components["schemas"]["PluginFeature"][];
            /** @description Where to read more. */
            resourceLinks: components["schemas"]["PluginLink"][];
            config: components["schemas"]["PluginConfig"];
        };
        /** @description The settings to change; those left out stay as they are. */
        ProjectPluginUpdate: {
            /** @description Whether alerts are posted. An address must be set. */
            enabled?: boolean;
            /** @description Where alerts are posted, with `http` or `https`, without credentials and fragment. Private networks are refused, here and when the host is looked up, unless the service allows them. */
            url?: string;
            /**
             * @description Makes another secret. The one before is not used any more.
             * @constant
             */
            renewSecret?: true;
        };
        /** @description State of the service. */
        Health: {
            /**
             * @description Always `ok`. A service that is not well answers with an error.
             * @constant
             */
            status: "ok";
        };
        /** @description An OpenAPI 3.1 document. */
        Contract: {
            [key: string]: unknown;
        };
        /** @description The organization or the project that an alert is about. */
        WebhookSubject: {
            /** @description Decimal number that identifies it for good. */
            id: string;
            /** @description Name in paths. */
            slug: string;
            /** @description Display name. */
            name: string;
        };
        /** @description The issue that an alert is about, as it is when the alert is sent. */
        WebhookIssue: {
            /** @description Decimal number that identifies the issue for good. */
            id: string;
            /** @description What people call the issue. */
            shortId: string;
            /** @description Title of the issue. */
            title: string;
            /** @description Where it happens. Null when that is not known. */
            culprit: string | null;
            /** @description How bad it is, such as `error` or `warning`. */
            level: string;
            /** @description Platform of the event that opened the issue. */
            platform: string;
            /** @description Address of the issue in this interface. */
            url: string;
            /**
             * Format: date-time
             * @description When its first event happened.
             */
            firstSeen: string;
            /**
             * Format: date-time
             * @description When its last event happened.
             */
            lastSeen: string;
            /** @description How many events it has. */
            timesSeen: number;
        };
        /** @description The event that opened or reopened the issue. */
        WebhookEvent: {
            /** @description Id of the event, 32 hexadecimal digits. */
            id: string;
            /** @description Tags of the event. */
            tags: components["schemas"]["EventTag"][];
        };
        /** @description One alert, as a webhook receives it. */
        WebhookAlert: {
            /** @description Identifies the alert; the same at each attempt, and equal to the header `Webhook-Id`. */
            id: string;
            /**
             * @description Whether the issue is new, or was resolved and came back.
             * @enum {string}
             */
            type: "issue.new" | "issue.regression";
            /**
             * Format: date-time
             * @description When the alert was made.
             */
            timestamp: string;
            organization: components["schemas"]["WebhookSubject"];
            project: components["schemas"]["WebhookSubject"];
            issue: components["schemas"]["WebhookIssue"];
            event: components["schemas"]["WebhookEvent"];
        };
    };
    responses: {
        /** @description The project has another slug now. Nothing was done; repeat the request at the new place. */
        Moved: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MovedBody"];
            };
        };
        /** @description A query parameter is unknown, repeated or has a wrong value. */
        InvalidQuery: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The token is missing, unknown, revoked or expired. */
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
        /** @description There is no such organization, project or team, or the caller may not know of it. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service failed. The cause is in its log. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service cannot answer at the moment. Nothing was done. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, or fields in it are unknown or out of bounds. Nothing was applied. */
        InvalidUpdate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] | components["schemas"]["FieldErrors"];
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
        /** @description The body is larger than the service reads. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is of another type than this operation reads. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A query parameter is unknown, repeated or out of bounds. */
        InvalidPage: {
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
        /** @description There is no such organization, project or event, or the caller may not know of it. */
        EventNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A query parameter is unknown, repeated or out of bounds. */
        InvalidPeriod: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A query parameter is unknown, repeated or out of bounds, or the search cannot be read. */
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
        /** @description The body is not JSON, fields in it are unknown or out of bounds, or so is a query parameter. Nothing was changed. */
        InvalidIssueUpdate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] | components["schemas"]["FieldErrors"];
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
        /** @description There is no such organization or issue, or the caller may not know of it. */
        IssueNotFound: {
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
        /** @description What was sent cannot be read, or names two different keys. Nothing was stored. */
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
        /** @description No key was sent, or it cannot be read. */
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
        /** @description Project and key do not belong together, the key is switched off, or the origin is not allowed. */
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
        /** @description The body or an event in it is larger than the service stores. */
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
        /** @description The body is compressed in a way the service does not read. */
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
        /** @description The project sends far more events than it used to, and its protection against floods is not switched off. Nothing was stored. */
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
        /** @description The service failed. The cause is in its log. */
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
        /** @description The token holds none of the accepted scopes. */
        OrganizationForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
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
        /** @description The body is not JSON, or fields in it are unknown or out of bounds. Nothing was applied. */
        InvalidRelease: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] | components["schemas"]["FieldErrors"];
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
        /** @description There is no such organization, project or release, or the caller may not know of it. */
        ReleaseNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, or fields in it are unknown or out of bounds. Nothing was recorded. */
        InvalidDeploy: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] | components["schemas"]["FieldErrors"];
            };
        };
        /** @description The form cannot be read, or a chunk is too large or not what its name says. Nothing was kept. */
        InvalidChunks: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is larger than the service reads. Nothing was kept. */
        UploadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is of another type than this operation reads. */
        MultipartExpected: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not JSON, fields in it are unknown or out of bounds, or a project is unknown. Nothing was assembled. */
        InvalidAssembly: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] | components["schemas"]["FieldErrors"];
            };
        };
        /** @description The form cannot be read, or a part of it is missing, unknown or out of bounds. Nothing was kept. */
        InvalidFile: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description There is no such organization, project, release or file, or the caller may not know of it. */
        FileNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The name is missing, or another parameter is named. Nothing was removed. */
        NameRequired: {
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
        /** @description The body is not JSON, or a field in it is unknown, missing or wrong. Nothing was changed. */
        InvalidAlertSettings: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] | components["schemas"]["FieldErrors"];
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
        /** @description There is no such organization, project or plugin, or the caller may not know of it. */
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
                "application/json": components["schemas"]["ErrorBody"] | components["schemas"]["FieldErrors"];
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
    };
    parameters: {
        /**
         * @description Slug of the organization.
         * @example acme
         */
        OrganizationSlug: string;
        /**
         * @description Slug of the project. A slug it had earlier is answered with 302.
         * @example shop
         */
        ProjectSlug: string;
        /**
         * @description Id or slug of the team. Digits alone are an id.
         * @example backend
         */
        TeamIdOrSlug: string;
        /**
         * @description Which page to give, taken from the `Link` header of another page. Empty means the first page.
         * @example 1795257000000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0
         */
        Cursor: string;
        /**
         * @description How many records a page has at most.
         * @example 25
         */
        PerPage: number;
        /**
         * @description Whether to give each event with its whole body. `1` and `0` are read as `true` and `false`. A page with bodies ends once they have 8 MiB, however many events were asked for; `next` goes on behind them.
         * @example true
         */
        Full: boolean;
        /**
         * @description Identifier of the event, 32 hexadecimal digits with or without dashes.
         * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
         */
        EventId: string;
        /**
         * @description How far back to count, in hours (`24h`) or days (`14d`); at most 90 days.
         * @example 3h
         */
        StatsPeriod: string;
        /**
         * @description What is counted together, hours or days of UTC.
         * @example 1h
         */
        Interval: "1h" | "1d";
        /**
         * @description What to search for. `is:` and a status (`unresolved`, `resolved`, `ignored`); a tag's key and value, such as `level:error`, `environment:production`, `release:shop@2.4.1`, `user:id:7` or one of your own, that any event of the issue had, or with `!` before it none; text that the title or the culprit contains. Words are divided by blanks and must all apply; what contains a blank or a colon stands in quotation marks. Without the parameter it is `is:unresolved`.
         * @example is:unresolved level:error "of undefined"
         */
        IssueQuery: string;
        /**
         * @description Which page to give, taken from the `Link` header of another page. Empty means the first page.
         * @example 1795257600000:9:0
         */
        IssueCursor: string;
        /**
         * @description Id of an issue to update. Repeat the parameter to name several; a repeated id counts once. Without any, the first 1000 issues that the update concerns are changed.
         * @example [
         *       4,
         *       7
         *     ]
         */
        UpdatedIssueId: number[];
        /**
         * @description Update only issues of this status. `muted` means `ignored`.
         * @example unresolved
         */
        UpdatedStatus: "unresolved" | "resolved" | "ignored" | "muted";
        /**
         * @description Id of an issue to remove. Repeat the parameter to name several; a repeated id counts once. Without any, the first 1000 issues are removed.
         * @example [
         *       4,
         *       7
         *     ]
         */
        IssueId: number[];
        /**
         * @description Id of an issue, or its short id.
         * @example SHOP-1
         */
        IssueIdOrShortId: string;
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
         * @description Version of the protocol the client speaks.
         * @example 7
         */
        SentryVersion: string;
        /**
         * @description Name and version of the client library.
         * @example sentry.javascript.node/11.11.0
         */
        SentryClient: string;
        /**
         * @description Version of the release, percent-encoded where needed.
         * @example shop@2.4.1
         */
        Version: string;
        /**
         * @description Id of the file.
         * @example 12
         */
        FileId: string;
        /**
         * @description Whether to give the bytes of the file instead of what is known of it. `1` and `0` are read as `true` and `false`.
         * @example true
         */
        Download: boolean;
        /**
         * @description Version of the release whose files are removed.
         * @example shop@2.4.1
         */
        ArtifactRelease: string;
        /**
         * @description Id of the plugin. There is `webhooks`.
         * @example webhooks
         */
        PluginId: string;
        /**
         * @description Identifies the alert; the same at each attempt.
         * @example 7f0c2a9be1d44c6a8f5e3b7092d1c4ea
         */
        WebhookId: string;
        /**
         * @description When the attempt was made, in seconds since 1970, UTC. Refuse what is old.
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
        /** @description The envelope. Its type is not looked at, so it may be sent as any or none. It may have 100 MiB inflated and 20 MiB as it is sent. */
        EnvelopeBody: {
            content: {
                "application/x-sentry-envelope": components["schemas"]["Envelope"];
                "text/plain": components["schemas"]["Envelope"];
                "application/octet-stream": components["schemas"]["Envelope"];
            };
        };
    };
    headers: {
        /**
         * @description Path of the same request under the project's present slug, with the query.
         * @example /api/0/projects/acme/web-shop/
         */
        Location: string;
        /**
         * @description How to authenticate.
         * @example Bearer
         */
        WwwAuthenticate: string;
        /**
         * @description Seconds to wait before trying again.
         * @example 5
         */
        RetryAfter: number;
        /**
         * @description Addresses of the previous and the next page. Both are always given; `results` says whether the page has records, `cursor` is what its address carries.
         * @example <http://127.0.0.1:4000/api/0/projects/acme/shop/events/?cursor=1795257060000%3A3c9e0f12a4b5c6d7e8f90a1b2c3d4e5f%3A1>; rel="previous"; results="false"; cursor="1795257060000:3c9e0f12a4b5c6d7e8f90a1b2c3d4e5f:1", <http://127.0.0.1:4000/api/0/projects/acme/shop/events/?cursor=1795257000000%3A8f3a1c5e7b9d4026a1b2c3d4e5f60718%3A0>; rel="next"; results="true"; cursor="1795257000000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0"
         */
        Link: string;
        /**
         * @description Origins whose scripts may read the answer.
         * @example *
         */
        AccessControlAllowOrigin: string;
        /**
         * @description Headers of the answer that scripts may read.
         * @example x-sentry-error, x-sentry-rate-limits, retry-after
         */
        AccessControlExposeHeaders: string;
        /**
         * @description The reason in one sentence, the same as `detail`.
         * @example Item header is not valid JSON.
         */
        XSentryError: string;
        /**
         * @description What client libraries are to stop sending, and for how long: seconds, data category, scope and reason.
         * @example 60:error:project:spike_protection
         */
        XSentryRateLimits: string;
    };
    pathItems: never;
}
export type Scope = components['schemas']['Scope'];
export type EventProcessing = components['schemas']['EventProcessing'];
export type LatestRelease = components['schemas']['LatestRelease'];
export type TeamSummary = components['schemas']['TeamSummary'];
export type Avatar = components['schemas']['Avatar'];
export type ProjectOptions = components['schemas']['ProjectOptions'];
export type DynamicSamplingBias = components['schemas']['DynamicSamplingBias'];
export type OrganizationStatus = components['schemas']['OrganizationStatus'];
export type OrganizationLinks = components['schemas']['OrganizationLinks'];
export type OrganizationSummary = components['schemas']['OrganizationSummary'];
export type PluginAuthor = components['schemas']['PluginAuthor'];
export type PluginFeature = components['schemas']['PluginFeature'];
export type PluginLink = components['schemas']['PluginLink'];
export type Plugin = components['schemas']['Plugin'];
export type Project = components['schemas']['Project'];
export type MovedBody = components['schemas']['MovedBody'];
export type ErrorBody = components['schemas']['ErrorBody'];
export type ForbiddenBody = components['schemas']['ForbiddenBody'];
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
export type FilterText = components['schemas']['FilterText'];
export type ProjectOptionsUpdate = components['schemas']['ProjectOptionsUpdate'];
export type ProjectUpdate = components['schemas']['ProjectUpdate'];
export type FieldErrors = components['schemas']['FieldErrors'];
export type LatestDeploy = components['schemas']['LatestDeploy'];
export type LatestDeploys = components['schemas']['LatestDeploys'];
export type ProjectSummary = components['schemas']['ProjectSummary'];
export type EventUser = components['schemas']['EventUser'];
export type EventTag = components['schemas']['EventTag'];
export type EventEntry = components['schemas']['EventEntry'];
export type EventSdk = components['schemas']['EventSdk'];
export type EventError = components['schemas']['EventError'];
export type EventMeta = components['schemas']['EventMeta'];
export type EventDetail = components['schemas']['EventDetail'];
export type Event = components['schemas']['Event'];
export type OutcomeKey = components['schemas']['OutcomeKey'];
export type OutcomeGroup = components['schemas']['OutcomeGroup'];
export type ProjectOutcomes = components['schemas']['ProjectOutcomes'];
export type IssueProject = components['schemas']['IssueProject'];
export type IssueStatus = components['schemas']['IssueStatus'];
export type IssueStatusDetails = components['schemas']['IssueStatusDetails'];
export type Issue = components['schemas']['Issue'];
export type IssueUpdate = components['schemas']['IssueUpdate'];
export type IssueUpdated = components['schemas']['IssueUpdated'];
export type SourceMapErrorType = components['schemas']['SourceMapErrorType'];
export type SourceMapError = components['schemas']['SourceMapError'];
export type Envelope = components['schemas']['Envelope'];
export type EnvelopeReceipt = components['schemas']['EnvelopeReceipt'];
export type IngestErrorBody = components['schemas']['IngestErrorBody'];
export type EventPayload = components['schemas']['EventPayload'];
export type PackedEventPayload = components['schemas']['PackedEventPayload'];
export type EventReceipt = components['schemas']['EventReceipt'];
export type ServiceAuth = components['schemas']['ServiceAuth'];
export type ServiceUser = components['schemas']['ServiceUser'];
export type ServiceInfo = components['schemas']['ServiceInfo'];
export type ReleaseState = components['schemas']['ReleaseState'];
export type CommitAuthor = components['schemas']['CommitAuthor'];
export type LastCommit = components['schemas']['LastCommit'];
export type Deploy = components['schemas']['Deploy'];
export type ReleaseProject = components['schemas']['ReleaseProject'];
export type Release = components['schemas']['Release'];
export type ReleaseVersion = components['schemas']['ReleaseVersion'];
export type ProjectReference = components['schemas']['ProjectReference'];
export type PatchedFile = components['schemas']['PatchedFile'];
export type CommitCreation = components['schemas']['CommitCreation'];
export type CommitList = components['schemas']['CommitList'];
export type ReferenceCreation = components['schemas']['ReferenceCreation'];
export type ReferenceList = components['schemas']['ReferenceList'];
export type ReleaseCreation = components['schemas']['ReleaseCreation'];
export type ReleaseUpdate = components['schemas']['ReleaseUpdate'];
export type Commit = components['schemas']['Commit'];
export type NoRelease = components['schemas']['NoRelease'];
export type DeployCreation = components['schemas']['DeployCreation'];
export type ChunkUpload = components['schemas']['ChunkUpload'];
export type Bytes = components['schemas']['Bytes'];
export type ChunkParts = components['schemas']['ChunkParts'];
export type Sha1 = components['schemas']['Sha1'];
export type ArtifactBundleAssembly = components['schemas']['ArtifactBundleAssembly'];
export type AssembleState = components['schemas']['AssembleState'];
export type ReleaseFile = components['schemas']['ReleaseFile'];
export type ReleaseFileParts = components['schemas']['ReleaseFileParts'];
export type AlertSettings = components['schemas']['AlertSettings'];
export type AlertSettingsUpdate = components['schemas']['AlertSettingsUpdate'];
export type PluginConfig = components['schemas']['PluginConfig'];
export type ProjectPlugin = components['schemas']['ProjectPlugin'];
export type ProjectPluginUpdate = components['schemas']['ProjectPluginUpdate'];
export type Health = components['schemas']['Health'];
export type Contract = components['schemas']['Contract'];
export type WebhookSubject = components['schemas']['WebhookSubject'];
export type WebhookIssue = components['schemas']['WebhookIssue'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookAlert = components['schemas']['WebhookAlert'];
export type ResponseMoved = components['responses']['Moved'];
export type ResponseInvalidQuery = components['responses']['InvalidQuery'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseInvalidUpdate = components['responses']['InvalidUpdate'];
export type ResponseUpdateForbidden = components['responses']['UpdateForbidden'];
export type ResponseTooLarge = components['responses']['TooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseInvalidPage = components['responses']['InvalidPage'];
export type ResponseEventForbidden = components['responses']['EventForbidden'];
export type ResponseEventNotFound = components['responses']['EventNotFound'];
export type ResponseInvalidPeriod = components['responses']['InvalidPeriod'];
export type ResponseInvalidSearch = components['responses']['InvalidSearch'];
export type ResponseIssueReadForbidden = components['responses']['IssueReadForbidden'];
export type ResponseInvalidIssueUpdate = components['responses']['InvalidIssueUpdate'];
export type ResponseIssueWriteForbidden = components['responses']['IssueWriteForbidden'];
export type ResponseIssueNotFound = components['responses']['IssueNotFound'];
export type ResponseInvalidFrame = components['responses']['InvalidFrame'];
export type ResponseIngestBadRequest = components['responses']['IngestBadRequest'];
export type ResponseIngestUnauthorized = components['responses']['IngestUnauthorized'];
export type ResponseIngestForbidden = components['responses']['IngestForbidden'];
export type ResponseIngestTooLarge = components['responses']['IngestTooLarge'];
export type ResponseIngestUnsupportedEncoding = components['responses']['IngestUnsupportedEncoding'];
export type ResponseIngestRateLimited = components['responses']['IngestRateLimited'];
export type ResponseIngestInternalError = components['responses']['IngestInternalError'];
export type ResponseIngestUnavailable = components['responses']['IngestUnavailable'];
export type ResponseOrganizationForbidden = components['responses']['OrganizationForbidden'];
export type ResponseReleaseReadForbidden = components['responses']['ReleaseReadForbidden'];
export type ResponseInvalidRelease = components['responses']['InvalidRelease'];
export type ResponseReleaseWriteForbidden = components['responses']['ReleaseWriteForbidden'];
export type ResponseReleaseNotFound = components['responses']['ReleaseNotFound'];
export type ResponseInvalidDeploy = components['responses']['InvalidDeploy'];
export type ResponseInvalidChunks = components['responses']['InvalidChunks'];
export type ResponseUploadTooLarge = components['responses']['UploadTooLarge'];
export type ResponseMultipartExpected = components['responses']['MultipartExpected'];
export type ResponseInvalidAssembly = components['responses']['InvalidAssembly'];
export type ResponseInvalidFile = components['responses']['InvalidFile'];
export type ResponseFileNotFound = components['responses']['FileNotFound'];
export type ResponseNameRequired = components['responses']['NameRequired'];
export type ResponseAlertReadForbidden = components['responses']['AlertReadForbidden'];
export type ResponseInvalidAlertSettings = components['responses']['InvalidAlertSettings'];
export type ResponseAlertWriteForbidden = components['responses']['AlertWriteForbidden'];
export type ResponsePluginNotFound = components['responses']['PluginNotFound'];
export type ResponseInvalidPluginUpdate = components['responses']['InvalidPluginUpdate'];
export type ResponsePluginWriteForbidden = components['responses']['PluginWriteForbidden'];
export type ParameterOrganizationSlug = components['parameters']['OrganizationSlug'];
export type ParameterProjectSlug = components['parameters']['ProjectSlug'];
export type ParameterTeamIdOrSlug = components['parameters']['TeamIdOrSlug'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterPerPage = components['parameters']['PerPage'];
export type ParameterFull = components['parameters']['Full'];
export type ParameterEventId = components['parameters']['EventId'];
export type ParameterStatsPeriod = components['parameters']['StatsPeriod'];
export type ParameterInterval = components['parameters']['Interval'];
export type ParameterIssueQuery = components['parameters']['IssueQuery'];
export type ParameterIssueCursor = components['parameters']['IssueCursor'];
export type ParameterUpdatedIssueId = components['parameters']['UpdatedIssueId'];
export type ParameterUpdatedStatus = components['parameters']['UpdatedStatus'];
export type ParameterIssueId = components['parameters']['IssueId'];
export type ParameterIssueIdOrShortId = components['parameters']['IssueIdOrShortId'];
export type ParameterFrameIdx = components['parameters']['FrameIdx'];
export type ParameterExceptionIdx = components['parameters']['ExceptionIdx'];
export type ParameterProjectId = components['parameters']['ProjectId'];
export type ParameterSentryVersion = components['parameters']['SentryVersion'];
export type ParameterSentryClient = components['parameters']['SentryClient'];
export type ParameterVersion = components['parameters']['Version'];
export type ParameterFileId = components['parameters']['FileId'];
export type ParameterDownload = components['parameters']['Download'];
export type ParameterArtifactRelease = components['parameters']['ArtifactRelease'];
export type ParameterPluginId = components['parameters']['PluginId'];
export type ParameterWebhookId = components['parameters']['WebhookId'];
export type ParameterWebhookTimestamp = components['parameters']['WebhookTimestamp'];
export type ParameterWebhookSignature = components['parameters']['WebhookSignature'];
export type RequestBodyEnvelopeBody = components['requestBodies']['EnvelopeBody'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderWwwAuthenticate = components['headers']['WwwAuthenticate'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderLink = components['headers']['Link'];
export type HeaderAccessControlAllowOrigin = components['headers']['AccessControlAllowOrigin'];
export type HeaderAccessControlExposeHeaders = components['headers']['AccessControlExposeHeaders'];
export type HeaderXSentryError = components['headers']['XSentryError'];
export type HeaderXSentryRateLimits = components['headers']['XSentryRateLimits'];
export type $defs = Record<string, never>;
export interface operations {
    getProject: {
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
            /** @description The project as it is now. */
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
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTeamProjects: {
        parameters: {
            query?: {
                /**
                 * @description Which page to give, taken from the `Link` header of another page. Empty means the first page.
                 * @example 1795257000000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many records a page has at most.
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjectEvents: {
        parameters: {
            query?: {
                /**
                 * @description Whether to give each event with its whole body. `1` and `0` are read as `true` and `false`. A page with bodies ends once they have 8 MiB, however many events were asked for; `next` goes on behind them.
                 * @example true
                 */
                full?: components["parameters"]["Full"];
                /**
                 * @description Which page to give, taken from the `Link` header of another page. Empty means the first page.
                 * @example 1795257000000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many records a page has at most.
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["EventDetail"] | components["schemas"]["Event"])[];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidPage"];
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvent: {
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDetail"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["EventForbidden"];
            404: components["responses"]["EventNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjectOutcomes: {
        parameters: {
            query?: {
                /**
                 * @description How far back to count, in hours (`24h`) or days (`14d`); at most 90 days.
                 * @example 3h
                 */
                statsPeriod?: components["parameters"]["StatsPeriod"];
                /**
                 * @description What is counted together, hours or days of UTC.
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIssues: {
        parameters: {
            query?: {
                /**
                 * @description What to search for. `is:` and a status (`unresolved`, `resolved`, `ignored`); a tag's key and value, such as `level:error`, `environment:production`, `release:shop@2.4.1`, `user:id:7` or one of your own, that any event of the issue had, or with `!` before it none; text that the title or the culprit contains. Words are divided by blanks and must all apply; what contains a blank or a colon stands in quotation marks. Without the parameter it is `is:unresolved`.
                 * @example is:unresolved level:error "of undefined"
                 */
                query?: components["parameters"]["IssueQuery"];
                /**
                 * @description Which page to give, taken from the `Link` header of another page. Empty means the first page.
                 * @example 1795257600000:9:0
                 */
                cursor?: components["parameters"]["IssueCursor"];
                /**
                 * @description How many records a page has at most.
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Issue"][];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidSearch"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIssues: {
        parameters: {
            query?: {
                /**
                 * @description Id of an issue to update. Repeat the parameter to name several; a repeated id counts once. Without any, the first 1000 issues that the update concerns are changed.
                 * @example [
                 *       4,
                 *       7
                 *     ]
                 */
                id?: components["parameters"]["UpdatedIssueId"];
                /**
                 * @description Update only issues of this status. `muted` means `ignored`.
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        /** @description What becomes of the issues. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueUpdate"];
            };
        };
        responses: {
            /** @description The request is carried out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueUpdated"];
                };
            };
            302: components["responses"]["Moved"];
            400: components["responses"]["InvalidIssueUpdate"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueWriteForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeIssues: {
        parameters: {
            query?: {
                /**
                 * @description Id of an issue to remove. Repeat the parameter to name several; a repeated id counts once. Without any, the first 1000 issues are removed.
                 * @example [
                 *       4,
                 *       7
                 *     ]
                 */
                id?: components["parameters"]["IssueId"];
            };
            header?: never;
            path: {
                /**
                 * @description Slug of the organization.
                 * @example acme
                 */
                organization_slug: components["parameters"]["OrganizationSlug"];
                /**
                 * @description Slug of the project. A slug it had earlier is answered with 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request is carried out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "Success.";
                };
            };
            302: components["responses"]["Moved"];
            /** @description An id is not a plain positive integer, another parameter is named, or there is a body. Nothing was removed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The token does not hold event:admin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenBody"];
                };
            };
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIssue: {
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
            /** @description The issue. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Issue"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIssueEvents: {
        parameters: {
            query?: {
                /**
                 * @description Whether to give each event with its whole body. `1` and `0` are read as `true` and `false`. A page with bodies ends once they have 8 MiB, however many events were asked for; `next` goes on behind them.
                 * @example true
                 */
                full?: components["parameters"]["Full"];
                /**
                 * @description Which page to give, taken from the `Link` header of another page. Empty means the first page.
                 * @example 1795257000000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many records a page has at most.
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
            /** @description One page of events. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["EventDetail"] | components["schemas"]["Event"])[];
                };
            };
            400: components["responses"]["InvalidPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["IssueReadForbidden"];
            404: components["responses"]["IssueNotFound"];
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
            /** @description What keeps the frame from being mapped. */
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    storeEnvelope: {
        parameters: {
            query?: {
                /**
                 * @description Version of the protocol the client speaks.
                 * @example 7
                 */
                sentry_version?: components["parameters"]["SentryVersion"];
                /**
                 * @description Name and version of the client library.
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
            /** @description Everything that is to be stored is stored. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvelopeReceipt"];
                };
            };
            400: components["responses"]["IngestBadRequest"];
            401: components["responses"]["IngestUnauthorized"];
            403: components["responses"]["IngestForbidden"];
            413: components["responses"]["IngestTooLarge"];
            415: components["responses"]["IngestUnsupportedEncoding"];
            429: components["responses"]["IngestRateLimited"];
            500: components["responses"]["IngestInternalError"];
            503: components["responses"]["IngestUnavailable"];
        };
    };
    storeEvent: {
        parameters: {
            query?: {
                /**
                 * @description Version of the protocol the client speaks.
                 * @example 7
                 */
                sentry_version?: components["parameters"]["SentryVersion"];
                /**
                 * @description Name and version of the client library.
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
        /** @description The event as JSON, or as base64 of that JSON compressed with zlib. The limit is on the inflated bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventPayload"];
                "application/octet-stream": components["schemas"]["PackedEventPayload"];
            };
        };
        responses: {
            /** @description The event is stored. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["AccessControlExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReceipt"];
                };
            };
            400: components["responses"]["IngestBadRequest"];
            401: components["responses"]["IngestUnauthorized"];
            403: components["responses"]["IngestForbidden"];
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
            /** @description The service, and the caller as it sees them. */
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /**
                 * @description Which page to give, taken from the `Link` header of another page. Empty means the first page.
                 * @example 1795257000000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many records a page has at most.
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
                    "application/json": components["schemas"]["OrganizationSummary"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrganizationForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizationProjects: {
        parameters: {
            query?: {
                /**
                 * @description Which page to give, taken from the `Link` header of another page. Empty means the first page.
                 * @example 1795257000000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many records a page has at most.
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRepositories: {
        parameters: {
            query?: {
                /**
                 * @description Which page to give, taken from the `Link` header of another page. Empty means the first page.
                 * @example 1795257000000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many records a page has at most.
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReleases: {
        parameters: {
            query?: {
                /**
                 * @description Which page to give, taken from the `Link` header of another page. Empty means the first page.
                 * @example 1795257000000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many records a page has at most.
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
            /** @description The release is new. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            /** @description There was one of that version. This is how it is now. */
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
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRelease: {
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
            /** @description The release as it is now. */
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
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            /** @description The release is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ReleaseWriteForbidden"];
            /** @description There is no such organization or release, or the caller may not know of it. Nothing was removed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
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
            /** @description The release before, or an empty object. */
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
            /** @description The deploy is recorded. */
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
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjectReleases: {
        parameters: {
            query?: {
                /**
                 * @description Which page to give, taken from the `Link` header of another page. Empty means the first page.
                 * @example 1795257000000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many records a page has at most.
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
            /** @description The release is new. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            /** @description There was one of that version. This is how it is now. */
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
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
            /** @description The release as it is now. */
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
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
            /** @description The release is gone. */
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
            /** @description There is no such organization, project or release, or the caller may not know of it. Nothing was removed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
            /** @description How to upload. */
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
        /** @description One part for each chunk, at most 64. The limit leaves room for the form around them. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ChunkParts"];
            };
        };
        responses: {
            /** @description All chunks are kept. */
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
            413: components["responses"]["UploadTooLarge"];
            415: components["responses"]["MultipartExpected"];
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
        /** @description Which chunks, and where they belong. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArtifactBundleAssembly"];
            };
        };
        responses: {
            /** @description What has become of the bundle. */
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
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReleaseFiles: {
        parameters: {
            query?: {
                /**
                 * @description Which page to give, taken from the `Link` header of another page. Empty means the first page.
                 * @example 1795257000000:8f3a1c5e7b9d4026a1b2c3d4e5f60718:0
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many records a page has at most.
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
        /** @description The file and what to call it. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ReleaseFileParts"];
            };
        };
        responses: {
            /** @description The file is kept. */
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
            413: components["responses"]["UploadTooLarge"];
            415: components["responses"]["MultipartExpected"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReleaseFile: {
        parameters: {
            query?: {
                /**
                 * @description Whether to give the bytes of the file instead of what is known of it. `1` and `0` are read as `true` and `false`.
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
            /** @description The file: what is known of it, or its bytes. */
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
            /** @description The file is gone. */
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
            /** @description There is no such organization, project, release or file, or the caller may not know of it. Nothing was removed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files are gone. Where there were none, nothing happened. */
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The choice, and what comes of it. */
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
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
            /** @description The choice as it is now. */
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
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id of the plugin. There is `webhooks`.
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
                 * @description Slug of the project. A slug it had earlier is answered with 302.
                 * @example shop
                 */
                project_slug: components["parameters"]["ProjectSlug"];
                /**
                 * @description Id of the plugin. There is `webhooks`.
                 * @example webhooks
                 */
                plugin_id: components["parameters"]["PluginId"];
            };
            cookie?: never;
        };
        /** @description The settings to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectPluginUpdate"];
            };
        };
        responses: {
            /** @description The plugin as it is now. */
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
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            /** @description The service is well. */
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
            /** @description The service can do its work. */
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
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contract"];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The page was not built when the service started. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    issueAlert: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the alert; the same at each attempt.
                 * @example 7f0c2a9be1d44c6a8f5e3b7092d1c4ea
                 */
                "Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description When the attempt was made, in seconds since 1970, UTC. Refuse what is old.
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
            /** @description The alert is taken. Any other status from 200 to 299 says the same. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
