import { randomBytes } from 'node:crypto';

/** The kinds of file kept here, and the ending that tells the kind of a key. */
const ENDINGS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/tiff': 'tif',
  'image/heif': 'heif',
  'application/octet-stream': 'bin',
  'application/json': 'json',
  'application/zip': 'zip',
};
const TYPES = new Map(Object.entries(ENDINGS).map(([type, ending]) => [ending, type]));
const KEY = /^([0-9a-f]{2})([0-9a-f]{46})\.([a-z]+)$/;

/** A fresh key: 192 random bits and an ending. Throws for a type that is not kept here. */
export function createFileKey(contentType: string): string {
  const ending = ENDINGS[contentType];
  if (!ending) throw new Error(`Files of type ${contentType} are not kept`);
  return `${randomBytes(24).toString('hex')}.${ending}`;
}

/** The parts of a key, or null for text that is none; so no path from outside ever reaches the file system. */
export function parseFileKey(key: string): { shard: string; contentType: string } | null {
  const match = KEY.exec(key);
  const contentType = TYPES.get(match?.[3] ?? '');
  return match?.[1] && contentType ? { shard: match[1], contentType } : null;
}
