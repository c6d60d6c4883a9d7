import { decompressEventBody } from '../../compression/eventBody';
import { presentSourceMapError } from '../../presenters/eventSourceMapDebug';
import { diagnose, hasNothingToUpload, reasonWithoutMap } from '../../sourcemaps/diagnose/diagnose';
import { collectEvidence, debugIdOf, selectFrame } from '../../sourcemaps/diagnose/evidence';
import { addFixes } from '../../sourcemaps/diagnose/fix';
import { diagnosisContextFor } from '../../sourcemaps/resolveContext';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { requireEvent } from './eventDetail';

/**
 * Returns the reason why a frame is not mapped to its original source, judged by the present artifacts and fetched
 * files.
 */
export const getSourceMapDebug = operation('getSourceMapDebug', {
  subject: findProject,

  async handle({ organization, project, params, query, ...context }) {
    const row = await requireEvent(context.read, project, params.event_id);
    const { event } = decompressEventBody(row.body).body;
    const frame = selectFrame(event, query.exception_idx, query.frame_idx);
    if (reasonWithoutMap(frame, event, debugIdOf(event, frame)) !== null) return { status: 200, body: [] };
    const [evidence] = await collectEvidence(event, [frame], project, diagnosisContextFor(project, context));
    if (evidence === undefined) throw new Error('collectEvidence returns the evidence of each frame.');
    if (hasNothingToUpload(evidence, event)) return { status: 200, body: [] };
    const target = { organization: organization.slug, project: project.slug };
    return { status: 200, body: addFixes(diagnose(evidence), evidence, target).map(presentSourceMapError) };
  },
});
