import type { ReactNode } from 'react';

/** Shows a text, with its parts between backticks as code. */
export function TextWithCode({ text }: { readonly text: string }): ReactNode {
  const parts = text.split(/`([^`]+)`/);
  return <>{parts.map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>;
}
