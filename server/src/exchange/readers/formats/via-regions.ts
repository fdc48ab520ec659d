import { z } from 'zod';
import type { DiscoveredFile } from '../reader/file-set';
import type { ReadContext } from './define-reader';
import { ImageAnnotations } from '../reader/image-annotations';
import { ATTRIBUTES_NOTE, ELLIPSES_NOTE, FEW_CORNERS_NOTE, LINES_NOTE, WITHOUT_LABEL_NOTE } from '../reader/notes';
import { readAttributes } from '../parsing/attributes';
import { defineFields, toNoteText } from '../parsing/unread-fields';
import { toEllipsePolygon } from '../parsing/geometry';
import type { ViaClasses } from './via-classes';

export const Attributes = z.record(z.string(), z.unknown());
const Region = z.looseObject({
  shape_attributes: z.looseObject({ name: z.string() }),
  region_attributes: Attributes.nullish(),
});
type Region = z.output<typeof Region>;

const REGION_FIELDS = defineFields(['shape_attributes', 'region_attributes']);
const SHAPE_FIELDS = defineFields([
  ...['name', 'x', 'y', 'width', 'height', 'cx', 'cy', 'r', 'rx', 'ry', 'theta', 'all_points_x', 'all_points_y'],
]);
/** Attributes that name the class, by preference. Users of the tool choose the names. */
const CLASS_ATTRIBUTES = ['label', 'class', 'category', 'type', 'name', 'object', 'class_name', 'object_name'];

/** Adds an image that is named in an annotation file. File attributes are counted, but not imported. */
export function addImage(
  path: string,
  attributes: Record<string, unknown> | null | undefined,
  annotationFile: DiscoveredFile,
  { sink, options, fields }: ReadContext,
): ImageAnnotations {
  fields.add(attributes ?? {}, NO_FIELDS, 'file_attributes.');
  return new ImageAnnotations(sink.addReference({ path, annotationFile }), sink, options);
}

const NO_FIELDS = defineFields([]);

/** Reads a region of versions 1 and 2: an object with `shape_attributes` and `region_attributes`. */
export async function readRegion(
  value: unknown,
  annotations: ImageAnnotations,
  { fields }: ReadContext,
  classes: ViaClasses,
): Promise<void> {
  const region = Region.safeParse(value);
  if (!region.success) return annotations.addNote('Regions that cannot be read');
  const shape = region.data.shape_attributes;
  fields.add(region.data, REGION_FIELDS);
  fields.add(shape, SHAPE_FIELDS);
  if (shape.name === 'polyline') return annotations.addNote(LINES_NOTE);
  const { attribute, classNames, otherAttributes } = chooseClass(region.data);
  const [name, ...additionalNames] = classNames;
  if (name === undefined) return annotations.addNote(WITHOUT_LABEL_NOTE);
  classes.add(name, attribute);
  annotations.addNote('Additional labels of a shape', additionalNames.length);
  const shapeExtras = readAttributes(otherAttributes);
  if (shapeExtras.meta_data) annotations.addNote(ATTRIBUTES_NOTE);
  const toNumber = (key: string) => toCoordinate(shape[key]);
  const [cx, cy] = [toNumber('cx'), toNumber('cy')];
  const addEllipse = (rx: number, ry: number, radians = 0) => {
    annotations.addNote(ELLIPSES_NOTE);
    return annotations.addOutlines(name, [toEllipsePolygon({ cx, cy, rx, ry, radians })], shapeExtras);
  };
  switch (shape.name) {
    case 'rect': {
      const [x, y] = [toNumber('x'), toNumber('y')];
      return annotations.addBox(name, [x, y, x + toNumber('width'), y + toNumber('height')], shapeExtras);
    }
    case 'polygon': {
      const data = zipPoints(shape.all_points_x, shape.all_points_y);
      return data.length < 6 ? annotations.addNote(FEW_CORNERS_NOTE) : annotations.addOutlines(name, [data], shapeExtras);
    }
    case 'circle':
      return addEllipse(toNumber('r'), toNumber('r'));
    case 'ellipse':
      return addEllipse(toNumber('rx'), toNumber('ry'), shape.theta === undefined ? 0 : toNumber('theta'));
    case 'point':
      return annotations.addPoint(name, [cx, cy], shapeExtras);
    default:
      return annotations.addNote(`Shapes of the unsupported type ${toNoteText(shape.name, 30)}`);
  }
}

const toCoordinate = (value: unknown) => (typeof value === 'number' ? value : NaN);

function zipPoints(xs: unknown, ys: unknown): number[] {
  if (!Array.isArray(xs) || !Array.isArray(ys) || xs.length !== ys.length) return [];
  return xs.flatMap((x, index) => [toCoordinate(x), toCoordinate(ys[index])]);
}

/** Chooses the attribute that is the class of a region. A checkbox attribute can contain several names. */
function chooseClass({ region_attributes }: Region): {
  attribute: string;
  classNames: string[];
  otherAttributes: Record<string, unknown>;
} {
  const attributeEntries = Object.entries(region_attributes ?? {}).filter(([, value]) => value !== '' && value !== null);
  const classCandidates = attributeEntries.filter(([, value]) => toNames(value).length > 0);
  const classAttributes = CLASS_ATTRIBUTES.flatMap((name) =>
    classCandidates.filter(([key]) => key.trim().toLowerCase() === name),
  );
  const classAttribute = classAttributes[0] ?? classCandidates[0];
  return {
    attribute: classAttribute?.[0] ?? '',
    classNames: classAttribute ? toNames(classAttribute[1]) : [],
    otherAttributes: Object.fromEntries(attributeEntries.filter((entry) => entry !== classAttribute)),
  };
}

/** The value of a text, dropdown or radio attribute, or the checked options of a checkbox attribute. */
function toNames(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim() === '' ? [] : [String(value).trim()];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, isChecked]) => (isChecked === true ? [name] : []));
}
