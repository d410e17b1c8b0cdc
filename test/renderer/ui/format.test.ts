import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dateText, moneyText } from '../../../src/renderer/ui/format.ts';
import { readDate } from '../../../src/shared/formats.ts';

describe('money', () => {
  it('is exact, whatever its size', () => {
    const text = moneyText({ amount: '9007199254740993.07', currency: 'ILS' });
    expect(text.replaceAll(/[^\d.]/g, '')).toBe('9007199254740993.07');
  });

  it.each([
    ['JPY', '1200', '1,200'],
    ['KWD', '1.250', '1.250'],
    ['ILS', '0', '0.00'],
    ['', '12.50', '12.50'],
    ['no code', '12.50', '12.50'],
  ])('has the decimals of its currency, and of its amount: %s %s', (currency, amount, shown) => {
    expect(moneyText({ amount, currency }).replaceAll(/[^\d.,]/g, '')).toBe(shown);
  });

  it('is not rounded where prices are usually shown in whole units', () => {
    expect(moneyText({ amount: '12.505', currency: 'IQD' })).toContain('12.505');
  });

  it('that is written from right to left stays in one piece in a sentence', () => {
    expect(moneyText({ amount: '12.50', currency: 'AFN' })).toMatch(
      /^\u2068[^\u2068\u2069]*12\.50[^\u2068\u2069]*\u2069$/,
    );
    expect(moneyText({ amount: '12.50', currency: 'ILS' })).toBe('₪12.50');
  });

  it('is shown as it came where it is no amount', () => {
    expect(moneyText({ amount: 'NaN', currency: 'ILS' })).toBe('NaN');
  });

  it('is a dash where it could not be read, and never nothing', () => {
    expect(moneyText({ amount: '', currency: 'ILS' })).toBe('—');
  });
});

describe('a date', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  it('of the service is that day in every zone', () => {
    expect(readDate('2026-12-15Z')?.day).toBe(true);
    expect(dateText('2026-12-15Z', 'due', now)).toContain('15');
    expect(dateText('2026-12-15Z', 'due', now)).not.toContain('2026');
  });

  it('says its year when it is another one, and its hour when it is near', () => {
    expect(dateText('2027-03-01Z', 'due', now)).toContain('2027');
    expect(dateText('2026-11-21T15:30:00Z', 'due', now)).toMatch(/:30/);
    // Wherever it is read, 24 hours make a day.
    for (const style of ['due', 'moment', 'time'] as const)
      expect(dateText('2026-11-21T15:30:00Z', style, now)).not.toMatch(/[AP]M/i);
    expect(dateText('2026-12-15T21:59:00Z', 'due', now)).not.toMatch(/:59/);
  });

  it('of next year says so on every machine, also where it is still the evening of the day before', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(dateText('2027-01-01Z', 'due', new Date('2026-12-20T12:00:00Z'))).toContain('2027');
    expect(dateText('2026-12-31Z', 'due', new Date('2026-12-20T12:00:00Z'))).not.toContain('2026');
  });

  it('is shown as it came where it is none', () => {
    expect(dateText('soon', 'day', now)).toBe('soon');
    expect(readDate('2026-13-45Z')).toBeNull();
  });
});
