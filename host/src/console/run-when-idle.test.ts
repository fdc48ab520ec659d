import { consoleQueryClient } from '@console/shared-auth';
import { runWhenIdle } from './run-when-idle';

/** Fake performance observers. The test sends the entries. */
let tellSign: () => void;
const fetching = jest.spyOn(consoleQueryClient, 'isFetching');

beforeEach(() => {
  jest.useFakeTimers();
  fetching.mockReturnValue(0);
  class Observer {
    static supportedEntryTypes = ['resource', 'longtask'];
    constructor(private readonly tell: () => void) {}
    observe() {
      tellSign = this.tell;
    }
    disconnect() {
      tellSign = () => undefined;
    }
  }
  Object.assign(globalThis, { PerformanceObserver: Observer });
});
afterEach(() => {
  jest.useRealTimers();
});

it('waits for one second without activity', () => {
  const run = jest.fn();
  runWhenIdle(run);
  jest.advanceTimersByTime(900);
  tellSign();
  jest.advanceTimersByTime(900);
  expect(run).not.toHaveBeenCalled();
  jest.advanceTimersByTime(200);
  expect(run).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(5000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('waits for pending requests', () => {
  const run = jest.fn();
  fetching.mockReturnValue(1);
  runWhenIdle(run);
  jest.advanceTimersByTime(10_000);
  expect(run).not.toHaveBeenCalled();
  fetching.mockReturnValue(0);
  jest.advanceTimersByTime(2000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('can be cancelled', () => {
  const run = jest.fn();
  runWhenIdle(run)();
  jest.advanceTimersByTime(5000);
  expect(run).not.toHaveBeenCalled();
});
