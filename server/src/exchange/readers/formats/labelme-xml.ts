import { declareFact, toDeclared } from '../reader/declared-facts';
import type { ImageAnnotations } from '../reader/image-annotations';
import { FEW_CORNERS_NOTE } from '../reader/notes';
import { readAttributes } from '../parsing/attributes';
import { defineFields, type UnreadFields } from '../parsing/unread-fields';
import { computeBoundingBox } from '../../../data-access/shapes/geometry';
import { findChild, findChildren, getChildNumbers, getChildText, type XmlElement } from '../parsing/xml-elements';

const OBJECT_FIELDS = defineFields(
  ['name', 'id', 'type', 'polygon', 'segm', 'parts', 'date', 'verified', 'occluded', 'attributes'],
  {
    deleted: '0',
  },
);
const SHAPE_FIELDS = defineFields(['pt', 'box', 'mask', 'scribbles', 'username']);

/** Whether an object was written by the LabelMe web tool, whose files have the same root element as Pascal VOC files. */
export const isLabelmeObject = (object: XmlElement): boolean =>
  !findChild(object, 'bndbox') && (findChild(object, 'segm') !== undefined || findChild(object, 'polygon') !== undefined);

/** The size of an image in files of the LabelMe web tool. */
export const readLabelmeSize = (annotation: XmlElement) => getChildNumbers(findChild(annotation, 'imagesize'), 'ncols', 'nrows');

/** Reads an outline, a box that is stored as an outline, or the box of a mask. */
export async function readLabelmeObject(
  object: XmlElement,
  name: string,
  image: ImageAnnotations,
  { fields, file }: { fields: UnreadFields; file: { path: string } },
): Promise<void> {
  if (getChildText(object, 'deleted') === '1') return image.addNote('Objects that were deleted in LabelMe');
  const [polygon, mask] = [findChild(object, 'polygon'), findChild(object, 'segm')];
  fields.addXml(object, OBJECT_FIELDS);
  for (const shape of [polygon, mask]) if (shape) fields.addXml(shape, SHAPE_FIELDS);
  const author = getChildText(mask ?? polygon, 'username');
  const declaredFacts = toDeclared(
    file,
    declareFact('annotated', { by: author, at: getChildText(object, 'date') }),
    getChildText(object, 'verified') === '1' ? declareFact('verified', {}) : [],
  );
  const [occluded, attributes] = [getChildText(object, 'occluded'), getChildText(object, 'attributes')];
  const shapeExtras = { ...declaredFacts, ...readAttributes({ occluded, attributes }) };
  if (mask) {
    image.addNote('Masks in LabelMe files: only their boxes are imported');
    return image.addBox(name, getChildNumbers(findChild(mask, 'box'), 'xmin', 'ymin', 'xmax', 'ymax'), shapeExtras);
  }
  const points = polygon ? findChildren(polygon, 'pt') : [];
  const data = points.flatMap((point) => getChildNumbers(point, 'x', 'y'));
  if (points.length < 3) return image.addNote(FEW_CORNERS_NOTE);
  if (getChildText(object, 'type') === 'bounding_box') return image.addBox(name, computeBoundingBox(data), shapeExtras);
  return image.addOutlines(name, [data], shapeExtras);
}
