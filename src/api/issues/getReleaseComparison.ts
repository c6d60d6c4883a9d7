import type { TimeRange } from '../../domain/outcome';
import { type Release, RELEASE_HOURS_KEPT_MS, type ReleaseRelations } from '../../domain/release';
import { DAY_MS, HOUR_MS } from '../../domain/time';
import { presentSeries } from '../../presenters/project';
import { presentSeenRelease } from '../../presenters/release';
import type { ComparedRelease } from '../../store/issues/releaseComparison';
import { operation } from '../operation';
import { findRelease } from '../subjects';
import { issueRecords } from './issueRecords';

/** Maximum number of projects that are compared. */
const MAX_PROJECTS = 10;
/** Age up to which a release has counts by hour. */
const MAX_AGE_BY_HOUR = 3 * DAY_MS;

/** Compares the issues of a release with the issues of the release before. */
export const getReleaseComparison = operation('getReleaseComparison', {
  subject: findRelease,

  async handle({ organization, release, caller, now, read, publicUrl }) {
    return read(async (stores) => {
      const relations = (await stores.releases.findRelations(organization.id, [release])).get(release.id);
      const projects = (relations?.projects ?? []).slice(0, MAX_PROJECTS);
      const compared: (ComparedRelease & { readonly project: ReleaseRelations['projects'][number] })[] = [];
      for (const project of projects)
        compared.push({ project, ...(await stores.releaseComparison.compare(project.id, release, { now })) });
      const range = rangeSince(relations?.firstEvent ?? null, now);
      const series = await stores.releaseHours.series(
        compared.map(({ project, previous }) => placeOf(project.id, release, previous?.id ?? null)),
        range,
      );
      const issues = compared.flatMap((one) => one.issues).sort((one, other) => other.events - one.events);
      const site = { caller, organization, publicUrl, now };
      const records = await issueRecords(
        stores,
        issues.map(({ issue }) => issue),
        projects,
        site,
      );
      const recordOf = new Map(records.map((record) => [record.id, record]));
      const sum = (countOf: (one: (typeof compared)[number]) => number) =>
        compared.reduce((total, one) => total + countOf(one), 0);
      const body = {
        projects: compared.map(({ project: { id, slug, name }, previous }) => {
          return { id, slug, name, previousRelease: presentSeenRelease(previous?.version ?? null) };
        }),
        events: sum(({ events }) => events),
        counts: {
          new: sum(({ counts }) => counts.new),
          regressed: sum(({ counts }) => counts.regressed),
          escalating: sum(({ counts }) => counts.escalating),
        },
        isSample: compared.some(({ isSample }) => isSample),
        stats: {
          release: presentSeries(range, series.release),
          previous: presentSeries(range, series.previous),
          all: presentSeries(range, series.all),
        },
        issues: issues.flatMap(({ issue, kinds, events, previousEvents, users }) => {
          const record = recordOf.get(issue.id);
          return record === undefined ? [] : [{ issue: record, kinds: [...kinds], events, previousEvents, users }];
        }),
      };
      return { status: 200, body };
    });
  },
});

function placeOf(projectId: string, release: Release, previous: number | null) {
  return { project: Number(projectId), release: Number(release.id), previous };
}

/** Returns the hours or days of the chart: from a day before the first event, but no hours whose counts are deleted. */
function rangeSince(firstEvent: number | null, now: number): TimeRange {
  const since = firstEvent ?? now;
  const step = now - since > MAX_AGE_BY_HOUR ? DAY_MS : HOUR_MS;
  const from = Math.max(since - DAY_MS, now - RELEASE_HOURS_KEPT_MS + step);
  const floor = (time: number) => Math.floor(time / step) * step;
  return { from: floor(from), to: floor(now) + step, step };
}
