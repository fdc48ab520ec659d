// Property tests use the same random values in each run, so that a change can only be refused because of what it changes.
// `npm run soak -- properties` uses other values each time.
const fastCheck = require('../../server/node_modules/fast-check/lib/cjs/fast-check.js');

if (!process.env.LONG) fastCheck.configureGlobal({ ...fastCheck.readConfigureGlobal(), seed: 1 });

module.exports = fastCheck;
