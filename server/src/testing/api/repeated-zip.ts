import { createZip } from './import-driver';

/** Creates a zip that contains the same entry many times. If `isShared` is true, all entries refer to the same bytes in the zip. */
export async function createRepeatedZip(
  content: Buffer,
  { entries, isShared }: { entries: number; isShared: boolean },
): Promise<Buffer> {
  const zip = await createZip({ '00000.png': content });
  const endOffset = zip.length - 22;
  const directoryOffset = zip.readUInt32LE(endOffset + 16);
  const [entryBytes, recordBytes, endBytes] = [
    zip.subarray(0, directoryOffset),
    zip.subarray(directoryOffset, endOffset),
    Buffer.from(zip.subarray(endOffset)),
  ];
  const records = Array.from({ length: entries }, (_, number) => {
    const recordCopy = Buffer.from(recordBytes);
    recordCopy.write(String(number).padStart(5, '0'), 46);
    if (!isShared) recordCopy.writeUInt32LE(number * entryBytes.length, 42);
    return recordCopy;
  });
  const bodies = Array.from({ length: isShared ? 1 : entries }, () => entryBytes);
  for (const offset of [8, 10]) endBytes.writeUInt16LE(entries, offset);
  endBytes.writeUInt32LE(recordBytes.length * entries, 12);
  endBytes.writeUInt32LE(entryBytes.length * bodies.length, 16);
  return Buffer.concat([...bodies, ...records, endBytes]);
}
