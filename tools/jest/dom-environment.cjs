// Test environment with jsdom and faster computed styles. Queries such as `getByRole` read two properties of the computed style of every
// element. In jsdom, computing the complete styles took a quarter of the time of all front-end tests.
const { createRequire } = require('node:module');

const requireFromEnvironment = createRequire(require.resolve('jest-environment-jsdom'));
const requireFromJsdom = createRequire(requireFromEnvironment.resolve('jsdom'));
const cssom = requireFromJsdom('rrweb-cssom');
const { CSSStyleDeclaration } = requireFromJsdom('cssstyle');
const defaultStyleSheet = cssom.parse(requireFromJsdom('./jsdom/browser/default-stylesheet.js'));
const { implForWrapper } = requireFromJsdom('./jsdom/living/generated/utils.js');
const { matchesDontThrow } = requireFromJsdom('./jsdom/living/helpers/selectors.js');
const styleRules = requireFromJsdom('./jsdom/living/helpers/style-rules.js');

const requirementsBySelector = new Map();

/**
 * Returns element names and classes, of which an element needs at least one to match the selector. Returns null if elements without them
 * can match, too. If `isExact` is true, every element with one of these names or classes matches.
 */
function getRequirements(selector) {
  let requirements = requirementsBySelector.get(selector);
  if (requirements === undefined) requirementsBySelector.set(selector, (requirements = readRequirements(selector)));
  return requirements;
}

function readRequirements(selector) {
  let withoutArguments = selector;
  for (let previous = ''; previous !== withoutArguments;) {
    previous = withoutArguments;
    withoutArguments = previous.replace(/\([^()]*\)|\[[^\][]*\]/g, '');
  }
  if (/["'\\()[\]|&]/.test(withoutArguments)) return null;
  const isExact = selector.split(',').every((part) => /^\s*\.?[a-z][\w-]*\s*$/i.test(part));
  const requirements = { names: new Set(), classes: new Set(), isExact };
  for (const part of withoutArguments.split(',')) {
    const [, name, className] = /(?:^|[\s>+~])(?:([a-z][\w-]*)|\.([\w-]+))[^\s>+~]*$/i.exec(part.trim()) ?? [];
    if (name) requirements.names.add(name.toLowerCase());
    else if (className) requirements.classes.add(className);
    else return null;
  }
  return requirements;
}

/** Properties that queries, simulated clicks and Tabster read from thousands of elements, with their initial values. */
const INITIAL_VALUES = { display: '', opacity: '', position: '', visibility: 'visible', 'pointer-events': 'auto' };
const INHERITED_PROPERTIES = ['visibility', 'pointer-events'];

/** Index of style rules by element name and class. Of thousands of rules, only few can match an element. */
class RuleIndex {
  byName = new Map();
  byClass = new Map();
  unindexedEntries = [];

  addRule(rule, position) {
    const requirements = getRequirements(rule.selectorText);
    const entry = { position, rule, isExact: requirements?.isExact ?? false };
    for (const name of requirements?.names ?? []) addToList(this.byName, name, entry);
    for (const className of requirements?.classes ?? []) addToList(this.byClass, className, entry);
    if (requirements === null) this.unindexedEntries.push(entry);
  }

  /** Lists the declarations of the rules that match the element, in the order of the sheet. */
  listStyles(element) {
    const entries = new Set(this.unindexedEntries);
    for (const entry of this.byName.get(element._localName.toLowerCase()) ?? []) entries.add(entry);
    if (this.byClass.size > 0)
      for (const className of (element.getAttributeNS(null, 'class') ?? '').split(/\s+/))
        for (const entry of this.byClass.get(className) ?? []) entries.add(entry);
    return [...entries]
      .filter(({ rule, isExact }) => isExact || matchesDontThrow(element, rule.selectorText))
      .sort((a, b) => a.position - b.position)
      .map(({ rule }) => rule.style);
  }
}

/** Indexes of a style sheet: one with all rules, and one for each property of `INITIAL_VALUES` with the rules that declare it. */
class SheetIndex {
  length = 0;
  all = new RuleIndex();
  byProperty = Object.fromEntries(Object.keys(INITIAL_VALUES).map((property) => [property, new RuleIndex()]));

  addRules({ cssRules }) {
    for (; this.length < cssRules.length; this.length += 1)
      for (const rule of listRules(cssRules[this.length])) {
        if (rule.selectorText === undefined) continue;
        this.all.addRule(rule, this.length);
        for (const property of Array.from(rule.style)) this.byProperty[property]?.addRule(rule, this.length);
      }
  }
}

/** Returns the rule itself, or the rules within a media query. As in jsdom, only media queries for `screen` apply. */
function listRules(rule) {
  if (!rule.media) return [rule];
  return Array.prototype.includes.call(rule.media, 'screen') ? rule.cssRules : [];
}

function addToList(lists, key, entry) {
  const list = lists.get(key);
  if (list) list.push(entry);
  else lists.set(key, [entry]);
}

const indexBySheet = new WeakMap();

function getIndex(sheet) {
  let index = indexBySheet.get(sheet);
  if (!index) indexBySheet.set(sheet, (index = new SheetIndex()));
  index.addRules(sheet);
  return index;
}

// A rule that is inserted at the end of a sheet is added to the existing index. Any other change discards the index of the sheet.
const { insertRule, deleteRule } = cssom.CSSStyleSheet.prototype;
cssom.CSSStyleSheet.prototype.insertRule = function (rule, position) {
  if (position < this.cssRules.length) indexBySheet.delete(this);
  return insertRule.call(this, rule, position);
};
cssom.CSSStyleSheet.prototype.deleteRule = function (position) {
  indexBySheet.delete(this);
  deleteRule.call(this, position);
};

function listSheets(element) {
  return [defaultStyleSheet, ...element._ownerDocument.styleSheets._list];
}

/** Returns the style that the style sheets and the element's `style` attribute declare. */
function declareStyle(element) {
  const declaration = new CSSStyleDeclaration();
  const copyDeclarations = (style) => {
    for (const property of Array.from(style)) {
      const value = style.getPropertyValue(property);
      if (value === 'unset') declaration.removeProperty(property);
      else declaration.setProperty(property, value, style.getPropertyPriority(property));
    }
  };
  for (const sheet of listSheets(element)) for (const style of getIndex(sheet).all.listStyles(element)) copyDeclarations(style);
  copyDeclarations(element.style);
  return declaration;
}

// Cache the declared style of each element in jsdom's cache of the document, which jsdom discards when the document changes.
styleRules.getDeclarationForElement = (element) => {
  const document = element._ownerDocument;
  document._styleCache ??= new WeakMap();
  let declaration = document._styleCache.get(element);
  if (!declaration) document._styleCache.set(element, (declaration = declareStyle(element)));
  return declaration;
};

// Do not compute colours: jsdom would look through all ancestors for 13 properties of each element, and no test reads the results.
// Declared colours can still be read.
const { propertiesWithResolvedValueImplemented: resolvedProperties } = styleRules;
for (const [property, { computedValue }] of Object.entries(resolvedProperties))
  if (computedValue === 'computed-color') delete resolvedProperties[property];

const normalizedValues = new Map();

/** Converts a value to the notation of computed styles. Returns null for an invalid value. */
function normalizeValue(property, value) {
  const key = `${property}:${value}`;
  let normalized = normalizedValues.get(key);
  if (normalized === undefined) {
    const declaration = new CSSStyleDeclaration();
    declaration.setProperty(property, value);
    normalizedValues.set(key, (normalized = declaration.getPropertyValue(property) || null));
  }
  return normalized;
}

/** Computes one of the properties of `INITIAL_VALUES`, with the same result as jsdom. */
function computeProperty(element, property) {
  let computedValueText = '';
  const applyStyle = (style) => {
    const value = style.getPropertyValue(property);
    if (value === 'unset') computedValueText = '';
    else if (value) computedValueText = normalizeValue(property, value) ?? computedValueText;
  };
  for (const sheet of listSheets(element)) getIndex(sheet).byProperty[property].listStyles(element).forEach(applyStyle);
  applyStyle(element.style);
  if (computedValueText) return computedValueText;
  const parent = INHERITED_PROPERTIES.includes(property) ? element.parentElement : null;
  return parent ? getProperty(parent, property) : INITIAL_VALUES[property];
}

/** Computed styles by element. The key is jsdom's style cache of a document, which jsdom discards when the document changes. */
const elementsByDocument = new WeakMap();

function getElementCache(element) {
  const document = element._ownerDocument;
  document._styleCache ??= new WeakMap();
  let elements = elementsByDocument.get(document._styleCache);
  if (!elements) elementsByDocument.set(document._styleCache, (elements = new WeakMap()));
  let cache = elements.get(element);
  if (!cache) elements.set(element, (cache = { properties: {}, style: null }));
  return cache;
}

function getProperty(element, property) {
  const { properties } = getElementCache(element);
  return (properties[property] ??= computeProperty(element, property));
}

const PROPERTY_BY_KEY = {
  ...Object.fromEntries(Object.keys(INITIAL_VALUES).map((name) => [name, name])),
  pointerEvents: 'pointer-events',
};

/**
 * Creates a computed style whose properties are computed when they are read. Each property of `INITIAL_VALUES` is computed separately, and
 * all other properties are computed together.
 */
function createLazyStyle(element, computeAll) {
  let completeStyle;
  const getAll = () => (completeStyle ??= computeAll());
  const getPropertyValue = (name) =>
    Object.hasOwn(INITIAL_VALUES, name) ? getProperty(element, name) : getAll().getPropertyValue(name);
  const getStyleProperty = (_, key) => {
    if (Object.hasOwn(PROPERTY_BY_KEY, key)) return getProperty(element, PROPERTY_BY_KEY[key]);
    if (key === 'getPropertyValue') return getPropertyValue;
    const value = getAll()[key];
    return typeof value === 'function' ? value.bind(getAll()) : value;
  };
  const forward =
    (name) =>
    (_, ...args) =>
      Reflect[name](getAll(), ...args);
  const forwardedTraps = ['has', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf'];
  return new Proxy({}, { get: getStyleProperty, ...Object.fromEntries(forwardedTraps.map((name) => [name, forward(name)])) });
}

/** Lets `getComputedStyle` compute properties only when they are read, and at most once until the document changes. */
function computeStylesLazily(window) {
  const { getComputedStyle } = window;
  window.getComputedStyle = (wrapper, pseudoElement) => {
    const element = implForWrapper(wrapper);
    if (!element?._ownerDocument || pseudoElement) return getComputedStyle(wrapper, pseudoElement);
    const cache = getElementCache(element);
    return (cache.style ??= createLazyStyle(element, () => getComputedStyle(wrapper)));
  };
}

const { TestEnvironment } = require('jest-environment-jsdom');

module.exports = class extends TestEnvironment {
  constructor(...args) {
    super(...args);
    computeStylesLazily(this.global);
  }
};
