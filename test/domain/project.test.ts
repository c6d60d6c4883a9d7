import { withDefaultSettings } from '../../src/domain/project';

test('stored settings override the defaults', () => {
  expect(withDefaultSettings({ verifySSL: true })).toEqual({ ...withDefaultSettings({}), verifySSL: true });
  expect(withDefaultSettings({})).toMatchObject({
    verifySSL: false,
    defaultEnvironment: '',
    groupingConfig: 'simple:1',
  });
});
