import type { ReadOptions, ImportSink } from '../reader/reader';
import { defineFields, type UnreadFields } from '../parsing/unread-fields';
import { getBoundingBox } from '../parsing/geometry';
import { findChild, findChildren, getChildText, type XmlElement } from '../parsing/xml-elements';

const OBJECT_FIELDS = defineFields(['name', 'id', 'type', 'polygon', 'segm', 'parts'], {
  deleted: '0',
  verified: '0',
  occluded: 'no',
});
const SHAPE_FIELDS = defineFields(['pt', 'box', 'mask', 'scribbles']);

interface ObjectContext {
  image: number;
  sink: ImportSink;
  options: ReadOptions;
  fields: UnreadFields;
}

/** Whether an object is one of the LabelMe web tool, whose files have the root of Pascal VOC files. */
export const isLabelmeObject = (object: XmlElement): boolean =>
  !findChild(object, 'bndbox') && (findChild(object, 'segm') !== undefined || findChild(object, 'polygon') !== undefined);

/** The size of an image in files of the LabelMe web tool. */
export function readLabelmeSize(annotation: XmlElement): { width: number; height: number } {
  const size = findChild(annotation, 'imagesize');
  return { width: Number(getChildText(size, 'ncols')), height: Number(getChildText(size, 'nrows')) };
}

/** Reads an outline, a box that is stored as an outline, or the box of a mask. */
export async function readLabelmeObject(
  object: XmlElement,
  name: string,
  { image, sink, options, fields }: ObjectContext,
): Promise<void> {
  if (getChildText(object, 'deleted') === '1') return sink.addNote(image, 'Objects that were deleted in LabelMe');
  const [polygon, mask] = [findChild(object, 'polygon'), findChild(object, 'segm')];
  fields.addXml(object, OBJECT_FIELDS);
  for (const shape of [polygon, mask]) if (shape) fields.addXml(shape, SHAPE_FIELDS);
  const addBox = (data: number[]) => sink.addShape(image, { kind: 'box', class: sink.addClass({ of: 'detection', name }), data });
  if (mask) {
    const box = findChild(mask, 'box');
    sink.addNote(image, 'Masks in LabelMe files: only their boxes are imported');
    return addBox(['xmin', 'ymin', 'xmax', 'ymax'].map((side) => Number(getChildText(box, side) ?? NaN)));
  }
  const points = polygon ? findChildren(polygon, 'pt') : [];
  const data = points.flatMap((point) => ['x', 'y'].map((axis) => Number(getChildText(point, axis) ?? NaN)));
  if (points.length < 3) return sink.addNote(image, 'Outlines with fewer than three corners');
  if (getChildText(object, 'type') === 'bounding_box') return addBox(getBoundingBox(data));
  if (options.outlines !== 'polygons') await addBox(getBoundingBox(data));
  if (options.outlines !== 'boxes')
    await sink.addShape(image, { kind: 'polygon', class: sink.addClass({ of: 'segmentation', name }), data });
}
