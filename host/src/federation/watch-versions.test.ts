/** @jest-environment-options {"dom": true} */
import type { FederationState } from './federation';
import { CHECK_INTERVAL_MS, watchVersions } from './watch-versions';

let visibility: DocumentVisibilityState = 'visible';
let stopWatching = (): void => undefined;

function startWatching(state: Partial<FederationState> = {}, isSignedIn = true) {
  const check = jest.fn(async () => undefined);
  const choice = { overrides: [], refused: [], disabled: [] };
  const fullState: FederationState = { status: 'ready', remotes: [], missing: [], outdated: false, choice, ...state };
  stopWatching = watchVersions({ getState: () => fullState, check }, () => isSignedIn);
  return check;
}
function setVisibility(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  jest.useFakeTimers();
  visibility = 'visible';
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  stopWatching();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('watchVersions checks once a minute', () => {
  const check = startWatching();
  expect(check).not.toHaveBeenCalled();
  jest.advanceTimersByTime(CHECK_INTERVAL_MS);
  expect(check).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(2 * CHECK_INTERVAL_MS);
  expect(check).toHaveBeenCalledTimes(3);
});

it('watchVersions pauses while the tab is hidden and checks when it becomes visible', () => {
  const check = startWatching();
  setVisibility('hidden');
  jest.advanceTimersByTime(10 * CHECK_INTERVAL_MS);
  expect(check).not.toHaveBeenCalled();
  setVisibility('visible');
  expect(check).toHaveBeenCalledTimes(1);
});

it.each([
  ['nobody is signed in', { status: 'ready' as const }, false],
  ['there is no registry yet', { status: 'loading' as const }, true],
])('watchVersions does not check while %s', (_title, state, isSignedIn) => {
  const check = startWatching(state, isSignedIn);
  jest.advanceTimersByTime(CHECK_INTERVAL_MS);
  expect(check).not.toHaveBeenCalled();
});

it('watchVersions removes its listeners when it stops', () => {
  const check = startWatching();
  stopWatching();
  setVisibility('visible');
  jest.advanceTimersByTime(CHECK_INTERVAL_MS);
  expect(check).not.toHaveBeenCalled();
});
