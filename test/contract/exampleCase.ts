import type { Test } from 'supertest';
import type { OperationId } from '../../src/api/contractTypes';
import type { ProjectFixture, SessionFixture } from '../support/fixtures';
import type { Service } from '../support/service';

/**
 * The fixtures of every example: organization `acme`, team `backend`, project `shop` of the platform `node`, and the
 * token of a member of the team with every scope. It is 2026-11-21 10:30:02 UTC.
 */
export interface ExampleFixtures {
  readonly service: Service;
  readonly project: ProjectFixture;
  readonly token: string;
  /** A session of the same member, for operations that only a session can call. */
  readonly session?: SessionFixture | undefined;
}

/** An example request, and the example response that it must get. */
export interface ExampleCase {
  /** Name of the example of the body; it is sent in each media type that has an example of this name. */
  readonly body?: string;
  /** Name of the example of the response; its status if it has no body. */
  readonly response: string;
  /** Called before the service starts. */
  before?(): void;
  /**
   * Creates the objects that the example needs in addition to the fixtures. May return parameters, such as the id of a
   * new object.
   */
  prepare?(fixtures: ExampleFixtures): Promise<Readonly<Record<string, string>> | undefined> | Promise<void>;
  /** Parameters whose values differ from the values of their examples. Add a comment with the reason. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Optional parameters that are not sent. */
  readonly omitted?: readonly string[];
  /** Adds the body if the example cannot be sent as it is: files of a form, bytes. */
  attach?(request: Test): Test;
}

/** The cases of one operation. */
export interface OperationCases {
  readonly cases: readonly ExampleCase[];
  /** JSON bodies with lists and objects that the examples lack, so that the handler has members of them to read. */
  readonly furtherBodies?: readonly object[];
  /** Example responses that no request gets yet: the reason by the name of the example. */
  readonly notReproduced?: Readonly<Record<string, string>>;
  /** Differences between responses and their examples: the reason by path, such as `[].latestDeploys`. */
  readonly differences?: Readonly<Record<string, string>>;
}

/** The cases of operations by their ids. */
export type ExampleCases = { readonly [Id in OperationId]?: OperationCases };
