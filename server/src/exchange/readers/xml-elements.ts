import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { UnreadableError } from './reader';
import { readText } from './text';

export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** All text directly in it. */
  text: string;
}

/** Letters and elements within one element that is asked for. */
const MAX_ELEMENT_CHARACTERS = 32_000_000;
const MAX_NESTED_ELEMENTS = 500_000;
const MAX_DEPTH = 100;

/**
 * The elements of these names as they are closed, with all that is in them; what is outside of them is not kept. Entities that a file
 * declares are not known and end the reading, so that none can be blown up. Throws UnreadableError for what is no XML.
 */
export async function* readXmlElements(source: Readable, names: readonly string[]): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser();
  const found: XmlElement[] = [];
  const open: XmlElement[] = [];
  let depth = 0;
  let [letters, elements] = [0, 0];
  let failure: Error | null = null;
  const refuse = (reason: string) => {
    failure ??= new UnreadableError(reason);
  };
  parser.on('error', (error) => refuse(`Invalid XML: ${error.message}`));
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) refuse(`Elements are nested more than ${MAX_DEPTH} levels deep.`);
    if (open.length === 0 && !names.includes(name)) return;
    if (open.length === 0) [letters, elements] = [0, 0];
    elements += 1;
    if (elements > MAX_NESTED_ELEMENTS) refuse(`One element contains more than ${MAX_NESTED_ELEMENTS} others.`);
    open.push({ name, attributes: attributes as Record<string, string>, children: [], text: '' });
  });
  const addText = (text: string) => {
    const at = open.at(-1);
    if (!at) return;
    at.text += text;
    letters += text.length;
    if (letters > MAX_ELEMENT_CHARACTERS)
      refuse(`One element is longer than ${MAX_ELEMENT_CHARACTERS / 1_000_000} million characters.`);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth -= 1;
    const closed = open.pop();
    if (!closed) return;
    const parent = open.at(-1);
    if (parent) parent.children.push(closed);
    else found.push(closed);
  });
  const requireGood = () => {
    if (failure) throw failure;
  };
  for await (const part of readText(source)) {
    parser.write(part);
    requireGood();
    yield* found.splice(0);
  }
  parser.close();
  requireGood();
  yield* found.splice(0);
}

export const findChild = (element: XmlElement, name: string) => element.children.find((each) => each.name === name);
export const findChildren = (element: XmlElement, name: string) => element.children.filter((each) => each.name === name);
/** Trimmed; undefined where there is none. */
export const getChildText = (element: XmlElement | undefined, name: string) =>
  (element && findChild(element, name))?.text.trim() || undefined;
