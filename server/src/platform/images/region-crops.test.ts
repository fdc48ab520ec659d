import type { FileStore } from '../files/store';
import { getRegionCrop, type Region } from './region-crops';

const mockCropBoxes = jest.fn<Promise<Uint8Array[]>, [Buffer, number[][]]>();
jest.mock('./accept', () => ({ cropBoxes: (...args: [Buffer, number[][]]) => mockCropBoxes(...args) }));

const files = { read: async () => Buffer.from('image') } as unknown as FileStore;
const config = { maxPixels: 1 };
const toCrops = (boxes: number[][]) => boxes.map((box) => Uint8Array.from(box));

/** Returns a promise and the function that resolves it. */
function createDeferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

beforeEach(() => mockCropBoxes.mockReset().mockImplementation(async (_, boxes) => toCrops(boxes)));

it('crops all regions of an image at once', async () => {
  const regions: Region[] = [1, 2, 3].map((side) => [0, 0, side, side]);
  const deps = { files, config, listRegions: async () => regions };
  const crops = await Promise.all(regions.map((region) => getRegionCrop(deps, 'a', region)));
  expect(crops).toEqual(toCrops(regions.map((region) => [...region])));
  await getRegionCrop(deps, 'a', regions[2]!);
  expect(mockCropBoxes).toHaveBeenCalledTimes(1);
});

it('returns a crop that another request creates while the regions are listed', async () => {
  const [firstRegion, laterRegion]: Region[] = [
    [0, 0, 1, 1],
    [0, 0, 2, 2],
  ];
  const deferredCrop = createDeferred();
  mockCropBoxes.mockImplementation(async (_, boxes) => {
    // The crop of the region that is not listed takes longer.
    if (boxes.length === 1 && boxes[0]?.[2] === 2) await deferredCrop.promise;
    return toCrops(boxes);
  });
  const deps = { files, config, listRegions: async () => [firstRegion!] };
  const requests = [getRegionCrop(deps, 'b', firstRegion!), getRegionCrop(deps, 'b', laterRegion!)];
  await requests[0];
  const deferredList = createDeferred();
  requests.push(getRegionCrop({ ...deps, listRegions: () => deferredList.promise.then(() => []) }, 'b', laterRegion!));
  deferredCrop.resolve();
  await requests[1];
  deferredList.resolve();
  expect(await requests[2]).toEqual(Uint8Array.of(0, 0, 2, 2));
});

it('decodes few images at the same time, and continues after a failure', async () => {
  const deferredCrop = createDeferred();
  let runningCount = 0;
  let maxRunningCount = 0;
  mockCropBoxes.mockImplementation(async (_, boxes) => {
    maxRunningCount = Math.max(maxRunningCount, (runningCount += 1));
    await deferredCrop.promise;
    runningCount -= 1;
    if (boxes[0]?.[2] === 1) throw new Error('The image is broken');
    return toCrops(boxes);
  });
  const deps = { files, config, listRegions: async () => [] };
  const requests = [1, 2, 3, 4, 5].map((side) => getRegionCrop(deps, `image ${side}`, [0, 0, side, side]));
  const results = Promise.allSettled(requests);
  deferredCrop.resolve();
  expect((await results).map(({ status }) => status)).toEqual(['rejected', ...Array<string>(4).fill('fulfilled')]);
  expect(maxRunningCount).toBe(2);
});
