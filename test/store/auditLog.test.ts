import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NewAuditEntry } from '../../src/domain/audit';
import { type PageRequest, decodeCursor } from '../../src/domain/page';
import { DeleteExpiredRowsJob } from '../../src/jobs/expireData';
import { useTemporaryDatabase } from '../support/database';
import { runUntilIdle } from '../support/jobs';
import { member, NOON, organization } from '../support/rows';
import { statementsOf, storeModules } from '../support/statements';

const DAY = 24 * 60 * 60 * 1000;

const { database } = useTemporaryDatabase('all');

async function makeOrganization(): Promise<Pick<NewAuditEntry, 'organizationId' | 'memberId'>> {
  const { id } = await database.write((stores) => organization(stores));
  return { organizationId: id, memberId: (await database.write((stores) => member(stores, id))).id };
}

function entry(owner: Pick<NewAuditEntry, 'organizationId' | 'memberId'>, changes: Partial<NewAuditEntry> = {}) {
  const origin = { tokenId: '1', user: null, ipAddress: '192.0.2.7', dateCreated: NOON };
  return { event: 'project.update' as const, target: { id: '1', name: 'shop' }, ...origin, ...owner, ...changes };
}

const insert = (...entries: readonly NewAuditEntry[]) =>
  database.write(async ({ auditLog }) => {
    for (const one of entries) await auditLog.insert(one);
  });
const list = (organizationId: string, page: PageRequest = { cursor: null, size: 100 }) =>
  database.read(({ auditLog }) => auditLog.list(organizationId, {}, page));

describe('the audit log', () => {
  it('lists the entries of one organization, newest first, in pages', async () => {
    const [acme, other] = [await makeOrganization(), await makeOrganization()];
    await insert(entry(other), ...[3, 1, 2, 2].map((second) => entry(acme, { dateCreated: NOON + second })));
    const seen: number[] = [];
    for (let cursor: PageRequest['cursor'] = null, exists = true; exists;) {
      const page = await list(acme.organizationId, { cursor, size: 1 });
      seen.push(...page.rows.map(({ dateCreated }) => dateCreated - NOON));
      cursor = decodeCursor(page.next.cursor);
      ({ exists } = page.next);
    }
    expect(seen).toEqual([3, 2, 2, 1]);
  });

  it('has no statement that changes an entry, and only one that deletes any: the expired ones', () => {
    const statements = storeModules().flatMap((file) => statementsOf(file));
    const changing = statements.filter(({ text }) => /\b(UPDATE|DELETE FROM|INTO|TRUNCATE)\s+audit_log\b/i.test(text));
    expect(changing.map(({ name }) => name).sort()).toEqual(['auditLog.ts DELETE_EXPIRED', 'auditLog.ts INSERT']);
    expect(changing.every(({ text }) => !/ON CONFLICT|OR REPLACE/i.test(text))).toBe(true);
    const source = readFileSync(path.resolve(__dirname, '../../src/store/auditLog.ts'), 'utf8');
    expect(source).not.toMatch(/\bUPDATE\b/);
  });

  it('is part of the transaction of the change', async () => {
    const acme = await makeOrganization();
    const failing = database.write(async ({ auditLog }) => {
      await auditLog.insert(entry(acme));
      throw new Error('not changed');
    });
    await expect(failing).rejects.toThrow('not changed');
    expect((await list(acme.organizationId)).rows).toEqual([]);
  });

  it('is deleted in steps once it is older than its retention, which may be none', async () => {
    const acme = await makeOrganization();
    const old = Array.from({ length: 501 }, () => entry(acme, { dateCreated: NOON - 30 * DAY - 1 }));
    await insert(...old, entry(acme, { dateCreated: NOON - 30 * DAY }));
    await runUntilIdle(new DeleteExpiredRowsJob(database, () => NOON, 0));
    expect((await list(acme.organizationId, { cursor: null, size: 1000 })).rows).toHaveLength(502);
    const job = new DeleteExpiredRowsJob(database, () => NOON, 30);
    expect(await job.step()).toBe(true);
    await runUntilIdle(job);
    expect((await list(acme.organizationId)).rows).toMatchObject([{ dateCreated: NOON - 30 * DAY }]);
  });
});
