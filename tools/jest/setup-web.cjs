// Tests of plain functions run without a DOM.
if (typeof document !== 'undefined') require('./setup-dom.cjs');
