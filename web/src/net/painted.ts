// Waits until what was changed before is on the screen: for a frame, and for the task after it. A page that
// is not looked at draws no frames; then a short time is enough.
const NO_FRAME_MS = 100;

export function painted(): Promise<void> {
  if (typeof requestAnimationFrame === 'undefined') return Promise.resolve();
  return new Promise((resolve) => {
    const late = setTimeout(resolve, NO_FRAME_MS);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(resolve);
    });
  });
}
