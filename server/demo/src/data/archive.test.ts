import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArchive } from './archive';
import { readWorkspaceData } from './workspace-data';

const DATA_FOLDER = join(__dirname, '..', '..', 'data');

const HEADER = '{"annotation_console":1,"created":"2026-01-10T12:00:00.000Z"}';
const GROUP =
  '{"group":{"id":"g","name":"Shelves","description":"","type":null,"test":false,"meta_data":{},"verified_by":[],"groups":[]}}';
const NOW = new Date('2026-03-01T00:00:00.000Z');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-archive-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function writeAndReadArchive(...lines: string[]) {
  await writeFile(join(folder, 'console.jsonl'), `${lines.join('\n')}\n`);
  return readArchive(folder, NOW);
}

describe('readArchive', () => {
  it('shifts all dates, as if the archive had been created now', async () => {
    const { toDate } = await writeAndReadArchive(HEADER);
    expect(toDate('2026-01-08T06:00:00.000Z')).toEqual(new Date('2026-02-26T18:00:00.000Z'));
  });

  it('never returns a date in the future', async () => {
    const { toDate } = await writeAndReadArchive(HEADER);
    expect(toDate('2026-01-10T12:00:01.000Z')).toEqual(NOW);
  });

  it('returns groups and images in separate lists', async () => {
    const { groups, images } = await writeAndReadArchive(HEADER, GROUP);
    expect(groups.map(({ name }) => name)).toEqual(['Shelves']);
    expect(images).toEqual([]);
  });

  it.each([
    ['a file without a header', [GROUP]],
    ['an empty file', []],
    ['an unknown line', [HEADER, '{"product":{}}']],
  ])('refuses %s', async (_, lines) => {
    await expect(writeAndReadArchive(...lines)).rejects.toThrow();
  });
});

describe.each(['demo', 'recognition-only', 'other-company'])('the archive of %s', (workspaceName) => {
  const workspaceFolder = join(DATA_FOLDER, workspaceName);

  it('contains exactly the image files that it lists, with the listed hashes', async () => {
    const { images } = await readArchive(workspaceFolder, NOW);
    const files = await readdir(join(workspaceFolder, 'images'));
    expect(images.map(({ file }) => file).sort()).toEqual(files.map((file) => `images/${file}`).sort());
    for (const { file, content_hash } of images) {
      const bytes = await readFile(join(workspaceFolder, file ?? ''));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(content_hash);
    }
  });

  it('uses only labels and groups that workspace.json declares', async () => {
    const { labels, groups } = await readArchive(workspaceFolder, NOW);
    const { similarity, ...domains } = await readWorkspaceData(workspaceFolder);
    for (const { of: domain, name: labelName } of labels.filter((row) => !row.name.endsWith('(none)')))
      expect(domains[domain].labels.map((row) => row.name)).toContain(labelName);
    for (const group of groups) expect(similarity.groups.map((row) => row.name)).toContain(group.name);
  });
});
