import { z } from 'zod';
import { getBoundingBox, ROTATED_BOX_NOTE } from './cvat';
import { findJsonFiles } from './coco';
import { getFileName, type DiscoveredFile } from '../reader/file-set';
import { readJsonElements } from '../parsing/json-elements';
import { readEach, UnreadableError, type Reader, type ReadOptions, type ImportSink } from '../reader/reader';

const Result = z.looseObject({
  /** Results of the same region have the same id. */
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

/** Reads Label Studio JSON (labelstud.io, 'Export'): a list of tasks, with coordinates in percent of the image's width and height. */
export const readLabelStudio: Reader = async (files, sink, options) => {
  await readEach(await findJsonFiles(files), sink, async (file) => {
    let hasTask = false;
    for await (const { value } of readJsonElements(await files.open(file), null)) {
      hasTask = true;
      const task = Task.safeParse(value);
      if (task.success) await readTask(task.data, file, { sink, options });
      else sink.addNote(null, 'Tasks without data');
    }
    if (!hasTask) throw new UnreadableError('No list of tasks: this is not a Label Studio file.');
  });
};

async function readTask(
  task: z.output<typeof Task>,
  from: DiscoveredFile,
  { sink, options }: { sink: ImportSink; options: ReadOptions },
): Promise<void> {
  const path = findImagePath(task);
  if (!path) return sink.addNote(null, 'Tasks without an image');
  const image = sink.addReference({ path, from });
  const annotations = (task.annotations ?? task.completions ?? []).filter(({ was_cancelled }) => !was_cancelled);
  sink.addNote(image, 'Annotations by more than one person: only the last one is imported', annotations.length - 1);
  const results: Result[] = [];
  for (const each of annotations.at(-1)?.result ?? []) {
    const result = Result.safeParse(each);
    if (!result.success) sink.addNote(image, 'Results that cannot be read');
    else if ((result.data.image_rotation ?? 0) % 360 !== 0)
      sink.addNote(image, 'Shapes on an image that was rotated in Label Studio');
    else results.push(result.data);
  }
  const regions = new Map(results.filter(isRegion).map((result) => [result.id, result]));
  const choices = new Map<string, string[]>();
  for (const result of results) {
    const region = result.type === 'choices' && result.id != null ? regions.get(result.id) : undefined;
    if (!region) continue;
    const choiceNames = Names.safeParse(result.value.choices).data ?? [];
    if (region.type === 'rectanglelabels') choices.set(region.id!, [...(choices.get(region.id!) ?? []), ...choiceNames]);
    else sink.addNote(image, 'Choices for outlines and points (not supported)', choiceNames.length);
  }
  for (const result of results) {
    if (result.type === 'choices' && regions.has(result.id)) continue;
    await readResult(result, { image, sink, options, choices: choices.get(result.id ?? '') ?? [] });
  }
}

const isRegion = ({ id, type }: Result) => id != null && /labels$/.test(type);

/** Returns the image path of a task. Removes the prefix of uploads (eight hex digits and a hyphen) and the host or bucket of a URL. */
function findImagePath({ data, file_upload }: z.output<typeof Task>): string | null {
  const values = Object.entries(data);
  const image =
    values.find(([name]) => name === 'image') ??
    values.find(([, value]) => /\.(jpe?g|png|webp|gif|tiff?)(\?|$)/i.test(String(value)));
  const declaredPath = file_upload ?? (typeof image?.[1] === 'string' ? image[1] : null);
  if (!declaredPath) return null;
  const local = /[?&]d=([^&]+)/.exec(declaredPath)?.[1];
  const path = decode(local ?? declaredPath.replace(/[?#].*$/, '')).replace(/^[a-z0-9]+:\/\/[^/]*\//i, '');
  const isUpload = file_upload != null || path.includes('data/upload/');
  return isUpload ? getFileName(path).replace(/^[0-9a-f]{8}-/, '') : path;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface ResultContext {
  image: number;
  sink: ImportSink;
  options: ReadOptions;
  /** The choices of the result's region. */
  choices: readonly string[];
}

async function readResult(result: Result, { image, sink, options, choices }: ResultContext): Promise<void> {
  const { type, value } = result;
  const names = Names.safeParse(value[type]);
  const [name = ''] = names.data ?? [];
  const addUnreadNote = () => sink.addNote(image, `Results of the type ${type.slice(0, 30)} that cannot be read`);
  const toFraction = (each: number) => each / 100;
  const addBox = (data: number[]) =>
    sink.addShape(image, {
      kind: 'box',
      class: sink.addClass({ of: 'detection', name }),
      data: data.map(toFraction),
      shares: true,
      ...(choices.length > 0 && { labels: choices.map((each) => ({ class: sink.addClass({ of: 'recognition', name: each }) })) }),
    });
  if (type !== 'choices') sink.addNote(image, 'Additional labels of a shape', (names.data?.length ?? 1) - 1);
  if (type === 'choices' && names.success) {
    for (const each of names.data)
      await sink.addShape(image, { kind: 'label', class: sink.addClass({ of: 'recognition', name: each }), data: [] });
  } else if (type === 'rectanglelabels' && names.success) {
    const read = Rectangle.safeParse(value);
    if (!read.success) return addUnreadNote();
    const { x, y, width, height, rotation } = read.data;
    if (rotation % 360 === 0) return addBox([x, y, x + width, y + height]);
    const corners = getRotatedCorners(read.data, result);
    if (!corners) return sink.addNote(image, 'Rotated boxes on images without a declared size');
    sink.addNote(image, ROTATED_BOX_NOTE);
    await addBox(getBoundingBox(corners));
  } else if (type === 'polygonlabels' && names.success) {
    const read = Polygon.safeParse(value);
    if (!read.success) return addUnreadNote();
    const data = read.data.points.flat();
    if (options.outlines !== 'polygons') await addBox(getBoundingBox(data));
    if (options.outlines !== 'boxes')
      await sink.addShape(image, {
        kind: 'polygon',
        class: sink.addClass({ of: 'segmentation', name }),
        data: data.map(toFraction),
        shares: true,
      });
  } else if (type === 'keypointlabels' && names.success) {
    const read = Point.safeParse(value);
    if (!read.success) return addUnreadNote();
    await sink.addShape(image, {
      kind: 'point',
      class: name,
      data: [toFraction(read.data.x), toFraction(read.data.y)],
      shares: true,
    });
  } else sink.addNote(image, `Results of the unsupported type ${type.slice(0, 30)}`);
}

/** Returns the corners, in percent, of a box that is rotated clockwise about its first corner. Rotates in pixels, because x and y percents differ. */
function getRotatedCorners(
  { x, y, width, height, rotation }: z.output<typeof Rectangle>,
  { original_width: imageWidth, original_height: imageHeight }: Result,
): number[] | null {
  if (!imageWidth || !imageHeight) return null;
  const [sin, cos] = [Math.sin((rotation * Math.PI) / 180), Math.cos((rotation * Math.PI) / 180)];
  const [w, h] = [(width * imageWidth) / 100, (height * imageHeight) / 100];
  const corners = [
    [0, 0],
    [w * cos, w * sin],
    [w * cos - h * sin, w * sin + h * cos],
    [-h * sin, h * cos],
  ] as const;
  return corners.flatMap(([right, below]) => [x + (100 * right) / imageWidth, y + (100 * below) / imageHeight]);
}
