// Short, soft sounds, synthesised without files; off until wanted. No sound is the only sign of anything.
export type Sound =
  | 'step'
  | 'place'
  | 'lift'
  | 'cloth'
  | 'door'
  | 'window'
  | 'ghost'
  | 'haunting'
  | 'hit'
  | 'heal'
  | 'jewel'
  | 'sigh'
  | 'trap'
  | 'eaten'
  | 'growl'
  | 'gong'
  | 'fall'
  | 'stairs'
  | 'card'
  | 'dice'
  | 'turn'
  | 'win'
  | 'loss';

interface Note {
  from: number; // Hz
  to: number;
  at: number; // seconds
  long: number;
  wave: OscillatorType | 'noise'; // noise is filtered around its frequencies
  loud?: number; // 1: as usual
}

const tone = (from: number, at: number, long: number, more: Partial<Note> = {}): Note => ({ from, to: from, at, long, wave: 'sine', ...more });
const noise = (from: number, at: number, long: number, more: Partial<Note> = {}): Note => ({ from, to: from, at, long, wave: 'noise', ...more });

const PENTATONIC = [392, 440, 523, 587, 659, 784, 880, 1047];
const breath = (pitch: number, at: number): Note[] => [noise(pitch, at, 0.7, { to: pitch * 1.4, loud: 0.7 }), tone(pitch * 0.7, at, 0.6, { to: pitch * 0.9, loud: 0.5 })];

// Each with a step: windows and jewels rise from one to the next.
const notes: Record<Sound, (step: number) => Note[]> = {
  step: () => [tone(320, 0, 0.05, { to: 180, wave: 'triangle' })],
  place: () => [noise(900, 0, 0.05, { loud: 0.6 }), tone(190, 0.02, 0.07, { to: 120, wave: 'triangle' })],
  lift: () => [noise(1600, 0, 0.09, { to: 2400, loud: 0.5 })],
  card: () => [noise(1900, 0, 0.08, { to: 1200, loud: 0.6 }), tone(420, 0, 0.06, { to: 300, wave: 'triangle', loud: 0.5 })],
  cloth: () => [noise(700, 0, 0.28, { to: 300, loud: 0.7 })],
  door: () => [tone(1100, 0, 0.03, { to: 700, wave: 'square', loud: 0.5 }), tone(240, 0.05, 0.09, { to: 150, wave: 'triangle' })],
  window: (step) => [tone(PENTATONIC[step % PENTATONIC.length] ?? 392, 0, 0.35, { wave: 'triangle', loud: 0.7 })],
  ghost: () => breath(420, 0),
  haunting: () => [...breath(360, 0), ...breath(440, 0.16), ...breath(520, 0.32)],
  hit: () => [tone(150, 0, 0.2, { to: 46 }), noise(240, 0, 0.06, { loud: 0.5 })],
  heal: () => [tone(440, 0, 0.22), tone(554, 0.08, 0.3)],
  jewel: (step) => [tone((PENTATONIC[step % PENTATONIC.length] ?? 523) * 1.5, 0, 0.7), tone((PENTATONIC[step % PENTATONIC.length] ?? 523) * 4, 0, 0.3, { loud: 0.25 })],
  sigh: () => [tone(784, 0, 0.5), noise(600, 0.15, 0.7, { to: 250, loud: 0.6 })],
  trap: () => [noise(2600, 0, 0.12, { to: 900 }), tone(130, 0.03, 0.3, { to: 90, wave: 'square', loud: 0.6 })],
  eaten: () => [tone(90, 0, 0.25, { to: 38 }), noise(500, 0, 0.12, { to: 120 })],
  growl: () => [tone(70, 0, 0.7, { to: 52, wave: 'sawtooth', loud: 0.5 }), noise(160, 0, 0.7, { loud: 0.6 })],
  gong: () => [tone(98, 0, 1.4), tone(147, 0, 1.1, { loud: 0.5 }), tone(233, 0, 0.8, { loud: 0.3 })],
  fall: () => [noise(500, 0, 0.4, { to: 200, loud: 0.6 }), tone(330, 0.1, 0.9, { to: 147, loud: 0.8 })],
  stairs: () => [0, 0.14, 0.28].map((at, step) => tone(260 + step * 40, at, 0.06, { to: 150, wave: 'triangle' as const })).concat([392, 494, 587].map((pitch) => tone(pitch, 0.45, 0.6, { loud: 0.6 }))),
  dice: () => [0, 0.07, 0.13, 0.18].map((at) => tone(900 - at * 2000, at, 0.05, { to: 200, wave: 'square' as const })),
  turn: () => [tone(520, 0, 0.05, { to: 340, wave: 'triangle' }), tone(620, 0.13, 0.05, { to: 400, wave: 'triangle' })],
  win: () => [392, 494, 587, 784].map((from, at) => tone(from, at * 0.09, 0.9, { wave: 'triangle' as const })),
  loss: () => [392, 587, 784].map((from, at) => tone(from, at * 0.09, 0.9, { wave: 'triangle' as const, loud: 0.7 })),
};

// Two sounds never start within this time of one another.
const APART_MS = 60;
const LOUD: Record<Note['wave'], number> = { sine: 0.07, triangle: 0.07, square: 0.02, sawtooth: 0.03, noise: 0.12, custom: 0 };
let context: AudioContext | undefined;
let hiss: AudioBuffer | undefined;
let last = -Infinity;

export function play(sound: Sound, step = 0): void {
  // Browsers allow no sound before the first touch or key.
  if (!navigator.userActivation.hasBeenActive || Date.now() - last < APART_MS) return;
  last = Date.now();
  context ??= new AudioContext();
  for (const note of notes[sound](step)) sing(context, note);
}

function sing(audio: AudioContext, note: Note): void {
  const start = audio.currentTime + note.at;
  const end = start + note.long;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(LOUD[note.wave] * (note.loud ?? 1), start + 0.01);
  gain.gain.linearRampToValueAtTime(0, end);
  gain.connect(audio.destination);
  if (note.wave === 'noise') breathe(audio, note, start, gain);
  else {
    const voice = audio.createOscillator();
    voice.type = note.wave;
    glide(voice.frequency, note, start);
    voice.connect(gain);
    voice.start(start);
    voice.stop(end);
  }
}

function glide(frequency: AudioParam, note: Note, start: number): void {
  frequency.setValueAtTime(note.from, start);
  frequency.linearRampToValueAtTime(note.to, start + note.long);
}

// A second of noise, made once, through a filter.
function breathe(audio: AudioContext, note: Note, start: number, gain: GainNode): void {
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  }
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  source.buffer = hiss;
  filter.type = 'bandpass';
  filter.Q.value = 2.5;
  glide(filter.frequency, note, start);
  source.connect(filter).connect(gain);
  source.start(start, 0, note.long);
}
