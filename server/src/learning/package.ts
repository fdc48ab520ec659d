import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ModelNotes } from '@console/learner/protocol';
import { ZipFile } from 'yazl';
import type { DatasetPicture } from './dataset';
import { readmeOf, SNIPPET } from './package-readme';

/** What a person gets who downloads a model, as one zip in the folder. Answers its path. */
export async function packModel({
  model,
  notes,
  pictures,
  folder,
}: {
  model: Uint8Array;
  notes: ModelNotes;
  pictures: AsyncIterable<DatasetPicture>;
  folder: string;
}): Promise<string> {
  const zip = new ZipFile();
  const path = join(folder, 'model.zip');
  const written = pipeline(zip.outputStream, createWriteStream(path));
  const { scores, notice, ...about } = notes;
  const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  zip.addBuffer(Buffer.from(model), 'model.onnx');
  zip.addBuffer(json(about), 'model.json');
  zip.addBuffer(json(scores), 'metrics.json');
  zip.addBuffer(Buffer.from(`${notice}\n`), 'NOTICE.txt');
  zip.addBuffer(Buffer.from(readmeOf(notes)), 'README.md');
  zip.addBuffer(Buffer.from(SNIPPET[notes.domain]), 'predict.py');
  zip.addReadStream(Readable.from(lines(pictures)), 'pictures.csv');
  zip.end();
  await written;
  return path;
}

async function* lines(pictures: AsyncIterable<DatasetPicture>): AsyncGenerator<string> {
  yield 'image_id,use\n';
  for await (const { image_id, test_image } of pictures) yield `${image_id},${test_image ? 'test' : 'train'}\n`;
}
