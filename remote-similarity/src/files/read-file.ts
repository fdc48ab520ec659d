/** The browser could not read the file: it was moved, is a folder, or is locked by another program. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/** Reads a file as a data URL: `data:image/jpeg;base64,...`. Rejects with `UnreadableFileError`. */
export function readAsDataUrl(file: File): Promise<string> {
  return read(file, (reader) => reader.readAsDataURL(file));
}

function read(file: File, start: (reader: FileReader) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new UnreadableFileError(file.name));
    start(reader);
  });
}
