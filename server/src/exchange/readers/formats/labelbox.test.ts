import { parseImport, withImages } from '../../../testing/api/parse-import';

const createObject = (kind: string, geometry: object, fields: object = {}) => ({
  feature_id: 'clb1',
  feature_schema_id: 'cls1',
  name: 'Fig',
  value: 'fig',
  annotation_kind: kind,
  classifications: [],
  ...geometry,
  ...fields,
});
const createLabel = (objects: object[], classifications: object[] = []) => ({
  label_kind: 'Default',
  version: '1.0.0',
  id: 'label-1',
  label_details: { created_at: '2024-03-01T10:00:00.000+00:00', created_by: 'annotator@example.com', reviews: [] },
  performance_details: { seconds_to_create: 8 },
  annotations: { objects, classifications, relationships: [] },
});
/** A row as Labelbox exports it. */
const createRow = (dataRow: object, labels: object[]) => ({
  data_row: { id: 'row-1', ...dataRow },
  media_attributes: { height: 80, width: 100, mime_type: 'image/jpeg', exif_rotation: '1', asset_type: 'image' },
  projects: { 'project-1': { name: 'Figs', labels, project_details: { workflow_status: 'DONE' } } },
});
const toNdjson = (rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const box = createObject('ImageBoundingBox', { bounding_box: { top: 20, left: 10, height: 40, width: 40 } });
const polygon = [
  { x: 0, y: 0 },
  { x: 20, y: 0 },
  { x: 20, y: 10 },
];
const radioAnswer = { name: 'Ripeness', value: 'ripeness', radio_answer: { name: 'Ripe', value: 'ripe', classifications: [] } };
const checklistAnswer = {
  name: 'Colours',
  checklist_answers: [{ name: 'Red' }, { name: 'Green', classifications: [radioAnswer] }],
};
const textAnswer = { name: 'Remark', text_answer: { content: 'Half in the shade' } };

it('reads boxes, outlines, points and answers, and reports what it cannot read', async () => {
  const objects = [
    { ...box, classifications: [radioAnswer, textAnswer] },
    createObject('ImagePolygon', { polygon }, { name: 'Leaf', classifications: [radioAnswer, textAnswer] }),
    createObject('ImagePolygon', { polygon: polygon.slice(1) }),
    createObject('ImagePoint', { point: { x: 7, y: 9 } }, { name: 'Tip', classifications: [radioAnswer] }),
    createObject('ImagePolyline', { line: polygon }),
    createObject('ImageSegmentationMask', { mask: { url: 'https://api.labelbox.com/masks/1' } }),
    createObject('ImageCuboid', {}),
    { ...box, name: '' },
    { ...box, bounding_box: 'none' },
  ];
  const row = createRow({ external_id: 'a.jpg', row_data: 'https://storage.labelbox.com/x%2F1' }, [
    createLabel(objects, [radioAnswer, checklistAnswer, textAnswer]),
  ]);
  const parsedImport = await parseImport({ ...withImages('images/a.jpg'), 'export.ndjson': toNdjson([row]) });
  expect(parsedImport).toMatchObject({
    format: 'labelbox',
    missing: [],
    unreadable: {},
    boxes: ['images/a.jpg: Fig 10 20 50 60 (Ripe)'],
    polygons: ['images/a.jpg: Leaf 0 0 20 0 20 10'],
    points: ['images/a.jpg: Tip 7 9'],
    attributes: [{ Remark: 'Half in the shade' }, { Ripeness: 'Ripe', Remark: 'Half in the shade' }, { Ripeness: 'Ripe' }],
    labels: ['images/a.jpg: Ripe', 'images/a.jpg: Red', 'images/a.jpg: Green'],
  });
  expect(parsedImport.notes).toEqual({
    'Text answers (not supported)': 1,
    'Nested classifications (not supported)': 1,
    'Outlines with fewer than three corners': 1,
    'Lines (not supported)': 1,
    'Masks in Labelbox files: only their URLs, which are not fetched. Convert them to polygons': 1,
    'Objects of the unsupported type ImageCuboid': 1,
    'Shapes without a label': 1,
    'Objects that cannot be read': 1,
  });
});

it('reads a JSON list, finds images by key or URL, and uses the last label', async () => {
  const leafObject = { ...box, name: 'Leaf' };
  const rows = [
    createRow({ external_id: 'row without extension', global_key: 'figs/a.jpg' }, [
      createLabel([box]),
      createLabel([leafObject]),
      createLabel([]),
    ]),
    createRow({ row_data: 'https://images.test/2024/b.jpg?token=1' }, [createLabel([box])]),
    createRow({ external_id: 'c' }, [createLabel([box])]),
    createRow({}, [createLabel([box])]),
  ];
  const parsedImport = await parseImport({
    ...withImages('figs/a.jpg', 'figs/b.jpg', 'figs/c.jpg'),
    'export.json': JSON.stringify(rows),
  });
  expect([parsedImport.format, parsedImport.boxes, parsedImport.missing]).toEqual([
    'labelbox',
    ['figs/a.jpg: Leaf 10 20 50 60', 'figs/b.jpg: Fig 10 20 50 60', 'figs/c.jpg: Fig 10 20 50 60'],
    [],
  ]);
  expect(parsedImport.notes).toEqual({
    'Annotations by more than one annotator: only the last one with results is imported': 2,
    'Images of URLs: found by the file name': 1,
    'Rows without an image': 1,
  });
});

it('reports invalid rows, and suggests the supported export for version 1', async () => {
  const versionOneExport = [
    { ID: 'label-1', 'DataRow ID': 'row-1', 'Labeled Data': 'https://x.test/a.jpg', Label: { objects: [] } },
  ];
  const rows = `${toNdjson([createRow({ external_id: 'a.jpg' }, [createLabel([box])]), { data_row: 7 }])}{"data_row":\n`;
  const parsedImport = await parseImport({
    ...withImages('a.jpg'),
    'export.ndjson': rows,
    'old.json': JSON.stringify(versionOneExport),
  });
  expect(parsedImport.boxes).toEqual(['a.jpg: Fig 10 20 50 60']);
  expect(parsedImport.unreadable).toEqual({
    'export.ndjson, row 2': 'Not a valid row of a Labelbox export.',
    'export.ndjson, row 3': 'Not a valid row of a Labelbox export.',
    'old.json': "This is a Labelbox export of version 1. In Labelbox, export the project again as NDJSON ('Export data').",
  });
});
