import fc from 'fast-check';
import { parseImport, withImages } from '../../../testing/api/parse-import';

/** A Label Studio export with a box on the image of each URL. The class is the URL. */
const createTasks = (urls: readonly string[]) =>
  JSON.stringify(
    urls.map((image) => ({
      data: { image },
      annotations: [
        { result: [{ type: 'rectanglelabels', value: { x: 1, y: 1, width: 5, height: 5, rectanglelabels: [image] } }] },
      ],
    })),
  );

/** Returns the image of each URL. Images that are not in the files are omitted. */
async function findImages(paths: readonly string[], urls: readonly string[]): Promise<Map<string, string>> {
  const { boxes, images } = await parseImport({ ...withImages(...paths), 'tasks.json': createTasks(urls) });
  const pairs = boxes.map((box) => /^(.*?): (\S+)/.exec(box)!.slice(1) as [string, string]);
  return new Map(pairs.flatMap(([image, url]) => (images.includes(image) ? [[url, image]] : [])));
}

const getFolder = (path: string) => path.split('/').slice(0, -1).join('/');
const getName = (path: string) => path.split('/').at(-1)!;

it('finds absolute URLs of several server folders in a flat archive', async () => {
  const urls = ['https://images.test/upload/7/1.jpg', 'https://images.test/upload/8/2.jpg?token=9'];
  const imagesByUrl = await findImages(['1.jpg', '2.jpg', '3.jpg'], urls);
  expect(urls.map((url) => imagesByUrl.get(url))).toEqual(['1.jpg', '2.jpg']);
});

it('finds the image of a URL by the end of its path or a unique name', async () => {
  const folder = fc.constantFrom('a', 'b', 'images');
  const path = fc
    .tuple(fc.array(folder, { maxLength: 2 }), fc.constantFrom('1.jpg', '2.jpg', '3.jpg'))
    .map(([folders, name]) => [...folders, name].join('/'));
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(path, { minLength: 1, maxLength: 5 }),
      fc.uniqueArray(path, { minLength: 1, maxLength: 4 }),
      async (images, urlPaths) => {
        const urls = urlPaths.map((urlPath) => `https://images.test/upload/${urlPath}`);
        const imagesByUrl = await findImages(images, urls);
        const isFlat = new Set(images.map(getFolder)).size === 1;
        expect(new Set(imagesByUrl.values()).size).toBe(imagesByUrl.size);
        for (const url of urls) {
          const image = imagesByUrl.get(url);
          const imagesWithSameName = images.filter((candidate) => getName(candidate) === getName(url));
          const hasUniqueName =
            imagesWithSameName.length === 1 && urls.filter((otherUrl) => getName(otherUrl) === getName(url)).length === 1;
          // In a flat archive, a unique file name suffices, so its image must be found.
          if (isFlat && hasUniqueName) expect([url, image]).toEqual([url, imagesWithSameName[0]]);
          if (image === undefined) continue;
          const sharesFolder = image.includes('/') && url.endsWith(`/${image.split('/').slice(-2).join('/')}`);
          expect([url, image, getName(image) === getName(url) && (sharesFolder || isFlat)]).toEqual([url, image, true]);
        }
      },
    ),
    { numRuns: process.env.LONG ? 150 : 40 },
  );
}, 60_000);
