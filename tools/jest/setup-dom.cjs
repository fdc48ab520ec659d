require('@testing-library/jest-dom');
const { configure, getConfig } = require('@testing-library/react');
const { getElementError } = getConfig();

/**
 * Returns the error of a query without matches. `waitFor` and `findBy` discard this error after all attempts but the last, so
 * the page is printed only when the message is read. Printing it for each attempt took 10 % of the time of front-end tests.
 */
function createElementError(message, container) {
  // The library sets this flag during the attempts of `waitFor`.
  if (!getConfig()._disableExpensiveErrorDiagnostics) return getElementError(message, container);
  const error = new Error(message);
  error.name = 'TestingLibraryElementError';
  let printed;
  return Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => (printed ??= getElementError(message, container).message),
  });
}

// The library's default of 1 s is too short for a dialog on a busy machine.
configure({ asyncUtilTimeout: 8000, getElementError: createElementError });
// jsdom has no canvas, so tests get a stub of the drawing context. Browser tests cover the canvas view.
const context = new Proxy(
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
HTMLCanvasElement.prototype.getContext = () => context;
