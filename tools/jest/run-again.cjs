// On a busy machine a test may lose a race of its own making. What passes when run again is named as flaky by `npm test`:
// it is to be mended, but does not hold up a change that has nothing to do with it.
/* global jest */
jest.retryTimes(1, { logErrorsBeforeRetry: true });
