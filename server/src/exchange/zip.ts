import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  path: string;
  /** Pictures are compressed already. */
  compress: boolean;
  open: () => Promise<Readable>;
}

/** The same export is the same zip, whenever it is made. */
const TIME = new Date(2000, 0, 1);

/** A zip that is made while it is read: an entry is asked for when the one before has been sent. */
export function createZip(entries: AsyncGenerator<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  const fill = async () => {
    for await (const { path, compress, open } of entries) {
      if (output.destroyed) return;
      await new Promise<void>((resolve, reject) => {
        output.once('close', resolve);
        zip.addReadStreamLazy(path, { compress, mtime: TIME }, (give) => {
          open().then(
            (stream) => {
              give(null, stream);
              output.off('close', resolve);
              resolve();
            },
            (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
          );
        });
      });
    }
    zip.end();
  };
  fill().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return output;
}
