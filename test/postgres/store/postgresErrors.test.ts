import { Conflict, Unavailable } from '../../../src/domain/errors';
import { translatePostgresError } from '../../../src/store/engine/postgresErrors';

/** Returns an error as the driver throws it. */
function driverError(code: string | undefined, message = 'as the server says'): Error {
  return Object.assign(new Error(message), code !== undefined && { code });
}

describe('an error of PostgreSQL or of its connection', () => {
  it.each([
    ['23505', Conflict],
    ['40001', Unavailable],
    ['40P01', Unavailable],
    ['55P03', Unavailable],
    ['57014', Unavailable],
    ['53300', Unavailable],
    ['53100', Unavailable],
    ['53200', Unavailable],
    ['57P01', Unavailable],
    ['57P02', Unavailable],
    ['57P03', Unavailable],
    ['08006', Unavailable],
    ['25006', Unavailable],
    ['25P03', Unavailable],
    ['28P01', Unavailable],
    ['3D000', Unavailable],
    ['58030', Unavailable],
    ['ECONNREFUSED', Unavailable],
    ['ECONNRESET', Unavailable],
    ['EPIPE', Unavailable],
    ['ENOTFOUND', Unavailable],
    ['ETIMEDOUT', Unavailable],
  ])('%s becomes an error of the store, with the original as its cause', (code, kind) => {
    const error = driverError(code);
    expect(translatePostgresError(error)).toBeInstanceOf(kind);
    expect((translatePostgresError(error) as Error).cause).toBe(error);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])('without a code is recognized by its message: %s', (message) => {
    expect(translatePostgresError(driverError(undefined, message))).toBeInstanceOf(Unavailable);
  });

  it('of another kind is a programming error', () => {
    expect(translatePostgresError(driverError('42P01'))).toMatchObject({
      name: 'Error',
      message: 'The database rejected the statement: as the server says',
    });
  });

  it('of another origin is unchanged', () => {
    const error = new TypeError('x is not a function');
    expect(translatePostgresError(error)).toBe(error);
  });
});
