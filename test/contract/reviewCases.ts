import { type Draft, operation, rename } from './mutate';

/** A small change to our contract, and what a reviewer is to be told of it. */
export interface Case {
  readonly change: string;
  edit(document: Draft): void;
  /** Everything that is said of it, as `kind: where: what`. */
  readonly says: readonly string[];
}

const schemas = (document: Draft) => document['components'].schemas;
const parameters = (document: Draft) => document['components'].parameters;
const headers = (document: Draft) => document['components'].headers;
const update = (document: Draft) => schemas(document).ProjectUpdate.properties;
const answer = (document: Draft, name: string, status: string | number) =>
  operation(document, name)['responses'][status];
const sort = { name: 'sort', in: 'query', schema: { type: 'string' }, description: 'Order.', example: 'slug' };
const without = (list: string[], lost: string) => list.filter((name) => name !== lost);

/** The cases of a batch touch different things, so that one run of the tool compares them all. */
export const batches: Readonly<Record<string, readonly Case[]>> = {
  'what breaks clients': [
    {
      change: 'a removed operation',
      edit: (all) => void delete all['paths']['/api/{project_id}/envelope/'],
      says: ['break: storeEnvelope: Path `/api/{project_id}/envelope/` was removed.'],
    },
    {
      change: 'a renamed operation',
      edit: (all) => void (operation(all, 'getContract')['operationId'] = 'readContract'),
      says: [
        "break: readContract: `operationId` of operation `GET /openapi.json` changed from 'getContract' to 'readContract'.",
      ],
    },
    {
      change: 'another method',
      edit: (all) =>
        rename(Object.values<Draft>(all['paths']).find(({ delete: found }) => found) ?? {}, 'delete', 'post'),
      says: [
        'break: removeIssues: Operation `DELETE /api/0/projects/{organization_slug}/{project_slug}/issues/` was removed.',
        'addition: removeIssues: New: POST /api/0/projects/{organization_slug}/{project_slug}/issues/',
      ],
    },
    {
      change: 'a removed field of an answer',
      edit(all) {
        const { LatestRelease } = schemas(all);
        delete LatestRelease.properties.version;
        LatestRelease.required = without(LatestRelease.required, 'version');
      },
      says: [
        'break: updateProject, answer 200, `latestRelease.version` (also listTeamProjects): Property `version` of `LatestRelease` was removed.',
      ],
    },
    {
      change: 'a field of an answer that may be missing',
      edit: (all) => void schemas(all).TeamSummary.required.pop(),
      says: [
        'break: updateProject, answer 200, `team` (also listTeamProjects): Properties of `team` are no longer required: `slug`.',
      ],
    },
    {
      change: 'a field that may be null',
      edit: (all) => void (schemas(all).Event.properties.title.type = ['string', 'null']),
      says: [
        "break: listProjectEvents, answer 200, `[].title`: Type of `title` widened from 'string' to 'string | null'.",
      ],
    },
    {
      change: 'another value in an answer',
      edit: (all) => void schemas(all).SourceMapErrorType.enum.push('map_too_old'),
      says: ["break: getSourceMapDebug, answer 200, `[].type`: Enum of `type` gained values: 'map_too_old'."],
    },
    {
      change: 'one value less in a request',
      edit: (all) => void schemas(all).Platform.enum.shift(),
      says: ["break: updateProject, request body, `platform`: Enum of `platform` lost values: 'android'."],
    },
    {
      change: 'one more forbidden value',
      edit: (all) => void update(all).slug.not.enum.push('admin'),
      says: ['break: updateProject, request body, `slug`: Forbidden now: `admin`.'],
    },
    {
      change: 'a shorter text',
      edit: (all) => void (update(all).name.maxLength = 100),
      says: ["break: updateProject, request body, `name`: `maxLength` of `name` changed from '200' to '100'."],
    },
    {
      change: 'a greater least number',
      edit: (all) => void (schemas(all).ResolveAge.minimum = 1),
      says: [
        "break: updateProject, request body, `resolveAge`: Lower bound of `resolveAge` changed from '>= 0' to '>= 1'.",
      ],
    },
    {
      change: 'another type',
      edit: (all) => void (schemas(all).SubjectPrefix.type = 'integer'),
      says: [
        "break: updateProject, request body, `subjectPrefix`: Type of `subjectPrefix` narrowed from 'string' to 'integer'.",
      ],
    },
    {
      change: 'another pattern',
      edit: (all) => void (update(all).subjectTemplate.pattern = '^[a-z ]+$'),
      says: [
        "break: updateProject, request body, `subjectTemplate`: `pattern` of `subjectTemplate` changed from '^(?:[^$]|\\$(?![A-Za-z_{])|\\$(?:title|shortID|projectID|orgID|project)(?![A-Za-z0-9_])|\\$\\{tag:[A-Za-z0-9_.:-]+\\})+$' to '^[a-z ]+$'.",
      ],
    },
    {
      change: 'white space that counts',
      edit: (all) => void delete update(all).slug['x-trim'],
      says: ['break: updateProject, request body, `slug`: White space around it is no longer removed.'],
    },
    {
      change: 'a new field that must be sent',
      edit(all) {
        update(all).owner = { type: 'string', description: 'Who owns it.' };
        schemas(all).ProjectUpdate.required = ['owner'];
      },
      says: ['break: updateProject, request body: Properties of `ProjectUpdate` became required: `owner`.'],
    },
    {
      change: 'a body that must be sent',
      edit: (all) => void (operation(all, 'updateProject')['requestBody'].required = true),
      says: ['break: updateProject, request body: Request body became required.'],
    },
    {
      change: 'a smaller body',
      edit: (all) => void (operation(all, 'updateProject')['requestBody']['x-max-body-bytes'] = 1000),
      says: ['break: updateProject, request body: The body may have 1000 bytes, not 1048576.'],
    },
    {
      change: 'another default',
      edit: (all) => void (parameters(all).PerPage.schema.default = 50),
      says: [
        'break: listTeamProjects, query parameter `per_page` (also listProjectEvents): The default changed from `100` to `50`.',
      ],
    },
    {
      change: 'a smaller greatest number',
      edit: (all) => void (parameters(all).PerPage.schema.maximum = 50),
      says: [
        "break: listTeamProjects, query parameter `per_page` (also listProjectEvents): Upper bound changed from '<= 100' to '<= 50'.",
      ],
    },
    {
      change: 'a new parameter that must be sent',
      edit: (all) => void operation(all, 'listTeamProjects')['parameters'].push({ ...sort, required: true }),
      says: ['break: listTeamProjects, query parameter `sort`: Required `sort` query parameter was added.'],
    },
    {
      change: 'a removed parameter',
      edit: (all) => void operation(all, 'getSourceMapDebug')['parameters'].pop(),
      says: ['break: getSourceMapDebug, query parameter `exception_idx`: `exception_idx` query parameter was removed.'],
    },
    {
      change: 'a header that may be missing',
      edit: (all) => void (headers(all).Location.required = false),
      says: [
        'break: updateProject, answer 302, header Location (also listProjectEvents, removeIssues, getSourceMapDebug): The header is not always sent any more.',
      ],
    },
    {
      change: 'a removed header',
      edit: (all) => void delete answer(all, 'listProjectEvents', 200).headers,
      says: ['break: listProjectEvents, answer 200: All headers of response `200` were removed.'],
    },
    {
      change: 'another scope',
      edit: (all) => void (operation(all, 'listProjectEvents')['security'] = [{ bearer: ['event:read'] }]),
      says: ['break: listProjectEvents: No longer accepted: project:read.'],
    },
    {
      change: 'one scope less',
      edit: (all) => void operation(all, 'listTeamProjects')['security'].shift(),
      says: ['break: listTeamProjects: No longer accepted: project:admin.'],
    },
    {
      change: 'a key for what was open',
      edit: (all) => void (operation(all, 'getHealth')['security'] = [{ dsnHeader: [] }]),
      says: ['break: getHealth: Authentication is required now.'],
    },
    {
      change: 'another media type',
      edit: (all) => rename(answer(all, 'getHealth', 200).content, 'application/json', 'text/plain'),
      says: [
        'break: getHealth, answer 200: Media type `application/json` was removed.',
        'addition: getHealth, answer 200: New media type.',
      ],
    },
    {
      change: 'another status',
      edit: (all) => rename(operation(all, 'storeEvent')['responses'], '200', '201'),
      says: ['break: storeEvent, answer 201: Response `200` became `201`.'],
    },
    {
      change: 'one more way to succeed',
      edit(all) {
        const { responses } = operation(all, 'updateProject') as { responses: Draft };
        responses['202'] = responses['200'];
      },
      says: ['break: updateProject, answer 202: There is another answer than before.'],
    },
    {
      change: 'a renamed schema',
      edit(all) {
        rename(schemas(all), 'EventTag', 'Tag');
        for (const name of ['Event', 'EventDetail', 'WebhookEvent'])
          schemas(all)[name].properties.tags.items.$ref = '#/components/schemas/Tag';
      },
      says: ['break: schema EventTag: The schema is gone or has another name.'],
    },
  ],
  'what else breaks clients': [
    {
      change: 'a renamed parameter of the path',
      edit: renameTeam,
      says: ['break: listTeamProjects, path parameter `team`: It was called `team_id_or_slug` and is `team`.'],
    },
    {
      change: 'another way to write a number',
      edit: (all) => void (parameters(all).IssueId['x-text-pattern'] = '^[0-9]{1,9}$'),
      says: ['break: removeIssues, query parameter `id`: It must be written as `^[0-9]{1,9}$` now.'],
    },
    {
      change: 'another path',
      edit: (all) => rename(all['paths'], '/healthz', '/health'),
      says: ['break: getHealth: Path `/healthz` was renamed to `/health`.'],
    },
    {
      change: 'a parameter that is a header now',
      edit: (all) => void (parameters(all).SentryClient.in = 'header'),
      says: [
        'break: storeEnvelope, header parameter `sentry_client` (also storeEvent): `sentry_client` query parameter is now a header parameter.',
      ],
    },
    {
      change: 'another way to write a list',
      edit: (all) => void (parameters(all).IssueId.explode = false),
      says: [
        "break: removeIssues, query parameter `id`: `explode` of `id` query parameter changed from 'true' to 'false'.",
      ],
    },
    {
      change: 'a new way to write a parameter',
      edit: (all) => void (parameters(all).FrameIdx['x-text-pattern'] = '^[0-9]$'),
      says: ['break: getSourceMapDebug, query parameter `frame_idx`: It must be written as `^[0-9]$` now.'],
    },
    {
      change: 'a default no more',
      edit: (all) => void delete parameters(all).Full.schema.default,
      says: ['break: listProjectEvents, query parameter `full`: The default changed from `false` to nothing.'],
    },
    {
      change: 'a type of body that is not read any more',
      edit: (all) => void delete all['components'].requestBodies.EnvelopeBody.content['text/plain'],
      says: ['break: storeEnvelope, request body, as text/plain: Media type `text/plain` was removed.'],
    },
    {
      change: 'a closed body',
      edit: (all) => void (schemas(all).EventPayload.additionalProperties = false),
      says: [
        "break: storeEvent, request body, as application/json: `additionalProperties` of `EventPayload` changed from 'true' to 'false'.",
      ],
    },
    {
      change: 'credentials for everybody',
      edit: (all) => void operation(all, 'storeEnvelope')['security'].pop(),
      says: ['break: storeEnvelope: No longer accepted: no credentials at all.'],
    },
    {
      change: 'a field that must be sent',
      edit: (all) => void (schemas(all).ProjectUpdate.required = ['name']),
      says: ['break: updateProject, request body: Properties of `ProjectUpdate` became required: `name`.'],
    },
    {
      change: 'a removed field of a request',
      edit: (all) => void delete update(all).resolveAge,
      says: ['break: updateProject, request body, `resolveAge`: Property `resolveAge` of `ProjectUpdate` was removed.'],
    },
    {
      change: 'another word in an answer',
      edit: (all) => void (answer(all, 'removeIssues', 200).content['text/plain'].schema.const = 'Done.'),
      says: ["break: removeIssues, answer 200: `const` changed from 'Success.' to 'Done.'."],
    },
    {
      change: 'another error',
      edit: (all) => void delete operation(all, 'removeIssues')['responses']['404'],
      says: ['break: removeIssues, answer 404: Response `404` was removed.'],
    },
    {
      change: 'another form of an answer',
      edit: (all) => void schemas(all).Event.properties.user.anyOf.push({ type: 'string' }),
      says: ['break: listProjectEvents, answer 200, `[].user`: `anyOf` subschema of `user` was added.'],
    },
    {
      change: 'a longer page',
      edit: (all) => void (answer(all, 'listTeamProjects', 200).content['application/json'].schema.maxItems = 500),
      says: ["break: listTeamProjects, answer 200: `maxItems` changed from '100' to '500'."],
    },
    {
      change: 'another type of a header',
      edit: (all) => void (headers(all).XSentryError.schema.type = 'integer'),
      says: [
        "break: storeEnvelope, answer 400, header X-Sentry-Error (also storeEvent): Type widened from 'string' to 'integer'.",
      ],
    },
    {
      change: 'another place of a key',
      edit: (all) => void (all['components'].securitySchemes.dsnHeader.name = 'X-Key'),
      says: [
        "break: security scheme dsnHeader: `name` of security scheme `dsnHeader` changed from 'X-Sentry-Auth' to 'X-Key'.",
      ],
    },
    {
      change: 'another server',
      edit: (all) => void (all['servers'][0].url = 'http://127.0.0.1:5000'),
      says: ['break: servers: Server `{origin}` became `http://127.0.0.1:5000`.'],
    },
  ],
  'what breaks nobody': [
    {
      change: 'another description',
      edit: (all) => void (schemas(all).Event.properties.title.description = 'One line.'),
      says: ['documentation: listProjectEvents, answer 200, `[].title`: The description reads differently.'],
    },
    {
      change: 'another summary',
      edit: (all) => void (operation(all, 'getHealth')['summary'] = 'Ask how it is'),
      says: ['documentation: getHealth: The summary reads differently.'],
    },
    {
      change: 'another introduction',
      edit: (all) => void (all['info'].description = 'It is good.'),
      says: ['documentation: the document: The description reads differently.'],
    },
    {
      change: 'another example of a body',
      edit: (all) => void (all['components'].examples['error.cursor'].summary = 'A bad cursor'),
      says: ['documentation: example error.cursor: Changed.'],
    },
    {
      change: 'one more example of a body',
      edit(all) {
        all['components'].examples['error.cursorOfAnother'] = {
          summary: 'Of another list',
          value: { detail: 'Invalid cursor parameter.' },
        };
        answer(all, 'removeIssues', 400).content['application/json'].examples.cursor = {
          $ref: '#/components/examples/error.cursorOfAnother',
        };
      },
      says: ['documentation: example error.cursorOfAnother: New.'],
    },
    {
      change: 'another example of a parameter',
      edit: (all) => void (parameters(all).PerPage.example = 30),
      says: [
        'documentation: listTeamProjects, query parameter `per_page` (also listProjectEvents): `example` changed from `25` to `30`.',
      ],
    },
    {
      change: 'another sentence about a wrong field',
      edit: (all) => void (update(all).name['x-messages'].maxLength = 'Too long.'),
      says: [
        'documentation: updateProject, request body, `name`: `maxLength` changed from `Ensure this field has no more than 200 characters.` to `Too long.`.',
      ],
    },
    {
      change: 'an operation to be avoided',
      edit: (all) => void (operation(all, 'storeEvent')['deprecated'] = true),
      says: ['documentation: storeEvent: `deprecated` is `true` now.'],
    },
    {
      change: 'a new operation',
      edit: (all) =>
        void (all['paths']['/hello'] = { get: { ...operation(all, 'getContract'), operationId: 'getHello' } }),
      says: ['addition: getHello: New: GET /hello'],
    },
    {
      change: 'a new field of a request',
      edit: (all) => void (update(all).owner = { type: 'string', description: 'Who owns it.' }),
      says: ['addition: updateProject, request body, `owner`: New field, optional.'],
    },
    {
      change: 'a new field of an answer',
      edit: (all) => void (schemas(all).EventTag.properties.isShort = { type: 'boolean', description: 'Whether.' }),
      says: ['addition: listProjectEvents, answer 200, `[].tags[].isShort`: New field.'],
    },
    {
      change: 'a new field that is always in an answer',
      edit: addHealthField,
      says: ['addition: getHealth, answer 200, `since`: New field.'],
    },
    {
      change: 'a field that is always there now',
      edit: (all) => void (schemas(all).IngestErrorBody.required = ['detail', 'causes']),
      says: ['addition: storeEnvelope, answer 400 (also storeEvent): `required` gained `causes`.'],
    },
    {
      change: 'a new parameter',
      edit: (all) => void operation(all, 'listTeamProjects')['parameters'].push(sort),
      says: ['addition: listTeamProjects, query parameter `sort`: New, optional.'],
    },
    {
      change: 'a longer text',
      edit: (all) => void (update(all).name.maxLength = 300),
      says: ['addition: updateProject, request body, `name`: `maxLength` changed from `200` to `300`.'],
    },
    {
      change: 'a larger body',
      edit: (all) => void (operation(all, 'storeEvent')['requestBody']['x-max-body-bytes'] = 2097152),
      says: ['addition: storeEvent, request body: `x-max-body-bytes` changed from `1048576` to `2097152`.'],
    },
    {
      change: 'a smaller least number',
      edit: (all) => void (schemas(all).ResolveAge.minimum = -1),
      says: ['addition: updateProject, request body, `resolveAge`: `minimum` changed from `0` to `-1`.'],
    },
    {
      change: 'any slug',
      edit: (all) => void delete update(all).slug.pattern,
      says: ['addition: updateProject, request body, `slug`: `pattern` was `^(?![0-9]+$)[a-z0-9_-]+$` and is gone.'],
    },
    {
      change: 'a forbidden value less',
      edit: (all) => void update(all).slug.not.enum.pop(),
      says: ['addition: updateProject, request body, `slug`: Allowed now: `usage`.'],
    },
    {
      change: 'one more value in a request',
      edit: (all) => void schemas(all).Platform.enum.push('zig'),
      says: ['addition: updateProject, request body, `platform`: `enum` gained `zig`.'],
    },
    {
      change: 'one value less in an answer',
      edit: (all) => void schemas(all).SourceMapErrorType.enum.pop(),
      says: ['addition: getSourceMapDebug, answer 200, `[].type`: `enum` lost `no_mapping_at_position`.'],
    },
    {
      change: 'a field that is never null',
      edit: (all) => void (schemas(all).Event.properties.location.type = 'string'),
      says: [
        'addition: listProjectEvents, answer 200, `[].location`: `type` changed from `["string","null"]` to `string`.',
      ],
    },
    {
      change: 'white space that is removed',
      edit: (all) => void (schemas(all).Envelope['x-trim'] = true),
      says: ['addition: storeEnvelope, request body, as application/x-sentry-envelope: `x-trim` is `true` now.'],
    },
    {
      change: 'a default that is told',
      edit: (all) => void (parameters(all).Cursor.schema.default = ''),
      says: ['addition: listTeamProjects, query parameter `cursor` (also listProjectEvents): `default` is `""` now.'],
    },
    {
      change: 'one more scope',
      edit: (all) => void operation(all, 'removeIssues')['security'].push({ bearer: ['project:admin'] }),
      says: ['addition: removeIssues: Accepted too: project:admin.'],
    },
    {
      change: 'scopes in another order',
      edit: (all) => void operation(all, 'listTeamProjects')['security'].reverse(),
      says: [],
    },
    {
      change: 'an operation for everybody',
      edit: (all) => void (operation(all, 'listProjectEvents')['security'] = []),
      says: ['addition: listProjectEvents: No longer needed: project:read.'],
    },
    {
      change: 'parameters in another order',
      edit: (all) => void operation(all, 'getSourceMapDebug')['parameters'].reverse(),
      says: [],
    },
    {
      change: 'one more error',
      edit: (all) => void (operation(all, 'removeIssues')['responses']['409'] = answer(all, 'removeIssues', 404)),
      says: ['addition: removeIssues, answer 409: New answer.'],
    },
    {
      change: 'a new header',
      edit: (all) =>
        void (answer(all, 'listProjectEvents', 200).headers['X-Total'] = {
          description: 'How many.',
          schema: { type: 'integer' },
        }),
      says: ['addition: listProjectEvents, answer 200, header X-Total: New header.'],
    },
    {
      change: 'one more type of body',
      edit(all) {
        const { content } = operation(all, 'storeEvent')['requestBody'];
        content['text/plain'] = content['application/json'];
      },
      says: ['addition: storeEvent, request body, as text/plain: New media type.'],
    },
    {
      change: 'a version',
      edit: (all) => void (all['info'].version = '0.1.1'),
      says: [],
    },
  ],
};

function addHealthField(all: Draft): void {
  const { Health } = schemas(all);
  Health.properties.since = { type: 'string', description: 'Since when.' };
  Health.required.push('since');
}

function renameTeam(all: Draft): void {
  const path = Object.keys(all['paths']).find((name) => name.includes('{team_id_or_slug}')) ?? '';
  rename(all['paths'], path, path.replace('{team_id_or_slug}', '{team}'));
  parameters(all).TeamIdOrSlug.name = 'team';
}
