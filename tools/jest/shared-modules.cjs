// Selects the modules of this repository that are evaluated once per worker instead of once per test file. These modules have no state
// and import no module with state, so test files cannot influence each other.
const { readFileSync } = require('node:fs');
const path = require('node:path');

const REPOSITORY_ROOT = path.resolve(__dirname, '../..');
/** Matches modules of the server and the contract, but not tests and their helpers. */
const PRODUCT_MODULE = /^(server|server\/demo|server\/learner|shared-contract)\/src\/(?!.*(\/testing\/|\.test\.ts$)).*\.ts$/;
/** Classes whose instances may exist at the top level of a stateless module. The keys of a `WeakMap` belong to one test file. */
const STATELESS_CLASSES = 'WeakMap|WeakSet|Date|RegExp|Uint8Array|XMLParser|Resource|ShapeResource|TaskMembers';
/**
 * Matches code that creates state at the top level of a module: a variable, an empty collection or an instance. Also matches the result of
 * a memo function or closure, and a static field of a class.
 */
const STATEFUL_CODE = new RegExp(
  [
    '^(export )?(let |var |const \\w+(: .+)? =\\s+(',
    `new (?!(${STATELESS_CLASSES})\\b|(Set|Map)(<.*>)?\\([^)])|\\[\\](?! as const)|\\{\\};|\\(\\(\\) =>|`,
    '\\w*([mM]emo|[oO]nce|[lL]azy|[cC]ache)\\w*[(<]))|',
    '^  ((private|protected|public) )?static (?!readonly|async |get |\\w+[(<])',
  ].join(''),
  'm',
);
/** Whether the source of a module declares state. The source must be formatted by oxfmt. */
function hasState(source) {
  return STATEFUL_CODE.test(source) || assignsToConstant(source);
}

/** Whether a module assigns to a property or an element of a constant, class or function at its top level. */
function assignsToConstant(source) {
  const names = [...source.matchAll(/^(?:export )?(?:async )?(?:const|class|function) (\w+)/gm)].map(([, name]) => name);
  if (names.length === 0) return false;
  const targetPattern = `(?<![\\w.])(${names.join('|')})(\\.\\w+|\\[[^\\]\\n]+\\])+`;
  return new RegExp(`${targetPattern} ([-+*/]|\\?\\?|\\|\\||&&)?= `).test(source);
}

const isStatelessByFile = new Map();

/** Whether a file is a module of the product that has no state itself. Its imports are not checked. */
function isStateless(file) {
  let isFileStateless = isStatelessByFile.get(file);
  if (isFileStateless === undefined) {
    isFileStateless = PRODUCT_MODULE.test(path.relative(REPOSITORY_ROOT, file)) && !hasState(readFileSync(file, 'utf8'));
    isStatelessByFile.set(file, isFileStateless);
  }
  return isFileStateless;
}

/** Selects the modules that are stateless and import only stateless modules, directly and indirectly. */
function selectStateless(modules, isOwnStateless = isStateless) {
  const selected = new Set(modules.filter(({ loaded, filename }) => loaded && isOwnStateless(filename)));
  let size;
  do {
    ({ size } = selected);
    for (const module of selected) if (!module.children.every((child) => selected.has(child))) selected.delete(module);
  } while (selected.size < size);
  return selected;
}

module.exports = { hasState, selectStateless };
