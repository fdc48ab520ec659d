import { z } from 'zod';
import type { DiscoveredFile } from '../reader/file-set';
import type { ReadContext } from './define-reader';
import type { ImageAnnotations } from '../reader/image-annotations';
import { computeBoundingBox } from '../../../data-access/shapes/geometry';
import { readJsonElements } from '../parsing/json-elements';
import { defineFields } from '../parsing/unread-fields';
import { FOUND_BY_NAME_NOTE } from '../reader/notes';
import { UrlPaths } from '../reader/url-paths';
import { ViaClasses, type ViaAttribute } from './via-classes';
import { addImage, readRegion } from './via-regions';

const Key = z.union([z.string(), z.number()]).transform(String);
const Attribute = z.looseObject({
  aname: z.string(),
  /** Identifies what the attribute describes, such as a file or a region. */
  anchor_id: z.string().optional().catch(undefined),
  type: z.number().optional(),
  options: z.record(z.string(), z.string()).optional().catch(undefined),
});
const File = z.looseObject({ fid: Key, fname: z.string().min(1), type: z.number().optional() });
const View = z.looseObject({ fid_list: z.array(Key) });
const Metadata = z.looseObject({
  vid: Key,
  /** Times in seconds. Empty for images. */
  z: z.array(z.number()).default([]),
  /** The code of a shape and its numbers. Empty for metadata of a file. */
  xy: z.array(z.number()).default([]),
  /** Values by the keys of attributes. */
  av: z.record(z.string(), z.unknown()).default({}),
});

const IMAGE_FILE = 2;
/** The end of `anchor_id` of attributes that describe files. */
const FILE_ANCHOR = '_XY0';
const TEXT_TYPE = 1;
const CHECKBOX_TYPE = 2;
const RADIO_TYPE = 3;
const SELECT_TYPE = 4;
const METADATA_FIELDS = defineFields(['vid', 'z', 'xy', 'av'], { flg: '0' });

interface Project {
  attributes: ReadonlyMap<string, z.output<typeof Attribute>>;
  files: ReadonlyMap<string, z.output<typeof File>>;
  views: ReadonlyMap<string, readonly string[]>;
}

/** Reads a project of the VGG Image Annotator, version 3. The shapes may precede the files, so the project is read twice. */
export async function readVia3Project(annotationFile: DiscoveredFile, context: ReadContext): Promise<void> {
  const { files: fileSet, sink, fields } = context;
  const project = await readProject(annotationFile, context);
  const urlPaths = new UrlPaths(fileSet);
  for (const { fname } of project.files.values()) urlPaths.add(fname);
  const images = new Map<string, ImageAnnotations>();
  const classes = new ViaClasses();
  for (const [fid, { fname, type = IMAGE_FILE }] of project.files) {
    if (type !== IMAGE_FILE) {
      sink.addNote(null, 'Videos and sounds (not supported)');
      continue;
    }
    const { path, isFoundByName } = urlPaths.resolve(fname);
    const image = addImage(path, null, annotationFile, context);
    if (isFoundByName) image.addNote(FOUND_BY_NAME_NOTE);
    images.set(fid, image);
  }
  for await (const { value } of readJsonElements(await fileSet.open(annotationFile), ['metadata'])) {
    const metadata = Metadata.safeParse(value);
    if (!metadata.success) {
      sink.addNote(null, 'Regions that cannot be read');
      continue;
    }
    const { vid, z: times, xy, av } = metadata.data;
    const [fid, ...otherFiles] = project.views.get(vid) ?? [vid];
    const annotations = images.get(fid ?? '');
    const attributes = toNamedAttributes(av, project);
    if (otherFiles.length > 0) sink.addNote(null, 'Regions of views with several files (not supported)');
    else if (times.length > 0) sink.addNote(null, 'Regions and segments of videos (not supported)');
    else if (!annotations) sink.addNote(null, 'Regions of files that the project does not list as images');
    else if (xy.length === 0) fields.add(attributes, defineFields([]), 'file_attributes.');
    else {
      fields.add(metadata.data, METADATA_FIELDS);
      await readRegion({ shape_attributes: toShapeAttributes(xy), region_attributes: attributes }, annotations, context, classes);
    }
  }
  const regionAttributes = [...project.attributes.values()].filter(({ anchor_id }) => !anchor_id?.endsWith(FILE_ANCHOR));
  classes.declare(regionAttributes.map(toAttribute), sink);
}

async function readProject(file: DiscoveredFile, { files: fileSet, sink }: ReadContext): Promise<Project> {
  const [attributes, files, views] = [new Map<string, z.output<typeof Attribute>>(), new Map(), new Map()];
  for await (const { listKey, key, value } of readJsonElements(await fileSet.open(file), ['attribute', 'file', 'view'])) {
    const attribute = listKey === 'attribute' ? Attribute.safeParse(value).data : undefined;
    const listedFile = listKey === 'file' ? File.safeParse(value).data : undefined;
    const viewFiles = listKey === 'view' ? View.safeParse(value).data : undefined;
    if (attribute) attributes.set(String(key), attribute);
    else if (listedFile) files.set(listedFile.fid, listedFile);
    else if (viewFiles) views.set(String(key), viewFiles.fid_list);
    else sink.addNote(null, 'Files, views or attributes of the project that cannot be read');
  }
  return { attributes, files, views };
}

const toAttribute = ({ aname, type, options = {} }: z.output<typeof Attribute>): ViaAttribute => ({
  name: aname,
  type: type === TEXT_TYPE ? 'text' : type === RADIO_TYPE || type === SELECT_TYPE ? 'choice' : 'other',
  options: Object.values(options),
});

/** Replaces the keys of attributes and options by their names. A checkbox has the keys of its checked options. */
function toNamedAttributes(values: Record<string, unknown>, { attributes }: Project): Record<string, unknown> {
  const toNamed = ([key, value]: [string, unknown]) => {
    const { aname = key, type, options = {} } = attributes.get(key) ?? {};
    const getOption = (option: string) => options[option] ?? option;
    if (type === CHECKBOX_TYPE && typeof value === 'string') {
      const checkedOptions = value.split(',').filter(Boolean);
      return [aname, Object.fromEntries(checkedOptions.map((option) => [getOption(option), true]))];
    }
    return [aname, typeof value === 'string' ? getOption(value) : value];
  };
  return Object.fromEntries(Object.entries(values).map(toNamed));
}

/** Converts a shape to the attributes that versions 1 and 2 have for it. */
function toShapeAttributes([code, ...numbers]: readonly number[]): object {
  const [x, y, third, fourth] = numbers;
  const points = {
    all_points_x: numbers.filter((_, index) => index % 2 === 0),
    all_points_y: numbers.filter((_, index) => index % 2 === 1),
  };
  switch (code) {
    case 1:
      return { name: 'point', cx: x, cy: y };
    case 2:
      return { name: 'rect', x, y, width: third, height: fourth };
    case 3:
      return { name: 'circle', cx: x, cy: y, r: third };
    case 4:
      return { name: 'ellipse', cx: x, cy: y, rx: third, ry: fourth };
    case 5:
    case 6:
      return { name: 'polyline', ...points };
    case 7:
      return { name: 'polygon', ...points };
    case 8: {
      // The numbers are four points on the sides of the box.
      const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = computeBoundingBox(numbers);
      return { name: 'rect', x: x1, y: y1, width: x2 - x1, height: y2 - y1 };
    }
    case 9:
      return { name: 'circle', ...toCircle(numbers) };
    default:
      return { name: `code ${code}` };
  }
}

/** Returns the circle through three points. */
function toCircle([x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN, x3 = NaN, y3 = NaN]: readonly number[]) {
  const [dx2, dy2, dx3, dy3] = [x2 - x1, y2 - y1, x3 - x1, y3 - y1];
  const [square2, square3] = [dx2 ** 2 + dy2 ** 2, dx3 ** 2 + dy3 ** 2];
  const twiceCross = 2 * (dx2 * dy3 - dy2 * dx3);
  const [dx, dy] = [(dy3 * square2 - dy2 * square3) / twiceCross, (dx2 * square3 - dx3 * square2) / twiceCross];
  return { cx: x1 + dx, cy: y1 + dy, r: Math.hypot(dx, dy) };
}
