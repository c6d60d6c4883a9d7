import type { ElementType, Key, ReactElement } from 'react';
import { Fragment, jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime';
import { plainProps } from './plainText';

/*
 * What the compiler calls for each element of the pages, by `vite.config.mts`: no page can show a text of strangers
 * otherwise.
 */

export { Fragment };

export function jsx(type: ElementType, props: object, key?: Key): ReactElement {
  return reactJsx(type, plainProps(props), key);
}

export function jsxs(type: ElementType, props: object, key?: Key): ReactElement {
  return reactJsxs(type, plainProps(props), key);
}
