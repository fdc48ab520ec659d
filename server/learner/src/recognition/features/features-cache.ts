import { appendFile, readFile } from 'node:fs/promises';

/**
 * A cache of features by example id, so that an interrupted training resumes. The file is append-only. A truncated line is ignored, and its
 * features are computed again.
 */
export class FeaturesCache {
  private readonly features = new Map<string, Float32Array>();

  private constructor(private readonly file: string) {}

  static async open(file: string, width: number): Promise<FeaturesCache> {
    const cache = new FeaturesCache(file);
    const text = await readFile(file, 'utf8').catch(() => '');
    for (const line of text.split('\n')) {
      const [id, data] = line.split(' ');
      const bytes = Buffer.from(data ?? '', 'base64');
      if (id && bytes.length === 4 * width) cache.features.set(id, new Float32Array(Uint8Array.from(bytes).buffer));
    }
    return cache;
  }

  get(id: string): Float32Array | undefined {
    return this.features.get(id);
  }

  async set(id: string, values: Float32Array): Promise<void> {
    this.features.set(id, values);
    const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    await appendFile(this.file, `\n${id} ${bytes.toString('base64')}\n`);
  }
}
