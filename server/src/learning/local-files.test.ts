import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { writeWhole } from './local-files';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('a file that is written again is whole for whoever reads it meanwhile', async () => {
  const place = join(folder, 'models', 'notes.json');
  const text = JSON.stringify({ notes: 'a'.repeat(2_000_000) });
  await writeWhole(place, Readable.from([text]));
  const writing = Promise.all(Array.from({ length: 30 }, () => writeWhole(place, Readable.from([text]))));
  const read = await Promise.all(Array.from({ length: 30 }, async () => (await readFile(place, 'utf8')).length));
  await writing;
  expect(new Set(read)).toEqual(new Set([text.length]));
  expect(await readdir(join(folder, 'models'))).toEqual(['notes.json']);
});

it('a file that cannot be read to its end leaves the one of before, and nothing else', async () => {
  const place = join(folder, 'notes.json');
  await writeWhole(place, Readable.from(['before']));
  const cut = Readable.from(
    (function* () {
      yield 'af';
      throw new Error('cut off');
    })(),
  );
  await expect(writeWhole(place, cut)).rejects.toThrow('cut off');
  expect([await readFile(place, 'utf8'), await readdir(folder)]).toEqual(['before', ['notes.json']]);
});
