import { describe, expect, it } from 'vitest';
import { inBoth, textsAddress } from './texts';

describe('the texts of a game', () => {
  it('have one address for the same rules, however the options are ordered', () => {
    const asked = { game: 'manor', version: 2, seats: 3 };
    const one = textsAddress({ ...asked, options: { b: 'x y', a: '1&2' } }, 'fr', 'abc');
    expect(one).toBe(textsAddress({ ...asked, options: { a: '1&2', b: 'x y' } }, 'fr', 'abc'));
    expect(one).toBe('/api/game/manor/2/fr?texts=abc&seats=3&o.a=1%262&o.b=x+y');
    expect(textsAddress({ game: 'manor', version: 1 }, 'en', undefined)).toBe('/api/game/manor/1/en');
  });
  it('stand for both languages when they came in one', () => {
    expect(JSON.parse('{"say":{"fr":"Qui va là ?"}}', inBoth)).toEqual({ say: { en: 'Qui va là\u202f?', fr: 'Qui va là\u202f?' } });
    expect(JSON.parse('{"say":{"en":"a","fr":"b"},"n":{"en":"a","more":1}}', inBoth)).toEqual({ say: { en: 'a', fr: 'b' }, n: { en: 'a', more: 1 } });
  });
});
