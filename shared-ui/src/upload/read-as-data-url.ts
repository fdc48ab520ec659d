/** The browser cannot read the file: it was moved, is a folder, or is locked by another program. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/** Reads a file as a data URL: `data:image/jpeg;base64,…`. Rejects with UnreadableFileError. */
export function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new UnreadableFileError(file.name));
    reader.readAsDataURL(file);
  });
}
