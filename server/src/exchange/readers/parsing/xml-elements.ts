import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { UnreadableError } from '../reader/reader';
import { readText } from './text';

export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** The text directly in the element. */
  text: string;
}

/** Limits for one requested element. */
const MAX_ELEMENT_CHARACTERS = 32_000_000;
const MAX_NESTED_ELEMENTS = 500_000;
const MAX_DEPTH = 100;

/**
 * Streams the elements with these names, including their content. Other elements are not stored. Entities that a file declares are errors,
 * so none can expand to a huge text. `onOtherChild` receives the names of the other children of the root. Throws UnreadableError for
 * invalid XML.
 */
export async function* readXmlElements(
  source: Readable,
  names: readonly string[],
  onOtherChild?: (name: string) => void,
): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser();
  const completedElements: XmlElement[] = [];
  const openElements: XmlElement[] = [];
  let depth = 0;
  let [characterCount, elementCount] = [0, 0];
  let parseError: Error | null = null;
  const reject = (reason: string) => {
    parseError ??= new UnreadableError(reason);
  };
  parser.on('error', (error) => reject(`Invalid XML: ${error.message}`));
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) reject(`Elements are nested more than ${MAX_DEPTH} levels deep.`);
    if (openElements.length === 0 && !names.includes(name)) {
      if (depth === 2) onOtherChild?.(name);
      return;
    }
    if (openElements.length === 0) [characterCount, elementCount] = [0, 0];
    elementCount += 1;
    if (elementCount > MAX_NESTED_ELEMENTS) reject(`One element contains more than ${MAX_NESTED_ELEMENTS} others.`);
    openElements.push({ name, attributes: attributes as Record<string, string>, children: [], text: '' });
  });
  const addText = (text: string) => {
    const element = openElements.at(-1);
    if (!element) return;
    element.text += text;
    characterCount += text.length;
    if (characterCount > MAX_ELEMENT_CHARACTERS)
      reject(`One element is longer than ${MAX_ELEMENT_CHARACTERS / 1_000_000} million characters.`);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth -= 1;
    const closedElement = openElements.pop();
    if (!closedElement) return;
    const parent = openElements.at(-1);
    if (parent) parent.children.push(closedElement);
    else completedElements.push(closedElement);
  });
  const throwFailure = () => {
    if (parseError) throw parseError;
  };
  for await (const part of readText(source)) {
    parser.write(part);
    throwFailure();
    yield* completedElements.splice(0);
  }
  parser.close();
  throwFailure();
  yield* completedElements.splice(0);
}

export const findChild = (element: XmlElement, name: string) => element.children.find((child) => child.name === name);
export const findChildren = (element: XmlElement, name: string) => element.children.filter((child) => child.name === name);
/** Returns the first element with this name in an element, at any depth. */
export function findDescendant(element: XmlElement, name: string): XmlElement | undefined {
  const child = findChild(element, name);
  if (child) return child;
  for (const child of element.children) {
    const descendant = findDescendant(child, name);
    if (descendant) return descendant;
  }
  return undefined;
}
/** Returns the trimmed text of a child element. Undefined if it is missing or empty. */
export const getChildText = (element: XmlElement | undefined, name: string) =>
  (element && findChild(element, name))?.text.trim() || undefined;
/** Returns the numbers in the named child elements. NaN for a missing element, or text that is not a number. */
export const getChildNumbers = (element: XmlElement | undefined, ...names: string[]) =>
  names.map((name) => Number(getChildText(element, name) ?? NaN));
