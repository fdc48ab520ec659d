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
  const callback = jest.fn();
  runWhenIdle(callback);
  jest.advanceTimersByTime(900);
  reportActivity();
  jest.advanceTimersByTime(900);
  expect(callback).not.toHaveBeenCalled();
  jest.advanceTimersByTime(200);
  expect(callback).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(5000);
  expect(callback).toHaveBeenCalledTimes(1);
});

it('runWhenIdle waits for pending requests', () => {
  const callback = jest.fn();
  isFetching.mockReturnValue(1);
  runWhenIdle(callback);
  jest.advanceTimersByTime(10_000);
  expect(callback).not.toHaveBeenCalled();
  isFetching.mockReturnValue(0);
  jest.advanceTimersByTime(2000);
  expect(callback).toHaveBeenCalledTimes(1);
});

it('runWhenIdle can be cancelled', () => {
  const callback = jest.fn();
  runWhenIdle(callback)();
  jest.advanceTimersByTime(5000);
  expect(callback).not.toHaveBeenCalled();
});
