import { createFieldError } from '../errors';
import { messages } from '../errors/messages';

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13);

/** Decodes base64, plain or as a data URL, with or without line breaks. Throws a 400 error that names the field if it is invalid. */
export function decodeBase64(text: string, field = 'base64'): Buffer {
  const base64 = text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text;
  const bytes = Buffer.from(base64, 'base64');
  const padding = /(=?)\s*(=?)\s*$/.exec(base64.slice(-100));
  const encodedLength = base64.length - (padding?.[1]?.length ?? 0) - (padding?.[2]?.length ?? 0);
  const matchesLength = (count: number) => bytes.length === Math.floor((count * 3) / 4);
  // Buffer skips invalid characters, so a shorter result reveals them. Only white space is allowed.
  if (bytes.length === 0 || (!matchesLength(encodedLength) && !matchesLength(encodedLength - countSpaces(base64))))
    throw createFieldError(field, messages.notBase64);
  return bytes;
}

/** Counts white space, because removing it would take four seconds for 50 MB of base64 with line breaks. */
function countSpaces(text: string): number {
  let spaces = 0;
  for (let index = 0; index < text.length; index += 1) if (isSpace(text.charCodeAt(index))) spaces += 1;
  return spaces;
}
