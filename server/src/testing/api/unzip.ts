import { buffer } from 'node:stream/consumers';
import { fromBuffer, type ZipFile } from 'yauzl';

/** Reads the files of a zip by path. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const files = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(files));
    zip.on('entry', (zipEntry: { fileName: string }) => {
      zip.openReadStream(zipEntry as Parameters<ZipFile['openReadStream']>[0], (error, stream) => {
        if (error) return reject(error);
        buffer(stream).then((content) => {
          files.set(zipEntry.fileName, content);
          zip.readEntry();
        }, reject);
        return undefined;
      });
    });
    zip.readEntry();
  });
}
