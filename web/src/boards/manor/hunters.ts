import type { SymbolName } from '../../parts/symbols';

const symbols: Record<string, SymbolName> = {
  basic: 'hunter',
  'over-equipped': 'heavy',
  tandem: 'tandem',
  detector: 'detector',
  'call-for-help': 'call',
};

export function symbolOf(hunter: string): SymbolName {
  return symbols[hunter] ?? 'hunter';
}
