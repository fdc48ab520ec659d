// Jest's module runtime, which compiles each module once per worker. Jest compiles all modules again for each test file, which
// took 0.2 s per front-end test file and 0.3 s per server test file. A compiled script runs in any number of contexts. Each
// run evaluates the module again, so test files share no state.
const { createRequire } = require('node:module');
const vm = require('node:vm');

const scriptsByFile = new Map();
const { compileFunction } = vm;

/** Replaces the function of Node that Jest compiles a module with. */
vm.compileFunction = function compileFunctionOnce(source, parameters, options) {
  const { filename, parsingContext, importModuleDynamically } = options;
  if (parsingContext === undefined) return compileFunction(source, parameters, options);
  const head = `(function (${parameters.join(', ')}) {`;
  let entry = scriptsByFile.get(filename);
  if (entry === undefined || entry.source !== source || entry.head !== head) {
    entry = { source, head };
    entry.script = new vm.Script(`${head}${source}\n})`, {
      filename,
      // Stack traces and breakpoints show the columns of the source without the head.
      columnOffset: -head.length,
      importModuleDynamically: (...request) => entry.importModuleDynamically(...request),
    });
    scriptsByFile.set(filename, entry);
  }
  // Dynamic imports belong to the current test file.
  entry.importModuleDynamically = importModuleDynamically;
  return entry.script.runInContext(parsingContext);
};

// The runtime is a dependency of Jest's runner, which must load the same instance.
const load = ['@jest/core', 'jest-runner'].reduce(
  (from, name) => createRequire(from.resolve(name)),
  createRequire(require.resolve('jest')),
);
module.exports = load('jest-runtime');
