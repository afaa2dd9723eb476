// French as it is printed: a narrow space that does not break the line before ; : ! ? and inside « », and one
// kind of apostrophe. The sources write a blank and, in C, a straight apostrophe; this is the one place that
// sets them.
export function bound(text: string): string {
  return text
    .replace(/ (?=[:;?!»])/g, '\u202f')
    .replace(/« /g, '«\u202f')
    .replace(/(\p{L})'(?=\p{L})/gu, '$1’');
}

// A reviver for JSON.parse that applies this to every French text of the server, and the apostrophe to the
// English ones, in templates after a placeholder too: {seat!your|*'s}.
export function boundFrench(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (key === 'en') return value.replace(/([\p{L}*}])'(?=\p{L})/gu, '$1’');
  return key === 'fr' ? bound(value) : value;
}

const VOWEL = /^(?:[aeiouàâäæéèêëîïôöœùûüáíóú]|y[b-df-hj-np-tv-z])/i;

// What stands before a name: "de " becomes "d’" before a vowel, as core/name.c has it: d’Invité, de Zoé.
export function elided(before: string, name: string): string {
  return VOWEL.test(name) ? before.replace(/(^| )([dD])e $/, '$1$2’') : before;
}
