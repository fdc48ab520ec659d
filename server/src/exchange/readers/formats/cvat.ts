import type { DiscoveredFile } from '../reader/file-set';
import { readEach, UnreadableError, type Reader, type ReadOptions, type ImportSink } from '../reader/reader';
import { SEVERAL_PARTS_NOTE, traceOutlinesWithNotes } from '../parsing/rle';
import { findChildren, readXmlElements, type XmlElement } from '../parsing/xml-elements';

/** Reads CVAT for images 1.1 (docs.cvat.ai, 'CVAT for images'), with edges in pixels of the upright image as in the console. */
export const readCvat: Reader = async (files, sink, options) => {
  await readEach(files.findBySuffix('.xml'), sink, async (file) => {
    let hasImage = false;
    for await (const image of readXmlElements(await files.open(file), ['image'])) {
      hasImage = true;
      await readImage(image, { file, sink, options });
    }
    if (hasImage) return;
    for await (const _ of readXmlElements(await files.open(file), ['track'])) throw new UnreadableError(VIDEO_ERROR);
    throw new UnreadableError('There is no <image> element.');
  });
};

export const ROTATED_BOX_NOTE = 'Rotated boxes: replaced by the upright box around each';
const VIDEO_ERROR = "This is a video annotation. In CVAT, export with the format 'CVAT for images 1.1'.";

const UNSUPPORTED_SHAPES: Record<string, string> = {
  polyline: 'Lines (not supported)',
  ellipse: 'Ellipses (not supported)',
  cuboid: 'Cuboids (not supported)',
  skeleton: 'Skeletons (not supported)',
};

interface FileContext {
  file: DiscoveredFile;
  sink: ImportSink;
  options: ReadOptions;
}

async function readImage(image: XmlElement, { file, sink, options }: FileContext): Promise<void> {
  const { name, width, height, subset } = image.attributes;
  if (!name) return sink.addNote(null, 'Images without a name');
  const size = { width: Number(width), height: Number(height) };
  const isTest = /^test/i.test(subset ?? '');
  const facts = { ...(size.width > 0 && size.height > 0 && size), ...(isTest && { test: true }) };
  // Tasks of a project may contain images with the same name. The subset distinguishes them.
  const imageNumber = sink.addReference({ path: name, from: file, part: subset?.toLowerCase() || undefined }, facts);
  for (const shape of image.children) {
    const label = shape.attributes.label;
    const reason = UNSUPPORTED_SHAPES[shape.name];
    if (reason) sink.addNote(imageNumber, reason);
    else if (!label) sink.addNote(imageNumber, 'Shapes without a label');
    else await readShape(shape, label, { imageNumber, sink, options });
    if (!['box', 'polygon', 'mask'].includes(shape.name))
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
    case 'polygon': {
      const data = parsePoints(shape);
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
      if (data.length !== 2) return sink.addNote(imageNumber, 'Keypoints of objects (not supported)');
      return sink.addShape(imageNumber, { kind: 'point', class: label, data });
    }
    case 'tag':
      return sink.addShape(imageNumber, { kind: 'label', class: sink.addClass({ of: 'recognition', name: label }), data: [] });
    default:
      return sink.addNote(imageNumber, `Shapes of the unsupported type ${shape.name.slice(0, 30)}`);
  }
}

const parsePoints = (shape: XmlElement) => (shape.attributes.points ?? '').split(/[;,]/).map(Number);

/** Returns the corners of a box that is rotated clockwise about its center. */
function rotateBox([x1, y1, x2, y2]: readonly [number, number, number, number], degrees: number): number[] {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const [cx, cy] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const corners: (readonly [number, number])[] = [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ];
  return corners.flatMap(([x, y]) => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos]);
}

/** Returns the upright box around these points. */
export function getBoundingBox(data: readonly number[]): number[] {
  const [xs, ys] = [data.filter((_, at) => at % 2 === 0), data.filter((_, at) => at % 2 === 1)];
  const getMin = (values: readonly number[]) => values.reduce((min, value) => Math.min(min, value), Infinity);
  const getMax = (values: readonly number[]) => values.reduce((max, value) => Math.max(max, value), -Infinity);
  return [getMin(xs), getMin(ys), getMax(xs), getMax(ys)];
}
