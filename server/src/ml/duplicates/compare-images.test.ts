import sharp, { type Sharp } from 'sharp';
import { findDuplicates } from './find-duplicates';

/** Draws round cells on a plain background. Images of different seeds have the same colours, sizes and number of cells. */
function drawCells(seed: number): Sharp {
  let randomState = seed * 7919 + 1;
  const random = () => (randomState = (randomState * 48271) % 2147483647) / 2147483647;
  const circles = Array.from({ length: 24 }, () => {
    const [x, y, radius] = [random() * 320, random() * 240, 16 + random() * 8];
    const nucleus = `<circle cx="${x}" cy="${y}" r="${radius / 3}" fill="#d8b8b4"/>`;
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="#b8807c"/>${nucleus}`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240" fill="#c8c8c0"/>${circles.join('')}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}

async function createThumbnail(image: Sharp): Promise<Uint8Array> {
  const jpeg = await image.jpeg({ quality: 70 }).toBuffer();
  return sharp(jpeg).greyscale().resize(64, 64, { fit: 'fill' }).raw().toBuffer();
}

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);
const COPIED_SEEDS = SEEDS.slice(0, 3);
const thumbnails = new Map<string, Uint8Array>();
beforeAll(async () => {
  for (const seed of SEEDS) thumbnails.set(`original ${seed}`, await createThumbnail(drawCells(seed)));
});

const originals = SEEDS.map((seed) => `original ${seed}`);
const findDuplicatePairs = async (images: readonly string[]) => {
  const duplicates = await findDuplicates({
    images,
    selectCandidates: () => originals,
    readThumbnails: (ids) =>
      Promise.resolve(new Map(ids.flatMap((id) => (thumbnails.has(id) ? [[id, thumbnails.get(id)!]] : [])))),
  });
  return duplicates.map(({ id, duplicate }) => [id, duplicate]);
};

it('the search finds no duplicates among different images of the same kind', async () => {
  expect(await findDuplicatePairs(originals)).toEqual([]);
});

it.each<[string, (image: Sharp) => Sharp]>([
  ['of half the size', (image) => image.resize(160)],
  ['cropped by a twentieth on each side', (image) => image.extract({ left: 16, top: 12, width: 288, height: 216 })],
  ['cropped by a tenth on each side', (image) => image.extract({ left: 32, top: 24, width: 256, height: 192 })],
  ['cropped by a tenth on two sides', (image) => image.extract({ left: 32, top: 24, width: 288, height: 216 })],
  ['mirrored', (image) => image.flop()],
  ['darker', (image) => image.linear(0.7, 0)],
  ['brighter, with white areas', (image) => image.linear(1.5, 0)],
  ['grey', (image) => image.greyscale()],
])('finds copies that are %s', async (_, editImage) => {
  const copies: string[] = [];
  for (const seed of COPIED_SEEDS) {
    const originalPng = await drawCells(seed).png().toBuffer();
    thumbnails.set(`copy ${seed}`, await createThumbnail(editImage(sharp(originalPng))));
    copies.push(`copy ${seed}`);
  }
  expect((await findDuplicatePairs(copies)).sort()).toEqual(COPIED_SEEDS.map((seed) => [`copy ${seed}`, `original ${seed}`]));
});

it('the search does not compare uniform images', async () => {
  thumbnails.set('original 1', new Uint8Array(64 * 64).fill(200));
  thumbnails.set('uniform', new Uint8Array(64 * 64).fill(200));
  expect(await findDuplicatePairs(['uniform', 'without thumbnail'])).toEqual([]);
});
