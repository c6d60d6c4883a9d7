import type { MapFinding } from '../../domain/artifact';
import type { JsonObject } from '../../domain/event';
import {
  addOffset,
  checkOverlap,
  type GeneratedPosition,
  hasSections,
  type MapFields,
  readMapFields,
  readSections,
  type SectionFields,
} from '../resolve/mapFields';
import { InvalidMappings, SegmentReader } from '../resolve/mappings';
import {
  InvalidSourceMap,
  mappingsViolation,
  MAX_SOURCES,
  MAX_UNSORTED_MAPPINGS,
  parseMapObject,
} from '../resolve/sourceMap';

/** Broken segments after which mappings are not read on. */
const MAX_BROKEN_SEGMENTS = 1000;
/** Nesting of sections that is read. */
const MAX_SECTION_DEPTH = 8;

/**
 * Checks a source map for errors that make it unusable (ECMA-426), and for defects that make it less useful. There is
 * one finding for each rule, with the first place where it is broken, so that their number is limited.
 */
export function checkMap(bytes: Uint8Array): MapFinding[] {
  const findings = new MapFindings();
  const map = parseMapObject(bytes);
  if (map instanceof InvalidSourceMap) {
    findings.addError({ rule: map.rule ?? 'map-not-readable', where: map.where ?? '', reason: map.reason });
  } else checkObject(map, '', 0, findings);
  return findings.list();
}

type Mistake = Readonly<Record<'where' | 'reason' | 'rule', string>>;

/** Findings of one map by their rule. */
class MapFindings {
  readonly #byRule = new Map<string, MapFinding>();

  readonly addError = (mistake: Mistake): void => {
    this.#add('error', mistake);
  };

  /** @param describe is called for the first place only: finding it in long mappings takes time */
  addErrorOnce(rule: string, describe: () => Mistake): void {
    this.addError(this.#byRule.has(rule) ? { rule, where: '', reason: '' } : describe());
  }

  readonly addWarning = (mistake: Mistake): void => {
    this.#add('warning', mistake);
  };

  /** Lists the findings, errors first. */
  list(): MapFinding[] {
    const all = [...this.#byRule.values()];
    const ofSeverity = (severity: MapFinding['severity']) => all.filter((finding) => finding.severity === severity);
    return [...ofSeverity('error'), ...ofSeverity('warning')];
  }

  #add(severity: MapFinding['severity'], { rule, where, reason }: Mistake): void {
    const first = this.#byRule.get(rule);
    if (first === undefined) {
      this.#byRule.set(rule, {
        rule,
        severity,
        where: where === '' ? null : where,
        message: sentenceOf(reason),
        count: 1,
      });
    } else this.#byRule.set(rule, { ...first, count: first.count + 1 });
  }
}

/** Makes a sentence of the reason why a map cannot be used. */
function sentenceOf(reason: string): string {
  const sentence = reason
    .replace(/^in its mappings, /, '')
    .replace(/^its /, 'The ')
    .replace(/^it /, 'The map ');
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}.`;
}

/** Checks a map. Returns the last position that has a mapping; null if none has. */
function checkObject(map: JsonObject, path: string, depth: number, findings: MapFindings): GeneratedPosition | null {
  if (!hasSections(map)) return checkPlainMap(map, path, findings);
  if (depth > 0) {
    const reason = 'it is a section with sections, which other tools may not read';
    findings.addWarning({ rule: 'sections-nested', where: `${path}sections`, reason });
  }
  let previous: { fields: SectionFields; last: GeneratedPosition | null } | null = null;
  let end: GeneratedPosition | null = null;
  const sections = readSections(map, path, findings.addError);
  if (depth === MAX_SECTION_DEPTH) {
    findings.addError({
      rule: 'map-not-readable',
      where: `${path}sections`,
      reason: 'its sections are nested too deep',
    });
    return null;
  }
  for (const fields of sections) {
    const last = checkObject(fields.map, `${fields.path}.map.`, depth + 1, findings);
    if (previous !== null) checkOverlap(fields, previous.fields, previous.last, findings.addError);
    previous = { fields, last: last === null ? null : addOffset(last, fields.offset) };
    end = previous.last ?? end;
  }
  return end;
}

function checkPlainMap(map: JsonObject, path: string, findings: MapFindings): GeneratedPosition | null {
  const fields = readMapFields(map, path, findings.addError);
  if (fields.sources.length > MAX_SOURCES) {
    const reason = `it has more than ${MAX_SOURCES} sources`;
    findings.addError({ rule: 'map-not-readable', where: `${path}sources`, reason });
  }
  checkContents(fields, path, findings);
  const { last, hasOriginal, isReliable } = checkMappings(fields, path, findings);
  if (hasOriginal || !isReliable || typeof map['mappings'] !== 'string') return last;
  const reason = `its mappings ${last === null ? 'are empty' : 'refer to no source'}, so that no frame is resolved`;
  findings.addWarning({ rule: 'mappings-empty', where: `${path}mappings`, reason });
  return last;
}

function checkContents({ sources, sourcesContent }: MapFields, path: string, findings: MapFindings): void {
  const missing = sources.flatMap((_, index) => (typeof sourcesContent[index] === 'string' ? [] : index));
  const [first] = missing;
  if (first === undefined) return;
  if (missing.length === sources.length) {
    const reason = 'it has no sourcesContent, so that frames get no source lines';
    findings.addWarning({ rule: 'no-sources-content', where: `${path}sourcesContent`, reason });
  } else {
    const reason = `its sourcesContent has nothing for ${missing.length} of ${sources.length} sources`;
    findings.addWarning({ rule: 'sources-content-incomplete', where: `${path}sourcesContent[${first}]`, reason });
  }
}

interface CheckedMappings {
  /** The last position that has a segment. Null if none has. */
  readonly last: GeneratedPosition | null;
  /** True if any segment refers to a source. */
  readonly hasOriginal: boolean;
  /** False if a segment breaks a rule. */
  readonly isReliable: boolean;
}

/**
 * Checks the mappings of a map. Positions behind a broken number are guesses: only the form of later segments is
 * checked.
 */
function checkMappings(fields: MapFields, path: string, findings: MapFindings): CheckedMappings {
  const { mappings } = fields;
  const reader = new SegmentReader(mappings);
  const bounds = { sources: fields.sources.length, names: fields.names.length };
  let [line, column] = [-1, 0];
  let [hasOriginal, isSorted] = [false, true];
  let broken = 0;
  while (broken < MAX_BROKEN_SEGMENTS) {
    try {
      if (!reader.next()) break;
      if (!reader.isSegment) continue;
      if (broken === 0) reader.checkBounds(bounds);
    } catch (error) {
      if (!(error instanceof InvalidMappings)) throw error;
      broken += 1;
      findings.addErrorOnce(error.rule, () => mappingsViolation(error, mappings, path));
      reader.skipSegment();
      continue;
    }
    hasOriginal ||= reader.hasSource;
    if (reader.line === line && reader.column < column) isSorted = false;
    else column = reader.column;
    line = reader.line;
  }
  if (!isSorted) reportUnsorted(mappings, path, findings);
  return { last: line === -1 ? null : { line, column }, hasOriginal, isReliable: broken === 0 };
}

function reportUnsorted(mappings: string, path: string, findings: MapFindings): void {
  const where = `${path}mappings`;
  if (mappings.length > MAX_UNSORTED_MAPPINGS) {
    findings.addError({ rule: 'map-not-readable', where, reason: 'its mappings are long and not in order' });
  } else {
    const reason = 'its mappings are not in the order of their columns, so that reading them takes longer';
    findings.addWarning({ rule: 'mappings-unsorted', where, reason });
  }
}
