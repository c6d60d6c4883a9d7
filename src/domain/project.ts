import type { ProjectSettings } from './settings';

/** What a project has received beside errors; a flag is set once and stays. */
export interface ProjectFlags {
  readonly firstTransactionEvent: boolean;
  readonly hasMinifiedStackTrace: boolean;
  readonly hasCustomMetrics: boolean;
  readonly hasMonitors: boolean;
  readonly hasProfiles: boolean;
  readonly hasReplays: boolean;
  readonly hasSessions: boolean;
  readonly hasUserReports: boolean;
}

export type ProjectFlag = keyof ProjectFlags;

/** An application that sends events, as one row of the store tells it. */
export interface Project {
  /** A positive integer in decimal text; 0 is never issued (decisions.md §2). */
  readonly id: string;
  readonly organizationId: string;
  readonly slug: string;
  readonly name: string;
  readonly platform: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  readonly firstEvent: number | null;
  readonly subjectPrefix: string;
  readonly subjectTemplate: string;
  /** Hours without a new event after which an issue is resolved; 0 disables. */
  readonly resolveAge: number;
  /** Secret; shown only to callers that may write (decisions.md D22). */
  readonly securityToken: string;
  readonly flags: ProjectFlags;
  /** Whether its alerts are posted to a webhook. */
  readonly hasWebhook: boolean;
  readonly settings: ProjectSettings;
}

/** A project as the key of a DSN finds it, with what every event that comes in asks for. */
export interface KeyedProject extends Project {
  /** Whether there is any artifact to resolve frames by. */
  readonly hasArtifacts: boolean;
}

/** What has been seen of a project, and how the caller stands to it: the part of its records that other rows tell. */
export interface ProjectSurroundings {
  readonly teams: readonly { id: string; slug: string; name: string }[];
  /** Platforms of its events, sorted. */
  readonly platforms: readonly string[];
  /** Environments of its events, sorted. */
  readonly environments: readonly string[];
  /** The newest release by release date, else by creation date. */
  readonly latestRelease: string | null;
  /** The last finished deploy of each environment. */
  readonly latestDeploys: Readonly<Record<string, { version: string; dateFinished: number }>>;
  /** Whether the caller starred it. */
  readonly isBookmarked: boolean;
  /** Whether the caller is in one of its teams (decisions.md D23). */
  readonly isMember: boolean;
}

/** The members of a project that `updateProject` changes; absent means unchanged. */
export interface ProjectChanges {
  name?: string;
  slug?: string;
  platform?: string;
  subjectPrefix?: string;
  subjectTemplate?: string;
  resolveAge?: number;
  securityToken?: string;
  settings?: Partial<ProjectSettings>;
}

/** A public key of a project: what a DSN carries to let an SDK in. */
export interface ProjectKey {
  /** 32 lower-case hexadecimal digits. */
  readonly publicKey: string;
  readonly projectId: string;
  readonly isActive: boolean;
}
