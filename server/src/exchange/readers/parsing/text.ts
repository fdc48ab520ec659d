import type { Readable } from 'node:stream';
import { getErrorCode, UnreadableError } from '../reader/reader';

/** Limit for small files that are read into memory, such as a YAML file with names. */
const MAX_FULL_TEXT_CHARACTERS = 16_000_000;

/**
 * Streams the text of a file in UTF-8, or in UTF-16 if its first bytes indicate it. Throws UnreadableError for other encodings and binary
 * files.
 */
export async function* readText(source: Readable): AsyncGenerator<string> {
  let decoder: ReturnType<typeof createDecoder> | null = null;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      decoder ??= createDecoder(chunk);
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

function createDecoder(head: Buffer) {
  const [firstByte, secondByte] = head;
  if (firstByte === 0xff && secondByte === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (firstByte === 0xfe && secondByte === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  // In UTF-16 without a byte order mark, every second byte of Latin text is zero.
  if (firstByte === 0 && secondByte !== 0) return new TextDecoder('utf-16be', { fatal: true });
  if (secondByte === 0) return new TextDecoder('utf-16le', { fatal: true });
  return new TextDecoder('utf-8', { fatal: true });
}

/** Reads a small text file. Throws UnreadableError if it is too long. */
export async function readFullText(source: Readable): Promise<string> {
  let text = '';
  for await (const part of readText(source)) {
    text += part;
    if (text.length > MAX_FULL_TEXT_CHARACTERS)
      throw new UnreadableError(`The file has more than ${MAX_FULL_TEXT_CHARACTERS / 1_000_000} million characters.`);
  }
  return text;
}

/** Reads the first characters of a text. */
export async function readHead(source: Readable, length: number): Promise<string> {
  let text = '';
  for await (const part of readText(source)) {
    text += part;
    if (text.length >= length) break;
  }
  return text.slice(0, length);
}

const MAX_LINE_CHARACTERS = 32_000_000;

/** Streams the lines of a text without line breaks. */
export async function* readLines(source: Readable): AsyncGenerator<string> {
  let remainder = '';
  for await (const part of readText(source)) {
    const lines = (remainder + part).split('\n');
    remainder = lines.pop() ?? '';
    if (remainder.length > MAX_LINE_CHARACTERS)
      throw new UnreadableError(`A line has more than ${MAX_LINE_CHARACTERS / 1_000_000} million characters.`);
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  if (remainder !== '') yield remainder.endsWith('\r') ? remainder.slice(0, -1) : remainder;
}
