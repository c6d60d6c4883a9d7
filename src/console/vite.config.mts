import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const HERE = import.meta.dirname;
const ROOT = path.resolve(HERE, '../..');

/** The name under which a page imports the schema of a request's body. */
const PREFIX = 'virtual:schema/';

type SchemaNode = Readonly<Record<string, unknown>>;

/** The members of schemas that pages read, as `FieldSchema` has them. The service checks the others. */
const READ = ['type', 'enum', 'maxLength', 'minimum', 'maximum', 'maxItems', 'required'];

/** Replaces the references of a schema of the contract by their targets, and leaves out what no page reads. */
function resolveSchema(value: SchemaNode, schemas: SchemaNode): SchemaNode {
  const { $ref, items, properties } = value as {
    readonly $ref?: string;
    readonly items?: SchemaNode;
    readonly properties?: Readonly<Record<string, SchemaNode>>;
  };
  const target = $ref === undefined ? undefined : (schemas[$ref.split('/').at(-1) ?? ''] as SchemaNode);
  const resolved = Object.entries(properties ?? {}).map(([name, one]) => [name, resolveSchema(one, schemas)]);
  return {
    ...(target !== undefined && resolveSchema(target, schemas)),
    ...Object.fromEntries(Object.entries(value).filter(([name]) => READ.includes(name))),
    ...(items !== undefined && { items: resolveSchema(items, schemas) }),
    ...(properties !== undefined && { properties: Object.fromEntries(resolved) as SchemaNode }),
  };
}

/**
 * Lets pages import a schema of the contract, such as `virtual:schema/ProjectUpdate`, without the rest of the contract.
 */
function contractSchemas(): Plugin {
  const file = path.join(ROOT, 'generated/openapi.json');
  return {
    name: 'contract-schemas',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      this.addWatchFile(file);
      const { components } = JSON.parse(readFileSync(file, 'utf8')) as { components: { schemas: SchemaNode } };
      const name = id.slice(PREFIX.length + 1);
      const schema = components.schemas[name] as SchemaNode | undefined;
      if (schema === undefined) throw new Error(`The contract has no schema ${name}.`);
      return `export default ${JSON.stringify(resolveSchema(schema, components.schemas))};`;
    },
  };
}

/** Puts `pages/index.ts` into the HTML page as a script of its own, beside the one that shows the pages. */
function scriptOfPages(): Plugin {
  return {
    name: 'script-of-pages',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.isEntry && file.name === 'pages',
        );
        if (chunk === undefined) return [];
        return [
          {
            tag: 'script',
            attrs: { type: 'module', async: true, src: `/${chunk.fileName}` },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}

/** The part of rolldown's module graph that is read. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * The modules that every page needs: the imports of `main.tsx`, without the script of the pages, which must not wait
 * for them.
 */
function modulesOfEveryPage(graph: ModuleGraph): ReadonlySet<string> {
  const own = ['main.tsx', 'app.tsx', 'pages/index.ts'].map((file) => path.join(HERE, file));
  const modules = new Set<string>();
  const waiting = own.slice(0, 1);
  for (const id of waiting) {
    if (modules.has(id)) continue;
    modules.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  for (const id of own) modules.delete(id);
  return modules;
}

/**
 * Configures the build of the console by `scripts/console.ts`, into a folder that it names. `npx vite src/console`
 * serves the console while it is changed, on top of a service on port 4000.
 */
export default defineConfig({
  root: HERE,
  base: '/',
  publicDir: false,
  plugins: [contractSchemas(), scriptOfPages()],
  // Every element is made by the functions that make texts of strangers harmless.
  oxc: { jsx: { runtime: 'automatic', importSource: '@harmless', development: false } },
  resolve: { alias: { '@harmless/jsx-runtime': path.join(HERE, 'state/jsxRuntime.ts') } },
  build: {
    emptyOutDir: true,
    // Data in place of files would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: path.join(HERE, 'index.html'), pages: path.join(HERE, 'pages/index.ts') },
      onLog(level, log, handle) {
        // The directive is for servers that render components; here is none.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
      output: {
        codeSplitting: {
          groups: [
            // The script of the pages includes the code that loads files: from the shared file, it would have to wait
            // for it.
            { name: 'pages', test: /pages\/index\.ts$|preload-helper|rolldown\/runtime/, priority: 1 },
            // One file in place of six is smaller. Browsers load six files of a server at once, and let others wait.
            { name: (id, graph) => (modulesOfEveryPage(graph).has(id) ? 'shared' : null), debugName: 'shared' },
          ],
        },
      },
    },
    target: ['chrome123', 'firefox120', 'safari17.5'],
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4000', '/docs': 'http://127.0.0.1:4000' } },
});
