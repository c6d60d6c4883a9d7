/** The tables of the demo, which are in data/*.yaml, and their types. */
import path from 'node:path';
import type { Client } from '../../src/client/createClient';
import type { Role } from '../../src/domain/access';
import type { Json } from '../support/payloads';
import { readTable } from '../support/table';

export type ProjectName = 'storefront' | 'orders-api' | 'recommender' | 'reader-app';
type ByProject<T> = Readonly<Record<ProjectName, T>>;
type BodyOf<Name extends 'createAlertRule' | 'createProject' | 'createSavedSearch' | 'updateIssue' | 'updateProject'> =
  NonNullable<Parameters<Client[Name]>[0]['body']>;

/** A frame as a stack shows it, or several by a name that begins with `@`; with its variables, if it has some. */
export type Frame = string | readonly [frame: string, vars: Json];

/** An error of a chain. */
export interface Thrown {
  /** As a stack begins: `module.Type: message`. */
  readonly error: string;
  /** The outermost call first. */
  readonly frames?: readonly Frame[];
  readonly mechanism?: { readonly type?: string; readonly handled: boolean };
}

/** A defect of a program. Its texts have placeholders. */
export interface Defect extends Partial<Thrown> {
  readonly name: string;
  readonly project: ProjectName;
  /** Events on an average day. */
  readonly perDay: number;
  /** Factors of the frequency, each by the day from which it applies. */
  readonly shape?: Readonly<Record<number, number>>;
  /** The day from which the frequency grows, and the factor that it reaches on the last day. */
  readonly growing?: readonly [from: number, factor: number];
  /** The place in the program at which it happens. */
  readonly transaction?: string;
  /** The action of the front end that throws it, in place of `error`. */
  readonly action?: string;
  /** The causes of the error, the next one first. */
  readonly causes?: readonly Thrown[];
  readonly threads?: readonly (Json & { readonly frames?: readonly Frame[] })[];
  /** Further fields of its events. */
  readonly fields?: Json;
}

/** A release that members publish. */
export interface PlannedRelease {
  readonly project: ProjectName;
  readonly version: string;
  readonly day: number;
  readonly commits: readonly {
    readonly by: string;
    readonly message: string;
    readonly file: string;
    /** The defect that it fixes. */
    readonly fixes?: string;
  }[];
  /** True if nobody has uploaded its source maps. */
  readonly hasNoFiles?: boolean;
}

/** An action of a member on the issue of a defect. */
export interface Work {
  readonly day: number;
  readonly by: string;
  readonly defect: string;
  readonly update?: BodyOf<'updateIssue'>;
  /** The member, or `#team`, to whom it is assigned. */
  readonly assign?: string;
  readonly comment?: string;
  /** The defect into whose issue it is merged. */
  readonly into?: string;
}

interface PlannedSessions {
  readonly perHour: number;
  /** Crashes in a thousand sessions, each by the day from which it applies. */
  readonly crashes: Readonly<Record<number, number>>;
}

/** What a user writes: about the newest event of a defect, or about a project. */
export interface PlannedFeedback {
  readonly day: number;
  readonly defect?: string;
  readonly project?: ProjectName;
  readonly by: string;
  readonly text: string;
}

/** A job that runs by the clock. */
export interface PlannedMonitor {
  readonly slug: string;
  readonly project: ProjectName;
  readonly schedule: Json;
  readonly everyHours: number;
  /** Hours after midnight, UTC, at which it runs first. */
  readonly firstHour: number;
  /** Least and greatest duration of a run. */
  readonly seconds: readonly [number, number];
  /** Failures in a thousand runs. */
  readonly failures: number;
}

interface DemoProject {
  readonly name: string;
  readonly platform: Required<BodyOf<'createProject'>>['platform'];
  readonly team: string;
  readonly settings: BodyOf<'updateProject'>;
  /** Its ownership rules. */
  readonly ownership?: string;
  /** Number of hours after which half of the users of a release use the next one. */
  readonly halfLifeHours: number;
}

/** The organization of the demo, a seller of books. */
export const ORGANIZATION = 'tidewater';
export const ORGANIZATION_NAME = 'Tidewater Books';

const at = (name: string) => path.join(__dirname, 'data', `${name}.yaml`);

export const { members, teams, projects, alertRules, savedSearches } = readTable(at('organization')) as {
  /** By first name; the first one signs in. */
  readonly members: Readonly<Record<string, { readonly role: Role; readonly teams: readonly string[] }>>;
  readonly teams: Readonly<Record<string, string>>;
  readonly projects: ByProject<DemoProject>;
  /** The team is a recipient, too. */
  readonly alertRules: readonly {
    readonly project: ProjectName;
    readonly team: string;
    readonly rule: BodyOf<'createAlertRule'>;
  }[];
  readonly savedSearches: readonly BodyOf<'createSavedSearch'>[];
};

export const MEMBERS = Object.keys(members) as [string, ...string[]];

export const DEFECTS: readonly Defect[] = Object.entries(
  readTable(at('defects')) as ByProject<Record<string, { occurs: object }>>,
).flatMap(([project, defects]) =>
  Object.entries(defects).map(([name, { occurs, ...defect }]) => ({ name, project, ...occurs, ...defect }) as Defect),
);

const plan = readTable(at('plan')) as {
  readonly releases: Readonly<Record<string, object>>;
  readonly work: readonly Work[];
  readonly sessions: Partial<ByProject<PlannedSessions>>;
  readonly monitors: Readonly<Record<string, Omit<PlannedMonitor, 'slug'>>>;
  readonly feedback: readonly PlannedFeedback[];
};
export const SESSIONS = Object.entries(plan.sessions) as [ProjectName, PlannedSessions][];
export const FEEDBACK = plan.feedback;
export const MONITORS = Object.entries(plan.monitors).map(([slug, monitor]) => ({ slug, ...monitor }));
export const WORK = plan.work;
export const RELEASES = Object.entries(plan.releases).map(
  ([version, release]) => ({ project: version.split('@')[0], version, ...release }) as PlannedRelease,
);

export const { programs, stacks, values } = readTable(at('environs')) as {
  readonly programs: ByProject<{
    readonly fields: Json;
    readonly breadcrumbs: readonly Json[];
    /** Fields of events that have a transaction. */
    readonly transaction?: Json;
  }>;
  readonly stacks: Readonly<Record<string, readonly Frame[]>>;
  readonly values: Readonly<Record<'cities' | 'devices', readonly Json[]>> &
    Readonly<Record<'firstNames' | 'browsers', readonly string[]>>;
};

export const sources = readTable(at('sources')) as Readonly<
  Record<'shop' | 'orders-api' | 'recommender', Readonly<Record<string, string>>>
> & {
  readonly voucherDefect: Readonly<Record<'version' | 'correct' | 'wrong', string>>;
};

/** Returns the value that applies on a day, in a table of values by the day from which they apply. */
export function valueAt(table: Readonly<Record<number, number>>, day: number): number | undefined {
  const begun = Object.entries(table).filter(([from]) => Number(from) <= day);
  return begun.sort(([a], [b]) => Number(b) - Number(a))[0]?.[1];
}
