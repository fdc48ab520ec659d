import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { EmbedRequest } from '../protocol/protocol';
import { embedImages } from './embed-images';
import { EMBEDDING } from './projection';

/** Computes the embeddings of all images and boxes in one list. */
const embedAll = async (...images: EmbedRequest['images']) =>
  (await embedImages({ images }, 1)).flatMap((image) => image?.embeddings ?? [null]);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedding-'));
});
afterAll(() => rm(folder, { recursive: true }));

const RED = '<circle cx="60" cy="60" r="40" fill="#c22"/>';
const GREEN = '<rect x="180" y="20" width="80" height="80" fill="#2a2" stroke="#fff" stroke-width="8"/>';

async function drawImage(name: string, svgContent: string, quality = 95): Promise<string> {
  const file = join(folder, name);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120"><rect width="320" height="120" fill="#bbb"/>${svgContent}</svg>`;
  await sharp(Buffer.from(svg)).jpeg({ quality }).toFile(file);
  return file;
}

function getSimilarity(a: Int8Array, b: Int8Array): number {
  const computeDotProduct = (x: Int8Array, y: Int8Array) => x.reduce((sum, value, index) => sum + value * y[index]!, 0);
  return computeDotProduct(a, b) / Math.sqrt(computeDotProduct(a, a) * computeDotProduct(b, b));
}

it('embedImages gives equal embeddings for equal images and similar ones for compressed copies', async () => {
  const [bothShapes, copy, green] = [
    await drawImage('both.jpg', RED + GREEN),
    await drawImage('copy.jpg', RED + GREEN, 60),
    await drawImage('green.jpg', GREEN),
  ];
  const [first, second] = await embedAll({ file: bothShapes }, { file: bothShapes });
  const [compressed, greenEmbedding] = await embedAll({ file: copy }, { file: green });
  expect(first).toHaveLength(EMBEDDING.length);
  expect(second).toEqual(first);
  expect(getSimilarity(first!, compressed!)).toBeGreaterThan(0.97);
  expect(getSimilarity(first!, greenEmbedding!)).toBeLessThan(getSimilarity(first!, compressed!));
});

it('embedImages gives similar embeddings for an object at two positions', async () => {
  const bothShapes = await drawImage('boxes.jpg', RED + GREEN);
  const redOnly = await drawImage('alone.jpg', `<g transform="translate(60 0)">${RED}</g>`);
  const [red, green, movedRed] = await embedAll(
    {
      file: bothShapes,
      boxes: [
        [20, 20, 100, 100],
        [176, 16, 264, 104],
      ],
    },
    { file: redOnly, boxes: [[80, 20, 160, 100]] },
  );
  expect(getSimilarity(red!, movedRed!)).toBeGreaterThan(0.97);
  expect(getSimilarity(green!, movedRed!)).toBeLessThan(0.8);
  // A box beyond the image is clipped to the image.
  const [outsideBoxEmbedding] = await embedAll({ file: bothShapes, boxes: [[300, 100, 500, 500]] });
  expect(outsideBoxEmbedding).toHaveLength(EMBEDDING.length);
});

it('embedImages gives complete images a greyscale thumbnail, and boxes none', async () => {
  const file = await drawImage('halves.jpg', '<rect x="160" width="160" height="120" fill="#f00"/>');
  const [completeImage, imageWithBoxes] = await embedImages({ images: [{ file }, { file, boxes: [[0, 0, 90, 90]] }] }, 1);
  const thumbnail = completeImage!.thumbnail!;
  expect([thumbnail.length, imageWithBoxes!.thumbnail]).toEqual([64 * 64, null]);
  // The left half is light grey, and red has 30 % of the brightness.
  expect(Math.abs(thumbnail[64 * 32 + 8]! - 0xbb)).toBeLessThan(4);
  expect(Math.abs(thumbnail[64 * 32 + 56]! - 76)).toBeLessThan(6);
});

it('embedImages returns null for unreadable images and embeds the others', async () => {
  const file = await drawImage('readable.jpg', RED);
  const missingFile = join(folder, 'missing.jpg');
  const [first, second, third] = await embedAll({ file: missingFile }, { file }, { file: missingFile, boxes: [[0, 0, 9, 9]] });
  expect([first, second?.length, third]).toEqual([null, EMBEDDING.length, null]);
});
