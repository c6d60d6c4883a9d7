import { candidateNames, isAbsoluteUrl, joinUrl, unifiedPath } from '../../src/sourcemaps/url';

describe('an absolute URL', () => {
  test.each([
    'https://h/a.js',
    'http://h/',
    'HTTPS://H/A.JS',
    'app:///m.js',
    'webpack:///./a.js',
    'chrome-extension://x/y.js',
    'localhost:3000/x.js',
    'node:vm',
    'blob:https://h/0-1',
    'data:text/javascript,x',
    'a+b-c.d1:x',
    'https://h/a.js?v=1#x',
  ])('is %s', (text) => {
    expect(isAbsoluteUrl(text)).toBe(true);
  });

  test.each([
    '',
    'a.js',
    '/a.js',
    './a.js',
    'h.example.com/a.js',
    '//h/a.js',
    'https://h',
    'https://h?x=/a',
    'https://h#/a',
    'http:',
    'http:?x',
    '<anonymous>',
    '://h/a',
    ':a',
    '1a:b',
    'a_b:c',
    '?',
  ])('is not %j', (text) => {
    expect(isAbsoluteUrl(text)).toBe(false);
  });
});

test.each([
  ['https://shop.test/static/a.js', '~/static/a.js'],
  ['https://shop.test:8080/static/a.js?v=1#top', '~/static/a.js'],
  ['https://shop.test/static;x/a.js;v=1', '~/static;x/a.js'],
  ['app:///static/a.js;v=1', '~/static/a.js;v=1'],
  ['app:///a.js', '~/a.js'],
  ['app://bundle/a.js', '~/a.js'],
  ['webpack:///./a.js', '~/./a.js'],
  ['file:///srv/app/a.js', '~/srv/app/a.js'],
  ['/srv/app/a.js', '~/srv/app/a.js'],
  ['localhost:3000/x.js', '~3000/x.js'],
  ['~/a.js', '~/a.js'],
])('the unified path of %s is %s', (url, unified) => {
  expect(unifiedPath(url)).toBe(unified);
});

test.each([
  ['https://shop.test/a.js', ['https://shop.test/a.js', '~/a.js']],
  ['https://shop.test/a.js#x', ['https://shop.test/a.js', '~/a.js']],
  ['https://shop.test/a.js?v=1#x', ['https://shop.test/a.js?v=1', 'https://shop.test/a.js', '~/a.js?v=1', '~/a.js']],
  [
    'https://shop.test/a.js;p?v=1',
    ['https://shop.test/a.js;p?v=1', 'https://shop.test/a.js;p', '~/a.js;p?v=1', '~/a.js;p', '~/a.js'],
  ],
  ['app:///x.js', ['app:///x.js', '~/x.js']],
  ['/srv/a.js', ['/srv/a.js', '~/srv/a.js']],
  ['~/a.js.map', ['~/a.js.map']],
])('%s may have been uploaded as %j', (url, names) => {
  expect(candidateNames(url)).toEqual(names);
});

test.each([
  ['app:///s/m.js', 'm.js.map', 'app:///s/m.js.map'],
  ['https://shop.test/s/m.js', 'm.js.map', 'https://shop.test/s/m.js.map'],
  ['https://shop.test/s/m.js?v=/1#/2', 'm.js.map?v=2', 'https://shop.test/s/m.js.map?v=2'],
  ['https://shop.test/s/m.js', '/maps/m.js.map', 'https://shop.test/maps/m.js.map'],
  ['https://shop.test/s/m.js', '//maps.test/m.js.map', 'https://maps.test/m.js.map'],
  ['https://shop.test/s/m.js', 'http://maps.test/m.js.map', 'http://maps.test/m.js.map'],
  ['https://shop.test/s/m.js', 'webpack:///m.js.map', 'webpack:///m.js.map'],
  ['https://shop.test/s/m.js', 'data:application/json,{}', 'data:application/json,{}'],
  ['https://shop.test/s/m.js', '../../../m.js.map', 'https://shop.test/m.js.map'],
  ['https://shop.test/s/m.js', './x/./m.js.map', 'https://shop.test/s/x/m.js.map'],
  ['https://shop.test', 'm.js.map', 'https://shop.test/m.js.map'],
  ['~/static/bundle.js', '../bundle.js.map', '~/bundle.js.map'],
  ['~/static/bundle.js', 'bundle.js.map', '~/static/bundle.js.map'],
  ['/srv/app/m.js', 'm.js.map', '/srv/app/m.js.map'],
  ['dist/m.js', '../src/a.ts', 'src/a.ts'],
  ['m.js', '../src/a.ts', '../src/a.ts'],
])('from %s, %s leads to %s', (base, reference, url) => {
  expect(joinUrl(base, reference)).toBe(url);
});
