import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createZip } from '../../testing/api/import-driver';
import { readJsonElements } from './parsing/json-elements';
import { listZipEntries } from './reader/zip';

it('rejects an archive with too many entries before reading them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  const file = join(folder, 'many.zip');
  await writeFile(file, await createZip({ 'a.txt': '', 'b.txt': '', 'c.txt': '' }));
  await expect(listZipEntries(file, 2)).rejects.toThrow('The archive has 3 entries. The limit of an import is 2.');
  await rm(folder, { recursive: true });
});

it('limits the size of JSON and XML elements, and reads large files with little memory', async () => {
  const largeChunk = Buffer.from('a'.repeat(1_000_000));
  const createEndlessStream = function* () {
    yield Buffer.from('{"images":[{"file_name":"');
    for (let count = 0; count < 2_000; count += 1) yield largeChunk;
  };
  const readElements = async () => {
    for await (const _ of readJsonElements(Readable.from(createEndlessStream()), ['images'])) expect(_).toBeUndefined();
  };
  await expect(readElements()).rejects.toThrow('One element is longer than 32 million characters.');
});
