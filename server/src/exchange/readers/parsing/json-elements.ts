import type { Readable } from 'node:stream';
import { JSONParser, TokenType } from '@streamparser/json';
import { MAX_JSON_DEPTH } from '@console/shared-contract/limits';
import { UnreadableError } from '../reader/reader';
import { readText } from './text';

/** Maximum length of an element in characters. The outline of an object as large as the image has some hundred thousand characters. */
const MAX_ELEMENT_CHARACTERS = 32_000_000;

const MAX_DEPTH = MAX_JSON_DEPTH.body;

interface JsonElement {
  /** The key of the list in the root object. Undefined if the root is the list. */
  listKey: string | undefined;
  /** The key or index of the element in its list or object. */
  key: string | number | undefined;
  value: unknown;
}

interface JsonElementOptions {
  /** Keys of the root object whose values are elements themselves. */
  values?: readonly string[];
  /** Receives the other keys of the root object, except those with an empty value. */
  onOtherKey?: (key: string) => void;
}

/**
 * Reads the elements of JSON lists or objects as a stream, so that memory does not grow with the file. `keys` names the lists in the root
 * object. If `keys` is null, the root itself is the list. Throws UnreadableError for invalid, incomplete or too deeply nested JSON.
 */
export async function* readJsonElements(
  source: Readable,
  keys: readonly string[] | null,
  { values = [], onOtherKey }: JsonElementOptions = {},
): AsyncGenerator<JsonElement> {
  const elements: JsonElement[] = [];
  const jsonPaths = keys ? [...keys.map((key) => `$.${key}.*`), ...values.map((key) => `$.${key}`)] : ['$.*'];
  const parser = new JSONParser({ paths: jsonPaths, keepStack: false });
  const jsonStructure = new JsonStructure((key) => {
    if (!keys?.includes(key) && !values.includes(key)) onOtherKey?.(key);
  });
  let charactersSinceElement = 0;
  const position = new ReadPosition();
  parser.onValue = ({ value, key, stack }) => {
    charactersSinceElement = 0;
    const listKey = keys ? String(stack[1]?.key ?? key) : undefined;
    position.addElement(listKey);
    elements.push({ listKey, key, value });
  };
  let parseError: unknown = null;
  // Limit the depth of nesting: the parser has an entry on its stack for each open list or object, so a small file could fill the memory.
  parser.onToken = ({ token, value }) => {
    jsonStructure.addToken(token, value);
    if (jsonStructure.depth > MAX_DEPTH)
      throw new UnreadableError(`Lists and objects are nested more than ${MAX_DEPTH} levels deep.`);
  };
  parser.onError = (error) => {
    parseError = error;
  };
  const parseText = (text: string) => {
    parser.write(text);
    if (parseError) throw new UnreadableError(position.formatError(parseError, text));
    position.addText(text);
    charactersSinceElement += text.length;
    if (charactersSinceElement > MAX_ELEMENT_CHARACTERS)
      throw new UnreadableError(`One element is longer than ${MAX_ELEMENT_CHARACTERS / 1_000_000} million characters.`);
  };
  let isFirst = true;
  for await (const part of readText(source)) {
    parseText(isFirst ? part.trimStart().replace(/^\uFEFF/, '') : part);
    isFirst &&= part.trim() === '';
    yield* elements.splice(0);
  }
  if (!parser.isEnded) throw new UnreadableError('The JSON is incomplete: the end of the file is missing.');
}

/** Tracks the depth of nesting from the tokens of a parser, and finds the keys of the root object whose values are not empty. */
class JsonStructure {
  depth = 0;
  private rootKey: string | null = null;
  /** The last string that was read. It is a key if a colon follows. */
  private lastString: string | null = null;

  constructor(private readonly onKey: (key: string) => void) {}

  addToken(token: TokenType, value: unknown): void {
    const text = this.lastString;
    this.lastString = null;
    if (token === TokenType.COLON) {
      if (this.depth === 1) this.rootKey = text;
      return;
    }
    if (text?.trim()) this.addValue();
    if (token === TokenType.STRING) this.lastString = String(value);
    else if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.depth += 1;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.depth -= 1;
    else if (token === TokenType.TRUE || token === TokenType.FALSE || token === TokenType.NUMBER) this.addValue();
  }

  private addValue(): void {
    if (this.rootKey === null) return;
    this.onKey(this.rootKey);
    this.rootKey = null;
  }
}

/** Tracks the position in a file for error messages. It counts characters too, because programs write files with a single line. */
class ReadPosition {
  private line = 1;
  /** How many characters of the line were read. */
  private characters = 0;
  private currentListKey: string | undefined;
  private elementCount = 0;

  addText(text: string): void {
    const lastNewline = text.lastIndexOf('\n');
    for (let firstNewline = text.indexOf('\n'); firstNewline >= 0; firstNewline = text.indexOf('\n', firstNewline + 1))
      this.line += 1;
    this.characters = lastNewline < 0 ? this.characters + text.length : text.length - lastNewline - 1;
  }

  addElement(listKey: string | undefined): void {
    this.elementCount = listKey === this.currentListKey ? this.elementCount + 1 : 1;
    this.currentListKey = listKey;
  }

  /** Formats an error. The parser's own message contains internal states, and positions relative to the last chunk. */
  formatError(parseError: unknown, text: string): string {
    const { message } = parseError as Error;
    const [, token, offset] = /Unexpected "(.+?)" at chunk position "(\d+)"/s.exec(message) ?? [];
    const errorOffset = Number(offset ?? 0);
    this.addText(text.slice(0, errorOffset));
    const location = `line ${formatNumber(this.line)}, character ${formatNumber(this.characters + 1)}${this.formatLastElement()}`;
    if (token === undefined) return `Invalid JSON near ${location}: ${message}.`;
    const invalidNumber = /^(NaN|Infinity)/.exec(text.slice(errorOffset))?.[0];
    if (invalidNumber) return `Invalid JSON in ${location}: ${invalidNumber} is not a number.`;
    return `Invalid JSON in ${location}: unexpected ${token.slice(0, 20)}.`;
  }

  private formatLastElement(): string {
    if (this.elementCount === 0) return '';
    return `, after element ${formatNumber(this.elementCount)} of ${this.currentListKey === undefined ? 'the list' : this.currentListKey.slice(0, 40)}`;
  }
}

const formatNumber = (count: number) => count.toLocaleString('en');
