import { consoleFiles, requireConsole } from '../../support/consoleFiles';
import type { ExampleCase, ExampleCases } from '../exampleCase';

const page: ExampleCase = { response: 'page', before: requireConsole };

/** Returns a case for a file. Names of files contain hashes, so the example's file does not exist in this build. */
function file(response: string, suffix: string): ExampleCase {
  requireConsole();
  return { response, parameters: { file: consoleFiles(suffix)[0] ?? '' } };
}

export const console = {
  getStartPage: { cases: [page] },
  getSignInPage: { cases: [page] },
  getConfirmAddressPage: { cases: [page] },
  getAuthorizePage: { cases: [page] },
  getConsolePage: { cases: [page] },
  getConsoleFile: { cases: [file('script', '.js'), file('style', '.css'), file('picture', '.svg')] },
} satisfies Partial<ExampleCases>;
