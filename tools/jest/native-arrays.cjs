// onnxruntime creates typed arrays in Node's own realm and rejects arrays of another realm, which Jest's sandbox is
// (jestjs/jest#7780). Test files that use this environment share Node's typed array classes.
const { TestEnvironment } = require('jest-environment-node');

const KINDS = [
  Float32Array,
  Float64Array,
  Int8Array,
  Int16Array,
  Int32Array,
  Uint16Array,
  Uint32Array,
  BigInt64Array,
  BigUint64Array,
];

module.exports = class NativeArrays extends TestEnvironment {
  constructor(...args) {
    super(...args);
    for (const kind of KINDS) this.global[kind.name] = kind;
  }
};
