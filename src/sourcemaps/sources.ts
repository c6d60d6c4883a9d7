import type { Read } from '../store/stores';
import { readIfThere, textOf } from './content';
import { SourceText } from './context';
import { findNamed, fit, type Subject } from './search';
import { candidateNames } from './url';

/** Files read for the source lines of one event, and bytes of one of them. */
const MAX_FILES = 20;
const MAX_BYTES = 4 * 1024 * 1024;

/** The texts of original files that were uploaded for the release, by address. */
export async function readSources(
  urls: readonly string[],
  subject: Subject,
  read: Read,
): Promise<Map<string, SourceText>> {
  const wanted = [...new Set(urls)].slice(0, MAX_FILES);
  if (subject.release === null || wanted.length === 0) return new Map();
  return read(async ({ artifacts }) => {
    const named = [...(await findNamed(artifacts, subject, wanted.flatMap(candidateNames))).values()].flat();
    const texts = new Map<string, SourceText>();
    for (const url of wanted) {
      const artifact = fit(named, url, subject.dist, null);
      const fits = artifact !== null && artifact.size <= MAX_BYTES;
      const bytes = fits ? await readIfThere(artifact, (one) => artifacts.readContent(one)) : null;
      if (bytes !== null) texts.set(url, new SourceText(textOf(bytes)));
    }
    return texts;
  });
}
