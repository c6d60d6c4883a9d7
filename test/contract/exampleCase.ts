import type { Test } from 'supertest';
import type { OperationId } from '../../src/api/operation';
import type { ProjectFixture } from '../support/fixtures';
import type { Service } from '../support/service';

/**
 * What every example finds: organization `acme`, team `backend`, project `shop` of the platform `node`, and the token of a member
 * of the team with every scope. It is 2026-11-21 10:30:02 UTC.
 */
export interface ExampleFixtures {
  readonly service: Service;
  readonly project: ProjectFixture;
  readonly token: string;
}

/** One documented request, and the documented answer it must get. */
export interface ExampleCase {
  /** Name of the body's example, in every media type that has one of that name; none where there is no body. */
  readonly body?: string;
  /** Name of the answer's example; the status where the answer has no body. */
  readonly response: string;
  /** Done before the service starts. */
  before?(): void;
  /** Makes what the example speaks of, beside what the stage has; may answer parameters that only it knows, such as a new id. */
  prepare?(stage: ExampleFixtures): Promise<Readonly<Record<string, string>> | undefined> | Promise<void>;
  /** Parameters that are sent with another value than their example. Say why. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Optional parameters that are not sent. */
  readonly omitted?: readonly string[];
  /** Sends the body in place of the example, where that cannot be sent as it is: files in a form, bytes. */
  attach?(request: Test): Test;
}

/** How the examples of one operation come true. */
export interface OperationCases {
  readonly cases: readonly ExampleCase[];
  /** JSON bodies with lists and objects that the examples lack, so that the handler has members of them to read. */
  readonly furtherBodies?: readonly object[];
  /** Answers that no request gets yet, by name, and why. */
  readonly notReproduced?: Readonly<Record<string, string>>;
  /** Where answers are not yet like the example, by path (`[].latestDeploys`), and why. */
  readonly differences?: Readonly<Record<string, string>>;
}

/** A scene for every operation: the compiler refuses a missing one, and so does the test. */
export type ExampleCases = { readonly [Id in OperationId]: OperationCases };
