import { ConsoleLine, CONSOLE_LINES_VERSION, type DeclaredFact, type MaskData } from '@console/shared-contract/api';
import { isTooDeeplyNested } from '../../../platform/http/body/json';
import type { DiscoveredFile } from '../reader/file-set';
import { readLines } from '../parsing/text';
import { defineFields, type UnreadFields } from '../parsing/unread-fields';
import { defineReader } from './define-reader';
import { declareFact, toDeclared } from '../reader/declared-facts';
import { UNREADABLE_MASK_NOTE } from '../reader/notes';
import { isValidRegion, toMaskGeometry, type MaskGeometry } from '../reader/parsed-mask';
import { parseCounts } from '../parsing/rle';
import {
  UnreadableError,
  type DeclaredGroup,
  type DeclaredJob,
  type DeclaredJobItem,
  type DeclaredProduct,
  type ImportSink,
} from '../reader/reader';

type ImageLine = Extract<ConsoleLine, { image: unknown }>['image'];

/** Reads the console format (`ConsoleLine` in the contract), which contains all data of the exported images. */
export const readConsole = defineReader(
  (files) => files.findBySuffix('.jsonl'),
  async (file, { files, sink, fields }) => {
    const classes = new Map<string, string>();
    let lineNumber = 0;
    for await (const text of readLines(await files.open(file))) {
      lineNumber += 1;
      if (text.trim() === '') continue;
      const line = parseLine(text, fields);
      if (lineNumber === 1 && !(line && 'annotation_console' in line))
        throw new UnreadableError(`The first line is not the header of the console format, version ${CONSOLE_LINES_VERSION}.`);
      if (!line)
        sink.addUnreadable(
          `${file.path}, line ${lineNumber}`,
          'Not a valid line of the console format. The file may be truncated or edited.',
        );
      else if ('label' in line) classes.set(line.label.id, sink.addClass({ ...line.label, shortcut: line.label.key }));
      else if ('group' in line) await sink.addEntity('group', await toDeclaredGroup(line.group, file, sink));
      else if ('job' in line) await sink.addEntity('job', toDeclaredJob(line.job, classes));
      else if ('image' in line) await readImage(line.image, file, { classes, sink });
    }
  },
);

function parseLine(text: string, fields: UnreadFields): ConsoleLine | null {
  if (isTooDeeplyNested(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    const line = ConsoleLine.safeParse(value).data ?? null;
    if (line) addUnreadFields(value, line, fields);
    return line;
  } catch {
    return null;
  }
}

/** Counts the fields that the format does not declare. Metadata may have any field. */
function addUnreadFields(value: unknown, parsedValue: unknown, fields: UnreadFields): void {
  if (!isObject(value) || !isObject(parsedValue)) return;
  for (const name in value) {
    if (name === 'meta_data' || name === 'attributes' || name === 'data') continue;
    if (name in parsedValue) addUnreadFields(value[name], parsedValue[name], fields);
    else fields.add({ [name]: value[name] }, NO_FIELDS);
  }
}

const NO_FIELDS = defineFields([]);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

async function toDeclaredGroup(
  { verified_by, declared, jobs = [], ...group }: Extract<ConsoleLine, { group: unknown }>['group'],
  annotationFile: DiscoveredFile,
  sink: ImportSink,
): Promise<DeclaredGroup> {
  const facts = toDeclared(
    annotationFile,
    [...declareVerifications(verified_by), ...declareCompletedItems(jobs)],
    declared ?? [],
  );
  return { ...group, is_verified: verified_by.length > 0, jobs: await addJobItems(jobs, sink), ...facts };
}

async function addJobItems(jobs: ImageLine['jobs'], sink: ImportSink): Promise<DeclaredJobItem[]> {
  const items = [];
  for (const { id, name, done, count } of jobs) items.push({ done, count, key: await sink.addEntity('job', { id, name }) });
  return items;
}

/** Whether a user verified the image. Predictions that were accepted without a review count as verified by the model. */
const isByUser = ({ by_model: isByModel }: ImageLine['verified_by'][number]) => isByModel !== true;

const declareVerifications = (records: ImageLine['verified_by']): DeclaredFact[] =>
  records
    .filter(isByUser)
    .flatMap(({ email, created, nothing_to_annotate: statesEmpty }) =>
      declareFact('verified', { by: email, at: created, statesEmpty }),
    );

/** Whether a user stated that the image has nothing to annotate, which only applies to an image without shapes. */
function isStatedEmpty({ verified_by, objects, polygons, points, skeletons = [], masks = [] }: ImageLine): boolean {
  const hasShapes = [objects, polygons, points, skeletons, masks].some(({ length }) => length > 0);
  return !hasShapes && verified_by.some(({ nothing_to_annotate: statesEmpty }) => statesEmpty === true);
}

const declareCompletedItems = (jobs: ImageLine['jobs']): DeclaredFact[] =>
  jobs.flatMap(({ name, by = [] }) =>
    by.flatMap(({ email, done, seconds }) => declareFact('completed', { by: email, at: done, seconds, context: name })),
  );

/**
 * Returns facts about an image: verifications and completed job items of users, and the facts that the exporting workspace had imported
 * itself.
 */
function declareImageFacts({ created, verified_by, jobs, declared }: ImageLine): DeclaredFact[] {
  return [
    ...declareVerifications(verified_by),
    ...declareCompletedItems(jobs),
    ...(declared ?? []),
    ...declareFact('created', { at: created }),
  ];
}

/** Replaces ids of labels by keys of classes. Label lines come before job lines. */
function toDeclaredJob(job: DeclaredJob, classes: ReadonlyMap<string, string>): DeclaredJob {
  const findKey = (labelId: string | null) => (labelId === null ? null : (classes.get(labelId) ?? null));
  const tasks = job.tasks.map((task) => ({
    ...task,
    labels: task.labels.flatMap((label) => findKey(label) ?? []),
    negative: findKey(task.negative),
  }));
  return { ...job, mark_done_label: findKey(job.mark_done_label), tasks };
}

async function readImage(
  image: ImageLine,
  annotationFile: DiscoveredFile,
  { classes, sink }: { classes: ReadonlyMap<string, string>; sink: ImportSink },
): Promise<void> {
  const { id, file, content_hash: hash, test, real, name, meta_data, verified_by, groups, jobs, products } = image;
  const groupKeys = [];
  for (const group of groups) groupKeys.push(await sink.addEntity('group', group));
  const imageFacts = {
    hash,
    test,
    real,
    name,
    meta_data,
    is_verified: verified_by.some(isByUser),
    groups: groupKeys,
    jobs: await addJobItems(jobs, sink),
    ...(isStatedEmpty(image) && { is_stated_empty: true }),
    ...toDeclared(annotationFile, declareImageFacts(image)),
  };
  const itemIndex = sink.addReference({ path: file ?? `picture-${id}.jpg`, annotationFile }, imageFacts);
  const productsByObject = new Map(image.objects.map(({ id: object }) => [object, [] as DeclaredProduct[]]));
  for (const { object, ...product } of products) {
    const objectProducts = productsByObject.get(object);
    if (objectProducts) objectProducts.push(product);
    else sink.addNote(itemIndex, 'Products of objects that were deleted');
  }
  const findClassKey = (labelId: string): string | undefined => {
    const classKey = classes.get(labelId);
    if (classKey === undefined) sink.addNote(itemIndex, 'Labels that the file does not declare');
    return classKey;
  };
  const toDeclaredLabels = (labels: ImageLine['labels']) =>
    labels.flatMap((label) => {
      const classKey = findClassKey(label.id);
      return classKey === undefined ? [] : { class: classKey, value: label.value };
    });
  for (const label of toDeclaredLabels(image.labels)) await sink.addShape(itemIndex, { kind: 'label', data: [], ...label });
  for (const [kind, shapes] of [
    ['box', image.objects],
    ['polygon', image.polygons],
    ['skeleton', image.skeletons ?? []],
  ] as const)
    for (const { label, data, meta_data: metaData, declared: declaredFacts = [], ...otherFields } of shapes) {
      const classKey = findClassKey(label);
      const labels = 'labels' in otherFields ? toDeclaredLabels(otherFields.labels) : [];
      const objectProducts = kind === 'box' ? (productsByObject.get(otherFields.id) ?? []) : [];
      const objectGroups = ('groups' in otherFields ? (otherFields.groups ?? []) : []).flatMap(
        (group) => sink.findEntity('group', group) ?? [],
      );
      if (classKey !== undefined)
        await sink.addShape(itemIndex, {
          kind,
          class: classKey,
          data,
          meta_data: metaData,
          ...('attributes' in otherFields && otherFields.attributes && { attributes: otherFields.attributes }),
          ...('rotated_box' in otherFields && otherFields.rotated_box && { rotated_box: otherFields.rotated_box }),
          ...(labels.length > 0 && { labels }),
          ...(objectProducts.length > 0 && { products: objectProducts }),
          ...(objectGroups.length > 0 && { groups: objectGroups }),
          ...toDeclared(annotationFile, declaredFacts),
        });
    }
  for (const { label, data, declared: declaredFacts = [], meta_data: metaData, attributes } of image.masks ?? []) {
    const classKey = findClassKey(label);
    const geometry = toGeometry(data);
    if (classKey === undefined) continue;
    if (geometry)
      await sink.addShape(itemIndex, {
        kind: 'mask',
        class: classKey,
        ...geometry,
        meta_data: metaData,
        attributes,
        ...toDeclared(annotationFile, declaredFacts),
      });
    else sink.addNote(itemIndex, UNREADABLE_MASK_NOTE);
  }
  for (const { name: pointName, data, attributes, declared = [] } of image.points)
    await sink.addShape(itemIndex, {
      kind: 'point',
      class: pointName,
      data,
      attributes,
      ...toDeclared(annotationFile, declared),
    });
}

/** Reads the pixels of a mask. Returns null if they cannot be read. */
function toGeometry({ size: [height = 0, width = 0], counts }: MaskData): MaskGeometry | null {
  const region = { left: 0, top: 0, width, height };
  const runs = parseCounts(counts);
  return runs && isValidRegion(region) ? toMaskGeometry({ runs, region }) : null;
}
