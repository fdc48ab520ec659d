import { isPicture, nameOf, stemOf, type FileSet, type FoundFile } from './files';
import { readEach, UnreadableError, type Reader, type Sink } from './reader';
import { wholeText } from './text';
import { childOf, childrenOf, textIn, xmlElements, type XmlElement } from './xml';

/**
 * Pascal VOC's XML files (development kit). Boxes name their first and last pixel, counted from 1, so x1 - 1 to x2; files of other tools
 * that count from 0 have a first pixel of 0, which stays where it is.
 */
export const readVoc: Reader = async (files, sink) => {
  const test = await testNames(files);
  await readEach(files.ending('.xml'), sink, async (file) => {
    let isThere = false;
    for await (const annotation of xmlElements(await files.open(file), ['annotation'])) {
      isThere = true;
      await take(annotation, file, test, sink);
    }
    if (!isThere) throw new UnreadableError('It has no <annotation>.');
  });
};

/** Names that ImageSets/Main/test.txt has. */
async function testNames(files: FileSet): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const file of files.ending('imagesets/main/test.txt'))
    for (const line of (await wholeText(await files.open(file))).split(/\r?\n/)) names.add(line.trim().split(/\s+/)[0] ?? '');
  return names;
}

async function take(annotation: XmlElement, file: FoundFile, test: ReadonlySet<string>, sink: Sink): Promise<void> {
  const stem = stemOf(nameOf(file.path));
  const size = childOf(annotation, 'size');
  const [width, height] = [Number(textIn(size, 'width')), Number(textIn(size, 'height'))];
  const facts = { ...(width > 0 && height > 0 && { width, height }), ...(test.has(stem) && { test: true }) };
  // `<folder>` is left aside: it is often the one where the annotator's tool found the image.
  const path = textIn(annotation, 'filename') ?? stem;
  const picture = sink.picture({ path, from: file, isPerImage: true, anyEnding: !isPicture({ path }) }, facts);
  for (const object of childrenOf(annotation, 'object')) {
    const name = textIn(object, 'name');
    const box = childOf(object, 'bndbox');
    const data = ['xmin', 'ymin', 'xmax', 'ymax'].map((side) => Number(textIn(box, side) ?? NaN));
    if (!name || !box) {
      sink.leave(picture, 'Objects without a name or a box');
      continue;
    }
    const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = data;
    const from1 = [x1 === 0 ? 0 : x1 - 1, y1 === 0 ? 0 : y1 - 1, x2, y2];
    await sink.shape(picture, { kind: 'box', class: sink.class({ of: 'detection', name }), data: from1 });
    const parts = childrenOf(object, 'part').length;
    if (parts > 0) sink.leave(picture, 'Parts of objects', parts);
    if (childOf(object, 'polygon')) sink.leave(picture, 'Polygons in Pascal VOC files: their boxes are taken');
  }
  if (textIn(annotation, 'segmented') === '1') sink.leave(picture, 'Masks beside Pascal VOC files');
}
