import { messages } from '../messages';

/** Why a file is not read, in words for the person. */
export class CsvFileError extends Error {
  override readonly name = 'CsvFileError';
}

/** A file as text. Rejects with CsvFileError where it is no UTF-8, or cannot be read. */
export async function readCsvFile(file: File): Promise<string> {
  const bytes = await bytesOf(file);
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16 || bytes.subarray(0, 1000).includes(0)) throw new CsvFileError(messages.csv.utf16);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CsvFileError(messages.csv.notUtf8);
  }
}

function bytesOf(file: File): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(new CsvFileError(messages.csv.unreadable));
    reader.readAsArrayBuffer(file);
  });
}

/** Has the browser save parts of a table as one file. */
export function saveCsvFile(name: string, parts: readonly string[]): void {
  const lines = parts.filter((part) => part !== '').flatMap((part) => [part, '\n']);
  // Spreadsheets take a file without the mark for one in the local code page.
  const url = URL.createObjectURL(new Blob(['\uFEFF', ...lines], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
