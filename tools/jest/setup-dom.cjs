require('@testing-library/jest-dom');
const { configure } = require('@testing-library/react');
// The library's default of 1 s is too short for a dialog on a busy machine.
configure({ asyncUtilTimeout: 8000 });
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
