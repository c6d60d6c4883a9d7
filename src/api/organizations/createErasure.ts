import { randomBytes } from 'node:crypto';
import type { components } from '../../../generated/api';
import {
  type ErasedPerson,
  type Erasure,
  findPersonError,
  hashPerson,
  isPerson,
  NOTHING_ERASED,
} from '../../domain/erasure';
import type { Project } from '../../domain/project';
import { RecordReader } from '../../presenters/eventRecord';
import { presentTime } from '../../presenters/format';
import type { Read } from '../../store/stores';
import { operation } from '../operation';
import { fieldErrorsOf, findOrganization } from '../subjects';

const SALT_BYTES = 16;
const MAX_PROJECTS = 10_000;

/** Requests the erasure of a person's data. The job in `jobs/eraseData.ts` erases them. */
export const createErasure = operation('createErasure', {
  subject: findOrganization,

  async validate({ organization, body, read }) {
    const slugs = new Set((await listProjects(read, organization.id)).map(({ slug }) => slug));
    const unknown = (body.projects ?? []).filter((slug) => !slugs.has(slug));
    const { kind, value } = body;
    const valueError = kind === undefined || value === undefined ? undefined : findPersonError({ kind, value });
    return {
      ...fieldErrorsOf('value', valueError === undefined ? [] : [valueError]),
      ...fieldErrorsOf(
        'projects',
        unknown.map((slug) => `The organization has no project "${slug}".`),
      ),
    };
  },

  async handle({ organization, body, read, write, audit, now }) {
    const { kind, value, projects: slugs } = body;
    const all = await listProjects(read, organization.id);
    const projects = all.filter(({ slug }) => slugs?.includes(slug) ?? true);
    const salt = randomBytes(SALT_BYTES).toString('hex');
    const erasure = await write(async (stores) => {
      const created = await stores.erasures.insert({
        ...{ organizationId: organization.id, step: 0, kind, value, salt, valueHash: hashPerson(salt, body) },
        ...{ requestedAt: now, finishedAt: null, phase: 'events', project: 0, position: null, receipt: null },
        projects: projects.map((one) => ({ ...one, counts: NOTHING_ERASED, changedIssues: [], removedIssues: [] })),
        dueAt: now,
      });
      const { id, valueHash } = created;
      const details = { kind, salt, valueHash, projects: projects.length };
      await stores.auditLog.insert(audit({ event: 'erasure.create', target: { id, name: kind }, details }));
      return created;
    });
    return { status: 201, body: presentErasure(erasure) };
  },
});

async function listProjects(read: Read, organizationId: string): Promise<Pick<Project, 'id' | 'slug'>[]> {
  const page = { cursor: null, size: MAX_PROJECTS };
  const { rows } = await read(({ projects }) => projects.listByOrganization(organizationId, page));
  return rows.map(({ id, slug }) => ({ id, slug }));
}

/** Returns true if a stored event belongs to a person: its user has the value, or it is feedback with the address. */
export function isEventOf(record: string, person: ErasedPerson): boolean {
  const reader = new RecordReader(record);
  if (isPerson(person, reader.user(person.kind))) return true;
  if (person.kind !== 'email' || !record.toLowerCase().includes(person.value.trim().toLowerCase())) return false;
  const address = reader.metadata()['contact_email'];
  return typeof address === 'string' && isPerson(person, address);
}

/** Presents an erasure. */
export function presentErasure(erasure: Erasure): components['schemas']['Erasure'] {
  const { id, kind, salt, valueHash, requestedAt, finishedAt, phase, projects, receipt } = erasure;
  return {
    ...{ id, status: phase === 'done' ? 'done' : 'running', kind, salt, valueHash },
    dateCreated: presentTime(requestedAt),
    dateFinished: finishedAt === null ? null : presentTime(finishedAt),
    projects: projects.map(({ id: projectId, slug, counts }) => ({ id: projectId, slug, ...counts })),
    receipt,
  };
}
