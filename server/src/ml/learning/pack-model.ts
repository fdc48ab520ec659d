import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ModelNotes } from '@console/learner/protocol';
import { ZipFile } from 'yazl';
import type { DatasetImage } from './dataset';
import { createReadme, PREDICT_SCRIPTS } from './package-readme';

/** The license of the pretrained weights. The build copies the file beside the bundle. */
const LICENSE_FILE = join(__dirname, 'apache-2.0.txt');

type PackedImage = Pick<DatasetImage, 'image_id' | 'test_image'>;

/** Packs a model as a zip file for download. Returns its path. */
export async function packModel({
  model,
  notes,
  images,
  folder,
}: {
  model: Uint8Array;
  notes: ModelNotes;
  images: AsyncIterable<PackedImage>;
  folder: string;
}): Promise<string> {
  const zip = new ZipFile();
  const path = join(folder, 'model.zip');
  const writingFile = pipeline(zip.outputStream, createWriteStream(path));
  const { scores, notice, ...description } = notes;
  const toJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  zip.addBuffer(Buffer.from(model), 'model.onnx');
  zip.addBuffer(toJson(description), 'model.json');
  zip.addBuffer(toJson(scores), 'metrics.json');
  // Models without pretrained weights have no notice.
  if (notice) {
    zip.addBuffer(Buffer.from(`${notice}\n`), 'NOTICE.txt');
    zip.addBuffer(await readFile(LICENSE_FILE), 'LICENSE.txt');
  }
  zip.addBuffer(Buffer.from(createReadme(notes)), 'README.md');
  zip.addBuffer(Buffer.from(PREDICT_SCRIPTS[notes.domain]), 'predict.py');
  zip.addReadStream(Readable.from(toCsv(images)), 'pictures.csv');
  zip.end();
  await writingFile;
  return path;
}

async function* toCsv(images: AsyncIterable<PackedImage>): AsyncGenerator<string> {
  yield 'image_id,use\n';
  for await (const { image_id, test_image } of images) yield `${image_id},${test_image ? 'test' : 'train'}\n`;
}
