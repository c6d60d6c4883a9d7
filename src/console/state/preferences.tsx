import './repairedLanguages';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useMedia } from './media';

export const LOCALES = ['en', 'de'] as const;
export type Locale = (typeof LOCALES)[number];

/** The choices of a reader for this browser. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark';
  /** The zone in which times are shown: the zone of the browser, or UTC as servers log it. */
  readonly timeZone: 'local' | 'utc';
  /** Null for the first language of the browser that the console has. */
  readonly locale: Locale | null;
  /** The height of issues in their list: `compact` has a line for each. */
  readonly density: 'normal' | 'compact';
}

const KEY = 'culprit-preferences';
const DEFAULTS: Preferences = { theme: 'system', timeZone: 'local', locale: null, density: 'normal' };

/** Reads the stored preferences. Members that are missing or unknown have their default. */
export function readPreferences(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
    return {
      theme: stored.theme === 'light' || stored.theme === 'dark' ? stored.theme : DEFAULTS.theme,
      timeZone: stored.timeZone === 'utc' ? 'utc' : DEFAULTS.timeZone,
      locale: LOCALES.find((locale) => locale === stored.locale) ?? null,
      density: stored.density === 'compact' ? 'compact' : DEFAULTS.density,
    };
  } catch {
    // Browsers can forbid storage: preferences then last as long as the page.
    return DEFAULTS;
  }
}

/** Shows the page in the theme, and tells screen readers its language. */
export function applyPreferences({ theme, locale }: Preferences): void {
  document.documentElement.lang = locale ?? localeOf(navigator.languages);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

interface PreferencesState {
  readonly preferences: Preferences;
  readonly change: (changes: Partial<Preferences>) => void;
}

const PreferencesContext = createContext<PreferencesState>({ preferences: DEFAULTS, change: () => undefined });

export function PreferencesProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [preferences, setPreferences] = useState(readPreferences);
  const state = useMemo(
    (): PreferencesState => ({
      preferences,
      change: (changes) => {
        const changed = { ...preferences, ...changes };
        applyPreferences(changed);
        setPreferences(changed);
        try {
          localStorage.setItem(KEY, JSON.stringify(changed));
        } catch {
          return;
        }
      },
    }),
    [preferences],
  );
  return <PreferencesContext value={state}>{children}</PreferencesContext>;
}

export function usePreferences(): PreferencesState {
  return useContext(PreferencesContext);
}

const DARK = '(prefers-color-scheme: dark)';

/** Returns the theme that is shown. It changes with the system, at sunset for example, unless the reader chose one. */
export function useShownTheme(): 'light' | 'dark' {
  const { theme } = usePreferences().preferences;
  const isDark = useMedia(DARK);
  if (theme !== 'system') return theme;
  return isDark ? 'dark' : 'light';
}

/** Returns the language of texts. */
export function useLocale(): Locale {
  const { locale } = usePreferences().preferences;
  return locale ?? localeOf(navigator.languages);
}

/**
 * The language of texts in the form of the reader's region, such as `en-GB`: regions write dates and times differently.
 */
export function useRegionalLocale(): string {
  const locale = useLocale();
  return navigator.languages.find((language) => language.toLowerCase().startsWith(locale)) ?? locale;
}

/** Returns the first language of a browser that the console has. */
function localeOf(languages: readonly string[]): Locale {
  for (const language of languages) {
    const supported = LOCALES.find((locale) => language.toLowerCase().startsWith(locale));
    if (supported !== undefined) return supported;
  }
  return 'en';
}
