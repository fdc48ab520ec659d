import type { Readable } from 'node:stream';
import { JSONParser } from '@streamparser/json';
import { UnreadableError } from './reader';
import { textOf } from './text';

/** Letters of one element of a list: the outline of a whole picture has some hundred thousand. */
const LONGEST_ELEMENT = 32_000_000;

export interface JsonElement {
  /** The key of its list in the outermost object; undefined where the outermost is the list. */
  of: string | undefined;
  value: unknown;
}

/**
 * The elements of a JSON file's lists as they come, so that memory does not grow with the file: of the lists that the outermost object
 * has under `keys`, or of the outermost list. Throws UnreadableError for what is no JSON or ends in the middle.
 */
export async function* jsonElements(source: Readable, keys: readonly string[] | null): AsyncGenerator<JsonElement> {
  const found: JsonElement[] = [];
  const parser = new JSONParser({ paths: keys ? keys.map((key) => `$.${key}.*`) : ['$.*'], keepStack: false });
  let sinceElement = 0;
  parser.onValue = ({ value, stack }) => {
    sinceElement = 0;
    found.push({ of: keys ? String(stack[1]?.key) : undefined, value });
  };
  let failure: unknown = null;
  parser.onError = (error) => {
    failure = error;
  };
  let letters = 0;
  const feed = (text: string) => {
    parser.write(text);
    if (failure) throw new UnreadableError(notJson(failure, letters));
    letters += text.length;
    sinceElement += text.length;
    if (sinceElement > LONGEST_ELEMENT)
      throw new UnreadableError(`A single element of it is longer than ${LONGEST_ELEMENT / 1_000_000} million letters.`);
  };
  let isFirst = true;
  for await (const part of textOf(source)) {
    feed(isFirst ? part.trimStart().replace(/^\uFEFF/, '') : part);
    isFirst &&= part.trim() === '';
    yield* found.splice(0);
  }
  if (!parser.isEnded) throw new UnreadableError('It ends in the middle: the rest of the JSON is missing.');
}

/** The parser's own words have its states, and places from the beginning of the part that it was given. */
function notJson(failure: unknown, before: number): string {
  const [, what, at] = /Unexpected "(.+?)" at chunk position "(\d+)"/s.exec((failure as Error).message) ?? [];
  if (what === undefined) return `It is no JSON, near letter ${before}: ${(failure as Error).message}.`;
  return `It is no JSON: letter ${(before + Number(at) + 1).toLocaleString('en')} should not be there (${what.slice(0, 20)}).`;
}
