/**
 * Generators of Go clients. Both are run with the programs in `go/`, in one module whose requirements are pinned there.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClientGenerator, type RunContext, runCommand } from '../generator';
import { environmentOf } from '../service';
import { generateFrom, missingForOpenapiGenerator, OPENAPI_GENERATOR } from './openapiGenerator';
import { cached, fetched, missingPrograms } from './tools';

const PROGRAMS = join(__dirname, 'go');
export const OAPI_CODEGEN = '2.8.2';
const FROM_OPENAPI_GENERATOR = 'packageName=culprit,withGoMod=false';

export const openapiGeneratorGo: ClientGenerator = {
  name: 'openapi-generator go',
  version: OPENAPI_GENERATOR,
  missing: () => missingForOpenapiGenerator('go'),
  async run(context) {
    await copyModule(context, 'openapiGenerator.go');
    await generateFrom(context, 'go', 'culprit', [
      `--additional-properties=${FROM_OPENAPI_GENERATOR}`,
      '--global-property=apiTests=false,modelTests=false',
    ]);
    ignoreNewFields(join(context.folder, 'culprit'));
    return compileAndRun(context);
  },
};

export const oapiCodegen: ClientGenerator = {
  name: 'oapi-codegen',
  version: OAPI_CODEGEN,
  missing: () => missingPrograms('go'),
  async run(context) {
    const tool = await cached(context.cache, `oapi-codegen-${OAPI_CODEGEN}`, (into) => [
      {
        step: 'Fetching oapi-codegen',
        program: 'go',
        args: ['install', `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${OAPI_CODEGEN}`],
        folder: into,
        environment: { GOBIN: into },
      },
    ]);
    await copyModule(context, 'oapiCodegen.go');
    mkdirSync(join(context.folder, 'culprit'));
    writeFileSync(join(context.folder, 'oapi-codegen.json'), JSON.stringify(OAPI_OPTIONS));
    await runCommand({
      step: 'Generating',
      program: join(tool, 'oapi-codegen'),
      args: ['-config', 'oapi-codegen.json', context.contractWithoutWebhooks],
      folder: context.folder,
    });
    return compileAndRun(context);
  },
};

const OAPI_OPTIONS = {
  package: 'culprit',
  generate: { models: true, client: true },
  // Without it, a pointer stands for both null and an absent field, and null cannot be sent.
  'output-options': { 'nullable-type': true },
  output: 'culprit/client.go',
};

/** Removes from the models that they refuse fields which a later version of the service adds to its replies. */
function ignoreNewFields(folder: string): void {
  for (const file of readdirSync(folder).filter((name) => /^model_.*\.go$/.test(name))) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^.*DisallowUnknownFields.*\n/gm, ''));
  }
}

/** Copies the module into the folder and downloads its dependencies. */
async function copyModule({ folder }: RunContext, program: string): Promise<void> {
  for (const file of ['go.mod', 'go.sum', 'operations.go', program]) cpSync(join(PROGRAMS, file), join(folder, file));
  await fetched({ step: 'Fetching Go modules', program: 'go', args: ['mod', 'download'], folder });
}

async function compileAndRun({ folder, service }: RunContext): Promise<string> {
  const go = (step: string, ...args: readonly string[]) => runCommand({ step, program: 'go', args, folder });
  await go('Compiling', 'build', '-o', 'run', '.');
  await go('Vetting', 'vet', './...');
  await runCommand({
    step: 'Running the five operations',
    program: join(folder, 'run'),
    args: [],
    folder,
    environment: environmentOf(service),
  });
  return 'built and vetted, five operations';
}
