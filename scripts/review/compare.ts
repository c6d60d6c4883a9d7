import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findChanges } from './changes';
import type { Edition } from './edition';
import { judge } from './findings';
import { readIntent } from './intent';
import type { Review } from './print';
import { textOf } from './walk';

/** Reviews the way from one contract to another. */
export async function compare(before: Edition, after: Edition, against: string): Promise<Review> {
  const findings = judge(await findChanges(before, after), before, after);
  const isBroken = findings.some(({ kind }) => kind === 'break');
  const intent = isBroken ? readIntent(versionOf(before), versionOf(after), changelogOf(after)) : undefined;
  return { against, findings, intent };
}

function versionOf({ document }: Edition): string {
  return textOf(document['info']?.['version']);
}

function changelogOf({ folder }: Edition): string {
  const file = path.join(folder, 'openapi', 'CHANGELOG.md');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
