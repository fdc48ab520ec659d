import { parseImport, withImages } from '../../../testing/api/parse-import';

const parseAnnotations = (annotations: object[], outlines: 'polygons' | 'both' = 'polygons') =>
  parseImport(
    {
      ...withImages('a.jpg'),
      'x.json': JSON.stringify({
        images: [{ id: 1, file_name: 'a.jpg', width: 100, height: 80 }],
        categories: [{ id: 1, name: 'Fig' }],
        annotations: annotations.map((annotation) => ({ image_id: 1, category_id: 1, ...annotation })),
      }),
    },
    { outlines },
  );

it('reads attributes and the flag `iscrowd`, and stores lists as metadata', async () => {
  const { attributes, metaData, notes } = await parseAnnotations(
    [
      { bbox: [1, 1, 5, 5], attributes: { occluded: true, rotation: 0 } },
      { bbox: [0, 0, 9, 9], segmentation: [[0, 0, 9, 0, 9, 9]], attributes: { ripe: 'yes', seeds: [1, 2] } },
      { bbox: [2, 2, 9, 9], iscrowd: 1, attributes: { ignored: 1, weight: 2.5 } },
    ],
    'both',
  );
  expect(attributes).toEqual([{ occluded: true }, { ripe: 'yes' }, { ripe: 'yes' }, { ignore: true, weight: 2.5, crowd: true }]);
  expect(metaData).toEqual([{ seeds: [1, 2] }, { seeds: [1, 2] }]);
  expect(notes).toEqual({ 'Attributes of shapes with lists or long texts: stored as metadata': 1 });
});

it('reads attributes that are named like a property of every JavaScript object', async () => {
  const { attributes } = await parseAnnotations([{ bbox: [1, 1, 5, 5], attributes: { isPrototypeOf: 'Fig' } }]);
  expect(attributes).toEqual([{ isPrototypeOf: 'Fig' }]);
});

it('reads the rotation attribute of CVAT as the angle of a box', async () => {
  const { boxes, corners, metaData, notes } = await parseAnnotations([{ bbox: [40, 30, 20, 10], attributes: { rotation: 90 } }]);
  expect([boxes, metaData]).toEqual([['a.jpg: Fig 45 25 55 45'], []]);
  expect(corners.map((data) => data.map(Math.round))).toEqual([[55, 25, 55, 45, 45, 45, 45, 25]]);
  expect(notes).toMatchObject({ 'Rotated boxes: imported with their angle': 1 });
});

it('reports attributes that are not an object, scores and captions', async () => {
  const { boxes, notes } = await parseAnnotations([
    { bbox: [1, 1, 5, 5], attributes: 'ripe', score: 0.7 },
    { category_id: undefined, caption: 'A fig' },
  ]);
  expect(boxes).toEqual(['a.jpg: Fig 1 1 6 6']);
  expect(notes).toEqual({
    'Fields that are not imported: attributes': 1,
    'Fields that are not imported: score': 1,
    'Captions of images (not supported)': 1,
  });
});
