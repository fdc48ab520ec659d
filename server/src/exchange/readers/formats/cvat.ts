import type { DiscoveredFile } from '../reader/file-set';
import { readEach, UnreadableError, type Reader, type ReadOptions, type ImportSink } from '../reader/reader';
import {
  ATTRIBUTES_NOTE,
  KEYPOINTS_NOTE,
  ELLIPSES_NOTE,
  LINES_NOTE,
  ROTATED_BOX_NOTE,
  WITHOUT_LABEL_NOTE,
} from '../reader/notes';
import { defineFields, toNoteText, UnreadFields } from '../parsing/unread-fields';
import { getBoundingBox, rotateBox, toEllipsePolygon } from '../parsing/geometry';
import { SEVERAL_PARTS_NOTE, traceOutlinesWithNotes } from '../parsing/rle';
import { findChildren, readXmlElements, type XmlElement } from '../parsing/xml-elements';

/** Reads CVAT for images 1.1 (docs.cvat.ai, 'CVAT for images'), with edges in pixels of the upright image as in the console. */
export const readCvat: Reader = async (files, sink, options) => {
  const fields = new UnreadFields(sink);
  await readEach(files.findBySuffix('.xml'), sink, async (file) => {
    let hasImage = false;
    const others: string[] = [];
    for await (const image of readXmlElements(await files.open(file), ['image'], (name) => others.push(name))) {
      hasImage = true;
      await readImage(image, { file, sink, options, fields });
    }
    if (hasImage) return others.forEach((name) => name !== 'version' && fields.addName(name));
    for await (const _ of readXmlElements(await files.open(file), ['track'])) throw new UnreadableError(VIDEO_ERROR);
    throw new UnreadableError('There is no <image> element.');
  });
};

const VIDEO_ERROR = "This is a video annotation. In CVAT, export with the format 'CVAT for images 1.1'.";

const SHAPES = ['box', 'polygon', 'mask', 'points', 'ellipse', 'tag', 'polyline', 'cuboid', 'skeleton'];
/** Shapes that have metadata. */
const METADATA_SHAPES = ['box', 'polygon', 'mask', 'ellipse'];
const UNSUPPORTED_SHAPES: Record<string, string> = {
  polyline: LINES_NOTE,
  cuboid: 'Cuboids (not supported)',
  skeleton: 'Skeletons (not supported)',
};

const IMAGE_FIELDS = defineFields(['id', 'name', 'width', 'height', 'subset']);
const COMMON_FIELDS = ['label', 'attribute'];
const GEOMETRY_FIELDS = [
  'xtl',
  'ytl',
  'xbr',
  'ybr',
  'rotation',
  'points',
  'cx',
  'cy',
  'rx',
  'ry',
  'rle',
  'left',
  'top',
  'width',
  'height',
];
const SHAPE_FIELDS = defineFields([...COMMON_FIELDS, ...GEOMETRY_FIELDS], { occluded: '0', z_order: '0', source: 'manual' });

interface FileContext {
  file: DiscoveredFile;
  sink: ImportSink;
  options: ReadOptions;
  fields: UnreadFields;
}

async function readImage(image: XmlElement, { file, sink, options, fields }: FileContext): Promise<void> {
  const { name, width, height, subset } = image.attributes;
  if (!name) return sink.addNote(null, 'Images without a name');
  const size = { width: Number(width), height: Number(height) };
  const isTest = /^test/i.test(subset ?? '');
  const facts = { ...(size.width > 0 && size.height > 0 && size), ...(isTest && { test: true }) };
  // Tasks of a project may contain images with the same name. The subset distinguishes them.
  const imageNumber = sink.addReference({ path: name, from: file, part: subset?.toLowerCase() || undefined }, facts);
  fields.add(image.attributes, IMAGE_FIELDS);
  for (const shape of image.children) {
    const label = shape.attributes.label;
    const reason = UNSUPPORTED_SHAPES[shape.name];
    if (reason) sink.addNote(imageNumber, reason);
    else if (!SHAPES.includes(shape.name))
      sink.addNote(imageNumber, `Shapes of the unsupported type ${toNoteText(shape.name, 30)}`);
    else if (!label) sink.addNote(imageNumber, WITHOUT_LABEL_NOTE);
    else {
      if (METADATA_SHAPES.includes(shape.name) && findChildren(shape, 'attribute').length > 0)
        sink.addNote(imageNumber, ATTRIBUTES_NOTE);
      fields.addXml(shape, SHAPE_FIELDS);
      await readShape(shape, label, { imageNumber, sink, options });
    }
    if (!METADATA_SHAPES.includes(shape.name))
      sink.addNote(imageNumber, 'Attributes of shapes (not supported)', findChildren(shape, 'attribute').length);
  }
}

/** Stores the attributes of a shape as its metadata. */
function toMetaData(shape: XmlElement): { meta_data?: Record<string, string> } {
  const entries = findChildren(shape, 'attribute').map(({ attributes, text }) => [attributes.name ?? '', text.trim()] as const);
  return entries.length > 0 ? { meta_data: Object.fromEntries(entries) } : {};
}

interface ImageContext {
  imageNumber: number;
  sink: ImportSink;
  options: ReadOptions;
}

async function readShape(shape: XmlElement, label: string, { imageNumber, sink, options }: ImageContext): Promise<void> {
  const readNumbers = (...names: string[]) => names.map((each) => Number(shape.attributes[each] ?? NaN));
  const meta = toMetaData(shape);
  const addBox = (data: number[]) =>
    sink.addShape(imageNumber, { kind: 'box', class: sink.addClass({ of: 'detection', name: label }), data, ...meta });
  const addPolygon = (data: number[]) =>
    sink.addShape(imageNumber, { kind: 'polygon', class: sink.addClass({ of: 'segmentation', name: label }), data, ...meta });
  switch (shape.name) {
    case 'box': {
      const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = readNumbers('xtl', 'ytl', 'xbr', 'ybr');
      const degrees = Number(shape.attributes.rotation ?? 0);
      if (degrees % 360 === 0) return addBox([x1, y1, x2, y2]);
      sink.addNote(imageNumber, ROTATED_BOX_NOTE);
      return addBox(getBoundingBox(rotateBox([x1, y1, x2, y2], degrees)));
    }
    case 'ellipse':
    case 'polygon': {
      if (shape.name === 'ellipse') sink.addNote(imageNumber, ELLIPSES_NOTE);
      const data = shape.name === 'ellipse' ? parseEllipse(shape) : parsePoints(shape);
      if (options.outlines !== 'polygons') await addBox(getBoundingBox(data));
      return options.outlines === 'boxes' ? undefined : addPolygon(data);
    }
    case 'mask': {
      const [left = NaN, top = NaN, width = NaN, height = NaN] = readNumbers('left', 'top', 'width', 'height');
      const counts = (shape.attributes.rle ?? '').split(',').map(Number);
      if (![left, top, width, height, ...counts].every(Number.isInteger))
        return sink.addNote(imageNumber, 'Masks that cannot be read');
      // CVAT masks run row by row, COCO masks column by column, so x and y are swapped.
      const outlines = traceOutlinesWithNotes({ counts, size: [width, height] }, imageNumber, sink).map((outline) =>
        outline.map((_, at) => (at % 2 === 0 ? outline[at + 1]! + left : outline[at - 1]! + top)),
      );
      if (outlines.length > 0 && options.outlines !== 'polygons') await addBox(getBoundingBox(outlines.flat()));
      if (options.outlines === 'boxes') return;
      if (outlines.length > 1) sink.addNote(imageNumber, SEVERAL_PARTS_NOTE);
      for (const data of outlines) await addPolygon(data);
      return;
    }
    case 'points': {
      const data = parsePoints(shape);
      if (data.length !== 2) return sink.addNote(imageNumber, KEYPOINTS_NOTE);
      return sink.addShape(imageNumber, { kind: 'point', class: label, data });
    }
    case 'tag':
      return sink.addShape(imageNumber, { kind: 'label', class: sink.addClass({ of: 'recognition', name: label }), data: [] });
    default:
      return undefined;
  }
}

const parsePoints = (shape: XmlElement) => (shape.attributes.points ?? '').split(/[;,]/).map(Number);

function parseEllipse({ attributes }: XmlElement): number[] {
  const [cx, cy, rx, ry] = ['cx', 'cy', 'rx', 'ry'].map((name) => Number(attributes[name] ?? NaN)) as [
    number,
    number,
    number,
    number,
  ];
  return toEllipsePolygon({ cx, cy, rx, ry, radians: (Number(attributes.rotation ?? 0) * Math.PI) / 180 });
}
