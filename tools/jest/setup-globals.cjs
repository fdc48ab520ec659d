// jsdom lacks these; they must be there before a test file is evaluated.
const { TextEncoder, TextDecoder } = require('node:util');
const v8 = require('node:v8');
globalThis.TextEncoder ??= TextEncoder;
globalThis.TextDecoder ??= TextDecoder;
globalThis.structuredClone ??= (value) => v8.deserialize(v8.serialize(value));
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
globalThis.PerformanceObserver ??= class {
  static supportedEntryTypes = [];
  observe() {}
  disconnect() {}
};
globalThis.matchMedia ??= () => ({
  matches: false,
  addListener() {},
  removeListener() {},
  addEventListener() {},
  removeEventListener() {},
});
// What the router makes of a navigation where it may be blocked; nothing is fetched by it.
globalThis.Request ??= class {
  constructor(url, { method = 'GET', signal } = {}) {
    Object.assign(this, { url: String(url), method, signal });
  }
};
