import {
  type Case,
  type Draft,
  operation,
  pathItem,
  rename,
  schemas,
  parameters,
  headers,
  update,
  reply,
  text,
  sort,
  json,
} from './mutate';

const without = (list: string[], lost: string) => list.filter((name) => name !== lost);
const deprecation = { version: '0.4.0', date: '2026-05-01', sunset: '2026-11-01' };
const callback = (all: Draft) =>
  void (operation(all, 'storeEvent')['callbacks'] = {
    stored: {
      '{$request.query.url}': {
        post: {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { type: 'object', required: ['id'], properties: { id: text, code: text } },
              },
            },
          },
          responses: { 200: { description: 'Received.' } },
        },
      },
    },
  });
const called = (all: Draft) => operation(all, 'storeEvent')['callbacks'].stored['{$request.query.url}'].post;

/** Changes that break clients or receivers of webhooks. */
export const breaking: readonly Case[] = [
  // Operations
  {
    change: 'a removed operation',
    edit: (all) => void delete all['paths']['/api/{project_id}/envelope/'],
    says: [
      'break: storeEnvelope: POST /api/{project_id}/envelope/ was removed. Calls of it are answered with 404 or 405.',
    ],
  },
  {
    change: 'another operationId',
    edit: (all) => void (operation(all, 'getContract')['operationId'] = 'readContract'),
    says: [
      'break: getContract: The operationId changed from `getContract` to `readContract`. Generated clients name a function by it.',
    ],
  },
  {
    change: 'another path',
    edit: (all) => rename(all['paths'], '/healthz', '/health'),
    says: ['break: getHealth: Moved from GET /healthz to GET /health. Calls of it are answered with 404 or 405.'],
  },
  {
    change: 'another method',
    edit: (all) => rename(pathItem(all, 'removeIssues'), 'delete', 'post'),
    says: [
      'break: removeIssues: Moved from DELETE /api/0/projects/{organization_slug}/{project_slug}/issues/ to POST /api/0/projects/{organization_slug}/{project_slug}/issues/. Calls of it are answered with 404 or 405.',
    ],
  },
  {
    change: 'another path and operationId',
    edit: (all) => {
      operation(all, 'getHealth')['operationId'] = 'getState';
      rename(all['paths'], '/healthz', '/state');
    },
    says: [
      'break: getHealth: GET /healthz was removed. Calls of it are answered with 404 or 405.',
      'addition: getState: New: GET /state.',
    ],
  },
  {
    change: 'another tag',
    edit: (all) => void (operation(all, 'getHealth')['tags'] = ['health']),
    says: ['break: getHealth: It no longer has the tag `service`. Generated clients name a class by it.'],
  },
  {
    change: 'a renamed schema',
    edit: renameTag,
    says: ['break: schema EventTag: The schema is gone or has another name. Generated clients name a type by it.'],
  },
  // Security and servers
  {
    change: 'another scope',
    edit: (all) => void (operation(all, 'listProjectEvents')['security'] = [{ bearer: ['event:read'] }]),
    says: [
      'break: listProjectEvents: No longer accepted: `project:read`, `session` with `project:read`. Callers that do not have `event:read` are refused.',
      'addition: listProjectEvents: Accepted too: `event:read`.',
    ],
  },
  {
    change: 'a scope fewer',
    edit: (all) => void operation(all, 'listTeamProjects')['security'].shift(),
    says: [
      'break: listTeamProjects: No longer accepted: `project:admin`. Callers that do not have `project:read` or `project:write` or `session` with `project:admin` or `session` with `project:read` or `session` with `project:write` are refused.',
    ],
  },
  {
    change: 'a second scope that is needed too',
    edit: (all) => void operation(all, 'removeIssues')['security'][0].bearer.push('project:read'),
    says: [
      'break: removeIssues: No longer accepted: `event:admin`. Callers that do not have `event:admin` and `project:read` or `session` with `event:admin` and `csrfToken` are refused.',
    ],
  },
  {
    change: 'a second credential that is needed too',
    edit: (all) => void (operation(all, 'removeIssues')['security'][0].dsnQuery = []),
    says: [
      'break: removeIssues: No longer accepted: `event:admin`. Callers that do not have `event:admin` and `dsnQuery` or `session` with `event:admin` and `csrfToken` are refused.',
    ],
  },
  {
    change: 'credentials for an open operation',
    edit: (all) => void (operation(all, 'getHealth')['security'] = [{ dsnHeader: [] }]),
    says: ['break: getHealth: Credentials are required now: `dsnHeader`. Requests without credentials are refused.'],
  },
  {
    change: 'credentials for every operation that names none',
    given: (all) => void delete operation(all, 'getHealth')['security'],
    edit: (all) => void (all['security'] = [{ bearer: [] }]),
    says: ['break: getHealth: Credentials are required now: `bearer`. Requests without credentials are refused.'],
  },
  {
    change: 'another header of a credential',
    edit: (all) => void (all['components'].securitySchemes.dsnHeader.name = 'X-Key'),
    says: [
      'break: security scheme dsnHeader: `name` changed from `X-Sentry-Auth` to `X-Key`. Requests that authenticate the old way are refused.',
    ],
  },
  {
    change: 'a renamed security scheme',
    edit: renameScheme,
    says: [
      'break: storeEvent: No longer accepted: `dsnHeader`. Callers that do not have `dsnQuery` or `key` or `dsnAuthorization` are refused.',
      'addition: storeEvent: Accepted too: `key`.',
      'break: security scheme dsnHeader: Removed. Generated clients name a credential by it.',
      'addition: security scheme key: New.',
    ],
  },
  {
    change: 'another server',
    edit: (all) => void (all['servers'] = [{ url: 'http://127.0.0.1:5000' }]),
    says: [
      'break: servers: The server changed from `http://127.0.0.1:4000` to `http://127.0.0.1:5000`. Clients send their requests there.',
    ],
  },
  {
    change: 'a server of one operation',
    edit: (all) => void (operation(all, 'getHealth')['servers'] = [{ url: 'http://127.0.0.1:4001' }]),
    says: [
      'break: getHealth: The server changed from `http://127.0.0.1:4000` to `http://127.0.0.1:4001`. Clients send their requests there.',
    ],
  },
  // Parameters
  {
    change: 'a new parameter that is required',
    edit: (all) => void operation(all, 'listTeamProjects')['parameters'].push({ ...sort, required: true }),
    says: ['break: listTeamProjects, query parameter `sort`: New, required. Requests without it are refused.'],
  },
  {
    change: 'a new required parameter of a path',
    edit: (all) => void (pathItem(all, 'getHealth')['parameters'] = [{ ...sort, required: true }]),
    says: ['break: getHealth, query parameter `sort`: New, required. Requests without it are refused.'],
  },
  {
    change: 'a parameter that becomes required',
    edit: (all) => void (parameters(all).Full.required = true),
    says: ['break: listProjectEvents, query parameter `full`: Required now. Requests without it are refused.'],
  },
  {
    change: 'a removed parameter',
    edit: (all) => void operation(all, 'getSourceMapDebug')['parameters'].pop(),
    says: ['break: getSourceMapDebug, query parameter `exception_idx`: Removed. Requests that contain it are refused.'],
  },
  {
    change: 'a parameter that is a header now',
    edit: (all) => void (parameters(all).SentryClient.in = 'header'),
    says: [
      'break: storeEnvelope, query parameter `sentry_client`; storeEvent, query parameter `sentry_client`: It is a header parameter now. Requests that send it the old way are refused.',
    ],
  },
  {
    change: 'a renamed parameter of the path',
    edit: renameTeam,
    says: [
      'break: listTeamProjects, path parameter `team_id_or_slug`: It is called `team` now. Generated clients name an argument by it.',
    ],
  },
  {
    change: 'another way to write a list',
    edit: (all) => void (parameters(all).IssueId.explode = false),
    says: [
      'break: removeIssues, query parameter `id`: `explode` changed from `true` to `false`. Requests that write it the old way are misread or refused.',
    ],
  },
  {
    change: 'another separator of a list',
    edit: (all) => {
      parameters(all).IssueId.style = 'pipeDelimited';
      parameters(all).IssueId.explode = false;
    },
    says: [
      'break: removeIssues, query parameter `id`: `style` changed from `form` to `pipeDelimited`. Requests that write it the old way are misread or refused.',
      'break: removeIssues, query parameter `id`: `explode` changed from `true` to `false`. Requests that write it the old way are misread or refused.',
    ],
  },
  {
    change: 'a new form of a number',
    edit: (all) => void (parameters(all).FrameIdx['x-text-pattern'] = '^[0-9]$'),
    says: [
      'break: getSourceMapDebug, query parameter `frame_idx`: It must be written as `^[0-9]$` now. Requests that were accepted may be refused.',
    ],
  },
  {
    change: 'another form of a number',
    edit: (all) => void (parameters(all).IssueId['x-text-pattern'] = '^[0-9]{1,9}$'),
    says: [
      'break: removeIssues, query parameter `id`: It must be written as `^[0-9]{1,9}$` now. Requests that were accepted may be refused.',
    ],
  },
  {
    change: 'a parameter as JSON',
    edit: (all) => {
      const { schema } = parameters(all).Full;
      delete parameters(all).Full.schema;
      parameters(all).Full.content = { 'application/json': { schema } };
    },
    says: [
      'break: listProjectEvents, query parameter `full`: `content` changed from `none` to `application/json`. Requests that write it the old way are misread or refused.',
    ],
  },
  {
    change: 'another default',
    edit: (all) => void (parameters(all).PerPage.schema.default = 50),
    says: [
      'break: listTeamProjects, query parameter `per_page`; listProjectEvents, query parameter `per_page`: The default changed from `100` to `50`. Requests that leave it out mean something else.',
    ],
  },
  {
    change: 'no default any more',
    edit: (all) => void delete parameters(all).Full.schema.default,
    says: [
      'break: listProjectEvents, query parameter `full`: The default `false` is gone. Requests that leave it out mean something else.',
    ],
  },
  {
    change: 'a lower maximum',
    edit: (all) => void (parameters(all).PerPage.schema.maximum = 50),
    says: [
      'break: listTeamProjects, query parameter `per_page`; listProjectEvents, query parameter `per_page`: `maximum` lowered from 100 to 50. Requests that were accepted may be refused.',
    ],
  },
  {
    change: 'a number that is a boolean',
    edit: (all) => void (parameters(all).FrameIdx.schema = { type: 'boolean' }),
    says: [
      'break: getSourceMapDebug, query parameter `frame_idx`: Type changed from `integer` to `boolean`. Requests that were accepted may be refused.',
    ],
  },
  // Request bodies
  {
    change: 'a body that is required',
    edit: (all) => void (operation(all, 'updateProject')['requestBody'].required = true),
    says: ['break: updateProject, request body: Required now. Requests without it are refused.'],
  },
  {
    change: 'a removed body',
    edit: (all) => void delete operation(all, 'updateProject')['requestBody'],
    says: ['break: updateProject, request body: Removed. Requests that contain it are refused.'],
  },
  {
    change: 'a shorter body',
    edit: (all) => void (operation(all, 'updateProject')['requestBody']['x-max-body-bytes'] = 1000),
    says: [
      'break: updateProject, request body: `x-max-body-bytes` lowered from 1048576 to 1000. Requests that were accepted may be refused.',
    ],
  },
  {
    change: 'a media type that is not read any more',
    edit: (all) => void delete all['components'].requestBodies.EnvelopeBody.content['text/plain'],
    says: ['break: storeEnvelope, request body: Media type `text/plain` removed. Requests of this type are refused.'],
  },
  {
    change: 'a new required field',
    edit: (all) => {
      update(all).owner = text;
      schemas(all).ProjectUpdate.required = ['owner'];
    },
    says: ['break: updateProject, request body, `owner`: New, required. Requests without it are refused.'],
  },
  {
    change: 'a field that becomes required',
    edit: (all) => void (schemas(all).ProjectUpdate.required = ['name']),
    says: ['break: updateProject, request body, `name`: Required now. Requests without it are refused.'],
  },
  {
    change: 'a required field in a part of an allOf',
    edit: (all) => void (schemas(all).ProjectUpdate.allOf = [{ required: ['name'] }]),
    says: ['break: updateProject, request body, `name`: Required now. Requests without it are refused.'],
  },
  {
    change: 'a removed field',
    edit: (all) => void delete update(all).name,
    says: ['break: updateProject, request body, `name`: Removed. Requests that contain it are refused.'],
  },
  {
    change: 'a closed body',
    edit: (all) => void (schemas(all).EventPayload.additionalProperties = false),
    says: [
      'break: storeEvent, request body, as application/json: Fields of other names are no longer possible. Requests that contain them are refused.',
    ],
  },
  {
    change: 'a field that is read-only now',
    edit: (all) => void (update(all).name.readOnly = true),
    says: ['break: updateProject, request body, `name`: Read-only now. Requests that contain it are refused.'],
  },
  {
    change: 'another type',
    edit: (all) => void (schemas(all).SubjectPrefix.type = 'integer'),
    says: [
      'break: updateProject, request body, `subjectPrefix`; updateProject, request body, `options.mail:subject_prefix`: Type changed from `string` to `integer`. Requests that were accepted may be refused.',
    ],
  },
  {
    change: 'null that is refused',
    given: (all) => void (update(all).name.type = ['string', 'null']),
    edit: (all) => void (update(all).name.type = 'string'),
    says: ['break: updateProject, request body, `name`: Null is refused now. Requests with null are refused.'],
  },
  {
    change: 'a value fewer',
    edit: (all) => void schemas(all).Platform.enum.shift(),
    says: [
      'break: updateProject, request body, `platform`: No longer a value: `android`. Requests with it are refused.',
    ],
  },
  {
    change: 'one value instead of any',
    edit: (all) => void (update(all).isBookmarked.const = true),
    says: [
      'break: updateProject, request body, `isBookmarked`: No longer a value: `false`. Requests with it are refused.',
    ],
  },
  {
    change: 'a forbidden value more',
    edit: (all) => void update(all).slug.not.enum.push('admin'),
    says: ['break: updateProject, request body, `slug`: Forbidden now: `admin`. Requests with it are refused.'],
  },
  {
    change: 'a shorter text',
    edit: (all) => void (update(all).name.maxLength = 100),
    says: [
      'break: updateProject, request body, `name`: `maxLength` lowered from 200 to 100. Requests that were accepted may be refused.',
    ],
  },
  {
    change: 'a shorter text in an allOf',
    edit: (all) => void (update(all).name.allOf = [{ maxLength: 100 }]),
    says: [
      'break: updateProject, request body, `name`: `maxLength` lowered from 200 to 100. Requests that were accepted may be refused.',
    ],
  },
  {
    change: 'a new minimum',
    edit: (all) => void (schemas(all).ResolveAge.minimum = 1),
    says: [
      'break: updateProject, request body, `resolveAge`; updateProject, request body, `options.svc:resolve_age`: `minimum` raised from 0 to 1. Requests that were accepted may be refused.',
    ],
  },
  {
    change: 'an exclusive minimum',
    edit: (all) => {
      delete schemas(all).ResolveAge.minimum;
      schemas(all).ResolveAge.exclusiveMinimum = 0;
    },
    says: [
      'break: updateProject, request body, `resolveAge`; updateProject, request body, `options.svc:resolve_age`: `minimum` raised from 0 to 1. Requests that were accepted may be refused.',
    ],
  },
  {
    change: 'another pattern',
    edit: (all) => void (update(all).slug.pattern = '^[a-z]+$'),
    says: [
      'break: updateProject, request body, `slug`: `pattern` changed from `^(?![0-9]+$)[a-z0-9_-]+$` to `^[a-z]+$`. Requests that were accepted may be refused.',
    ],
  },
  {
    change: 'a new format',
    edit: (all) => void (update(all).name.format = 'email'),
    says: [
      'break: updateProject, request body, `name`: New condition: `format` `email`. Requests that were accepted may be refused.',
    ],
  },
  {
    change: 'a shorter list',
    edit: (all) => void (schemas(all).AllowedDomains.maxItems = 10),
    says: [
      'break: updateProject, request body, `allowedDomains`; updateProject, request body, `options.svc:origins`: `maxItems` lowered from 500 to 10. Requests that were accepted may be refused.',
    ],
  },
  {
    change: 'a list without repeated items',
    edit: (all) => void (schemas(all).AllowedDomains.uniqueItems = true),
    says: [
      'break: updateProject, request body, `allowedDomains`; updateProject, request body, `options.svc:origins`: New condition: `uniqueItems` `true`. Requests that were accepted may be refused.',
    ],
  },
  {
    change: 'a field that needs another one',
    edit: (all) => void (schemas(all).ProjectUpdate.dependentRequired = { name: ['slug'] }),
    says: [
      'break: updateProject, request body: New condition: `dependentRequired` `name requires slug`. Requests that were accepted may be refused.',
    ],
  },
  {
    change: 'white space that counts',
    edit: (all) => void delete update(all).slug['x-trim'],
    says: [
      'break: updateProject, request body, `slug`: White space around it is no longer removed. Requests that were accepted may be refused.',
    ],
  },
  {
    change: 'an alternative that is gone',
    given: (all) => void (update(all).platform = { anyOf: [text, { type: 'object', properties: { id: text } }] }),
    edit: (all) => void update(all).platform.anyOf.pop(),
    says: [
      'break: updateProject, request body, `platform`: Type changed from `string` or `object` to `string`. Requests that were accepted may be refused.',
    ],
  },
  {
    change: 'a narrower alternative',
    given: (all) => void (update(all).platform = { anyOf: [text, { type: 'integer' }] }),
    edit: (all) => void (update(all).platform.anyOf[1].maximum = 9),
    says: [
      'break: updateProject, request body, `platform`: New limit: `maximum` 9. Requests that were accepted may be refused.',
    ],
  },
  // Replies
  {
    change: 'a removed field of a reply',
    edit: removeVersion,
    says: [
      'break: updateProject, reply 200, `latestRelease.version`; listTeamProjects, reply 200, `[].latestRelease.version`: Removed. A client that reads it finds nothing.',
    ],
  },
  {
    change: 'a field of a reply that may be missing',
    edit: (all) => void schemas(all).TeamSummary.required.pop(),
    says: [
      'break: updateProject, reply 200, `team.slug`; updateProject, reply 200, `teams[].slug`; listTeamProjects, reply 200, `[].team.slug`; listTeamProjects, reply 200, `[].teams[].slug`: It may be missing now. A client that reads it may find nothing.',
    ],
  },
  {
    change: 'a field of a reply that may be null',
    edit: (all) => void (schemas(all).Event.properties.title.type = ['string', 'null']),
    says: [
      'break: listProjectEvents, reply 200, `[].title`: It may be null now. A client that expects a value gets null.',
    ],
  },
  {
    change: 'a shared record that may be null',
    edit: (all) =>
      void (schemas(all).Project.properties.team = {
        anyOf: [{ $ref: '#/components/schemas/TeamSummary' }, { type: 'null' }],
      }),
    says: ['break: updateProject, reply 200, `team`: It may be null now. A client that expects a value gets null.'],
  },
  {
    change: 'a new value in a reply',
    edit: (all) => void schemas(all).SourceMapErrorType.enum.push('map_too_old'),
    says: [
      'break: getSourceMapDebug, reply 200, `[].type`: New value: `map_too_old`. A client that knows all values gets one that it does not know.',
    ],
  },
  {
    change: 'any value in a reply',
    edit: (all) => void (schemas(all).SourceMapErrorType = text),
    says: [
      'break: getSourceMapDebug, reply 200, `[].type`: Other values than `no_release_on_event`, `no_sourcemaps_on_release`, `url_not_valid`, `no_url_match`, `partial_match` and 15 more are possible now. A client may get values that it does not expect.',
      'documentation: schema SourceMapErrorType: Reads differently: `description`.',
    ],
  },
  {
    change: 'another constant in a reply',
    edit: (all) => void (reply(all, 'removeIssues', 200).content['text/plain'].schema.const = 'Done.'),
    says: [
      'break: removeIssues, reply 200: The value changed from `Success.` to `Done.`. A client may get values that it does not expect.',
    ],
  },
  {
    change: 'another type in a reply',
    edit: (all) => void (schemas(all).Project.properties.resolveAge.type = 'string'),
    says: [
      'break: updateProject, reply 200, `resolveAge`: Type changed from `integer` to `string`. A client may get values that it does not expect.',
    ],
  },
  {
    change: 'fractions in a reply',
    edit: (all) => void (schemas(all).Project.properties.resolveAge.type = 'number'),
    says: [
      'break: updateProject, reply 200, `resolveAge`: Type changed from `integer` to `number`. A client may get values that it does not expect.',
    ],
  },
  {
    change: 'another form of a reply',
    edit: (all) =>
      void (json(reply(all, 'getHealth', 200)).schema = {
        anyOf: [
          { $ref: '#/components/schemas/Health' },
          { type: 'object', required: ['up'], properties: { up: { type: 'boolean' } } },
        ],
      }),
    says: [
      'break: getHealth, reply 200: There is another form of the `object`. A client may get values that it does not expect.',
    ],
  },
  {
    change: 'a list in place of a record',
    edit: (all) =>
      void (json(reply(all, 'getHealth', 200)).schema = {
        type: 'array',
        items: { $ref: '#/components/schemas/Health' },
      }),
    says: [
      'break: getHealth, reply 200: Type changed from `object` to `array`. A client may get values that it does not expect.',
    ],
  },
  {
    change: 'a longer page',
    edit: (all) => void (json(reply(all, 'listTeamProjects', 200)).schema.maxItems = 500),
    says: [
      'break: listTeamProjects, reply 200: `maxItems` raised from 100 to 500. A client may get values that it does not expect.',
    ],
  },
  {
    change: 'a looser pattern in a reply',
    edit: (all) => void delete schemas(all).EventReceipt.properties.id.pattern,
    says: [
      'break: storeEvent, reply 200, `id`: The condition `pattern` `^[0-9a-f]{32}$` is gone. A client may get values that it does not expect.',
    ],
  },
  {
    change: 'another format in a reply',
    edit: (all) => void (schemas(all).Project.properties.dateCreated.format = 'date'),
    says: [
      'break: updateProject, reply 200, `dateCreated`: `format` changed from `date-time` to `date`. A client may get values that it does not expect.',
    ],
  },
  {
    change: 'another type of entries of a map',
    edit: (all) => void (schemas(all).FieldErrors.additionalProperties.type = ['array', 'string']),
    says: [
      'break: updateProject, reply 400, `*`: Type changed from `array` to `string` or `array`. A client may get values that it does not expect.',
    ],
  },
  {
    change: 'a map without entries',
    edit: (all) => void (schemas(all).FieldErrors.additionalProperties = false),
    says: [
      'break: updateProject, reply 400, `detail`: Removed. A client that reads it finds nothing.',
      'break: updateProject, reply 400: Fields of other names are no longer possible. A client that reads them finds nothing.',
    ],
  },
  {
    change: 'another success status',
    edit: (all) => rename(operation(all, 'storeEvent')['responses'], '200', '201'),
    says: [
      'break: storeEvent, reply 200: The status is 201 now. A client that waits for the old status takes the new one for another result.',
    ],
  },
  {
    change: 'a second success status',
    edit: (all) => void (operation(all, 'updateProject')['responses']['202'] = { description: 'Accepted.' }),
    says: [
      'break: updateProject, reply 202: New reply. A client that knows only the other replies takes it for a failure or misreads it.',
    ],
  },
  {
    change: 'a removed error',
    edit: (all) => void delete operation(all, 'removeIssues')['responses']['404'],
    says: ['break: removeIssues, reply 404: Removed. A client that handles this reply no longer gets it.'],
  },
  {
    change: 'another media type of a reply',
    edit: (all) => rename(reply(all, 'getHealth', 200).content, 'application/json', 'text/plain'),
    says: [
      'break: getHealth, reply 200: Media type `application/json` removed. A client that reads this type no longer gets it.',
      'addition: getHealth, reply 200: New media type `text/plain`.',
    ],
  },
  {
    change: 'a reply without a body',
    edit: (all) => void delete reply(all, 'getHealth', 200).content,
    says: [
      'break: getHealth, reply 200: Media type `application/json` removed. A client that reads this type no longer gets it.',
    ],
  },
  {
    change: 'a removed header',
    edit: (all) => void delete reply(all, 'listProjectEvents', 200).headers.Link,
    says: ['break: listProjectEvents, reply 200, header `Link`: Removed. A client that reads it finds nothing.'],
  },
  {
    change: 'a header that may be missing',
    edit: (all) => void (headers(all).Location.required = false),
    says: [
      'break: updateProject, reply 302, header `Location`; listProjectEvents, reply 302, header `Location`; removeIssues, reply 302, header `Location`; getSourceMapDebug, reply 302, header `Location`: It may be missing now. A client that reads it may find nothing.',
    ],
  },
  {
    change: 'another type of a header',
    edit: (all) => void (headers(all).XSentryError.schema.type = 'integer'),
    says: [
      'break: storeEnvelope, reply 400, header `X-Sentry-Error`; storeEvent, reply 400, header `X-Sentry-Error`: Type changed from `string` to `integer`. A client may get values that it does not expect.',
    ],
  },
  {
    change: 'entries of a map that may be null',
    edit: (all) =>
      void (schemas(all).LatestDeploys.additionalProperties = {
        anyOf: [{ $ref: '#/components/schemas/LatestDeploy' }, { type: 'null' }],
      }),
    says: [
      'break: listTeamProjects, reply 200, `[].latestDeploys.*`: It may be null now. A client that expects a value gets null.',
    ],
  },
  // Webhooks and callbacks
  {
    change: 'a renamed header of a webhook',
    edit: (all) => void (parameters(all).WebhookSignature.name = 'X-Signature'),
    says: [
      'break: webhook issueAlert, header `Webhook-Signature`: Removed. A receiver that reads it finds nothing.',
      'addition: webhook issueAlert, header `X-Signature`: New.',
    ],
  },
  {
    change: 'a record of a payload that may be null',
    edit: (all) =>
      void (schemas(all).WebhookAlert.properties.event = {
        anyOf: [{ $ref: '#/components/schemas/WebhookEvent' }, { type: 'null' }],
      }),
    says: [
      'break: webhook issueAlert, payload, `event`: It may be null now. A receiver that expects a value gets null.',
    ],
  },
  {
    change: 'a removed webhook',
    edit: (all) => void delete all['webhooks'].issueAlert,
    says: ['break: webhook issueAlert: Removed. Receivers no longer get it.'],
  },
  {
    change: 'a renamed webhook',
    edit: (all) => rename(all['webhooks'], 'issueAlert', 'alert'),
    says: ['break: webhook issueAlert: Removed. Receivers no longer get it.', 'addition: webhook alert: New.'],
  },
  {
    change: 'a removed header of a webhook',
    edit: (all) => void operation(all, 'issueAlert')['parameters'].pop(),
    says: ['break: webhook issueAlert, header `Webhook-Signature`: Removed. A receiver that reads it finds nothing.'],
  },
  {
    change: 'a header of a webhook that may be missing',
    edit: (all) => void (parameters(all).WebhookSignature.required = false),
    says: [
      'break: webhook issueAlert, header `Webhook-Signature`: It may be missing now. A receiver that reads it may find nothing.',
    ],
  },
  {
    change: 'a removed field of a payload',
    edit: (all) => {
      delete schemas(all).WebhookIssue.properties.url;
      schemas(all).WebhookIssue.required = without(schemas(all).WebhookIssue.required, 'url');
    },
    says: ['break: webhook issueAlert, payload, `issue.url`: Removed. A receiver that reads it finds nothing.'],
  },
  {
    change: 'a field of a payload that may be missing',
    edit: (all) => void schemas(all).WebhookAlert.required.pop(),
    says: [
      'break: webhook issueAlert, payload, `event`: It may be missing now. A receiver that reads it may find nothing.',
    ],
  },
  {
    change: 'a field of a payload that may be null',
    edit: (all) => void (schemas(all).WebhookIssue.properties.level.type = ['string', 'null']),
    says: [
      'break: webhook issueAlert, payload, `issue.level`: It may be null now. A receiver that expects a value gets null.',
    ],
  },
  {
    change: 'a new value in a payload',
    edit: (all) => void schemas(all).WebhookAlert.properties.type.enum.push('issue.resolved'),
    says: [
      'break: webhook issueAlert, payload, `type`: New value: `issue.resolved`. A receiver that knows all values gets one that it does not know.',
    ],
  },
  {
    change: 'another media type of a payload',
    edit: (all) =>
      rename(operation(all, 'issueAlert')['requestBody'].content, 'application/json', 'application/cloudevents+json'),
    says: [
      'break: webhook issueAlert, payload: Media type `application/json` removed. A receiver that reads this type no longer gets it.',
      'addition: webhook issueAlert, payload: New media type `application/cloudevents+json`.',
    ],
  },
  {
    change: 'a payload that may be missing',
    edit: (all) => void (operation(all, 'issueAlert')['requestBody'].required = false),
    says: ['break: webhook issueAlert, payload: It may be missing now. A receiver that reads it may find nothing.'],
  },
  {
    change: 'a reply that does not confirm a webhook any more',
    edit: (all) => rename(operation(all, 'issueAlert')['responses'], '200', '204'),
    says: [
      'break: webhook issueAlert, reply 200: The status is 204 now. Replies with the old status are taken for a failure.',
    ],
  },
  {
    change: 'a reply to a webhook that must have a field',
    edit: (all) =>
      void (reply(all, 'issueAlert', 200).content = {
        'application/json': { schema: { type: 'object', required: ['ok'], properties: { ok: text } } },
      }),
    says: [
      'break: webhook issueAlert, reply 200: New media type `application/json`. Replies that were accepted may be refused.',
    ],
  },
  {
    change: 'a removed callback',
    given: callback,
    edit: (all) => void delete operation(all, 'storeEvent')['callbacks'],
    says: ['break: webhook storeEvent.stored: Removed. Receivers no longer get it.'],
  },
  {
    change: 'a removed field of a callback',
    given: callback,
    edit: (all) => void delete json(called(all)['requestBody']).schema.properties.code,
    says: ['break: webhook storeEvent.stored, payload, `code`: Removed. A receiver that reads it finds nothing.'],
  },
  // Moved and deprecated parts
  {
    change: 'an inlined schema that lost a field on the way',
    edit: (all) => {
      const { id, ...properties } = schemas(all).TeamSummary.properties;
      void id;
      schemas(all).Project.properties.team = { ...schemas(all).TeamSummary, required: ['name', 'slug'], properties };
    },
    says: ['break: updateProject, reply 200, `team.id`: Removed. A client that reads it finds nothing.'],
  },
  {
    change: 'fields moved to an allOf beside a closed object',
    edit: (all) => {
      const { name } = update(all);
      delete update(all).name;
      schemas(all).ProjectUpdate.allOf = [{ type: 'object', properties: { name } }];
    },
    says: ['break: updateProject, request body, `name`: Removed. Requests that contain it are refused.'],
  },
  {
    change: 'a parameter moved to the path and required there',
    edit: (all) => {
      const [first, ...own] = operation(all, 'listTeamProjects')['parameters'];
      operation(all, 'listTeamProjects')['parameters'] = own.filter(({ $ref = '' }) => !$ref.endsWith('PerPage'));
      pathItem(all, 'listTeamProjects')['parameters'] = [first, { ...parameters(all).PerPage, required: true }];
      operation(all, 'listTeamProjects')['parameters'].shift();
      operation(all, 'listTeamProjects')['parameters'].push({ $ref: '#/components/parameters/TeamIdOrSlug' });
    },
    says: ['break: listTeamProjects, query parameter `per_page`: Required now. Requests without it are refused.'],
  },
  {
    change: 'an earlier sunset',
    given: (all) => Object.assign(parameters(all).Full, { deprecated: true, 'x-deprecation': deprecation }),
    edit: (all) => void (parameters(all).Full['x-deprecation'] = { ...deprecation, sunset: '2026-06-01' }),
    says: [
      'break: listProjectEvents, query parameter `full`: Its sunset is 2026-06-01 now. Clients were told that it stays until 2026-11-01.',
    ],
  },
];

function renameTag(all: Draft): void {
  rename(schemas(all), 'EventTag', 'Tag');
  for (const name of ['Event', 'EventDetail', 'WebhookEvent'])
    schemas(all)[name].properties.tags.items.$ref = '#/components/schemas/Tag';
}

function renameScheme(all: Draft): void {
  rename(all['components'].securitySchemes, 'dsnHeader', 'key');
  for (const name of ['storeEvent', 'storeEnvelope'])
    for (const requirement of operation(all, name)['security']) rename(requirement, 'dsnHeader', 'key');
}

function renameTeam(all: Draft): void {
  const path = Object.keys(all['paths']).find((name) => name.includes('{team_id_or_slug}')) ?? '';
  rename(all['paths'], path, path.replace('{team_id_or_slug}', '{team}'));
  parameters(all).TeamIdOrSlug.name = 'team';
}

function removeVersion(all: Draft): void {
  const { LatestRelease } = schemas(all);
  delete LatestRelease.properties.version;
  LatestRelease.required = without(LatestRelease.required, 'version');
}
