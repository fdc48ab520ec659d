/**
 * Loads and starts the client of the live stream, which announces changes. Its code is a separate chunk, because sign-in does not need
 * it. Returns a function that stops the client. If the code cannot be loaded, the console polls instead.
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
