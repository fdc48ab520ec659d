// Tests `getComputedStyle` of the front-end test environment (`tools/jest/dom-environment.cjs`), which is faster than jsdom's own.

let style: HTMLStyleElement;
let element: HTMLElement;
beforeEach(() => {
  style = document.head.appendChild(document.createElement('style'));
  style.textContent = '.first { display: block } p.first, .second { display: flex } .parent .first { cursor: help }';
  element = document.body.appendChild(document.createElement('p'));
  element.className = 'first';
});
afterEach(() => {
  style.remove();
  element.remove();
});

const getStyleSheet = () => style.sheet as CSSStyleSheet;
const readProperty = (property: string) => getComputedStyle(element).getPropertyValue(property);

it('applies matching rules in the order of the sheet, and inline styles last', () => {
  expect(readProperty('display')).toBe('flex');
  getStyleSheet().insertRule('.first { display: grid }', getStyleSheet().cssRules.length);
  element.title = 'changed';
  expect(readProperty('display')).toBe('grid');
  element.style.display = 'inline';
  expect(readProperty('display')).toBe('inline');
});

it('applies rules that were inserted at the start or followed a deleted rule', () => {
  expect(readProperty('display')).toBe('flex');
  getStyleSheet().insertRule('p { visibility: hidden; display: none }', 0);
  getStyleSheet().deleteRule(2);
  element.title = 'changed';
  expect([readProperty('visibility'), readProperty('display')]).toEqual(['hidden', 'block']);
});

it('applies rules of media queries for screens, of attributes and of parents', () => {
  getStyleSheet().insertRule('@media screen { .first { color: red } }', 0);
  getStyleSheet().insertRule('@media print { .first { color: green } }', 1);
  getStyleSheet().insertRule('[title] { pointer-events: none }', 0);
  element.title = 'changed';
  expect([readProperty('color'), readProperty('pointer-events'), readProperty('cursor')]).toEqual(['red', 'none', '']);
  document.body.className = 'parent';
  expect(readProperty('cursor')).toBe('help');
  document.body.className = '';
  expect(readProperty('cursor')).toBe('');
});

it('computes the style again after the document has changed', () => {
  expect(readProperty('display')).toBe('flex');
  element.className = 'second';
  expect([readProperty('display'), readProperty('visibility')]).toEqual(['flex', 'visible']);
  element.className = '';
  expect(readProperty('display')).toBe('block');
  document.body.style.visibility = 'hidden';
  expect(readProperty('visibility')).toBe('hidden');
  document.body.removeAttribute('style');
  element.hidden = true;
  expect(readProperty('display')).toBe('none');
});
