import { crc32 } from 'node:zlib';

/** Offset at which chunks can be inserted into a PNG: after its header. */
export const AFTER_PNG_HEADER = 33;

/** Encodes a PNG chunk: length, type, data and checksum. */
export function encodePngChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typeAndData));
  return Buffer.concat([length, typeAndData, checksum]);
}
