import { contextMeasures, crumbMeasure } from '../../src/console/pages/issue/measures';

test.each([
  ['device', 'memory_size', 8_000_000_000, { kind: 'bytes', value: 8_000_000_000 }],
  ['device', 'boot_time', '2026-11-22T07:55:16.066Z', { kind: 'time', value: Date.UTC(2026, 10, 22, 7, 55, 16, 66) }],
  ['app', 'app_memory', 0, { kind: 'bytes', value: 0 }],
  ['gpu', 'memory_size', 4096, { kind: 'bytes', value: 4_096_000_000 }],
  ['trace', 'exclusive_time', 12.5, { kind: 'span', value: 12.5 }],
  ['memory_info', 'heap_size_bytes', 70, { kind: 'bytes', value: 70 }],
  ['order', 'memory_size', 7, null],
  ['order', 'constructor', 7, null],
  ['constructor', 'name', 7, null],
  ['device', 'memory_size', '8 GB', null],
  ['device', 'memory_size', -1, null],
  ['device', 'boot_time', 'yesterday', null],
  ['app', 'duration', 7, null],
])('in the context %s, %s of %j measures %j', (context, member, value, expected) => {
  expect(contextMeasures(context, {})(member, value)).toEqual(expected);
});

test('a context of another name is measured by its type', () => {
  expect(contextMeasures('second', { type: 'gpu' })('memory_size', 1)).toEqual({ kind: 'bytes', value: 1e6 });
});

test('sizes of bodies are measured in breadcrumbs', () => {
  expect(crumbMeasure('response_body_size', 2048)).toEqual({ kind: 'bytes', value: 2048 });
  expect(crumbMeasure('status_code', 500)).toBeNull();
});
