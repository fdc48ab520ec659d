const readBatch = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

async function picturesIn(directory: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = directory.createReader();
  const files: File[] = [];
  // A reader gives 100 entries at a time, and none at its end.
  for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) {
    for (const entry of batch) {
      if (entry.isDirectory) files.push(...(await picturesIn(entry as FileSystemDirectoryEntry)));
      else files.push(await fileOf(entry as FileSystemFileEntry));
    }
  }
  // A folder also holds what nobody meant to upload: notes, and the system's own files.
  return files.filter((file) => file.type.startsWith('image/'));
}

/** The files of a drop, with the pictures in dropped folders and in the folders in them. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // The transfer is emptied as soon as the event is over, so entries are taken before anything is awaited.
  const files = [...transfer.files];
  const entries = [...transfer.items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry?.() ?? null);
  const parts = await Promise.all(
    files.map((file, index) => {
      const entry = entries[index];
      return entry?.isDirectory ? picturesIn(entry as FileSystemDirectoryEntry).catch(() => []) : [file];
    }),
  );
  return parts.flat();
}
