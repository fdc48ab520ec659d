import type { Config } from '../config';
import type { FileStore } from '../files/store';
import { cropBoxes } from './accept';

/** A box in whole pixels of the upright image: x1, y1, x2, y2. */
export type Region = readonly [number, number, number, number];

interface RegionCropDeps {
  files: FileStore;
  config: Pick<Config, 'maxPixels'>;
  /** Lists the regions of an image whose crops will probably be requested next. */
  listRegions: (imageKey: string) => Promise<readonly Region[]>;
}

const MAX_CACHED_BYTES = 64 * 1024 * 1024;
/** Maximum number of regions that are cropped when an image is decoded. */
const MAX_REGIONS_PER_IMAGE = 1000;

/**
 * Maximum number of images that are decoded at the same time. Decoding more images would delay uploads, which use the same child processes.
 */
const MAX_CONCURRENT_DECODES = 2;

/** Crops by image and region, the least recently used first. */
const cachedCrops = new Map<string, Uint8Array>();
let cachedBytes = 0;
/** Running crops by image. */
const runningCrops = new Map<string, Promise<ReadonlyMap<string, Uint8Array>>>();

/** Number of images that are being decoded, and the requests that wait for a free slot. */
let runningCount = 0;
const waitingStarts: (() => void)[] = [];

async function runLimited<T>(work: () => Promise<T>): Promise<T> {
  if (runningCount < MAX_CONCURRENT_DECODES) runningCount += 1;
  // A finished decoding passes its slot to the next request.
  else await new Promise<void>((resolve) => waitingStarts.push(resolve));
  try {
    return await work();
  } finally {
    const startNext = waitingStarts.shift();
    if (startNext) startNext();
    else runningCount -= 1;
  }
}

const toKey = (imageKey: string, region: Region) => `${imageKey} ${region.join(' ')}`;

/**
 * Returns the crop of a region of an image. All regions of the image are cropped at once, because decoding takes much longer than
 * a crop. Crops are cached in memory only: creating them again is fast, and files would have to be deleted with their shapes.
 * Null if the image does not exist.
 */
export async function getRegionCrop(deps: RegionCropDeps, imageKey: string, region: Region): Promise<Uint8Array | null> {
  const key = toKey(imageKey, region);
  const cachedCrop = cachedCrops.get(key);
  if (cachedCrop) {
    cachedCrops.delete(key);
    cachedCrops.set(key, cachedCrop);
    return cachedCrop;
  }
  const crops = await cropOnce(deps, imageKey, region);
  // Another request may have created the crop meanwhile. `cropRegions` returns only crops that were not in the cache.
  return crops.get(key) ?? cachedCrops.get(key) ?? (await cropRegions(deps, imageKey, [region])).get(key) ?? null;
}

function cropOnce(deps: RegionCropDeps, imageKey: string, region: Region): Promise<ReadonlyMap<string, Uint8Array>> {
  const runningCrop =
    runningCrops.get(imageKey) ??
    deps
      .listRegions(imageKey)
      .then((regions) => cropRegions(deps, imageKey, [region, ...regions]))
      .finally(() => runningCrops.delete(imageKey));
  runningCrops.set(imageKey, runningCrop);
  return runningCrop;
}

async function cropRegions(
  { files, config }: RegionCropDeps,
  imageKey: string,
  regions: readonly Region[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const regionsByKey = new Map(regions.map((region) => [toKey(imageKey, region), region]));
  const missingRegions = [...regionsByKey].filter(([key]) => !cachedCrops.has(key)).slice(0, MAX_REGIONS_PER_IMAGE);
  if (missingRegions.length === 0) return new Map();
  const crops = await runLimited(async () => {
    const bytes = await files.read(imageKey);
    const boxes = missingRegions.map(([, region]) => [...region]);
    return bytes ? cropBoxes(bytes, boxes, config.maxPixels) : [];
  });
  const cropByKey = new Map(missingRegions.flatMap(([key], index) => (crops[index] ? [[key, crops[index]] as const] : [])));
  for (const [key, crop] of cropByKey) storeCrop(key, crop);
  return cropByKey;
}

function storeCrop(key: string, crop: Uint8Array): void {
  if (cachedCrops.has(key)) return;
  cachedCrops.set(key, crop);
  cachedBytes += crop.byteLength;
  for (const [oldestKey, { byteLength }] of cachedCrops) {
    if (cachedBytes <= MAX_CACHED_BYTES) return;
    cachedCrops.delete(oldestKey);
    cachedBytes -= byteLength;
  }
}
