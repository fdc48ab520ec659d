import { act, render, screen } from '@testing-library/react';
import { page, signInForTest, stubApi } from '../testing';
import { api } from '../api/api';
import { SessionProvider } from '../session/session-provider';
import { useWorkspaceQuery } from '../query/use-workspace-query';
import { refreshImageUrl, refreshImageUrlAfterError } from './image-urls';
import { useStableImageUrl, useAutoRefreshedUrl } from './use-image-url';

const HOUR_S = 3600;
const inHours = (hours: number) => Math.floor(Date.now() / 1000) + hours * HOUR_S;
const addressOf = (name: string, until: number) => `http://localhost/api/files/${name}?until=${until}&sig=s${until}`;

let shown = addressOf('a.png', inHours(24));
const labels = jest.fn(() => page([{ id: 'l1', name: 'Cup' }]));
const images = jest.fn(() => page([{ id: 'i1', img_path: shown }]));
beforeEach(() => {
  jest.clearAllMocks();
  signInForTest();
  shown = addressOf('a.png', inHours(24));
  stubApi({ 'GET /recognition/v2/training-image/': images, 'GET /detection/v2/label/': labels });
});

/** A list of pictures and one of labels. */
function Page({ isGood = true, follow = false }: { isGood?: boolean; follow?: boolean }) {
  const rows = useWorkspaceQuery({ key: ['images'], load: (scope) => api.all('GET /recognition/v2/training-image/', scope) });
  useWorkspaceQuery({ key: ['detection', 'labels'], load: (scope) => api.all('GET /detection/v2/label/', scope) });
  const row = rows.data?.[0]?.img_path ?? null;
  const kept = useStableImageUrl(row, () => isGood);
  return (
    <>
      <p>{`row ${row}`}</p>
      <p>{`kept ${kept}`}</p>
      {follow && row && <Link to={row} />}
    </>
  );
}
const Link = ({ to }: { to: string }) => <a href={useAutoRefreshedUrl(to)}>Open</a>;

const show = async (ui = <Page />) => {
  const view = render(ui, { wrapper: SessionProvider });
  await screen.findByText(`row ${shown}`);
  return view;
};

test('only the rows that name the picture are read again, once for all that fail together', async () => {
  await show();
  await act(() => Promise.all([refreshImageUrl(shown), refreshImageUrl(shown), refreshImageUrl(addressOf('b.png', inHours(1)))]));
  expect([images.mock.calls.length, labels.mock.calls.length]).toEqual([2, 1]);
});

test('nothing is read again for an address without a signature', async () => {
  await show();
  await refreshImageUrl('http://localhost/api/files/a.png');
  expect(images).toHaveBeenCalledTimes(1);
});

test('a picture that fails for no known reason has its row read once a minute at most', async () => {
  await show();
  const failed = addressOf('a.png', inHours(3));
  await act(() => refreshImageUrlAfterError(failed));
  await act(() => refreshImageUrlAfterError(failed));
  expect(images).toHaveBeenCalledTimes(2);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  await act(() => refreshImageUrlAfterError(failed));
  jest.restoreAllMocks();
  expect(images).toHaveBeenCalledTimes(3);
});

test('a picture that is on the screen keeps its address when its row gets another, until it fails', async () => {
  const first = shown;
  const { rerender } = await show();
  shown = addressOf('a.png', inHours(25));
  await act(() => refreshImageUrl(first));
  expect(screen.getByText(`row ${shown}`)).toBeVisible();
  expect(screen.getByText(`kept ${first}`)).toBeVisible();
  rerender(<Page isGood={false} />);
  expect(screen.getByText(`kept ${shown}`)).toBeVisible();
});

test('another picture takes its place at once', async () => {
  const first = shown;
  await show();
  shown = addressOf('b.png', inHours(24));
  await act(() => refreshImageUrl(first));
  expect(screen.getByText(`kept ${shown}`)).toBeVisible();
});

test('a link gets its new address before the old one ends', async () => {
  shown = addressOf('a.png', inHours(2));
  await show(<Page follow />);
  expect(images).toHaveBeenCalledTimes(1);
  const ending = shown;
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 1.5 * HOUR_S * 1000);
  const looks = jest.spyOn(globalThis, 'setInterval');
  shown = addressOf('a.png', inHours(24));
  // Mounted now, it looks at once; later it does so by its timer.
  render(<Link to={ending} />, { wrapper: SessionProvider });
  expect(looks).toHaveBeenCalled();
  expect(await screen.findByText(`row ${shown}`)).toBeVisible();
  jest.restoreAllMocks();
});
