import { encodeCounts } from '@console/shared-contract/mask-rle';
import { parseImport, withImages } from '../../../testing/api/parse-import';

const CATEGORIES = {
  label: {
    labels: ['Person', 'Fig', 'head', 'left', 'right'].map((name) => ({ name, parent: '', attributes: ['a'] })),
    attributes: ['occluded'],
  },
  mask: { colormap: [{ label_id: 0, r: 1, g: 2, b: 3 }] },
  points: {
    items: [
      {
        label_id: 0,
        labels: ['head', 'left', 'right'],
        joints: [
          [1, 2],
          [1, 3],
        ],
        positions: [],
      },
    ],
  },
};
const createAnnotation = (type: string, fields: object, label: number | null = 1) => ({
  id: 1,
  type,
  label_id: label,
  attributes: {},
  group: 0,
  z_order: 0,
  object_id: -1,
  ...fields,
});
const parseDatumaro = (annotations: object[], datasetItem: object = { image: { path: 'a.jpg', size: [80, 100] } }) =>
  parseImport({
    ...withImages('images/train/a.jpg', 'images/train/b.jpg'),
    'annotations/train.json': JSON.stringify({
      dm_format_version: '1.0',
      media_type: 2,
      infos: {},
      categories: CATEGORIES,
      items: [{ id: 'a', annotations, ...datasetItem }],
    }),
  });

it('reads boxes, polygons, masks, points and labels with their attributes', async () => {
  const attributes = { occluded: true, is_crowd: false, side: 'back', n: 2.5 };
  const parsedImport = await parseDatumaro([
    createAnnotation('bbox', { bbox: [10, 20, 30, 40], attributes }),
    createAnnotation('bbox', { bbox: [10, 20, 30, 40], attributes: { rotation: 90 } }),
    createAnnotation('polygon', { points: [1, 1, 9, 1, 9, 9], attributes: { difficult: 'true' } }),
    createAnnotation('mask', { rle: { counts: encodeCounts([85, 3, 7912]), size: [80, 100] }, attributes: { crowd: true } }),
    createAnnotation('points', { points: [5, 6], visibility: [2] }),
    createAnnotation('label', {}),
    createAnnotation('ellipse', { points: [10, 10, 30, 20] }),
  ]);
  expect(parsedImport.format).toBe('datumaro');
  expect(parsedImport.boxes).toEqual(['images/train/a.jpg: Fig 10 20 40 60', 'images/train/a.jpg: Fig 5 25 45 55']);
  expect(parsedImport.corners).toHaveLength(1);
  expect(parsedImport.polygons).toHaveLength(2);
  expect(parsedImport.masks).toEqual(['images/train/a.jpg: Fig 1 5 2 8 : 0 3']);
  expect(parsedImport.points).toEqual(['images/train/a.jpg: Fig 5 6']);
  expect(parsedImport.labels).toEqual(['images/train/a.jpg: Fig']);
  expect(parsedImport.attributes).toEqual([{ occluded: true, side: 'back', n: 2.5 }, { difficult: true }, { crowd: true }]);
  expect(parsedImport.notes).toEqual({
    'Rotated boxes: imported with their angle': 1,
    'Circles and ellipses: replaced by polygons': 1,
  });
});

it('reads skeletons as points with visibilities, and as separately labelled elements', async () => {
  const createElement = (label: number, points: number[], visibility: number) =>
    createAnnotation('points', { points, visibility: [visibility] }, label);
  const { skeletons, classes, attributes, notes } = await parseDatumaro([
    createAnnotation('points', { points: [1, 2, 3, 4, 0, 0], visibility: [2, 1, 0], attributes: { truncated: true } }, 0),
    createAnnotation('skeleton', { elements: [createElement(4, [7, 8], 1), createElement(2, [5, 6], 2)] }, 0),
  ]);
  expect(skeletons).toEqual(['images/train/a.jpg: Person 1 2 2 3 4 1 0 0 0', 'images/train/a.jpg: Person 5 6 2 0 0 0 7 8 1']);
  expect([attributes, notes]).toEqual([[{ truncated: true }], {}]);
  const edges = [
    [0, 1],
    [0, 2],
  ];
  expect(classes).toMatchObject([{ name: 'Person', skeleton: { edges, pairs: [[1, 2]] } }]);
});

it('reports data that it does not import', async () => {
  const { boxes, notes } = await parseDatumaro(
    [
      createAnnotation('bbox', { bbox: [1, 2, 3, 4], group: 5, z_order: 1, object_id: 3, attributes: { list: [1] } }),
      createAnnotation('bbox', { bbox: [1, 2, 3, 4] }, null),
      createAnnotation('caption', { caption: 'hello' }),
      createAnnotation('polyline', { points: [1, 2, 3, 4] }),
      createAnnotation('points', { points: [1, 2, 3, 4] }),
      createAnnotation('cuboid_3d', { position: [0, 0, 0] }),
      createAnnotation('label', { attributes: { x: 1 } }),
      createAnnotation('points', { points: [0, 0, 0, 0, 0, 0], visibility: [0, 0, 0] }, 0),
      createAnnotation('mask', { rle: { counts: '~', size: [80, 100] } }),
      { type: 3 },
    ],
    { id: 'b', attr: { frame: 7 } },
  );
  expect(boxes).toEqual(['images/train/b.jpg: Fig 1 2 4 6']);
  expect(notes).toEqual({
    'Attributes of shapes with lists or long texts: stored as metadata': 1,
    'Shapes without a label': 1,
    'Captions of images (not supported)': 1,
    'Lines (not supported)': 1,
    'Keypoints of objects (not supported)': 1,
    'Shapes of the unsupported type cuboid_3d': 1,
    'Attributes of shapes (not supported)': 1,
    'Skeletons without a visible or occluded point': 1,
    'Masks that cannot be read': 1,
    'Annotations that cannot be read': 1,
    ...Object.fromEntries(
      ['attr', 'group', 'z_order', 'object_id', 'position'].map((name) => [`Fields that are not imported: ${name}`, 1]),
    ),
  });
});

it('reports a file without categories, and reads items before the categories', async () => {
  const createFile = (fields: object) => ({ ...withImages('a.jpg'), 'a.json': JSON.stringify(fields) });
  const { unreadable } = await parseImport(createFile({ dm_format_version: '1.0', items: [] }));
  expect(unreadable).toEqual({ 'a.json': 'No categories: this is not a Datumaro file.' });
  const datasetItems = [{ id: 'a', annotations: [createAnnotation('label', {})] }];
  const { labels } = await parseImport(createFile({ dm_format_version: '1.0', items: datasetItems, categories: CATEGORIES }));
  expect(labels).toEqual(['a.jpg: Fig']);
});
