/** The contract: its generated files are current, its examples are valid, and its parts have descriptions. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020';
import { escapePointer } from '../../src/http/contract';

type Json = Record<string, any>;

const root = join(__dirname, '..', '..');
const readGenerated = (file: string): Json => JSON.parse(readFileSync(join(root, 'generated', file), 'utf8')) as Json;
const contract = readGenerated('openapi.json');
const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true, unicodeRegExp: true }));
ajv.addSchema(contract, 'contract');

const operations = Object.values<Json>(contract.paths).flatMap((path) => Object.values<Json>(path));
/** The bodies of requests and replies: their names, pointers and definitions. */
const bodies = Object.entries<Json>(contract.paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).flatMap(([method, { operationId, requestBody, responses }]) => {
    const pointer = `#/paths/${escapePointer(path)}/${method}`;
    return [
      ...contents(`${operationId} request`, `${pointer}/requestBody`, requestBody),
      ...Object.entries<Json>(responses).flatMap(([status, response]) =>
        contents(`${operationId} ${status}`, `${pointer}/responses/${status}`, response),
      ),
    ];
  }),
);

describe('generated/', () => {
  test('equals the output of the script', () => {
    const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
    const script = join(root, 'scripts', 'generate.ts');
    const { status, stderr } = spawnSync(process.execPath, [tsx, script, '--check'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('the contract that the service reads', () => {
  const read = readGenerated('serviceContract.json');

  test('has all operations and components, but no webhooks', () => {
    expect(Object.keys(read.paths)).toEqual(Object.keys(contract.paths));
    expect(Object.keys(contract)).toEqual(expect.arrayContaining([...Object.keys(read), 'webhooks']));
    for (const kind of ['schemas', 'parameters', 'headers', 'responses', 'securitySchemes'])
      expect(Object.keys(read.components[kind])).toEqual(Object.keys(contract.components[kind]));
  });

  test('has no texts and examples, but properties of these names', () => {
    const { description, ...plugin } = contract.components.schemas.Plugin.properties.description;
    expect(description).toEqual(expect.any(String));
    expect(read.components.schemas.Plugin.properties.description).toEqual(plugin);
    for (const [name, schema] of Object.entries<Json>(contract.components.schemas))
      expect(Object.keys(read.components.schemas[name].properties ?? {})).toEqual(Object.keys(schema.properties ?? {}));
    expect(JSON.stringify(read)).not.toMatch(/"(description|summary|examples?)":["[]/);
  });
});

describe('the contract', () => {
  test.each(bodies)('has valid examples of %s', (_name, pointer, { examples }) => {
    const validate = validator(pointer);
    const wrong = Object.entries<Json>(examples ?? {})
      .map(([name, example]) => [name, validate(resolve(example).value) || validate.errors])
      .filter(([, verdict]) => verdict !== true);
    expect(Object.keys(examples ?? {})).not.toHaveLength(0);
    expect(wrong).toEqual([]);
  });

  test.each(
    ['parameters', 'headers'].flatMap((kind) =>
      Object.entries<Json>(contract.components[kind]).map(([name, part]): [string, string, Json] => [
        name,
        `#/components/${kind}/${name}`,
        part,
      ]),
    ),
  )('has a valid example of %s', (_name, pointer, { example }) => {
    const validate = validator(pointer);
    expect(validate(example) || validate.errors).toBe(true);
  });

  test('describes every schema, property, parameter, header, body and response', () => {
    const { schemas, parameters, headers, responses } = contract.components as Json;
    const parts = Object.entries({ schemas, parameters, headers, responses }).flatMap(([kind, named]) =>
      Object.entries<Json>(named).map(([name, part]): [string, Json] => [`${kind} ${name}`, part]),
    );
    for (const operation of operations) {
      parts.push([operation.operationId, operation]);
      if (operation.requestBody) parts.push([`${operation.operationId} request`, operation.requestBody]);
      for (const [status, response] of Object.entries<Json>(operation.responses))
        parts.push([`${operation.operationId} ${status}`, response]);
    }
    for (const [name, schema] of Object.entries<Json>(schemas)) parts.push(...properties(name, schema));
    expect(parts.filter(([, part]) => !resolve(part).description).map(([name]) => name)).toEqual([]);
  });

  test('has messages only for keywords that the schema has', () => {
    const update = Object.values<Json>(contract.components.schemas.ProjectUpdate.properties).map(resolve);
    for (const property of update)
      expect(Object.keys(property)).toEqual(expect.arrayContaining(Object.keys(property['x-messages'])));
  });
});

describe('the pattern of subjectTemplate', () => {
  const pattern = new RegExp(contract.components.schemas.ProjectUpdate.properties.subjectTemplate.pattern, 'u');

  test.each([
    '$shortID - $title',
    '$project $projectID $orgID',
    '${tag:environment}: $title!',
    '${tag:os.name}${tag:a-b:c_1}',
    'costs 5$',
    '$5, $$, $ and $é',
    '$$title',
    '$title-$title.',
    'no variable',
    'two\nlines',
    '} { tag:x',
  ])('accepts %j', (template) => expect(template).toMatch(pattern));

  test.each([
    '$titles',
    '$title_',
    '$projectId',
    '$Title',
    '$_x',
    '$$name',
    '${title}',
    '${tag:}',
    '${tag:a b}',
    '${tag:é}',
    '${tag:a',
    '${',
    '$title ${user:id}',
    '',
  ])('rejects %j', (template) => expect(template).not.toMatch(pattern));
});

function contents(name: string, pointer: string, body: Json = {}): [string, string, Json][] {
  const { content = {} } = resolve(body);
  const at = `${body.$ref ?? pointer}/content`;
  return Object.entries<Json>(content).map(([type, media]) => [
    `${name} as ${type}`,
    `${at}/${escapePointer(type)}`,
    media,
  ]);
}

function properties(name: string, schema: Json): [string, Json][] {
  return Object.entries<Json>(schema.properties ?? {}).flatMap(([key, property]) => [
    [`${name}.${key}`, property],
    ...properties(`${name}.${key}`, property),
  ]);
}

function resolve(part: Json): Json {
  if (!part.$ref) return part;
  return resolve(
    part.$ref
      .slice(2)
      .split('/')
      .reduce((from: Json, key: string) => from[key], contract),
  );
}

/** Returns the validator of the schema of a body, parameter or header. */
function validator(pointer: string) {
  return ajv.compile({ $ref: `contract${pointer}/schema` });
}
