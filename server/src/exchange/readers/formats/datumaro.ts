import { NUMBERS_PER_SKELETON_POINT, VISIBILITY, type SkeletonTemplate } from '@console/shared-contract/skeleton';
import { z } from 'zod';
import type { DiscoveredFile } from '../reader/file-set';
import { ImageAnnotations, type ShapeExtras } from '../reader/image-annotations';
import {
  ATTRIBUTES_NOTE,
  CAPTIONS_NOTE,
  ELLIPSES_NOTE,
  FEW_CORNERS_NOTE,
  KEYPOINTS_NOTE,
  LINES_NOTE,
  UNREADABLE_MASK_NOTE,
  UNSUPPORTED_ATTRIBUTES_NOTE,
  WITHOUT_LABEL_NOTE,
  WITHOUT_POINTS_NOTE,
} from '../reader/notes';
import { findSplit, findSplitWord, UnreadableError } from '../reader/reader';
import { readAttributes } from '../parsing/attributes';
import { rotateBox, toEllipsePolygon } from '../parsing/geometry';
import { readJsonElements } from '../parsing/json-elements';
import { createTemplate, toSkeletonData, toZeroBasedEdges } from '../parsing/keypoints';
import { parseCounts, Rle } from '../parsing/rle';
import { defineFields, toNoteText, type UnreadFields } from '../parsing/unread-fields';
import { findJsonFiles } from './coco';
import { defineReader, type ReadContext } from './define-reader';

const Numbers = z.array(z.number());
const Index = z.number().int().min(0);
const Categories = z.object({
  label: z.object({ labels: z.array(z.object({ name: z.string() })) }).optional(),
  /** The points of the skeletons of labels. */
  points: z
    .object({ items: z.array(z.object({ label_id: Index, labels: z.array(z.string()), joints: z.array(Numbers).optional() })) })
    .optional(),
});
const Annotation = z.object({
  type: z.string(),
  label_id: Index.nullish(),
  attributes: z.record(z.string(), z.unknown()).nullish(),
  bbox: Numbers.length(4).optional(),
  points: Numbers.optional(),
  visibility: Numbers.optional(),
  rle: Rle.optional(),
  /** The points of a skeleton in CVAT files, each with its own label. */
  elements: z.array(z.object({ label_id: Index.nullish(), points: Numbers, visibility: Numbers.optional() })).optional(),
});
type Annotation = z.output<typeof Annotation>;
const Item = z.object({
  id: z.string().min(1),
  annotations: z.array(z.unknown()).optional(),
  image: z
    .object({
      path: z.string().nullish(),
      /** Height and width. */
      size: z.array(z.number()).length(2).nullish().catch(undefined),
    })
    .nullish(),
});

const ITEM_FIELDS = defineFields(['id', 'annotations', 'image', 'media']);
const ANNOTATION_FIELDS = defineFields(
  ['id', 'type', 'label_id', 'attributes', 'bbox', 'points', 'visibility', 'rle', 'elements', 'caption'],
  { group: '0', object_id: '-1', z_order: '0' },
);
const UNSUPPORTED_TYPES: Record<string, string | undefined> = { caption: CAPTIONS_NOTE, polyline: LINES_NOTE };

/** What a file declares about its labels. Annotations refer to labels by their position. */
interface DatasetLabels {
  names: string[];
  /** The points of the skeletons of a label, by its position. */
  templates: Map<number, SkeletonTemplate>;
}

/**
 * Reads Datumaro's own format (open-edge-platform.github.io/datumaro, 'Datumaro'), one JSON file per subset. A file is read twice, because
 * the labels may come after the items.
 */
export const readDatumaro = defineReader(findJsonFiles, readFile);

async function readFile(file: DiscoveredFile, { files, sink, options, fields }: ReadContext): Promise<void> {
  const labels = await readLabels(file, { files });
  const fileSplit = findSplitWord(file.path);
  const isTest = findSplit(file.path) === 'test';
  for await (const { value } of readJsonElements(await files.open(file), ['items'])) {
    const datasetItem = Item.safeParse(value).data;
    if (!datasetItem) {
      sink.addNote(null, 'Items that cannot be read');
      continue;
    }
    fields.add({ ...(value as object) }, ITEM_FIELDS);
    const { id, image, annotations = [] } = datasetItem;
    const [height, width] = image?.size ?? [];
    const reference = { path: image?.path || id, annotationFile: file, split: fileSplit, hasNoExtension: !image?.path };
    const itemIndex = sink.addReference(reference, { width, height, ...(isTest && { test: true }) });
    const imageAnnotations = new ImageAnnotations(itemIndex, sink, options);
    for (const annotation of annotations) await readAnnotation(annotation, labels, imageAnnotations, fields);
  }
}

async function readLabels(file: DiscoveredFile, { files }: Pick<ReadContext, 'files'>): Promise<DatasetLabels> {
  for await (const { value } of readJsonElements(await files.open(file), [], { values: ['categories'] })) {
    const { data } = Categories.safeParse(value);
    if (!data) break;
    const pointDefinitions = data.points?.items ?? [];
    return {
      names: data.label?.labels.map(({ name }) => name) ?? [],
      templates: new Map(
        pointDefinitions.flatMap(({ label_id: id, labels, joints = [] }) => {
          const template = createTemplate(labels.length, { names: labels, edges: toZeroBasedEdges(joints) });
          return template ? [[id, template] as const] : [];
        }),
      ),
    };
  }
  throw new UnreadableError('No categories: this is not a Datumaro file.');
}

async function readAnnotation(
  value: unknown,
  labels: DatasetLabels,
  image: ImageAnnotations,
  fields: UnreadFields,
): Promise<void> {
  const annotation = Annotation.safeParse(value).data;
  if (!annotation) return image.addNote('Annotations that cannot be read');
  fields.add({ ...(value as object) }, ANNOTATION_FIELDS);
  const unsupportedNote = UNSUPPORTED_TYPES[annotation.type];
  if (unsupportedNote) return image.addNote(unsupportedNote);
  const label = labels.names[annotation.label_id ?? -1];
  if (label === undefined) return image.addNote(WITHOUT_LABEL_NOTE);
  const { rotation, ...otherAttributes } = annotation.attributes ?? {};
  const isRotated = annotation.type === 'bbox' && Number(rotation ?? 0) % 360 !== 0;
  const shapeExtras = readAttributes({ ...otherAttributes, ...(rotation && !isRotated ? { rotation } : {}) });
  const addAttributesNote = () => {
    if (shapeExtras.meta_data) image.addNote(ATTRIBUTES_NOTE);
  };
  const { bbox, points = [] } = annotation;
  switch (annotation.type) {
    case 'bbox': {
      if (!bbox) break;
      const [x = NaN, y = NaN, width = NaN, height = NaN] = bbox;
      const box = [x, y, x + width, y + height] as const;
      addAttributesNote();
      return isRotated
        ? image.addRotatedBox(label, rotateBox(box, Number(rotation)), shapeExtras)
        : image.addBox(label, [...box], shapeExtras);
    }
    case 'polygon':
      if (points.length < 6 || points.length % 2 > 0) return image.addNote(FEW_CORNERS_NOTE);
      addAttributesNote();
      return image.addOutlines(label, [points], shapeExtras);
    case 'ellipse': {
      const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = points;
      image.addNote(ELLIPSES_NOTE);
      addAttributesNote();
      const ellipse = { cx: (x1 + x2) / 2, cy: (y1 + y2) / 2, rx: (x2 - x1) / 2, ry: (y2 - y1) / 2 };
      return image.addOutlines(label, [toEllipsePolygon(ellipse)], shapeExtras);
    }
    case 'mask': {
      const runs = annotation.rle && parseCounts(annotation.rle.counts);
      const [height = 0, width = 0] = annotation.rle?.size ?? [];
      if (!runs) return image.addNote(UNREADABLE_MASK_NOTE);
      addAttributesNote();
      return image.addMask(
        label,
        { runs, region: { left: 0, top: 0, width, height }, imageSize: { width, height } },
        shapeExtras,
      );
    }
    case 'points':
    case 'skeleton':
      addAttributesNote();
      return addPoints(annotation, { label, labels, extras: shapeExtras }, image);
    case 'label':
      image.addNote(UNSUPPORTED_ATTRIBUTES_NOTE, Object.keys(otherAttributes).length);
      return image.addLabel(label);
  }
  image.addNote(`Shapes of the unsupported type ${toNoteText(annotation.type, 30)}`);
}

/** Adds a skeleton if the label has points, otherwise a single point. */
async function addPoints(
  annotation: Annotation,
  { label, labels, extras: shapeExtras }: { label: string; labels: DatasetLabels; extras: ShapeExtras },
  image: ImageAnnotations,
): Promise<void> {
  const template = labels.templates.get(annotation.label_id ?? -1);
  const { points = [], visibility } = annotation;
  if (!template) {
    if (annotation.type === 'skeleton' || points.length !== 2) return image.addNote(KEYPOINTS_NOTE);
    return image.addPoint(label, points, shapeExtras);
  }
  const orderedPoints = annotation.elements
    ? toOrderedPoints(annotation.elements, template, labels)
    : points.flatMap((value, index) =>
        index % 2 === 0 ? [value] : [value, visibility?.[(index - 1) / 2] ?? VISIBILITY.visible],
      );
  const data = toSkeletonData(orderedPoints, NUMBERS_PER_SKELETON_POINT);
  return data ? image.addSkeleton(label, template, data, shapeExtras) : image.addNote(WITHOUT_POINTS_NOTE);
}

/** Returns x, y and visibility of each point of the template. The elements of the file name these points by their labels. */
function toOrderedPoints(
  elements: NonNullable<Annotation['elements']>,
  { points }: SkeletonTemplate,
  { names }: DatasetLabels,
): number[] {
  const elementsByName = new Map(elements.map((element) => [names[element.label_id ?? -1], element]));
  return points.flatMap(({ name }) => {
    const { points: pointPosition = [], visibility = [VISIBILITY.visible] } = elementsByName.get(name) ?? {
      visibility: [VISIBILITY.absent],
    };
    return [pointPosition[0] ?? 0, pointPosition[1] ?? 0, visibility[0] ?? VISIBILITY.visible];
  });
}
