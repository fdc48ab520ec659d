// onnxruntime accepts only typed arrays of Node's own realm, but Jest runs tests in another realm (jestjs/jest#7780). In this
// environment, test files use Node's typed array classes.
const { TestEnvironment } = require('jest-environment-node');

const ARRAY_CLASSES = [
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
    for (const arrayClass of ARRAY_CLASSES) this.global[arrayClass.name] = arrayClass;
  }
};
