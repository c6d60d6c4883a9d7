import type { components } from '../../../client/createClient';
import { shellWord } from '../../components/shellText';

/** The scopes of a token that imports. */
export const IMPORT_SCOPES: readonly components['schemas']['Scope'][] = [
  'event:write',
  'project:admin',
  'project:read',
  'team:write',
];

/** Where an import reads from, as it is typed. */
export interface ImportInput {
  readonly kind: 'server' | 'bugsink';
  /** The address of a server. */
  readonly address: string;
  /** The file of a Bugsink database. */
  readonly file: string;
  /** The organization of a server; empty for its only one. */
  readonly organization: string;
  /** Slugs with spaces or commas between them; empty for all projects. */
  readonly projects: string;
}

/** Control characters, of which a line break would begin another command. */
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;

function isServer(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
  const { username, password, search, hash } = new URL(address);
  return `${username}${password}${search}${hash}` === '';
}

/** Returns the fields whose input fits no command. */
export function wrongFields(input: ImportInput): readonly (keyof ImportInput)[] {
  const isFromServer = input.kind === 'server';
  const names = isFromServer ? (['address', 'organization', 'projects'] as const) : (['file', 'projects'] as const);
  return names.filter((name) => {
    const text = input[name].trim();
    if (CONTROL.test(text) || (name === 'organization' && text.includes(' '))) return true;
    return name === 'address' ? !isServer(text) : name === 'file' && text === '';
  });
}

/** Writes a path as one word of a shell command. The shell replaces `~` only where no quotes are around it. */
function pathWord(path: string): string {
  return path.startsWith('~/') && path.length > 2 ? `~/${shellWord(path.slice(2))}` : shellWord(path);
}

/** Returns the command that imports, as a line for a shell; null if the input fits none. */
export function importCommand(input: ImportInput, isDryRun: boolean): string | null {
  if (wrongFields(input).length > 0) return null;
  const organization = input.organization.trim();
  const source =
    input.kind === 'bugsink'
      ? ['--from-bugsink', pathWord(input.file.trim())]
      : [
          ...['--from', shellWord(input.address.trim())],
          ...(organization === '' ? [] : ['--org', shellWord(organization)]),
        ];
  const projects = input.projects.split(/[\s,]+/).filter((slug) => slug !== '');
  return [
    'npx culprit import',
    ...source,
    ...projects.flatMap((slug) => ['--project', shellWord(slug)]),
    ...(isDryRun ? ['--dry-run'] : []),
  ].join(' ');
}
