// Sets a fixed seed for property tests. All runs use the same random values, so that only a change of the code can make a test fail.
// `npm run soak -- properties` uses different values in each run.
const fastCheck = require('../../server/node_modules/fast-check/lib/cjs/fast-check.js');

if (!process.env.LONG) fastCheck.configureGlobal({ ...fastCheck.readConfigureGlobal(), seed: 1 });

module.exports = fastCheck;
