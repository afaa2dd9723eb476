import { expect, it } from 'vitest';
import { left, span } from './span';

const HOUR = 3_600_000;

it('says a limit in words', () => {
  expect([span(2 * 86_400, 'en'), span(2 * 86_400, 'fr'), span(120, 'en'), span(900, 'fr'), span(90, 'en')].map((said) => said.replace(/\s/gu, ' '))).toEqual(['2 days', '2 jours', '2 minutes', '15 minutes', '90 seconds']);
});

it('says what is left of two days as two days, not one (finding page.md 11)', () => {
  expect([left(48 * HOUR, 'en'), left(48 * HOUR - 1, 'fr'), left(47 * HOUR, 'fr'), left(24 * HOUR, 'en')]).toEqual(['2 d', '2 j', '1 j 23 h', '24 h']);
  expect([left(90 * 60_000, 'en'), left(60 * 60_000, 'en'), left(61_000, 'fr'), left(1, 'en')]).toEqual(['1 h 30', '60:00', '1:01', '0:01']);
});
