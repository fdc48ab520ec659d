// Test environment of front-end tests. Tests of components (`.tsx`) and tests with `@jest-environment-options {"dom": true}` have a DOM.
// All other tests check plain functions. Creating a DOM and loading the testing library would take most of their time.
const DomEnvironment = require('./dom-environment.cjs');
const HostEnvironment = require('./host-environment.cjs');

module.exports = class {
  constructor(config, context) {
    const hasDom = context.testPath.endsWith('.tsx') || config.projectConfig.testEnvironmentOptions.dom === true;
    return new (hasDom ? DomEnvironment : HostEnvironment)(config, context);
  }
};
