import { encodeBitmap } from '@console/shared-contract/mask-rle';
import { z } from 'zod';
import { findJsonFiles } from './coco';
import { isImageFile, type DiscoveredFile } from '../reader/file-set';
import {
  ATTRIBUTES_NOTE,
  ELLIPSES_NOTE,
  FEW_CORNERS_NOTE,
  KEYPOINTS_NOTE,
  LINES_NOTE,
  UNREADABLE_MASK_NOTE,
  WITHOUT_LABEL_NOTE,
} from '../reader/notes';
import { defineReader, type ReadContext } from './define-reader';
import { ImageAnnotations, type ShapeExtras } from '../reader/image-annotations';
import { UnreadableError } from '../reader/reader';
import { readAttributes } from '../parsing/attributes';
import { defineFields, toNoteText, type UnreadFields } from '../parsing/unread-fields';
import { computeBoundingBox } from '../../../data-access/shapes/geometry';
import { toEllipsePolygon } from '../parsing/geometry';
import { readJsonElements } from '../parsing/json-elements';
import { decodePngValues } from '../parsing/png-values';

const Flags = z.record(z.string(), z.unknown());
const FileHeader = z.object({
  imagePath: z.string().min(1),
  imageWidth: z.number().positive().optional().catch(undefined),
  imageHeight: z.number().positive().optional().catch(undefined),
  flags: Flags.nullish().catch(undefined),
});
const Shape = z.looseObject({
  label: z.string().nullish(),
  points: z.array(z.array(z.number()).length(2)),
  /** Missing in files of version 3, which only had polygons. */
  shape_type: z.string().nullish(),
  flags: Flags.nullish().catch(undefined),
  /** A PNG in Base64, for masks. */
  mask: z.string().nullish().catch(undefined),
});
type Shape = z.output<typeof Shape>;

const HEAD_KEYS = ['imagePath', 'imageWidth', 'imageHeight', 'flags'];
/**
 * Keys that are not reported as fields that are not imported. They are read, or contain nothing to import: `imageData` is a copy of the
 * image file, and the colors are settings of labelme.
 */
const HANDLED_KEYS = new Set(['version', 'shapes', 'imageData', 'lineColor', 'fillColor', ...HEAD_KEYS]);
const SHAPE_FIELDS = defineFields(['label', 'points', 'shape_type', 'flags', 'mask', 'line_color', 'fill_color']);

/**
 * Reads the JSON files of labelme (github.com/wkentaro/labelme), one for each image. Flags of an image become labels, flags of a shape become
 * attributes.
 */
export const readLabelme = defineReader(findJsonFiles, readFile);

/** The shapes may precede the name of the image, so the file is read twice. */
async function readFile(file: DiscoveredFile, { files, sink, options, fields }: ReadContext): Promise<void> {
  const headerValues: Record<string, unknown> = {};
  const unreadKeys: string[] = [];
  const onOtherKey = (key: string) => {
    if (!HANDLED_KEYS.has(key)) unreadKeys.push(key);
  };
  for await (const { listKey, value } of readJsonElements(await files.open(file), [], { values: HEAD_KEYS, onOtherKey }))
    headerValues[listKey ?? ''] = value;
  const fileHeader = FileHeader.safeParse(headerValues);
  if (!fileHeader.success) throw new UnreadableError("There is no 'imagePath': this is not a labelme file.");
  const { imagePath: path, imageWidth: width, imageHeight: height, flags } = fileHeader.data;
  const reference = { path, annotationFile: file, isPerImage: true, hasNoExtension: !isImageFile({ path }) };
  const image = new ImageAnnotations(sink.addReference(reference, width && height ? { width, height } : {}), sink, options);
  for (const key of unreadKeys) fields.addName(key);
  for (const [name, isSet] of Object.entries(flags ?? {})) if (isSet === true) await image.addLabel(name);
  for await (const { value } of readJsonElements(await files.open(file), ['shapes'])) {
    const shape = Shape.safeParse(value);
    if (shape.success) await readShape(shape.data, image, fields);
    else image.addNote(`Shapes that cannot be read (${shape.error.issues[0]?.path.join('.')})`);
  }
}

async function readShape(shape: Shape, image: ImageAnnotations, fields: UnreadFields): Promise<void> {
  const { label: name, points, shape_type: type, flags } = shape;
  fields.add(shape, SHAPE_FIELDS);
  const setFlags = Object.entries(flags ?? {}).filter(([, isSet]) => isSet !== false);
  const shapeExtras = readAttributes(Object.fromEntries(setFlags));
  if (!name?.trim()) return image.addNote(WITHOUT_LABEL_NOTE);
  if (shapeExtras.meta_data) image.addNote(ATTRIBUTES_NOTE);
  const coordinates = points.flat();
  switch (type ?? 'polygon') {
    case 'polygon':
      return points.length < 3 ? image.addNote(FEW_CORNERS_NOTE) : image.addOutlines(name, [coordinates], shapeExtras);
    case 'rectangle':
      return image.addBox(name, computeBoundingBox(coordinates), shapeExtras);
    case 'oriented_rectangle':
      return points.length === 4
        ? image.addRotatedBox(name, coordinates, shapeExtras)
        : image.addNote('Shapes that cannot be read (points)');
    case 'mask':
      return readMask(shape, name, shapeExtras, image);
    case 'circle': {
      // The data is the center and a point on the circle.
      const [cx = NaN, cy = NaN, x = NaN, y = NaN] = coordinates;
      const radius = Math.hypot(x - cx, y - cy);
      image.addNote(ELLIPSES_NOTE);
      return image.addOutlines(name, [toEllipsePolygon({ cx, cy, rx: radius, ry: radius })], shapeExtras);
    }
    case 'point':
      return image.addPoint(name, coordinates.slice(0, 2), shapeExtras);
    case 'points':
      return image.addNote(KEYPOINTS_NOTE);
    case 'line':
    case 'linestrip':
      return image.addNote(LINES_NOTE);
    default:
      return image.addNote(`Shapes of the unsupported type ${toNoteText(String(type), 30)}`);
  }
}

/** Reads the pixels of a mask. Its first pixel is the top left corner of the box around `points`. All values except 0 are foreground. */
async function readMask({ points, mask }: Shape, name: string, shapeExtras: ShapeExtras, image: ImageAnnotations): Promise<void> {
  const png = mask ? decodePngValues(Buffer.from(mask, 'base64')) : null;
  if (!png) return image.addNote(UNREADABLE_MASK_NOTE);
  const { width, height, values, colors } = png;
  const [left = NaN, top = NaN] = computeBoundingBox(points.flat()).map(Math.round);
  const runs = encodeBitmap(
    values.map((value) => (colors[value] === 0 ? 0 : 1)),
    [height, width],
  );
  await image.addMask(name, { runs, region: { left, top, width, height } }, shapeExtras);
}
