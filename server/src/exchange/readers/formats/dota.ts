import { computeBoundingBox } from '../../../data-access/shapes/geometry';
import { getSkew } from '../parsing/geometry';
import { readHead, readLines } from '../parsing/text';
import { ImageAnnotations } from '../reader/image-annotations';
import { getFileName, getFolderPath, removeExtension, type DiscoveredFile, type FileSet } from '../reader/file-set';
import { findSplit } from '../reader/reader';
import { defineReader } from './define-reader';
import { isDocumentation } from './yolo';

const NUMBER_PATTERN = String.raw`-?\d+(?:\.\d*)?(?:e[-+]?\d+)?`;
/** Eight coordinates, the class, which may have spaces, and whether the object is difficult. */
const LABEL_LINE = new RegExp(String.raw`^\s*((?:${NUMBER_PATTERN}\s+){8})(\S.*?)(?:\s+(\d))?\s*$`, 'i');
const HEADER_LINE = /^\s*(imagesource|gsd)\s*:/i;
/** Maximum skew of the four corners of a box. It is larger than the error of rounding to whole pixels. */
const MAX_RELATIVE_SKEW = 0.02;
const QUADRILATERAL_NOTE = 'Quadrilaterals: replaced by rotated boxes with the same center and area';

const MAX_INSPECTED_FILES = 5;
const HEAD_CHARACTERS = 4_000;

/** Whether the files contain DOTA labels. A DOTA line contains the name of a class, whereas a YOLO line has only numbers. */
export async function hasDotaLabels(files: FileSet): Promise<boolean> {
  for (const file of files.findBySuffix('.txt').slice(0, MAX_INSPECTED_FILES)) {
    const head = await readHead(await files.open(file), HEAD_CHARACTERS).catch(() => '');
    if (head.split('\n').some((line) => parseLine(line) !== null)) return true;
  }
  return false;
}

function parseLine(line: string): { corners: number[]; name: string; difficult: string } | null {
  const [, numbers, name, difficult = '0'] = LABEL_LINE.exec(line) ?? [];
  if (numbers === undefined || name === undefined || Number.isFinite(Number(name.split(/\s+/)[0]))) return null;
  return { corners: numbers.trim().split(/\s+/).map(Number), name, difficult };
}

/** Reads DOTA text files (captain-whu.github.io/DOTA, 'Annotation format'): one for each image, with four corners of each object in pixels. */
export const readDota = defineReader(
  (files) => files.findBySuffix('.txt').filter((file) => !isDocumentation(file)),
  async (file, { files, sink, options }) => {
    let imageAnnotations: ImageAnnotations | null = null;
    for await (const line of readLines(await files.open(file))) {
      if (line.trim() === '' || HEADER_LINE.test(line)) continue;
      const parsedLine = parseLine(line);
      if (!parsedLine) {
        sink.addNote(null, imageAnnotations ? 'Lines that are not four corners and a class' : 'Text files without annotations');
        if (!imageAnnotations) return;
        continue;
      }
      imageAnnotations ??= new ImageAnnotations(sink.addReference(toReference(file), toFacts(file)), sink, options);
      await addObject(imageAnnotations, parsedLine);
    }
  },
);

async function addObject(
  image: ImageAnnotations,
  { name, corners, difficult }: NonNullable<ReturnType<typeof parseLine>>,
): Promise<void> {
  const extras = difficult === '0' ? {} : { attributes: { difficult: true } };
  const [x1, y1, x2, y2, x3, y3, x4, y4] = corners;
  const isUpright = y1 === y2 && x2 === x3 && y3 === y4 && x4 === x1;
  if (isUpright) await image.addBox(name, computeBoundingBox(corners), extras);
  else await image.addRotatedBox(name, corners, extras, getSkew(corners) > MAX_RELATIVE_SKEW ? QUADRILATERAL_NOTE : undefined);
}

const toReference = (file: DiscoveredFile) => ({
  path: removeExtension(getFileName(file.path)),
  annotationFile: file,
  isPerImage: true,
  hasNoExtension: true,
});
const toFacts = (file: DiscoveredFile) => (findSplit(getFolderPath(file.path)) === 'test' ? { test: true } : {});
