import type { FederationState } from './federation';
import { CHECK_INTERVAL_MS, watchVersions } from './watch-versions';

let visibility: DocumentVisibilityState = 'visible';
let stop = (): void => undefined;

function watch(state: Partial<FederationState> = {}, isSignedIn = true) {
  const check = jest.fn(async () => undefined);
  const choice = { overrides: [], refused: [], disabled: [] };
  const whole: FederationState = { status: 'ready', remotes: [], missing: [], outdated: false, choice, ...state };
  stop = watchVersions({ getState: () => whole, check }, () => isSignedIn);
  return check;
}
function turn(to: DocumentVisibilityState): void {
  visibility = to;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  jest.useFakeTimers();
  visibility = 'visible';
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('checks once a minute', () => {
  const check = watch();
  expect(check).not.toHaveBeenCalled();
  jest.advanceTimersByTime(CHECK_INTERVAL_MS);
  expect(check).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(2 * CHECK_INTERVAL_MS);
  expect(check).toHaveBeenCalledTimes(3);
});

it('pauses while the tab is hidden and checks when it becomes visible', () => {
  const check = watch();
  turn('hidden');
  jest.advanceTimersByTime(10 * CHECK_INTERVAL_MS);
  expect(check).not.toHaveBeenCalled();
  turn('visible');
  expect(check).toHaveBeenCalledTimes(1);
});

it.each([
  ['nobody is signed in', { status: 'ready' as const }, false],
  ['there is no registry yet', { status: 'loading' as const }, true],
])('does not check while %s', (_what, state, isSignedIn) => {
  const check = watch(state, isSignedIn);
  jest.advanceTimersByTime(CHECK_INTERVAL_MS);
  expect(check).not.toHaveBeenCalled();
});

it('removes its listeners', () => {
  const check = watch();
  stop();
  turn('visible');
  jest.advanceTimersByTime(CHECK_INTERVAL_MS);
  expect(check).not.toHaveBeenCalled();
});
