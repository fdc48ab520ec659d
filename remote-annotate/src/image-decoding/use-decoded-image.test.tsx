import { api, SessionProvider, useWorkspaceQuery } from '@console/shared-auth';
import { signInForTest, stubApi } from '@console/shared-auth/testing';
import { act, render, screen } from '@testing-library/react';
import { createImageRow } from '../browser/testing';
import { ImageRefusedError, type DecodedImage } from './decoded-image';
import { DecodedImageLoader } from './decoded-image-loader';
import { useDecodedImage } from './use-decoded-image';

const createUrl = (name: string, expiry: number) => `http://localhost/api/files/${name}?until=${expiry}&sig=s${expiry}`;
const image: DecodedImage = { bitmap: {} as ImageBitmap, reduced: null, close: () => undefined };

/**
 * Shows an image. Each API request for the image returns the next URL of `urlsOfRow`. Requests for `refusedUrls` are rejected. Returns the
 * loaded URLs and the shown states.
 */
function renderImage(urlsOfRow: string[], refusedUrls: readonly string[]) {
  const loadedUrls: string[] = [];
  const loader = new DecodedImageLoader((url) => {
    loadedUrls.push(url);
    return refusedUrls.includes(url) ? Promise.reject(new ImageRefusedError(url)) : Promise.resolve(image);
  });
  const states: string[] = [];
  function Image() {
    const row = useWorkspaceQuery({
      key: ['image', 'i1'],
      load: (scope) => api.call('GET /recognition/v2/training-image/{id}', { params: { id: 'i1' }, ...scope }),
    });
    const { state: decodingState } = useDecodedImage(row.data?.img_path ?? null, loader);
    if (row.data) states.push(decodingState);
    return (
      <>
        <p>{decodingState}</p>
        <button onClick={() => void row.refetch()}>Read again</button>
      </>
    );
  }
  signInForTest();
  stubApi({
    'GET /recognition/v2/training-image/{id}': () => ({
      ...createImageRow(1),
      img_path: urlsOfRow.length > 1 ? urlsOfRow.shift() : urlsOfRow[0],
    }),
  });
  render(<Image />, { wrapper: SessionProvider });
  return { loadedUrls, states };
}

test('an expired URL is renewed without showing an error', async () => {
  const [expiredUrl, renewedUrl] = [createUrl('a.png', 1000), createUrl('a.png', 2000)];
  const { loadedUrls, states } = renderImage([expiredUrl, renewedUrl], [expiredUrl]);
  expect(await screen.findByText('loaded')).toBeVisible();
  expect(loadedUrls).toEqual([expiredUrl, renewedUrl]);
  expect(states).not.toContain('failed');
});

test('an image that also fails with its renewed URL is reported as failed', async () => {
  const [expiredUrl, renewedUrl] = [createUrl('a.png', 1000), createUrl('a.png', 2000)];
  const { loadedUrls } = renderImage([expiredUrl, renewedUrl], [expiredUrl, renewedUrl]);
  expect(await screen.findByText('failed')).toBeVisible();
  expect(loadedUrls).toEqual([expiredUrl, renewedUrl]);
});

test('a new URL of the same image does not load it again', async () => {
  const { loadedUrls, states } = renderImage([createUrl('a.png', 1000), createUrl('a.png', 2000)], []);
  expect(await screen.findByText('loaded')).toBeVisible();
  await act(async () => screen.getByRole('button', { name: 'Read again' }).click());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(loadedUrls).toEqual([createUrl('a.png', 1000)]);
  expect(states.at(-1)).toBe('loaded');
});

test('a preloaded image is shown in the first frame', async () => {
  signInForTest();
  stubApi({});
  const loader = new DecodedImageLoader(() => Promise.resolve(image));
  loader.prefetchOnly(['http://localhost/b.png']);
  const Image = ({ row }: { row: string | null }) => <p>{useDecodedImage(row, loader).state}</p>;
  const { rerender } = render(<Image row={null} />, { wrapper: SessionProvider });
  await act(() => Promise.resolve());
  rerender(<Image row="http://localhost/b.png" />);
  expect(screen.getByText('loaded')).toBeVisible();
});
