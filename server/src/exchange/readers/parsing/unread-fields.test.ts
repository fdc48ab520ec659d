import fc from 'fast-check';
import { parseImport, withImages } from '../../../testing/api/parse-import';

/** Names that no format has. */
const fieldNames = fc.uniqueArray(
  fc
    .string({ unit: fc.constantFrom(...'abcdefghkmnopqrstuvwxyzABCDEF0123456789_'), minLength: 3, maxLength: 20 })
    .map((name) => `q${name}`),
  { minLength: 1, maxLength: 5 },
);
const fieldValue = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constantFrom('text', 'x'),
  fc.constant({ nested: [1] }),
  fc.constant([0]),
);

type Fields = Record<string, unknown>;
/** Builds a file and calls `add` for each place where a field that no reader knows can be added. */
type BuildFiles = (add: (place: string) => Fields) => { files: Record<string, string>; format: string };

const toAttributes = (fields: Fields) =>
  Object.keys(fields)
    .map((name) => ` ${name}="7"`)
    .join('');
const toElements = (fields: Fields) =>
  Object.keys(fields)
    .map((name) => `<${name}><deep>7</deep></${name}>`)
    .join('');
const toJson = (value: unknown) => JSON.stringify(value);
const point = { name: 'point', cx: 1, cy: 1 };

const FORMATS: Record<string, { locations: string[]; build: BuildFiles }> = {
  coco: {
    locations: ['root', 'image', 'category', 'annotation'],
    build: (add) => ({
      format: 'coco',
      files: {
        'x.json': toJson({
          ...add('root'),
          images: [{ id: 1, file_name: 'a.jpg', ...add('image') }],
          categories: [{ id: 1, name: 'Fig', ...add('category') }],
          annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 5, 5], ...add('annotation') }],
        }),
      },
    }),
  },
  labelstudio: {
    locations: ['task', 'data', 'annotation', 'result', 'value'],
    build: (add) => {
      const value = { x: 1, y: 1, width: 5, height: 5, rectanglelabels: ['Fig'], ...add('value') };
      const result = [{ type: 'rectanglelabels', value, ...add('result') }];
      const annotations = [{ result, ...add('annotation') }];
      return {
        format: 'labelstudio',
        files: { 'x.json': toJson([{ data: { image: 'a.jpg', ...add('data') }, annotations, ...add('task') }]) },
      };
    },
  },
  labelme: {
    // Fields in `flags` are not tested, because all flags of a shape become its attributes.
    locations: ['root', 'shape'],
    build: (add) => {
      const shape = {
        label: 'Fig',
        points: [
          [1, 1],
          [5, 5],
        ],
        shape_type: 'rectangle',
        ...add('shape'),
      };
      return { format: 'labelme', files: { 'a.json': toJson({ shapes: [shape], imagePath: 'a.jpg', ...add('root') }) } };
    },
  },
  via: {
    locations: ['root', 'image', 'file_attributes', 'region', 'shape'],
    build: (add) => {
      const region = {
        shape_attributes: { ...point, ...add('shape') },
        region_attributes: { label: 'Fig' },
      };
      const image = { filename: 'a.jpg', regions: [{ ...region, ...add('region') }], file_attributes: add('file_attributes') };
      return {
        format: 'via',
        files: { 'x.json': toJson({ _via_img_metadata: { a: { ...image, ...add('image') } }, ...add('root') }) },
      };
    },
  },
  cvat: {
    locations: ['root', 'image', 'box', 'child', 'tag'],
    build: (add) => ({
      format: 'cvat',
      files: {
        'x.xml': `<annotations><version>1.1</version>${toElements(add('root'))}<image name="a.jpg"${toAttributes(add('image'))}>
          <box label="Fig" xtl="1" ytl="1" xbr="5" ybr="5"${toAttributes(add('box'))}>${toElements(add('child'))}</box>
          <tag label="Ripe"${toAttributes(add('tag'))}/></image></annotations>`,
      },
    }),
  },
  voc: {
    locations: ['annotation', 'object'],
    build: (add) => ({
      format: 'voc',
      files: {
        'a.xml': `<annotation><filename>a.jpg</filename>${toElements(add('annotation'))}<object><name>Fig</name>
          <bndbox><xmin>1</xmin><ymin>1</ymin><xmax>5</xmax><ymax>5</ymax></bndbox>${toElements(add('object'))}</object></annotation>`,
      },
    }),
  },
  csv: {
    locations: ['column'],
    build: (add) => {
      const fields = Object.keys(add('column'));
      return {
        format: 'csv',
        files: {
          'x.csv': `filename,class,xmin,ymin,xmax,ymax,${fields.join(',')}\na.jpg,Fig,1,1,5,5,${fields.map(() => 'text').join(',')}\n`,
        },
      };
    },
  },
  yolo: {
    locations: ['yaml'],
    build: (add) => ({
      format: 'yolo',
      files: { 'a.txt': '0 0.5 0.5 0.2 0.2\n', 'data.yaml': toJson({ names: ['Fig'], ...add('yaml') }) },
    }),
  },
  console: {
    locations: ['label', 'image', 'object'],
    build: (add) => {
      const label = { of: 'detection', id: 'l', name: 'Fig', type: null, min_value: null, max_value: null, step_value: null };
      const object = { id: 'o', data: [1, 1, 5, 5], label: 'l', meta_data: null, labels: [], ...add('object') };
      const image = {
        id: 'i',
        file: 'a.jpg',
        content_hash: '0',
        width: 9,
        height: 9,
        part: 'all',
        test: false,
        real: true,
        created: '',
        meta_data: null,
        verified_by: [],
        labels: [],
        objects: [object],
        polygons: [],
        points: [],
        groups: [],
        jobs: [],
      };
      const lines = [
        { annotation_console: 1, created: '' },
        { label: { ...label, ...add('label') } },
        { image: { ...image, ...add('image') } },
      ];
      return { format: 'console', files: { 'console.jsonl': lines.map(toJson).join('\n') } };
    },
  },
};

describe.each(Object.entries(FORMATS))('%s', (_, { locations, build }) => {
  it('reports each unknown field with its count and still imports the shape', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...locations), fieldNames, fieldValue, async (location, names, value) => {
        const fields = Object.fromEntries(names.map((name) => [name, value]));
        const { files, format } = build((candidate) => (candidate === location ? fields : {}));
        const parsedImport = await parseImport({ ...withImages('a.jpg'), ...files });
        expect(parsedImport).toMatchObject({ format, unreadable: {} });
        expect(parsedImport.boxes.length + parsedImport.points.length).toBe(1);
        for (const name of names) {
          const counts = Object.entries(parsedImport.notes).filter(([reason]) => reason.split(/[ .]/).at(-1) === name);
          expect([name, counts.map(([, count]) => count)]).toEqual([name, [1]]);
        }
      }),
      { numRuns: process.env.LONG ? 12 : 4 },
    );
  });
});

it('reports a limited number of unknown fields', async () => {
  const fields = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`field${index}`, 1]));
  const cocoFile = { images: [{ id: 1, file_name: 'a.jpg', ...fields }], categories: [], annotations: [] };
  const { notes } = await parseImport({ 'x.json': toJson(cocoFile) });
  expect(Object.keys(notes)).toHaveLength(101);
  expect(notes).toMatchObject({ 'Fields that are not imported: field99': 1, 'Fields that are not imported: others': 50 });
});

it('replaces characters in names that the database cannot store', async () => {
  const cocoFile = { images: [{ id: 1, file_name: 'a.jpg', 'a\u0000b\ud800': 1 }], categories: [], annotations: [] };
  expect((await parseImport({ 'x.json': toJson(cocoFile) })).notes).toEqual({ 'Fields that are not imported: a b ': 1 });
});

it('accepts objects that cannot be converted to text', async () => {
  const cocoFile = { images: [{ id: 1, file_name: 'a.jpg', date_captured: { toString: 1 } }], categories: [], annotations: [] };
  expect((await parseImport({ 'x.json': toJson(cocoFile) })).notes).toEqual({ 'Fields that are not imported: date_captured': 1 });
});
