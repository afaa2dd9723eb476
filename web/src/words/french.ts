// In French a colon, a question mark and their like stand apart from the word before, but never begin a line.
export function bound(text: string): string {
  return text.replace(/ (?=[:;?!»])/g, '\u00a0').replace(/« /g, '«\u00a0');
}

// For JSON.parse: the French of every text that the server sends.
export function boundFrench(key: string, value: unknown): unknown {
  return key === 'fr' && typeof value === 'string' ? bound(value) : value;
}
