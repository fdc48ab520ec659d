// Globals that jsdom lacks. They must exist before a test file is evaluated.
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
// React Router creates a `Request` object for a navigation, but does not send the request. A stub is sufficient.
globalThis.Request ??= class {
  constructor(url, { method = 'GET', signal } = {}) {
    Object.assign(this, { url: String(url), method, signal });
  }
};
// In tests without a DOM, provide a stub of `localStorage`, because some modules read it when they are loaded.
if (typeof document === 'undefined') {
  const values = new Map();
  globalThis.localStorage = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, String(value)),
    removeItem: (key) => values.delete(key),
    clear: () => values.clear(),
  };
}
