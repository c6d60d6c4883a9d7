import type { ReactNode } from 'react';

/** Paths of the icons on a grid of 16, drawn with lines. */
const PATHS = {
  alert: 'M8 2.5 14 13H2L8 2.5ZM8 6.5v3M8 11.4v.1',
  arrowLeft: 'M9.5 3.5 5 8l4.5 4.5M5.5 8H13',
  arrowRight: 'M6.5 3.5 11 8l-4.5 4.5M10.5 8H3',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1 1.5H3L4 11ZM6.8 14.5h2.4',
  bookmark: 'M4.5 2.5h7v11L8 11l-3.5 2.5v-11Z',
  box: 'M2.5 5 8 2.5 13.5 5v6L8 13.5 2.5 11V5ZM2.5 5 8 7.5 13.5 5M8 7.5v6',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  chevronDown: 'm4 6 4 4 4-4',
  chevronRight: 'm6 4 4 4-4 4',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.5V8l2.5 1.5',
  close: 'm4 4 8 8M12 4l-8 8',
  comment: 'M2.5 3.5h11v8H7l-3 2.5v-2.5H2.5v-8Z',
  copy: 'M5.5 5.5h8v8h-8v-8ZM10.5 5.5v-3h-8v8h3',
  download: 'M8 2.5v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  external: 'M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11 9v4.5H2.5V5H7',
  file: 'M4 1.5h5L12.5 5v9.5H4v-13ZM9 1.5V5h3.5',
  folder: 'M2 4h4l1.5 1.5H14v7H2V4Z',
  issues: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  key: 'M10 9a3.5 3.5 0 1 0-3.2-2.1L2 11.7V14h2.5v-1.5H6V11h1.5l1-1c.5.2 1 .3 1.5.3M11 4.8v.1',
  link: 'M6.5 9.5 9.5 6.5M7 4.5l1.5-1.5a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5 7.5 13A3 3 0 0 1 3 8.5L4.5 7',
  map: 'm2 4 4-1.5 4 1.5 4-1.5V12l-4 1.5L6 12l-4 1.5V4ZM6 2.5V12M10 4v9.5',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  merge: 'M4 2.5v4c0 3 4 3.5 4 7M12 2.5v4c0 3-4 3.5-4 7',
  more: 'M3 7.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1ZM8 7.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1ZM13 7.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1Z',
  mute: 'M3 3l10 10M4 11V7c0-.8.2-1.5.6-2.1M6.5 3.3A4 4 0 0 1 12 7v3M3 12.5h9',
  people:
    'M6 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.5 3.3a2.5 2.5 0 0 1 0 4.4M12 9.8c1.6.6 2.5 1.9 2.5 3.7',
  plus: 'M8 3v10M3 8h10',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.7 10.7 14 14',
  settings:
    'M3 4.5h6M12 4.5h1M3 11.5h1M7 11.5h6M10.5 6a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM5.5 13a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  tag: 'M2.5 2.5h5l6 6-5 5-6-6v-5ZM5.2 5.2v.1',
  trash: 'M2.5 4h11M6 4V2.5h4V4M4 4l.7 9.5h6.6L12 4',
  user: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 14c0-3 2.5-4.5 5.5-4.5s5.5 1.5 5.5 4.5',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture beside a text that says the same: screen readers skip it. */
export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg
      className="icon"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
