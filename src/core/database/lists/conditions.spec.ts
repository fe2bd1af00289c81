import { Conditions } from './conditions.js';

describe('Conditions', () => {
  it('numbers parameters after the existing parameters of the statement', () => {
    const conditions = new Conditions(['company']).in('t.status', 'text', ['Done']).between('t.due_date', 'from', 'to');
    expect(conditions.where).toBe(
      't.status = $2::text AND t.due_date >= $3::timestamptz AND t.due_date < $4::timestamptz',
    );
    expect(conditions.values).toEqual(['company', 'Done', 'from', 'to']);
  });

  it('adds no condition for undefined', () => {
    const conditions = new Conditions()
      .in('a', 'uuid', undefined)
      .equals('b', 'text', undefined)
      .between('c', undefined, undefined)
      .contains(['d'], undefined);
    expect([conditions.where, conditions.values]).toEqual(['TRUE', []]);
  });

  it.each([
    [['x'], 'a = $1::uuid', ['x']],
    [['x', 'y'], 'a = ANY ($1::uuid[])', [['x', 'y']]],
    [['null'], 'a IS NULL', []],
    [['x', 'null'], '(a IS NULL OR a = $1::uuid)', ['x']],
    [[], 'a = ANY ($1::uuid[])', [[]]],
  ])('compares ids with %j', (given, where, values) => {
    const conditions = new Conditions().in('a', 'uuid', given);
    expect([conditions.where, conditions.values]).toEqual([where, values]);
  });

  it('distinguishes false from undefined', () => {
    const conditions = new Conditions().equals('a', 'boolean', false).equals('b', 'boolean', undefined);
    expect([conditions.where, conditions.values]).toEqual(['a = $1::boolean', [false]]);
  });

  it('treats the word null like other text', () => {
    expect(new Conditions().in('a', 'text', ['null']).values).toEqual(['null']);
  });

  it('searches several columns with one parameter', () => {
    const conditions = new Conditions().contains(['p.name', 'p.key'], 'Web');
    expect(conditions.where).toBe('(strpos(unaccented(p.name), $1) > 0 OR strpos(unaccented(p.key), $1) > 0)');
  });
});
