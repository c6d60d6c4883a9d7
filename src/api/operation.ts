import type { AgentAnswer } from '../../generated/api';
import type { Caller, SessionCaller } from '../domain/access';
import type { Audit } from '../domain/audit';
import type { WebhookTest, WebhookTestResult } from '../domain/alert';
import type { AlertRule, RuleTestResult } from '../domain/alertRule';
import type { FieldErrors } from '../domain/errors';
import type { MailedInvitation, Organization } from '../domain/organization';
import { decodeCursor, DEFAULT_PAGE_SIZE, type PageRequest } from '../domain/page';
import type { Project } from '../domain/project';
import type { SecretBox } from '../domain/secretBox';
import type { OpenIdProvider, PasswordHasher, SignInLimits } from '../domain/session';
import type { AuthorizedClient, DsnClient, IngestService } from '../ingest/authorizeDsn';
import type { TemplateValues } from '../presenters/alertTemplate';
import type { CheckMap } from '../sourcemaps/lint/checkFiles';
import type { SourceMapCache } from '../sourcemaps/resolve/sourceMapCache';
import type { TicketClient } from '../tickets/ticketClient';
import type { BundleAssembler } from '../sourcemaps/upload/assembleBundle';
import type { UploadQuota } from '../sourcemaps/upload/limits';
import type { AlertQueue } from '../store/alerts';
import type { Read, Write, Writers } from '../store/stores';
import type {
  BodyOf,
  OperationId,
  ParamsOf,
  QueryOf,
  ReadOperationId,
  ConsoleFiles,
  Docs,
  OperationReply,
  TaggedJson,
} from './contractTypes';
import { type FoundSubject, requirePresent } from './presentSubjects';

/** The parts of the service that send alerts and mails. They depend on its configuration. */
export interface AlertCapabilities {
  /** True if a mail server is configured. */
  readonly sendsMail: boolean;
  /** True if webhooks may be in private networks. */
  readonly allowsPrivateWebhooks: boolean;
  /** Sends a test alert to a webhook. @throws Unavailable if too many tests are in progress */
  readonly testWebhook: (test: WebhookTest) => Promise<WebhookTestResult>;
  /** Sends a test alert to each recipient of a rule. @throws Unavailable if too many tests are in progress */
  readonly testRule: (test: {
    readonly rule: AlertRule;
    readonly organization: Organization;
    readonly project: Project;
    /** The member who tests it; null for a token of the organization. */
    readonly memberId: string | null;
    readonly now: number;
  }) => Promise<RuleTestResult[]>;
  /** Returns the values of the test alert that a webhook receives. */
  readonly composeTestAlert: (about: Omit<WebhookTest, 'webhook'>) => TemplateValues;
  /** Starts to mail an invitation. Returns false if none is sent: without a mail server, or after too many. */
  readonly mailInvitation: (invitation: MailedInvitation) => boolean;
  /** Starts asking the owners of unconfirmed addresses in a new or changed rule. */
  readonly askOwners: (request: {
    readonly rule: AlertRule;
    /** The rule before it was changed; null for a new one. */
    readonly former: AlertRule | null;
    readonly organization: Organization;
    readonly project: Project;
    readonly memberId: string | null;
    readonly now: number;
  }) => void;
  /** Stores that a webhook or ticket connection of a rule confirmed a request. */
  readonly recordRuleSuccess: (stores: Writers, queue: AlertQueue & { queueId: string }, now: number) => Promise<void>;
  /** Stores a result of a webhook's request. */
  readonly recordWebhookResult: (
    stores: Writers,
    project: Pick<Project, 'id' | 'organizationId'>,
    result: { now: number; error: string | null },
  ) => Promise<void>;
}

/** The members of the context that every handler may use. */
interface Services {
  readonly read: Read;
  readonly alerts: AlertCapabilities;
  /** Calls the ticket systems that organizations have connected. */
  readonly tickets: TicketClient;
  /** True if this service fetches JavaScript files that were not uploaded. */
  readonly fetchesJavaScript: boolean;
  /** Checks a value. @throws Error unless it matches the schema of that name */
  readonly checkSchema: (schema: string, value: unknown) => void;
  readonly sourceMaps: SourceMapCache;
  readonly bundleAssembler: BundleAssembler;
  /** Limits of the data that an organization may store. */
  readonly uploadQuota: UploadQuota;
  readonly checkMap: CheckMap;
  /** Answers a message of an agent. Undefined for a message without an answer. */
  readonly answerAgent: (
    message: BodyOf<'sendAgentMessage'>,
    access: {
      readonly baseUrl: string;
      /** Sends the requests of the tools, with the credentials of the agent. */
      readonly fetch: (request: Request) => Promise<Response>;
      readonly allowsWrites: boolean;
      /** Name of the program that calls. */
      readonly agent: string;
      readonly findCaller: () => Promise<{ readonly organization: string; readonly scopes: readonly string[] }>;
    },
  ) => Promise<AgentAnswer | undefined>;
}

/** The additional members for operations that SDKs call. */
interface IngestServices {
  readonly ingest: IngestService;
}

/** The additional members for operations without authentication. */
export interface PublicServices {
  /** Returns the contract of the service at `publicUrl`, with or without the section `webhooks`. */
  readonly contract: (publicUrl: string, hasWebhooks: boolean) => TaggedJson;
  /** The documentation; null if it was not built. */
  readonly docs: Docs | null;
  /** The console; null if it was not built. */
  readonly console: ConsoleFiles | null;
  /** Checks that the database can be read; not while it is being migrated. @throws Unavailable if it cannot */
  readonly requireAlive: () => Promise<void>;
  /** Checks the service. @throws Unavailable unless the database accepts writes, and events are stored in time */
  readonly requireReady: () => Promise<void>;
}

/** The additional members for operations by which people sign in. */
interface SignInServices {
  readonly passwords: PasswordHasher;
  /** Encrypts the secrets of second factors. */
  readonly secretBox: SecretBox;
  readonly signInLimits: SignInLimits;
  /** The OpenID provider of the environment; null if there is none. */
  readonly openId: OpenIdProvider | null;
}

/** The facts about a request that every handler knows before the body is read. */
interface RequestInfo<Id extends OperationId> {
  readonly params: ParamsOf<Id>;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  /** The address at which the service is reached, without a trailing slash. */
  readonly publicUrl: string;
  /** The address from which the request came; null if it is not known. */
  readonly ipAddress: string | null;
}

/** Only handlers of writing operations receive `write`, which runs one transaction. */
type WriteAccess<Id extends OperationId> = Id extends ReadOperationId ? unknown : { readonly write: Write };

/**
 * Handlers of writing operations describe each change with `audit`, and insert the entry in its transaction. A test
 * requires an entry of every writing operation.
 */
type AuditAccess<Id extends OperationId> = Id extends ReadOperationId ? unknown : { readonly audit: Audit };

/** Two operations store or process events in the name of a member, one has settings about the OpenID provider. */
type SpecialAccess<Id extends OperationId> = Id extends 'importProjectData' | 'previewImport'
  ? IngestServices
  : Id extends 'updateOrganization'
    ? Pick<SignInServices, 'openId'>
    : unknown;

/** The context of an operation that a token authenticates, or the session of a member. */
export type TokenContext<Id extends OperationId> = Services &
  RequestInfo<Id> &
  SpecialAccess<Id> &
  WriteAccess<Id> &
  AuditAccess<Id> & { readonly caller: Caller };

/** The context of an operation that only a session authenticates. */
export type SessionContext<Id extends OperationId> = Omit<TokenContext<Id>, 'caller'> &
  SignInServices & { readonly caller: SessionCaller };

/** The context of an operation that a DSN authenticates. */
export type IngestContext<Id extends OperationId> = Services &
  IngestServices &
  RequestInfo<Id> &
  WriteAccess<Id> & { readonly dsnClient: DsnClient };

/** The context of an operation that a token, a session or a DSN authenticates: it has `caller` or `dsnClient`. */
export type ReportContext<Id extends OperationId> = Omit<TokenContext<Id>, 'caller' | 'audit'> &
  IngestServices & {
    readonly caller: Caller | undefined;
    readonly audit: Audit | undefined;
    readonly dsnClient: DsnClient | undefined;
  };

/** The context of an operation without authentication. */
export type PublicContext<Id extends OperationId> = Services &
  PublicServices &
  SignInServices &
  RequestInfo<Id> &
  WriteAccess<Id> & {
    /** Returns the caller whose session the request carries; null for none, and for a session that has ended. */
    readonly findSession: () => Promise<SessionCaller | null>;
  };

type IsList<Id extends OperationId> = 'cursor' extends keyof QueryOf<Id> ? true : false;

/**
 * The members that a valid request adds. `contentType` is the header's value, which matters if the body is bytes.
 * `userAgent` names the calling program; it is empty if unknown.
 */
type RequestInput<Id extends OperationId> = {
  readonly query: QueryOf<Id>;
  readonly body: BodyOf<Id>;
  readonly contentType: string;
  readonly userAgent: string;
  /** Returns a header of the request; empty if it is missing. */
  readonly header: (name: string) => string;
  /**
   * Reserves memory for a reply that is being built: in total this number of bytes. Absent without a token.
   * @throws Unavailable if there is too little memory left
   */
  readonly holdReply: (bytes: number) => void;
  /** Sends a request to this service, with the credentials and from the address of the caller. */
  readonly fetchHere: (request: Request) => Promise<Response>;
} & (IsList<Id> extends true
  ? {
      /** The page that the query requests. */
      readonly page: PageRequest;
    }
  : unknown);

/** Reads a body piece by piece, and keeps the parts that the handler needs. */
export interface BodyFilter {
  /** Number of bytes in memory. */
  readonly keptBytes: number;
  /** True if the handler does not need the rest of the body. */
  readonly hasAll: boolean;
  write(piece: Buffer): Promise<void>;
  /** Returns the kept parts after the last piece. @param isCut true if the rest of the body is not read */
  end(isCut?: boolean): Promise<Buffer>;
  /** Called when the request has ended. */
  close(): void;
}

/** Excludes members that `requirePresent` does not know. */
type OnlyKnown<Subject> = { readonly [Kind in Exclude<keyof Subject, keyof FoundSubject>]: never };

/** The steps of an operation's handler, in the order in which they run. */
type Definition<Id extends OperationId, Context, Subject> = {
  /**
   * Finds the objects that the path names, before the request body is read. Its members are part of the context of the
   * later steps. Each transaction of `write` begins with finding them again.
   * @throws NotFound, Moved, or another error that ends the request
   */
  subject?(context: Context): Promise<Subject>;
  /**
   * Refuses the request by the names of its body's fields alone, before their values are validated.
   * @throws Forbidden
   */
  authorizeFields?(context: Context & Subject, fields: readonly string[]): void;
  /**
   * Returns a filter that reads a large body piece by piece and keeps only parts of it. If absent, the whole body is
   * read.
   */
  filterBody?(context: Context & Subject): BodyFilter;
  /** Called if the body cannot be read, with the error that ends the request. */
  refuseBody?(context: Context & Subject, error: unknown): void;
  /** Finds errors that the contract's schemas cannot express. `body` has only the fields without schema errors. */
  validate?(
    context: Context & Subject & { readonly body: Partial<Exclude<BodyOf<Id>, undefined>> },
  ): Promise<FieldErrors>;
  handle(context: Context & Subject & RequestInput<Id>): Promise<OperationReply<Id>>;
  /**
   * True if the operation may take longer than others: each of its reads and writes then has a time limit of its own.
   */
  readonly takesLong?: true;
  /** True if the operation begins a session; pages of other sites must not call it. */
  readonly isSignIn?: true;
};

/** The credentials of an operation's callers: a token or a session, a session only, a DSN, or none. */
export type Access = 'token' | 'session' | 'dsn' | 'public';

/** The members of all contexts that the service provides. */
export type AllServices = Services & IngestServices & PublicServices & SignInServices;

/**
 * The context that the steps of a request build for its handler; the handler's type shows only the members that its
 * operation may use. The steps add members instead of copying, because a copy of this many members takes microseconds
 * (src/DECISIONS.md, "Copies of objects").
 */
export interface OperationContext extends Omit<AllServices, 'read'> {
  read: Read;
  params: object;
  now: number;
  publicUrl: string;
  ipAddress: string | null;
  caller: Caller | undefined;
  dsnClient: DsnClient | undefined;
  /** The client that its key authorizes before the body is read. */
  client?: AuthorizedClient;
  /** Only for operations that write, like `audit`. */
  write?: Write;
  audit?: Audit;
  findSession?: () => Promise<SessionCaller | null>;
  /** The objects that the path names; they are also among the other members. */
  foundSubject?: FoundSubject;
  query?: object;
  body?: object;
  contentType?: string;
  userAgent?: string;
  header?: (name: string) => string;
  holdReply?: (bytes: number) => void;
  fetchHere?: (request: Request) => Promise<Response>;
  page?: PageRequest;
}

/** An operation as the server calls it. */
export interface Operation<Id extends OperationId> {
  readonly id: Id;
  readonly access: Access;
  readonly subject?: (context: OperationContext) => Promise<FoundSubject>;
  readonly authorizeFields?: (context: OperationContext, fields: readonly string[]) => void;
  readonly filterBody?: (context: OperationContext) => BodyFilter;
  readonly refuseBody?: (context: OperationContext, error: unknown) => void;
  readonly validate?: (context: OperationContext) => Promise<FieldErrors>;
  readonly handle: (context: OperationContext) => Promise<OperationReply<Id>>;
  readonly takesLong?: true;
  readonly isSignIn?: true;
}

/** A handler for each operation of the contract. A missing, surplus or mistyped one does not compile. */
export type Operations = { readonly [Id in OperationId]: Operation<Id> };

/** Any operation of the contract. */
export type AnyOperation = Operations[OperationId];

/** Defines an operation that is called with a token, or with the session of a member. */
export function operation<Id extends OperationId, Subject extends OnlyKnown<Subject> = object>(
  id: Id,
  definition: Definition<Id, TokenContext<Id>, Subject>,
): Operation<Id> {
  return define(id, 'token', definition);
}

/** Defines an operation that is called with a session only. */
export function sessionOperation<Id extends OperationId, Subject extends OnlyKnown<Subject> = object>(
  id: Id,
  definition: Definition<Id, SessionContext<Id>, Subject>,
): Operation<Id> {
  return define(id, 'session', definition);
}

/** Defines an operation that is called with a token, with the session of a member, or with a DSN. */
export function reportOperation<Id extends OperationId, Subject = unknown>(
  id: Id,
  definition: Definition<Id, ReportContext<Id>, Subject>,
): Operation<Id> {
  return define(id, 'token', definition);
}

/** Defines an operation that SDKs call with a DSN. */
export function ingestOperation<Id extends OperationId, Subject = unknown>(
  id: Id,
  definition: Definition<Id, IngestContext<Id>, Subject>,
): Operation<Id> {
  return define(id, 'dsn', definition);
}

/** Defines an operation that anybody may call. */
export function publicOperation<Id extends OperationId, Subject = unknown>(
  id: Id,
  definition: Definition<Id, PublicContext<Id>, Subject>,
): Operation<Id> {
  return define(id, 'public', definition);
}

/** Erases the types of the contexts: the server builds them at run time from the same contract. */
function define<Id extends OperationId>(id: Id, access: Access, definition: object): Operation<Id> {
  const steps = definition as Omit<Operation<Id>, 'id' | 'access'>;
  if (access === 'dsn' || access === 'public') return { ...steps, id, access };
  return {
    ...steps,
    id,
    access,
    handle(context) {
      // Lists require a token.
      if (access === 'token') context.page = readPageRequest(context);
      if (context.write !== undefined) context.write = writeOnlyIfPresent(context, context.write);
      return steps.handle(context);
    },
  };
}

/**
 * Makes each transaction of a request begin with finding its subject and its caller again: another request may have
 * removed them since, and rows below them would fail or stay behind (openapi/DECISIONS.md, "Renaming and removing").
 */
function writeOnlyIfPresent({ caller, now, foundSubject = {}, dsnClient }: OperationContext, write: Write): Write {
  if (dsnClient !== undefined) return write;
  if (caller === undefined) throw new Error('the request was not authenticated');
  return (work, scope, deadline) =>
    write(
      async (stores) => {
        await requirePresent(stores, foundSubject, { caller, now });
        return work(stores);
      },
      scope,
      deadline,
    );
}

/**
 * Returns the requested page. Only operations with a parameter `cursor` have it in their query; for others, the page is
 * the first one.
 */
function readPageRequest({ query }: OperationContext): PageRequest {
  const { cursor, per_page: size = DEFAULT_PAGE_SIZE } = query as { cursor?: string; per_page?: number };
  return { cursor: decodeCursor(cursor), size };
}
