import { csvMessages } from './csv-messages';

/** Thrown if a CSV file cannot be read. The message is shown to the user. */
export class CsvFileError extends Error {
  override readonly name = 'CsvFileError';
}

/** Reads a file as text. Rejects with CsvFileError if it is not UTF-8 or cannot be read. */
export async function readCsvFile(file: File): Promise<string> {
  const bytes = await readBytes(file);
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16 || bytes.subarray(0, 1000).includes(0)) throw new CsvFileError(csvMessages.utf16);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CsvFileError(csvMessages.notUtf8);
  }
}

function readBytes(file: File): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(new CsvFileError(csvMessages.unreadable));
    reader.readAsArrayBuffer(file);
  });
}

/** Saves chunks of a CSV table as one download. */
export function saveCsvFile(name: string, chunks: readonly string[]): void {
  const lines = chunks.filter((chunk) => chunk !== '').flatMap((chunk) => [chunk, '\n']);
  // Start with a byte order mark. Without it, spreadsheet programs would not recognise the encoding UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', ...lines], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
