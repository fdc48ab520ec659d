import { z } from 'zod';
import { findJsonFiles } from './coco';
import type { DiscoveredFile, FileSet } from '../reader/file-set';
import { readJsonElements } from '../parsing/json-elements';
import { ATTRIBUTES_NOTE, FOUND_BY_NAME_NOTE, SEVERAL_ANNOTATORS_NOTE, UNREADABLE_MASK_NOTE } from '../reader/notes';
import { isValidRegion } from '../reader/parsed-mask';
import { decodeBrushRle } from '../../../data-access/shapes/brush-rle';
import { defineReader, type ReadContext } from './define-reader';
import { declareDefaultSource, declareSource, toDeclared } from '../reader/declared-facts';
import { ImageAnnotations, type ShapeExtras } from '../reader/image-annotations';
import { UnreadableError } from '../reader/reader';
import { readAttributes } from '../parsing/attributes';
import { defineFields, toNoteText, type UnreadFields } from '../parsing/unread-fields';
import { UrlPaths } from '../reader/url-paths';
import { declareTaskFacts, findImage, convertJsonMinTask, LabelStudioTask, type Annotation } from './labelstudio-tasks';

const Result = z.looseObject({
  /** Results of the same region have the same id. */
  id: z.string().nullish(),
  type: z.string(),
  value: z.looseObject({}).default({}),
  image_rotation: z.number().optional(),
  original_width: z.number().positive().optional(),
  original_height: z.number().positive().optional(),
  /** Index of the image in a task with several images. */
  item_index: z.number().nullish(),
  /** How the region was drawn: manual, prediction or prediction-changed. */
  origin: z.string().optional().catch(undefined),
  /** Name of the control in the labeling interface. */
  from_name: z.string().optional().catch(undefined),
});
type Result = z.output<typeof Result>;

/** Counts and ids of tasks and annotations. They are not reported as unread, because they describe the project and not the image. */
const COUNT_FIELDS = ['total_annotations', 'cancelled_annotations', 'total_predictions', 'result_count'];
/** Fields that are imported as declared provenance facts. */
const PROVENANCE_FIELDS = ['created_at', 'updated_at', 'updated_by'];
const TASK_FIELDS = defineFields(
  [
    'id',
    'inner_id',
    'project',
    'data',
    'annotations',
    'completions',
    'predictions',
    'drafts',
    'file_upload',
    ...COUNT_FIELDS,
    ...PROVENANCE_FIELDS,
  ],
  { comment_count: '0', unresolved_comment_count: '0' },
);
const ANNOTATION_FIELDS = defineFields(
  [
    ...['id', 'unique_id', 'task', 'project', 'result', 'was_cancelled', 'prediction', 'parent_prediction', ...COUNT_FIELDS],
    ...['completed_by', 'last_created_by', 'lead_time', 'reviews', ...PROVENANCE_FIELDS],
  ],
  { ground_truth: 'false' },
);
const RESULT_FIELDS = defineFields(
  [
    ...['id', 'type', 'value', 'from_name', 'to_name', 'source', 'image_rotation', 'original_width', 'original_height'],
    ...['item_index', 'origin'],
  ],
  { readonly: 'false', hidden: 'false' },
);
const REGION_FIELDS = ['x', 'y', 'width', 'height', 'rotation', 'image_rotation', 'original_width', 'original_height'];
const IMPORTED_TYPES = new Set(['choices', 'rectanglelabels', 'polygonlabels', 'keypointlabels', 'brushlabels']);
const VALUE_FIELDS = defineFields([...REGION_FIELDS, ...IMPORTED_TYPES, 'points', 'rle'], {
  closed: 'true',
  format: 'rle',
});

const Rectangle = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  rotation: z.number().default(0),
});
const Polygon = z.object({ points: z.array(z.array(z.number()).length(2)).min(3) });
const Brush = z.object({ rle: z.array(z.number().int().min(0).max(255)) });
const Point = z.object({ x: z.number(), y: z.number() });
const Names = z.array(z.string()).min(1);

/**
 * Reads Label Studio JSON and JSON-MIN (labelstud.io, 'Export'): a list of tasks, with coordinates in percent of the image's width and
 * height.
 */
export const readLabelStudio = defineReader(findJsonFiles, async (annotationFile, context) => {
  let hasTask = false;
  const urlPaths = new UrlPaths(context.files);
  for await (const task of readTasks(context.files, annotationFile)) {
    const image = task && findImage(task);
    if (image && image !== 'several') urlPaths.add(image.name);
  }
  for await (const task of readTasks(context.files, annotationFile)) {
    hasTask = true;
    if (task) await readTask(task, annotationFile, urlPaths, context);
    else context.sink.addNote(null, 'Tasks without data');
  }
  if (!hasTask) throw new UnreadableError('No list of tasks: this is not a Label Studio file.');
});

/** Yields the tasks of a file. Yields null for an element that is not a task. */
async function* readTasks(files: FileSet, annotationFile: DiscoveredFile): AsyncGenerator<LabelStudioTask | null> {
  for await (const { value } of readJsonElements(await files.open(annotationFile), null))
    yield LabelStudioTask.safeParse(convertJsonMinTask(value)).data ?? null;
}

async function readTask(
  task: LabelStudioTask,
  annotationFile: DiscoveredFile,
  urlPaths: UrlPaths,
  { sink, options, fields }: ReadContext,
): Promise<void> {
  const imageReference = findImage(task);
  if (imageReference === 'several') return sink.addNote(null, 'Tasks with several images (not supported)');
  if (!imageReference) return sink.addNote(null, 'Tasks without an image');
  const { path, isFoundByName } = urlPaths.resolve(imageReference.name);
  const storedAnnotations = task.annotations ?? task.completions ?? [];
  const annotations = storedAnnotations.filter(({ was_cancelled }) => !was_cancelled);
  const annotation = chooseAnnotation(annotations);
  const resultOrigins = (annotation?.result ?? []).map((result) => Result.safeParse(result).data?.origin);
  const declaredFacts = toDeclared(annotationFile, declareTaskFacts(task, annotation), declareDefaultSource(resultOrigins));
  const image = new ImageAnnotations(sink.addReference({ path, annotationFile }, declaredFacts), sink, options);
  if (isFoundByName) image.addNote(FOUND_BY_NAME_NOTE);
  fields.add(task, TASK_FIELDS);
  fields.add(task.data, defineFields(imageReference.field ? [imageReference.field] : []), 'data.');
  image.addNote('Canceled annotations (not imported)', storedAnnotations.length - annotations.length);
  image.addNote('Predictions of models (not imported)', task.predictions?.length ?? 0);
  image.addNote('Drafts of annotations (not imported)', task.drafts?.length ?? 0);
  image.addNote(SEVERAL_ANNOTATORS_NOTE, annotations.length - 1);
  if (annotation) await readAnnotation(annotation, annotationFile, image, fields);
}

/**
 * Chooses the annotation to import: the ground truth, or else the last annotation. An annotation without results is chosen only if all
 * annotations are empty.
 */
function chooseAnnotation(annotations: readonly Annotation[]): Annotation | undefined {
  const annotationsWithResults = annotations.filter(({ result }) => result.length > 0);
  return (
    annotationsWithResults.findLast(({ ground_truth }) => ground_truth) ?? annotationsWithResults.at(-1) ?? annotations.at(-1)
  );
}

async function readAnnotation(
  annotation: Annotation,
  annotationFile: DiscoveredFile,
  image: ImageAnnotations,
  fields: UnreadFields,
): Promise<void> {
  fields.add(annotation, ANNOTATION_FIELDS);
  const results: Result[] = [];
  for (const value of annotation.result) {
    const result = Result.safeParse(value);
    if (!result.success) {
      image.addNote('Results that cannot be read');
      continue;
    }
    fields.add(result.data, RESULT_FIELDS);
    if ((result.data.image_rotation ?? 0) % 360 !== 0) image.addNote('Shapes on an image that was rotated in Label Studio');
    else if (result.data.item_index) image.addNote('Shapes on further images of a task (not supported)');
    else results.push(result.data);
  }
  const regions = new Map(results.filter(isRegion).map((result) => [result.id, result]));
  const choices = new Map<string, string[]>();
  const attributes = new Map<string, Record<string, string>>();
  for (const result of results) {
    const region = result.type === 'choices' && result.id != null ? regions.get(result.id) : undefined;
    if (!region) continue;
    const choiceNames = Names.safeParse(result.value.choices).data ?? [];
    if (region.type === 'rectanglelabels') choices.set(region.id!, [...(choices.get(region.id!) ?? []), ...choiceNames]);
    else if (region.type === 'polygonlabels' || region.type === 'brushlabels')
      attributes.set(region.id!, { ...attributes.get(region.id!), [result.from_name ?? 'choices']: choiceNames.join(', ') });
    else image.addNote('Choices for points (not supported)', choiceNames.length);
  }
  for (const result of results) {
    if (result.type === 'choices' && regions.has(result.id)) continue;
    const sourceFacts = toDeclared(annotationFile, declareSource(result.origin));
    const regionExtras = { ...sourceFacts, ...readAttributes(attributes.get(result.id ?? '') ?? {}) };
    if (regionExtras.meta_data) image.addNote(ATTRIBUTES_NOTE);
    await readResult(result, { choices: choices.get(result.id ?? '') ?? [], regionExtras, image, fields });
  }
}

const isRegion = ({ id, type }: Result) => id != null && /labels$/.test(type);

interface ResultContext {
  /** The choices that an annotator made for the same region. */
  choices: readonly string[];
  /** The source and the attributes of the region. */
  regionExtras: ShapeExtras;
  image: ImageAnnotations;
  fields: UnreadFields;
}

async function readResult(result: Result, { choices, regionExtras, image, fields }: ResultContext): Promise<void> {
  const { type, value } = result;
  const isImported = IMPORTED_TYPES.has(type);
  if (isImported) fields.add(value, VALUE_FIELDS);
  const names = isImported ? Names.safeParse(value[type]).data : undefined;
  if (!names) return image.addNote(`Results of the unsupported type ${toNoteText(type, 30)}`);
  if (type === 'choices') {
    for (const name of names) await image.addLabel(name);
    return;
  }
  const [name = '', ...additionalNames] = names;
  image.addNote('Additional labels of a shape', additionalNames.length);
  const toFractions = (percents: readonly number[]) => percents.map((percent) => percent / 100);
  const fractionExtras = { shares: true, ...regionExtras };
  const shapeExtras = {
    ...fractionExtras,
    ...(choices.length > 0 && { labels: choices.map((choice) => image.declareLabel(choice)) }),
  };
  const [rectangle, polygon, point] = [
    Rectangle.safeParse(value).data,
    Polygon.safeParse(value).data,
    Point.safeParse(value).data,
  ];
  if (type === 'rectanglelabels' && rectangle) {
    const { x, y, width, height, rotation } = rectangle;
    if (rotation % 360 === 0) return image.addBox(name, toFractions([x, y, x + width, y + height]), shapeExtras);
    const corners = getRotatedCorners(rectangle, result);
    if (!corners) return image.addNote('Rotated boxes on images without a declared size');
    return image.addRotatedBox(name, toFractions(corners), shapeExtras);
  }
  if (type === 'brushlabels') return readBrush(result, name, regionExtras, image);
  if (type === 'polygonlabels' && polygon) return image.addOutlines(name, [toFractions(polygon.points.flat())], fractionExtras);
  if (type === 'keypointlabels' && point) return image.addPoint(name, toFractions([point.x, point.y]), fractionExtras);
  return image.addNote(`Results of the type ${toNoteText(type, 30)} that cannot be read`);
}

/**
 * Returns the corners, in percent, of a box that is rotated clockwise about its first corner. Rotates in pixels, because x and y percents
 * differ.
 */
function getRotatedCorners(
  { x, y, width, height, rotation }: z.output<typeof Rectangle>,
  { original_width: imageWidth, original_height: imageHeight }: Result,
): number[] | null {
  if (!imageWidth || !imageHeight) return null;
  const [sin, cos] = [Math.sin((rotation * Math.PI) / 180), Math.cos((rotation * Math.PI) / 180)];
  const [boxWidth, boxHeight] = [(width * imageWidth) / 100, (height * imageHeight) / 100];
  const corners = [
    [0, 0],
    [boxWidth * cos, boxWidth * sin],
    [boxWidth * cos - boxHeight * sin, boxWidth * sin + boxHeight * cos],
    [-boxHeight * sin, boxHeight * cos],
  ] as const;
  return corners.flatMap(([right, below]) => [x + (100 * right) / imageWidth, y + (100 * below) / imageHeight]);
}

async function readBrush(
  { value, original_width: width = 0, original_height: height = 0 }: Result,
  name: string,
  shapeExtras: ShapeExtras,
  image: ImageAnnotations,
): Promise<void> {
  const imageSize = { width, height };
  const region = { left: 0, top: 0, ...imageSize };
  const brush = Brush.safeParse(value).data;
  const runs = brush && isValidRegion(region) ? decodeBrushRle(brush.rle, [height, width]) : null;
  if (!runs) return image.addNote(UNREADABLE_MASK_NOTE);
  await image.addMask(name, { runs, region, imageSize }, shapeExtras);
}
