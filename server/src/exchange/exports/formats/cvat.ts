import { cropRuns, decodeCounts, transposeRuns } from '@console/shared-contract/mask-rle';
import { getLayout, NUMBERS_PER_SKELETON_POINT, VISIBILITY, type SkeletonTemplate } from '@console/shared-contract/skeleton';
import { XMLBuilder } from 'fast-xml-parser';
import { toMaskSize } from '../../../data-access/shapes/mask-geometry';
import type { ImageRecord } from '../../../data-access/shape-kinds/image-record';
import type { AttributeDefinition, ShapeAttributes } from '@console/shared-contract/shape-attributes';
import { OmittedCounts, countOmitted, roundCoordinate, type FormatWriter, type ExportFileWriter } from './format';

const FILE_NAME = 'annotations.xml';

/** The name of a label, the attributes that it declares, and the points of its skeletons. */
export interface CvatLabel {
  name: string;
  attributes: readonly AttributeDefinition[];
  skeleton: SkeletonTemplate | null;
}

const INPUT_TYPES = { checkbox: 'checkbox', number: 'number', choice: 'select', text: 'text' } as const;

/**
 * Converts a label to labels of a CVAT task: the label itself, and a label for each point of its skeletons. `values` contains the choices
 * of an attribute, or the minimum, maximum and step of a numeric attribute.
 */
function toLabels({ name, attributes, skeleton }: CvatLabel): object[] {
  const toValues = ({ type, choices = [], min, max }: AttributeDefinition) =>
    type === 'choice' ? choices : type === 'number' && min !== undefined && max !== undefined ? [min, max, 1] : [];
  const attribute = attributes.map((definition) => ({
    name: definition.name,
    mutable: 'False',
    input_type: INPUT_TYPES[definition.type],
    default_value: String(definition.default ?? ''),
    values: toValues(definition).join('\n'),
  }));
  const type = skeleton && { type: 'skeleton' };
  return [
    { name, ...type, ...(attribute.length > 0 && { attributes: { attribute } }), ...(skeleton && { svg: toSvg(skeleton) }) },
    ...(skeleton?.points ?? []).map((point) => ({ name: point.name, type: 'points', parent: name })),
  ];
}

/** The size of the drawing of a skeleton. */
const SVG_SIZE = 100;

/** Draws the points and edges of a label as the circles and lines in which CVAT stores them. Numbers of points start at 1. */
function toSvg(template: SkeletonTemplate): string {
  const svgPoints = getLayout(template).map(([x = 0, y = 0]) => ({
    x: roundCoordinate(x * SVG_SIZE),
    y: roundCoordinate(y * SVG_SIZE),
  }));
  const svgLines = template.edges.map(([from = 0, to = 0]) => ({
    '@x1': svgPoints[from]?.x,
    '@y1': svgPoints[from]?.y,
    '@x2': svgPoints[to]?.x,
    '@y2': svgPoints[to]?.y,
    '@stroke': 'black',
    '@stroke-width': 0.5,
    '@data-type': 'edge',
    '@data-node-from': from + 1,
    '@data-node-to': to + 1,
  }));
  const svgCircles = svgPoints.map(({ x, y }, index) => ({
    '@r': 1.5,
    '@stroke': 'black',
    '@fill': '#b3b3b3',
    '@cx': x,
    '@cy': y,
    '@stroke-width': 0.1,
    '@data-type': 'element node',
    '@data-element-id': index + 1,
    '@data-node-id': index + 1,
    '@data-label-name': template.points[index]?.name,
  }));
  return String(
    new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@' }).build({ line: svgLines, circle: svgCircles }),
  );
}

/**
 * Writes CVAT for images 1.1 (docs.cvat.ai, 'CVAT'): one XML file with the boxes, polygons, masks, skeletons, points and tags of all
 * images, in pixels of the upright image. `rotation` of a box is degrees clockwise about its center. The task has no `size`, because the
 * number of images is only known when all are sent. CVAT does not read `size` (`load_anno` and `CvatExtractor` in `formats/cvat.py`).
 */
export function createCvatWriter({ append }: ExportFileWriter, { labels }: { labels: readonly CvatLabel[] }): FormatWriter {
  const omittedCounts = new OmittedCounts();
  const builder = new XMLBuilder({ format: true, ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true });
  const buildXml = (element: object) => String(builder.build(element));
  const toAttributes = (attributes: Record<string, string | number>) =>
    Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`@${name}`, value]));
  const toShape = (
    label: string,
    geometry: Record<string, string | number>,
    { occluded, ...otherAttributes }: ShapeAttributes = {},
  ) => ({
    ...toAttributes({ label, source: 'manual', occluded: occluded === true ? 1 : 0, ...geometry, z_order: 0 }),
    attribute: Object.entries(otherAttributes).map(([name, value]) => ({ '@name': name, '#text': String(value) })),
  });
  const toPoints = (data: readonly number[]) =>
    Array.from({ length: data.length / 2 }, (_, index) => `${data[index * 2]},${data[index * 2 + 1]}`).join(';');
  const templates = new Map(labels.map(({ name, skeleton }) => [name, skeleton]));
  const toSkeleton = ({ data, detection_label: { name }, attributes }: ImageRecord['skeletons'][number]) => ({
    ...toShape(name, {}, attributes),
    points: Array.from({ length: data.length / NUMBERS_PER_SKELETON_POINT }, (_, index) => {
      const [x = 0, y = 0, visibility] = data.slice(index * NUMBERS_PER_SKELETON_POINT);
      return toAttributes({
        label: templates.get(name)?.points[index]?.name ?? String(index + 1),
        source: 'manual',
        outside: visibility === VISIBILITY.absent ? 1 : 0,
        occluded: visibility === VISIBILITY.occluded ? 1 : 0,
        points: `${x},${y}`,
      });
    }),
  });
  let imageCount = 0;
  const writeHead = async () => {
    const meta = { task: { name: 'export', labels: { label: labels.flatMap(toLabels) } } };
    await append(FILE_NAME, `<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n${buildXml({ version: '1.1', meta })}`);
  };

  return {
    omitted: omittedCounts,
    image: async ({ image, split, fileName }) => {
      const element = {
        ...toAttributes({
          id: imageCount,
          name: fileName,
          width: image.img_width,
          height: image.img_height,
          ...(split !== 'all' && { subset: split }),
        }),
        box: image.objects.map(({ detection_label, data, rotated_box, attributes }) =>
          toShape(detection_label.name, toBox(data, rotated_box), attributes),
        ),
        polygon: image.polygons.map(({ segmentation_label, data, attributes }) =>
          toShape(segmentation_label.name, { points: toPoints(data) }, attributes),
        ),
        mask: image.masks.map((mask) => toShape(mask.segmentation_label.name, toMask(mask), mask.attributes)),
        skeleton: image.skeletons.map(toSkeleton),
        points: image.points.map(({ name, data, attributes }) => toShape(name, { points: toPoints(data) }, attributes)),
        tag: image.labels.map(({ name }) => toAttributes({ label: name, source: 'manual' })),
      };
      if (imageCount === 0) await writeHead();
      await append(FILE_NAME, buildXml({ image: element }));
      imageCount += 1;
      countOmitted(omittedCounts, image, ['objects', 'polygons', 'masks', 'points', 'skeletons', 'labels']);
      omittedCounts.add('values of labels', image.labels.filter(({ value }) => value !== null).length);
    },
    end: async () => {
      if (imageCount === 0) await writeHead();
      await append(FILE_NAME, '</annotations>\n');
    },
    getImagePaths: ({ fileName }) => [`images/${fileName}`],
  };
}

/** Returns the box around a mask, and the runs of the mask in this box, row by row. */
function toMask({ data: { size, counts }, bbox: [left = 0, top = 0, right = 0, bottom = 0] }: ImageRecord['masks'][number]) {
  const region = { left, top, width: right - left, height: bottom - top };
  const runs = cropRuns(decodeCounts(counts), toMaskSize(size), region);
  return { rle: transposeRuns(runs, [region.width, region.height]).join(', '), ...region };
}

/** Returns the edges of a box before its rotation, and its angle. */
function toBox(
  [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[],
  rotatedBox: readonly number[] | null,
): Record<string, number> {
  if (!rotatedBox) return { xtl: x1, ytl: y1, xbr: x2, ybr: y2 };
  const [x = 0, y = 0, width = 0, height = 0, rotation = 0] = rotatedBox.map(roundCoordinate);
  const [xtl = 0, ytl = 0, xbr = 0, ybr = 0] = [x - width / 2, y - height / 2, x + width / 2, y + height / 2].map(
    roundCoordinate,
  );
  return { xtl, ytl, xbr, ybr, rotation };
}
