// Defines the function with which a test file declares tests that only `npm run soak -- tests` runs (`long-run.d.ts`).
const { test } = globalThis;

globalThis.testInLongRun = process.env.LONG ? test : test.skip;
