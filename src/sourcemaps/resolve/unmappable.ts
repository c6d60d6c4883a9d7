/*
 * Code that no upload has a source map for, by the path of its frame.
 */

/** Code of the engine and of Node.js, and code without a file. Clients may put their own prefix before it. */
const NO_FILE =
  /^(?:app:\/\/\/?)?(?:node:|<(?:anonymous|unknown|eval)>|native$|\[native code\]|\[wasm code\]|native code$|(?:debugger )?eval code$)/;
/** Scripts of extensions and of the browser, and scripts that are made while the page runs. */
const NO_UPLOAD =
  /^(?:(?:(?:chrome|moz|safari|safari-web|ms-browser)-)?extension:|webkit-masked-url:|(?:chrome|resource|blob|data|about|javascript):)/i;
/** A page, in which the script is written: the address of a folder or of an HTML file. */
const PAGE = /^https?:\/\/[^/]+\/(?:.*\/)?(?:[^/]+\.x?html?)?$/i;

/** True if code at this path is in no file. Null is the path of a frame without one. */
export function isInNoFile(path: string | null): boolean {
  return NO_FILE.test(path ?? 'native');
}

/**
 * True if the files at this path usually belong to nobody who uploads maps.
 * @param page the address of the page, if it is known
 */
export function isHardlyUploaded(path: string | null, page: string | null): boolean {
  if (path === null) return false;
  const address = withoutQuery(path);
  return NO_UPLOAD.test(path) || PAGE.test(address) || (page !== null && address === withoutQuery(page));
}

function withoutQuery(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? '';
}
