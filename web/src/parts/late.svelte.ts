// A value that follows another by a frame: for what explains a move and need not be drawn in the frame that
// shows it. Called while a component is made.
import { painted } from '../net/painted';

export function late<T>(value: () => T): () => T {
  let now = $state.raw(value());
  $effect(() => {
    const next = value();
    let wanted = true;
    void painted().then(() => wanted && (now = next));
    return () => (wanted = false);
  });
  return () => now;
}
