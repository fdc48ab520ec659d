import type { Readable } from 'node:stream';
import { getErrorCode, UnreadableError } from './reader';

/** Text of a small file that is held whole: an XML file or the lines of one picture, a YAML of names. */
const MAX_FULL_TEXT_CHARACTERS = 16_000_000;

/**
 * The text of a file as it comes, in UTF-8 or, as its first bytes say, UTF-16. Throws UnreadableError for any other and for binary
 * files.
 */
export async function* readText(source: Readable): AsyncGenerator<string> {
  let decoder: ReturnType<typeof decoderFor> | null = null;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      decoder ??= decoderFor(chunk);
      yield decoder.decode(chunk, { stream: true });
    }
    if (decoder) yield decoder.decode();
  } catch (error) {
    if (getErrorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new UnreadableError('Not a text file in UTF-8 or UTF-16.');
    throw error;
  } finally {
    source.destroy();
  }
}

function decoderFor(head: Buffer) {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  // Latin text in UTF-16 without its mark has every second byte zero.
  if (first === 0 && second !== 0) return new TextDecoder('utf-16be', { fatal: true });
  if (second === 0) return new TextDecoder('utf-16le', { fatal: true });
  return new TextDecoder('utf-8', { fatal: true });
}

export async function readFullText(source: Readable): Promise<string> {
  let text = '';
  for await (const part of readText(source)) {
    text += part;
    if (text.length > MAX_FULL_TEXT_CHARACTERS)
      throw new UnreadableError(`The file has more than ${MAX_FULL_TEXT_CHARACTERS / 1_000_000} million characters.`);
  }
  return text;
}

/** The first letters of a text. */
export async function readHead(source: Readable, length: number): Promise<string> {
  let text = '';
  for await (const part of readText(source)) {
    text += part;
    if (text.length >= length) break;
  }
  return text.slice(0, length);
}

const MAX_LINE_CHARACTERS = 32_000_000;

/** The lines of a text without their ends. */
export async function* readLines(source: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const part of readText(source)) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARACTERS)
      throw new UnreadableError(`A line has more than ${MAX_LINE_CHARACTERS / 1_000_000} million characters.`);
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  if (rest !== '') yield rest.endsWith('\r') ? rest.slice(0, -1) : rest;
}
