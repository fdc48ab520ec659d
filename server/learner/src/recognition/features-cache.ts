import { appendFile, readFile } from 'node:fs/promises';

/**
 * Features by the picture's id in a file that only grows, so that a training which was cut off goes on where it was. A line
 * that was cut off in the middle is made again.
 */
export class FeaturesCache {
  private readonly known = new Map<string, Float32Array>();

  private constructor(private readonly file: string) {}

  static async open(file: string, width: number): Promise<FeaturesCache> {
    const cache = new FeaturesCache(file);
    const text = await readFile(file, 'utf8').catch(() => '');
    for (const line of text.split('\n')) {
      const [id, data] = line.split(' ');
      const bytes = Buffer.from(data ?? '', 'base64');
      if (id && bytes.length === 4 * width) cache.known.set(id, new Float32Array(Uint8Array.from(bytes).buffer));
    }
    return cache;
  }

  get(id: string): Float32Array | undefined {
    return this.known.get(id);
  }

  async put(id: string, features: Float32Array): Promise<void> {
    this.known.set(id, features);
    const bytes = Buffer.from(features.buffer, features.byteOffset, features.byteLength);
    await appendFile(this.file, `\n${id} ${bytes.toString('base64')}\n`);
  }
}
