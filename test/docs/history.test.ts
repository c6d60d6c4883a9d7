/** The history of operations on the documentation page, from openapi/CHANGELOG.md. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import contract from '../../generated/openapi.json';
import { readContract } from '../../scripts/contract/read';
import { describeWithHistory, historyOf } from '../../scripts/docs/history';

const CHANGELOG = `# Changes

Text about \`getCart\`.

## 0.3.0

- \`getCart\`, \`listCarts\`: a cart
  has an owner. \`getCart\` has a total.
- Carts: \`removeCart\`. \`listCarts\` has pages. They are short.

## 0.2.0

Carts.

- \`listCarts\`: sorted.

## 0.1.0

- Carts: \`getCart\`, \`listCarts\`.
`;

describe('the history of an operation', () => {
  test('has the first version that names it, and the later changes, newest first', () => {
    expect(historyOf('listCarts', CHANGELOG)).toEqual({
      since: '0.1.0',
      changes: [
        { version: '0.3.0', text: 'A cart has an owner. `getCart` has a total.' },
        { version: '0.3.0', text: '`listCarts` has pages. They are short.' },
        { version: '0.2.0', text: 'Sorted.' },
      ],
    });
  });

  test('has no changes if only one version names it', () => {
    expect(historyOf('removeCart', CHANGELOG)).toEqual({ since: '0.3.0', changes: [] });
  });

  test('does not exist for an operation that no version names', () => {
    expect(historyOf('getCarts', CHANGELOG)).toBeNull();
    expect(describeWithHistory('getCarts', 'Returns carts.', CHANGELOG)).toBe('`getCarts`\n\nReturns carts.');
  });

  test('is rendered before and after the description', () => {
    expect(describeWithHistory('listCarts', 'Returns carts.', CHANGELOG).split('\n')).toEqual([
      '`listCarts`, since 0.1.0; changed in 0.3.0, 0.2.0',
      '',
      'Returns carts.',
      '',
      '<details><summary>Changes</summary>',
      '',
      '- 0.3.0: A cart has an owner. `getCart` has a total.',
      '- 0.3.0: `listCarts` has pages. They are short.',
      '- 0.2.0: Sorted.',
      '',
      '</details>',
    ]);
  });
});

test('the changelog names every operation and webhook of the contract', () => {
  const changelog = readFileSync(path.resolve(__dirname, '../../openapi/CHANGELOG.md'), 'utf8');
  const ids = [...readContract(contract).map(({ operationId }) => operationId), ...Object.keys(contract.webhooks)];
  expect(ids.filter((id) => historyOf(id, changelog) === null)).toEqual([]);
});
