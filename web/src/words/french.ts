// French puts a space before colons, question marks and the like, which must not break the line there.
export function bound(text: string): string {
  return text.replace(/ (?=[:;?!»])/g, '\u00a0').replace(/« /g, '«\u00a0');
}

// A reviver for JSON.parse that applies this to every French text of the server.
export function boundFrench(key: string, value: unknown): unknown {
  return key === 'fr' && typeof value === 'string' ? bound(value) : value;
}
