import { readFile, rm } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ModelNotes } from '@console/learner/protocol';
import { unzip } from '../../testing/api/unzip';
import { packModel } from './pack-model';

const NOTES: ModelNotes = {
  domain: 'recognition',
  type: 'multi_class',
  labels: [],
  inputSize: 224,
  seed: 1,
  pictures: 4,
  seconds: 3,
  scores: { pictures: 1, heldOut: false, map50: null, map75: null, accuracy: 1, error: null, labels: [] },
  decoding: {},
  notice: '',
};

async function* listImages() {
  yield { image_id: 'first', test_image: false };
  yield { image_id: 'second', test_image: true };
}

async function packAndUnzip(notes: ModelNotes): Promise<Map<string, string>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pack-model-'));
  try {
    const file = await packModel({ model: new Uint8Array([1, 2]), notes, images: listImages(), folder });
    const entries = await unzip(await readFile(file));
    return new Map([...entries].map(([name, content]) => [name, String(content)]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('a model with pretrained weights contains their notice and license', async () => {
  const entries = await packAndUnzip({ ...NOTES, notice: 'SSD-MobileNetV2 by the MediaPipe Authors' });
  expect(entries.get('LICENSE.txt')).toMatch(/^\s+Apache License\s+Version 2\.0, January 2004/);
  expect(entries.get('NOTICE.txt')).toBe('SSD-MobileNetV2 by the MediaPipe Authors\n');
  expect(entries.get('README.md')).toContain('`NOTICE.txt` and `LICENSE.txt`');
});

it('a model without pretrained weights contains no notice', async () => {
  const entries = await packAndUnzip(NOTES);
  expect([...entries.keys()].sort()).toEqual(
    ['README.md', 'metrics.json', 'model.json', 'model.onnx', 'pictures.csv', 'predict.py'].sort(),
  );
  expect(entries.get('README.md')).not.toContain('NOTICE.txt');
  expect(entries.get('pictures.csv')).toBe('image_id,use\nfirst,train\nsecond,test\n');
});
