// jsdom with faster computed styles. Queries such as `getByRole` read the computed style of every element, which took a
// quarter of the time of all front-end tests.
const { createRequire } = require('node:module');

const requireFromEnvironment = createRequire(require.resolve('jest-environment-jsdom'));
const requireFromJsdom = createRequire(requireFromEnvironment.resolve('jsdom'));
const cssom = requireFromJsdom('rrweb-cssom');
const { CSSStyleDeclaration } = requireFromJsdom('cssstyle');
const defaultStyleSheet = cssom.parse(requireFromJsdom('./jsdom/browser/default-stylesheet.js'));
const { implForWrapper } = requireFromJsdom('./jsdom/living/generated/utils.js');
const { matchesDontThrow } = requireFromJsdom('./jsdom/living/helpers/selectors.js');
const styleRules = requireFromJsdom('./jsdom/living/helpers/style-rules.js');

/**
 * Returns the element names and classes of which an element needs one to match the selector, or null if elements without them
 * can match too.
 */
function readRequirements(selector) {
  let withoutArguments = selector;
  for (let previous = ''; previous !== withoutArguments;) {
    previous = withoutArguments;
    withoutArguments = previous.replace(/\([^()]*\)|\[[^\][]*\]/g, '');
  }
  if (/["'\\()[\]|&]/.test(withoutArguments)) return null;
  const requirements = { names: new Set(), classes: new Set() };
  for (const part of withoutArguments.split(',')) {
    const [, name, className] = /(?:^|[\s>+~])(?:([a-z][\w-]*)|\.([\w-]+))[^\s>+~]*$/i.exec(part.trim()) ?? [];
    if (name) requirements.names.add(name.toLowerCase());
    else if (className) requirements.classes.add(className);
    else return null;
  }
  return requirements;
}

/** The rules of a style sheet by element name and class, because most of the thousands of rules concern other elements. */
class RuleIndex {
  length = 0;
  byName = new Map();
  byClass = new Map();
  others = [];

  addRules({ cssRules }) {
    for (; this.length < cssRules.length; this.length += 1) {
      const rule = cssRules[this.length];
      const { selectorText, media } = rule;
      const entry = { position: this.length, rule };
      const requirements = selectorText === undefined ? null : readRequirements(selectorText);
      for (const name of requirements?.names ?? []) addToList(this.byName, name, entry);
      for (const className of requirements?.classes ?? []) addToList(this.byClass, className, entry);
      if (requirements === null && (selectorText !== undefined || media)) this.others.push(entry);
    }
  }

  /** Lists the rules that may match the element, in the order of the sheet. */
  listCandidates(element) {
    const entries = new Set(this.others);
    for (const entry of this.byName.get(element._localName.toLowerCase()) ?? []) entries.add(entry);
    for (const className of (element.getAttributeNS(null, 'class') ?? '').split(/\s+/))
      for (const entry of this.byClass.get(className) ?? []) entries.add(entry);
    return [...entries].sort((a, b) => a.position - b.position).map(({ rule }) => rule);
  }
}

function addToList(lists, key, entry) {
  const list = lists.get(key);
  if (list) list.push(entry);
  else lists.set(key, [entry]);
}

const indexBySheet = new WeakMap();

function getIndex(sheet) {
  let index = indexBySheet.get(sheet);
  if (!index) indexBySheet.set(sheet, (index = new RuleIndex()));
  index.addRules(sheet);
  return index;
}

// Rules at the end are added to the index. Other changes start a new one.
const { insertRule, deleteRule } = cssom.CSSStyleSheet.prototype;
cssom.CSSStyleSheet.prototype.insertRule = function (rule, position) {
  if (position < this.cssRules.length) indexBySheet.delete(this);
  return insertRule.call(this, rule, position);
};
cssom.CSSStyleSheet.prototype.deleteRule = function (position) {
  indexBySheet.delete(this);
  deleteRule.call(this, position);
};

/** Lists the rules of a candidate: itself, or the rules of a media query. Like jsdom, this knows the medium `screen` only. */
function listRules(rule) {
  if (!rule.media) return [rule];
  return Array.prototype.includes.call(rule.media, 'screen') ? rule.cssRules : [];
}

/** Returns the style that the sheets and the element's own attribute declare. */
function declareStyle(element) {
  const declaration = new CSSStyleDeclaration();
  const copy = (style) => {
    for (const property of Array.from(style)) {
      const value = style.getPropertyValue(property);
      if (value === 'unset') declaration.removeProperty(property);
      else declaration.setProperty(property, value, style.getPropertyPriority(property));
    }
  };
  for (const sheet of [defaultStyleSheet, ...element._ownerDocument.styleSheets._list])
    for (const rule of getIndex(sheet).listCandidates(element).flatMap(listRules))
      if (matchesDontThrow(element, rule.selectorText)) copy(rule.style);
  copy(element.style);
  return declaration;
}

// jsdom discards the cache of a document when the document changes.
styleRules.getDeclarationForElement = (element) => {
  const document = element._ownerDocument;
  document._styleCache ??= new WeakMap();
  let declaration = document._styleCache.get(element);
  if (!declaration) document._styleCache.set(element, (declaration = declareStyle(element)));
  return declaration;
};

// Computed colours are inherited through all ancestors for 13 properties of each element, and no test reads them. Declared
// colours can still be read.
const { propertiesWithResolvedValueImplemented: resolved } = styleRules;
for (const [property, { computedValue }] of Object.entries(resolved))
  if (computedValue === 'computed-color') delete resolved[property];

const computedStyles = new WeakMap();

/** Makes the window compute the style of an element once until the document changes. */
function cacheComputedStyles(window) {
  const { getComputedStyle } = window;
  window.getComputedStyle = (element, pseudoElement) => {
    const document = implForWrapper(element)?._ownerDocument;
    if (!document || pseudoElement) return getComputedStyle(element, pseudoElement);
    const cached = computedStyles.get(document._styleCache)?.get(element);
    if (cached) return cached;
    const style = getComputedStyle(element);
    let styles = computedStyles.get(document._styleCache);
    if (!styles) computedStyles.set(document._styleCache, (styles = new WeakMap()));
    styles.set(element, style);
    return style;
  };
}

const { TestEnvironment } = require('jest-environment-jsdom');

module.exports = class extends TestEnvironment {
  constructor(...args) {
    super(...args);
    cacheComputedStyles(this.global);
  }
};
