// Test environment that runs test files in Node's own realm instead of a separate realm for each file. In Jest's standard Node
// environment, each access to a global passes a proxy, and packages are evaluated and optimised again for each file. In this environment,
// packages are loaded once per worker (`runtime.cjs`). After each test file, its changes to globals, environment variables and process
// listeners are reverted.
const { createRequire } = require('node:module');

const requireFromEnvironment = createRequire(require.resolve('jest-environment-node'));
const { LegacyFakeTimers, ModernFakeTimers } = requireFromEnvironment('@jest/fake-timers');
const { ModuleMocker } = requireFromEnvironment('jest-mock');
const { hostContext } = require('./host-context.cjs');

/** Globals in which packages store their state: the engine of TensorFlow.js. They are not reverted, because the packages stay loaded. */
const GLOBALS_OF_PACKAGES = ['_tfengine', '_tfGlobals'];

/** Records the own properties of an object. Returns a function that restores them and deletes all others. */
function recordProperties(object) {
  const originalProperties = Object.getOwnPropertyDescriptors(object);
  return () => {
    for (const key of Reflect.ownKeys(object))
      if (!Object.hasOwn(originalProperties, key) && !GLOBALS_OF_PACKAGES.includes(key)) delete object[key];
    for (const key of Reflect.ownKeys(originalProperties)) {
      const { value, get } = Object.getOwnPropertyDescriptor(object, key) ?? {};
      if (value !== originalProperties[key].value || get !== originalProperties[key].get)
        Object.defineProperty(object, key, originalProperties[key]);
    }
  };
}

/** Records the listeners of the process. Returns a function that removes all listeners added later. */
function recordListeners() {
  const originalListeners = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
  return () => {
    for (const name of process.eventNames())
      for (const listener of process.rawListeners(name))
        if (!originalListeners.get(name)?.includes(listener)) process.removeListener(name, listener);
  };
}

module.exports = class HostEnvironment {
  constructor({ projectConfig }) {
    this.restore = [recordProperties(globalThis), recordProperties(process.env), recordListeners()];
    const { exit } = process;
    this.restore.push(() => {
      process.exit = exit;
    });
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    const timers = { config: projectConfig, global: globalThis };
    this.fakeTimers = new LegacyFakeTimers({
      ...timers,
      moduleMocker: this.moduleMocker,
      timerConfig: { idToRef: (timer) => timer, refToId: (timer) => timer },
    });
    this.fakeTimersModern = new ModernFakeTimers(timers);
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    for (const restore of this.restore) restore();
    // Jest checks this field, so that no module is evaluated after the teardown of the environment.
    this.global = null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return this.global && hostContext;
  }
};
