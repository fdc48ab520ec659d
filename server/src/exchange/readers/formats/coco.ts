import { NUMBERS_PER_SKELETON_POINT } from '@console/shared-contract/skeleton';
import { z } from 'zod';
import type { FileSet, DiscoveredFile } from '../reader/file-set';
import { readJsonElements } from '../parsing/json-elements';
import { defineReader, type ReadContext } from './define-reader';
import { declareFact, toDeclared } from '../reader/declared-facts';
import { ImageAnnotations, type ShapeExtras } from '../reader/image-annotations';
import { findSplit, findSplitWord, UnreadableError } from '../reader/reader';
import { ATTRIBUTES_NOTE, CAPTIONS_NOTE, FEW_CORNERS_NOTE, KEYPOINTS_NOTE, UNREADABLE_MASK_NOTE } from '../reader/notes';
import { defineFields } from '../parsing/unread-fields';
import { rotateBox } from '../parsing/geometry';
import { createTemplate, isBoxOfPoints, toSkeletonData, toZeroBasedEdges } from '../parsing/keypoints';
import { readAttributes } from '../parsing/attributes';
import { parseCounts, Rle } from '../parsing/rle';

const IdSchema = z.union([z.number(), z.string()]).transform(String);
const Image = z.object({
  id: IdSchema,
  file_name: z.string().min(1),
  width: z.number().optional().catch(undefined),
  height: z.number().optional().catch(undefined),
  date_captured: z.string().optional().catch(undefined),
});
const Category = z.object({
  id: IdSchema,
  name: z.string(),
  keypoints: z.array(z.string()).optional().catch(undefined),
  skeleton: z.array(z.array(z.number())).optional().catch(undefined),
});
type Category = z.output<typeof Category>;
const Attributes = z.record(z.string(), z.unknown());
const Annotation = z.object({
  image_id: IdSchema,
  category_id: IdSchema,
  bbox: z.array(z.number()).length(4).nullish().catch(undefined),
  segmentation: z.union([z.array(z.array(z.number())), Rle]).nullish(),
  iscrowd: z.union([z.number(), z.boolean()]).nullish().catch(undefined),
  keypoints: z.array(z.number()).nullish().catch(undefined),
  attributes: Attributes.optional().catch(undefined),
});
type Annotation = z.output<typeof Annotation>;
/** An annotation of a panoptic file, whose regions are in a separate PNG file. Not supported. */
const PanopticAnnotation = z.object({ image_id: IdSchema, segments_info: z.array(z.unknown()) });

/** An annotation with a text instead of a category and a shape. */
const Caption = z.object({ image_id: IdSchema, caption: z.string() });

const IMAGE_FIELDS = defineFields(['id', 'file_name', 'width', 'height'], { date_captured: '0' });
const DATED_IMAGE_FIELDS = defineFields([...IMAGE_FIELDS.readNames, 'date_captured']);
const CATEGORY_FIELDS = defineFields(['id', 'name', 'keypoints', 'skeleton']);
const ANNOTATION_FIELDS = defineFields([
  ...['id', 'image_id', 'category_id', 'bbox', 'segmentation', 'area', 'iscrowd'],
  ...['keypoints', 'num_keypoints', 'caption', 'segments_info', 'file_name'],
]);
const LIST_KEYS = ['images', 'annotations', 'categories'] as const;

/**
 * Reads COCO object annotations (cocodataset.org, 'Data format'). A file is read twice, because its lists come in any order: first images
 * and categories, then annotations. Each part of an outline becomes a polygon, and run lengths become a mask.
 */
export const readCoco = defineReader(findJsonFiles, readFile);

/** Finds JSON files, except those that never contain annotations. */
export function findJsonFiles(files: FileSet): DiscoveredFile[] {
  return files.findBySuffix('.json').filter(({ path }) => !/(^|\/)(package|info|metadata)\.json$/i.test(path));
}

async function readFile(file: DiscoveredFile, context: ReadContext): Promise<void> {
  const { files, sink, options, fields } = context;
  const images = new Map<string, ImageAnnotations>();
  const categories = new Map<string, Category>();
  const isTest = findSplit(file.path) === 'test';
  const fileSplit = findSplitWord(file.path);
  let invalidEntryCount = 0;
  const onOtherKey = (key: string) => fields.addName(key);
  for await (const { listKey, value } of readJsonElements(await files.open(file), LIST_KEYS, { onOtherKey })) {
    if (listKey === 'annotations') continue;
    if (isRecord(value)) fields.add(value, listKey === 'images' ? getImageFields(value) : CATEGORY_FIELDS);
    const parsedEntry = (listKey === 'images' ? Image : Category).safeParse(value);
    if (!parsedEntry.success) invalidEntryCount += 1;
    else if ('name' in parsedEntry.data) categories.set(parsedEntry.data.id, parsedEntry.data);
    else {
      const { id, file_name, width, height, date_captured: createdAt } = parsedEntry.data;
      const captureFacts = createdAt === '0' ? [] : declareFact('captured', { at: createdAt });
      const facts = { width, height, ...(isTest && { test: true }), ...toDeclared(file, captureFacts) };
      const image = sink.addReference({ path: file_name, annotationFile: file, split: fileSplit }, facts);
      images.set(id, new ImageAnnotations(image, sink, options));
    }
  }
  // A file of a data set may list no images, but it always has categories.
  if (images.size === 0 && categories.size === 0) throw new UnreadableError('No list of images: this is not a COCO file.');
  sink.addNote(
    null,
    'Categories with the same name: merged',
    categories.size - new Set([...categories.values()].map(({ name }) => name)).size,
  );
  if (invalidEntryCount > 0) sink.addNote(null, 'Images or categories without an ID or a name', invalidEntryCount);
  for await (const { listKey, value } of readJsonElements(await files.open(file), LIST_KEYS))
    if (listKey === 'annotations') await readAnnotation(value, { ...context, images, categories });
}

/** Some tools write 0 if there is no date, so a date that is not text is ignored. */
const getImageFields = ({ date_captured }: Record<string, unknown>) =>
  typeof date_captured === 'string' ? DATED_IMAGE_FIELDS : IMAGE_FIELDS;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

interface FileContext extends ReadContext {
  /** Annotations of images, by the ids of the images in the file. */
  images: ReadonlyMap<string, ImageAnnotations>;
  /** Categories by their ids in the file. */
  categories: ReadonlyMap<string, Category>;
}

async function readAnnotation(value: unknown, { sink, fields, images, categories }: FileContext): Promise<void> {
  if (isRecord(value)) {
    const { attributes, ...otherFields } = value;
    fields.add(Attributes.safeParse(attributes).success ? otherFields : value, ANNOTATION_FIELDS);
  }
  const addNote = (id: string, reason: string) => sink.addNote(images.get(id)?.image ?? null, reason);
  const caption = Caption.safeParse(value).data;
  if (caption) return addNote(caption.image_id, CAPTIONS_NOTE);
  const parsedAnnotation = Annotation.safeParse(value);
  const panoptic = parsedAnnotation.success ? undefined : PanopticAnnotation.safeParse(value).data;
  if (panoptic) return addNote(panoptic.image_id, 'Panoptic segmentation (not supported)');
  if (!parsedAnnotation.success)
    return sink.addNote(null, `Annotations that cannot be read (${parsedAnnotation.error.issues[0]?.path.join('.')})`);
  const annotation = parsedAnnotation.data;
  const image = images.get(annotation.image_id);
  if (image === undefined) return sink.addNote(null, 'Annotations of images that the file does not list');
  const category = categories.get(annotation.category_id);
  if (category === undefined) return image.addNote('Annotations of categories that the file does not list');
  const { name } = category;
  const shapeExtras = readExtras(annotation, image);
  const { segmentation } = annotation;
  const skeleton = annotation.keypoints && toSkeletonData(annotation.keypoints, NUMBERS_PER_SKELETON_POINT);
  if (skeleton) await addSkeleton(image, category, skeleton, shapeExtras);
  if (segmentation && !Array.isArray(segmentation)) return readMask(segmentation, name, shapeExtras, image);
  const outlines = readOutlines(annotation, image);
  const { bbox } = annotation;
  const [x = NaN, y = NaN, width = NaN, height = NaN] = bbox ?? [];
  const box = [x, y, x + width, y + height] as const;
  if (outlines.length > 0) return image.addOutlines(name, outlines, shapeExtras, bbox ? [...box] : undefined);
  if (!bbox) return skeleton ? undefined : image.addNote('Annotations without a box or an outline');
  if (skeleton && isBoxOfPoints(box, skeleton, BOX_TOLERANCE)) return;
  return isRotated(annotation)
    ? image.addRotatedBox(name, rotateBox(box, Number(annotation.attributes?.rotation)), shapeExtras)
    : image.addBox(name, [...box], shapeExtras);
}

/** Maximum distance in pixels between a box and the box around the points of its skeleton. A closer box is redundant. */
const BOX_TOLERANCE = 0.01;

async function addSkeleton(image: ImageAnnotations, category: Category, data: number[], extras: ShapeExtras): Promise<void> {
  const { name, keypoints = [], skeleton = [] } = category;
  const edges = toZeroBasedEdges(skeleton);
  const template = createTemplate(keypoints.length || data.length / NUMBERS_PER_SKELETON_POINT, { names: keypoints, edges });
  if (template) await image.addSkeleton(name, template, data, extras);
  else image.addNote(KEYPOINTS_NOTE);
}

async function readMask(
  { counts, size: [height = 0, width = 0] }: Rle,
  name: string,
  extras: ShapeExtras,
  image: ImageAnnotations,
): Promise<void> {
  const runs = parseCounts(counts);
  const imageSize = { width, height };
  if (!runs) return image.addNote(UNREADABLE_MASK_NOTE);
  await image.addMask(name, { runs, region: { left: 0, top: 0, ...imageSize }, imageSize }, extras);
}

function readOutlines({ segmentation }: Annotation, image: ImageAnnotations): number[][] {
  if (!Array.isArray(segmentation)) return [];
  const validOutlines = segmentation.filter((data) => data.length >= 6 && data.length % 2 === 0);
  image.addNote(FEW_CORNERS_NOTE, segmentation.length - validOutlines.length);
  return validOutlines;
}

/** Whether a box has the attribute in which CVAT writes its clockwise rotation about the center, in degrees. */
function isRotated({ attributes, segmentation }: Annotation): boolean {
  const rotation = Number(attributes?.rotation ?? 0);
  const hasOutline = Array.isArray(segmentation) ? segmentation.length > 0 : segmentation != null;
  return !hasOutline && rotation % 360 !== 0 && Number.isFinite(rotation);
}

/** Reads `iscrowd` and the attributes of an annotation, an extension of CVAT. The rotation of a box is not an attribute. */
function readExtras(annotation: Annotation, image: ImageAnnotations): ShapeExtras {
  const { rotation, ...otherAttributes } = annotation.attributes ?? {};
  const extras = readAttributes({
    ...otherAttributes,
    ...(rotation && !isRotated(annotation) ? { rotation } : {}),
    ...(annotation.iscrowd ? { crowd: true } : {}),
  });
  if (extras.meta_data) image.addNote(ATTRIBUTES_NOTE);
  return extras;
}
