/**
 * Declares a test that runs only in `npm run soak -- tests`. It is for variants of a test that `npm test` runs, if they take more than a
 * second. A list of cases (`test.each`) can instead read `process.env.LONG`, to check a sample in `npm test` and all cases in the long run.
 */
// oxlint-disable-next-line no-var
declare var testInLongRun: jest.It;
