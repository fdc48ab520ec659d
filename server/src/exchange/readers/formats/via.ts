import { z } from 'zod';
import { isTooDeeplyNested } from '../../../platform/http/body/json';
import { findJsonFiles } from './coco';
import { getExtension, type DiscoveredFile } from '../reader/file-set';
import { defineReader, type ReadContext } from './define-reader';
import { UnreadableError } from '../reader/reader';
import { defineFields } from '../parsing/unread-fields';
import { readCsvRows } from '../parsing/csv-rows';
import { readJsonElements } from '../parsing/json-elements';
import { readVia3Project } from './via3';
import { ViaClasses, type ViaAttribute } from './via-classes';
import { addImage, Attributes, readRegion } from './via-regions';

const Image = z.looseObject({
  filename: z.string().min(1),
  /** An object with numbers as keys in files of version 1. */
  regions: z.union([z.array(z.unknown()), Attributes]).nullish(),
  file_attributes: Attributes.nullish(),
});

const IMAGES_KEY = '_via_img_metadata';
const ATTRIBUTES_KEY = '_via_attributes';
/** The attributes of regions by name. */
const DeclaredAttributes = z.record(
  z.string(),
  z.looseObject({ type: z.string().catch('text'), options: Attributes.optional().catch(undefined) }),
);
/** Keys that need no note: settings of the tool, or lists that can be derived. */
const PROJECT_KEYS = new Set(['_via_settings', '_via_data_format_version', '_via_image_id_list']);
const IMAGE_FIELDS = defineFields(['filename', 'size', 'regions', 'file_attributes', 'fileref', 'base64_img_data']);
const CSV_FIELDS = defineFields([
  ...['filename', 'file_size', 'file_attributes', 'region_count', 'region_id', 'region_shape_attributes', 'region_attributes'],
]);
/**
 * Reads VGG Image Annotator files (robots.ox.ac.uk/~vgg/software/via): projects, and annotations exported as JSON or CSV. The class of a
 * region is the value of an attribute with a name such as `label`, otherwise of its first attribute. The other attributes become attributes
 * of the shape.
 */
export const readVia = defineReader(
  (files) => [...findJsonFiles(files), ...files.findBySuffix('.csv')],
  (file, context) => (getExtension(file.path) === '.csv' ? readCsvFile(file, context) : readJsonFile(file, context)),
);

async function readJsonFile(file: DiscoveredFile, context: ReadContext): Promise<void> {
  const { files, sink, fields } = context;
  let imageCount = 0;
  const classes = new ViaClasses();
  let attributes: ViaAttribute[] = [];
  const readImage = async (value: unknown) => {
    const image = Image.safeParse(value);
    if (!image.success) return sink.addNote(null, 'Images without a file name');
    imageCount += 1;
    const { filename, regions, file_attributes } = image.data;
    fields.add(image.data, IMAGE_FIELDS);
    const annotations = addImage(filename, file_attributes, file, context);
    for (const region of Object.values(regions ?? {})) await readRegion(region, annotations, context, classes);
  };
  const otherKeys: string[] = [];
  const onOtherKey = (key: string) => {
    if (!PROJECT_KEYS.has(key)) otherKeys.push(key);
  };
  for await (const { listKey, key, value } of readJsonElements(await files.open(file), [IMAGES_KEY, ATTRIBUTES_KEY], {
    onOtherKey,
  })) {
    if (listKey === IMAGES_KEY) await readImage(value);
    else if (key === 'region') attributes = toAttributes(value);
  }
  classes.declare(attributes, sink);
  if (imageCount > 0) return otherKeys.forEach((key) => fields.addName(key));
  if (['project', 'file'].every((key) => otherKeys.includes(key))) return readVia3Project(file, context);
  // The root of an exported file contains the images.
  for await (const { value } of readJsonElements(await files.open(file), null)) await readImage(value);
  if (imageCount === 0) throw new UnreadableError('There are no images: this is not a file of the VGG Image Annotator.');
}

/** Reads the attributes that a project declares for regions. The keys of `options` are the values that regions contain. */
function toAttributes(value: unknown): ViaAttribute[] {
  const { data = {} } = DeclaredAttributes.safeParse(value);
  return Object.entries(data).map(([name, { type, options = {} }]) => ({
    name,
    type: type === 'text' ? 'text' : type === 'radio' || type === 'dropdown' ? 'choice' : 'other',
    options: Object.keys(options),
  }));
}

async function readCsvFile(file: DiscoveredFile, context: ReadContext): Promise<void> {
  const classes = new ViaClasses();
  const rows = readCsvRows(await context.files.open(file));
  const headerRow = await rows.next();
  const header = headerRow.done ? [] : headerRow.value.map((name) => name.replace(/^#/, ''));
  if (!header.includes('filename') || !header.includes('region_shape_attributes'))
    throw new UnreadableError("The header has no columns 'filename' and 'region_shape_attributes'.");
  let rowNumber = 1;
  for await (const cells of rows) {
    rowNumber += 1;
    const row = Object.fromEntries(header.map((name, index) => [name, cells[index] ?? '']));
    context.fields.add(row, CSV_FIELDS);
    if (!row.filename) {
      context.sink.addUnreadable(`${file.path}, row ${rowNumber}`, 'The row has no file name.');
      continue;
    }
    const isFirstOfImage = row.region_id === '' || row.region_id === '0' || row.region_id === undefined;
    const fileAttributes = isFirstOfImage ? parseAttributes(row.file_attributes) : null;
    const annotations = addImage(row.filename, fileAttributes, file, context);
    const shapeAttributes = parseAttributes(row.region_shape_attributes);
    // An image without regions has a row with an empty shape.
    if (shapeAttributes && Object.keys(shapeAttributes).length === 0) continue;
    const region = { shape_attributes: shapeAttributes, region_attributes: parseAttributes(row.region_attributes) };
    await readRegion(region, annotations, context, classes);
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
