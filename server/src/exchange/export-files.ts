import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import type { ExportFileWriter } from './formats/format';

interface Small {
  path: string;
  text: string;
}

export interface ExportedPicture {
  paths: string[];
  /** Null: it was deleted. */
  key: string | null;
}

/** An export's files on the local disk before they are sent: the database is read at its own pace, not at that of whoever fetches. */
export class ExportFiles implements ExportFileWriter {
  private readonly streams = new Map<string, { stream: WriteStream; file: string }>();
  private last = 0;

  constructor(private readonly folder: string) {}

  append = async (path: string, text: string): Promise<void> => {
    const { stream } = this.streamOf(path);
    if (!stream.write(text)) await once(stream, 'drain');
  };

  add = (path: string, text: string): Promise<void> => this.append(SMALL, `${JSON.stringify({ path, text } satisfies Small)}\n`);

  addPicture = (picture: ExportedPicture): Promise<void> => this.append(PICTURES, `${JSON.stringify(picture)}\n`);

  join = async (path: string, parts: readonly (string | { file: string })[]): Promise<void> => {
    for (const part of parts) {
      if (typeof part === 'string') await this.append(path, part);
      else await this.move(part.file, path);
    }
  };

  /** Nothing may be added after it. */
  async close(): Promise<void> {
    for (const { stream } of this.streams.values()) await finishStream(stream);
  }

  /** The files that pictures share, by their paths in the zip. */
  files(): { path: string; file: string }[] {
    return [...this.streams].flatMap(([path, { file }]) => (path === SMALL || path === PICTURES ? [] : [{ path, file }]));
  }

  smallFiles = () => this.linesOf<Small>(SMALL);
  pictures = () => this.linesOf<ExportedPicture>(PICTURES);

  private async *linesOf<Line>(path: string): AsyncGenerator<Line> {
    const known = this.streams.get(path);
    if (!known) return;
    for await (const line of createInterface({ input: createReadStream(known.file) })) yield JSON.parse(line) as Line;
  }

  private streamOf(path: string) {
    const known = this.streams.get(path);
    if (known) return known;
    const file = join(this.folder, String((this.last += 1)));
    const made = { stream: createWriteStream(file), file };
    // What goes wrong is thrown where it is waited for.
    made.stream.on('error', () => undefined);
    this.streams.set(path, made);
    return made;
  }

  private async move(part: string, path: string): Promise<void> {
    const known = this.streams.get(part);
    if (!known) return;
    await finishStream(known.stream);
    this.streams.delete(part);
    for await (const chunk of createReadStream(known.file, 'utf8')) await this.append(path, chunk as string);
    await rm(known.file);
  }
}

/** No paths of a zip. */
const SMALL = '\0small';
const PICTURES = '\0pictures';

async function finishStream(stream: WriteStream): Promise<void> {
  stream.end();
  await finished(stream);
}
