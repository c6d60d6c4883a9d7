import { renderSubject } from '../domain/subjectTemplate';
import { cut } from '../domain/text';
import type { AlertContent, ToldAlert } from './content';

/** The parts of a mail that say something. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const SUBJECT_LENGTH = 250;
const LINE_LENGTH = 500;
const REASONS = { new: 'New issue', regression: 'Regression' } as const;
const SHOWN_TAGS = ['environment', 'release', 'server_name', 'user'];

/** What a mail says: one alert under the project's own subject, several under one that counts them (decisions.md D10). */
export function composeMail(content: AlertContent): MailText {
  return { subject: subjectOf(content), text: textOf(content), html: htmlOf(content) };
}

/** One line, whatever the template, the title or a tag has in it. */
function subjectOf(content: AlertContent): string {
  const { subjectPrefix } = content.project;
  const subject = content.alerts.length === 1 && content.more === 0 ? subjectOfOne(content) : subjectOfMany(content);
  return cut(oneLine(subjectPrefix === '' ? subject : `${subjectPrefix} ${subject}`), SUBJECT_LENGTH);
}

function subjectOfOne({ project, organization, alerts: [alert] }: AlertContent): string {
  const { shortId: shortID, tags } = alert;
  const names = { projectID: project.slug, orgID: organization.slug, project: project.name };
  return renderSubject(project.subjectTemplate, { title: alert.issue.title, shortID, ...names, tags });
}

function subjectOfMany({ project, alerts, more }: AlertContent): string {
  const regressions = alerts.filter(({ reason }) => reason === 'regression').length;
  const counts = [`${alerts.length + more} alerts in ${project.name}`];
  if (regressions > 0) counts.push(`${regressions} of them ${regressions === 1 ? 'a regression' : 'regressions'}`);
  return counts.join(', ');
}

function textOf(content: AlertContent): string {
  return [...content.alerts.map(textOfOne), ...moreOf(content), `-- \n${footerOf(content)}`, ''].join('\n\n');
}

function textOfOne(alert: ToldAlert): string {
  const { reason, shortId, url } = alert;
  return [
    `${REASONS[reason]} ${shortId}: ${titleOf(alert)}`,
    ...factsOf(alert).map((fact) => `  ${fact}`),
    `  ${url}`,
  ].join('\n');
}

function htmlOf(content: AlertContent): string {
  const alerts = content.alerts.map(htmlOfOne);
  const more = moreOf(content).map((line) => `<p>${escapeHtml(line)}</p>`);
  const footer = `<p style="color:#666;font-size:12px">${escapeHtml(footerOf(content))}</p>`;
  const body = [...alerts, ...more, footer].join('\n');
  return `<!doctype html>\n<html lang="en">\n<body style="font-family:sans-serif;font-size:14px">\n${body}\n</body>\n</html>\n`;
}

function htmlOfOne(alert: ToldAlert): string {
  const { reason, shortId, url } = alert;
  const facts = factsOf(alert).map((fact) => `<br>${escapeHtml(fact)}`);
  return `<p>${REASONS[reason]} <a href="${escapeHtml(url)}">${escapeHtml(shortId)}</a>: <b>${escapeHtml(titleOf(alert))}</b>${facts.join('')}</p>`;
}

function titleOf({ issue }: ToldAlert): string {
  return cut(oneLine(issue.title), LINE_LENGTH);
}

/** Lines below the title. */
function factsOf({ issue, tags, eventId }: ToldAlert): string[] {
  const { culprit, level, firstSeen, lastSeen, timesSeen } = issue;
  const known = tags.filter(({ key }) => SHOWN_TAGS.includes(key)).map(({ key, value }) => `${key} ${value}`);
  const facts = [
    ...(culprit ? [`in ${culprit}`] : []),
    [`level ${level}`, ...known].join(', '),
    `seen ${timesSeen === 1 ? 'once' : `${timesSeen} times`}, first ${moment(firstSeen)}, last ${moment(lastSeen)}`,
    `event ${eventId}`,
  ];
  return facts.map((fact) => cut(oneLine(fact), LINE_LENGTH));
}

function moreOf({ more }: AlertContent): string[] {
  return more > 0 ? [`And ${more} more.`] : [];
}

function footerOf({ organization, project, publicUrl }: AlertContent): string {
  const path = `${publicUrl}/api/0/projects/${organization.slug}/${project.slug}/alert-settings/`;
  return `You get this as a member of a team of ${oneLine(project.name)}. To end it, send {"mail":false} with PUT to ${path}`;
}

function moment(milliseconds: number): string {
  return new Date(milliseconds)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}

/** Without line ends and other characters that are not shown, which would begin another header or hide what follows. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
