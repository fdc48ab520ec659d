import { buildRuns } from '@console/shared-contract/mask-rle';
import { getVocColor } from '../../../data-access/shapes/voc-colors';
import { buffer } from 'node:stream/consumers';
import { decodePngValues, type PngValues } from '../parsing/png-values';
import { readFullText } from '../parsing/text';
import { getFileName, removeExtension, toComparable, type DiscoveredFile, type FileSet } from '../reader/file-set';
import { ImageAnnotations } from '../reader/image-annotations';
import type { ReadContext } from './define-reader';

/** The classes of Pascal VOC. The position of a class in the list is its palette index. */
const VOC_CLASSES = [
  ...['background', 'aeroplane', 'bicycle', 'bird', 'boat', 'bottle', 'bus', 'car', 'cat', 'chair', 'cow', 'diningtable'],
  ...['dog', 'horse', 'motorbike', 'person', 'pottedplant', 'sheep', 'sofa', 'train', 'tvmonitor'],
];
const BACKGROUND = 0;
/** The color of number 255: pixels that belong to no class, such as the edges of objects. */
const VOID_COLOR = 0xe0_e0_c0;
const VOID_NUMBER = 255;
/** Maximum size of a file, so that its mask fits into the memory of the reader process. */
const MAX_FILE_BYTES = 50_000_000;

const isInFolder = (folder: string) => (file: DiscoveredFile) => file.path.toLowerCase().split('/').slice(0, -1).includes(folder);

/** Lists the files with the classes of pixels. */
export const listVocMasks = (files: FileSet): DiscoveredFile[] => files.masks.filter(isInFolder('segmentationclass'));

/**
 * Reads masks from the PNG files of SegmentationClass, whose colors are classes. The file of the same image in SegmentationObject gives
 * each object its own color. Without it, all objects of a class are one mask. `labelmap.txt`, which CVAT and Datumaro write, names the
 * colors.
 */
export async function readVocMasks({ files, sink, options }: Omit<ReadContext, 'fields'>): Promise<void> {
  const classFiles = listVocMasks(files);
  if (classFiles.length === 0) return;
  const objectFiles = new Map(files.masks.filter(isInFolder('segmentationobject')).map((file) => [getPairName(file), file]));
  const names = await readColorNames(files);
  for (const file of classFiles) {
    const path = removeExtension(getFileName(file.path));
    // Use a path in the folder of the XML files, which is next to the folder of the masks. Masks and XML files are then matched with images
    // by the same rules.
    const annotationFile = { ...file, path: file.path.replace(/segmentationclass(?=\/[^/]*$)/i, 'Annotations') };
    const reference = { path, annotationFile, isPerImage: true, hasNoExtension: true };
    const image = new ImageAnnotations(sink.addReference(reference), sink, options);
    const classes = await readPng(files, file);
    if (!classes) {
      sink.addUnreadable(file.path, 'Not a PNG file with one color for each class, or it is damaged, interlaced or too large.');
      continue;
    }
    const objectFile = objectFiles.get(getPairName(file));
    const objects = objectFile ? await readPng(files, objectFile) : null;
    if (objects && objects.width === classes.width && objects.height === classes.height)
      await addObjects(image, classes, objects, names);
    else {
      image.addNote('Masks of classes without SegmentationObject: one mask for all objects of a class');
      await addObjects(image, classes, classes, names);
    }
  }
}

/** Returns the name that a mask and its image have in common. */
export const getStem = ({ path }: DiscoveredFile) => toComparable(removeExtension(getFileName(path)));

/**
 * Returns the common part of the paths of both masks of an image (of its classes and of its objects). Several datasets may have images with
 * the same name.
 */
const getPairName = ({ path }: DiscoveredFile) =>
  toComparable(removeExtension(path)).replace(/(^|\/)segmentation(class|object)(?=\/)/, '$1');

async function readPng(files: FileSet, file: DiscoveredFile): Promise<PngValues | null> {
  if (file.size > MAX_FILE_BYTES || !/\.png$/i.test(file.path)) return null;
  return decodePngValues(await buffer(await files.open(file)));
}

/** Reads the names of colors. A line is `name:red,green,blue:parts:actions`. */
async function readColorNames(files: FileSet): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  for (const file of files.findBySuffix('labelmap.txt'))
    for (const line of (await readFullText(await files.open(file))).split(/\r?\n/)) {
      const [, name = '', red, green, blue] = /^([^#:][^:]*):(\d+),(\d+),(\d+)/.exec(line.trim()) ?? [];
      if (name) names.set(Number(red) * 65_536 + Number(green) * 256 + Number(blue), name);
    }
  return names.size > 0 ? names : new Map(VOC_CLASSES.map((name, number) => [getVocColor(number), name]));
}

/**
 * Returns the class of a color; `none` for background and void. A gray level that is not the color of a class is read as the number of a
 * class.
 */
function findClass(color: number, names: ReadonlyMap<number, string>): { name: string } | 'none' | 'unknown' {
  const isGray = color % 0x01_01_01 === 0;
  if (color === BACKGROUND || color === VOID_COLOR || (isGray && color / 0x01_01_01 === VOID_NUMBER)) return 'none';
  const name = names.get(color) ?? (isGray ? [...names.values()][color / 0x01_01_01] : undefined);
  if (name === undefined) return 'unknown';
  return /^(background|void|ignored?)$/i.test(name) ? 'none' : { name };
}

/** The pixels of an object as starts and ends of column-major ranges, and how many of them belong to each class. */
interface ObjectPixels {
  pixelRanges: number[];
  classes: Map<number, number>;
}

async function addObjects(
  image: ImageAnnotations,
  classes: PngValues,
  objects: PngValues,
  names: ReadonlyMap<number, string>,
): Promise<void> {
  const { width, height } = classes;
  const imageSize = { width, height };
  for (const [color, { pixelRanges, classes: counts }] of collectObjects(classes, objects)) {
    if (color === BACKGROUND || color === VOID_COLOR) continue;
    const [mostFrequentValue = 0] = [...counts].reduce((largest, count) => (count[1] > largest[1] ? count : largest));
    const foundClass = findClass(classes.colors[mostFrequentValue] ?? 0, names);
    if (foundClass === 'unknown') image.addNote('Masks whose color belongs to no class');
    if (typeof foundClass === 'string') continue;
    const runs = buildRuns(pixelRanges, width * height);
    await image.addMask(foundClass.name, { runs, region: { left: 0, top: 0, ...imageSize }, imageSize });
  }
}

/** Collects the pixels of each color of `objects`. */
function collectObjects(classes: PngValues, objects: PngValues): Map<number, ObjectPixels> {
  const { width, height } = classes;
  const pixelsByColor = new Map<number, ObjectPixels>();
  for (let x = 0; x < width; x++)
    for (let y = 0; y < height; y++) {
      const index = y * width + x;
      const color = objects.colors[objects.values[index]!]!;
      if (color === BACKGROUND) continue;
      const object = pixelsByColor.get(color) ?? { pixelRanges: [], classes: new Map<number, number>() };
      pixelsByColor.set(color, object);
      const [position, value] = [x * height + y, classes.values[index]!];
      object.classes.set(value, (object.classes.get(value) ?? 0) + 1);
      if (object.pixelRanges.at(-1) === position) object.pixelRanges[object.pixelRanges.length - 1] = position + 1;
      else object.pixelRanges.push(position, position + 1);
    }
  return pixelsByColor;
}
