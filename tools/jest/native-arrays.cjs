// onnxruntime makes its arrays in the realm of node itself, and its tensors take them only as those of their own realm, which
// in jest is another one (jest, issue 7780). For the test files that name this environment there is one kind of array.
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
