import { EventEmitter, once } from 'node:events';
import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportFileWriter } from './formats/format';

/** A small file, or an image in the file store, as a line of a temporary file. The line is JSON, so the content is Base64. */
type SmallEntry = { path: string; base64: string } | ExportedImageFile;

interface ExportedImageFile {
  paths: string[];
  /** Key of the image in the file store. Null: the image was deleted. */
  key: string | null;
}

/** A part of the zip: one file with the annotations of many images, or all small files and images (`entries`). */
type ExportedFile = { path: string; read: () => AsyncGenerator<Buffer | string> } | { entries: () => AsyncGenerator<SmallEntry> };

interface LocalFile {
  path: string;
  /** Text that is not yet on the disk. */
  bufferedText: string;
  /** Bytes on the disk, which can be read. */
  size: number;
}

/** Number of characters of a file that are buffered in memory before they are written. */
const MAX_BUFFERED_LENGTH = 65_536;
/** Key of the temporary file of small entries. Paths in the zip cannot contain a NUL character, so no path equals this key. */
const SMALL_ENTRIES_KEY = '\0entries';

/**
 * Collects the files of an export on the local disk, because a slow download would keep the database transaction open. The files are
 * read while they are written: a reader waits for more text until `complete` or `fail`.
 */
export class ExportFiles implements ExportFileWriter {
  private readonly localFiles = new Map<string, LocalFile>();
  private readonly exportedFiles: ExportedFile[] = [];
  /** Event `content`: readers can start, or the export has ended. Event `change`: more text can be read, or the export has ended. */
  private readonly changes = new EventEmitter().setMaxListeners(0);
  private isComplete = false;
  private error: unknown = null;

  constructor(private readonly folder: string) {}

  append = async (path: string, text: string): Promise<void> => {
    const file = this.localFiles.get(path) ?? this.createFile(path);
    file.bufferedText += text;
    if (file.bufferedText.length >= MAX_BUFFERED_LENGTH) await this.write(file);
  };

  add = (path: string, content: string | Buffer): Promise<void> =>
    this.addEntry({ path, base64: Buffer.from(content).toString('base64') });

  addImage = (image: ExportedImageFile): Promise<void> => this.addEntry(image);

  addConcatenated = (path: string, parts: readonly (string | { file: string })[]): void => {
    const readParts = parts.map((part) => {
      if (typeof part === 'string') return part;
      const file = this.createLocalFile(part.file);
      return () => this.read(file);
    });
    const read = async function* () {
      for (const part of readParts) {
        if (typeof part === 'string') yield part;
        else yield* part();
      }
    };
    this.exportedFiles.push({ path, read });
  };

  /** Places the small entries before the files that are created later. The zip contains the files in the order of their creation. */
  startEntries(): void {
    const file = this.createLocalFile(SMALL_ENTRIES_KEY);
    this.exportedFiles.push({ entries: () => this.readEntries(file) });
  }

  /** Writes all buffered text to the disk, so that readers can read it. */
  async flush(): Promise<void> {
    for (const file of this.localFiles.values()) await this.write(file);
    this.changes.emit('content');
    this.changes.emit('change');
  }

  /** Ends all files. Nothing can be added afterwards. */
  async complete(): Promise<void> {
    for (const file of this.localFiles.values()) await this.write(file);
    this.isComplete = true;
    this.changes.emit('content');
    this.changes.emit('change');
  }

  /** Lets all readers fail with the error. */
  fail(error: unknown): void {
    this.error = error;
    this.changes.emit('content');
    this.changes.emit('change');
  }

  /** Waits for the first `flush`. Throws the error of an export that fails before it. */
  async waitForContent(): Promise<void> {
    await once(this.changes, 'content');
    if (this.error !== null) throw this.error;
  }

  /** Waits until more can be read. Throws the error of a failed export. */
  private async waitForChange(): Promise<void> {
    if (this.error === null) await once(this.changes, 'change');
    if (this.error !== null) throw this.error;
  }

  /** Yields the files in the order of their creation, and ends when the export is complete. */
  async *files(): AsyncGenerator<ExportedFile> {
    for (let index = 0; ;) {
      const file = this.exportedFiles[index];
      if (file) {
        yield file;
        index += 1;
      } else if (this.isComplete) return;
      else await this.waitForChange();
    }
  }

  private async addEntry(entry: SmallEntry): Promise<void> {
    if (!this.localFiles.has(SMALL_ENTRIES_KEY)) this.startEntries();
    await this.append(SMALL_ENTRIES_KEY, `${JSON.stringify(entry)}\n`);
  }

  private async *readEntries(file: LocalFile): AsyncGenerator<SmallEntry> {
    let incompleteLine = '';
    for await (const chunk of this.read(file)) {
      const lines = (incompleteLine + chunk).split('\n');
      incompleteLine = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as SmallEntry;
    }
  }

  private async *read(file: LocalFile): AsyncGenerator<string> {
    for (let position = 0; ;) {
      const { size } = file;
      if (position < size) {
        for await (const chunk of createReadStream(file.path, { encoding: 'utf8', start: position, end: size - 1 }))
          yield chunk as string;
        position = size;
      } else if (this.isComplete) return;
      else await this.waitForChange();
    }
  }

  private createFile(path: string): LocalFile {
    const file = this.createLocalFile(path);
    this.exportedFiles.push({ path, read: () => this.read(file) });
    return file;
  }

  private createLocalFile(key: string): LocalFile {
    const file = { path: join(this.folder, String(this.localFiles.size + 1)), bufferedText: '', size: 0 };
    this.localFiles.set(key, file);
    return file;
  }

  private async write(file: LocalFile): Promise<void> {
    if (file.bufferedText === '') return;
    const content = Buffer.from(file.bufferedText);
    file.bufferedText = '';
    await appendFile(file.path, content);
    file.size += content.length;
    this.changes.emit('change');
  }
}
