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
} from './mutate';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const deprecated = {
  deprecated: true,
  'x-deprecation': { version: '0.5.0', date: '2026-11-22', sunset: '2027-06-01' },
};

/** Changes that break nobody: other spellings of the same contract, wider requests, narrower replies, and prose. */
export const harmless: readonly Case[] = [
  // Other spellings
  { change: 'parameters moved to the path', edit: moveParameters, says: [] },
  {
    change: 'a parameter of the path repeated in the operation',
    edit: (all) =>
      void (pathItem(all, 'getSourceMapDebug')['parameters'] = [...operation(all, 'getSourceMapDebug')['parameters']]),
    says: [],
  },
  {
    change: 'a shared parameter written in place',
    edit: (all) => {
      const list = operation(all, 'listProjectEvents')['parameters'];
      list.forEach((one: Draft, index: number) => void (list[index] = parameters(all)[one['$ref'].split('/').at(-1)]));
    },
    says: [],
  },
  {
    change: 'a parameter that becomes shared',
    edit: (all) => {
      parameters(all).Sort = sort;
      operation(all, 'listTeamProjects')['parameters'][0] = structuredClone(parameters(all).OrganizationSlug);
    },
    says: [],
  },
  { change: 'a $ref in an allOf', edit: (all) => void (update(all).platform = { allOf: [ref('Platform')] }), says: [] },
  {
    change: 'a $ref in an allOf with a description',
    edit: (all) =>
      void (schemas(all).Project.properties.team = { allOf: [ref('TeamSummary')], description: 'The first team.' }),
    says: [],
  },
  { change: 'fields of a reply moved to an allOf', edit: splitTeam, says: [] },
  { change: 'fields of a request moved to an allOf', edit: splitUpdate, says: [] },
  {
    change: 'fields of a payload moved to an allOf',
    edit: (all) => {
      const { id, ...own } = schemas(all).WebhookIssue.properties;
      const { required } = schemas(all).WebhookIssue;
      schemas(all).WithId = { type: 'object', required: ['id'], properties: { id } };
      schemas(all).WebhookIssue = {
        unevaluatedProperties: false,
        allOf: [
          ref('WithId'),
          { type: 'object', required: required.filter((name: string) => name !== 'id'), properties: own },
        ],
      };
    },
    says: ['documentation: schema WebhookIssue: Reads differently: `description`.'],
  },
  {
    change: 'a schema written in place',
    edit: (all) => void (schemas(all).Project.properties.team = structuredClone(schemas(all).TeamSummary)),
    says: [],
  },
  {
    change: 'a schema that gets a name',
    edit: (all) => {
      schemas(all).ProjectName = update(all).name;
      update(all).name = ref('ProjectName');
    },
    says: [],
  },
  {
    change: 'a schema behind another name',
    edit: (all) => {
      schemas(all).Team = ref('TeamSummary');
      schemas(all).Project.properties.team = ref('Team');
    },
    says: [],
  },
  {
    change: 'a reply that becomes shared',
    edit: (all) => {
      all['components'].responses.Healthy = reply(all, 'getHealth', 200);
      operation(all, 'getHealth')['responses']['200'] = { $ref: '#/components/responses/Healthy' };
    },
    says: [],
  },
  {
    change: 'a body that becomes shared',
    edit: (all) => {
      all['components'].requestBodies.Update = operation(all, 'updateProject')['requestBody'];
      operation(all, 'updateProject')['requestBody'] = { $ref: '#/components/requestBodies/Update' };
    },
    says: [],
  },
  {
    change: 'null as an alternative',
    edit: (all) =>
      void (schemas(all).Event.properties.location = {
        ...schemas(all).Event.properties.location,
        type: undefined,
        anyOf: [{ type: 'string' }, { type: 'null' }],
      }),
    says: [],
  },
  {
    change: 'null as one of oneOf',
    edit: (all) => void (schemas(all).Project.properties.platform = { oneOf: [{ type: 'null' }, { type: 'string' }] }),
    says: [
      'documentation: schema Project: Reads differently: `properties.platform.x-origin`, `properties.platform.description`.',
    ],
  },
  {
    change: 'null as a flag',
    edit: (all) => void (schemas(all).Project.properties.platform = { type: 'string', nullable: true }),
    says: [
      'documentation: schema Project: Reads differently: `properties.platform.x-origin`, `properties.platform.description`.',
    ],
  },
  {
    change: 'null in a list of types in place of an alternative',
    edit: (all) =>
      void (schemas(all).Project.properties.latestRelease = {
        ...structuredClone(schemas(all).LatestRelease),
        type: ['object', 'null'],
      }),
    says: ['documentation: schema Project: Reads differently: `properties.latestRelease.description`.'],
  },
  {
    change: 'null as a listed value',
    given: (all) => void (update(all).platform = { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] }),
    edit: (all) => void (update(all).platform = { type: ['string', 'null'], enum: ['a', 'b', null] }),
    says: [],
  },
  {
    change: 'only null, in other words',
    given: (all) => void (schemas(all).Event.properties.crashFile = { type: 'null' }),
    edit: (all) =>
      void (schemas(all).Event.properties.crashFile = { type: ['string', 'null'], not: { type: 'string' } }),
    says: [],
  },
  {
    change: 'only null as a constant',
    edit: (all) => void (schemas(all).Event.properties.crashFile = { type: ['string', 'null'], const: null }),
    says: ['documentation: schema Event: Reads differently: `properties.crashFile.description`.'],
  },
  {
    change: 'a constant as an enum of one value',
    edit: (all) =>
      void (schemas(all).Health.properties.status = {
        type: 'string',
        enum: ['ok'],
        description: schemas(all).Health.properties.status.description,
      }),
    says: [],
  },
  {
    change: 'a constant without its type',
    edit: (all) => void delete schemas(all).Health.properties.status.type,
    says: [],
  },
  {
    change: 'only true, in other words',
    given: (all) => void (update(all).isBookmarked = { type: 'boolean', const: true }),
    edit: (all) => void (update(all).isBookmarked = { type: 'boolean', not: { const: false } }),
    says: [],
  },
  { change: 'both booleans listed', edit: (all) => void (update(all).isBookmarked.enum = [true, false]), says: [] },
  {
    change: 'types as alternatives',
    given: (all) => void (update(all).name = { type: ['string', 'integer'], description: 'A name.' }),
    edit: (all) =>
      void (update(all).name = { anyOf: [{ type: 'string' }, { type: 'integer' }], description: 'A name.' }),
    says: [],
  },
  {
    change: 'values as alternatives',
    edit: (all) =>
      void (schemas(all).SourceMapErrorType = {
        anyOf: schemas(all).SourceMapErrorType.enum.map((value: string) => ({ type: 'string', const: value })),
        description: schemas(all).SourceMapErrorType.description,
      }),
    says: [],
  },
  {
    change: 'values and required fields in another order',
    edit: (all) => {
      schemas(all).Platform.enum.reverse();
      schemas(all).Project.required.reverse();
    },
    says: [],
  },
  {
    change: 'alternatives in another order',
    edit: (all) => void schemas(all).Project.properties.latestRelease.anyOf.reverse(),
    says: [],
  },
  {
    change: 'an alternative that another one has',
    given: (all) => void (update(all).platform = { anyOf: [{ type: 'string', maxLength: 9 }] }),
    edit: (all) => void update(all).platform.anyOf.push({ type: 'string', maxLength: 5 }),
    says: ['addition: updateProject, request body, `platform`: There is another form of the `string`.'],
  },
  {
    change: 'limits that limit nothing',
    edit: (all) => {
      schemas(all).AllowedDomains.items.minLength = 0;
      Object.assign(schemas(all).Project.properties.platforms, { minItems: 0, uniqueItems: false });
      schemas(all).ProjectUpdate.minProperties = 0;
    },
    says: [],
  },
  {
    change: 'an exclusive minimum of integers',
    edit: (all) => {
      delete schemas(all).ResolveAge.minimum;
      schemas(all).ResolveAge.exclusiveMinimum = -1;
    },
    says: [],
  },
  {
    change: 'the format of large integers',
    edit: (all) => void (schemas(all).Project.properties.resolveAge.format = 'int64'),
    says: [],
  },
  {
    change: 'style, explode and required of a parameter spelled out',
    edit: (all) =>
      Object.assign(parameters(all).PerPage, {
        style: 'form',
        explode: true,
        required: false,
        allowReserved: false,
        deprecated: false,
      }),
    says: [],
  },
  { change: 'explode of a plain value', edit: (all) => void (parameters(all).PerPage.explode = false), says: [] },
  {
    change: 'style of a path parameter and a header spelled out',
    edit: (all) => {
      parameters(all).ProjectSlug.style = 'simple';
      headers(all).Location.style = 'simple';
      parameters(all).ProjectSlug.explode = false;
    },
    says: [],
  },
  {
    change: 'a list of parameters that has an element if it is sent',
    edit: (all) => void delete parameters(all).IssueId.schema.minItems,
    says: [],
  },
  {
    change: 'required: false of a body and deprecated: false spelled out',
    edit: (all) => {
      delete operation(all, 'updateProject')['requestBody'].required;
      operation(all, 'updateProject')['deprecated'] = false;
    },
    says: [],
  },
  {
    change: 'additionalProperties: true of a request spelled out as a schema',
    edit: (all) => void (schemas(all).EventPayload.additionalProperties = {}),
    says: [],
  },
  {
    change: 'names of headers in lower case',
    edit: (all) => rename(reply(all, 'listProjectEvents', 200).headers, 'Link', 'link'),
    says: [],
  },
  {
    change: 'a charset of a media type',
    edit: (all) => rename(reply(all, 'removeIssues', 200).content, 'text/plain', 'text/plain; charset=utf-8'),
    says: [],
  },
  {
    change: 'credentials as the default of the contract',
    edit: (all) => {
      all['security'] = operation(all, 'removeIssues')['security'];
      delete operation(all, 'removeIssues')['security'];
    },
    says: [],
  },
  {
    change: 'no credentials as an empty alternative',
    edit: (all) => void (operation(all, 'getHealth')['security'] = [{}]),
    says: [],
  },
  {
    change: 'credentials in another order',
    edit: (all) => void operation(all, 'listTeamProjects')['security'].reverse(),
    says: [],
  },
  {
    change: 'a server as a template',
    given: (all) => void (all['servers'] = [{ url: 'http://127.0.0.1:4000' }]),
    edit: (all) => void (all['servers'] = [{ url: '{a}/', variables: { a: { default: 'http://127.0.0.1:4000' } } }]),
    says: [],
  },
  {
    change: 'the server of the contract repeated in an operation',
    edit: (all) => void (operation(all, 'getHealth')['servers'] = structuredClone(all['servers'])),
    says: [],
  },
  {
    change: 'a range of statuses',
    edit: (all) => {
      const { responses } = operation(all, 'getHealth');
      responses['5XX'] = responses['500'];
      delete responses['500'];
    },
    says: ['addition: getHealth, reply 5XX: New reply.'],
  },
  {
    change: 'another order of parameters, replies and media types',
    edit: (all) => {
      operation(all, 'getSourceMapDebug')['parameters'].reverse();
      const { content } = all['components'].requestBodies.EnvelopeBody;
      const [[type, media]] = Object.entries(content) as [[string, unknown]];
      delete content[type];
      content[type] = media;
    },
    says: [],
  },
  {
    change: 'fields beside a $ref',
    edit: (all) => {
      const { id, ...own } = schemas(all).TeamSummary.properties;
      schemas(all).WithId = { type: 'object', required: ['id'], properties: { id } };
      Object.assign(schemas(all).TeamSummary, { ...ref('WithId'), required: ['name', 'slug'], properties: own });
    },
    says: [],
  },
  {
    change: 'a payload written in place',
    edit: (all) => {
      const media = operation(all, 'issueAlert')['requestBody'].content['application/json'];
      media.schema = structuredClone(schemas(all).WebhookAlert);
    },
    says: [],
  },
  {
    change: 'a webhook that becomes shared',
    edit: (all) => {
      all['components'].pathItems = { alert: all['webhooks'].issueAlert };
      all['webhooks'].issueAlert = { $ref: '#/components/pathItems/alert' };
    },
    says: [],
  },
  {
    change: 'a closed request in other words',
    edit: (all) => {
      delete schemas(all).ProjectUpdate.additionalProperties;
      schemas(all).ProjectUpdate.unevaluatedProperties = false;
    },
    says: [],
  },
  {
    change: 'forbidden values as alternatives',
    edit: (all) =>
      void (update(all).slug.not = { anyOf: update(all).slug.not.enum.map((value: string) => ({ const: value })) }),
    says: [],
  },
  // Operations, credentials and servers
  {
    change: 'a new operation',
    edit: (all) =>
      void (all['paths']['/hello'] = { get: { ...operation(all, 'getContract'), operationId: 'getHello' } }),
    says: ['addition: getHello: New: GET /hello.'],
  },
  { change: 'a second tag', edit: (all) => void operation(all, 'getHealth')['tags'].push('health'), says: [] },
  {
    change: 'a scope more',
    edit: (all) => void operation(all, 'removeIssues')['security'].push({ bearer: ['project:admin'] }),
    says: ['addition: removeIssues: Accepted too: `project:admin`.'],
  },
  {
    change: 'an operation without credentials',
    edit: (all) => void (operation(all, 'listProjectEvents')['security'] = []),
    says: ['addition: listProjectEvents: Accepted too: no credentials at all.'],
  },
  {
    change: 'a scope of two that is enough',
    given: (all) => void operation(all, 'removeIssues')['security'][0].bearer.push('project:read'),
    edit: (all) => void operation(all, 'removeIssues')['security'][0].bearer.pop(),
    says: ['addition: removeIssues: Accepted too: `event:admin`.'],
  },
  {
    change: 'a new security scheme',
    edit: (all) => void (all['components'].securitySchemes.cookie = { type: 'apiKey', in: 'cookie', name: 'session' }),
    says: ['addition: security scheme cookie: New.'],
  },
  {
    change: 'another hint about tokens',
    edit: (all) =>
      Object.assign(all['components'].securitySchemes.bearer, { bearerFormat: 'opaque', scheme: 'Bearer' }),
    says: [],
  },
  {
    change: 'a second server',
    edit: (all) => void all['servers'].push({ url: 'https://errors.acme.example' }),
    says: ['addition: servers: New server `https://errors.acme.example`.'],
  },
  // Requests that accept more
  {
    change: 'a new optional parameter',
    edit: (all) => void operation(all, 'listTeamProjects')['parameters'].push(sort),
    says: ['addition: listTeamProjects, query parameter `sort`: New, optional.'],
  },
  {
    change: 'a parameter that becomes optional',
    edit: (all) => void (parameters(all).FrameIdx.required = false),
    says: ['addition: getSourceMapDebug, query parameter `frame_idx`: Optional now.'],
  },
  {
    change: 'a new optional field of a request',
    edit: (all) => void (update(all).owner = text),
    says: ['addition: updateProject, request body, `owner`: New, optional.'],
  },
  {
    change: 'a field of a request that becomes optional',
    given: (all) => void (schemas(all).ProjectUpdate.required = ['name']),
    edit: (all) => void delete schemas(all).ProjectUpdate.required,
    says: ['addition: updateProject, request body, `name`: Optional now.'],
  },
  {
    change: 'null that is accepted',
    edit: (all) => void (update(all).name.type = ['string', 'null']),
    says: ['addition: updateProject, request body, `name`: Null is accepted now.'],
  },
  {
    change: 'null that is accepted beside a $ref',
    edit: (all) => void (update(all).options = { anyOf: [ref('ProjectOptionsUpdate'), { type: 'null' }] }),
    says: ['addition: updateProject, request body, `options`: Null is accepted now.'],
  },
  {
    change: 'a second type of a request',
    edit: (all) => void (update(all).resolveAge = { anyOf: [ref('ResolveAge'), { type: 'string' }] }),
    says: [
      'addition: updateProject, request body, `resolveAge`: Type changed from `integer` to `integer` or `string`.',
    ],
  },
  {
    change: 'fractions in a request',
    edit: (all) => void (schemas(all).ResolveAge.type = 'number'),
    says: [
      'addition: updateProject, request body, `resolveAge`; updateProject, request body, `options.svc:resolve_age`: Type changed from `integer` to `number`.',
    ],
  },
  {
    change: 'a value more in a request',
    edit: (all) => void schemas(all).Platform.enum.push('zig'),
    says: ['addition: updateProject, request body, `platform`: New value: `zig`.'],
  },
  {
    change: 'any value in a request',
    edit: (all) => void delete schemas(all).Platform.enum,
    says: [
      'addition: updateProject, request body, `platform`: Other values than `android`, `apple`, `apple-ios`, `apple-macos`, `bun` and 99 more are possible now.',
    ],
  },
  {
    change: 'a forbidden value fewer',
    edit: (all) => void update(all).slug.not.enum.pop(),
    says: ['addition: updateProject, request body, `slug`: No longer forbidden: `usage`.'],
  },
  {
    change: 'a longer text',
    edit: (all) => void (update(all).name.maxLength = 300),
    says: ['addition: updateProject, request body, `name`: `maxLength` raised from 200 to 300.'],
  },
  {
    change: 'a lower minimum',
    edit: (all) => void (schemas(all).ResolveAge.minimum = -1),
    says: [
      'addition: updateProject, request body, `resolveAge`; updateProject, request body, `options.svc:resolve_age`: `minimum` lowered from 0 to -1.',
    ],
  },
  {
    change: 'no pattern any more',
    edit: (all) => void delete update(all).slug.pattern,
    says: [
      'addition: updateProject, request body, `slug`: The condition `pattern` `^(?![0-9]+$)[a-z0-9_-]+$` is gone.',
    ],
  },
  {
    change: 'a request with fields of any name',
    edit: (all) => void delete schemas(all).ProjectUpdate.additionalProperties,
    says: ['addition: updateProject, request body: Fields of other names are accepted now.'],
  },
  {
    change: 'white space that is removed',
    given: (all) => void delete update(all).name['x-trim'],
    edit: (all) => void (update(all).name['x-trim'] = true),
    says: ['addition: updateProject, request body, `name`: White space around it is removed now.'],
  },
  {
    change: 'a default that is stated',
    edit: (all) => void (parameters(all).SentryVersion.schema.default = '7'),
    says: [
      'addition: storeEnvelope, query parameter `sentry_version`; storeEvent, query parameter `sentry_version`: The default is `7`, as stated now.',
    ],
  },
  {
    change: 'a larger body',
    edit: (all) => void (all['components'].requestBodies.EventBody['x-max-body-bytes'] = 2097152),
    says: ['addition: storeEvent, request body: `x-max-body-bytes` raised from 1048576 to 2097152.'],
  },
  {
    change: 'a body that is optional',
    edit: (all) => void (all['components'].requestBodies.EventBody.required = false),
    says: ['addition: storeEvent, request body: Optional now.'],
  },
  {
    change: 'another media type of a request',
    edit: (all) => {
      const { content } = all['components'].requestBodies.EventBody;
      content['application/octet-stream'] = content['application/json'];
    },
    says: ['addition: storeEvent, request body: New media type `application/octet-stream`.'],
  },
  // Replies that promise more
  {
    change: 'a new field of a reply',
    edit: (all) => void (schemas(all).EventTag.properties.isShort = { type: 'boolean', description: 'Whether.' }),
    says: [
      'addition: listProjectEvents, reply 200, `[].tags[].isShort`; webhook issueAlert, payload, `event.tags[].isShort`: New.',
    ],
  },
  {
    change: 'a field that is always in a reply',
    edit: (all) => void (schemas(all).IngestErrorBody.required = ['detail', 'causes']),
    says: [
      'addition: storeEnvelope, reply 400, `causes`; storeEnvelope, reply 401, `causes`; storeEnvelope, reply 403, `causes`; storeEnvelope, reply 408, `causes`; storeEnvelope, reply 413, `causes`; storeEnvelope, reply 415, `causes`; storeEnvelope, reply 429, `causes`; storeEnvelope, reply 500, `causes`; storeEnvelope, reply 503, `causes`; storeEvent, reply 400, `causes`; storeEvent, reply 401, `causes`; storeEvent, reply 403, `causes`; storeEvent, reply 408, `causes`; storeEvent, reply 413, `causes`; storeEvent, reply 415, `causes`; storeEvent, reply 429, `causes`; storeEvent, reply 500, `causes`; storeEvent, reply 503, `causes`: Always present now.',
    ],
  },
  {
    change: 'a field of a reply that is never null',
    edit: (all) => void (schemas(all).Event.properties.location.type = 'string'),
    says: ['addition: listProjectEvents, reply 200, `[].location`: It is never null now.'],
  },
  {
    change: 'a shared record that is never null',
    edit: (all) => void (schemas(all).Project.properties.latestRelease = ref('LatestRelease')),
    says: ['addition: updateProject, reply 200, `latestRelease`: It is never null now.'],
  },
  {
    change: 'a value fewer in a reply',
    edit: (all) => void schemas(all).SourceMapErrorType.enum.pop(),
    says: ['addition: getSourceMapDebug, reply 200, `[].type`: No longer a value: `no_mapping_at_position`.'],
  },
  {
    change: 'integers only in a reply',
    given: (all) => void (schemas(all).Project.properties.resolveAge.type = 'number'),
    edit: (all) => void (schemas(all).Project.properties.resolveAge.type = 'integer'),
    says: ['addition: updateProject, reply 200, `resolveAge`: Type changed from `number` to `integer`.'],
  },
  {
    change: 'a limit of a reply',
    edit: (all) => void (schemas(all).Project.properties.color.maxLength = 7),
    says: ['addition: updateProject, reply 200, `color`: New limit: `maxLength` 7.'],
  },
  {
    change: 'a reply with fields of any name',
    edit: (all) => {
      delete schemas(all).Health.additionalProperties;
    },
    says: [],
  },
  {
    change: 'a new error',
    edit: (all) => void (operation(all, 'removeIssues')['responses']['409'] = reply(all, 'removeIssues', 404)),
    says: ['addition: removeIssues, reply 409: New reply.'],
  },
  {
    change: 'a reply to clients that revalidate',
    given: (all) => void delete operation(all, 'getContract')['responses']['304'],
    edit: (all) => void (operation(all, 'getContract')['responses']['304'] = { description: 'Not modified.' }),
    says: ['addition: getContract, reply 304: New reply.'],
  },
  {
    change: 'a new header of a reply',
    edit: (all) =>
      void (reply(all, 'listProjectEvents', 200).headers['X-Total'] = {
        description: 'How many.',
        schema: { type: 'integer' },
      }),
    says: ['addition: listProjectEvents, reply 200, header `X-Total`: New.'],
  },
  {
    change: 'a header that is always sent',
    given: (all) => void (headers(all).Location.required = false),
    edit: (all) => void (headers(all).Location.required = true),
    says: [
      'addition: updateProject, reply 302, header `Location`; listProjectEvents, reply 302, header `Location`; removeIssues, reply 302, header `Location`; getSourceMapDebug, reply 302, header `Location`: Always present now.',
    ],
  },
  // Webhooks
  {
    change: 'a new webhook',
    edit: (all) =>
      void (all['webhooks'].deployAlert = { post: { ...operation(all, 'issueAlert'), operationId: 'deployAlert' } }),
    says: ['addition: webhook deployAlert: New.'],
  },
  {
    change: 'a new field of a payload',
    edit: (all) => {
      schemas(all).WebhookIssue.properties.count = text;
      schemas(all).WebhookIssue.required.push('count');
    },
    says: ['addition: webhook issueAlert, payload, `issue.count`: New.'],
  },
  {
    change: 'a new header of a webhook',
    edit: (all) =>
      void operation(all, 'issueAlert')['parameters'].push({
        name: 'Webhook-Attempt',
        in: 'header',
        required: true,
        schema: { type: 'integer' },
      }),
    says: ['addition: webhook issueAlert, header `Webhook-Attempt`: New.'],
  },
  {
    change: 'a value fewer in a payload',
    edit: (all) => void schemas(all).WebhookAlert.properties.type.enum.pop(),
    says: ['addition: webhook issueAlert, payload, `type`: No longer a value: `test`.'],
  },
  {
    change: 'a field of a payload that is never null',
    edit: (all) => void (schemas(all).WebhookIssue.properties.culprit.type = 'string'),
    says: ['addition: webhook issueAlert, payload, `issue.culprit`: It is never null now.'],
  },
  {
    change: 'another reply that confirms a webhook',
    edit: (all) => void (operation(all, 'issueAlert')['responses']['204'] = { description: 'Confirmed.' }),
    says: ['addition: webhook issueAlert, reply 204: New reply.'],
  },
  // Prose
  {
    change: 'another summary',
    edit: (all) => void (operation(all, 'getHealth')['summary'] = 'Ask how it is'),
    says: ['documentation: getHealth: Reads differently: `summary`.'],
  },
  {
    change: 'another introduction and version',
    edit: (all) => Object.assign(all['info'], { description: 'It is good.', version: '9.0.0' }),
    says: ['documentation: the document: Reads differently: `info`.'],
  },
  {
    change: 'another example',
    edit: (all) => {
      all['components'].examples['error.cursor'].summary = 'A bad cursor';
      parameters(all).PerPage.example = 30;
    },
    says: [
      'documentation: parameter PerPage: Reads differently: `example`.',
      'documentation: example error.cursor: Reads differently: `value`.',
    ],
  },
  {
    change: 'another sentence about an invalid field',
    edit: (all) => void (update(all).name['x-messages'].maxLength = 'Too long.'),
    says: ['documentation: schema ProjectUpdate: Reads differently: `properties.name.x-messages`.'],
  },
  {
    change: 'a deprecated operation',
    edit: (all) => Object.assign(operation(all, 'storeEvent'), deprecated),
    says: ['deprecation: storeEvent: Deprecated. It stays until 2027-06-01.'],
  },
  {
    change: 'a deprecated field and parameter',
    edit: (all) => {
      Object.assign(update(all).name, deprecated);
      Object.assign(parameters(all).Full, deprecated);
    },
    says: [
      'deprecation: updateProject, request body, `name`: Deprecated. It stays until 2027-06-01.',
      'deprecation: listProjectEvents, query parameter `full`: Deprecated. It stays until 2027-06-01.',
    ],
  },
  {
    change: 'a later sunset',
    given: (all) => Object.assign(parameters(all).Full, deprecated),
    edit: (all) =>
      void (parameters(all).Full['x-deprecation'] = { ...deprecated['x-deprecation'], sunset: '2027-09-01' }),
    says: ['deprecation: listProjectEvents, query parameter `full`: It stays until 2027-09-01 now.'],
  },
  {
    change: 'a deprecation that is withdrawn',
    given: (all) => Object.assign(parameters(all).Full, deprecated),
    edit: (all) => {
      delete parameters(all).Full.deprecated;
      delete parameters(all).Full['x-deprecation'];
    },
    says: ['addition: listProjectEvents, query parameter `full`: No longer deprecated.'],
  },
  {
    change: 'a schema that nothing refers to',
    edit: (all) => void (schemas(all).Unused = { type: 'string' }),
    says: [],
  },
];

function moveParameters(all: Draft): void {
  for (const name of ['listProjectEvents', 'updateProject', 'issueAlert']) {
    pathItem(all, name)['parameters'] = operation(all, name)['parameters'];
    delete operation(all, name)['parameters'];
  }
}

function splitTeam(all: Draft): void {
  const { id, ...own } = schemas(all).TeamSummary.properties;
  schemas(all).WithId = { type: 'object', required: ['id'], properties: { id } };
  schemas(all).TeamSummary = {
    allOf: [ref('WithId'), { type: 'object', required: ['name', 'slug'], properties: own }],
    description: schemas(all).TeamSummary.description,
  };
}

function splitUpdate(all: Draft): void {
  const { name, slug } = update(all);
  delete update(all).name;
  delete update(all).slug;
  delete schemas(all).ProjectUpdate.additionalProperties;
  schemas(all).ProjectNames = { type: 'object', properties: { name, slug } };
  schemas(all).ProjectUpdate.allOf = [ref('ProjectNames')];
  schemas(all).ProjectUpdate.unevaluatedProperties = false;
}
