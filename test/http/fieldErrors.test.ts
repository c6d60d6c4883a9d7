import contract from '../../generated/openapi.json';
import { createFieldValidator } from '../../src/http/errors';

describe('a validator of single fields', () => {
  const check = createFieldValidator(contract, 'ProjectUpdate', ['name', 'slug', 'platform', 'resolveAge']);

  test('accepts values that match the contract', () => {
    expect(check({ name: 'x', slug: 'x', platform: 'node' })).toEqual({});
  });

  test('returns every error by its field, in the words of the contract', () => {
    expect(check({ name: '', slug: '$ALL', platform: 'cobol', resolveAge: null, foo: 1 })).toEqual({
      name: ['This field may not be blank.'],
      slug: [expect.stringContaining('lowercase')],
      platform: [expect.stringContaining('Invalid platform')],
      resolveAge: ['This field may not be null.'],
      foo: [expect.stringContaining('Unknown field "foo"; accepted are name, slug, platform, resolveAge')],
    });
  });

  test('returns only one error for a blank text', () => {
    expect(createFieldValidator(contract, 'ProjectUpdate', ['subjectTemplate'])({ subjectTemplate: '' })).toEqual({
      subjectTemplate: ['This field may not be blank.'],
    });
  });

  test.each(['constructor', 'toString', '__proto__'])('returns an unknown field called %s like any other', (field) => {
    const fields = JSON.parse(`{"${field}": 1}`) as object;
    expect(Object.entries(check(fields))).toEqual([[field, [expect.stringContaining('Unknown field')]]]);
  });
});
