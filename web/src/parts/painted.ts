// Calls when what was changed before is on the screen: at the beginning of the frame after the one that shows
// it, so that neither frame has the work of both. A page that is not looked at draws no frames; there a short
// time is enough.
const NO_FRAME_MS = 100;

export function painted(then: () => void): void {
  once(then, (call) => requestAnimationFrame(() => requestAnimationFrame(call)));
}

// Calls at the beginning of the next frame.
export function nextFrame(then: () => void): void {
  once(then, (call) => requestAnimationFrame(call));
}

function once(then: () => void, wait: (call: () => void) => void): void {
  let called = false;
  const call = (): void => {
    if (called) return;
    called = true;
    clearTimeout(late);
    then();
  };
  const late = setTimeout(call, NO_FRAME_MS);
  wait(call);
}
