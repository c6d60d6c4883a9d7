// Generated from openapi/ by `npm run generate`. Do not edit.

export interface paths {
    "/api/0/projects/{organization_slug}/{project_slug}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
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
    "/api/0/projects/{organization_slug}/{project_slug}/issues/": {
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
         * Remove issues of a project in bulk
         * @description Removes the issues named by `id` for good, with all their events. If any of them is unknown or belongs to another project, the answer is the same and nothing is removed. Without `id` the first 1000 issues go, those seen last first. The same error afterwards makes a new issue.
         */
        delete: operations["removeIssues"];
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
         * @description Takes what a client library sends: an envelope of items, of which events are stored and all others skipped. 200 means the event is on disk. An `event_id` the project has already is stored once. Any content type or none is accepted, and the body may be compressed with gzip, deflate or br. The key may also stand in the envelope's own `dsn`; keys given in several places must agree.
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
         * @description Takes a single event from a client library that does not know envelopes. 200 means the event is on disk. An `event_id` the project has already is stored once. Any content type or none is accepted, and the body may be compressed with gzip, deflate or br.
         */
        post: operations["storeEvent"];
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
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description A platform a project can run on. `other` stands for everything else.
         * @enum {string}
         */
        Platform: "android" | "apple" | "apple-ios" | "apple-macos" | "bun" | "capacitor" | "cloudflare-pages" | "cloudflare-workers" | "cordova" | "dart" | "deno" | "dotnet" | "dotnet-aspnet" | "dotnet-aspnetcore" | "dotnet-awslambda" | "dotnet-gcpfunctions" | "dotnet-maui" | "dotnet-uwp" | "dotnet-winforms" | "dotnet-wpf" | "dotnet-xamarin" | "electron" | "elixir" | "flutter" | "go" | "go-echo" | "go-fasthttp" | "go-fiber" | "go-gin" | "go-http" | "go-iris" | "go-martini" | "go-negroni" | "ionic" | "java" | "java-log4j2" | "java-logback" | "java-spring" | "java-spring-boot" | "javascript" | "javascript-angular" | "javascript-astro" | "javascript-ember" | "javascript-gatsby" | "javascript-nextjs" | "javascript-nuxt" | "javascript-react" | "javascript-remix" | "javascript-solid" | "javascript-solidstart" | "javascript-svelte" | "javascript-sveltekit" | "javascript-vue" | "kotlin" | "minidump" | "native" | "native-qt" | "nintendo-switch" | "node" | "node-awslambda" | "node-azurefunctions" | "node-connect" | "node-express" | "node-fastify" | "node-gcpfunctions" | "node-hapi" | "node-koa" | "node-nestjs" | "node-serverlesscloud" | "php" | "php-laravel" | "php-symfony" | "powershell" | "python" | "python-aiohttp" | "python-asgi" | "python-awslambda" | "python-bottle" | "python-celery" | "python-chalice" | "python-django" | "python-falcon" | "python-fastapi" | "python-flask" | "python-gcpfunctions" | "python-pylons" | "python-pymongo" | "python-pyramid" | "python-quart" | "python-rq" | "python-sanic" | "python-serverless" | "python-starlette" | "python-tornado" | "python-tryton" | "python-wsgi" | "react-native" | "ruby" | "ruby-rack" | "ruby-rails" | "rust" | "unity" | "unreal" | "other";
        /** @description The fields to change; those left out stay as they are. White space around a text is removed before it is checked. Values are not converted: the text `"5"` is no integer. */
        ProjectUpdate: {
            /** @description Star the project for the caller, or take the star away. The only field open to project:read. */
            isBookmarked?: boolean;
            /** @description New display name. */
            name?: string;
            /** @description New name in paths, unique in the organization and none of the reserved ones. Requests under the old slug are sent on (302) until another project takes it. */
            slug?: string;
            platform?: components["schemas"]["Platform"];
            /** @description Text to put before the subject of every message about the project. May be empty. */
            subjectPrefix?: string;
            /** @description Subject of a message about one issue, without the prefix. Variables are `$title`, `$shortID`, `$projectID`, `$orgID`, `$project` and `${tag:KEY}`, the value of a tag. A `$` that no letter, `_` or `{` follows stands for itself. */
            subjectTemplate?: string;
            /** @description Hours without a new event after which an issue is resolved. 0 means never. */
            resolveAge?: number;
        };
        /**
         * @description A right that a token can hold. No scope includes another one.
         * @enum {string}
         */
        Scope: "member:read" | "event:read" | "event:write" | "event:admin" | "project:admin" | "project:write" | "project:read" | "project:releases" | "team:read" | "team:write" | "team:admin" | "org:read" | "org:integrations" | "alerts:read" | "alerts:write";
        /** @description Whether events are processed as they should be. */
        EventProcessing: {
            /** @description Whether native frames are resolved late or not at all at the moment. */
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
        /** @description The project's settings under their storage keys. All keys are always present, and each one that has a twin among the project's own fields has the same value there. Read-only as a map. */
        ProjectOptions: {
            /** @description Same as `groupingAutoUpdate`. */
            "svc:grouping_auto_update": boolean;
            /** @description Rules that shorten span descriptions. Empty, because spans are not stored. */
            "svc:span_description_cluster_rules": unknown[];
            /** @description Rules that shorten transaction names. Empty, because transactions are not stored. */
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
            /** @description Same as `storeCrashReports`. */
            "svc:store_crash_reports": number;
            /** @description Same as `builtinSymbolSources`. */
            "svc:builtin_symbol_sources": string[];
            /** @description Same as `allowedDomains`. */
            "svc:origins": string[];
            /** @description Same as `sensitiveFields`. */
            "svc:sensitive_fields": string[];
            /** @description Same as `defaultEnvironment`. */
            "svc:default_environment": string;
            /** @description Same as `verifySSL`. */
            "svc:verify_ssl": boolean;
            /** @description Whether content-security reports caused by well-known browser extensions are ignored. */
            "svc:csp_ignored_sources_defaults": boolean;
            /** @description Further sources whose content-security reports are ignored, one a line. */
            "svc:csp_ignored_sources": string;
            /** @description Client addresses whose events are refused, one a line. */
            "filters:blacklisted_ips": string;
            /** @description Whether React hydration errors are filtered out. */
            "filters:react-hydration-errors": boolean;
            /** @description Whether errors about chunks that failed to load are filtered out. */
            "filters:chunk-load-error": boolean;
            /** @description Releases whose events are refused, one a line. */
            "filters:releases": string;
            /** @description Error messages whose events are refused, one a line. */
            "filters:error_messages": string;
            /** @description Whether the feedback form shows the name of its maker. */
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
        /** @description The organization that owns the project. */
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
            /** @description Whether the organization gets new features early. */
            isEarlyAdopter: boolean;
            /** @description Whether members must use a second factor. */
            require2FA: boolean;
            /** @description Whether members must confirm their e-mail address. */
            requireEmailVerification: boolean;
            avatar: components["schemas"]["Avatar"];
            /** @description Feature flags that are on for the organization. */
            features: string[];
            links: components["schemas"]["OrganizationLinks"];
            /** @description Whether members sign in through a provider of their own. */
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
            /** @description Further facts the plugin gives about itself. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Event contexts the plugin reads. */
            contexts: unknown[];
            /** @description Files the plugin needs in a browser. */
            assets: unknown[];
            /** @description State of the plugin. `unknown` when it does not say. */
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
        /** @description A project with all its settings, as it is after an update. Settings that updateProject does not accept are read-only for now. */
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
            /** @description Whether the project watches this service itself. Read-only. */
            isInternal: boolean;
            /** @description Whether the project can be seen without signing in. Always false. */
            isPublic: boolean;
            avatar: components["schemas"]["Avatar"];
            /** @description Display color. It is derived from the slug and changes with it. */
            color: string;
            /** @description State of the project. Always `active`. */
            status: string;
            options: components["schemas"]["ProjectOptions"];
            /** @description Seconds to wait at least before alerts are gathered into one message. Read-only. */
            digestsMinDelay: number;
            /** @description Seconds to wait at most before gathered alerts go out. Read-only. */
            digestsMaxDelay: number;
            /** @description Text put before the subject of every message about the project. May be empty. */
            subjectPrefix: string;
            /** @description Subject of a message about one issue, with its variables unresolved. */
            subjectTemplate: string;
            /** @description Origins browsers may send events from. A lone `*` allows all. Read-only. */
            allowedDomains: string[];
            /** @description Hours without a new event after which an issue is resolved. 0 means never. */
            resolveAge: number;
            /** @description Whether sensitive values are removed from events before they are stored. Read-only. */
            dataScrubber: boolean;
            /** @description Whether the built-in scrubbing rules apply. Read-only. */
            dataScrubberDefaults: boolean;
            /** @description Field names that are never scrubbed. Read-only. */
            safeFields: string[];
            /** @description Field names that are always scrubbed, beside the built-in ones. Read-only. */
            sensitiveFields: string[];
            /** @description How many crash reports are kept per issue. 0 keeps none, -1 keeps all. Read-only. */
            storeCrashReports: number;
            /** @description Secret sent along when the service fetches sources from your servers. Empty unless the caller's token holds project:write or project:admin. Read-only. */
            securityToken: string;
            /** @description Name of the request header that carries the security token. Null means the default name. Read-only. */
            securityTokenHeader: string | null;
            /** @description Whether certificates are checked when the service fetches sources. Read-only. */
            verifySSL: boolean;
            /** @description Whether client addresses are removed from events before they are stored. Read-only. */
            scrubIPAddresses: boolean;
            /** @description Whether missing JavaScript sources may be fetched from their public address. Read-only. */
            scrapeJavaScript: boolean;
            /** @description Name and version of the rules that put events into issues. Read-only. */
            groupingConfig: string;
            /** @description Extra rules for marking and hiding frames, one a line. Empty when there are none. Read-only. */
            groupingEnhancements: string;
            /** @description Name of the rule set the extra rules build on. Null for none. Read-only. */
            groupingEnhancementsBase: string | null;
            /** @description Rules used before the present ones, still honoured for a while. Empty when there are none. Read-only. */
            secondaryGroupingConfig: string;
            /** @description When the earlier rules stop counting, in seconds since 1970. 0 when there are none. Read-only. */
            secondaryGroupingExpiry: number;
            /** @description Whether the project moves to newer grouping rules by itself. Read-only. */
            groupingAutoUpdate: boolean;
            /** @description Rules that set an event's fingerprint, one a line. Empty when there are none. Read-only. */
            fingerprintingRules: string;
            /** @description Environment shown when none is chosen. Empty when not set. Read-only. */
            defaultEnvironment: string;
            /** @description Detailed scrubbing rules as JSON text. Null when there are none. Read-only. */
            relayPiiConfig: string | null;
            /** @description Public symbol servers that are switched on. Read-only. */
            builtinSymbolSources: string[];
            /** @description The project's own symbol servers, as the JSON text of a list. Read-only. */
            symbolSources: string;
            /** @description How many open problems keep events from being processed fully. */
            processingIssues: number;
            /** @description Sampling rules and whether each is on. Read-only. */
            dynamicSamplingBiases: components["schemas"]["DynamicSamplingBias"][];
            organization: components["schemas"]["OrganizationSummary"];
            /** @description Plugins that can be used with the project. Empty when none are installed. */
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
        /** @description Every field at fault, with what is wrong about it. */
        FieldErrors: {
            [key: string]: string[];
        };
        /** @description Why a request was refused although its token is good. */
        ForbiddenBody: {
            /** @description The reason in one sentence. */
            detail: string;
            /** @description Scopes of which any single one is enough. */
            requiredScopes: components["schemas"]["Scope"][];
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
            /** @description Names of the environments events have come from. */
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
        /**
         * @description What is missing, with the keys of `data` in brackets.
         *
         *     - `no_release_on_event`: the event names no release that is known here.
         *     - `no_sourcemaps_on_release`: nothing was uploaded for the release.
         *     - `url_not_valid`: the frame's path is no absolute address (absPath).
         *     - `no_url_match`: no uploaded file fits the path (absPath, filename, unifiedPath, artifactNames).
         *     - `partial_match`: only a file with the same ending fits (absPath, partialMatchPath, filename,
         *       unifiedPath, urlPrefix, artifactNames).
         *     - `dist_mismatch`: the file belongs to another distribution (eventDist, artifactDist, filename).
         *     - `sourcemap_not_found`: the file names no source map, or an empty one (filename).
         *     - `debug_id_no_sourcemaps`: the client could have sent debug ids but did not, and names no release.
         *     - `debug_id_source_not_found`: no uploaded file has the frame's debug id (debugId, filename, and
         *       the names looked for).
         *     - `debug_id_map_not_found`: the file with the debug id is there, its source map is not (debugId,
         *       filename, and the names looked for).
         *     - `map_not_parsable`: the source map cannot be read (debugId, filename, and the names looked for).
         *     - `no_mapping_at_position`: the source map says nothing about the position (debugId, filename, the
         *       names looked for, line and column).
         * @enum {string}
         */
        SourceMapErrorType: "no_release_on_event" | "no_sourcemaps_on_release" | "url_not_valid" | "no_url_match" | "partial_match" | "dist_mismatch" | "sourcemap_not_found" | "debug_id_no_sourcemaps" | "debug_id_source_not_found" | "debug_id_map_not_found" | "map_not_parsable" | "no_mapping_at_position";
        /** @description One reason why a frame is not mapped to its source. */
        SourceMapError: {
            type: components["schemas"]["SourceMapErrorType"];
            /** @description The reason in one sentence. It is the same for every error of a type. */
            message: string;
            /** @description What was looked for and what was found. Null when the type says it all. */
            data: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A line of JSON about the whole, then for each item a line of JSON with its `type` and, if it has one, its `length` in bytes, followed by the item itself. Lines end with a line feed. */
        Envelope: string;
        /** @description What became of an envelope. */
        EnvelopeReceipt: {
            /** @description Identifier of the stored event. Left out when the envelope had no event. */
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
        /** @description The body is not JSON, or fields in it are unknown or out of bounds. Nothing was applied. */
        InvalidUpdate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] | components["schemas"]["FieldErrors"];
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
        /** @description The token holds none of the accepted scopes, or none that allows these fields. Nothing was applied. */
        UpdateForbidden: {
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
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenBody"];
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
        /** @description There is no such organization, project or event, or the caller may not know of it. */
        EventNotFound: {
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
         * @description Whether to give each event with its whole body. `1` and `0` are read as `true` and `false`.
         * @example true
         */
        Full: boolean;
        /**
         * @description Id of an issue to remove. Repeat the parameter to name several; a repeated id counts once. Without any, the first 1000 issues are removed.
         * @example [
         *       4,
         *       7
         *     ]
         */
        IssueId: number[];
        /**
         * @description Identifier of the event, 32 hexadecimal digits with or without dashes.
         * @example 8f3a1c5e7b9d4026a1b2c3d4e5f60718
         */
        EventId: string;
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
    };
    requestBodies: {
        /** @description The envelope. Its type is not looked at, so it may be sent as any or none. The limit is on the inflated bytes. */
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
    };
    pathItems: never;
}
export type Platform = components['schemas']['Platform'];
export type ProjectUpdate = components['schemas']['ProjectUpdate'];
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
export type FieldErrors = components['schemas']['FieldErrors'];
export type ForbiddenBody = components['schemas']['ForbiddenBody'];
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
export type SourceMapErrorType = components['schemas']['SourceMapErrorType'];
export type SourceMapError = components['schemas']['SourceMapError'];
export type Envelope = components['schemas']['Envelope'];
export type EnvelopeReceipt = components['schemas']['EnvelopeReceipt'];
export type IngestErrorBody = components['schemas']['IngestErrorBody'];
export type EventPayload = components['schemas']['EventPayload'];
export type PackedEventPayload = components['schemas']['PackedEventPayload'];
export type EventReceipt = components['schemas']['EventReceipt'];
export type Health = components['schemas']['Health'];
export type Contract = components['schemas']['Contract'];
export type ResponseMoved = components['responses']['Moved'];
export type ResponseInvalidUpdate = components['responses']['InvalidUpdate'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseUpdateForbidden = components['responses']['UpdateForbidden'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseTooLarge = components['responses']['TooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseInvalidPage = components['responses']['InvalidPage'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseInvalidFrame = components['responses']['InvalidFrame'];
export type ResponseEventNotFound = components['responses']['EventNotFound'];
export type ResponseIngestBadRequest = components['responses']['IngestBadRequest'];
export type ResponseIngestUnauthorized = components['responses']['IngestUnauthorized'];
export type ResponseIngestForbidden = components['responses']['IngestForbidden'];
export type ResponseIngestTooLarge = components['responses']['IngestTooLarge'];
export type ResponseIngestUnsupportedEncoding = components['responses']['IngestUnsupportedEncoding'];
export type ResponseIngestInternalError = components['responses']['IngestInternalError'];
export type ResponseIngestUnavailable = components['responses']['IngestUnavailable'];
export type ParameterOrganizationSlug = components['parameters']['OrganizationSlug'];
export type ParameterProjectSlug = components['parameters']['ProjectSlug'];
export type ParameterTeamIdOrSlug = components['parameters']['TeamIdOrSlug'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterPerPage = components['parameters']['PerPage'];
export type ParameterFull = components['parameters']['Full'];
export type ParameterIssueId = components['parameters']['IssueId'];
export type ParameterEventId = components['parameters']['EventId'];
export type ParameterFrameIdx = components['parameters']['FrameIdx'];
export type ParameterExceptionIdx = components['parameters']['ExceptionIdx'];
export type ParameterProjectId = components['parameters']['ProjectId'];
export type ParameterSentryVersion = components['parameters']['SentryVersion'];
export type ParameterSentryClient = components['parameters']['SentryClient'];
export type RequestBodyEnvelopeBody = components['requestBodies']['EnvelopeBody'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderWwwAuthenticate = components['headers']['WwwAuthenticate'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderLink = components['headers']['Link'];
export type HeaderAccessControlAllowOrigin = components['headers']['AccessControlAllowOrigin'];
export type HeaderAccessControlExposeHeaders = components['headers']['AccessControlExposeHeaders'];
export type HeaderXSentryError = components['headers']['XSentryError'];
export type $defs = Record<string, never>;
export interface operations {
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
                 * @description Whether to give each event with its whole body. `1` and `0` are read as `true` and `false`.
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
            /** @description An id is not a plain positive integer, or another parameter is named. Nothing was removed. */
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
            500: components["responses"]["IngestInternalError"];
            503: components["responses"]["IngestUnavailable"];
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
}
