import { isImageFile, getFileName, removeExtension, type FileSet, type DiscoveredFile } from './file-set';
import { readEach, UnreadableError, type Reader, type ImportSink } from './reader';
import { readFullText } from './text';
import { findChild, findChildren, getChildText, readXmlElements, type XmlElement } from './xml-elements';

/**
 * Pascal VOC's XML files (development kit). Boxes name their first and last pixel, counted from 1, so x1 - 1 to x2; files of other tools
 * that count from 0 have a first pixel of 0, which stays where it is.
 */
export const readVoc: Reader = async (files, sink) => {
  const test = await testNames(files);
  await readEach(files.findBySuffix('.xml'), sink, async (file) => {
    let isThere = false;
    for await (const annotation of readXmlElements(await files.open(file), ['annotation'])) {
      isThere = true;
      await take(annotation, file, test, sink);
    }
    if (!isThere) throw new UnreadableError('There is no <annotation> element.');
  });
};

/** Names that ImageSets/Main/test.txt has. */
async function testNames(files: FileSet): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const file of files.findBySuffix('imagesets/main/test.txt'))
    for (const line of (await readFullText(await files.open(file))).split(/\r?\n/)) names.add(line.trim().split(/\s+/)[0] ?? '');
  return names;
}

async function take(annotation: XmlElement, file: DiscoveredFile, test: ReadonlySet<string>, sink: ImportSink): Promise<void> {
  const stem = removeExtension(getFileName(file.path));
  const size = findChild(annotation, 'size');
  const [width, height] = [Number(getChildText(size, 'width')), Number(getChildText(size, 'height'))];
  const facts = { ...(width > 0 && height > 0 && { width, height }), ...(test.has(stem) && { test: true }) };
  // `<folder>` is left aside: it is often the one where the annotator's tool found the image.
  const path = getChildText(annotation, 'filename') ?? stem;
  const picture = sink.addReference({ path, from: file, isPerImage: true, anyEnding: !isImageFile({ path }) }, facts);
  for (const object of findChildren(annotation, 'object')) {
    const name = getChildText(object, 'name');
    const box = findChild(object, 'bndbox');
    const data = ['xmin', 'ymin', 'xmax', 'ymax'].map((side) => Number(getChildText(box, side) ?? NaN));
    if (!name || !box) {
      sink.addNote(picture, 'Objects without a name or a box');
      continue;
    }
    const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = data;
    const from1 = [x1 === 0 ? 0 : x1 - 1, y1 === 0 ? 0 : y1 - 1, x2, y2];
    await sink.addShape(picture, { kind: 'box', class: sink.addClass({ of: 'detection', name }), data: from1 });
    const parts = findChildren(object, 'part').length;
    if (parts > 0) sink.addNote(picture, 'Parts of objects (not supported)', parts);
    if (findChild(object, 'polygon')) sink.addNote(picture, 'Polygons in Pascal VOC files: only their boxes are imported');
  }
  if (getChildText(annotation, 'segmented') === '1') sink.addNote(picture, 'Masks next to Pascal VOC files (not supported)');
}
