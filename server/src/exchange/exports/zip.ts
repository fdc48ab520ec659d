import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  path: string;
  /** False for images, which are already compressed. */
  compress: boolean;
  open: () => Promise<Readable>;
}

/** The modification time of all entries. It is fixed, so that equal exports are equal zips. */
const MODIFICATION_TIME = new Date(2000, 0, 1);

/** Creates a zip while it is read: an entry is opened when the previous entry has been sent. */
export function createZip(entries: AsyncGenerator<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let openedStream: Readable | undefined;
  output.once('close', () => openedStream?.destroy());
  // yazl searches all its entries for the next entry to send, which takes quadratic time. Sent entries are therefore removed. They are only
  // needed for the directory at the end.
  const yazlState = zip as unknown as { entries: unknown[] };
  const sentEntries: unknown[] = [];
  zip.on('error', (error) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  const addEntries = async () => {
    for await (const { path, compress, open } of entries) {
      if (output.destroyed) return;
      sentEntries.push(...yazlState.entries.splice(0, yazlState.entries.length - 1));
      await new Promise<void>((resolve, reject) => {
        output.once('close', resolve);
        zip.addReadStreamLazy(path, { compress, mtime: MODIFICATION_TIME }, (callback) => {
          open().then(
            (stream) => {
              // yazl does not handle errors of the streams of its entries.
              stream.once('error', (error) => output.destroy(error));
              openedStream = stream;
              callback(null, stream);
              output.off('close', resolve);
              resolve();
            },
            (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
          );
        });
      });
    }
    yazlState.entries.unshift(...sentEntries.splice(0));
    zip.end();
  };
  addEntries().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return output;
}
