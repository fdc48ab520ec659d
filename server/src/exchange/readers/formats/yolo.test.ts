import { imageHead, parseImport, withImages } from '../../../testing/api/parse-import';

const BOX_LINE = '0 0.5 0.5 0.2 0.2\n';
const createDataset = (stems: readonly string[]) =>
  Object.fromEntries([
    ['data.yaml', 'names: [Fig, Nut]\n'],
    ...stems.flatMap((stem) => [
      [`images/${stem}.jpg`, imageHead],
      [`labels/${stem}.txt`, BOX_LINE],
    ]),
  ]) as Record<string, string | Buffer>;

describe('names of label files', () => {
  it('reads label files with any name that an image also has', async () => {
    const stems = ['train_0001', 'test_12', 'val2', 'notes_a', 'readme1', 'classes_pic', 'license-2', 'requirementsx', 'a'];
    const { boxes } = await parseImport(createDataset(stems));
    expect(boxes).toEqual(stems.map((stem) => `images/${stem}.jpg: Fig 0.4 0.4 0.6 0.6`));
  });

  it('detects the format and the test split by folders', async () => {
    const files = { ...withImages('images/test/test_3.jpg'), 'labels/test/test_3.txt': BOX_LINE };
    expect(await parseImport(files)).toMatchObject({
      format: 'yolo',
      boxes: ['images/test/test_3.jpg: class 0 0.4 0.4 0.6 0.6'],
      testImages: ['images/test/test_3.jpg'],
    });
  });

  it('reads a file with a common name as labels only if its lines are labels', async () => {
    const files = {
      ...createDataset(['notes', 'test']),
      'classes.txt': 'Fig\nNut\n',
      'README.dataset.txt': '2023 A dataset of figs\n',
      'train.txt': 'images/notes.jpg\nimages/test.jpg\n',
      'trainval_list.txt': 'images/notes.jpg\n',
    };
    const { boxes, missing, notes } = await parseImport(files);
    expect(boxes).toEqual(['images/notes.jpg: Fig 0.4 0.4 0.6 0.6', 'images/test.jpg: Fig 0.4 0.4 0.6 0.6']);
    expect(missing).toEqual([]);
    expect(notes).toEqual({ 'Text files without annotations': 2 });
  });

  it('reads an empty file as an image without shapes', async () => {
    expect(await parseImport({ ...createDataset(['a']), 'labels/b.txt': '' })).toMatchObject({ missing: ['b.jpg'] });
  });
});

describe('shapes', () => {
  const parseLabels = (lines: string, yaml = '', outlines: 'polygons' | 'boxes' = 'polygons') =>
    parseImport({ ...withImages('a.jpg'), 'a.txt': lines, 'data.yaml': `names: [Fig]\n${yaml}` }, { format: 'yolo', outlines });

  it.each([
    ['three values', 'kpt_shape: [2, 3]', '0.1 0.1 2 0.3 0.3 0', '0.1 0.1 2 0 0 0'],
    ['two values', 'kpt_shape: [3, 2]', '0.1 0.2 0.3 0.4 0 0', '0.1 0.2 2 0.3 0.4 2 0 0 0'],
    ['visibilities without kpt_shape', '', '0.1 0.1 2 0.3 0.3 0', '0.1 0.1 2 0 0 0'],
    ['an odd count without kpt_shape', '', '0.1 0.1 1', '0.1 0.1 1'],
  ])('reads the box and the skeleton of a pose with %s', async (_, yaml, keypoints, expected) => {
    const { boxes, polygons, skeletons, notes } = await parseLabels(`0 0.5 0.5 0.2 0.2 ${keypoints}\n`, yaml);
    expect([boxes, polygons]).toEqual([['a.jpg: Fig 0.4 0.4 0.6 0.6'], []]);
    expect([skeletons, notes]).toEqual([[`a.jpg: Fig ${expected}`], {}]);
  });

  it('reports a line whose number of keypoints differs from kpt_shape', async () => {
    const { boxes, notes } = await parseLabels('0 0.5 0.5 0.2 0.2 0.1 0.1\n', 'kpt_shape: [2, 3]');
    expect([boxes, notes]).toEqual([[], { 'Lines whose number of keypoints differs from kpt_shape': 1 }]);
  });

  it('reads oriented boxes if all shapes are parallelograms and one of them is rotated', async () => {
    const rotatedLine = '0 0.3 0.1 0.5 0.3 0.4 0.4 0.2 0.2\n';
    const orientedImport = await parseLabels(`${rotatedLine}0 0.1 0.1 0.4 0.1 0.4 0.5 0.1 0.5\n`);
    expect([orientedImport.polygons, orientedImport.corners, orientedImport.notes]).toEqual([
      [],
      [
        [0.3, 0.1, 0.5, 0.3, 0.4, 0.4, 0.2, 0.2],
        [0.1, 0.1, 0.4, 0.1, 0.4, 0.5, 0.1, 0.5],
      ],
      { 'Oriented boxes: imported with their angle': 2 },
    ]);
    const outlinesImport = await parseLabels(`${rotatedLine}0 0.1 0.1 0.4 0.1 0.4 0.5\n`);
    expect([outlinesImport.polygons.length, outlinesImport.corners]).toEqual([2, []]);
    const importAsBoxes = await parseLabels(`${rotatedLine}0 0.1 0.1 0.4 0.1 0.4 0.5\n`, '', 'boxes');
    expect([importAsBoxes.boxes.length, importAsBoxes.corners.length]).toEqual([2, 1]);
  });

  it('reports other outlines with four corners as possible oriented boxes', async () => {
    const line = '0 0.1 0.1 0.4 0.1 0.4 0.5 0.2 0.5\n';
    const importAsPolygons = await parseLabels(line);
    expect([importAsPolygons.polygons, importAsPolygons.notes]).toEqual([
      ['a.jpg: Fig 0.1 0.1 0.4 0.1 0.4 0.5 0.2 0.5'],
      { 'Outlines with four corners, which may be oriented boxes: imported as polygons': 1 },
    ]);
    const importAsBoxes = await parseLabels(line, '', 'boxes');
    expect([importAsBoxes.boxes, importAsBoxes.notes]).toEqual([
      ['a.jpg: Fig 0.1 0.1 0.4 0.5'],
      { 'Outlines with four corners: replaced by the upright box around each': 1 },
    ]);
  });

  it('replaces an outline with any number of corners by its bounding box', async () => {
    const { boxes } = await parseLabels(`0 0.1 0.2 ${'0.4 0.3 '.repeat(150_000)}0.3 0.5\n`, '', 'boxes');
    expect(boxes).toEqual(['a.jpg: Fig 0.1 0.2 0.4 0.5']);
  });

  it('reports confidences and unknown keys of the YAML file', async () => {
    const { boxes, notes } = await parseLabels('0 0.5 0.5 0.2 0.2 0.9\n', 'kpt_unknown: [1, 0]\nnc: 1\n');
    expect(boxes).toHaveLength(1);
    expect(notes).toEqual({ 'Fields that are not imported: confidence': 1, 'Fields that are not imported: kpt_unknown': 1 });
  });
});

describe('several datasets', () => {
  const files = {
    ...withImages('one/images/a.jpg', 'two/images/b.jpg'),
    'one/data.yaml': 'names: [Fig]',
    'two/data.yaml': 'names: [Nut]',
    'one/labels/a.txt': BOX_LINE,
    'two/labels/b.txt': BOX_LINE,
  };

  it('uses the class names of each dataset', async () => {
    const { boxes } = await parseImport(files);
    expect(boxes).toEqual(['one/images/a.jpg: Fig 0.4 0.4 0.6 0.6', 'two/images/b.jpg: Nut 0.4 0.4 0.6 0.6']);
  });

  it('rejects a label file that belongs to no dataset', async () => {
    const { unreadable } = await parseImport({ ...files, 'labels/c.txt': BOX_LINE });
    expect(unreadable).toEqual({ 'labels/c.txt': 'Several files name classes, but none is in a folder above this file.' });
  });
});

it('the YOLO reader reads Keras YOLO files', async () => {
  const files = {
    ...withImages('train/a b.jpg', 'train/c.jpg', 'train/d.jpg'),
    'train/_annotations.txt': 'c.jpg\na b.jpg 10,20,50,60,1 0,0,9,9,0\nd.jpg 1,2,3,4,7\n',
    'train/_classes.txt': 'Fig\nNut\n',
  };
  const { format, images, boxes, notes } = await parseImport(files);
  expect([format, images]).toEqual(['yolo', ['train/a b.jpg', 'train/c.jpg', 'train/d.jpg']]);
  expect(boxes).toEqual(['train/a b.jpg: Nut 10 20 50 60', 'train/a b.jpg: Fig 0 0 9 9']);
  expect(notes).toEqual({ 'Boxes of classes that the file of classes does not name': 1 });
});
