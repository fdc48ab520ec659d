/** Placeholder for Jest's separate context, if a test file runs in Node's own realm. */
module.exports = { hostContext: Object.freeze({}) };
