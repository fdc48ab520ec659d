import { isImageFile, getFileName, removeExtension, type FileSet, type DiscoveredFile } from '../reader/file-set';
import { getStem, listVocMasks, readVocMasks } from './voc-masks';
import { isLabelmeObject, readLabelmeObject, readLabelmeSize } from './labelme-xml';
import { defineReader, type ReadContext } from './define-reader';
import { declareFact, toDeclared } from '../reader/declared-facts';
import { ImageAnnotations } from '../reader/image-annotations';
import { UnreadableError, type Reader } from '../reader/reader';
import { defineFields } from '../parsing/unread-fields';
import { readAttributes } from '../parsing/attributes';
import { readFullText } from '../parsing/text';
import {
  findChild,
  findChildren,
  getChildNumbers,
  getChildText,
  readXmlElements,
  type XmlElement,
} from '../parsing/xml-elements';

/**
 * Reads Pascal VOC XML files (development kit). Boxes contain their first and last pixel, counted from 1, so they become x1 - 1 to x2. Some
 * tools write edges, counted from 0. If any box of a file starts at 0, no box of this file is converted. Also reads the PNG files of
 * SegmentationClass and SegmentationObject as masks, and the XML files of the LabelMe web tool, which have the same root.
 */
export const readVoc: Reader = async (files, sink, options) => {
  const lists = { testNames: await readTestNames(files), maskStems: new Set(listVocMasks(files).map(getStem)) };
  const readFiles = defineReader(
    () => files.findBySuffix('.xml'),
    async (file, context) => {
      let hasAnnotation = false;
      for await (const annotation of readXmlElements(await files.open(file), ['annotation'])) {
        hasAnnotation = true;
        await readAnnotation(annotation, file, lists, context);
      }
      if (!hasAnnotation) throw new UnreadableError('There is no <annotation> element.');
    },
  );
  await readFiles(files, sink, options);
  await readVocMasks({ files, sink, options });
};

/** Reads the names of test images, without extension, from ImageSets/Main/test.txt. */
async function readTestNames(files: FileSet): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const file of files.findBySuffix('imagesets/main/test.txt'))
    for (const line of (await readFullText(await files.open(file))).split(/\r?\n/)) names.add(line.trim().split(/\s+/)[0] ?? '');
  return names;
}

/** Reads the flags of an object and its pose. */
function readObjectAttributes(object: XmlElement) {
  const [truncated, difficult, occluded, pose] = ['truncated', 'difficult', 'occluded', 'pose'].map((name) =>
    getChildText(object, name),
  );
  return readAttributes({ truncated, difficult, occluded, pose: pose === 'Unspecified' ? undefined : pose });
}

/**
 * Fields that are read, or that need no note: `<folder>` and `<path>` are often paths on the annotator's computer, and the other fields
 * describe the image file.
 */
const ANNOTATION_FIELDS = defineFields(['filename', 'folder', 'path', 'size', 'segmented', 'object', 'imagesize', 'verified']);
const OBJECT_FIELDS = defineFields(['name', 'bndbox', 'part', 'polygon', 'pose', 'truncated', 'difficult', 'occluded']);

/** Whether the box of an object starts at a pixel 0, which does not exist if pixels are counted from 1. */
function hasZeroBasedCorner(object: XmlElement): boolean {
  const box = findChild(object, 'bndbox');
  return box !== undefined && box !== null && getChildNumbers(box, 'xmin', 'ymin').includes(0);
}

/** File names without extension. */
interface ListedNames {
  testNames: ReadonlySet<string>;
  maskStems: ReadonlySet<string>;
}

async function readAnnotation(
  annotation: XmlElement,
  file: DiscoveredFile,
  { testNames, maskStems }: ListedNames,
  { sink, options, fields }: ReadContext,
): Promise<void> {
  // LabelImg marks verified images.
  const isVerified = annotation.attributes.verified === 'yes';
  fields.addXml(annotation, ANNOTATION_FIELDS);
  const stem = removeExtension(getFileName(file.path));
  const sizeElement = findChild(annotation, 'size');
  const [width = NaN, height = NaN] = sizeElement ? getChildNumbers(sizeElement, 'width', 'height') : readLabelmeSize(annotation);
  const imageFacts = {
    ...(width > 0 && height > 0 && { width, height }),
    ...(testNames.has(stem) && { test: true }),
    ...(isVerified && { is_verified: true, ...toDeclared(file, declareFact('verified', {})) }),
  };
  const path = getChildText(annotation, 'filename') ?? stem;
  const reference = { path, annotationFile: file, isPerImage: true, hasNoExtension: !isImageFile({ path }) };
  const image = new ImageAnnotations(sink.addReference(reference, imageFacts), sink, options);
  const objects = findChildren(annotation, 'object');
  const firstPixelNumber = objects.some(hasZeroBasedCorner) ? 0 : 1;
  for (const object of objects) {
    const name = getChildText(object, 'name');
    const box = findChild(object, 'bndbox');
    if (name && isLabelmeObject(object)) {
      await readLabelmeObject(object, name, image, { fields, file });
      continue;
    }
    fields.addXml(object, OBJECT_FIELDS);
    if (!name || !box) {
      image.addNote('Objects without a name or a box');
      continue;
    }
    const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = getChildNumbers(box, 'xmin', 'ymin', 'xmax', 'ymax');
    await image.addBox(name, [x1 - firstPixelNumber, y1 - firstPixelNumber, x2, y2], readObjectAttributes(object));
    image.addNote('Parts of objects (not supported)', findChildren(object, 'part').length);
    if (findChild(object, 'polygon')) image.addNote('Polygons in Pascal VOC files: only their boxes are imported');
  }
  if (getChildText(annotation, 'segmented') === '1' && !maskStems.has(getStem(file)))
    image.addNote('Masks that are not among the files');
}
