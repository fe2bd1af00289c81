import { isDeadlock, isRefusedData, isUniqueViolation, toDatabaseAppError } from './database-error.js';

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

/** As Citus 13.2 says them of rows that it copies to a node. */
describe('an error whose code Citus has lost', () => {
  const lost = (message: string) => ({ code: 'XX000', message });

  it('is still the violation of a unique constraint', () => {
    const error = lost('duplicate key value violates unique constraint "workflow_lanes_name_102180"');
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'workflow_lanes_name')).toBe(true);
    expect(isUniqueViolation(error, 'labels_name')).toBe(false);
  });

  it.each([
    'insert or update on table "task_labels_102372" violates foreign key constraint "task_labels_task_fkey_102372"',
    'new row for relation "tasks_102372" violates check constraint "tasks_check"',
  ])('is still refused data: %s', (message) => {
    expect(isRefusedData(lost(message))).toBe(true);
  });

  it('is still a wait for a lock that was too long, or a deadlock', () => {
    expect(toDatabaseAppError(lost('canceling statement due to lock timeout'))?.status).toBe(503);
    expect(isDeadlock(lost('deadlock detected'))).toBe(true);
  });

  it('is no other internal error', () => {
    const error = lost('cache lookup failed for relation 16384');
    expect([isUniqueViolation(error), isRefusedData(error), isDeadlock(error)]).toEqual([false, false, false]);
  });
});
