// Defines the function with which a test file declares tests that only `npm run soak -- tests` runs (`long-run.d.ts`).
const { test } = globalThis;

globalThis.isLongRun = Boolean(process.env.LONG);
globalThis.testInLongRun = globalThis.isLongRun ? test : test.skip;
