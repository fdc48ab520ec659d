import { transposeRuns } from '@console/shared-contract/mask-rle';
import { countLabelledPoints } from '@console/shared-contract/skeleton';
import type { DiscoveredFile } from '../reader/file-set';
import { defineReader, type ReadContext } from './define-reader';
import { ImageAnnotations, type ShapeExtras } from '../reader/image-annotations';
import { UnreadableError } from '../reader/reader';
import {
  ATTRIBUTES_NOTE,
  ELLIPSES_NOTE,
  KEYPOINTS_NOTE,
  LINES_NOTE,
  POINT_ATTRIBUTES_NOTE,
  TOO_MANY_POINTS_NOTE,
  UNKNOWN_POINTS_NOTE,
  WITHOUT_POINTS_NOTE,
  UNREADABLE_MASK_NOTE,
  UNSUPPORTED_ATTRIBUTES_NOTE,
  WITHOUT_LABEL_NOTE,
} from '../reader/notes';
import { isValidRegion } from '../reader/parsed-mask';
import { readAttributes } from '../parsing/attributes';
import { defineFields, toNoteText, type UnreadFields } from '../parsing/unread-fields';
import { rotateBox, toEllipsePolygon } from '../parsing/geometry';
import { findChildren, readXmlElements, type XmlElement } from '../parsing/xml-elements';
import { CvatFrames } from './cvat-frames';
import { CvatMeta } from './cvat-meta';
import { isOutsideFrame, mergePointTracks, readSkeletonPoints } from './cvat-skeletons';
import { declareSource, toDeclared } from '../reader/declared-facts';

/**
 * Reads CVAT for images 1.1 and CVAT for video 1.1 (docs.cvat.ai, 'CVAT'). Coordinates are edges of pixels of the upright image, as in the
 * console. A video has tracks with a shape for each frame.
 */
export const readCvat = defineReader(
  (files) => files.findBySuffix('.xml'),
  async (file, context) => {
    let isEmpty = true;
    const unreadElements: string[] = [];
    const meta = new CvatMeta(file);
    const frames = new CvatFrames(file, context, meta);
    const elements = readXmlElements(await context.files.open(file), ['meta', 'image', 'track'], (name) =>
      unreadElements.push(name),
    );
    for await (const element of elements) {
      isEmpty &&= element.name === 'meta';
      if (element.name === 'image') await readImage(element, file, meta, context);
      else if (element.name === 'track') await readTrack(element, frames, { file, meta }, context);
      else {
        await meta.add(element);
        frames.setSize(element);
      }
    }
    if (isEmpty) throw new UnreadableError('There is no <image> or <track> element.');
    for (const name of unreadElements) if (name !== 'version') context.fields.addName(name);
  },
);

/** Supported shapes, and whether the console can store their attributes. */
const SHAPES: Record<string, { hasAttributes: boolean } | undefined> = {
  box: { hasAttributes: true },
  polygon: { hasAttributes: true },
  mask: { hasAttributes: true },
  ellipse: { hasAttributes: true },
  skeleton: { hasAttributes: true },
  points: { hasAttributes: true },
  tag: { hasAttributes: false },
};
const UNSUPPORTED_SHAPES: Record<string, string | undefined> = {
  polyline: LINES_NOTE,
  cuboid: 'Cuboids (not supported)',
};

const IMAGE_FIELDS = defineFields(['id', 'name', 'width', 'height', 'subset', 'task_id']);
const TRACK_FIELDS = defineFields(['id', 'label', 'task_id', 'subset', 'source']);
const SHAPE_FIELDS = defineFields(
  [
    ...['label', 'attribute', 'frame', 'keyframe', 'outside', 'xtl', 'ytl', 'xbr', 'ybr', 'rotation', 'points'],
    ...['cx', 'cy', 'rx', 'ry', 'rle', 'left', 'top', 'width', 'height', 'source', 'occluded'],
  ],
  { z_order: '0' },
);
/** Fields of a tag, which becomes a label of the image. Its `source` (drawn by hand or by a model) is not stored. */
const TAG_FIELDS = defineFields(
  [...SHAPE_FIELDS.readNames].filter((name) => name !== 'source'),
  { ...SHAPE_FIELDS.defaults, source: 'manual' },
);

async function readImage(image: XmlElement, file: DiscoveredFile, meta: CvatMeta, context: ReadContext): Promise<void> {
  const { sink, options, fields } = context;
  const { name, width, height, subset, task_id: taskId } = image.attributes;
  if (!name) return sink.addNote(null, 'Images without a name');
  const size = { width: Number(width), height: Number(height) };
  const isTest = /^test/i.test(subset ?? '');
  const imageFacts = {
    ...(size.width > 0 && size.height > 0 && size),
    ...(isTest && { test: true }),
    ...meta.declareImage(
      taskId,
      image.children.map(({ attributes }) => attributes.source),
    ),
  };
  // Tasks of a project may contain images with the same name. The subset (such as "train") distinguishes these images.
  const imageNumber = sink.addReference(
    { path: name, annotationFile: file, split: subset?.toLowerCase() || undefined },
    imageFacts,
  );
  fields.add(image.attributes, IMAGE_FIELDS);
  const annotations = new ImageAnnotations(imageNumber, sink, options, meta.findDefinitions);
  for (const shape of image.children)
    await readShape(shape, { label: shape.attributes.label, source: undefined, file, meta }, annotations, context);
}

/** Reads the shapes that a track lists for its frames. Shapes in the frames between them are not interpolated. */
async function readTrack(
  track: XmlElement,
  frames: CvatFrames,
  { file, meta }: Pick<ShapeContext, 'file' | 'meta'>,
  context: ReadContext,
): Promise<void> {
  context.fields.add(track.attributes, TRACK_FIELDS);
  if (!frames.isInFirstTask(track)) return;
  const { label, source } = track.attributes;
  for (const shape of mergePointTracks(track)) {
    // `outside` marks frames in which the object is not visible.
    if (shape.attributes.outside === '1' || isOutsideFrame(shape)) continue;
    const annotations = frames.findAnnotations(shape, track);
    if (annotations) await readShape(shape, { label, source, file, meta }, annotations, context);
  }
}

interface ShapeContext {
  label: string | undefined;
  /** The source that the track declares. A shape may declare another source. */
  source: string | undefined;
  file: DiscoveredFile;
  meta: CvatMeta;
}

async function readShape(
  shape: XmlElement,
  { label, source, file, meta }: ShapeContext,
  annotations: ImageAnnotations,
  { fields }: ReadContext,
): Promise<void> {
  const attributes = findChildren(shape, 'attribute');
  const hasAttributes = SHAPES[shape.name]?.hasAttributes ?? false;
  if (!hasAttributes)
    annotations.addNote(UNSUPPORTED_ATTRIBUTES_NOTE, attributes.length + (shape.attributes.occluded === '1' ? 1 : 0));
  const unsupportedNote = UNSUPPORTED_SHAPES[shape.name];
  if (unsupportedNote) return annotations.addNote(unsupportedNote);
  if (!SHAPES[shape.name]) return annotations.addNote(`Shapes of the unsupported type ${toNoteText(shape.name, 30)}`);
  if (!label) return annotations.addNote(WITHOUT_LABEL_NOTE);
  fields.addXml(shape, shape.name === 'tag' ? TAG_FIELDS : SHAPE_FIELDS);
  const readNumbers = (...names: string[]) => names.map((name) => Number(shape.attributes[name] ?? NaN));
  const points = (shape.attributes.points ?? '').split(/[;,]/).map(Number);
  const degrees = Number(shape.attributes.rotation ?? 0);
  const attributeEntries = attributes.map(
    ({ attributes: { name = '' }, text }) => [name, meta.parseValue(label, name, text.trim())] as const,
  );
  const readableAttributes = hasAttributes
    ? readAttributes({ ...Object.fromEntries(attributeEntries), occluded: shape.attributes.occluded })
    : {};
  if (readableAttributes.meta_data) annotations.addNote(ATTRIBUTES_NOTE);
  const declaredFacts = toDeclared(file, declareSource(shape.attributes.source ?? source));
  const shapeExtras = { ...readableAttributes, ...declaredFacts };
  switch (shape.name) {
    case 'box': {
      const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = readNumbers('xtl', 'ytl', 'xbr', 'ybr');
      if (degrees % 360 === 0) return annotations.addBox(label, [x1, y1, x2, y2], shapeExtras);
      return annotations.addRotatedBox(label, rotateBox([x1, y1, x2, y2], degrees), shapeExtras);
    }
    case 'ellipse': {
      const [cx = NaN, cy = NaN, rx = NaN, ry = NaN] = readNumbers('cx', 'cy', 'rx', 'ry');
      annotations.addNote(ELLIPSES_NOTE);
      return annotations.addOutlines(
        label,
        [toEllipsePolygon({ cx, cy, rx, ry, radians: (degrees * Math.PI) / 180 })],
        shapeExtras,
      );
    }
    case 'polygon':
      return annotations.addOutlines(label, [points], shapeExtras);
    case 'mask': {
      const [left = NaN, top = NaN, width = NaN, height = NaN] = readNumbers('left', 'top', 'width', 'height');
      const [region, runs] = [{ left, top, width, height }, (shape.attributes.rle ?? '').split(',').map(Number)];
      if (!isValidRegion(region) || !runs.every((run) => Number.isInteger(run) && run >= 0))
        return annotations.addNote(UNREADABLE_MASK_NOTE);
      // CVAT stores runs row by row, the console column by column.
      return annotations.addMask(label, { runs: transposeRuns(runs, [height, width]), region }, shapeExtras);
    }
    case 'skeleton':
      return readSkeleton(shape, { label, meta, extras: shapeExtras }, annotations, fields);
    case 'points':
      return points.length === 2 ? annotations.addPoint(label, points, shapeExtras) : annotations.addNote(KEYPOINTS_NOTE);
    default:
      return annotations.addLabel(label);
  }
}

async function readSkeleton(
  shape: XmlElement,
  { label, meta, extras: shapeExtras }: { label: string; meta: CvatMeta; extras: ShapeExtras },
  annotations: ImageAnnotations,
  fields: UnreadFields,
): Promise<void> {
  const points = findChildren(shape, 'points');
  for (const point of points) {
    fields.addXml(point, SHAPE_FIELDS);
    annotations.addNote(POINT_ATTRIBUTES_NOTE, findChildren(point, 'attribute').length);
  }
  const skeleton = meta.getSkeleton(
    label,
    points.map(({ attributes }) => attributes.label ?? ''),
  );
  if (!skeleton) return annotations.addNote(points.length === 0 ? WITHOUT_POINTS_NOTE : TOO_MANY_POINTS_NOTE);
  const { data, unknownCount } = readSkeletonPoints(points, skeleton);
  annotations.addNote(UNKNOWN_POINTS_NOTE, unknownCount);
  if (countLabelledPoints(data) === 0) return annotations.addNote(WITHOUT_POINTS_NOTE);
  return annotations.addSkeleton(label, skeleton.template, data, shapeExtras);
}
