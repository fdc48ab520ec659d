import { parseImport, withImages } from '../../../testing/api/parse-import';

type AttributeValues = Record<string, unknown>;
const createRegion = (shapeNumbers: number[], attributeValues: AttributeValues, otherFields: AttributeValues = {}) => ({
  vid: '1',
  flg: 0,
  z: [],
  xy: shapeNumbers,
  av: attributeValues,
  ...otherFields,
});

/** A project as version 3 of the tool saves it. */
const createProject = (metadata: AttributeValues, files: AttributeValues, views: AttributeValues) =>
  JSON.stringify({
    project: {
      pid: '__VIA_PROJECT_ID__',
      rev: '__VIA_PROJECT_REV_ID__',
      pname: 'Figs',
      created: 1574343199772,
      creator: 'VGG Image Annotator (http://www.robots.ox.ac.uk/~vgg/software/via)',
      vid_list: Object.keys(views),
    },
    config: { file: { loc_prefix: { '1': '', '2': '', '3': '', '4': '' } }, ui: { file_content_align: 'center' } },
    attribute: {
      '1': { aname: 'Type', anchor_id: 'FILE1_Z0_XY1', type: 3, desc: '', options: { '0': 'Fig', '1': 'Leaf' } },
      '2': { aname: 'Ripe', anchor_id: 'FILE1_Z0_XY1', type: 1, desc: '', options: {} },
      '3': { aname: 'Parts', anchor_id: 'FILE1_Z0_XY1', type: 2, desc: '', options: { '0': 'Stem', '1': 'Skin', '2': 'Core' } },
      '4': { aname: 'Camera', anchor_id: 'FILE1_Z0_XY0', type: 1, desc: '', options: {} },
    },
    file: files,
    metadata,
    view: views,
  });
const createFile = (fid: string, fname: string, type = 2) => ({ [fid]: { fid, fname, type, loc: 1, src: '' } });
const figFile = createFile('1', 'a.jpg');
const views = { '1': { fid_list: ['1'] } };

it('reads each shape of VIA version 3 with the names of attributes and options', async () => {
  const metadata = {
    '1_a': createRegion([2, 10, 20, 40, 40], { '1': '0', '2': 'yes', '3': '0,2' }),
    '1_b': createRegion([7, 0, 0, 20, 0, 20, 10], { '1': '1' }),
    '1_c': createRegion([1, 7, 9], { '1': '0' }),
    '1_d': createRegion([8, 30, 10, 10, 25, 30, 50, 60, 25], { '1': '1' }),
    '1_e': createRegion([6, 0, 0, 5, 5], { '1': '1' }),
    '1_f': createRegion([], { '4': 'Left' }),
    '1_g': createRegion([2, 10, 20, 40, 40], {}),
  };
  const parsedImport = await parseImport({ ...withImages('a.jpg'), 'figs.json': createProject(metadata, figFile, views) });
  expect(parsedImport).toMatchObject({
    format: 'via',
    missing: [],
    unreadable: {},
    boxes: ['a.jpg: Fig 10 20 50 60', 'a.jpg: Leaf 10 10 60 50'],
    polygons: ['a.jpg: Leaf 0 0 20 0 20 10'],
    points: ['a.jpg: Fig 7 9'],
    attributes: [{ Ripe: 'yes' }],
    metaData: [{ Parts: { Stem: true, Core: true } }],
  });
  expect(parsedImport.classes.find(({ key }) => key === 'detection:Fig')?.attributes).toEqual([{ name: 'Ripe', type: 'text' }]);
  expect(parsedImport.notes).toEqual({
    'Attributes of shapes with lists or long texts: stored as metadata': 1,
    'Lines (not supported)': 1,
    'Shapes without a label': 1,
    'Fields that are not imported: file_attributes.Camera': 1,
  });
});

it('replaces circles and ellipses by polygons', async () => {
  const metadata = {
    '1_a': createRegion([3, 50, 40, 10], { '1': '0' }),
    '1_b': createRegion([4, 50, 40, 20, 10], { '1': '0' }),
    // A circle that is given by three points on it.
    '1_c': createRegion([9, 40, 40, 50, 30, 60, 40], { '1': '0' }),
  };
  const files = { ...withImages('a.jpg'), 'figs.json': createProject(metadata, figFile, views) };
  const parsedImport = await parseImport(files, { outlines: 'boxes' });
  expect(parsedImport.boxes).toEqual(['a.jpg: Fig 40 30 60 50', 'a.jpg: Fig 30 30 70 50', 'a.jpg: Fig 40 30 60 50']);
  expect(parsedImport.notes).toEqual({ 'Circles and ellipses: replaced by polygons': 3 });
});

it('finds images of URLs and counts regions of videos and of views with several files', async () => {
  const box = [2, 10, 20, 40, 40];
  const metadata = {
    '1_a': createRegion(box, { '1': '0' }),
    '2_a': createRegion(box, { '1': '0' }, { vid: '2', z: [1.5] }),
    '3_a': createRegion(box, { '1': '0' }, { vid: '3' }),
    '9_a': createRegion(box, { '1': '0' }, { vid: '9' }),
    '9_b': { vid: null },
  };
  const files = { ...createFile('1', 'https://images.test/figs/a.jpg?size=2'), ...createFile('2', 'tree.mp4', 4) };
  const allViews = { ...views, '2': { fid_list: ['2'] }, '3': { fid_list: ['1', '2'] } };
  const parsedImport = await parseImport({ ...withImages('a.jpg'), 'figs.json': createProject(metadata, files, allViews) });
  expect([parsedImport.boxes, parsedImport.missing]).toEqual([['a.jpg: Fig 10 20 50 60'], []]);
  expect(parsedImport.notes).toEqual({
    'Images of URLs: found by the file name': 1,
    'Videos and sounds (not supported)': 1,
    'Regions and segments of videos (not supported)': 1,
    'Regions of views with several files (not supported)': 1,
    'Regions of files that the project does not list as images': 1,
    'Regions that cannot be read': 1,
  });
});
