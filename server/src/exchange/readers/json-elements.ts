import type { Readable } from 'node:stream';
import { JSONParser } from '@streamparser/json';
import { UnreadableError } from './reader';
import { readText } from './text';

/** Letters of one element of a list: the outline of a whole picture has some hundred thousand. */
const MAX_ELEMENT_CHARACTERS = 32_000_000;

export interface JsonElement {
  /** The key of its list in the outermost object; undefined where the outermost is the list. */
  of: string | undefined;
  value: unknown;
}

/**
 * The elements of a JSON file's lists as they come, so that memory does not grow with the file: of the lists that the outermost object
 * has under `keys`, or of the outermost list. Throws UnreadableError for what is no JSON or ends in the middle.
 */
export async function* readJsonElements(source: Readable, keys: readonly string[] | null): AsyncGenerator<JsonElement> {
  const found: JsonElement[] = [];
  const parser = new JSONParser({ paths: keys ? keys.map((key) => `$.${key}.*`) : ['$.*'], keepStack: false });
  let sinceElement = 0;
  const place = new ReadPosition();
  parser.onValue = ({ value, stack }) => {
    sinceElement = 0;
    const of = keys ? String(stack[1]?.key) : undefined;
    place.element(of);
    found.push({ of, value });
  };
  let failure: unknown = null;
  parser.onError = (error) => {
    failure = error;
  };
  const feed = (text: string) => {
    parser.write(text);
    if (failure) throw new UnreadableError(place.notJson(failure, text));
    place.part(text);
    sinceElement += text.length;
    if (sinceElement > MAX_ELEMENT_CHARACTERS)
      throw new UnreadableError(`One element is longer than ${MAX_ELEMENT_CHARACTERS / 1_000_000} million characters.`);
  };
  let isFirst = true;
  for await (const part of readText(source)) {
    feed(isFirst ? part.trimStart().replace(/^\uFEFF/, '') : part);
    isFirst &&= part.trim() === '';
    yield* found.splice(0);
  }
  if (!parser.isEnded) throw new UnreadableError('The JSON is incomplete: the end of the file is missing.');
}

/** How far a file was read, for a person who has to find what is wrong in it: a program writes all of it into one line. */
class ReadPosition {
  private line = 1;
  /** Letters of the line that were read. */
  private letters = 0;
  private of: string | undefined;
  private count = 0;

  part(text: string): void {
    const last = text.lastIndexOf('\n');
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.line += 1;
    this.letters = last < 0 ? this.letters + text.length : text.length - last - 1;
  }

  /** One was read whole. */
  element(of: string | undefined): void {
    this.count = of === this.of ? this.count + 1 : 1;
    this.of = of;
  }

  /** The parser's own words have its states, and places from the beginning of the part that it was given. */
  notJson(failure: unknown, text: string): string {
    const { message } = failure as Error;
    const [, what, found] = /Unexpected "(.+?)" at chunk position "(\d+)"/s.exec(message) ?? [];
    const at = Number(found ?? 0);
    this.part(text.slice(0, at));
    const where = `line ${inEnglish(this.line)}, letter ${inEnglish(this.letters + 1)}${this.after()}`;
    if (what === undefined) return `It is no JSON, near ${where}: ${message}.`;
    const none = /^(NaN|Infinity)/.exec(text.slice(at))?.[0];
    if (none) return `It is no JSON: ${none} in ${where}, is no number there.`;
    return `It is no JSON: ${where}, should not be there (${what.slice(0, 20)}).`;
  }

  private after(): string {
    if (this.count === 0) return '';
    return `, after element ${inEnglish(this.count)} of ${this.of === undefined ? 'its list' : this.of.slice(0, 40)}`;
  }
}

const inEnglish = (count: number) => count.toLocaleString('en');
