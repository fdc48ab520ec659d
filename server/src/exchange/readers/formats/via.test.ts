import { parseImport, withImages } from '../../../testing/api/parse-import';

const toRegion = (shape_attributes: object, region_attributes: object = { type: 'Fig' }) => ({
  shape_attributes,
  region_attributes,
});
const rectangle = { name: 'rect', x: 10, y: 20, width: 40, height: 40 };
const regions = [
  toRegion(rectangle, { type: 'Fig', ripe: 'yes', occluded: 'yes', truncated: 'no', seeds: { Many: true } }),
  toRegion({ name: 'polygon', all_points_x: [0, 20, 20], all_points_y: [0, 0, 10] }, { type: 'Leaf' }),
  toRegion({ name: 'circle', cx: 50, cy: 40, r: 5 }),
  toRegion({ name: 'ellipse', cx: 50, cy: 40, rx: 5, ry: 3, theta: Math.PI / 2 }, { note: 'first', kind: 'k', class: 'Nut' }),
  toRegion({ name: 'point', cx: 7, cy: 9 }, { type: 'Tip', ripe: 'no' }),
  toRegion({ name: 'polyline', all_points_x: [0, 20], all_points_y: [0, 0] }),
  toRegion(rectangle, {}),
  toRegion(rectangle, { kinds: { Ripe: true, Soft: true, Old: false } }),
];
const images = {
  'a.jpg1234': { filename: 'a.jpg', size: 1234, regions, file_attributes: { caption: 'A fig', public_domain: '' } },
  'b.jpg99': { filename: 'b.jpg', size: 99, regions: [], file_attributes: {} },
};
const project = {
  _via_settings: { ui: {}, core: {}, project: { name: 'Figs' } },
  _via_img_metadata: images,
  _via_attributes: {
    region: {
      type: { type: 'text' },
      ripe: { type: 'dropdown', options: { yes: 'Ripe', no: 'Not ripe' } },
      occluded: { type: 'radio', options: { yes: '', no: '' } },
      seeds: { type: 'checkbox', options: { Many: '' } },
    },
    file: {},
  },
  _via_data_format_version: '2.0.10',
  _via_image_id_list: Object.keys(images),
};
/** The CSV file that the tool exports. */
const toCsv = () => {
  const quote = (value: object) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
  const rows = Object.values(images).flatMap(({ filename, size, regions: imageRegions, file_attributes }) =>
    (imageRegions.length > 0 ? imageRegions : [toRegion({}, {})]).map(({ shape_attributes, region_attributes }, index) =>
      [
        filename,
        size,
        quote(file_attributes),
        imageRegions.length,
        index,
        quote(shape_attributes),
        quote(region_attributes),
      ].join(','),
    ),
  );
  const headerRow = 'filename,file_size,file_attributes,region_count,region_id,region_shape_attributes,region_attributes';
  return [headerRow, ...rows].join('\n');
};

it.each([
  ['a project', 'via.json', JSON.stringify(project)],
  ['exported JSON', 'via.json', JSON.stringify(images)],
  [
    'exported JSON of version 1',
    'via.json',
    JSON.stringify({
      ...images,
      'a.jpg1234': { ...images['a.jpg1234'], fileref: '', base64_img_data: '', regions: { ...regions } },
    }),
  ],
  ['exported CSV', 'via.csv', toCsv()],
])('the VIA reader reads %s', async (_, path, text) => {
  const parsedImport = await parseImport({ ...withImages('a.jpg', 'b.jpg'), [path]: text });
  expect(parsedImport).toMatchObject({
    format: 'via',
    images: ['a.jpg', 'b.jpg'],
    missing: [],
    unreadable: {},
    boxes: ['a.jpg: Fig 10 20 50 60', 'a.jpg: Ripe 10 20 50 60'],
    points: ['a.jpg: Tip 7 9'],
    attributes: [{ ripe: 'yes', occluded: true }, { note: 'first', kind: 'k' }, { ripe: 'no' }],
    metaData: [{ seeds: { Many: true } }],
    notes: {
      'Circles and ellipses: replaced by polygons': 2,
      'Attributes of shapes with lists or long texts: stored as metadata': 1,
      'Lines (not supported)': 1,
      'Shapes without a label': 1,
      'Additional labels of a shape': 1,
      'Fields that are not imported: file_attributes.caption': 1,
    },
  });
  expect(parsedImport.polygons.map((polygon) => polygon.split(' ').slice(0, 4).join(' '))).toEqual([
    'a.jpg: Leaf 0 0',
    'a.jpg: Fig 55 40',
    'a.jpg: Nut 50 45',
  ]);
});

it('declares the attributes of a project for its labels', async () => {
  const { classes } = await parseImport({ ...withImages('a.jpg', 'b.jpg'), 'via.json': JSON.stringify(project) });
  const figClasses = classes.filter(({ name }) => name === 'Fig');
  expect(figClasses).toMatchObject([
    { of: 'detection', attributes: [{ name: 'ripe', type: 'choice', choices: ['yes', 'no'] }] },
    { of: 'segmentation', attributes: [{ name: 'ripe', type: 'choice', choices: ['yes', 'no'] }] },
  ]);
});

it('suggests the VIA format if the file was read as another CSV format', async () => {
  const { unreadable } = await parseImport({ 'via.csv': toCsv() }, { format: 'csv' });
  expect(unreadable).toEqual({ 'via.csv': 'This is a file of the VGG Image Annotator. Choose the format VIA.' });
});

it('reports regions and files that it cannot read', async () => {
  const invalidFile = {
    'a.jpg1': { filename: 'a.jpg', regions: [{}, toRegion({ name: 'rect' }), toRegion({ name: 'cube' })] },
    x: 7,
  };
  const { notes, unreadable } = await parseImport(
    { ...withImages('a.jpg'), 'via.json': JSON.stringify(invalidFile), 'other.json': '{"a": 1}', 'x.csv': 'a,b\n1,2\n' },
    { format: 'via' },
  );
  expect(notes).toEqual({
    'Regions that cannot be read': 1,
    'Coordinates that are not numbers': 1,
    'Shapes of the unsupported type cube': 1,
    'Images without a file name': 2,
  });
  expect(unreadable).toEqual({
    'other.json': 'There are no images: this is not a file of the VGG Image Annotator.',
    'x.csv': "The header has no columns 'filename' and 'region_shape_attributes'.",
  });
});
