import { toDatabaseAppError } from './database-error.js';

describe('toDatabaseAppError', () => {
  it.each([
    [
      'a node of Citus that went away during a transaction',
      'failure on connection marked as essential: 10.0.0.2:5432',
      503,
    ],
    ['any other internal error', 'cache lookup failed for relation 16384', 500],
  ])('takes %s for what it is', (_what, message, status) => {
    expect(toDatabaseAppError({ code: 'XX000', message })?.status).toBe(status);
  });

  it('takes a full disk for what will pass', () => {
    expect(toDatabaseAppError({ code: '53100', message: 'could not extend file' })).toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
    });
  });
});
