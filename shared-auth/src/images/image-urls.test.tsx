import { act, fireEvent, render, screen } from '@testing-library/react';
import { page, signInForTest, stubApi } from '../testing';
import { api } from '../api/api';
import { SessionProvider } from '../session/session-provider';
import { useWorkspaceQuery } from '../query/use-workspace-query';
import { refreshImageUrl, refreshImageUrlAfterError } from './image-urls';
import { useAutoRefreshedUrl, useImageUrl, useStableImageUrl } from './use-image-url';

const HOUR_S = 3600;
const getTimeInHours = (hours: number) => Math.floor(Date.now() / 1000) + hours * HOUR_S;
const createUrl = (name: string, until: number) => `http://localhost/api/files/${name}?until=${until}&sig=s${until}`;

let currentUrl = createUrl('a.png', getTimeInHours(24));
const loadLabels = jest.fn(() => page([{ id: 'l1', name: 'Cup' }]));
const loadImages = jest.fn(() => page([{ id: 'i1', img_path: currentUrl }]));
beforeEach(() => {
  jest.clearAllMocks();
  signInForTest();
  currentUrl = createUrl('a.png', getTimeInHours(24));
  stubApi({ 'GET /recognition/v2/training-image/': loadImages, 'GET /detection/v2/label/': loadLabels });
});

/** Shows a list of images. Also loads a list of labels, which has no image URLs. */
function Page({ isUsable = true, hasLink = false }: { isUsable?: boolean; hasLink?: boolean }) {
  const rows = useWorkspaceQuery({ key: ['images'], load: (scope) => api.all('GET /recognition/v2/training-image/', scope) });
  useWorkspaceQuery({ key: ['detection', 'labels'], load: (scope) => api.all('GET /detection/v2/label/', scope) });
  const rowUrl = rows.data?.[0]?.img_path ?? null;
  const stableUrl = useStableImageUrl(rowUrl, () => isUsable);
  return (
    <>
      <p>{`row ${rowUrl}`}</p>
      <p>{`stable ${stableUrl}`}</p>
      {hasLink && rowUrl && <Link to={rowUrl} />}
    </>
  );
}
const Link = ({ to }: { to: string }) => <a href={useAutoRefreshedUrl(to)}>Open</a>;

const renderWithSession = async (ui = <Page />) => {
  const renderResult = render(ui, { wrapper: SessionProvider });
  await screen.findByText(`row ${currentUrl}`);
  return renderResult;
};

test('several failed images refetch only the rows that contain them, and only once', async () => {
  await renderWithSession();
  await act(() =>
    Promise.all([
      refreshImageUrl(currentUrl),
      refreshImageUrl(currentUrl),
      refreshImageUrl(createUrl('b.png', getTimeInHours(1))),
    ]),
  );
  expect([loadImages.mock.calls.length, loadLabels.mock.calls.length]).toEqual([2, 1]);
});

test('an unsigned URL refetches nothing', async () => {
  await renderWithSession();
  await refreshImageUrl('http://localhost/api/files/a.png');
  expect(loadImages).toHaveBeenCalledTimes(1);
});

test('an image that fails for an unknown reason refetches its row once per minute', async () => {
  await renderWithSession();
  const failedUrl = createUrl('a.png', getTimeInHours(3));
  await act(() => refreshImageUrlAfterError(failedUrl));
  await act(() => refreshImageUrlAfterError(failedUrl));
  expect(loadImages).toHaveBeenCalledTimes(2);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  await act(() => refreshImageUrlAfterError(failedUrl));
  jest.restoreAllMocks();
  expect(loadImages).toHaveBeenCalledTimes(3);
});

test('a visible image keeps its URL after a refetch until it fails', async () => {
  const firstUrl = currentUrl;
  const { rerender } = await renderWithSession();
  currentUrl = createUrl('a.png', getTimeInHours(25));
  await act(() => refreshImageUrl(firstUrl));
  expect(screen.getByText(`row ${currentUrl}`)).toBeVisible();
  expect(screen.getByText(`stable ${firstUrl}`)).toBeVisible();
  rerender(<Page isUsable={false} />);
  expect(screen.getByText(`stable ${currentUrl}`)).toBeVisible();
});

function Image() {
  const { url, hasFailed, onError } = useImageUrl('http://localhost/api/files/a.png');
  return hasFailed ? <p>failed</p> : <img src={url ?? ''} alt="A" onError={onError} />;
}

test('a failed image is loaded again after a delay, at most three times', () => {
  jest.useFakeTimers();
  render(<Image />);
  for (const delay of [2_000, 10_000, 60_000]) {
    fireEvent.error(screen.getByRole('img', { name: 'A' }));
    expect(screen.getByText('failed')).toBeVisible();
    act(() => jest.advanceTimersByTime(delay));
  }
  fireEvent.error(screen.getByRole('img', { name: 'A' }));
  act(() => jest.advanceTimersByTime(600_000));
  expect(screen.getByText('failed')).toBeVisible();
  jest.useRealTimers();
});

test('another image replaces the visible one immediately', async () => {
  const firstUrl = currentUrl;
  await renderWithSession();
  currentUrl = createUrl('b.png', getTimeInHours(24));
  await act(() => refreshImageUrl(firstUrl));
  expect(screen.getByText(`stable ${currentUrl}`)).toBeVisible();
});

test('a link gets a new URL before the old one expires', async () => {
  currentUrl = createUrl('a.png', getTimeInHours(2));
  await renderWithSession(<Page hasLink />);
  expect(loadImages).toHaveBeenCalledTimes(1);
  const expiringUrl = currentUrl;
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 1.5 * HOUR_S * 1000);
  const timers = jest.spyOn(globalThis, 'setInterval');
  currentUrl = createUrl('a.png', getTimeInHours(24));
  // The link checks the expiry when it mounts and later by a timer.
  render(<Link to={expiringUrl} />, { wrapper: SessionProvider });
  expect(timers).toHaveBeenCalled();
  expect(await screen.findByText(`row ${currentUrl}`)).toBeVisible();
  jest.restoreAllMocks();
});
