require('@testing-library/jest-dom');
const { configure } = require('@testing-library/react');
// A second, the library's default, is too short for a dialog on a machine that builds and tests at once.
configure({ asyncUtilTimeout: 8000 });
// jsdom has no canvas; the canvas view is seen in the browser tests, its document in the headless editor.
/* global HTMLCanvasElement */
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
