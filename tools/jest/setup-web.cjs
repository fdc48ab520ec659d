// Tests of plain functions have no DOM.
if (typeof document !== 'undefined') require('./setup-dom.cjs');
