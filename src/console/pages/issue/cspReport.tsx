import type { ReactNode } from 'react';
import { Section } from '../../components/shell';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import type { JsonMembers } from './eventParts';
import styles from './event.module.css';
import { MemberList } from './valueTree';

/** The report of a browser about a violated Content-Security-Policy, and what would allow it. */
export function CspReport({ report }: { readonly report: JsonMembers }): ReactNode {
  const texts = useTexts(issueTexts).cspReport;
  const { effective_directive: directive, blocked_uri: blocked, original_policy: policy, ...others } = report;
  const name = typeof directive === 'string' ? directive : '';
  const source = typeof blocked === 'string' ? blocked : 'self';
  const parts = typeof policy === 'string' ? policyParts(policy, name) : [];
  const violated = parts.find(({ isViolated }) => isViolated)?.name ?? name;
  return (
    <Section title={texts.title}>
      <p className={styles['address']}>
        <strong>{name}</strong> {source}
      </p>
      <p>{allowTextOf(source, violated, texts)}</p>
      <MemberList members={Object.entries(others)} />
      {parts.length > 0 && (
        <div className={styles['part']}>
          <h3>{texts.policy}</h3>
          <ul className={styles['policy']}>
            {parts.map(({ text, isViolated }, index) => (
              <li key={index}>
                {isViolated ? (
                  <mark>
                    <code>{text}</code> <span className="small">{texts.violated}</span>
                  </mark>
                ) : (
                  <code>{text}</code>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

/** A directive of a policy. */
interface PolicyPart {
  readonly name: string;
  readonly text: string;
  /** True if it is the one that decided: a directive that is missing falls back to a wider one. */
  readonly isViolated: boolean;
}

/** Returns the directives of a policy. */
function policyParts(policy: string, directive: string): readonly PolicyPart[] {
  const parts = policy
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => ({ text, name: text.split(/\s+/, 1)[0]?.toLowerCase() ?? '' }));
  const fallbacks = [
    directive,
    directive.replace(/-(?:elem|attr)$/, ''),
    ...(FALLBACKS[directive] ?? []),
    'default-src',
  ];
  // Directives without sources, such as form-action, do not fall back.
  const candidates = directive.includes('-src') ? fallbacks : [directive];
  const decisive = candidates.find((name) => parts.some((part) => part.name === name));
  return parts.map((part) => ({ ...part, isViolated: part.name === decisive }));
}

/** The directives between a directive and `default-src`. */
const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
  'worker-src': ['child-src', 'script-src'],
  'frame-src': ['child-src'],
  'fenced-frame-src': ['frame-src', 'child-src'],
};

interface AllowTexts {
  readonly allowSource: (source: string, directive: string) => string;
  readonly allowInline: (directive: string) => string;
  readonly allowEval: (directive: string) => string;
}

function allowTextOf(blocked: string, directive: string, texts: AllowTexts): string {
  if (blocked === 'inline') return texts.allowInline(directive);
  if (blocked === 'eval' || blocked === 'wasm-eval') return texts.allowEval(directive);
  return texts.allowSource(sourceOf(blocked), directive);
}

/** Returns the source as a policy names it: an origin, a scheme, or `'self'`. */
function sourceOf(blocked: string): string {
  if (['', 'self', "'self'"].includes(blocked)) return "'self'";
  const [origin] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.exec(blocked) ?? [];
  return origin ?? `${blocked.split(':', 1)[0] ?? blocked}:`;
}
