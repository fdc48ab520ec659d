/**
 * Declares a test that runs only in `npm run soak -- tests`. It is for variants of a test that `npm test` runs, if they take more than a
 * second. A list of cases (`test.each`) can instead read `isLongRun`, to check a sample in `npm test` and all cases in the long run.
 */
// oxlint-disable-next-line no-var
declare var testInLongRun: jest.It;
/** Whether this is the long run. It is the value of the environment variable `LONG`, which front-end tests cannot read in TypeScript. */
// oxlint-disable-next-line no-var
declare var isLongRun: boolean;
