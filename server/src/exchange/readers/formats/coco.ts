import { z } from 'zod';
import type { FileSet, DiscoveredFile } from '../reader/file-set';
import { readJsonElements } from '../parsing/json-elements';
import {
  findPart,
  findPartWord,
  readEach,
  UnreadableError,
  type ReadOptions,
  type Reader,
  type ImportSink,
} from '../reader/reader';
import { ATTRIBUTES_NOTE, KEYPOINTS_NOTE, ROTATED_BOX_NOTE } from '../reader/notes';
import { defineFields, UnreadFields } from '../parsing/unread-fields';
import { getBoundingBox, rotateBox } from '../parsing/geometry';
import { SEVERAL_PARTS_NOTE, Rle, traceOutlinesWithNotes } from '../parsing/rle';

const Key = z.union([z.number(), z.string()]).transform(String);
const Image = z.object({
  id: Key,
  file_name: z.string().min(1),
  width: z.number().optional().catch(undefined),
  height: z.number().optional().catch(undefined),
});
const Category = z.object({ id: Key, name: z.string() });
const Attributes = z.record(z.string(), z.unknown());
const Annotation = z.object({
  image_id: Key,
  category_id: Key,
  bbox: z.array(z.number()).length(4).nullish().catch(undefined),
  segmentation: z.union([z.array(z.array(z.number())), Rle]).nullish(),
  iscrowd: z.union([z.number(), z.boolean()]).nullish().catch(undefined),
  keypoints: z.array(z.number()).nullish().catch(undefined),
  attributes: Attributes.optional().catch(undefined),
});
type Annotation = z.output<typeof Annotation>;
/** An annotation of a panoptic file, whose regions are in a separate PNG file. Not supported. */
const Panoptic = z.object({ image_id: Key, segments_info: z.array(z.unknown()) });

/** Has a text instead of a category and a shape. */
const Caption = z.object({ image_id: Key, caption: z.string() });

const IMAGE_FIELDS = defineFields(['id', 'file_name', 'width', 'height'], { date_captured: '0' });
const CATEGORY_FIELDS = defineFields(['id', 'name']);
const ANNOTATION_FIELDS = defineFields([
  ...['id', 'image_id', 'category_id', 'bbox', 'segmentation', 'area', 'iscrowd'],
  ...['keypoints', 'num_keypoints', 'caption', 'segments_info', 'file_name'],
]);
const LISTS = ['images', 'annotations', 'categories'] as const;

/**
 * Reads COCO object annotations (cocodataset.org, 'Data format'). A file is read twice, because its lists come in any order: first images and
 * categories, then annotations. Each part of an outline or mask becomes a polygon.
 */
export const readCoco: Reader = async (files, sink, options) => {
  const fields = new UnreadFields(sink);
  await readEach(await findJsonFiles(files), sink, (file) => readFile(files, file, { sink, options, fields }));
};

/** Finds JSON files, except those that never contain annotations. */
export async function findJsonFiles(files: FileSet): Promise<DiscoveredFile[]> {
  return files.findBySuffix('.json').filter(({ path }) => !/(^|\/)(package|info|metadata)\.json$/i.test(path));
}

interface ReadContext {
  sink: ImportSink;
  options: ReadOptions;
  fields: UnreadFields;
}

async function readFile(files: FileSet, file: DiscoveredFile, context: ReadContext): Promise<void> {
  const { sink, fields } = context;
  const pictures = new Map<string, number>();
  const categories = new Map<string, string>();
  const isTest = findPart(file.path) === 'test';
  const part = findPartWord(file.path);
  let invalidCount = 0;
  const onOtherKey = (key: string) => fields.addName(key);
  for await (const { of, value } of readJsonElements(await files.open(file), LISTS, { onOtherKey })) {
    if (of === 'annotations') continue;
    if (isRecord(value)) fields.add(value, of === 'images' ? IMAGE_FIELDS : CATEGORY_FIELDS);
    const read = (of === 'images' ? Image : Category).safeParse(value);
    if (!read.success) invalidCount += 1;
    else if ('name' in read.data) categories.set(read.data.id, read.data.name);
    else {
      const { id, file_name, width, height } = read.data;
      const facts = { width, height, ...(isTest && { test: true }) };
      pictures.set(id, sink.addReference({ path: file_name, from: file, part }, facts));
    }
  }
  // A file of a data set may list no images, but it always has categories.
  if (pictures.size === 0 && categories.size === 0) throw new UnreadableError('No list of images: this is not a COCO file.');
  sink.addNote(null, 'Categories with the same name: merged', categories.size - new Set(categories.values()).size);
  if (invalidCount > 0) sink.addNote(null, 'Images or categories without an ID or a name', invalidCount);
  for await (const { of, value } of readJsonElements(await files.open(file), LISTS))
    if (of === 'annotations') await readAnnotation(value, { ...context, pictures, categories });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

interface FileContext extends ReadContext {
  pictures: ReadonlyMap<string, number>;
  categories: ReadonlyMap<string, string>;
}

async function readAnnotation(value: unknown, { sink, fields, pictures, categories, options }: FileContext): Promise<void> {
  if (isRecord(value)) {
    const { attributes, ...others } = value;
    fields.add(Attributes.safeParse(attributes).success ? others : value, ANNOTATION_FIELDS);
  }
  const caption = Caption.safeParse(value).data;
  if (caption) return sink.addNote(pictures.get(caption.image_id) ?? null, 'Captions of images (not supported)');
  const read = Annotation.safeParse(value);
  const panoptic = read.success ? undefined : Panoptic.safeParse(value).data;
  if (panoptic) return sink.addNote(pictures.get(panoptic.image_id) ?? null, 'Panoptic segmentation (not supported)');
  if (!read.success) return sink.addNote(null, `Annotations that cannot be read (${read.error.issues[0]?.path.join('.')})`);
  const annotation = read.data;
  const image = pictures.get(annotation.image_id);
  if (image === undefined) return sink.addNote(null, 'Annotations of images that the file does not list');
  const name = categories.get(annotation.category_id);
  if (name === undefined) return sink.addNote(image, 'Annotations of categories that the file does not list');
  if (annotation.iscrowd) return sink.addNote(image, 'Crowds: several objects in one annotation (not supported)');
  if (annotation.keypoints?.length) sink.addNote(image, KEYPOINTS_NOTE);
  const outlines = readOutlines(annotation, image, sink);
  const meta = toMetaData(annotation, image, sink);
  const isBox = outlines.length === 0 || options.outlines !== 'polygons';
  if (isBox) await addBox(annotation, outlines, { image, name, sink, meta });
  if (outlines.length > 0 && options.outlines !== 'boxes') {
    const key = sink.addClass({ of: 'segmentation', name });
    if (outlines.length > 1) sink.addNote(image, SEVERAL_PARTS_NOTE);
    for (const data of outlines) await sink.addShape(image, { kind: 'polygon', class: key, data, ...meta });
  }
}

function readOutlines({ segmentation }: Annotation, image: number, sink: ImportSink): number[][] {
  if (!segmentation) return [];
  if (Array.isArray(segmentation)) {
    const valid = segmentation.filter((data) => data.length >= 6 && data.length % 2 === 0);
    if (valid.length < segmentation.length)
      sink.addNote(image, 'Outlines with fewer than three corners', segmentation.length - valid.length);
    return valid;
  }
  return traceOutlinesWithNotes(segmentation, image, sink);
}

interface BoxContext {
  image: number;
  name: string;
  sink: ImportSink;
  meta: { meta_data?: unknown };
}

async function addBox(
  { bbox, attributes }: Annotation,
  outlines: readonly number[][],
  { image, name, sink, meta }: BoxContext,
): Promise<void> {
  const corners = outlines.flat();
  if (corners.length === 0 && !bbox) return sink.addNote(image, 'Annotations without a box or an outline');
  const [x = NaN, y = NaN, width = NaN, height = NaN] = bbox ?? [];
  let data = bbox ? [x, y, x + width, y + height] : getBoundingBox(corners);
  const rotation = Number(attributes?.rotation ?? 0);
  if (bbox && corners.length === 0 && rotation % 360 !== 0 && Number.isFinite(rotation)) {
    sink.addNote(image, ROTATED_BOX_NOTE);
    data = getBoundingBox(rotateBox([x, y, x + width, y + height], rotation));
  }
  await sink.addShape(image, { kind: 'box', class: sink.addClass({ of: 'detection', name }), data, ...meta });
}

/** Stores the attributes of an annotation, an extension of CVAT, as metadata. CVAT writes the rotation of a box as an attribute. */
function toMetaData({ attributes }: Annotation, image: number, sink: ImportSink): { meta_data?: unknown } {
  const { rotation, ...others } = attributes ?? {};
  const meta = { ...others, ...(rotation ? { rotation } : {}) };
  if (Object.keys(meta).length === 0) return {};
  sink.addNote(image, ATTRIBUTES_NOTE);
  return { meta_data: meta };
}
