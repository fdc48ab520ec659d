/**
 * Loads the client of the live stream, which sign-in does not need, and starts it. Returns a function that stops it. Without the
 * stream, for example because the code cannot be loaded, the console polls.
 */
export function startLiveWhenLoaded(): () => void {
  let isStopped = false;
  let stop: (() => void) | undefined;
  import('./start-live').then(
    ({ startLive }) => {
      if (!isStopped) stop = startLive();
    },
    () => undefined,
  );
  return () => {
    isStopped = true;
    stop?.();
  };
}
