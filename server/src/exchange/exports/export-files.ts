import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import type { ExportFileWriter } from './formats/format';

/** A line of the temporary file that stores small files until they are added to the zip. The line is JSON, so the content is Base64. */
interface SmallFile {
  path: string;
  base64: string;
}

export interface ExportedImageFile {
  paths: string[];
  /** Key of the image in the file store. Null: the image was deleted. */
  key: string | null;
}

/** Collects the files of an export on the local disk, because a slow download would keep the database transaction open. */
export class ExportFiles implements ExportFileWriter {
  private readonly streams = new Map<string, { stream: WriteStream; file: string }>();
  private fileCount = 0;

  constructor(private readonly folder: string) {}

  append = async (path: string, text: string): Promise<void> => {
    const { stream } = this.getStream(path);
    if (!stream.write(text)) await once(stream, 'drain');
  };

  add = (path: string, content: string | Buffer): Promise<void> => {
    const file: SmallFile = { path, base64: Buffer.from(content).toString('base64') };
    return this.append(SMALL_FILES, `${JSON.stringify(file)}\n`);
  };

  addImage = (image: ExportedImageFile): Promise<void> => this.append(IMAGES, `${JSON.stringify(image)}\n`);

  join = async (path: string, contents: readonly (string | { file: string })[]): Promise<void> => {
    for (const part of contents) {
      if (typeof part === 'string') await this.append(path, part);
      else await this.move(part.file, path);
    }
  };

  /** Call it once. Nothing can be added afterwards. */
  async close(): Promise<void> {
    for (const { stream } of this.streams.values()) await finishStream(stream);
  }

  /** Returns the files that many images share, with their paths in the zip. */
  listFiles(): { path: string; file: string }[] {
    return [...this.streams].flatMap(([path, { file }]) => (path === SMALL_FILES || path === IMAGES ? [] : [{ path, file }]));
  }

  smallFiles = () => this.readLines<SmallFile>(SMALL_FILES);
  images = () => this.readLines<ExportedImageFile>(IMAGES);

  private async *readLines<Line>(path: string): AsyncGenerator<Line> {
    const entry = this.streams.get(path);
    if (!entry) return;
    for await (const line of createInterface({ input: createReadStream(entry.file) })) yield JSON.parse(line) as Line;
  }

  private getStream(path: string) {
    const existingStream = this.streams.get(path);
    if (existingStream) return existingStream;
    const file = join(this.folder, String((this.fileCount += 1)));
    const created = { stream: createWriteStream(file), file };
    // Ignored here: the promise that awaits the stream throws the same error.
    created.stream.on('error', () => undefined);
    this.streams.set(path, created);
    return created;
  }

  private async move(partPath: string, path: string): Promise<void> {
    const entry = this.streams.get(partPath);
    if (!entry) return;
    await finishStream(entry.stream);
    this.streams.delete(partPath);
    for await (const chunk of createReadStream(entry.file, 'utf8')) await this.append(path, chunk as string);
    await rm(entry.file);
  }
}

/** Keys of internal files. The NUL character keeps them apart from paths in the zip, which cannot contain it. */
const SMALL_FILES = '\0small';
const IMAGES = '\0pictures';

async function finishStream(stream: WriteStream): Promise<void> {
  stream.end();
  await finished(stream);
}
