import fc from 'fast-check';
import { compareBytes } from '../../src/domain/text';

describe('compareBytes', () => {
  it('compares bytes as UTF-8 has them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});
