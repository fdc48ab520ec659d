import { consoleQueryClient } from '@console/shared-auth';
import { runWhenIdle } from './run-when-idle';

/** Reports activity to the fake performance observer. */
let reportActivity: () => void;
const isFetching = jest.spyOn(consoleQueryClient, 'isFetching');

beforeEach(() => {
  jest.useFakeTimers();
  isFetching.mockReturnValue(0);
  class FakePerformanceObserver {
    static supportedEntryTypes = ['resource', 'longtask'];
    constructor(private readonly callback: () => void) {}
    observe() {
      reportActivity = this.callback;
    }
    disconnect() {
      reportActivity = () => undefined;
    }
  }
  Object.assign(globalThis, { PerformanceObserver: FakePerformanceObserver });
});
afterEach(() => {
  jest.useRealTimers();
});

it('waits for one second without activity', () => {
  const run = jest.fn();
  runWhenIdle(run);
  jest.advanceTimersByTime(900);
  reportActivity();
  jest.advanceTimersByTime(900);
  expect(run).not.toHaveBeenCalled();
  jest.advanceTimersByTime(200);
  expect(run).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(5000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('runWhenIdle waits for pending requests', () => {
  const run = jest.fn();
  isFetching.mockReturnValue(1);
  runWhenIdle(run);
  jest.advanceTimersByTime(10_000);
  expect(run).not.toHaveBeenCalled();
  isFetching.mockReturnValue(0);
  jest.advanceTimersByTime(2000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('runWhenIdle can be cancelled', () => {
  const run = jest.fn();
  runWhenIdle(run)();
  jest.advanceTimersByTime(5000);
  expect(run).not.toHaveBeenCalled();
});
