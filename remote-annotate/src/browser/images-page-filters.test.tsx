import { SessionProvider } from '@console/shared-auth';
import { allServices, page, signInForTest, testWorkspace } from '@console/shared-auth/testing';
import { ConsoleThemeProvider } from '@console/shared-ui/basics';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { ImagesPage } from './images-page';
import { AddressBar, createId, createImageRow, IMAGES, createObjectRow, stubWorkspace } from './testing';
import { showImagesPage, getTiles, findList, getUrl, getLastQuery, setUpImagesPage } from './images-page-testing';

setUpImagesPage();

describe('filters', () => {
  test('update the request and the URL, and Back reverts them individually', async () => {
    const stub = stubWorkspace();
    showImagesPage();
    await findList();
    await userEvent.click(screen.getByRole('radio', { name: 'Not Verified' }));
    await userEvent.click(screen.getByRole('radio', { name: 'In groups' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Product' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Test' }));
    await waitFor(() => expect(getLastQuery(stub)).toMatchObject({ verified: 0, not_groups: false, real: false, test: true }));
    expect(getUrl()).toBe('/images?verified=0&groups=in&background=product&test=1');

    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Product' })).not.toBeChecked());
    expect(screen.getByRole('radio', { name: 'In groups' })).toBeChecked();
    expect(getUrl()).toBe('/images?verified=0&groups=in');
  });

  test('are restored from a shared URL', async () => {
    const stub = stubWorkspace();
    showImagesPage(`/images?verified=1&labels=${createId(11)},${createId(12)}&page=2`);
    await waitFor(() => expect(getLastQuery(stub)).toMatchObject({ verified: 1, labels: [createId(11), createId(12)], page: 2 }));
    expect(screen.getByRole('radio', { name: 'Verified' })).toBeChecked();
    expect(await screen.findByDisplayValue('Bruised, Ripe')).toBeVisible();
  });

  test('offer labels by substring and allow several', async () => {
    const stub = stubWorkspace();
    showImagesPage();
    await findList();
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

  const PICKERS = [
    ['Labels', 'labels'],
    ['Kinds of shapes', 'kinds of shapes'],
    ['Attribute of a shape', 'attributes'],
  ] as const;
  test.each(PICKERS.slice(0, isLongRun ? undefined : 1))(
    'show a message if no entry of %s matches the search',
    async (name, entryNames) => {
      stubWorkspace();
      showImagesPage();
      await findList();
      await userEvent.type(screen.getByRole('combobox', { name }), 'z');
      expect(await screen.findByText(`No ${entryNames} match this search.`)).toBeVisible();
    },
  );

  testInLongRun('match images by the labels of their objects', async () => {
    const stub = stubWorkspace();
    showImagesPage();
    await findList();
    await userEvent.click(screen.getByRole('combobox', { name: 'Object labels' }));
    await userEvent.click(await screen.findByText('Plate'));
    await waitFor(() => expect(getLastQuery(stub)).toMatchObject({ detection_labels: [createId(22)] }));
  });

  test('match images by their skeletons, if a label has points', async () => {
    const labels = [21, 22].map((number) => ({ id: createId(number), name: number === 21 ? 'Cup' : 'Person', color: null }));
    const stub = stubWorkspace({
      'GET /detection/v2/label/': page([labels[0], { ...labels[1], skeleton: { points: [{ name: 'head' }], edges: [] } }]),
    });
    showImagesPage();
    await findList();
    await userEvent.click(await screen.findByRole('combobox', { name: 'Skeleton labels' }));
    expect(screen.queryByText('Cup')).toBeNull();
    await userEvent.click(await screen.findByText('Person'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(getLastQuery(stub)).toMatchObject({ skeleton_labels: [createId(22)] }));
    expect(getUrl()).toBe(`/images?skeleton-labels=${createId(22)}`);
  });

  test('match images by the kinds of their shapes', async () => {
    const stub = stubWorkspace();
    showImagesPage();
    await findList();
    await userEvent.click(screen.getByRole('combobox', { name: 'Kinds of shapes' }));
    await userEvent.click(await screen.findByText('Points'));
    await userEvent.click(await screen.findByText('Masks'));
    await waitFor(() => expect(getLastQuery(stub)).toMatchObject({ shape_kinds: ['mask', 'point'] }));
    expect(getUrl()).toBe('/images?kinds=mask%2Cpoint');
  });

  test('match images by an attribute of a label and by a point of a skeleton', async () => {
    const attributes = [
      { name: 'ripe', type: 'checkbox' },
      { name: 'seeds', type: 'number' },
    ];
    const cupLabel = { id: createId(21), name: 'Cup', color: null, attributes };
    const personLabel = { id: createId(22), name: 'Person', color: null, skeleton: { points: [{ name: 'head' }], edges: [] } };
    const stub = stubWorkspace({ 'GET /detection/v2/label/': page([cupLabel, personLabel]) });
    showImagesPage();
    await findList();
    const chooseOption = async (name: string) => {
      await userEvent.click(screen.getByRole('combobox', { name: 'Attribute of a shape' }));
      await userEvent.click(await screen.findByText(name));
    };
    const waitForQuery = (query: object) => waitFor(() => expect(getLastQuery(stub)).toMatchObject(query));
    await chooseOption('Occluded');
    await waitForQuery({ attribute: ['occluded'] });
    await chooseOption('Cup: ripe');
    await waitForQuery({ detection_attribute_label: createId(21), attribute_name: 'ripe', attribute_value: 'true' });
    expect(getLastQuery(stub)).not.toHaveProperty('attribute');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Value of ripe' }), 'No');
    await waitForQuery({ attribute_value: 'false' });
    await chooseOption('Cup: seeds');
    await userEvent.type(screen.getByRole('spinbutton', { name: 'Value of seeds' }), '3');
    await waitForQuery({ attribute_name: 'seeds', attribute_value: '3' });
    await chooseOption('Person: point head');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Value of head' }), 'Absent');
    await waitForQuery({ detection_attribute_label: createId(22), point_name: 'head', point_state: 'absent' });
    await userEvent.click(screen.getByRole('button', { name: 'Clear attribute of a shape' }));
    await waitFor(() => expect(getLastQuery(stub)).not.toHaveProperty('detection_attribute_label'));
  });

  test('set and clear a day', async () => {
    const stub = stubWorkspace();
    showImagesPage('/images?day=2026-02-03');
    await findList();
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
    await findList();
    const getTileImage = () => screen.getAllByAltText('Image')[0];
    expect(screen.getByRole('switch', { name: 'Blur' })).toBeChecked();
    expect(getTileImage()).toHaveStyle({ filter: 'blur(10px)' });
    await userEvent.click(screen.getByRole('switch', { name: 'Blur' }));
    expect(getTileImage()).not.toHaveStyle({ filter: 'blur(10px)' });
    expect(getUrl()).toBe('/images?blur=0');
    expect(stub.getRequests(IMAGES)).toHaveLength(1);
  });

  test('are limited to the services of the workspace', async () => {
    signInForTest({ services: allServices.filter((slug) => slug === 'recognition' || slug === 'annotate') });
    const stub = stubWorkspace();
    showImagesPage(`/images?show=objects&object-labels=${createId(21)}&groups=in`);
    await findList();
    expect(screen.queryByRole('radio', { name: 'Objects' })).toBeNull();
    expect(screen.queryByRole('radio', { name: 'In groups' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Object labels' })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Labels' })).toBeVisible();
    expect(Object.keys(getLastQuery(stub) ?? {}).sort()).toEqual([
      'bounded_count',
      'include_verifications',
      'page',
      'page_size',
      'sort',
      'workspace',
    ]);
    expect(stub.getRequests('GET /detection/v2/label/')).toHaveLength(0);
  });
});

describe('similar images', () => {
  const createSimilarRow = (number: number, likeness: number) =>
    createImageRow(number, { likeness, meta_data: { filename: `${number}.jpg` } });
  const IMAGE_CALL = 'GET /recognition/v2/training-image/{id}';
  const SIMILAR_CALL = 'GET /recognition/v2/training-image/{id}/similar';
  const sourceImage = createImageRow(1, { meta_data: { filename: 'mug.jpg' } });

  test('are listed by similarity with a percentage until the chip is removed', async () => {
    const stub = stubWorkspace({
      [IMAGES]: page([createSimilarRow(3, 0.987), createSimilarRow(2, 0.8)]),
      [IMAGE_CALL]: sourceImage,
    });
    showImagesPage(`/images?similar=${createId(1)}&page=2`);
    await findList();
    expect(getLastQuery(stub)).toMatchObject({ similar_to: createId(1), similar_kind: 'image', page: 2 });
    expect(getLastQuery(stub)).not.toHaveProperty('sort');
    expect(getTiles()[0]).toHaveTextContent('98%');
    expect(screen.queryByRole('combobox', { name: 'Sort by' })).toBeNull();
    const chip = within(screen.getByRole('group', { name: 'Similar to' }));
    expect(await chip.findByRole('link', { name: 'mug.jpg' })).toHaveAttribute('href', `/image/${createId(1)}`);
    await userEvent.click(chip.getByRole('button', { name: 'Show all images again' }));
    await waitFor(() => expect(getUrl()).toBe('/images'));
    await waitFor(() => expect(getLastQuery(stub)).not.toHaveProperty('similar_to'));
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toBeVisible();
  });

  test('show indexing progress and reload when more images are ready', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const createReadyCounts = (count: number) => ({
      available: true,
      by: 'both',
      images: [],
      objects: [],
      groups: [],
      ready: { image: { ready: count, total: 40 } },
    });
    const stub = stubWorkspace({ [IMAGES]: page([]), [IMAGE_CALL]: sourceImage, [SIMILAR_CALL]: createReadyCounts(12) });
    showImagesPage(`/images?similar=${createId(1)}`);
    expect(
      await screen.findByText('12 of 40 images are ready for the search. The list grows as more become ready.'),
    ).toBeVisible();
    stub.addHandlers({ [IMAGES]: page([createSimilarRow(2, 0.8)]), [SIMILAR_CALL]: createReadyCounts(40) });
    await act(() => jest.advanceTimersByTimeAsync(3_500));
    await findList();
    expect(getTiles()).toHaveLength(1);
    expect(screen.queryByText(/are ready/)).toBeNull();
    jest.useRealTimers();
  });

  test('are requested again while the server prepares them', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const stub = stubWorkspace({ [IMAGES]: { ...page([]), preparing: true }, [IMAGE_CALL]: sourceImage });
    showImagesPage(`/images?similar=${createId(1)}`);
    expect(await screen.findByText('Similar images are being prepared. They appear here in a few seconds.')).toBeVisible();
    stub.addHandlers({ [IMAGES]: page([createSimilarRow(2, 0.8)]) });
    await act(() => jest.advanceTimersByTimeAsync(2_500));
    await findList();
    expect(getTiles()).toHaveLength(1);
    jest.useRealTimers();
  });

  test('show a message if the server does not support similarity', async () => {
    const unavailable = { available: false, by: 'both', images: [], objects: [], groups: [], ready: {} };
    stubWorkspace({ [IMAGES]: page([]), [IMAGE_CALL]: sourceImage, [SIMILAR_CALL]: unavailable });
    showImagesPage(`/images?similar=${createId(1)}`);
    expect(await screen.findByText('This server does not support similarity search.')).toBeVisible();
  });

  testInLongRun('are opened from a tile by its button and by its key', async () => {
    const stub = stubWorkspace({ [IMAGE_CALL]: sourceImage });
    showImagesPage('/images?page=1');
    await findList();
    await userEvent.click(screen.getAllByRole('button', { name: 'Similar to this (S)' })[1]!);
    await waitFor(() => expect(getUrl()).toBe(`/images?similar=${createId(2)}`));
    await waitFor(() => expect(getLastQuery(stub)).toMatchObject({ similar_to: createId(2), similar_kind: 'image' }));
    act(() => getTiles()[2]!.focus());
    await userEvent.keyboard('s');
    await waitFor(() => expect(getUrl()).toBe(`/images?similar=${createId(3)}`));
  });

  test('of an object are images, and switching back to objects clears the filter', async () => {
    const stub = stubWorkspace({ 'GET /detection/v2/object/{id}': createObjectRow(31, createImageRow(1)) });
    showImagesPage('/images?show=objects');
    await findList();
    await userEvent.click(screen.getAllByRole('button', { name: 'Similar to this (S)' })[0]!);
    await waitFor(() => expect(getLastQuery(stub)).toMatchObject({ similar_to: createId(31), similar_kind: 'object' }));
    expect(await screen.findByRole('link', { name: 'Cup' })).toHaveAttribute(
      'href',
      `/image/${createId(1)}?object=${createId(31)}`,
    );
    await userEvent.click(screen.getByRole('radio', { name: 'Objects' }));
    await waitFor(() => expect(getUrl()).toBe('/images?show=objects'));
  });
});
