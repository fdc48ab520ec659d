import { consoleQueryClient } from '@console/shared-auth';
import { whenSettled } from './when-settled';

/** The page's observers, told by the test of what the browser would tell them. */
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

it('waits for a second in which nothing has come', () => {
  const run = jest.fn();
  whenSettled(run);
  jest.advanceTimersByTime(900);
  tellSign();
  jest.advanceTimersByTime(900);
  expect(run).not.toHaveBeenCalled();
  jest.advanceTimersByTime(200);
  expect(run).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(5000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('waits for a request that is not answered yet', () => {
  const run = jest.fn();
  fetching.mockReturnValue(1);
  whenSettled(run);
  jest.advanceTimersByTime(10_000);
  expect(run).not.toHaveBeenCalled();
  fetching.mockReturnValue(0);
  jest.advanceTimersByTime(2000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('is called off', () => {
  const run = jest.fn();
  whenSettled(run)();
  jest.advanceTimersByTime(5000);
  expect(run).not.toHaveBeenCalled();
});
