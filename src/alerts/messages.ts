import { truncate } from '../domain/text';
import type { ServiceMessage } from '../presenters/alertServices';
import { type AlertContent, type AlertDetails, type CrashFreeContent, authorOf, describeCrashFree } from './channel';

/** Maximum numbers of characters. Titles and values of events can be long; messages should take a few lines. */
const MAX_TITLE = 200;
const MAX_VALUE = 200;
/** Maximum length of the text of feedback. A section of a Slack message holds 3000 characters. */
const MAX_MESSAGE = 1_000;
const LISTED_TAGS = ['environment', 'release'] as const;

/** Composes the message about alerts. */
export function composeAlertMessage(content: AlertContent): ServiceMessage {
  const {
    project,
    rule,
    alerts: [alert],
    more,
  } = content;
  const { issue, shortId, url, headline, feedback } = alert;
  const title = plain(issue.title, MAX_TITLE) || 'Untitled';
  return {
    source: sourceOf(content),
    incident: issueIncident(content.publicUrl, issue.id),
    heading: plain(`${headline}: ${shortId}`, MAX_TITLE),
    topic: `${shortId} ${title}`,
    isOver: false,
    title: feedback === null ? title : plain(feedback.message, MAX_MESSAGE),
    url,
    action: 'Open issue',
    level: issue.level,
    facts: presentFacts([
      { name: 'From', value: feedback === null ? '' : authorOf(feedback) },
      { name: 'Project', value: project.name },
      { name: 'Level', value: issue.level },
      { name: 'Culprit', value: feedback === null ? (issue.culprit ?? '') : '' },
      ...LISTED_TAGS.map((key) => ({ name: key === 'release' ? 'Release' : 'Environment', value: tagOf(alert, key) })),
      { name: 'Events', value: `${issue.timesSeen}` },
      { name: 'Users', value: `${issue.userCount}` },
      { name: 'First seen', value: formatTime(issue.firstSeen) },
      { name: 'Last seen', value: formatTime(issue.lastSeen) },
      { name: 'Further alerts', value: more === 0 ? '' : `${more}` },
    ]),
    footer: footerOf(rule),
  };
}

/** Composes the message about sessions or users. */
export function composeCrashFreeMessage({ rule, ...content }: CrashFreeContent): ServiceMessage {
  const { subject, facts } = describeCrashFree(content);
  return {
    source: sourceOf(content),
    incident: incidentKey(content.publicUrl, `rule:${rule.id}:${content.notice.type}`),
    isOver: content.kind === 'crashFree.recovered',
    heading: plain(subject, MAX_TITLE),
    topic: plain(content.project.name, MAX_TITLE),
    title: plain(content.project.name, MAX_TITLE),
    url: content.url,
    action: 'Open project',
    level: content.kind === 'crashFree.low' ? 'error' : 'info',
    facts: presentFacts(facts),
    footer: footerOf(rule),
  };
}

/** Composes the message that ends an incident. */
export function composeResolution(incident: string): ServiceMessage {
  const nothing = { heading: 'Resolved', topic: '', title: '', url: '', action: '', facts: [], footer: '', source: '' };
  return { ...nothing, level: 'info', incident, isOver: true };
}

/** Returns the key of an incident. It has the host, because several installations may send to one service. */
function incidentKey(publicUrl: string, subject: string): string {
  return `culprit:${new URL(publicUrl).host}:${subject}`;
}

function sourceOf({ organization, project }: Pick<AlertContent, 'organization' | 'project'>): string {
  return `${organization.slug}/${project.slug}`;
}

/** Returns the key of the incident that alerts about an issue open. */
export function issueIncident(publicUrl: string, issueId: string): string {
  return incidentKey(publicUrl, `issue:${issueId}`);
}

function footerOf(rule: AlertContent['rule']): string {
  return plain(rule === null ? 'Culprit' : `Culprit, alert rule ${rule.name}`, MAX_VALUE);
}

/** Returns the facts that have a value, as plain and shortened texts. */
function presentFacts(facts: ServiceMessage['facts']): ServiceMessage['facts'] {
  return facts.flatMap(({ name, value }) => {
    const text = plain(value, MAX_VALUE);
    return text === '' ? [] : [{ name, value: text }];
  });
}

function tagOf({ tags }: AlertDetails, tagKey: string): string {
  return tags.find(({ key }) => key === tagKey)?.value ?? '';
}

/** Replaces line breaks and invisible characters, and limits the length. */
function plain(text: string, limit: number): string {
  return truncate(text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069]+/gu, ' ').trim(), limit);
}

function formatTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
