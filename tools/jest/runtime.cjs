// Module runtime for Jest that compiles each module once per worker. Jest's own runtime compiles all modules again for each test file.
// This took 0.2 s per front-end test file and 0.3 s per server test file. A compiled script can run in the contexts of many test files;
// each run evaluates the module again.
const { createRequire } = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { hostContext } = require('./host-context.cjs');
const { selectStateless } = require('./shared-modules.cjs');

const scriptsByFile = new Map();
const { compileFunction } = vm;

/**
 * Globals that no test replaces. In a separate context, an access to a global is about a hundred times slower than an access to a variable.
 * So modules receive these globals as parameters of an outer function.
 */
const CONSTANT_GLOBALS = [
  ...['Array', 'Boolean', 'Error', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'Reflect', 'RegExp', 'Set', 'String'],
  ...['Symbol', 'TypeError', 'WeakMap', 'WeakSet', 'isNaN', 'parseFloat', 'parseInt'],
  ...['document', 'window'],
];

/** Replaces `vm.compileFunction`, with which Jest compiles a module. */
vm.compileFunction = function compileFunctionOnce(source, parameters, options) {
  const { filename, parsingContext, importModuleDynamically } = options;
  if (parsingContext === undefined) return compileFunction(source, parameters, options);
  const isSeparate = parsingContext !== hostContext;
  const outerHead = isSeparate ? `(function (${CONSTANT_GLOBALS.join(', ')}) { return ` : '';
  const head = `${outerHead}(function (${parameters.join(', ')}) {`;
  let entry = scriptsByFile.get(filename);
  if (entry === undefined || entry.source !== source || entry.head !== head) {
    entry = { source, head };
    entry.script = new vm.Script(`${head}${source}\n})${isSeparate ? '})' : ''}`, {
      filename,
      // The head is an addition to the source. Without this offset, stack traces and breakpoints would show wrong columns.
      columnOffset: -head.length,
      importModuleDynamically: (...request) => entry.importModuleDynamically(...request),
    });
    scriptsByFile.set(filename, entry);
  }
  // Use the import function of the current test file, because another test file may have compiled the script.
  entry.importModuleDynamically = importModuleDynamically;
  if (!isSeparate) return entry.script.runInThisContext();
  return entry.script.runInContext(parsingContext)(...getConstantGlobals(parsingContext));
};

const globalsByContext = new WeakMap();

function getConstantGlobals(context) {
  let globals = globalsByContext.get(context);
  if (!globals) {
    globals = vm.runInContext(`[${CONSTANT_GLOBALS.map((name) => `globalThis.${name}`).join(', ')}]`, context);
    globalsByContext.set(context, globals);
  }
  return globals;
}

// Load the instance of `jest-runtime` that Jest's runner uses.
const requireFromJest = ['@jest/core', 'jest-runner'].reduce(
  (from, name) => createRequire(from.resolve(name)),
  createRequire(require.resolve('jest')),
);
const { default: Runtime } = requireFromJest('jest-runtime');

const isPath = (name) => name.startsWith('.') || path.isAbsolute(name);

/** Stateless modules by file. Later test files of the same worker use them again. */
const sharedModules = new Map();
/** Paths of source maps. Stack traces also need the maps of modules that an earlier test file has loaded. */
const sourceMaps = new Map();
let currentRuntime;

/**
 * For test files that run in Node's own realm, evaluates packages and stateless modules of the server once per worker. All other modules
 * are evaluated again for each test file, so that test files do not share state of this repository.
 */
module.exports = class extends Runtime {
  /** Whether the test file has mocks. It then uses no shared modules, because a mock may replace a module that they import. */
  hasMocks = false;

  constructor(...options) {
    super(...options);
    this.transformCache.sourceMaps = sourceMaps;
    currentRuntime = this;
  }

  requireModule(from, name, options, isRequireActual) {
    const loadModule = () => super.requireModule(from, name, options, isRequireActual);
    if (name === undefined || options?.isInternalModule || !this.isInHostRealm() || this._resolution.isCoreModule(name))
      return loadModule();
    const file = this._resolution.resolveCjs(from, name);
    if (!isPath(name) && file.includes('/node_modules/')) return require(file);
    if (this.hasMocks || this.registries.isIsolated()) return loadModule();
    return sharedModules.get(file)?.exports ?? loadModule();
  }

  /** Delegates to the runtime of the current test file, because a shared module may import another module while a later file runs. */
  requireModuleOrMock(from, name) {
    if (currentRuntime !== this && sharedModules.has(from)) return currentRuntime.requireModuleOrMock(from, name);
    return super.requireModuleOrMock(from, name);
  }

  setMock(...mock) {
    this.hasMocks = true;
    super.setMock(...mock);
  }

  teardown() {
    if (this.isInHostRealm() && !this.hasMocks) {
      const modules = [...sharedModules.values(), ...this.registries.getActiveCjsRegistry().values()];
      for (const module of selectStateless(modules)) sharedModules.set(module.filename, module);
    }
    super.teardown();
  }

  isInHostRealm() {
    return this._environment.getVmContext() === hostContext;
  }
};
