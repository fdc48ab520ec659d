import type { DecodedImage } from './decoded-image';
import { DecodedImageLoader } from './decoded-image-loader';

function stubLoader() {
  const requests: { url: string; signal: AbortSignal; finish: (fail?: boolean) => DecodedImage & { close: jest.Mock } }[] = [];
  const loader = new DecodedImageLoader(
    (url, signal) =>
      new Promise((resolve, reject) => {
        const image = { bitmap: {} as ImageBitmap, reduced: null, close: jest.fn() };
        requests.push({
          url,
          signal,
          finish: (fail) => {
            if (fail) reject(new Error('no answer'));
            else resolve(image);
            return image;
          },
        });
      }),
  );
  return { sentRequests: requests, loader, signal: new AbortController().signal };
}

test('a preloaded image is not fetched again', async () => {
  const { sentRequests, loader, signal } = stubLoader();
  loader.prefetchOnly(['b']);
  loader.prefetchOnly(['b']);
  const image = sentRequests[0]!.finish();
  await expect(loader.load('b', signal)).resolves.toBe(image);
  expect(sentRequests).toHaveLength(1);
  expect(image.close).not.toHaveBeenCalled();
});

test('a preloaded image is returned only to the first call, later calls load it again', async () => {
  const { sentRequests, loader, signal } = stubLoader();
  loader.prefetchOnly(['b']);
  sentRequests[0]!.finish();
  await loader.load('b', signal);
  void loader.load('b', signal);
  expect(sentRequests).toHaveLength(2);
});

test('preloading another image frees the previous one', async () => {
  const { sentRequests, loader } = stubLoader();
  loader.prefetchOnly(['b']);
  const firstImage = sentRequests[0]!.finish();
  loader.prefetchOnly(['c']);
  await Promise.resolve();
  expect(sentRequests.map(({ url, signal }) => [url, signal.aborted])).toEqual([
    ['b', true],
    ['c', false],
  ]);
  expect(firstImage.close).toHaveBeenCalled();
});

test('an image that failed to preload is fetched again on load', async () => {
  const { sentRequests, loader, signal } = stubLoader();
  loader.prefetchOnly(['b']);
  sentRequests[0]!.finish(true);
  const loading = loader.load('b', signal);
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  const image = sentRequests[1]!.finish();
  await expect(loading).resolves.toBe(image);
});

test('several images can be preloaded at once', async () => {
  const { sentRequests, loader, signal } = stubLoader();
  loader.prefetchOnly(['b', 'c']);
  const [firstImage, secondImage] = sentRequests.map(({ finish }) => finish());
  loader.prefetchOnly(['c', 'd']);
  await Promise.resolve();
  expect(sentRequests.map(({ url }) => url)).toEqual(['b', 'c', 'd']);
  expect(firstImage!.close).toHaveBeenCalled();
  await expect(loader.load('c', signal)).resolves.toBe(secondImage);
});

test('takeDecoded returns a decoded image and removes it from the loader', async () => {
  const { sentRequests, loader, signal } = stubLoader();
  loader.prefetchOnly(['b']);
  expect(loader.takeDecoded('b')).toBeNull();
  const image = sentRequests[0]!.finish();
  await Promise.resolve();
  expect(loader.takeDecoded('b')).toBe(image);
  expect(loader.takeDecoded('b')).toBeNull();
  loader.prefetchOnly([]);
  await Promise.resolve();
  expect(image.close).not.toHaveBeenCalled();
  void loader.load('b', signal);
  expect(sentRequests).toHaveLength(2);
});
