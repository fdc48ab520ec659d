const path = require('node:path');
require('@testing-library/jest-dom');
const { configure, getConfig } = require('@testing-library/react');
const { getElementError } = getConfig();

/**
 * Returns the error of a query without matches. Its message contains the printed page, which is created only when the message is read:
 * `waitFor` and `findBy` discard the errors of all attempts except the last. Printing the page for each attempt took 10 % of the time of
 * front-end tests.
 */
function createElementError(message, container) {
  // The testing library sets this flag while `waitFor` repeats its attempts.
  if (!getConfig()._disableExpensiveErrorDiagnostics) return getElementError(message, container);
  const error = new Error(message);
  error.name = 'TestingLibraryElementError';
  let printedMessage;
  return Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => (printedMessage ??= getElementError(message, container).message),
  });
}

// The library's default timeout of 1 s is too short for opening a dialog on a busy machine.
configure({ asyncUtilTimeout: 8000, getElementError: createElementError });

// Turn off owner stacks: React's development build records a stack trace for each of up to 10,000 elements per second. This took 10 %
// of the time of front-end tests, and nothing reads the traces. Errors keep their own stack traces and component stacks.
const react = require(require.resolve('react', { paths: [path.resolve(__dirname, '../../shared-ui')] }));
Object.defineProperty(react.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set() {},
});

// jsdom has no canvas, so tests get a stub of the drawing context. Browser tests cover drawing on the canvas.
const canvasContext = new Proxy(
  {},
  {
    get: (target, key) =>
      key in target
        ? target[key]
        : key === 'measureText'
          ? () => ({ width: 10 })
          : key === 'getImageData'
            ? () => ({ data: new Uint8ClampedArray(4) })
            : () => undefined,
    set: (target, key, value) => {
      target[key] = value;
      return true;
    },
  },
);
HTMLCanvasElement.prototype.getContext = () => canvasContext;
