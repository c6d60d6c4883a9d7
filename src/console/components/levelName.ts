import { useTexts } from '../state/texts';
import { componentsTexts } from '../texts/components';

/** Returns the function that names a level in the language of the reader. An unknown level is its own name. */
export function useLevelName(): (level: string) => string {
  const names: Readonly<Record<string, string>> = useTexts(componentsTexts).levels;
  return (level) => (Object.hasOwn(names, level) ? names[level] : undefined) ?? level;
}
