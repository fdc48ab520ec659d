import { randomBytes } from 'node:crypto';

/** The content types that are stored, and the file extensions that encode them in keys. */
const EXTENSION_BY_TYPE: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/tiff': 'tif',
  'image/heif': 'heif',
  'application/octet-stream': 'bin',
  'application/onnx': 'onnx',
  'application/json': 'json',
  'application/zip': 'zip',
};
const TYPE_BY_EXTENSION = new Map(Object.entries(EXTENSION_BY_TYPE).map(([type, extension]) => [extension, type]));
const FILE_KEY = /^([0-9a-f]{2})([0-9a-f]{46})\.([a-z]+)$/;

/** Creates a key of 192 random bits and an extension. Throws for a content type that is not stored. */
export function createFileKey(contentType: string): string {
  const extension = EXTENSION_BY_TYPE[contentType];
  if (!extension) throw new Error(`Files of type ${contentType} are not stored`);
  return `${randomBytes(24).toString('hex')}.${extension}`;
}

/** Parses a key. Returns null for any other text, so that untrusted paths never reach the file system. */
export function parseFileKey(key: string): { shard: string; contentType: string } | null {
  const match = FILE_KEY.exec(key);
  const contentType = TYPE_BY_EXTENSION.get(match?.[3] ?? '');
  return match?.[1] && contentType ? { shard: match[1], contentType } : null;
}
