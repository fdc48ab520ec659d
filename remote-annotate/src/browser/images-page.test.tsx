import { SessionProvider } from '@console/shared-auth';
import {
  allServices,
  failWith,
  deferred,
  page,
  signInForTest,
  testWorkspace,
  type StubRequest,
} from '@console/shared-auth/testing';
import { ConsoleThemeProvider } from '@console/shared-ui/basics';
import { renderConsole } from '@console/shared-ui/testing';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { ImagesPage } from './images-page';
import { AddressBar, createId, createImageRow, images, createObjectRow, objects, stubWorkspace } from './testing';

beforeEach(() => signInForTest());

function show(route = '/images') {
  renderConsole(
    <>
      <ImagesPage />
      <AddressBar />
    </>,
    { route },
  );
}
const getTiles = () => within(screen.getByRole('list', { name: /^(Images|Objects)$/ })).getAllByRole('link');
const findImageList = () => screen.findByRole('list', { name: /^(Images|Objects)$/ });
const getAddress = () => screen.getByLabelText('Address').textContent;
const getLastQuery = (stub: ReturnType<typeof stubWorkspace>, key: typeof images | typeof objects = images) =>
  stub.getRequests(key).at(-1)?.query;

describe('image list', () => {
  test('shows 50 images per page as links and marks verified ones', async () => {
    const stub = stubWorkspace();
    show();
    expect(screen.getByLabelText('Loading images')).toBeInTheDocument();
    await findImageList();
    expect(getTiles().map((tile) => tile.getAttribute('href'))).toEqual([1, 2, 3].map((number) => `/image/${createId(number)}`));
    expect(getTiles().map((tile) => within(tile).queryByRole('img', { name: 'Verified' }) !== null)).toEqual([
      false,
      true,
      false,
    ]);
    expect(screen.getByText('3 items')).toBeVisible();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(getLastQuery(stub)).toEqual({
      workspace: testWorkspace.id,
      page: 1,
      page_size: 50,
      sort: 'name',
      include_verifications: 1,
    });
  });

  test('shows objects with their label', async () => {
    const stub = stubWorkspace();
    show();
    await userEvent.click(await screen.findByRole('radio', { name: 'Objects' }));
    expect(await screen.findByRole('link', { name: /Plate/ })).toHaveAttribute(
      'href',
      `/image/${createId(1)}?object=${createId(32)}`,
    );
    expect(getLastQuery(stub, objects)).toMatchObject({ page_size: 50, include_verifications: 1 });
  });

  test('sorts by name or date, and the URL stores the order', async () => {
    const stub = stubWorkspace({ [images]: page([createImageRow(1)], 60) });
    show('/images?page=2');
    await findImageList();
    const sort = screen.getByRole('combobox', { name: 'Sort by' });
    expect(sort).toHaveDisplayValue('Name');
    await userEvent.selectOptions(sort, 'Newest first');
    await waitFor(() => expect(getAddress()).toBe('/images?sort=newest'));
    // The default order of the server needs no parameter.
    await waitFor(() => expect(getLastQuery(stub)).toEqual(expect.not.objectContaining({ sort: expect.anything() as unknown })));
    expect(getLastQuery(stub)).toMatchObject({ page: 1 });
    await userEvent.selectOptions(sort, 'Oldest first');
    await waitFor(() => expect(getLastQuery(stub)).toMatchObject({ sort: 'oldest' }));
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(sort).toHaveDisplayValue('Newest first'));
  });

  test('sorts objects by date because they have no names', async () => {
    const stub = stubWorkspace();
    show('/images?show=objects');
    await findImageList();
    const sort = screen.getByRole('combobox', { name: 'Sort by' });
    expect(
      within(sort)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Newest first', 'Oldest first']);
    expect(sort).toHaveDisplayValue('Newest first');
    expect(getLastQuery(stub, objects)?.sort).toBeUndefined();
    await userEvent.selectOptions(sort, 'Oldest first');
    await waitFor(() => expect(getLastQuery(stub, objects)).toMatchObject({ sort: 'oldest' }));
  });

  test('shows file names without truncating their ends', async () => {
    const imageNamed = (number: number, filename: string) => createImageRow(number, { meta_data: { filename } });
    stubWorkspace({ [images]: page([imageNamed(1, 'BloodImage_00041.jpg'), imageNamed(2, 'a.png')]) });
    show();
    await findImageList();
    expect(getTiles().map((tile) => tile.getAttribute('title')?.split('\n')[0])).toEqual(['BloodImage_00041.jpg', 'a.png']);
    expect(screen.getByRole('link', { name: /BloodImage_00041\.jpg/ })).toBeVisible();
    expect(screen.getByText('00041.jpg')).toBeVisible();
    // Screen readers read the name once.
    expect(screen.getByText('BloodImage_')).toHaveAttribute('aria-hidden', 'true');
  });

  test('keeps the previous page dimmed until the next one has loaded', async () => {
    const second = deferred();
    stubWorkspace({ [images]: ({ query }: StubRequest) => (query.page === 1 ? page([createImageRow(1)], 60) : second.promise) });
    show();
    const list = await findImageList();
    expect(list).toHaveAttribute('aria-busy', 'false');
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(list).toHaveAttribute('aria-busy', 'true');
    expect(getTiles()[0]).toHaveAttribute('href', `/image/${createId(1)}`);
    second.resolve(page([createImageRow(51)], 60));
    await waitFor(() => expect(getTiles()[0]).toHaveAttribute('href', `/image/${createId(51)}`));
    expect(list).toHaveAttribute('aria-busy', 'false');
    expect(getAddress()).toBe('/images?page=2');
  });

  test('reports a page number beyond the last page and links to it', async () => {
    const stub = stubWorkspace({ [images]: ({ query }: StubRequest) => page(query.page === 99 ? [] : [createImageRow(51)], 60) });
    show('/images?page=99');
    expect(await screen.findByText('The last page is 2.')).toBeVisible();
    expect(screen.getByRole('spinbutton', { name: 'Page number' })).toBeInvalid();
    await userEvent.click(screen.getByRole('button', { name: 'Go to the last page' }));
    await findImageList();
    expect(getLastQuery(stub)).toMatchObject({ page: 2 });
    expect(screen.getByRole('spinbutton', { name: 'Page number' })).toBeValid();
    await userEvent.clear(screen.getByRole('spinbutton', { name: 'Page number' }));
    await userEvent.type(screen.getByRole('spinbutton', { name: 'Page number' }), '3{Enter}');
    expect(screen.getByRole('spinbutton', { name: 'Page number' })).toBeInvalid();
    expect(getAddress()).toBe('/images?page=2');
  });

  test('offers the upload in an empty workspace', async () => {
    stubWorkspace({ [images]: page([]) });
    show();
    expect(await screen.findByText(/There are no images yet/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeVisible();
  });

  test('reports that nothing matches, and clearing the filters shows all images', async () => {
    stubWorkspace({ [images]: ({ query }: StubRequest) => page(query.verified === 1 ? [] : [createImageRow(1)]) });
    show('/images?verified=1');
    expect(await screen.findByText('No images match these filters.')).toBeVisible();
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);
    expect(screen.getByRole('searchbox', { name: 'File name' })).toHaveFocus();
    expect(await findImageList()).toBeVisible();
    expect(getAddress()).toBe('/images');
  });

  test('shows why loading failed and offers a retry', async () => {
    const stub = stubWorkspace({ [images]: failWith(400, 'page: must be at least 1') });
    show();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The images could not be loaded.');
    expect(alert).toHaveTextContent('page: must be at least 1');
    stub.addHandlers({ [images]: page([createImageRow(1)]) });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await findImageList();
    expect(getTiles()).toHaveLength(1);
  });
});

describe('filters', () => {
  test('update the request and the URL, and Back reverts them individually', async () => {
    const stub = stubWorkspace();
    show();
    await findImageList();
    await userEvent.click(screen.getByRole('radio', { name: 'Not Verified' }));
    await userEvent.click(screen.getByRole('radio', { name: 'In groups' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Product' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Test' }));
    await waitFor(() => expect(getLastQuery(stub)).toMatchObject({ verified: 0, not_groups: false, real: false, test: true }));
    expect(getAddress()).toBe('/images?verified=0&groups=in&background=product&test=1');

    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Product' })).not.toBeChecked());
    expect(screen.getByRole('radio', { name: 'In groups' })).toBeChecked();
    expect(getAddress()).toBe('/images?verified=0&groups=in');
  });

  test('are restored from a shared URL', async () => {
    const stub = stubWorkspace();
    show(`/images?verified=1&labels=${createId(11)},${createId(12)}&page=2`);
    await waitFor(() => expect(getLastQuery(stub)).toMatchObject({ verified: 1, labels: [createId(11), createId(12)], page: 2 }));
    expect(screen.getByRole('radio', { name: 'Verified' })).toBeChecked();
    expect(await screen.findByDisplayValue('Bruised, Ripe')).toBeVisible();
  });

  test('offer labels by substring and allow several', async () => {
    const stub = stubWorkspace();
    show();
    await findImageList();
    const labels = screen.getByRole('combobox', { name: 'Labels' });
    await userEvent.click(labels);
    await userEvent.type(labels, 'UI');
    expect(screen.queryByText('Ripe')).toBeNull();
    await userEvent.click(screen.getByText('Bruised'));
    await userEvent.clear(labels);
    await userEvent.click(screen.getByText('Ripe'));
    await waitFor(() => expect(getLastQuery(stub)).toMatchObject({ labels: [createId(12), createId(11)] }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Clear labels' }));
    await waitFor(() => expect(getLastQuery(stub)).not.toHaveProperty('labels'));
  });

  test('match images by the labels of their objects', async () => {
    const stub = stubWorkspace();
    show();
    await findImageList();
    await userEvent.click(screen.getByRole('combobox', { name: 'Object labels' }));
    await userEvent.click(await screen.findByText('Plate'));
    await waitFor(() => expect(getLastQuery(stub)).toMatchObject({ detection_labels: [createId(22)] }));
  });

  test('set and clear a day', async () => {
    const stub = stubWorkspace();
    show('/images?day=2026-02-03');
    await findImageList();
    expect(new Date(String(getLastQuery(stub)?.created_before)).getMinutes()).toBe(59);
    await userEvent.click(screen.getByRole('button', { name: 'Clear date' }));
    await waitFor(() => expect(getLastQuery(stub)).not.toHaveProperty('created_before'));
    expect(screen.getByLabelText('Created on')).toHaveValue('');
  });

  test('blur images as the workspace is configured until the user changes it', async () => {
    signInForTest({ workspaces: [{ ...testWorkspace, blur_images: true }] });
    const stub = stubWorkspace();
    // `renderConsole` omits the style rules, but this test checks computed styles.
    render(
      <SessionProvider>
        <ConsoleThemeProvider>
          <MemoryRouter initialEntries={['/images']}>
            <ImagesPage />
            <AddressBar />
          </MemoryRouter>
        </ConsoleThemeProvider>
      </SessionProvider>,
    );
    await findImageList();
    const picture = () => screen.getAllByAltText('Image')[0];
    expect(screen.getByRole('switch', { name: 'Blur' })).toBeChecked();
    expect(picture()).toHaveStyle({ filter: 'blur(10px)' });
    await userEvent.click(screen.getByRole('switch', { name: 'Blur' }));
    expect(picture()).not.toHaveStyle({ filter: 'blur(10px)' });
    expect(getAddress()).toBe('/images?blur=0');
    expect(stub.getRequests(images)).toHaveLength(1);
  });

  test('are limited to the services of the workspace', async () => {
    signInForTest({ services: allServices.filter((slug) => slug === 'recognition' || slug === 'annotate') });
    const stub = stubWorkspace();
    show(`/images?show=objects&object-labels=${createId(21)}&groups=in`);
    await findImageList();
    expect(screen.queryByRole('radio', { name: 'Objects' })).toBeNull();
    expect(screen.queryByRole('radio', { name: 'In groups' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Object labels' })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Labels' })).toBeVisible();
    expect(Object.keys(getLastQuery(stub) ?? {}).sort()).toEqual([
      'include_verifications',
      'page',
      'page_size',
      'sort',
      'workspace',
    ]);
    expect(stub.getRequests('GET /detection/v2/label/')).toHaveLength(0);
  });
});

test('arrow keys move between images, and only one image is a tab stop', async () => {
  stubWorkspace();
  show();
  await findImageList();
  expect(getTiles().map((tile) => tile.tabIndex)).toEqual([0, -1, -1]);
  act(() => getTiles()[0]!.focus());
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(getTiles()[2]).toHaveFocus();
  await userEvent.keyboard('{Home}');
  expect(getTiles()[0]).toHaveFocus();
  await userEvent.keyboard('{End}{Enter}');
  expect(getAddress()).toBe(`/image/${createId(3)}`);
});

test('search finds images by file name, and tiles show the name', async () => {
  signInForTest();
  const stub = stubWorkspace({
    [images]: page([createImageRow(1, { meta_data: { filename: 'shelf-1.jpg' } }), createImageRow(2)]),
  });
  show();
  expect(await screen.findByRole('link', { name: /shelf-1\.jpg/ })).toHaveAttribute('href', `/image/${createId(1)}`);
  expect(screen.getByRole('link', { name: /2026-02-03/ })).toBeVisible();
  const requestCount = stub.getRequests(images).length;
  await userEvent.type(screen.getByRole('searchbox', { name: 'File name' }), 'shelf');
  await waitFor(() => expect(getLastQuery(stub, images)).toMatchObject({ search: 'shelf', page: 1 }));
  expect(stub.getRequests(images).length).toBe(requestCount + 1);
});

describe('similar images', () => {
  const similarRow = (number: number, likeness: number) =>
    createImageRow(number, { likeness, meta_data: { filename: `${number}.jpg` } });
  const imageCall = 'GET /recognition/v2/training-image/{id}';
  const similar = 'GET /recognition/v2/training-image/{id}/similar';
  const source = createImageRow(1, { meta_data: { filename: 'mug.jpg' } });

  test('are listed by similarity with a percentage until the chip is removed', async () => {
    const stub = stubWorkspace({ [images]: page([similarRow(3, 0.987), similarRow(2, 0.8)]), [imageCall]: source });
    show(`/images?similar=${createId(1)}&page=2`);
    await findImageList();
    expect(getLastQuery(stub)).toMatchObject({ similar_to: createId(1), similar_kind: 'image', page: 2 });
    expect(getLastQuery(stub)).not.toHaveProperty('sort');
    expect(getTiles()[0]).toHaveTextContent('98%');
    expect(screen.queryByRole('combobox', { name: 'Sort by' })).toBeNull();
    const chip = within(screen.getByRole('group', { name: 'Similar to' }));
    expect(await chip.findByRole('link', { name: 'mug.jpg' })).toHaveAttribute('href', `/image/${createId(1)}`);
    await userEvent.click(chip.getByRole('button', { name: 'Show all images again' }));
    await waitFor(() => expect(getAddress()).toBe('/images'));
    await waitFor(() => expect(getLastQuery(stub)).not.toHaveProperty('similar_to'));
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toBeVisible();
  });

  test('show indexing progress and reload when more images are ready', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const ready = (count: number) => ({
      ...{ available: true, by: 'both', images: [], objects: [], groups: [] },
      ready: { image: { ready: count, total: 40 } },
    });
    const stub = stubWorkspace({ [images]: page([]), [imageCall]: source, [similar]: ready(12) });
    show(`/images?similar=${createId(1)}`);
    expect(await screen.findByText('12 of 40 pictures are ready; the others follow.')).toBeVisible();
    stub.addHandlers({ [images]: page([similarRow(2, 0.8)]), [similar]: ready(40) });
    await act(() => jest.advanceTimersByTimeAsync(3_500));
    await findImageList();
    expect(getTiles()).toHaveLength(1);
    expect(screen.queryByText(/are ready/)).toBeNull();
    jest.useRealTimers();
  });

  test('show a message if the server does not support similarity', async () => {
    const off = { available: false, by: 'both', images: [], objects: [], groups: [], ready: {} };
    stubWorkspace({ [images]: page([]), [imageCall]: source, [similar]: off });
    show(`/images?similar=${createId(1)}`);
    expect(await screen.findByText('This server does not support similarity search.')).toBeVisible();
  });

  test('are opened from a tile by its button and by its key', async () => {
    const stub = stubWorkspace({ [imageCall]: source });
    show('/images?page=1');
    await findImageList();
    await userEvent.click(screen.getAllByRole('button', { name: 'Similar to this (S)' })[1]!);
    await waitFor(() => expect(getAddress()).toBe(`/images?similar=${createId(2)}`));
    await waitFor(() => expect(getLastQuery(stub)).toMatchObject({ similar_to: createId(2), similar_kind: 'image' }));
    act(() => getTiles()[2]!.focus());
    await userEvent.keyboard('s');
    await waitFor(() => expect(getAddress()).toBe(`/images?similar=${createId(3)}`));
  });

  test('of an object are images, and switching back to objects clears the filter', async () => {
    const stub = stubWorkspace({ 'GET /detection/v2/object/{id}': createObjectRow(31, createImageRow(1)) });
    show('/images?show=objects');
    await findImageList();
    await userEvent.click(screen.getAllByRole('button', { name: 'Similar to this (S)' })[0]!);
    await waitFor(() => expect(getLastQuery(stub)).toMatchObject({ similar_to: createId(31), similar_kind: 'object' }));
    expect(await screen.findByRole('link', { name: 'Cup' })).toHaveAttribute(
      'href',
      `/image/${createId(1)}?object=${createId(31)}`,
    );
    await userEvent.click(screen.getByRole('radio', { name: 'Objects' }));
    await waitFor(() => expect(getAddress()).toBe('/images?show=objects'));
  });
});
