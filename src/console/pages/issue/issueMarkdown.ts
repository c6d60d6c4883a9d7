import {
  type CrumbPart,
  crumbText,
  type ExceptionPart,
  partsOf,
  type ShownEvent,
  type ShownIssue,
  type StackFrame,
  type StackTrace,
} from './eventParts';
import { placeOf } from './stackRows';

/** Number of frames of one exception that are written: the frames that a reader needs first. */
const MAX_FRAMES = 10;
const MAX_CRUMBS = 10;
const MAX_LINE = 200;

/** Writes an issue with one of its events as Markdown, to be pasted into a ticket or a chat. */
export function issueMarkdown(issue: ShownIssue, event: ShownEvent, permalink: string): string {
  const { message, exceptions, trace, crumbs } = partsOf(event);
  const tag = (key: string): string | undefined => event.tags.find((one) => one.key === key)?.value;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['Project', issue.project.slug],
    ['Level', issue.level],
    ['Release', event.release],
    ['Environment', tag('environment')],
    ['Events', `${issue.count} (${issue.userCount} users)`],
    ['First seen', issue.firstSeen],
    ['Last seen', issue.lastSeen],
    ['Event', `${event.eventID}, ${event.dateCreated}`],
  ];
  const blocks = [
    `# ${lineOf(`${issue.shortId}: ${issue.title}`)}`,
    `<${permalink}>`,
    facts.flatMap(([name, value]) => (value ? [`- ${name}: ${inCode(value)}`] : [])).join('\n'),
    ...(message === null || exceptions.length > 0 ? [] : [fenced(message.text)]),
    ...exceptions.map((exception, index) => exceptionText(exception, index > 0)),
    ...(trace?.stack ? [`## Stack trace\n\n${stackText(trace.stack)}`] : []),
    ...(crumbs.length === 0
      ? []
      : [`## Breadcrumbs\n\n${fenced(crumbs.slice(-MAX_CRUMBS).map(crumbLine).join('\n'))}`]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Text on one line, cut where nobody reads on. */
function lineOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
}

/** Returns a value in backticks, more of them than it has itself. */
function inCode(text: string): string {
  const line = lineOf(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function exceptionText({ type, value, stack }: ExceptionPart, isCause: boolean): string {
  const title = lineOf([type, value].filter((part) => part !== null).join(': '));
  const head = `## ${isCause ? 'Caused by: ' : ''}${title}`;
  return stack === null ? head : `${head}\n\n${stackText(stack)}`;
}

/** Returns the frames of the application, the newest call first; all frames if none is. */
function stackText({ frames }: StackTrace): string {
  const ofApp = frames.filter(({ inApp }) => inApp);
  const visibleFrames = (ofApp.length > 0 ? ofApp : frames).slice(-MAX_FRAMES).reverse();
  const left = frames.length - visibleFrames.length;
  const lines = visibleFrames.map(frameText);
  return fenced([...lines, ...(left > 0 ? [`… ${left} more frames`] : [])].join('\n'));
}

function frameText(frame: StackFrame): string {
  const head = `at ${frame.function ?? '<anonymous>'} (${placeOf(frame) ?? 'unknown'})`;
  const line = frame.context.find(([number]) => number === frame.lineNo);
  const index = line === undefined ? -1 : frame.context.indexOf(line);
  if (index === -1) return head;
  const near = frame.context.slice(Math.max(0, index - 2), index + 3);
  const width = String(near.at(-1)?.[0] ?? 0).length;
  const source = near.map(([number, text]) => {
    const mark = number === frame.lineNo ? '>' : ' ';
    return `  ${mark} ${String(number).padStart(width)} | ${text.slice(0, MAX_LINE)}`.trimEnd();
  });
  return [head, ...source].join('\n');
}

function crumbLine(crumb: CrumbPart): string {
  const { time, category, type, level, data } = crumb;
  const clock = time === null ? '' : `${new Date(time).toISOString().slice(11, 19)} `;
  const text = crumbText(crumb) ?? (data === null ? '' : JSON.stringify(data));
  return lineOf(`${clock}${category ?? type}${level === null || level === 'info' ? '' : ` (${level})`}: ${text}`);
}
