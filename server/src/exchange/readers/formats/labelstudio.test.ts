import { parseImport, withImages } from '../../../testing/api/parse-import';
import { FileSet } from '../reader/file-set';
import { UrlPaths } from '../reader/url-paths';
import { findImage, convertJsonMinTask, LabelStudioTask } from './labelstudio-tasks';

const createBox = (name: string, x = 10) => ({
  id: name,
  type: 'rectanglelabels',
  original_width: 100,
  original_height: 80,
  value: { x, y: 10, width: 20, height: 20, rotation: 0, rectanglelabels: [name] },
});
const parseTasks = (...tasks: object[]) =>
  parseImport({ ...withImages('a.jpg', 'b.jpg'), 'project.json': JSON.stringify(tasks) });

it('finds the images of tasks that were imported from a list of URLs', async () => {
  const { boxes, images, notes } = await parseTasks(
    {
      data: { image: 'https://host/set/a.jpg?v=1' },
      file_upload: '0123abcd-urls.json',
      annotations: [{ result: [createBox('Fig')] }],
    },
    { data: { image: '/b' }, file_upload: '0123abcd-b.jpg', annotations: [{ result: [createBox('Nut')] }] },
  );
  expect([images, boxes]).toEqual([
    ['a.jpg', 'b.jpg'],
    ['a.jpg: Fig 0.1 0.1 0.3 0.3', 'b.jpg: Nut 0.1 0.1 0.3 0.3'],
  ]);
  expect(notes).toEqual({ 'Images of URLs: found by the file name': 1 });
});

it('matches URLs with images by folder if the images are in folders', async () => {
  const toTask = (path: string, name: string) => ({
    data: { image: `s3://bucket/set/${path}` },
    annotations: [{ result: [createBox(name)] }],
  });
  const tasks = [toTask('cam1/1.jpg', 'Fig'), toTask('cam2/1.jpg', 'Nut'), toTask('cam3/2.jpg', 'Leaf')];
  const files = { ...withImages('cam1/1.jpg', 'cam2/1.jpg', 'cam2/2.jpg'), 'tasks.json': JSON.stringify(tasks) };
  const { boxes, missing } = await parseImport(files);
  expect(boxes.map((box) => box.split(' ').slice(0, 2).join(' '))).toEqual([
    'cam1/1.jpg: Fig',
    'cam2/1.jpg: Nut',
    'set/cam3/2.jpg: Leaf',
  ]);
  expect(missing).toEqual(['set/cam3/2.jpg']);
});

it('never merges URLs of different images with the same name', async () => {
  const tasks = ['x/1.jpg', 'y/1.jpg'].map((path) => ({ data: { image: `https://host/${path}` }, annotations: [] }));
  expect((await parseImport({ 'tasks.json': JSON.stringify(tasks) })).missing).toEqual(['x/1.jpg', 'y/1.jpg']);
  expect((await parseImport({ 'tasks.json': JSON.stringify(tasks.slice(0, 1)) })).missing).toEqual(['1.jpg']);
});

it('finds the right image for a URL among thousands of images with the same name', () => {
  const files = Array.from({ length: 150_000 }, (_, index) => ({ path: `Set/${index}/1.jpg`, size: 1, place: { file: '' } }));
  const urlPaths = new UrlPaths(new FileSet(files, () => Promise.reject(new Error('Not opened'))));
  const paths = ['host/set/149999/1.jpg', 'host/7/1.jpg', 'host/150001/1.jpg', 'host/7/2.jpg'];
  const urls = paths.map((path) => `https://images.test/${path}`);
  for (const url of urls) urlPaths.add(url);
  expect(urls.map((url) => urlPaths.resolve(url).path)).toEqual(['set/149999/1.jpg', '7/1.jpg', ...paths.slice(2)]);
});

it('reads long texts and long lists of results', () => {
  const findTaskImage = (otherField: string) => findImage(LabelStudioTask.parse({ data: { other: otherField, image: 'a.jpg' } }));
  expect(findTaskImage(`${'?'.repeat(150_000)}\n`)).toMatchObject({ name: 'a.jpg' });
  const choiceResults = Array.from({ length: 150_000 }, () => ({ choices: ['Ripe'] }));
  const { annotations } = LabelStudioTask.parse(convertJsonMinTask({ image: 'a.jpg', choice: choiceResults }));
  expect(annotations?.[0]?.result).toHaveLength(choiceResults.length);
});

it('imports the ground truth or the last annotation with results and counts the others', async () => {
  const { boxes, notes } = await parseTasks(
    {
      data: { image: 'a.jpg' },
      annotations: [{ result: [createBox('Fig')] }, { result: [] }, { was_cancelled: true, result: [createBox('Nut')] }],
      predictions: [{ result: [createBox('Nut')] }],
      drafts: [{ result: [createBox('Nut')] }],
    },
    {
      data: { image: 'b.jpg' },
      annotations: [{ ground_truth: true, result: [createBox('Leaf')] }, { result: [createBox('Nut')] }],
    },
  );
  expect(boxes).toEqual(['a.jpg: Fig 0.1 0.1 0.3 0.3', 'b.jpg: Leaf 0.1 0.1 0.3 0.3']);
  expect(notes).toEqual({
    'Annotations by more than one annotator: only the last one with results is imported': 2,
    'Canceled annotations (not imported)': 1,
    'Predictions of models (not imported)': 1,
    'Drafts of annotations (not imported)': 1,
    'Fields that are not imported: ground_truth': 1,
  });
});

it('skips tasks with several images and reports them', async () => {
  const { boxes, notes } = await parseTasks(
    { data: { left: 'a.jpg', right: 'b.jpg' }, annotations: [{ result: [createBox('Fig')] }] },
    { data: { pages: [{ url: 'a.jpg' }] }, annotations: [{ result: [createBox('Fig')] }] },
    { data: { image: 'a.jpg' }, annotations: [{ result: [{ ...createBox('Fig'), item_index: 1 }] }] },
  );
  expect([boxes, notes]).toEqual([
    [],
    { 'Tasks with several images (not supported)': 2, 'Shapes on further images of a task (not supported)': 1 },
  ]);
});

it('the Label Studio reader reads JSON-MIN', async () => {
  const { value, ...size } = createBox('Fig');
  const { boxes, labels, declaredFacts, notes } = await parseTasks({
    id: 1,
    image: '/data/upload/1/0123abcd-a.jpg',
    annotation_id: 7,
    annotator: 3,
    quality: 'Good',
    updated_at: '2021-03-04',
    label: [{ ...value, original_width: size.original_width, original_height: size.original_height }],
    kinds: { choices: ['Ripe', 'Soft'] },
  });
  expect([boxes, labels]).toEqual([['a.jpg: Fig 0.1 0.1 0.3 0.3'], ['a.jpg: Ripe', 'a.jpg: Soft']]);
  expect(declaredFacts).toEqual(['a.jpg: annotated ID 3', 'a.jpg: changed - 2021-03-04T00:00:00.000Z']);
  expect(notes).toEqual({ 'Fields that are not imported: data.quality': 1 });
});

it('declares annotators, reviewers, times and the origin of regions', async () => {
  const { declaredFacts, notes } = await parseTasks({
    data: { image: 'a.jpg' },
    created_at: '2021-03-01T08:00:00.1Z',
    annotations: [
      {
        completed_by: { id: 4, email: 'ann@figs.test' },
        created_at: '2021-03-02T08:00:00.000001Z',
        updated_at: '2021-03-02T08:00:00.000009Z',
        lead_time: 12.5,
        reviews: [
          { accepted: false, created_by: 1, created_at: '2021-03-03T08:00:00Z' },
          { accepted: true, created_by: { username: 'ray' }, created_at: '2021-03-04T08:00:00Z' },
        ],
        result: [{ ...createBox('Fig'), origin: 'prediction-changed' }],
      },
    ],
  });
  expect(declaredFacts).toEqual([
    'a.jpg: annotated ann@figs.test 2021-03-02T08:00:00.000Z - - 12.5',
    'a.jpg: verified ray 2021-03-04T08:00:00.000Z',
    'a.jpg: created - 2021-03-01T08:00:00.100Z',
    'a.jpg box: annotated - - prediction-changed',
  ]);
  expect(notes).toEqual({});
});
