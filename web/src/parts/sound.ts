// A few soft sounds, synthesised without files; off by default.
export type Sound = 'card' | 'dice' | 'hit' | 'heal' | 'ghost' | 'win' | 'turn';

interface Note {
  from: number; // Hz
  to: number;
  at: number; // seconds
  long: number;
  wave: OscillatorType;
}

const notes: Record<Sound, Note[]> = {
  card: [{ from: 420, to: 300, at: 0, long: 0.08, wave: 'triangle' }],
  dice: [0, 0.07, 0.13, 0.18].map((at) => ({ from: 900 - at * 2000, to: 200, at, long: 0.05, wave: 'square' as const })),
  hit: [{ from: 160, to: 50, at: 0, long: 0.22, wave: 'sine' }],
  heal: [
    { from: 440, to: 445, at: 0, long: 0.18, wave: 'sine' },
    { from: 660, to: 665, at: 0.1, long: 0.25, wave: 'sine' },
  ],
  ghost: [{ from: 300, to: 520, at: 0, long: 0.6, wave: 'sine' }],
  win: [392, 494, 587, 784].map((from, step) => ({ from, to: from, at: step * 0.13, long: 0.35, wave: 'triangle' as const })),
  turn: [{ from: 523, to: 523, at: 0, long: 0.25, wave: 'sine' }],
};

let context: AudioContext | undefined;

export function play(sound: Sound): void {
  // Browsers allow no sound before the first touch or key.
  if (!navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const note of notes[sound]) {
    const voice = context.createOscillator();
    const gain = context.createGain();
    voice.type = note.wave;
    voice.frequency.setValueAtTime(note.from, now + note.at);
    voice.frequency.linearRampToValueAtTime(note.to, now + note.at + note.long);
    gain.gain.setValueAtTime(0, now + note.at);
    gain.gain.linearRampToValueAtTime(note.wave === 'square' ? 0.02 : 0.07, now + note.at + 0.01);
    gain.gain.linearRampToValueAtTime(0, now + note.at + note.long);
    voice.connect(gain).connect(context.destination);
    voice.start(now + note.at);
    voice.stop(now + note.at + note.long);
  }
}
