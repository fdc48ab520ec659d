import { isImageFile } from '@console/shared-auth';
import type { PathedFile } from './pathed-files';

const readBatch = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
const readFile = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

async function readFolder(directory: FileSystemDirectoryEntry, parentPath: string): Promise<PathedFile[]> {
  const reader = directory.createReader();
  const files: PathedFile[] = [];
  const path = `${parentPath}${directory.name}/`;
  // A directory reader returns entries in batches of 100, then an empty batch.
  for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) {
    for (const entry of batch) {
      if (entry.isDirectory) files.push(...(await readFolder(entry as FileSystemDirectoryEntry, path)));
      else files.push({ path: `${path}${entry.name}`, file: await readFile(entry as FileSystemFileEntry) });
    }
  }
  return files;
}

/** Returns the files that the user dropped, including the files in dropped folders and their subfolders. */
export async function readDroppedFiles(transfer: DataTransfer): Promise<PathedFile[]> {
  // Read the entries before the first await, because the browser clears the transfer after the event.
  const files = [...transfer.files];
  const entries = [...transfer.items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry?.() ?? null);
  const fileLists = await Promise.all(
    files.map((file, index) => {
      const entry = entries[index];
      return entry?.isDirectory ? readFolder(entry as FileSystemDirectoryEntry, '').catch(() => []) : [{ path: file.name, file }];
    }),
  );
  return fileLists.flat();
}

/** Returns the dropped files to upload. Files in folders must be images, because folders also contain notes and system files. */
export function getUploadableFiles(files: readonly PathedFile[]): File[] {
  return files.filter(({ path, file }) => !path.includes('/') || isImageFile(file)).map(({ file }) => file);
}
