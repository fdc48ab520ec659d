import { z } from 'zod';
import { isTooDeeplyNested } from '../../../platform/http/body/json';
import { findJsonFiles } from './coco';
import type { DiscoveredFile, FileSet } from '../reader/file-set';
import { ATTRIBUTES_NOTE, ELLIPSES_NOTE, LINES_NOTE, WITHOUT_LABEL_NOTE } from '../reader/notes';
import { readEach, UnreadableError, type Reader, type ReadOptions, type ImportSink } from '../reader/reader';
import { defineFields, toNoteText, UnreadFields } from '../parsing/unread-fields';
import { readCsvRows } from '../parsing/csv-rows';
import { getBoundingBox, toEllipsePolygon } from '../parsing/geometry';
import { readJsonElements } from '../parsing/json-elements';

const Attributes = z.record(z.string(), z.unknown());
const Region = z.looseObject({
  shape_attributes: z.looseObject({ name: z.string() }),
  region_attributes: Attributes.nullish(),
});
type Region = z.output<typeof Region>;
const Image = z.looseObject({
  filename: z.string().min(1),
  /** An object with numbers as keys in files of version 1. */
  regions: z.union([z.array(z.unknown()), Attributes]).nullish(),
  file_attributes: Attributes.nullish(),
});

const IMAGES = '_via_img_metadata';
/** Settings of the tool, and lists that can be derived. */
const PROJECT_KEYS = new Set(['_via_settings', '_via_attributes', '_via_data_format_version', '_via_image_id_list']);
const IMAGE_FIELDS = defineFields(['filename', 'size', 'regions', 'file_attributes', 'fileref', 'base64_img_data']);
const REGION_FIELDS = defineFields(['shape_attributes', 'region_attributes']);
const SHAPE_FIELDS = defineFields([
  ...['name', 'x', 'y', 'width', 'height', 'cx', 'cy', 'r', 'rx', 'ry', 'theta', 'all_points_x', 'all_points_y'],
]);
const CSV_FIELDS = defineFields([
  ...['filename', 'file_size', 'file_attributes', 'region_count', 'region_id', 'region_shape_attributes', 'region_attributes'],
]);
/** Attributes that name the class, by preference. Users of the tool choose the names. */
const CLASS_ATTRIBUTES = ['label', 'class', 'category', 'type', 'name', 'object', 'class_name', 'object_name'];

/**
 * Reads VGG Image Annotator files of versions 1 and 2 (robots.ox.ac.uk/~vgg/software/via): projects, and annotations exported as JSON or CSV. The
 * first attribute of a region is its class, unless one is named like a class. The others become metadata.
 */
export const readVia: Reader = async (files, sink, options) => {
  const context = { sink, options, fields: new UnreadFields(sink) };
  await readEach(await findJsonFiles(files), sink, (file) => readJsonFile(files, file, context));
  await readEach(files.findBySuffix('.csv'), sink, (file) => readCsvFile(files, file, context));
};

interface FileContext {
  sink: ImportSink;
  options: ReadOptions;
  fields: UnreadFields;
}

async function readJsonFile(files: FileSet, file: DiscoveredFile, context: FileContext): Promise<void> {
  const { sink, fields } = context;
  let images = 0;
  const readImage = async (value: unknown) => {
    const image = Image.safeParse(value);
    if (!image.success) return sink.addNote(null, 'Images without a file name');
    images += 1;
    const { filename, regions, file_attributes } = image.data;
    fields.add(image.data, IMAGE_FIELDS);
    const number = addImage(filename, file_attributes, { ...context, file });
    for (const region of Object.values(regions ?? {})) await readRegion(region, { ...context, image: number });
  };
  const otherKeys: string[] = [];
  const onOtherKey = (key: string) => {
    if (!PROJECT_KEYS.has(key)) otherKeys.push(key);
  };
  for await (const { value } of readJsonElements(await files.open(file), [IMAGES], { onOtherKey })) await readImage(value);
  if (images > 0) return otherKeys.forEach((key) => fields.addName(key));
  // An exported file has the images as its root.
  for await (const { value } of readJsonElements(await files.open(file), null)) await readImage(value);
  if (images === 0) throw new UnreadableError('There are no images: this is not a file of the VGG Image Annotator.');
}

async function readCsvFile(files: FileSet, file: DiscoveredFile, context: FileContext): Promise<void> {
  const rows = readCsvRows(await files.open(file));
  const head = await rows.next();
  const header = head.done ? [] : head.value.map((name) => name.replace(/^#/, ''));
  if (!header.includes('filename') || !header.includes('region_shape_attributes'))
    throw new UnreadableError("The header has no columns 'filename' and 'region_shape_attributes'.");
  let number = 1;
  for await (const cells of rows) {
    number += 1;
    const row = Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']));
    context.fields.add(row, CSV_FIELDS);
    if (!row.filename) {
      context.sink.addUnreadable(`${file.path}, row ${number}`, 'The row has no file name.');
      continue;
    }
    const isFirstOfImage = row.region_id === '' || row.region_id === '0' || row.region_id === undefined;
    const fileAttributes = isFirstOfImage ? parseAttributes(row.file_attributes) : null;
    const image = addImage(row.filename, fileAttributes, { ...context, file });
    const shape = parseAttributes(row.region_shape_attributes);
    // An image without regions has a row with an empty shape.
    if (shape && Object.keys(shape).length === 0) continue;
    const region = { shape_attributes: shape, region_attributes: parseAttributes(row.region_attributes) };
    await readRegion(region, { ...context, image });
  }
}

function parseAttributes(text: string | undefined): Record<string, unknown> | null {
  if (isTooDeeplyNested(text ?? '')) return null;
  try {
    return Attributes.safeParse(JSON.parse(text || '{}')).data ?? null;
  } catch {
    return null;
  }
}

function addImage(
  path: string,
  attributes: Record<string, unknown> | null | undefined,
  { sink, fields, file }: FileContext & { file: DiscoveredFile },
): number {
  fields.add(attributes ?? {}, NO_FIELDS, 'file_attributes.');
  return sink.addReference({ path, from: file });
}

const NO_FIELDS = defineFields([]);

async function readRegion(value: unknown, context: FileContext & { image: number }): Promise<void> {
  const { image, sink, options, fields } = context;
  const region = Region.safeParse(value);
  if (!region.success) return sink.addNote(image, 'Regions that cannot be read');
  const shape = region.data.shape_attributes;
  fields.add(region.data, REGION_FIELDS);
  fields.add(shape, SHAPE_FIELDS);
  if (shape.name === 'polyline') return sink.addNote(image, LINES_NOTE);
  const { classNames, others } = chooseClass(region.data);
  const [name, ...additionalNames] = classNames;
  if (name === undefined) return sink.addNote(image, WITHOUT_LABEL_NOTE);
  sink.addNote(image, 'Additional labels of a shape', additionalNames.length);
  const hasMetaData = shape.name !== 'point' && Object.keys(others).length > 0;
  if (hasMetaData) sink.addNote(image, ATTRIBUTES_NOTE);
  else fields.add(others, NO_FIELDS, 'region_attributes.');
  const meta = hasMetaData ? { meta_data: others } : {};
  const addBox = (data: number[]) =>
    sink.addShape(image, { kind: 'box', class: sink.addClass({ of: 'detection', name }), data, ...meta });
  const addOutline = async (data: number[]) => {
    if (options.outlines !== 'polygons') await addBox(getBoundingBox(data));
    if (options.outlines !== 'boxes')
      await sink.addShape(image, { kind: 'polygon', class: sink.addClass({ of: 'segmentation', name }), data, ...meta });
  };
  const toNumber = (key: string) => toCoordinate(shape[key]);
  const [cx, cy] = [toNumber('cx'), toNumber('cy')];
  switch (shape.name) {
    case 'rect': {
      const [x, y] = [toNumber('x'), toNumber('y')];
      return addBox([x, y, x + toNumber('width'), y + toNumber('height')]);
    }
    case 'polygon': {
      const data = zipPoints(shape.all_points_x, shape.all_points_y);
      return data.length < 6 ? sink.addNote(image, 'Outlines with fewer than three corners') : addOutline(data);
    }
    case 'circle':
      sink.addNote(image, ELLIPSES_NOTE);
      return addOutline(toEllipsePolygon({ cx, cy, rx: toNumber('r'), ry: toNumber('r') }));
    case 'ellipse': {
      const radians = shape.theta === undefined ? 0 : toNumber('theta');
      sink.addNote(image, ELLIPSES_NOTE);
      return addOutline(toEllipsePolygon({ cx, cy, rx: toNumber('rx'), ry: toNumber('ry'), radians }));
    }
    case 'point':
      return sink.addShape(image, { kind: 'point', class: name, data: [cx, cy] });
    default:
      return sink.addNote(image, `Shapes of the unsupported type ${toNoteText(shape.name, 30)}`);
  }
}

const toCoordinate = (value: unknown) => (typeof value === 'number' ? value : NaN);

function zipPoints(xs: unknown, ys: unknown): number[] {
  if (!Array.isArray(xs) || !Array.isArray(ys) || xs.length !== ys.length) return [];
  return xs.flatMap((x, at) => [toCoordinate(x), toCoordinate(ys[at])]);
}

/** Chooses the attribute that is the class of a region. A checkbox attribute has several names. */
function chooseClass({ region_attributes }: Region): { classNames: string[]; others: Record<string, unknown> } {
  const entries = Object.entries(region_attributes ?? {}).filter(([, value]) => value !== '' && value !== null);
  const candidates = entries.filter(([, value]) => toNames(value).length > 0);
  const named = CLASS_ATTRIBUTES.flatMap((name) => candidates.filter(([key]) => key.trim().toLowerCase() === name));
  const chosen = named[0] ?? candidates[0];
  return {
    classNames: chosen ? toNames(chosen[1]) : [],
    others: Object.fromEntries(entries.filter((entry) => entry !== chosen)),
  };
}

/** The value of a text, dropdown or radio attribute, or the checked options of a checkbox attribute. */
function toNames(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim() === '' ? [] : [String(value).trim()];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, isChecked]) => (isChecked === true ? [name] : []));
}
