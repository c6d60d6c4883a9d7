import type { components } from '../../generated/api';
import { truncate } from '../domain/text';

/** The JSON whose members a template can name. */
export type TemplateValues = components['schemas']['WebhookAlert'] | components['schemas']['WebhookCrashFreeAlert'];

/** The names of placeholders: the members of a `WebhookAlert` and of a `WebhookCrashFreeAlert`. */
export const TEMPLATE_NAMES = [
  ...['id', 'type', 'timestamp', 'more'],
  ...['rule.id', 'rule.name'],
  ...['organization.id', 'organization.slug', 'organization.name'],
  ...['project.id', 'project.slug', 'project.name'],
  ...['issue.id', 'issue.shortId', 'issue.title', 'issue.culprit', 'issue.level', 'issue.platform', 'issue.url'],
  ...['issue.firstSeen', 'issue.lastSeen', 'issue.timesSeen'],
  'event.id',
  ...['feedback.message', 'feedback.name', 'feedback.contact_email'],
  ...['sessions.condition', 'sessions.rate', 'sessions.total', 'sessions.crashed', 'sessions.percent'],
  ...['sessions.hours', 'sessions.release', 'sessions.url'],
] as const;

const NAMES: ReadonlySet<string> = new Set(TEMPLATE_NAMES);
const TAG = /^event\.tags\.([\w.:-]{1,200})$/;
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
/** A text that is one placeholder. */
const ALONE = /^\{\{([^{}]*)\}\}$/;

/** Together, these limit the size of the request. */
const MAX_PLACEHOLDERS = 50;
const MAX_VALUE = 1_000;
const MAX_DEPTH = 20;

type TemplateJson =
  string | number | boolean | null | readonly TemplateJson[] | { readonly [name: string]: TemplateJson };

/** Returns the errors of a template, in sentences. */
export function templateErrors(template: string): string[] {
  const parsed = parse(template);
  if (parsed === undefined)
    return ['Not a JSON object or list. Placeholders are in texts: {"title": "{{issue.title}}"}.'];
  const names: string[] = [];
  const errors = new Set<string>();
  const visit = (value: TemplateJson, depth: number): void => {
    if (depth > MAX_DEPTH) errors.add(`The JSON has more than ${MAX_DEPTH} levels.`);
    else if (typeof value === 'string') names.push(...namesIn(value));
    else if (Array.isArray(value)) value.forEach((one: TemplateJson) => visit(one, depth + 1));
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) {
        if (namesIn(name).length > 0) errors.add('Placeholders are in values, not in the names of members.');
        visit(member, depth + 1);
      }
  };
  visit(parsed, 1);
  const unknown = [...new Set(names)].filter((name) => !NAMES.has(name) && !TAG.test(name)).slice(0, 3);
  if (unknown.length > 0)
    errors.add(
      `There is no ${unknown.map((name) => `{{${name.slice(0, 50)}}}`).join(', ')}. There are ${TEMPLATE_NAMES.join(', ')}, and event.tags. with the key of a tag.`,
    );
  if (names.length > MAX_PLACEHOLDERS) errors.add(`A template has no more than ${MAX_PLACEHOLDERS} placeholders.`);
  return [...errors];
}

/**
 * Replaces the placeholders of a valid template. The values are put into the parsed JSON, so that no value can end a
 * text.
 */
export function renderTemplate(template: string, values: TemplateValues): object {
  const render = (value: TemplateJson): TemplateJson => {
    if (typeof value === 'string') return renderText(value, values);
    if (Array.isArray(value)) return value.map(render);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, render(member)]));
  };
  return render(parse(template) ?? {}) as object;
}

/** Parses a JSON object or list. Returns undefined for any other text. */
function parse(text: string): TemplateJson | undefined {
  try {
    const value = JSON.parse(text) as TemplateJson;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function namesIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim());
}

function renderText(text: string, values: TemplateValues): string | number {
  const alone = ALONE.exec(text)?.[1];
  const only = alone === undefined ? undefined : valueOf(alone.trim(), values);
  if (typeof only === 'number') return only;
  return text.replace(PLACEHOLDER, (_, name: string) => {
    const value = valueOf(name.trim(), values);
    return typeof value === 'string' || typeof value === 'number' ? truncate(String(value), MAX_VALUE) : '';
  });
}

/** Returns the member of an alert that a placeholder names. */
function valueOf(name: string, values: TemplateValues): unknown {
  const tag = TAG.exec(name)?.[1];
  if (tag !== undefined) return 'event' in values ? values.event.tags.find(({ key }) => key === tag)?.value : undefined;
  if (!NAMES.has(name)) return undefined;
  return name.split('.').reduce<unknown>((one, member) => {
    return typeof one === 'object' && one !== null ? (one as Record<string, unknown>)[member] : undefined;
  }, values);
}
