import { isImageFile, getFileName, removeExtension, type FileSet, type DiscoveredFile } from '../reader/file-set';
import { isLabelmeObject, readLabelmeObject, readLabelmeSize } from './labelme-xml';
import { readEach, UnreadableError, type Reader, type ReadOptions, type ImportSink } from '../reader/reader';
import { defineFields, UnreadFields } from '../parsing/unread-fields';
import { readFullText } from '../parsing/text';
import { findChild, findChildren, getChildText, readXmlElements, type XmlElement } from '../parsing/xml-elements';

/**
 * Reads Pascal VOC XML files (development kit). Boxes name their first and last pixel, counted from 1, so they become x1 - 1 to x2. Some tools
 * count from 0: a first pixel of 0 stays 0. Also reads the XML files of the LabelMe web tool, which have the same root.
 */
export const readVoc: Reader = async (files, sink, options) => {
  const fields = new UnreadFields(sink);
  const test = await readTestNames(files);
  await readEach(files.findBySuffix('.xml'), sink, async (file) => {
    let hasAnnotation = false;
    for await (const annotation of readXmlElements(await files.open(file), ['annotation'])) {
      hasAnnotation = true;
      await readAnnotation(annotation, file, { test, sink, options, fields });
    }
    if (!hasAnnotation) throw new UnreadableError('There is no <annotation> element.');
  });
};

/** Reads the names of test images from ImageSets/Main/test.txt. */
async function readTestNames(files: FileSet): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const file of files.findBySuffix('imagesets/main/test.txt'))
    for (const line of (await readFullText(await files.open(file))).split(/\r?\n/)) names.add(line.trim().split(/\s+/)[0] ?? '');
  return names;
}

/** `<folder>` and `<path>` are often those of the annotator's computer, and the others describe the image file. */
const ANNOTATION_FIELDS = defineFields(['filename', 'folder', 'path', 'size', 'segmented', 'object', 'imagesize']);
const OBJECT_FIELDS = defineFields(['name', 'bndbox', 'part', 'polygon'], {
  ...{ pose: 'Unspecified', truncated: '0', difficult: '0', occluded: '0' },
});

interface VocContext {
  /** Names of test images without extension. */
  test: ReadonlySet<string>;
  sink: ImportSink;
  options: ReadOptions;
  fields: UnreadFields;
}

async function readAnnotation(annotation: XmlElement, file: DiscoveredFile, context: VocContext): Promise<void> {
  const { test, sink, options, fields } = context;
  fields.addXml(annotation, ANNOTATION_FIELDS);
  const stem = removeExtension(getFileName(file.path));
  const { width, height } = readSize(annotation);
  const facts = { ...(width > 0 && height > 0 && { width, height }), ...(test.has(stem) && { test: true }) };
  const path = getChildText(annotation, 'filename') ?? stem;
  const image = sink.addReference({ path, from: file, isPerImage: true, anyEnding: !isImageFile({ path }) }, facts);
  for (const object of findChildren(annotation, 'object')) {
    const name = getChildText(object, 'name');
    const box = findChild(object, 'bndbox');
    if (name && isLabelmeObject(object)) {
      await readLabelmeObject(object, name, { image, sink, options, fields });
      continue;
    }
    fields.addXml(object, OBJECT_FIELDS);
    const data = ['xmin', 'ymin', 'xmax', 'ymax'].map((side) => Number(getChildText(box, side) ?? NaN));
    if (!name || !box) {
      sink.addNote(image, 'Objects without a name or a box');
      continue;
    }
    const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = data;
    const from1 = [x1 === 0 ? 0 : x1 - 1, y1 === 0 ? 0 : y1 - 1, x2, y2];
    await sink.addShape(image, { kind: 'box', class: sink.addClass({ of: 'detection', name }), data: from1 });
    const parts = findChildren(object, 'part').length;
    if (parts > 0) sink.addNote(image, 'Parts of objects (not supported)', parts);
    if (findChild(object, 'polygon')) sink.addNote(image, 'Polygons in Pascal VOC files: only their boxes are imported');
  }
  if (getChildText(annotation, 'segmented') === '1') sink.addNote(image, 'Masks next to Pascal VOC files (not supported)');
}

function readSize(annotation: XmlElement): { width: number; height: number } {
  const size = findChild(annotation, 'size');
  if (!size) return readLabelmeSize(annotation);
  return { width: Number(getChildText(size, 'width')), height: Number(getChildText(size, 'height')) };
}
