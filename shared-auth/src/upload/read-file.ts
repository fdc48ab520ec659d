/** Thrown if the browser cannot read a file: it was moved, is a folder, or is locked by another program. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/**
 * Reads the first byte of the file to ensure that the file is readable. Sending an unreadable file would look like a connection failure.
 */
export async function requireReadable(file: File, signal?: AbortSignal): Promise<void> {
  await readFileWith(file, signal, (reader) => reader.readAsArrayBuffer(file.slice(0, 1)));
}

/** Returns the file as `data:image/jpeg;base64,...`. Rejects with UnreadableFileError. */
export async function readAsDataUrl(file: File, signal?: AbortSignal): Promise<string> {
  return String(await readFileWith(file, signal, (reader) => reader.readAsDataURL(file)));
}

function readFileWith(
  file: File,
  signal: AbortSignal | undefined,
  start: (reader: FileReader) => void,
): Promise<FileReader['result']> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    const abort = () => reader.abort();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(new UnreadableFileError(file.name));
    reader.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    reader.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    start(reader);
  });
}
