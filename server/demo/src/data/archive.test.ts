import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArchive } from './archive';
import { readWorkspaceData } from './workspace-data';

const DATA = join(__dirname, '..', '..', 'data');

const HEADER = '{"annotation_console":1,"created":"2026-01-10T12:00:00.000Z"}';
const GROUP =
  '{"group":{"id":"g","name":"Shelves","description":"","type":null,"test":false,"meta_data":{},"verified_by":[],"groups":[]}}';
const NOW = new Date('2026-03-01T00:00:00.000Z');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-archive-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function read(...lines: string[]) {
  await writeFile(join(folder, 'console.jsonl'), `${lines.join('\n')}\n`);
  return readArchive(folder, NOW);
}

describe('readArchive', () => {
  it('shifts all dates, as if the archive had been created now', async () => {
    const { toDate } = await read(HEADER);
    expect(toDate('2026-01-08T06:00:00.000Z')).toEqual(new Date('2026-02-26T18:00:00.000Z'));
  });

  it('never returns a date in the future', async () => {
    const { toDate } = await read(HEADER);
    expect(toDate('2026-01-10T12:00:01.000Z')).toEqual(NOW);
  });

  it('returns the lines by kind', async () => {
    const { groups, images } = await read(HEADER, GROUP);
    expect(groups.map(({ name }) => name)).toEqual(['Shelves']);
    expect(images).toEqual([]);
  });

  it.each([
    ['a file without a header', [GROUP]],
    ['an empty file', []],
    ['an unknown line', [HEADER, '{"product":{}}']],
  ])('refuses %s', async (_, lines) => {
    await expect(read(...lines)).rejects.toThrow();
  });
});

describe.each(['demo', 'recognition-only', 'other-company'])('the archive of %s', (name) => {
  const workspace = join(DATA, name);

  it('contains the image files of its lines, unchanged, and no others', async () => {
    const { images } = await readArchive(workspace, NOW);
    const files = await readdir(join(workspace, 'images'));
    expect(images.map(({ file }) => file).sort()).toEqual(files.map((file) => `images/${file}`).sort());
    for (const { file, content_hash } of images) {
      const bytes = await readFile(join(workspace, file ?? ''));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(content_hash);
    }
  });

  it('uses only labels and groups that workspace.json declares', async () => {
    const { labels, groups } = await readArchive(workspace, NOW);
    const { similarity, ...domains } = await readWorkspaceData(workspace);
    for (const { of, name: label } of labels.filter((row) => !row.name.endsWith('(none)')))
      expect(domains[of].labels.map((row) => row.name)).toContain(label);
    for (const group of groups) expect(similarity.groups.map((row) => row.name)).toContain(group.name);
  });
});
