/** Represents Node's own realm where Jest expects a separate context. */
module.exports = { hostContext: Object.freeze({}) };
