// jsdom with faster computed styles. Queries such as `getByRole` read the computed style of every element, which took a
// quarter of the time of all front-end tests.
const { createRequire } = require('node:module');

const requireFromEnvironment = createRequire(require.resolve('jest-environment-jsdom'));
const requireFromJsdom = createRequire(requireFromEnvironment.resolve('jsdom'));
const selectors = requireFromJsdom('./jsdom/living/helpers/selectors.js');

/**
 * Returns the element names and classes of which an element needs one to match the selector, or null if elements without them
 * can match too.
 */
function readRequirements(selector) {
  // Rules such as `@keyframes` have no selector.
  if (selector === undefined) return null;
  let withoutArguments = selector;
  for (let previous = ''; previous !== withoutArguments;) {
    previous = withoutArguments;
    withoutArguments = previous.replace(/\([^()]*\)|\[[^\][]*\]/g, '');
  }
  if (/["'\\()[\]|&]/.test(withoutArguments)) return null;
  const requirements = { names: new Set(), classes: [] };
  for (const part of withoutArguments.split(',')) {
    const [, name, className] = /(?:^|[\s>+~])(?:([a-z][\w-]*)|\.([\w-]+))[^\s>+~]*$/i.exec(part.trim()) ?? [];
    if (name) requirements.names.add(name.toLowerCase());
    else if (className) requirements.classes.push(className);
    else return null;
  }
  return requirements;
}

function canMatch(element, { names, classes }) {
  if (names.has(element._localName.toLowerCase())) return true;
  if (classes.length === 0) return false;
  const attribute = element.getAttributeNS(null, 'class');
  return attribute !== null && classes.some((className) => attribute.includes(className));
}

// The selector engine takes long for each rule of the browser and of Fluent, and most rules concern other elements.
const { matchesDontThrow } = selectors;
const requirementsBySelector = new Map();
selectors.matchesDontThrow = (element, selector) => {
  let requirements = requirementsBySelector.get(selector);
  if (requirements === undefined) requirementsBySelector.set(selector, (requirements = readRequirements(selector)));
  return (requirements === null || canMatch(element, requirements)) && matchesDontThrow(element, selector);
};

// Computed colours are inherited through all ancestors for 13 properties of each element, and no test reads them. Declared
// colours can still be read.
const { propertiesWithResolvedValueImplemented: resolved } = requireFromJsdom('./jsdom/living/helpers/style-rules.js');
for (const [property, { computedValue }] of Object.entries(resolved))
  if (computedValue === 'computed-color') delete resolved[property];

module.exports = require('jest-environment-jsdom');
