import fc from 'fast-check';
import { showHours } from './figures';
import { hoursOf } from './hours';

describe('hours as people write them', () => {
  it.each<[written: string, hours: number, shown: string]>([
    ['1h 30m', 1.5, '1 h 30 min'],
    ['1h30', 1.5, '1 h 30 min'],
    ['1H30M', 1.5, '1 h 30 min'],
    ['1 hour 30 minutes', 1.5, '1 h 30 min'],
    [' 1,5 ', 1.5, '1 h 30 min'],
    ['1.5', 1.5, '1 h 30 min'],
    ['.5', 0.5, '30 min'],
    ['1,5h', 1.5, '1 h 30 min'],
    ['1:30', 1.5, '1 h 30 min'],
    ['0:05', 0.0833, '5 min'],
    ['90m', 1.5, '1 h 30 min'],
    ['45 min', 0.75, '45 min'],
    ['45m', 0.75, '45 min'],
    ['2h', 2, '2 h'],
    ['2', 2, '2 h'],
    ['１：３０', 1.5, '1 h 30 min'],
    ['20m', 0.3333, '20 min'],
  ])('%s', (written, hours, shown) => {
    expect(hoursOf(written)).toBe(hours);
    expect(showHours(hours)).toBe(shown);
  });

  it('leaves a number below nothing to the service', () => expect(hoursOf('-1')).toBe(-1));

  it.each([
    '',
    ' ',
    'h',
    'm',
    '1e',
    '1e3',
    '1:3',
    '1:60',
    '1:2:3',
    '1 30',
    '1h 2h',
    '30m 1h',
    'x1',
    '1x',
    '--1',
    '1..5',
    '1,5.5',
    ':30',
    '∞',
  ])('does not understand %j', (written) => expect(hoursOf(written)).toBeUndefined());

  const whole = fc.integer({ min: 0, max: 999 });
  const minute = fc.integer({ min: 0, max: 59 });

  it('means the same in every way to write it', () => {
    fc.assert(
      fc.property(whole, minute, (hours, minutes) => {
        const meant = Math.round((hours + minutes / 60) * 10_000) / 10_000;
        const two = String(minutes).padStart(2, '0');
        const written = [`${hours}h ${minutes}m`, `${hours}h${minutes}`, `${hours}:${two}`, `${hours * 60 + minutes}m`];
        for (const text of written) expect([text, hoursOf(text)]).toEqual([text, meant]);
      }),
    );
  });

  it('shows each minute as the minute that was written', () => {
    fc.assert(
      fc.property(whole, minute, (hours, minutes) => {
        fc.pre(hours + minutes > 0);
        const shown = showHours(hoursOf(`${hours}h ${minutes}m`) ?? NaN);
        expect(hoursOf(shown.replaceAll(',', ''))).toBe(hoursOf(`${hours}h ${minutes}m`));
      }),
    );
  });

  it('reads point and comma alike, and nothing but a number or undefined of any text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), (hundredths) => {
        const text = (hundredths / 100).toFixed(2);
        expect(hoursOf(text)).toBe(hoursOf(text.replace('.', ',')));
        expect(hoursOf(text)).toBe(hundredths / 100);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const hours = hoursOf(text);
        expect(hours === undefined || Number.isFinite(hours)).toBe(true);
      }),
    );
  });
});
