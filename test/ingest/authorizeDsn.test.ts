import { parseDsn } from '../../src/ingest/authorizeDsn';

describe('parseDsn', () => {
  const publicKey = '0123456789abcdef0123456789abcdef';
  it.each([
    [`http://${publicKey}@127.0.0.1:4000/17`, '17'],
    [`https://${publicKey}:secret@errors.acme.test/1`, '1'],
    [`https://${publicKey}@o12.errors.acme.test/some/prefix/1/`, '1'],
  ])('%s', (text, projectId) => {
    expect(parseDsn(text)).toEqual({ publicKey, projectId });
  });

  it.each([
    '',
    'nonsense',
    `http://127.0.0.1/1`,
    `http://${publicKey}@host/`,
    `http://${publicKey}@host/slug`,
    `http://${publicKey}@host/0`,
    `ftp://${publicKey}@host/1`,
  ])('returns null for %j', (text) => expect(parseDsn(text)).toBeNull());
});
