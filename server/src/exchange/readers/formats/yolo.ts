import { NUMBERS_PER_SKELETON_POINT } from '@console/shared-contract/skeleton';
import { getFolderPath, getFileName, isImageFile, removeExtension, type FileSet, type DiscoveredFile } from '../reader/file-set';
import type { ReadContext } from './define-reader';
import { ImageAnnotations } from '../reader/image-annotations';
import { findSplit, isFileError, readEach, type Reader } from '../reader/reader';
import { KEYPOINTS_NOTE } from '../reader/notes';
import { getSkew } from '../parsing/geometry';
import { createTemplate, isBoxOfPoints, toSkeletonData } from '../parsing/keypoints';
import { UnreadFields } from '../parsing/unread-fields';
import { readHead, readLines } from '../parsing/text';
import { readYoloClasses, type ClassList, type YoloKeypoints } from './yolo-classes';

/** Text files that tools add to a dataset. The label file of an image may have the same name, so the content decides. */
const DOCUMENTATION = /^(readme(\.\w+)?|requirements|licen[cs]e|notes)\.txt$/i;
const OTHER_TEXT = /^(_?classes|obj\.names|labelmap|train|val|valid|test|trainval)\.txt$/i;
const LABEL_LINE = /^[ \t]*\d+([ \t]+[-+\d.e]+){4,}[ \t]*\r?$/im;
const LISTED_BOX = /^-?[\d.]+(,-?[\d.]+){3},\d+$/;
const LISTED_BOX_LINE = /[ \t]-?[\d.]+(,-?[\d.]+){3},\d+[ \t]*\r?$/m;

const OTHER_TEXT_NOTE = 'Text files without annotations';
const CONFIDENCE_FIELD = 'confidence';
const FOUR_CORNERS_NOTE = 'Outlines with four corners, which may be oriented boxes: imported as polygons';
const FOUR_CORNERS_BOX_NOTE = 'Outlines with four corners: replaced by the upright box around each';
const ORIENTED_BOX_NOTE = 'Oriented boxes: imported with their angle';
/**
 * Maximum skew of four corners that count as an oriented box. Corners that a user clicked are rarely as exact as corners that a tool
 * computed.
 */
const MAX_SKEW = 0.02;

/**
 * Reads Ultralytics YOLO folders (docs.ultralytics.com, 'Datasets'): one text file per image, next to it or in `labels/`. Each line is a
 * shape in fractions of the image's width and height. `data.yaml` or `classes.txt` has the names of classes. Reads Keras YOLO files too,
 * whose lines are an image followed by boxes in pixels.
 */
export const readYolo: Reader = async (files, sink, options) => {
  const fields = new UnreadFields(sink);
  const classes = await readYoloClasses(files, sink, fields);
  const hasImage = createImageLookup(files);
  const textFiles = listTextFiles(files).filter((file) => !classes.files.has(file) || hasImage(file));
  const hasOrientedBoxes = options.outlines !== 'polygons' || (await hasOnlyOrientedBoxes(files, textFiles));
  await readEach(textFiles, sink, async (file) => {
    const isNamesFile = classes.files.has(file);
    await readFile(file, { files, sink, options, fields, classes, isNamesFile, hasImage, hasOrientedBoxes });
  });
};

/**
 * Whether the dataset has oriented boxes (OBB): all label lines have the corners of a parallelogram, and at least one of these is not
 * upright. Other datasets are recognized by their first line.
 */
async function hasOnlyOrientedBoxes(files: FileSet, textFiles: readonly DiscoveredFile[]): Promise<boolean> {
  let hasRotatedBox = false;
  for (const file of textFiles) {
    try {
      for await (const text of readLines(await files.open(file))) {
        if (!LABEL_LINE.test(text)) continue;
        const [, ...cornerNumbers] = text.trim().split(/\s+/).map(Number);
        if (cornerNumbers.length !== 8 || getSkew(cornerNumbers) > MAX_SKEW) return false;
        hasRotatedBox ||= cornerNumbers[1] !== cornerNumbers[3] && cornerNumbers[0] !== cornerNumbers[2];
      }
    } catch (error) {
      // Skip the file here. The reader reports the error when it reads the file.
      if (!isFileError(error)) throw error;
    }
  }
  return hasRotatedBox;
}

/** How many files are inspected to detect the format. */
const MAX_INSPECTED_FILES = 5;
const HEAD_CHARACTERS = 4_000;

export async function hasYoloLabels(files: FileSet): Promise<boolean> {
  const hasImage = createImageLookup(files);
  const textFiles = listTextFiles(files);
  const labelFiles = textFiles.filter((file) => !isOtherTextFile(file) && (hasImage(file) || isInLabelsFolder(file)));
  const hasNames = files.findBySuffix('.yaml', '.yml', 'classes.txt', '.names').length > 0;
  if (labelFiles.length > 0 && hasNames) return true;
  for (const file of [...new Set([...labelFiles, ...textFiles])].slice(0, MAX_INSPECTED_FILES)) {
    const head = await readHead(await files.open(file), HEAD_CHARACTERS).catch(() => '');
    if (LABEL_LINE.test(head) || LISTED_BOX_LINE.test(head)) return true;
  }
  return false;
}

/** Lists text files, except the image sets of Pascal VOC. */
function listTextFiles(files: FileSet): DiscoveredFile[] {
  return files.findBySuffix('.txt').filter(({ path }) => !/(^|\/)imagesets\//i.test(path));
}

const toStem = ({ path }: DiscoveredFile) => removeExtension(getFileName(path)).toLowerCase();
/** Whether tools add such a text file to a dataset, for example README.txt. */
export const isDocumentation = ({ path }: DiscoveredFile) => DOCUMENTATION.test(getFileName(path));
const isOtherTextFile = (file: DiscoveredFile) => isDocumentation(file) || OTHER_TEXT.test(getFileName(file.path));
const isInLabelsFolder = ({ path }: DiscoveredFile) => /(^|\/)labels?\//i.test(path);

/** Returns a function that checks whether any image of the files has the name of a text file. */
function createImageLookup(files: FileSet): (file: DiscoveredFile) => boolean {
  const stems = new Set(files.listImages().map(toStem));
  return (file) => stems.has(toStem(file));
}

interface FileContext extends ReadContext {
  classes: { findClassList: (file: DiscoveredFile) => ClassList };
  /** Whether the file also contains the names of classes. Its lines are then labels only if they have the form of labels. */
  isNamesFile: boolean;
  hasImage: (file: DiscoveredFile) => boolean;
  /** Whether four corners of a parallelogram mean an oriented box and not an outline. */
  hasOrientedBoxes: boolean;
}

async function readFile(file: DiscoveredFile, context: FileContext): Promise<void> {
  let readLine: ((line: string) => Promise<void> | void) | null = null;
  /** Lines that contain only an image: they belong to a list of images, or to images without boxes. */
  let imageLines: string[] = [];
  for await (const text of readLines(await context.files.open(file))) {
    const line = text.trim();
    if (line === '') continue;
    if (!readLine && isImageFile({ path: line })) {
      imageLines.push(line);
      continue;
    }
    readLine ??= createLineReader(file, line, context);
    if (!readLine) return reportOtherText(file, context);
    for (const image of imageLines) await readLine(image);
    imageLines = [];
    await readLine(line);
  }
  if (imageLines.length > 0) reportOtherText(file, context);
  else if (!readLine && !isOtherTextFile(file)) addLabelledImage(file, context);
}

function reportOtherText(file: DiscoveredFile, { sink, isNamesFile }: FileContext): void {
  if (!isNamesFile && !isDocumentation(file)) sink.addNote(null, OTHER_TEXT_NOTE);
}

/** Returns the reader of a file's lines, by its first line. Returns null if the file has no annotations. */
function createLineReader(file: DiscoveredFile, firstLine: string, context: FileContext) {
  if (parseBoxList(firstLine).boxes.length > 0) return createBoxListReader(file, context);
  const isLabelFile = !isOtherTextFile(file) && (context.hasImage(file) || isInLabelsFolder(file));
  return isLabelFile || LABEL_LINE.test(firstLine) ? createLabelReader(file, context) : null;
}

/** Adds the image that has the name of a label file. */
function addLabelledImage(file: DiscoveredFile, { sink, options }: ReadContext): ImageAnnotations {
  const reference = {
    path: removeExtension(getFileName(file.path)),
    annotationFile: file,
    isPerImage: true,
    hasNoExtension: true,
  };
  const facts = findSplit(getFolderPath(file.path)) === 'test' ? { test: true } : {};
  return new ImageAnnotations(sink.addReference(reference, facts), sink, options);
}

function createLabelReader(file: DiscoveredFile, context: FileContext): (line: string) => Promise<void> | void {
  const { names, keypoints } = context.classes.findClassList(file);
  const image = addLabelledImage(file, context);
  return (line) => {
    const [label = NaN, ...data] = line.split(/\s+/).map(Number);
    if (!Number.isInteger(label) || label < 0) return image.addNote('Lines that do not start with the number of a class');
    const name = findName(names, label);
    if (name === undefined) return image.addNote('Shapes of classes that the YAML file does not name');
    return addShape({ name, label }, data, image, { ...context, keypoints });
  };
}

const findName = (names: ReadonlyMap<number, string>, label: number) =>
  names.get(label) ?? (names.size > 0 ? undefined : `class ${label}`);

interface ShapeContext extends ReadContext {
  keypoints: YoloKeypoints | null;
  hasOrientedBoxes: boolean;
}

async function addShape(
  { name, label }: { name: string; label: number },
  data: number[],
  image: ImageAnnotations,
  { options, fields, keypoints, hasOrientedBoxes }: ShapeContext,
): Promise<void> {
  const keypointValues = keypoints && keypoints.count * keypoints.valuesPerKeypoint;
  const keypointCount = keypointValues ?? (hasVisibilities(data) ? data.length - 4 : 0);
  const isPose = keypointCount > 0 && (data.length === 4 + keypointCount || data.length === 5 + keypointCount);
  if (data.length === 4 || data.length === 5 || isPose) {
    const [x = NaN, y = NaN, width = NaN, height = NaN] = data;
    if (data.length === 5 + (isPose ? keypointCount : 0)) fields.addName(CONFIDENCE_FIELD);
    const box = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
    const skeleton = isPose
      ? toSkeletonData(data.slice(4, 4 + keypointCount), keypoints?.valuesPerKeypoint ?? NUMBERS_PER_SKELETON_POINT)
      : null;
    if (skeleton) await addSkeleton(image, { name, label }, skeleton, keypoints);
    if (skeleton && isBoxOfPoints(box, skeleton, BOX_TOLERANCE)) return;
    return image.addBox(name, box, { shares: true });
  }
  if (keypointValues !== null) return image.addNote('Lines whose number of keypoints differs from kpt_shape');
  if (data.length < 6 || data.length % 2 === 1) return image.addNote('Lines that are neither a box nor an outline');
  if (data.length === 8 && hasOrientedBoxes && getSkew(data) <= MAX_SKEW)
    return image.addRotatedBox(name, data, { shares: true }, ORIENTED_BOX_NOTE);
  if (data.length === 8) image.addNote(options.outlines === 'boxes' ? FOUR_CORNERS_BOX_NOTE : FOUR_CORNERS_NOTE);
  return image.addOutlines(name, [data], { shares: true });
}

/** Maximum rounding error of fractions of the image's width and height. */
const BOX_TOLERANCE = 1e-6;

async function addSkeleton(
  image: ImageAnnotations,
  { name, label }: { name: string; label: number },
  data: number[],
  keypoints: YoloKeypoints | null,
): Promise<void> {
  const pairs = keypoints?.mirroredIndexes.flatMap((right, left) => (left < right ? [[left, right]] : []));
  const names = keypoints?.names.get(label) ?? [];
  const template = createTemplate(data.length / NUMBERS_PER_SKELETON_POINT, { names, ...(pairs?.length && { pairs }) });
  if (template) await image.addSkeleton(name, template, data, { shares: true });
  else image.addNote(KEYPOINTS_NOTE);
}

/** Whether every third number after a box is a keypoint's visibility. No point of an outline has the coordinate 2. */
function hasVisibilities(data: readonly number[]): boolean {
  if (data.length < 7 || (data.length - 4) % 3 !== 0) return false;
  const visibilities = data.filter((_, index) => index >= 4 && index % 3 === 0);
  return (
    visibilities.every((visibility) => [0, 1, 2].includes(visibility)) && (data.length % 2 === 1 || visibilities.includes(2))
  );
}

/** Splits a line of a Keras YOLO file: the path of an image, which may contain spaces, then x1,y1,x2,y2,class of each box. */
function parseBoxList(line: string): { path: string; boxes: string[] } {
  const lineParts = line.split(/\s+/);
  const lastPathPart = lineParts.findLastIndex((word) => !LISTED_BOX.test(word)) + 1;
  const path = lineParts.slice(0, lastPathPart).join(' ');
  return isImageFile({ path }) ? { path, boxes: lineParts.slice(lastPathPart) } : { path: '', boxes: [] };
}

function createBoxListReader(file: DiscoveredFile, { sink, options, classes }: FileContext): (line: string) => Promise<void> {
  const { names } = classes.findClassList(file);
  const isTest = findSplit(file.path) === 'test';
  return async (line) => {
    const { path, boxes } = parseBoxList(line);
    if (path === '') return sink.addNote(null, 'Lines that are not an image followed by boxes');
    const image = new ImageAnnotations(
      sink.addReference({ path, annotationFile: file }, isTest ? { test: true } : {}),
      sink,
      options,
    );
    for (const box of boxes) {
      const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN, classNumber = NaN] = box.split(',').map(Number);
      const name = findName(names, classNumber);
      if (name === undefined) image.addNote('Boxes of classes that the file of classes does not name');
      else await image.addBox(name, [x1, y1, x2, y2]);
    }
  };
}
