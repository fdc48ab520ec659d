import { z } from 'zod';
import { isTooDeeplyNested } from '../../../platform/http/body/json';
import { isImageFile, getExtension, type DiscoveredFile } from '../reader/file-set';
import type { DeclaredFact } from '@console/shared-contract/api';
import { defineReader, type ReadContext } from './define-reader';
import { declareFact, toDeclared } from '../reader/declared-facts';
import { ImageAnnotations, type ShapeExtras } from '../reader/image-annotations';
import {
  ATTRIBUTES_NOTE,
  FEW_CORNERS_NOTE,
  FOUND_BY_NAME_NOTE,
  LINES_NOTE,
  SEVERAL_ANNOTATORS_NOTE,
  WITHOUT_LABEL_NOTE,
} from '../reader/notes';
import { readAttributes } from '../parsing/attributes';
import { UnreadableError } from '../reader/reader';
import { isUrl, toUrlPath, UrlPaths } from '../reader/url-paths';
import { readJsonElements } from '../parsing/json-elements';
import { readLines } from '../parsing/text';
import { defineFields, toNoteText } from '../parsing/unread-fields';
import { findJsonFiles } from './coco';

const AnswerSchema = z.looseObject({ name: z.string().min(1), classifications: z.array(z.unknown()).nullish() });
const TextAnswer = z.looseObject({ content: z.string() });
const Classification = z.looseObject({
  name: z.string().optional().catch(undefined),
  radio_answer: AnswerSchema.nullish(),
  checklist_answers: z.array(AnswerSchema).nullish(),
  text_answer: z.unknown().optional(),
});
const Position = z.object({ x: z.number(), y: z.number() });
/** A shape, which has only one of the geometries. Coordinates are pixels. */
const Shape = z.looseObject({
  name: z.string().nullish(),
  annotation_kind: z.string().nullish(),
  bounding_box: z.object({ top: z.number(), left: z.number(), height: z.number(), width: z.number() }).nullish(),
  polygon: z.array(Position).nullish(),
  point: Position.nullish(),
  line: z.array(Position).nullish(),
  mask: z.unknown().optional(),
  classifications: z.array(z.unknown()).nullish(),
});
type Shape = z.output<typeof Shape>;
const LabelDetails = z.looseObject({
  created_by: z.string().optional(),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
  reviews: z.array(z.looseObject({ reviewed_by: z.string().optional(), reviewed_at: z.string().optional() })).optional(),
});
/** All annotations of an image by one annotator. */
const Label = z.looseObject({
  label_details: LabelDetails.nullish().catch(undefined),
  performance_details: z.looseObject({ seconds_to_create: z.number().optional() }).nullish().catch(undefined),
  annotations: z.looseObject({
    objects: z.array(z.unknown()).nullish(),
    classifications: z.array(z.unknown()).nullish(),
    relationships: z.array(z.unknown()).nullish(),
  }),
});
type Label = z.output<typeof Label>;
const Row = z.looseObject({
  data_row: z.looseObject({
    external_id: z.string().nullish(),
    global_key: z.string().nullish(),
    row_data: z.string().nullish(),
  }),
  media_attributes: z
    .looseObject({ width: z.number().positive().optional(), height: z.number().positive().optional() })
    .nullish()
    .catch(undefined),
  projects: z
    .record(z.string(), z.looseObject({ name: z.string().nullish().catch(undefined), labels: z.array(Label).nullish() }))
    .nullish(),
});
type Row = z.output<typeof Row>;

/** Fields that are read, or that need no note: ids and dates describe the project and not the image. */
const ROW_FIELDS = defineFields(['data_row', 'media_attributes', 'projects']);
const PROJECT_FIELDS = defineFields(['name', 'labels', 'project_details']);
const LABEL_FIELDS = defineFields(['label_kind', 'version', 'id', 'label_details', 'performance_details', 'annotations']);
const SHAPE_FIELDS = defineFields([
  ...['feature_id', 'feature_schema_id', 'name', 'value', 'annotation_kind', 'classifications'],
  ...['bounding_box', 'polygon', 'point', 'line', 'mask'],
]);
const VERSION_1_ERROR =
  "This is a Labelbox export of version 1. In Labelbox, export the project again as NDJSON ('Export data').";

/**
 * Reads Labelbox exports (docs.labelbox.com, 'Export image annotations'): one row for each image as NDJSON, or the same rows as a
 * JSON list. The file has only the URL of a mask, so masks are not imported.
 */
export const readLabelbox = defineReader(
  (files) => [...files.findBySuffix('.ndjson'), ...findJsonFiles(files)],
  async (file, context) => {
    const urlPaths = new UrlPaths(context.files);
    for await (const { row } of readRows(file, context)) {
      const name = row && findImageName(row);
      if (name) urlPaths.add(name);
    }
    for await (const { row, number } of readRows(file, context)) {
      if (row) await readRow(row, file, urlPaths, context);
      else context.sink.addUnreadable(`${file.path}, row ${number}`, 'Not a valid row of a Labelbox export.');
    }
  },
);

/** Yields the rows of a file. A row is null if it is invalid. */
async function* readRows(
  file: DiscoveredFile,
  { files }: Pick<ReadContext, 'files'>,
): AsyncGenerator<{ row: Row | null; number: number }> {
  let lineNumber = 0;
  for await (const value of getExtension(file.path) === '.ndjson' ? readNdjson(file, files) : readJsonList(file, files)) {
    if (typeof value === 'object' && value !== null && 'DataRow ID' in value) throw new UnreadableError(VERSION_1_ERROR);
    lineNumber += 1;
    yield { row: Row.safeParse(value).data ?? null, number: lineNumber };
  }
  if (lineNumber === 0) throw new UnreadableError('There are no rows: this is not a Labelbox export.');
}

async function* readNdjson(file: DiscoveredFile, files: ReadContext['files']): AsyncGenerator<unknown> {
  for await (const line of readLines(await files.open(file))) {
    if (line.trim() === '') continue;
    try {
      yield isTooDeeplyNested(line) ? null : JSON.parse(line);
    } catch {
      yield null;
    }
  }
}

async function* readJsonList(file: DiscoveredFile, files: ReadContext['files']): AsyncGenerator<unknown> {
  for await (const { value } of readJsonElements(await files.open(file), null)) yield value;
}

/** Returns the file name that the user gave the image, or else its URL. */
function findImageName({ data_row: { external_id, global_key, row_data } }: Row): string | null {
  const names = [external_id, global_key, row_data].flatMap((name) => name || []);
  return names.find((name) => isImageFile({ path: isUrl(name) ? toUrlPath(name) : name })) ?? names[0] ?? null;
}

async function readRow(row: Row, annotationFile: DiscoveredFile, urlPaths: UrlPaths, context: ReadContext): Promise<void> {
  const { sink, options, fields } = context;
  const name = findImageName(row);
  if (name === null) return sink.addNote(null, 'Rows without an image');
  fields.add(row, ROW_FIELDS);
  const { path, isFoundByName } = urlPaths.resolve(name);
  const { width, height } = row.media_attributes ?? {};
  const reference = { path, annotationFile, hasNoExtension: !isImageFile({ path }) };
  const projects = Object.values(row.projects ?? {}).map((project) => ({
    project,
    label: (project.labels ?? []).findLast(({ annotations }) => hasAnnotations(annotations)),
  }));
  const declaredFacts = projects.flatMap(({ project, label }) =>
    label ? declareLabelFacts(label, project.name ?? undefined) : [],
  );
  const imageFacts = { ...(width && height && { width, height }), ...toDeclared(annotationFile, declaredFacts) };
  const image = new ImageAnnotations(sink.addReference(reference, imageFacts), sink, options);
  if (isFoundByName) image.addNote(FOUND_BY_NAME_NOTE);
  for (const { project, label } of projects) {
    fields.add(project, PROJECT_FIELDS);
    image.addNote(SEVERAL_ANNOTATORS_NOTE, (project.labels ?? []).length - 1);
    if (label) await readLabel(label, image, context);
  }
}

/** Creates the facts about an image: who annotated and reviewed it in a project, and when. */
function declareLabelFacts({ label_details, performance_details }: Label, context: string | undefined): DeclaredFact[] {
  const { created_by: createdBy, created_at: createdAt, updated_at, reviews = [] } = label_details ?? {};
  return [
    ...declareFact('annotated', { by: createdBy, at: createdAt, context, seconds: performance_details?.seconds_to_create }),
    ...(updated_at === createdAt ? [] : declareFact('changed', { at: updated_at, context })),
    ...reviews.flatMap(({ reviewed_by, reviewed_at }) =>
      reviewed_by || reviewed_at ? declareFact('verified', { by: reviewed_by, at: reviewed_at, context }) : [],
    ),
  ];
}

const hasAnnotations = ({ objects, classifications }: Label['annotations']) =>
  (objects?.length ?? 0) + (classifications?.length ?? 0) > 0;

async function readLabel(label: Label, image: ImageAnnotations, { fields }: ReadContext): Promise<void> {
  const { objects, classifications, relationships } = label.annotations;
  fields.add(label, LABEL_FIELDS);
  image.addNote('Relationships of objects (not supported)', relationships?.length ?? 0);
  const answers = readAnswers(classifications, image);
  if (answers.textAnswers.length > 0) image.addNote('Text answers (not supported)', answers.textAnswers.length);
  for (const { choices } of answers.choiceAnswers) for (const choice of choices) await image.addLabel(choice);
  for (const object of objects ?? []) {
    const shape = Shape.safeParse(object);
    if (!shape.success) {
      image.addNote('Objects that cannot be read');
      continue;
    }
    fields.add(shape.data, SHAPE_FIELDS);
    await readShape(shape.data, image);
  }
}

/** The answers to questions of an annotation. Some questions have no name. */
interface Answers {
  choiceAnswers: { question: string | undefined; choices: string[] }[];
  textAnswers: { question: string | undefined; text: unknown }[];
}

/** Reads the answers to questions. Nested questions are not imported, only counted. */
function readAnswers(classifications: readonly unknown[] | null | undefined, image: ImageAnnotations): Answers {
  const answers: Answers = { choiceAnswers: [], textAnswers: [] };
  for (const value of classifications ?? []) {
    const classification = Classification.safeParse(value).data;
    if (!classification) {
      image.addNote('Classifications that cannot be read');
      continue;
    }
    const { name: question, radio_answer, checklist_answers, text_answer } = classification;
    if (text_answer != null)
      answers.textAnswers.push({ question, text: TextAnswer.safeParse(text_answer).data?.content ?? text_answer });
    const chosenAnswers = [...(radio_answer ? [radio_answer] : []), ...(checklist_answers ?? [])];
    for (const answer of chosenAnswers)
      image.addNote('Nested classifications (not supported)', answer.classifications?.length ?? 0);
    if (chosenAnswers.length > 0) answers.choiceAnswers.push({ question, choices: chosenAnswers.map(({ name }) => name) });
  }
  return answers;
}

/** Converts answers about a shape to attributes with the names of their questions. */
function toExtras(answers: Answers, image: ImageAnnotations): Pick<ShapeExtras, 'attributes' | 'meta_data'> {
  const shapeExtras = readAttributes(
    Object.fromEntries([
      ...answers.choiceAnswers.map(({ question, choices }) => [question ?? 'choices', choices.join(', ')] as const),
      ...answers.textAnswers.map(({ question, text }) => [question ?? 'text', text] as const),
    ]),
  );
  if (shapeExtras.meta_data) image.addNote(ATTRIBUTES_NOTE);
  return shapeExtras;
}

async function readShape(shape: Shape, image: ImageAnnotations): Promise<void> {
  const { name, annotation_kind, bounding_box: box, polygon, point, line, mask, classifications } = shape;
  if (!name?.trim()) return image.addNote(WITHOUT_LABEL_NOTE);
  if (mask != null)
    return image.addNote('Masks in Labelbox files: only their URLs, which are not fetched. Convert them to polygons');
  if (line) return image.addNote(LINES_NOTE);
  const answers = readAnswers(classifications, image);
  if (box) {
    const { top, left, height, width } = box;
    // In the console, the answers about a box become recognition labels of the box.
    const labels = answers.choiceAnswers.flatMap(({ choices }) => choices.map((choice) => image.declareLabel(choice)));
    const extras = toExtras({ choiceAnswers: [], textAnswers: answers.textAnswers }, image);
    return image.addBox(name, [left, top, left + width, top + height], { ...extras, ...(labels.length > 0 && { labels }) });
  }
  if (polygon && polygon.length < 3) return image.addNote(FEW_CORNERS_NOTE);
  if (polygon) return image.addOutlines(name, [polygon.flatMap(({ x, y }) => [x, y])], toExtras(answers, image));
  if (point) return image.addPoint(name, [point.x, point.y], toExtras(answers, image));
  return image.addNote(`Objects of the unsupported type ${toNoteText(annotation_kind ?? '', 30)}`);
}
