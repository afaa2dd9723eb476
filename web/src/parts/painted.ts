// Calls when what was changed before is on the screen: in the task after the next frame. A page that is not
// looked at draws no frames; there a short time is enough.
const NO_FRAME_MS = 100;

export function painted(then: () => void): void {
  let called = false;
  const call = (): void => {
    if (called) return;
    called = true;
    clearTimeout(late);
    then();
  };
  const late = setTimeout(call, NO_FRAME_MS);
  requestAnimationFrame(() => setTimeout(call));
}
