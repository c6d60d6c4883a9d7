import document from '../../generated/openapi.json';
import { de } from '../../src/console/texts/de/tokens';
import { en } from '../../src/console/texts/en/tokens';

test.each([
  ['en', en],
  ['de', de],
])('the form of a token says what each scope of the contract allows: %s', (_, { tokenForm: { scopeTexts } }) => {
  expect(Object.keys(scopeTexts).toSorted()).toEqual(document.components.schemas.Scope.enum.toSorted());
  // A line for each, of its own.
  expect(new Set(Object.values(scopeTexts)).size).toBe(document.components.schemas.Scope.enum.length);
});
