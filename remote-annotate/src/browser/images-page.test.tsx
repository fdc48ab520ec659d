import { failWith, deferred, page, signInForTest, testWorkspace, type StubRequest } from '@console/shared-auth/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, IMAGES, OBJECTS, stubWorkspace } from './testing';
import { showImagesPage, getTiles, findList, getUrl, getLastQuery, setUpImagesPage } from './images-page-testing';

setUpImagesPage();

describe('image list', () => {
  test('shows 50 images per page as links, with a mark on verified images', async () => {
    const stub = stubWorkspace();
    showImagesPage();
    expect(screen.getByLabelText('Loading images')).toBeInTheDocument();
    await findList();
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
      bounded_count: true,
      sort: 'name',
      include_verifications: 1,
    });
  });

  test('shows objects with their label', async () => {
    const stub = stubWorkspace();
    showImagesPage();
    await userEvent.click(await screen.findByRole('radio', { name: 'Objects' }));
    expect(await screen.findByRole('link', { name: /Plate/ })).toHaveAttribute(
      'href',
      `/image/${createId(1)}?object=${createId(32)}`,
    );
    expect(getLastQuery(stub, OBJECTS)).toMatchObject({ page_size: 50, include_verifications: 1 });
  });

  test('sorts by name or date, and the URL stores the order', async () => {
    const stub = stubWorkspace({ [IMAGES]: page([createImageRow(1)], 60) });
    showImagesPage('/images?page=2');
    await findList();
    const sortPicker = screen.getByRole('combobox', { name: 'Sort by' });
    expect(sortPicker).toHaveDisplayValue('Name');
    await userEvent.selectOptions(sortPicker, 'Newest first');
    await waitFor(() => expect(getUrl()).toBe('/images?sort=newest'));
    // The default order of the server needs no parameter.
    await waitFor(() => expect(getLastQuery(stub)).toEqual(expect.not.objectContaining({ sort: expect.anything() as unknown })));
    expect(getLastQuery(stub)).toMatchObject({ page: 1 });
    await userEvent.selectOptions(sortPicker, 'Oldest first');
    await waitFor(() => expect(getLastQuery(stub)).toMatchObject({ sort: 'oldest' }));
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(sortPicker).toHaveDisplayValue('Newest first'));
  });

  testInLongRun('sorts objects by date because they have no names', async () => {
    const stub = stubWorkspace();
    showImagesPage('/images?show=objects');
    await findList();
    const sortPicker = screen.getByRole('combobox', { name: 'Sort by' });
    expect(
      within(sortPicker)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Newest first', 'Oldest first']);
    expect(sortPicker).toHaveDisplayValue('Newest first');
    expect(getLastQuery(stub, OBJECTS)?.sort).toBeUndefined();
    await userEvent.selectOptions(sortPicker, 'Oldest first');
    await waitFor(() => expect(getLastQuery(stub, OBJECTS)).toMatchObject({ sort: 'oldest' }));
  });

  test('shows file names without truncating their ends', async () => {
    const createNamedImage = (number: number, filename: string) => createImageRow(number, { meta_data: { filename } });
    stubWorkspace({ [IMAGES]: page([createNamedImage(1, 'BloodImage_00041.jpg'), createNamedImage(2, 'a.png')]) });
    showImagesPage();
    await findList();
    expect(getTiles().map((tile) => tile.getAttribute('title')?.split('\n')[0])).toEqual(['BloodImage_00041.jpg', 'a.png']);
    expect(screen.getByRole('link', { name: /BloodImage_00041\.jpg/ })).toBeVisible();
    expect(screen.getByText('00041.jpg')).toBeVisible();
    // Screen readers read the name once.
    expect(screen.getByText('BloodImage_')).toHaveAttribute('aria-hidden', 'true');
  });

  test('keeps the previous page dimmed until the next one has loaded', async () => {
    const secondPage = deferred();
    stubWorkspace({
      [IMAGES]: ({ query }: StubRequest) => (query.page === 1 ? page([createImageRow(1)], 60) : secondPage.promise),
    });
    showImagesPage();
    const list = await findList();
    expect(list).toHaveAttribute('aria-busy', 'false');
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(list).toHaveAttribute('aria-busy', 'true');
    expect(getTiles()[0]).toHaveAttribute('href', `/image/${createId(1)}`);
    secondPage.resolve(page([createImageRow(51)], 60));
    await waitFor(() => expect(getTiles()[0]).toHaveAttribute('href', `/image/${createId(51)}`));
    expect(list).toHaveAttribute('aria-busy', 'false');
    expect(getUrl()).toBe('/images?page=2');
  });

  test('reports a page number beyond the last page and links to it', async () => {
    const stub = stubWorkspace({ [IMAGES]: ({ query }: StubRequest) => page(query.page === 99 ? [] : [createImageRow(51)], 60) });
    showImagesPage('/images?page=99');
    expect(await screen.findByText('The last page is 2.')).toBeVisible();
    expect(screen.getByRole('spinbutton', { name: 'Page number' })).toBeInvalid();
    await userEvent.click(screen.getByRole('button', { name: 'Go to the last page' }));
    await findList();
    expect(getLastQuery(stub)).toMatchObject({ page: 2 });
    expect(screen.getByRole('spinbutton', { name: 'Page number' })).toBeValid();
    await userEvent.clear(screen.getByRole('spinbutton', { name: 'Page number' }));
    await userEvent.type(screen.getByRole('spinbutton', { name: 'Page number' }), '3{Enter}');
    expect(screen.getByRole('spinbutton', { name: 'Page number' })).toBeInvalid();
    expect(getUrl()).toBe('/images?page=2');
  });

  test('offers the upload in an empty workspace', async () => {
    stubWorkspace({ [IMAGES]: page([]) });
    showImagesPage();
    expect(await screen.findByText(/There are no images yet/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeVisible();
  });

  test('offers no upload to a viewer', async () => {
    signInForTest({ role: 'viewer' });
    stubWorkspace({ [IMAGES]: page([]) });
    showImagesPage();
    expect(await screen.findByText('There are no images yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
  });

  test('reports that nothing matches, and clearing the filters shows all images', async () => {
    stubWorkspace({ [IMAGES]: ({ query }: StubRequest) => page(query.verified === 1 ? [] : [createImageRow(1)]) });
    showImagesPage('/images?verified=1');
    expect(await screen.findByText('No images match these filters.')).toBeVisible();
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);
    expect(screen.getByRole('searchbox', { name: 'File name' })).toHaveFocus();
    expect(await findList()).toBeVisible();
    expect(getUrl()).toBe('/images');
  });

  test('shows why loading failed and offers a retry', async () => {
    const stub = stubWorkspace({ [IMAGES]: failWith(400, 'page: must be at least 1') });
    showImagesPage();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The images could not be loaded.');
    expect(alert).toHaveTextContent('Page must be at least 1.');
    stub.addHandlers({ [IMAGES]: page([createImageRow(1)]) });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await findList();
    expect(getTiles()).toHaveLength(1);
  });
});

test('arrow keys move between images, and only one image is a tab stop', async () => {
  stubWorkspace();
  showImagesPage();
  await findList();
  expect(getTiles().map((tile) => tile.tabIndex)).toEqual([0, -1, -1]);
  act(() => getTiles()[0]!.focus());
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(getTiles()[2]).toHaveFocus();
  await userEvent.keyboard('{Home}');
  expect(getTiles()[0]).toHaveFocus();
  await userEvent.keyboard('{End}{Enter}');
  expect(getUrl()).toBe(`/image/${createId(3)}`);
});

test('search finds images by file name, and tiles show the name', async () => {
  signInForTest();
  const stub = stubWorkspace({
    [IMAGES]: page([createImageRow(1, { meta_data: { filename: 'shelf-1.jpg' } }), createImageRow(2)]),
  });
  showImagesPage();
  expect(await screen.findByRole('link', { name: /shelf-1\.jpg/ })).toHaveAttribute('href', `/image/${createId(1)}`);
  expect(screen.getByRole('link', { name: /2026-02-03/ })).toBeVisible();
  const requestCount = stub.getRequests(IMAGES).length;
  await userEvent.type(screen.getByRole('searchbox', { name: 'File name' }), 'shelf');
  await waitFor(() => expect(getLastQuery(stub, IMAGES)).toMatchObject({ search: 'shelf', page: 1 }));
  expect(stub.getRequests(IMAGES).length).toBe(requestCount + 1);
});
