import { linkHeader } from '../../src/http/responseWriter';

describe('the Link header', () => {
  const page = { previous: { cursor: 'a:1', exists: false }, next: { cursor: 'b/ü:0', exists: true } };

  test('has the address, the other parameters and the cursor', () => {
    expect(linkHeader(page, 'https://h/x/', 'per_page=2&cursor=old&cursor=older&q=a%20b%26')).toBe(
      '<https://h/x/?per_page=2&q=a+b%26&cursor=a%3A1>; rel="previous"; results="false"; cursor="a:1", ' +
        '<https://h/x/?per_page=2&q=a+b%26&cursor=b%2F%C3%BC%3A0>; rel="next"; results="true"; cursor="b/ü:0"',
    );
  });

  test('has only the cursor if there are no other parameters', () => {
    expect(linkHeader(page, 'https://h/x/', '')).toContain('<https://h/x/?cursor=a%3A1>');
    expect(linkHeader(page, 'https://h/x/', 'cursor=z')).toContain('<https://h/x/?cursor=a%3A1>');
  });
});
