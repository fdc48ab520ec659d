import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { imageHead as image } from '../../../testing/api/parse-import';
import { createZip } from '../../../testing/api/import-driver';
import { parseAttachments, setUpParsing, type Files } from '../../../testing/api/parse-attachments';

setUpParsing();

const findAttachedImages = async (...args: Parameters<typeof parseAttachments>) => (await parseAttachments(...args)).attached;
const withImages = (...paths: string[]): Files => Object.fromEntries(paths.map((path) => [path, image]));

/** A COCO file with one box on each image, of a class with the name of the image. */
const createCoco = (...names: string[]) =>
  JSON.stringify({
    images: names.map((file_name, id) => ({ id, file_name, width: 100, height: 80 })),
    annotations: names.map((_, id) => ({ id, image_id: id, category_id: id, bbox: [1, 1, 5, 5] })),
    categories: names.map((name, id) => ({ id, name: `on ${name}` })),
  });
const createVoc = (filename: string | null, name: string, declaredFolder = 'stale/folder') =>
  `<annotation><folder>${declaredFolder}</folder>${filename === null ? '' : `<filename>${filename}</filename>`}
  <object><name>${name}</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object></annotation>`;
const createCvat = (...images: (string | [name: string, subset: string])[]) =>
  `<annotations><version>1.1</version>${images
    .map((image, id) => {
      const [name, subset] = typeof image === 'string' ? [image, null] : image;
      const subsetAttribute = subset === null ? '' : ` subset="${subset}"`;
      return `<image id="${id}" name="${name}"${subsetAttribute} width="100" height="80"><box label="on ${subsetAttribute ? `${subset}:` : ''}${name}" xtl="1" ytl="1" xbr="9" ybr="9"/></image>`;
    })
    .join('')}</annotations>`;
const DATA_YAML = 'names: [zero, one, two]\n';
const createLine = (label: number) => `${label} 0.5 0.5 0.2 0.2\n`;

describe('folder layouts of annotation tools', () => {
  it.each<[string, Files, Record<string, string>]>([
    [
      'YOLO labels/train next to images/train',
      {
        ...withImages('images/train/1.jpg', 'images/val/1.jpg'),
        'labels/train/1.txt': createLine(0),
        'labels/val/1.txt': createLine(1),
        'data.yaml': DATA_YAML,
      },
      { zero: 'images/train/1.jpg', one: 'images/val/1.jpg' },
    ],
    [
      'YOLO train/labels next to train/images',
      {
        ...withImages('set/valid/images/1.jpg', 'set/train/images/1.jpg', 'set/train/images/2.PNG'),
        'set/train/labels/1.txt': createLine(0),
        'set/valid/labels/1.txt': createLine(1),
        'set/train/labels/2.txt': createLine(2),
        'set/data.yaml': DATA_YAML,
      },
      { zero: 'set/train/images/1.jpg', one: 'set/valid/images/1.jpg', two: 'set/train/images/2.PNG' },
    ],
    [
      'Darknet text next to images',
      { ...withImages('obj_train_data/1.jpg'), 'obj_train_data/1.txt': createLine(0), 'obj.names': 'zero\none' },
      { zero: 'obj_train_data/1.jpg' },
    ],
    [
      'YOLO text in labels next to images in a folder with another name',
      { ...withImages('photographs/1.jpg'), 'labels/1.txt': createLine(0), 'data.yaml': DATA_YAML },
      { zero: 'photographs/1.jpg' },
    ],
    [
      'COCO names relative to images',
      { ...withImages('images/a.jpg', 'images/sub/b.jpg'), 'instances.json': createCoco('a.jpg', 'sub/b.jpg') },
      { 'on a.jpg': 'images/a.jpg', 'on sub/b.jpg': 'images/sub/b.jpg' },
    ],
    [
      'COCO splits in train2017 and val2017',
      {
        ...withImages('train2017/1.jpg', 'val2017/1.jpg', 'val2017/2.jpg'),
        'annotations/instances_train2017.json': createCoco('1.jpg').replace('on 1', 'train'),
        'annotations/instances_val2017.json': createCoco('1.jpg', '2.jpg'),
      },
      { 'train.jpg': 'train2017/1.jpg', 'on 1.jpg': 'val2017/1.jpg', 'on 2.jpg': 'val2017/2.jpg' },
    ],
    [
      'COCO names next to a file in the folder of a split',
      { ...withImages('train/1.jpg', 'train/train/1.jpg'), 'train/x.json': createCoco('1.jpg'), 'top.json': createCoco() },
      { 'on 1.jpg': 'train/1.jpg' },
    ],
    [
      'COCO folders of one split with different years',
      {
        ...withImages('train2014/1.jpg', 'train2017/1.jpg'),
        'annotations/instances_train2017.json': createCoco('1.jpg'),
      },
      { 'on 1.jpg': 'train2017/1.jpg' },
    ],
    [
      'COCO splits in images/train',
      { ...withImages('images/train/a.jpg', 'images/val/a.jpg'), 'annotations/instances_val.json': createCoco('a.jpg') },
      { 'on a.jpg': 'images/val/a.jpg' },
    ],
    [
      'Roboflow COCO next to its images',
      {
        ...withImages('train/1.jpg', 'valid/1.jpg'),
        'train/_annotations.coco.json': createCoco('1.jpg').replace('on 1', 'train'),
        'valid/_annotations.coco.json': createCoco('1.jpg'),
      },
      { 'train.jpg': 'train/1.jpg', 'on 1.jpg': 'valid/1.jpg' },
    ],
    [
      'COCO names with parent folders',
      { ...withImages('set/images/1.jpg', 'other/images/1.jpg'), 'set/annotations/x.json': createCoco('../images/1.jpg') },
      { 'on ../images/1.jpg': 'set/images/1.jpg' },
    ],
    [
      'COCO names with the top folder of the files',
      { ...withImages('set/images/1.jpg'), 'set/annotations/x.json': createCoco('set/images/1.jpg') },
      { 'on set/images/1.jpg': 'set/images/1.jpg' },
    ],
    [
      'VOC with an outdated folder',
      { ...withImages('VOC2007/JPEGImages/1.jpg'), 'VOC2007/Annotations/1.xml': createVoc('1.jpg', 'Fig') },
      { Fig: 'VOC2007/JPEGImages/1.jpg' },
    ],
    [
      'VOC without a file name or without its extension',
      {
        ...withImages('JPEGImages/1.png', 'JPEGImages/2.jpg'),
        'Annotations/1.xml': createVoc(null, 'Fig'),
        'Annotations/2.xml': createVoc('2', 'Leaf'),
      },
      { Fig: 'JPEGImages/1.png', Leaf: 'JPEGImages/2.jpg' },
    ],
    [
      "labelme's VOC with visualizations of the same names",
      {
        ...withImages('AnnotationsVisualization/1.jpg', 'JPEGImages/1.jpg'),
        'Annotations/1.xml': createVoc('1.jpg', 'Fig'),
      },
      { Fig: 'JPEGImages/1.jpg' },
    ],
    [
      'CVAT images',
      { ...withImages('images/1.jpg', 'images/cam1/1.jpg'), 'annotations.xml': createCvat('1.jpg', 'cam1/1.jpg') },
      { 'on 1.jpg': 'images/1.jpg', 'on cam1/1.jpg': 'images/cam1/1.jpg' },
    ],
    [
      'CVAT subsets',
      {
        ...withImages('images/Train/1.jpg', 'images/Validation/1.jpg', 'images/cam9/1.jpg'),
        'annotations.xml': createCvat(['1.jpg', 'Train'], ['1.jpg', 'Validation'], ['1.jpg', 'cam9']),
      },
      {
        'on Train:1.jpg': 'images/Train/1.jpg',
        'on Validation:1.jpg': 'images/Validation/1.jpg',
        'on cam9:1.jpg': 'images/cam9/1.jpg',
      },
    ],
    [
      'CSV next to the images of each split',
      {
        ...withImages('train/1.jpg', 'test/1.jpg'),
        'test/_annotations.csv': 'filename,width,height,class,xmin,ymin,xmax,ymax\n1.jpg,100,80,Leaf,1,1,9,9\n',
      },
      { Leaf: 'test/1.jpg' },
    ],
    [
      'a name that only one image and one reference have',
      { ...withImages('shelf 3/deep/1.jpg', 'shelf 4/2.jpg'), 'x.json': createCoco('1.jpg') },
      { 'on 1.jpg': 'shelf 3/deep/1.jpg' },
    ],
    [
      'a different letter case',
      { ...withImages('Images/A.JPG', 'Images/b.jpg', 'Images/B.jpg'), 'x.json': createCoco('a.jpg', 'b.jpg') },
      { 'on a.jpg': 'Images/A.JPG', 'on b.jpg': 'Images/b.jpg' },
    ],
  ])('finds the images of %s', async (_, files, expected) => {
    expect(await findAttachedImages(files)).toEqual(expected);
    const images = Object.keys(files).filter((path) => files[path] === image && !path.includes('Visualization'));
    const zipContent = await parseAttachments({ 'all.zip': await createZip(files) });
    expect([zipContent.attached, zipContent.images.sort()]).toEqual([expected, images.sort()]);
    if (!process.env.LONG) return;
    const reversed = Object.fromEntries(Object.entries(files).toReversed());
    expect(await findAttachedImages(reversed)).toEqual(expected);
    const filesInTopFolder = Object.fromEntries(Object.entries(files).map(([path, content]) => [`download/${path}`, content]));
    const expectedInTopFolder = Object.fromEntries(Object.entries(expected).map(([name, path]) => [name, `download/${path}`]));
    expect(await findAttachedImages({ 'all.zip': await createZip(filesInTopFolder) })).toEqual(expectedInTopFolder);
  });

  it('match images of an archive with one top folder from annotations outside it', async () => {
    const images = await createZip(withImages('val2017/1.jpg'));
    const annotations = await createZip({ 'annotations/instances_val2017.json': createCoco('1.jpg') });
    expect(await findAttachedImages({ 'annotations.zip': annotations, 'val2017.zip': images })).toEqual({
      'on 1.jpg': 'val2017/1.jpg',
    });
    const otherImages = await createZip(withImages('download/images/b/1.jpg'));
    expect(await findAttachedImages({ 'x.json': createCoco('b/1.jpg'), 'a.zip': otherImages })).toEqual({
      'on b/1.jpg': 'download/images/b/1.jpg',
    });
  });
});

describe('references that match no image', () => {
  it.each<[string, Files, string[]]>([
    ['COCO with another folder', { ...withImages('a/1.jpg'), 'x.json': createCoco('b/1.jpg') }, ['on b/1.jpg']],
    [
      'YOLO of another split',
      { ...withImages('train/images/1.jpg'), 'valid/labels/1.txt': createLine(0), 'data.yaml': DATA_YAML },
      ['zero'],
    ],
    [
      'YOLO of another folder',
      { ...withImages('cam1/images/1.jpg'), 'cam2/labels/1.txt': createLine(0), 'data.yaml': DATA_YAML },
      ['zero'],
    ],
    [
      'CVAT with another folder',
      { ...withImages('images/cam1/1.jpg'), 'annotations.xml': createCvat('cam2/1.jpg') },
      ['on cam2/1.jpg'],
    ],
    ['COCO with a folder that the images lack', { ...withImages('1.jpg'), 'x.json': createCoco('b/1.jpg') }, ['on b/1.jpg']],
    ['VOC of another folder', { ...withImages('cam1/1.jpg'), 'cam2/1.xml': createVoc('1.jpg', 'Fig') }, ['Fig']],
    [
      'Roboflow COCO of another split',
      { ...withImages('train/1.jpg', 'valid/2.jpg'), 'valid/_annotations.coco.json': createCoco('1.jpg') },
      ['on 1.jpg'],
    ],
    [
      'COCO of another split',
      { ...withImages('images/train/1.jpg'), 'annotations/instances_val.json': createCoco('1.jpg') },
      ['on 1.jpg'],
    ],
    ['a name of two images', { ...withImages('a/1.jpg', 'b/1.jpg'), 'x.json': createCoco('1.jpg') }, ['on 1.jpg']],
    [
      'a name of two references',
      { ...withImages('c/1.jpg'), 'a/x.json': createCoco('1.jpg').replace('"on', '"a'), 'b/x.json': createCoco('1.jpg') },
      ['a 1.jpg', 'on 1.jpg'],
    ],
    [
      'YOLO next to two images with different extensions',
      { ...withImages('1.jpg', '1.png'), '1.txt': createLine(0), 'data.yaml': DATA_YAML },
      ['zero'],
    ],
    [
      'a URL with folders',
      { ...withImages('a/1.jpg', 'c/2.jpg'), 'x.json': createLabelStudioFile('https://host/b/1.jpg') },
      ['Fig'],
    ],
    ['CSV with folders', { ...withImages('a/1.jpg'), 'x.csv': 'filename,label\nb/1.jpg,Ripe\n' }, ['Ripe']],
  ])('stay missing: %s', async (_, files, classes) => {
    const missingByClass = Object.fromEntries(classes.map((name) => [name, 'missing']));
    expect(await findAttachedImages(files)).toEqual(missingByClass);
    expect(await findAttachedImages({ 'all.zip': await createZip(files) })).toEqual(missingByClass);
  });

  it('do not match images of another archive with its own annotations', async () => {
    const train = await createZip({ ...withImages('1.jpg', '2.jpg'), 'x.json': createCoco('1.jpg').replace('"on', '"train') });
    const valid = await createZip({ ...withImages('2.jpg'), 'x.json': createCoco('1.jpg', '2.jpg') });
    const { attached, images } = await parseAttachments({ 'train.zip': train, 'valid.zip': valid });
    expect(attached).toEqual({ 'train 1.jpg': '1.jpg', 'on 1.jpg': 'missing', 'on 2.jpg': '2.jpg' });
    expect(images).toEqual(['1.jpg', '2.jpg', '2.jpg']);
  });
});

function createLabelStudioFile(url: string): string {
  const value = { x: 1, y: 1, width: 5, height: 5, rectanglelabels: ['Fig'] };
  return JSON.stringify([{ data: { image: url }, annotations: [{ result: [{ type: 'rectanglelabels', value }] }] }]);
}

it('attaches every box only to its declared image, for any layout', async () => {
  const folderName = fc.constantFrom('a', 'b', 'images', 'train', 'valid');
  const imagePath = fc
    .tuple(fc.array(folderName, { maxLength: 3 }), fc.constantFrom('1.jpg', '2.jpg', '3.jpg'))
    .map(([folders, name]) => [...folders, name].join('/'));
  const reference = fc.oneof(imagePath, fc.constantFrom('1.jpg', '2.jpg', '3.jpg'));
  const folderPrefix = fc.constantFrom('', 'annotations/', 'a/', 'a/b/', 'train/');
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(imagePath, { maxLength: 6 }),
      fc.uniqueArray(reference, { minLength: 1, maxLength: 5 }),
      folderPrefix,
      async (paths, references, annotationFolder) => {
        const attached = await findAttachedImages(
          { ...withImages(...paths), [`${annotationFolder}x.json`]: createCoco(...references), 'top.json': createCoco() },
          'coco',
        );
        for (const declaredPath of references) {
          const path = attached[`on ${declaredPath}`]!;
          const exact = `${annotationFolder}${declaredPath}`;
          if (paths.includes(exact)) expect([declaredPath, path]).toEqual([declaredPath, exact]);
          if (path === 'missing') continue;
          expect(`/${path}`).toMatch(new RegExp(`/${declaredPath}$`));
          const root = path.slice(0, -declaredPath.length);
          const isDirect = isRootOf(annotationFolder, root);
          const hasSameName = (each: string) => each.endsWith(path.slice(path.lastIndexOf('/') + 1));
          const isOnly = paths.filter(hasSameName).length === 1 && references.filter(hasSameName).length === 1;
          // A path with folders must match directly. A name without folders must be unique.
          expect([declaredPath, path, isDirect || (isOnly && !declaredPath.includes('/'))]).toEqual([declaredPath, path, true]);
        }
      },
    ),
    { numRuns: process.env.LONG ? 300 : 60 },
  );
}, 60_000);

/**
 * Whether a declared path may be relative to the folder `root`: the folder of the annotation file, a folder above it, or the folder `train`
 * in it. Generic folder names are ignored.
 */
function isRootOf(annotationFolder: string, root: string): boolean {
  const removeGenericFolders = (path: string) =>
    `${path}/`
      .replaceAll(/(^|\/)(images|annotations)(?=\/)/g, '$1')
      .replaceAll(/\/+/g, '/')
      .replace(/^\//, '');
  return (
    removeGenericFolders(annotationFolder).startsWith(removeGenericFolders(root)) ||
    removeGenericFolders(root) === `${removeGenericFolders(annotationFolder)}train/`
  );
}

const SAMPLES = join(process.cwd(), '..', 'shared', 'data', 'formats');
const itWithSamples = existsSync(SAMPLES) ? it : it.skip;
itWithSamples('finds every image of sample files from other tools', async () => {
  const missingImages: string[] = [];
  let boxes = 0;
  const sets = readdirSync(SAMPLES).filter((set) => /^dm_(coco_(instances|person)|yolo|voc_dataset[13]|for_images)/.test(set));
  for (const set of sets) {
    const files: Files = {};
    for (const name of readdirSync(join(SAMPLES, set), { recursive: true, encoding: 'utf8' }))
      if (statSync(join(SAMPLES, set, name)).isFile()) files[name.replaceAll('\\', '/')] = readFileSync(join(SAMPLES, set, name));
    const { attached } = await parseAttachments(files);
    boxes += Object.keys(attached).length;
    missingImages.push(...Object.entries(attached).flatMap(([name, path]) => (path === 'missing' ? `${set}: ${name}` : [])));
  }
  expect([sets.length > 10, boxes > 20, missingImages]).toEqual([true, true, []]);
});
