import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { writeAtomically } from './local-files';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('a concurrent reader never sees a partially written file', async () => {
  const path = join(folder, 'models', 'notes.json');
  const text = JSON.stringify({ notes: 'a'.repeat(2_000_000) });
  await writeAtomically(path, Readable.from([text]));
  const writing = Promise.all(Array.from({ length: 30 }, () => writeAtomically(path, Readable.from([text]))));
  const lengths = await Promise.all(Array.from({ length: 30 }, async () => (await readFile(path, 'utf8')).length));
  await writing;
  expect(new Set(lengths)).toEqual(new Set([text.length]));
  expect(await readdir(join(folder, 'models'))).toEqual(['notes.json']);
});

it('a failed write keeps the previous file and leaves no temporary file', async () => {
  const path = join(folder, 'notes.json');
  await writeAtomically(path, Readable.from(['previous']));
  const failingStream = Readable.from(
    (function* () {
      yield 'new';
      throw new Error('broken');
    })(),
  );
  await expect(writeAtomically(path, failingStream)).rejects.toThrow('broken');
  expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['previous', ['notes.json']]);
});
