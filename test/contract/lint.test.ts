/**
 * Tests that each lint rule reports a copy of the contract that breaks it, with its location, and reports nothing about
 * the contract itself.
 */
import { createRequire } from 'node:module';
import { redocly } from '../../scripts/contract/redocly';
import { ContractCopy } from './copy';

interface Case {
  readonly violation: string;
  /** A file below openapi/, the text to replace, and its replacement. */
  readonly edit: readonly [file: string, text: string | RegExp, replacement: string];
  /** A file that is copied to another name before the edit. */
  readonly copy?: readonly [file: string, name: string];
  /** All reports: the rule, the message, and the file if it is another one. */
  readonly says: readonly (readonly [rule: string, sentence: string, file?: string])[];
}

/** The cases do not overlap, so that one run of the tool checks all of them. */
const cases: Case[] = [
  {
    violation: 'an operation without a summary',
    edit: ['operations/service/getContract.yaml', /^summary: .*\n/m, ''],
    says: [['operation-summary', 'Operation object should contain `summary` field.']],
  },
  {
    violation: 'a summary with punctuation at its end',
    edit: ['operations/service/getHealth.yaml', 'Check health', 'Check health.'],
    says: [['culprit/operation-summary', 'A summary is a phrase without punctuation at its end.']],
  },
  {
    violation: 'a summary in title case',
    edit: ['operations/teams/listTeamProjects.yaml', "List a team's", "List a Team's"],
    says: [['culprit/operation-summary', "A summary is in sentence case: 'Team's' begins with a capital letter."]],
  },
  {
    violation: 'a summary that begins with a lower-case letter',
    edit: ['operations/ingest/storeEvent.yaml', 'summary: Store', 'summary: store'],
    says: [['culprit/operation-summary', 'A summary begins with a capital letter.']],
  },
  {
    violation: 'no description of an operation',
    edit: ['operations/teams/listTeamProjects.yaml', /^description: .*\n/m, ''],
    says: [['operation-description', 'Operation object should contain `description` field.']],
  },
  {
    violation: 'no description of a parameter',
    edit: ['parameters/PerPage.yaml', /^description: .*\n/m, ''],
    says: [['parameter-description', 'Parameter object description must be present.']],
  },
  {
    violation: 'no description of a tag',
    edit: ['openapi.yaml', /(?<=- name: issues\n).*\n/, ''],
    says: [['tag-description', 'Tag object should contain `description` field.']],
  },
  {
    violation: 'no description of a property',
    edit: ['schemas/EventTag.yaml', / {4}description: .*\n/, ''],
    says: [['culprit/property-description', "The property 'key' has no description."]],
  },
  {
    violation: 'an operationId without a verb, which equals neither its file nor a handler',
    edit: ['operations/events/listProjectEvents.yaml', 'operationId: listProjectEvents', 'operationId: projectEvents'],
    says: [
      [
        'culprit/operation-name',
        "The operationId 'projectEvents' is not a verb and a noun in camelCase, such as 'listProjectEvents'.",
      ],
      ['culprit/operation-file', "The operationId is 'projectEvents', but the file is 'listProjectEvents.yaml'."],
      ['culprit/operation-handler', 'There is no handler src/api/events/projectEvents.ts.'],
      [
        'culprit/handler-operation',
        'src/api/events/listProjectEvents.ts is the handler of no operation of the contract.',
        'openapi.yaml',
      ],
    ],
  },
  {
    violation: 'an unknown tag',
    edit: ['operations/events/getSourceMapDebug.yaml', 'tags: [events]', 'tags: [event]'],
    says: [
      ['operation-tag-defined', 'Operation tags should be defined in global tags.'],
      ['culprit/operation-file', "The tag is 'event', but the folder is 'events'."],
    ],
  },
  {
    violation: 'two tags',
    edit: ['operations/ingest/storeEvent.yaml', 'tags: [ingest]', 'tags: [ingest, events]'],
    says: [['culprit/operation-file', 'An operation has exactly one tag.']],
  },
  {
    violation: 'the text of an operation in the root file',
    edit: ['openapi.yaml', '  /healthz:\n', '  /healthz:\n    summary: How it is\n'],
    says: [
      [
        'culprit/root-without-operations',
        "'summary' of a path belongs in a file below operations/; the root file has only its $ref.",
      ],
    ],
  },
  {
    violation: 'an operation that the root file references in another folder',
    edit: ['openapi.yaml', 'operations/service/getContract.yaml', '../openapi/operations/service/getContract.yaml'],
    says: [
      [
        'culprit/root-without-operations',
        "'get' of a path belongs in a file below operations/; the root file has only its $ref.",
      ],
    ],
  },
  {
    violation: 'an operation without security',
    edit: ['operations/issues/removeIssues.yaml', /^security:\n( {2}.*\n)+/m, ''],
    says: [['security-defined', 'Every operation should have security defined on it or on the root level.']],
  },
  {
    violation: 'several scopes in one alternative',
    edit: [
      'operations/projects/updateProject.yaml',
      'bearer: [project:write]',
      'bearer: [project:write, project:read]',
    ],
    says: [
      ['culprit/operation-security', 'Each alternative for a token lists exactly one scope.'],
      ['culprit/operation-security', 'The alternatives for sessions list the same scopes as those for tokens.'],
    ],
  },
  {
    violation: 'a scope that no token can hold',
    edit: [
      'operations/events/listProjectEvents.yaml',
      /bearer: \[project:read\]\n {2}- session: \[project:read\]/,
      'bearer: [project:reed]\n  - session: [project:reed]',
    ],
    says: [
      ['culprit/operation-security', "'project:reed' is not a scope of schemas/Scope.yaml."],
      ['culprit/operation-security', "'project:reed' is not a scope of schemas/Scope.yaml."],
    ],
  },
  {
    violation: 'other scopes for sessions than for tokens',
    edit: ['operations/teams/listTeams.yaml', 'session: [team:read]', 'session: [team:write, team:read]'],
    says: [
      ['culprit/operation-security', 'Each alternative for a session lists exactly one scope.'],
      ['culprit/operation-security', 'The alternatives for sessions list the same scopes as those for tokens.'],
    ],
  },
  {
    violation: 'a session that changes something without its token',
    edit: ['operations/teams/removeTeam.yaml', /^ {4}csrfToken: \[\]\n/m, ''],
    says: [
      [
        'culprit/operation-security',
        'Each alternative for a session has `csrfToken: []` beside it, except in GET operations.',
      ],
    ],
  },
  {
    violation: 'a key without its 401 and 403',
    edit: ['operations/service/getHealth.yaml', 'security: []', 'security: [{ dsnQuery: [] }]'],
    says: [['culprit/operation-errors', 'The response 401, 403 is not declared, but the operation requires a key.']],
  },
  {
    violation: 'a token of any scope',
    edit: ['operations/events/getSourceMapDebug.yaml', 'bearer: [project:admin]', 'bearer: []'],
    says: [
      ['culprit/operation-security', 'Each alternative for a token lists exactly one scope.'],
      ['culprit/operation-security', 'The alternatives for sessions list the same scopes as those for tokens.'],
    ],
  },
  {
    violation: 'a public operation',
    edit: ['operations/ingest/storeEvent.yaml', /^security:\n(  - .*\n)+/m, 'security: []\n'],
    says: [['culprit/operation-security', 'An empty `security` makes this operation public.']],
  },
  {
    violation: 'a body without its 413',
    edit: ['operations/projects/updateProject.yaml', /^ {2}'413':\n.*\n/m, ''],
    says: [['culprit/operation-errors', 'The response 413 is not declared, but the operation has a request body.']],
  },
  {
    violation: 'a token without its 401 and 403',
    edit: ['operations/events/listProjectEvents.yaml', /^ {2}'401':\n[^]*(?= {2}'404')/m, ''],
    says: [
      [
        'culprit/operation-errors',
        'The response 401 is not declared, but the operation requires a token and rejects unknown parameters.',
      ],
      ['culprit/operation-errors', 'The response 403 is not declared, but the operation requires a scope.'],
    ],
  },
  {
    violation: 'a project slug without its 302',
    edit: ['operations/events/getSourceMapDebug.yaml', /^ {2}'302':\n.*\n/m, ''],
    says: [['culprit/operation-errors', 'The response 302 is not declared, but the project may have been renamed.']],
  },
  {
    violation: 'a named team without its 404',
    edit: ['operations/teams/listTeamProjects.yaml', /^ {2}'404':\n.*\n/m, ''],
    says: [
      [
        'culprit/operation-errors',
        'The response 404 is not declared, but its path names a resource that may not exist.',
      ],
    ],
  },
  {
    violation: 'an operation without its 500',
    edit: ['operations/ingest/storeEnvelope.yaml', /^ {2}'500':\n.*\n/m, ''],
    says: [['culprit/operation-errors', 'The response 500 is not declared, but every operation can fail.']],
  },
  {
    violation: 'an operation without its 503',
    edit: ['operations/teams/listTeamProjects.yaml', /^ {2}'503':\n.*\n/m, ''],
    says: [['culprit/operation-errors', 'The response 503 is not declared, but the operation uses the database.']],
  },
  {
    violation: 'a body without an example',
    edit: ['operations/service/getHealth.yaml', / {8}examples:\n.*\n.*\n/, ''],
    says: [['culprit/body-example', 'The body of type application/json has no example.']],
  },
  {
    violation: 'a parameter without an example',
    edit: ['parameters/SentryClient.yaml', /^example: .*\n/m, ''],
    says: [['culprit/parameter-example', "The query parameter 'sentry_client' has no example."]],
  },
  {
    violation: 'a deprecated operation without a date, and without the headers of its reply',
    edit: ['operations/service/getService.yaml', /^tags:/m, 'deprecated: true\ntags:'],
    says: [
      [
        'culprit/deprecation',
        'What is deprecated has `x-deprecation` with a `version`, and with a `date` and a `sunset` such as 2027-05-21.',
      ],
      ['culprit/deprecation', 'The reply 200 of a deprecated operation declares Deprecation and Sunset.'],
    ],
  },
  {
    violation: 'a closed object in a reply',
    edit: ['schemas/Health.yaml', /^type: object/m, 'additionalProperties: false\ntype: object'],
    says: [['culprit/open-replies', 'A reply has open objects; `additionalProperties: false` is for requests.']],
  },
  {
    violation: 'a deprecation that is too short',
    edit: [
      'parameters/Download.yaml',
      /^name:/m,
      'deprecated: true\nx-deprecation: { version: 0.5.0, date: 2026-11-22, sunset: 2027-01-01 }\nname:',
    ],
    says: [['culprit/deprecation', 'The sunset is 40 days after the deprecation; it is at least 180.']],
  },
  {
    violation: 'a promise about something that is not deprecated',
    edit: ['headers/RetryAfter.yaml', /^schema:/m, 'x-deprecation: { version: 0.5.0 }\nschema:'],
    says: [['culprit/deprecation', '`x-deprecation` stands beside `deprecated: true` only.']],
  },
  {
    violation: 'values of several types',
    edit: ['schemas/IssueBulkUpdate.yaml', /(?<=merge:\n.*\n) {4}anyOf:\n(?: {6}.*\n)+/, '    enum: [1, true]\n'],
    says: [
      ['culprit/enum-type', 'The values are of several types: number, boolean; use `anyOf` with an `enum` of each.'],
    ],
  },
  {
    violation: 'a constant that another schema has',
    edit: ['schemas/SearchSort.yaml', /^x-enum-varnames: .*\n/m, ''],
    says: [
      [
        'culprit/enum-constant',
        'The constant NEW would also be in IssueSubstatus.yaml; name them with `x-enum-varnames`.',
      ],
    ],
  },
  {
    violation: 'constants that another schema has',
    edit: ['schemas/SecondaryGroupingConfig.yaml', /^x-enum-varnames: .*\n/m, ''],
    says: [
      [
        'culprit/enum-constant',
        'Constants such as SIMPLE_1 would also be in GroupingConfig.yaml; name them with `x-enum-varnames`.',
      ],
    ],
  },
  {
    violation: 'a value without a name of its constant',
    edit: ['schemas/SearchVisibility.yaml', /(?<=x-enum-varnames: )\[(\w+), \w+\]/, '[VisibleToOwner]'],
    says: [['culprit/enum-constant', '`x-enum-varnames` has 1 names for 2 values.']],
  },
  {
    violation: 'a property whose type would have the name of a schema',
    edit: [
      'schemas/Issue.yaml',
      '$ref: IssueStatus.yaml',
      'enum: [unresolved, resolved, ignored]\n    description: Status.',
    ],
    says: [
      [
        'culprit/generated-type',
        'Its type would be IssueStatus, as another one in schemas/IssueStatus.yaml; rename one of them.',
      ],
    ],
  },
  {
    violation: 'a parameter whose type would have the name of a schema',
    copy: ['parameters/ReleaseHealth.yaml', 'parameters/UploadUsage.yaml'],
    edit: ['operations/releases/getRelease.yaml', 'parameters/ReleaseHealth.yaml', 'parameters/UploadUsage.yaml'],
    says: [
      [
        'culprit/generated-type',
        'Its type would be UploadUsage, as another one in parameters/UploadUsage.yaml; rename one of them.',
        'schemas/UploadUsage.yaml',
      ],
    ],
  },
  {
    violation: 'a text of a webhook by somebody unknown',
    edit: ['schemas/WebhookFeedback.yaml', /x-origin: client\n/, 'x-origin: visitor\n'],
    says: [['culprit/text-origin', 'This text has an `x-origin`: who can write it, client, member, service.']],
  },
  {
    violation: 'a free object that does not say who can write it',
    edit: ['schemas/EventEntry.yaml', / {4}x-origin: client\n/, ''],
    says: [['culprit/text-origin', 'This text has an `x-origin`: who can write it, client, member, service.']],
  },
  {
    violation: 'texts of a list that do not say who can write them',
    edit: ['schemas/FieldErrors.yaml', / {10}x-origin: service\n/, ''],
    says: [['culprit/text-origin', 'This text has an `x-origin`: who can write it, client, member, service.']],
  },
  {
    violation: 'an example that does not match its schema',
    edit: ['examples/error.releaseNotFound.yaml', /detail: .*/, 'detail: 5'],
    says: [
      [
        'no-invalid-media-type-examples',
        'Example value must conform to the schema: `detail` property type must be string.',
      ],
    ],
  },
];

describe('lint', () => {
  const copy = new ContractCopy();
  let findings: string[];

  beforeAll(async () => {
    for (const { edit, copy: files } of cases) {
      if (files !== undefined) copy.copy(...files);
      copy.edit(...edit);
    }
    findings = await lint(copy.folder);
  });

  afterAll(() => copy.dispose());

  test.each(cases)('reports $violation', (broken) =>
    expect(findings).toEqual(expect.arrayContaining(sentences(broken))),
  );

  test('reports nothing else about these errors', () =>
    expect(findings.sort()).toEqual(cases.flatMap(sentences).sort()));

  test('reports nothing about the contract itself', async () => expect(await lint(`${__dirname}/../..`)).toEqual([]));

  test('has a case for every rule of openapi/lint', () => {
    const plugin = createRequire(__filename)('../../openapi/lint/plugin.js') as () => { rules: { oas3: object } };
    const tested = new Set(cases.flatMap(({ says }) => says.map(([rule]) => rule)));
    expect(Object.keys(plugin().rules.oas3).filter((rule) => !tested.has(`culprit/${rule}`))).toEqual([]);
  });
});

function sentences({ edit, says }: Case): string[] {
  return says.map(([rule, sentence, file = edit[0]]) => `${rule} ${file}: ${sentence}`);
}

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: { source: { ref: string } }[];
}

/** Lints the contract below the folder. Returns `rule file: message`. */
async function lint(folder: string): Promise<string[]> {
  const { stdout } = await redocly(
    ['lint', 'openapi/openapi.yaml', '--config', 'openapi/redocly.yaml', '--format', 'json'],
    folder,
  );
  const { problems } = JSON.parse(stdout) as { problems: Problem[] };
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId} ${location[0]?.source.ref.replace(/^openapi\//, '')}: ${message}`,
  );
}
