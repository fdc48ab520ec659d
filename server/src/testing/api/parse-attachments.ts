import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFiles } from '../../exchange/imports/parse/parse-files';

export type Files = Record<string, string | Buffer>;

let folder: string;

/** Creates the folder of the parsed files before the tests and deletes it afterwards. */
export function setUpParsing(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'references-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
}

interface ParsedItem {
  n: number;
  path: string;
  outcome: string;
}

/** Parses files and returns the image of each class, or 'missing', and the paths of all images. */
export async function parseAttachments(
  files: Files,
  format?: 'coco' | 'yolo' | 'voc' | 'cvat' | 'csv' | 'labelstudio' | 'console',
) {
  const sentFiles = [];
  for (const [number, [path, content]] of Object.entries(files).entries()) {
    const file = join(folder, String(number));
    await writeFile(file, content);
    sentFiles.push({ path, file, size: Buffer.from(content).length });
  }
  const shapes: { item: number; class: string }[] = [];
  const items: ParsedItem[] = [];
  const summary = await parseFiles(
    {
      id: 'of-a-test',
      source: null,
      sentFiles,
      options: { format, outlines: 'both' },
      config: { dataDir: folder, importPlaces: [], s3: null, uploadMaxBytes: 1_000_000, maxPixels: 1_000_000 },
    },
    {
      shapes: async (rows) => void shapes.push(...(JSON.parse(rows) as typeof shapes)),
      entities: async () => undefined,
      items: async (rows) => void items.push(...(JSON.parse(rows) as ParsedItem[])),
    },
  );
  const names = new Map(summary.classes.map(({ key, name }) => [key, name]));
  const itemsByNumber = new Map(items.map((item) => [item.n, item]));
  const attached = Object.fromEntries(
    shapes.map(({ item: itemNumber, class: key }) => {
      const item = itemsByNumber.get(itemNumber);
      return [names.get(key), item?.outcome === 'new' ? item.path : 'missing'];
    }),
  );
  return { attached, images: items.filter(({ outcome }) => outcome === 'new').map(({ path }) => path) };
}
