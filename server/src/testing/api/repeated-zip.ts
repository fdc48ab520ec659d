import { createZip } from './import-driver';

/** A zip that contains the same entry many times, with separate bytes or with the bytes of the first entry. */
export async function createRepeatedZip(
  content: Buffer,
  { entries, isShared }: { entries: number; isShared: boolean },
): Promise<Buffer> {
  const zip = await createZip({ '00000.png': content });
  const end = zip.length - 22;
  const start = zip.readUInt32LE(end + 16);
  const [entry, record, last] = [zip.subarray(0, start), zip.subarray(start, end), Buffer.from(zip.subarray(end))];
  const records = Array.from({ length: entries }, (_, number) => {
    const copy = Buffer.from(record);
    copy.write(String(number).padStart(5, '0'), 46);
    if (!isShared) copy.writeUInt32LE(number * entry.length, 42);
    return copy;
  });
  const bodies = Array.from({ length: isShared ? 1 : entries }, () => entry);
  for (const offset of [8, 10]) last.writeUInt16LE(entries, offset);
  last.writeUInt32LE(record.length * entries, 12);
  last.writeUInt32LE(entry.length * bodies.length, 16);
  return Buffer.concat([...bodies, ...records, last]);
}
