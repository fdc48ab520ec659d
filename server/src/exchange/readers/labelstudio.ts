import { z } from 'zod';
import { getBoundingBox, ROTATED_BOX_NOTE } from './cvat';
import { findJsonFiles } from './coco';
import { getFileName, type DiscoveredFile } from './file-set';
import { readJsonElements } from './json-elements';
import { readEach, UnreadableError, type Reader, type ReadOptions, type ImportSink } from './reader';

const Result = z.looseObject({
  /** Results of one region have the same. */
  id: z.string().nullish(),
  type: z.string(),
  value: z.looseObject({}).default({}),
  image_rotation: z.number().optional(),
  original_width: z.number().positive().optional(),
  original_height: z.number().positive().optional(),
});
type Result = z.output<typeof Result>;
const Annotation = z.looseObject({ was_cancelled: z.boolean().nullish(), result: z.array(z.unknown()).default([]) });
const Task = z.looseObject({
  data: z.looseObject({}),
  file_upload: z.string().nullish(),
  annotations: z.array(Annotation).optional(),
  completions: z.array(Annotation).optional(),
});

const Rectangle = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  rotation: z.number().default(0),
});
const Polygon = z.object({ points: z.array(z.array(z.number()).length(2)).min(3) });
const Point = z.object({ x: z.number(), y: z.number() });
const Names = z.array(z.string()).min(1);

/** Label Studio's JSON (labelstud.io, 'Export'): a list of tasks; lengths are per cent of the picture's sides. */
export const readLabelStudio: Reader = async (files, sink, options) => {
  await readEach(await findJsonFiles(files), sink, async (file) => {
    let isThere = false;
    for await (const { value } of readJsonElements(await files.open(file), null)) {
      isThere = true;
      const task = Task.safeParse(value);
      if (task.success) await take(task.data, file, { sink, options });
      else sink.addNote(null, 'Tasks without data');
    }
    if (!isThere) throw new UnreadableError('No list of tasks: this is not a Label Studio file.');
  });
};

async function take(
  task: z.output<typeof Task>,
  from: DiscoveredFile,
  { sink, options }: { sink: ImportSink; options: ReadOptions },
): Promise<void> {
  const path = pathOf(task);
  if (!path) return sink.addNote(null, 'Tasks without an image');
  const picture = sink.addReference({ path, from });
  const annotations = (task.annotations ?? task.completions ?? []).filter(({ was_cancelled }) => !was_cancelled);
  sink.addNote(picture, 'Annotations by more than one person: only the last one is imported', annotations.length - 1);
  const results: Result[] = [];
  for (const each of annotations.at(-1)?.result ?? []) {
    const result = Result.safeParse(each);
    if (!result.success) sink.addNote(picture, 'Results that cannot be read');
    else if ((result.data.image_rotation ?? 0) % 360 !== 0)
      sink.addNote(picture, 'Shapes on an image that was rotated in Label Studio');
    else results.push(result.data);
  }
  const regions = new Map(results.filter(isRegion).map((result) => [result.id, result]));
  const choices = new Map<string, string[]>();
  for (const result of results) {
    const region = result.type === 'choices' && result.id != null ? regions.get(result.id) : undefined;
    if (!region) continue;
    const said = Names.safeParse(result.value.choices).data ?? [];
    if (region.type === 'rectanglelabels') choices.set(region.id!, [...(choices.get(region.id!) ?? []), ...said]);
    else sink.addNote(picture, 'Choices for outlines and points (not supported)', said.length);
  }
  for (const result of results) {
    if (result.type === 'choices' && regions.has(result.id)) continue;
    await takeResult(result, { picture, sink, options, choices: choices.get(result.id ?? '') ?? [] });
  }
}

const isRegion = ({ id, type }: Result) => id != null && /labels$/.test(type);

/** Of uploads the name has eight figures and a hyphen before it. The host or bucket of a URL is no folder of the files. */
function pathOf({ data, file_upload }: z.output<typeof Task>): string | null {
  const values = Object.entries(data);
  const image =
    values.find(([name]) => name === 'image') ??
    values.find(([, value]) => /\.(jpe?g|png|webp|gif|tiff?)(\?|$)/i.test(String(value)));
  const said = file_upload ?? (typeof image?.[1] === 'string' ? image[1] : null);
  if (!said) return null;
  const local = /[?&]d=([^&]+)/.exec(said)?.[1];
  const address = decoded(local ?? said.replace(/[?#].*$/, '')).replace(/^[a-z0-9]+:\/\/[^/]*\//i, '');
  const isUpload = file_upload != null || address.includes('data/upload/');
  return isUpload ? getFileName(address).replace(/^[0-9a-f]{8}-/, '') : address;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface On {
  picture: number;
  sink: ImportSink;
  options: ReadOptions;
  /** Of the region that the result is. */
  choices: readonly string[];
}

async function takeResult(result: Result, { picture, sink, options, choices }: On): Promise<void> {
  const { type, value } = result;
  const names = Names.safeParse(value[type]);
  const [name = ''] = names.data ?? [];
  const unread = () => sink.addNote(picture, `Results of the type ${type.slice(0, 30)} that cannot be read`);
  const share = (each: number) => each / 100;
  const box = (data: number[]) =>
    sink.addShape(picture, {
      kind: 'box',
      class: sink.addClass({ of: 'detection', name }),
      data: data.map(share),
      shares: true,
      ...(choices.length > 0 && { labels: choices.map((each) => ({ class: sink.addClass({ of: 'recognition', name: each }) })) }),
    });
  if (type !== 'choices') sink.addNote(picture, 'Additional labels of a shape', (names.data?.length ?? 1) - 1);
  if (type === 'choices' && names.success) {
    for (const each of names.data)
      await sink.addShape(picture, { kind: 'label', class: sink.addClass({ of: 'recognition', name: each }), data: [] });
  } else if (type === 'rectanglelabels' && names.success) {
    const read = Rectangle.safeParse(value);
    if (!read.success) return unread();
    const { x, y, width, height, rotation } = read.data;
    if (rotation % 360 === 0) return box([x, y, x + width, y + height]);
    const corners = turnedCorners(read.data, result);
    if (!corners) return sink.addNote(picture, 'Rotated boxes on images without a declared size');
    sink.addNote(picture, ROTATED_BOX_NOTE);
    await box(getBoundingBox(corners));
  } else if (type === 'polygonlabels' && names.success) {
    const read = Polygon.safeParse(value);
    if (!read.success) return unread();
    const data = read.data.points.flat();
    if (options.outlines !== 'polygons') await box(getBoundingBox(data));
    if (options.outlines !== 'boxes')
      await sink.addShape(picture, {
        kind: 'polygon',
        class: sink.addClass({ of: 'segmentation', name }),
        data: data.map(share),
        shares: true,
      });
  } else if (type === 'keypointlabels' && names.success) {
    const read = Point.safeParse(value);
    if (!read.success) return unread();
    await sink.addShape(picture, { kind: 'point', class: name, data: [share(read.data.x), share(read.data.y)], shares: true });
  } else sink.addNote(picture, `Results of the unsupported type ${type.slice(0, 30)}`);
}

/** The corners, in per cent, of a box that is turned clockwise about its first one. In pixels, for per cent are longer on the longer side. */
function turnedCorners({ x, y, width, height, rotation }: z.output<typeof Rectangle>, of: Result): number[] | null {
  const { original_width: across, original_height: down } = of;
  if (!across || !down) return null;
  const [sin, cos] = [Math.sin((rotation * Math.PI) / 180), Math.cos((rotation * Math.PI) / 180)];
  const [w, h] = [(width * across) / 100, (height * down) / 100];
  const corners = [
    [0, 0],
    [w * cos, w * sin],
    [w * cos - h * sin, w * sin + h * cos],
    [-h * sin, h * cos],
  ] as const;
  return corners.flatMap(([right, below]) => [x + (100 * right) / across, y + (100 * below) / down]);
}
