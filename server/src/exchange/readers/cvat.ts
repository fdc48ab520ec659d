import type { DiscoveredFile } from './file-set';
import { readEach, UnreadableError, type Reader, type ReadOptions, type ImportSink } from './reader';
import { SEVERAL_PARTS_NOTE, traceOutlinesWithNotes } from './rle';
import { findChildren, readXmlElements, type XmlElement } from './xml-elements';

/** CVAT for images 1.1 (docs.cvat.ai, 'CVAT for images'): edges in pixels of the upright picture, as here. */
export const readCvat: Reader = async (files, sink, options) => {
  await readEach(files.findBySuffix('.xml'), sink, async (file) => {
    let isThere = false;
    for await (const image of readXmlElements(await files.open(file), ['image'])) {
      isThere = true;
      await take(image, { file, sink, options });
    }
    if (isThere) return;
    for await (const _ of readXmlElements(await files.open(file), ['track'])) throw new UnreadableError(OF_VIDEO);
    throw new UnreadableError('There is no <image> element.');
  });
};

export const ROTATED_BOX_NOTE = 'Rotated boxes: replaced by the upright box around each';
const OF_VIDEO = "This is a video annotation. In CVAT, export with the format 'CVAT for images 1.1'.";

const LEFT_OUT: Record<string, string> = {
  polyline: 'Lines (not supported)',
  ellipse: 'Ellipses (not supported)',
  cuboid: 'Cuboids (not supported)',
  skeleton: 'Skeletons (not supported)',
};

interface Reading {
  file: DiscoveredFile;
  sink: ImportSink;
  options: ReadOptions;
}

async function take(image: XmlElement, { file, sink, options }: Reading): Promise<void> {
  const { name, width, height, subset } = image.attributes;
  if (!name) return sink.addNote(null, 'Images without a name');
  const size = { width: Number(width), height: Number(height) };
  const isTest = /^test/i.test(subset ?? '');
  const facts = { ...(size.width > 0 && size.height > 0 && size), ...(isTest && { test: true }) };
  // Tasks of one project may have a name twice, each in the folder of its subset.
  const picture = sink.addReference({ path: name, from: file, part: subset?.toLowerCase() || undefined }, facts);
  for (const shape of image.children) {
    const label = shape.attributes.label;
    const reason = LEFT_OUT[shape.name];
    if (reason) sink.addNote(picture, reason);
    else if (!label) sink.addNote(picture, 'Shapes without a label');
    else await takeShape(shape, label, { picture, sink, options });
    if (!['box', 'polygon', 'mask'].includes(shape.name))
      sink.addNote(picture, 'Attributes of shapes (not supported)', findChildren(shape, 'attribute').length);
  }
}

/** The attributes of a shape by their names, as its meta data. */
function attributesOf(shape: XmlElement): { meta_data?: Record<string, string> } {
  const said = findChildren(shape, 'attribute').map(({ attributes, text }) => [attributes.name ?? '', text.trim()] as const);
  return said.length > 0 ? { meta_data: Object.fromEntries(said) } : {};
}

interface On {
  picture: number;
  sink: ImportSink;
  options: ReadOptions;
}

async function takeShape(shape: XmlElement, label: string, { picture, sink, options }: On): Promise<void> {
  const numbers = (...names: string[]) => names.map((each) => Number(shape.attributes[each] ?? NaN));
  const meta = attributesOf(shape);
  const box = (data: number[]) =>
    sink.addShape(picture, { kind: 'box', class: sink.addClass({ of: 'detection', name: label }), data, ...meta });
  const polygon = (data: number[]) =>
    sink.addShape(picture, { kind: 'polygon', class: sink.addClass({ of: 'segmentation', name: label }), data, ...meta });
  switch (shape.name) {
    case 'box': {
      const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = numbers('xtl', 'ytl', 'xbr', 'ybr');
      const degrees = Number(shape.attributes.rotation ?? 0);
      if (degrees % 360 === 0) return box([x1, y1, x2, y2]);
      sink.addNote(picture, ROTATED_BOX_NOTE);
      return box(getBoundingBox(rotateBox([x1, y1, x2, y2], degrees)));
    }
    case 'polygon': {
      const data = pointsOf(shape);
      if (options.outlines !== 'polygons') await box(getBoundingBox(data));
      return options.outlines === 'boxes' ? undefined : polygon(data);
    }
    case 'mask': {
      const [left = NaN, top = NaN, width = NaN, height = NaN] = numbers('left', 'top', 'width', 'height');
      const counts = (shape.attributes.rle ?? '').split(',').map(Number);
      if (![left, top, width, height, ...counts].every(Number.isInteger))
        return sink.addNote(picture, 'Masks that cannot be read');
      // Row by row, where COCO's are column by column: x and y are changed round.
      const outlines = traceOutlinesWithNotes({ counts, size: [width, height] }, picture, sink).map((outline) =>
        outline.map((_, at) => (at % 2 === 0 ? outline[at + 1]! + left : outline[at - 1]! + top)),
      );
      if (outlines.length > 0 && options.outlines !== 'polygons') await box(getBoundingBox(outlines.flat()));
      if (options.outlines === 'boxes') return;
      if (outlines.length > 1) sink.addNote(picture, SEVERAL_PARTS_NOTE);
      for (const data of outlines) await polygon(data);
      return;
    }
    case 'points': {
      const data = pointsOf(shape);
      if (data.length !== 2) return sink.addNote(picture, 'Keypoints of objects (not supported)');
      return sink.addShape(picture, { kind: 'point', class: label, data });
    }
    case 'tag':
      return sink.addShape(picture, { kind: 'label', class: sink.addClass({ of: 'recognition', name: label }), data: [] });
    default:
      return sink.addNote(picture, `Shapes of the unsupported type ${shape.name.slice(0, 30)}`);
  }
}

const pointsOf = (shape: XmlElement) => (shape.attributes.points ?? '').split(/[;,]/).map(Number);

/** The corners of a box that is turned about its middle, clockwise. */
export function rotateBox([x1, y1, x2, y2]: readonly [number, number, number, number], degrees: number): number[] {
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

/** The upright box around corners. */
export function getBoundingBox(data: readonly number[]): number[] {
  const [xs, ys] = [data.filter((_, at) => at % 2 === 0), data.filter((_, at) => at % 2 === 1)];
  const least = (values: readonly number[]) => values.reduce((min, value) => Math.min(min, value), Infinity);
  const most = (values: readonly number[]) => values.reduce((max, value) => Math.max(max, value), -Infinity);
  return [least(xs), least(ys), most(xs), most(ys)];
}
