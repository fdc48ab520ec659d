import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { embedImages } from '../../../../server/learner/src/embedding/embed-images';
import { findDuplicates } from '../../../../server/src/ml/duplicates/find-duplicates';
import { getCandidateCount, selectNearest, type EmbeddedImage } from '../../../../server/src/ml/duplicates/select-candidates';
import { print } from '../../support/output';

// Part of `npm run bench -- models`: measures how many copies of images are recognised, and how many similar images are mistaken
// for copies.

/** Folders with images below the data folder. Sets that do not exist are skipped. */
const PHOTO_FOLDERS = {
  cells: 'bccd/JPEGImages',
  fruits: 'fruits_nuts/images',
  groceries: 'grocery/dataset',
  clothing: 'clothing',
};
/** Number of images in each set that the benchmark copies. */
const COPIED_IMAGE_COUNT = 36;

type Copy = (image: Sharp, width: number, height: number) => Sharp;

const createCropCopy = (croppedRatio: number): Copy => {
  const getMargin = (sideLength: number) => Math.round(sideLength * croppedRatio);
  return (image, width, height) =>
    image.extract({
      left: getMargin(width),
      top: getMargin(height),
      width: width - 2 * getMargin(width),
      height: height - 2 * getMargin(height),
    });
};

const COPY_CHANGES: Record<string, Copy> = {
  'JPEG quality 50': (image) => image,
  'half size': (image, width) => image.resize(Math.round(width / 2)),
  'crop 5 % per side': createCropCopy(0.05),
  'crop 10 % per side': createCropCopy(0.1),
  'crop 10 % of two sides': (image, width, height) => {
    const [left, top] = [Math.round(width * 0.1), Math.round(height * 0.1)];
    return image.extract({ left, top, width: width - left, height: height - top });
  },
  mirrored: (image) => image.flop(),
  'brightness 0.7': (image) => image.linear(0.7, 0),
  'brightness 1.2': (image) => image.linear(1.2, 0),
  'brightness 1.5': (image) => image.linear(1.5, 0),
  grey: (image) => image.greyscale(),
};

interface BenchImage extends EmbeddedImage {
  thumbnail: Uint8Array;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { data: { type: 'string', default: resolve(__dirname, '../../../../../shared/data') } },
  });
  const folder = await mkdtemp(join(tmpdir(), 'bench-duplicates-'));
  try {
    for (const [name, path] of Object.entries(PHOTO_FOLDERS)) {
      const root = join(String(values.data), path);
      if (existsSync(root)) await benchSet(name, listImages(root), folder);
      else print(`duplicates, ${name}: not measured, ${root} does not exist`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

function listImages(root: string): string[] {
  const isImage = (file: string) => ['.jpg', '.jpeg', '.png'].includes(extname(file).toLowerCase());
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(isImage)
    .sort()
    .map((file) => join(root, file));
}

async function embedImage(id: string, file: string): Promise<BenchImage> {
  const [image] = await embedImages({ images: [{ file }] }, 1);
  if (!image?.thumbnail) throw new Error(`${file} cannot be read`);
  return { id, embedding: image.embeddings[0]!, thumbnail: image.thumbnail };
}

async function benchSet(name: string, files: readonly string[], folder: string): Promise<void> {
  const originals: BenchImage[] = [];
  for (const file of files) originals.push(await embedImage(file, file));
  const cpuBefore = process.cpuUsage();
  const duplicates = await searchDuplicates(originals, originals);
  const { user, system } = process.cpuUsage(cpuBefore);
  const pairs = new Set(duplicates.map(({ id, duplicate }) => [id, duplicate].sort().join(' and ')));
  const perThousand = ((1000 * pairs.size) / originals.length).toFixed(1);
  print(`duplicates, ${name}, ${originals.length} images: ${pairs.size} pairs of originals (${perThousand} per 1,000 images)`);
  for (const pair of pairs) print(`  ${pair}`);
  print(`  comparing all of them: ${((user + system) / 1e6).toFixed(1)} s of CPU time`);
  const stepSize = Math.max(1, files.length / COPIED_IMAGE_COUNT);
  const copiedFiles = Array.from(
    { length: Math.min(files.length, COPIED_IMAGE_COUNT) },
    (_, index) => files[Math.floor(index * stepSize)]!,
  );
  for (const [change, copy] of Object.entries(COPY_CHANGES)) {
    const copies: BenchImage[] = [];
    for (const file of copiedFiles) {
      const { width, height } = await sharp(file).metadata();
      const copyFile = join(folder, 'copy.jpg');
      await writeFile(
        copyFile,
        await copy(sharp(file), width, height)
          .jpeg({ quality: change.includes('50') ? 50 : 85 })
          .toBuffer(),
      );
      copies.push(await embedImage(`copy of ${file}`, copyFile));
    }
    const recognisedCount = (await searchDuplicates(copies, originals)).filter(
      ({ id, duplicate }) => id === `copy of ${duplicate}`,
    );
    print(`  ${change}: ${recognisedCount.length} of ${copies.length} copies recognised`);
  }
}

function searchDuplicates(images: readonly BenchImage[], otherImages: readonly BenchImage[]) {
  const byId = new Map([...otherImages, ...images].map((image) => [image.id, image]));
  return findDuplicates({
    images: images.map(({ id }) => id),
    selectCandidates: (id, pause) => selectNearest(byId.get(id)!.embedding, otherImages, getCandidateCount(images.length), pause),
    readThumbnails: (ids) => Promise.resolve(new Map(ids.map((id) => [id, byId.get(id)!.thumbnail]))),
  });
}

void main();
