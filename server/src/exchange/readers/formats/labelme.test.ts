import { parseImport, withImages } from '../../../testing/api/parse-import';

const squareCorners = [
  [10, 10],
  [20, 10],
  [20, 20],
];
const createShape = (type: string | undefined, points: number[][], fields: object = {}) => ({
  label: 'Fig',
  points,
  group_id: null,
  description: '',
  shape_type: type,
  flags: {},
  mask: null,
  ...fields,
});

/** A file in the order of keys that labelme 5 writes. */
const createFile = (imagePath: string, shapes: object[], fields: object = {}) =>
  JSON.stringify({
    version: '5.4.1',
    flags: {},
    shapes,
    imagePath,
    imageData: 'iVBORw0KGgo='.repeat(500),
    imageHeight: 80,
    imageWidth: 100,
    ...fields,
  });

it('reads supported kinds of shapes and reports the others', async () => {
  const shapes = [
    createShape('polygon', squareCorners),
    createShape(undefined, squareCorners, { label: 'Old' }),
    createShape('rectangle', [
      [30, 40],
      [10, 20],
    ]),
    createShape('circle', [
      [50, 40],
      [53, 44],
    ]),
    createShape('point', [[7, 9]], { label: 'Tip' }),
    createShape('line', squareCorners.slice(1)),
    createShape('linestrip', squareCorners),
    createShape('points', squareCorners),
    createShape(
      'mask',
      squareCorners
        .slice(0, 2)
        .concat([[30, 40]])
        .slice(1),
      { mask: 'iVBORw0KGgo=' },
    ),
    createShape('rotation', squareCorners),
    createShape('oriented_rectangle', squareCorners),
    createShape('polygon', squareCorners.slice(1)),
    createShape('polygon', squareCorners, { label: '' }),
    { label: 'Fig', points: 'none' },
  ];
  const { format, boxes, polygons, points, notes } = await parseImport({
    ...withImages('images/a.jpg'),
    'annotations/a.json': createFile('..\\images\\a.jpg', shapes),
  });
  expect(format).toBe('labelme');
  expect(boxes).toEqual(['images/a.jpg: Fig 10 20 30 40']);
  expect(polygons.slice(0, 2)).toEqual(['images/a.jpg: Fig 10 10 20 10 20 20', 'images/a.jpg: Old 10 10 20 10 20 20']);
  expect(polygons.slice(2).map((polygon) => polygon.split(' ').slice(0, 4))).toEqual([['images/a.jpg:', 'Fig', '55', '40']]);
  expect(points).toEqual(['images/a.jpg: Tip 7 9']);
  expect(notes).toEqual({
    'Circles and ellipses: replaced by polygons': 1,
    'Lines (not supported)': 2,
    'Keypoints of objects (not supported)': 1,
    'Masks that cannot be read': 1,
    'Shapes of the unsupported type rotation': 1,
    'Outlines with fewer than three corners': 1,
    'Shapes without a label': 1,
    'Shapes that cannot be read (points)': 2,
  });
});

it('reads flags of an image as labels, and flags of a shape as attributes', async () => {
  const { labels, attributes, notes } = await parseImport({
    ...withImages('a.jpg'),
    'a.json': createFile('a.jpg', [createShape('polygon', squareCorners, { group_id: 3, flags: { hidden: true, cut: false } })], {
      flags: { Ripe: true, Soft: false },
    }),
  });
  expect(labels).toEqual(['a.jpg: Ripe']);
  expect(attributes).toEqual([{ hidden: true }]);
  expect(notes).toEqual({ 'Fields that are not imported: group_id': 1 });
});

it('reads the boxes around outlines on request', async () => {
  const files = { ...withImages('a.jpg'), 'a.json': createFile('a.jpg', [createShape('polygon', squareCorners)]) };
  expect(await parseImport(files, { outlines: 'both' })).toMatchObject({
    boxes: ['a.jpg: Fig 10 10 20 20'],
    polygons: ['a.jpg: Fig 10 10 20 10 20 20'],
  });
});

it('reads files whose image data precede the shapes', async () => {
  const { shapes, imagePath, imageData } = JSON.parse(createFile('a.jpg', [createShape('polygon', squareCorners)])) as Record<
    string,
    unknown
  >;
  const files = { ...withImages('a.jpg'), 'a.json': JSON.stringify({ imageData, imagePath, shapes }) };
  expect(await parseImport(files)).toMatchObject({ format: 'labelme', polygons: ['a.jpg: Fig 10 10 20 10 20 20'] });
});

it('reports JSON files that have no image', async () => {
  const { unreadable } = await parseImport({ 'a.json': '{"shapes": []}' });
  expect(unreadable).toEqual({ 'a.json': "There is no 'imagePath': this is not a labelme file." });
});
