import { parse } from 'yaml';
import { getFolderPath, type FileSet, type DiscoveredFile } from '../reader/file-set';
import { getErrorMessage, readEach, UnreadableError, type ImportSink } from '../reader/reader';
import { defineFields, type UnreadFields } from '../parsing/unread-fields';
import { readFullText } from '../parsing/text';
import { isDeepYaml } from '../parsing/yaml-depth';

export interface YoloKeypoints {
  count: number;
  /** How many numbers each keypoint has: 2 (x and y), or 3 with a visibility. */
  valuesPerKeypoint: number;
  /** For each keypoint, the index of the keypoint that replaces it in a mirrored image, such as the left eye for the right eye. */
  mirroredIndexes: readonly number[];
  /** Names of the keypoints by the numbers of classes. */
  names: ReadonlyMap<number, readonly string[]>;
}

/** The classes of a YOLO dataset by their numbers. */
export interface ClassList {
  names: ReadonlyMap<number, string>;
  /** The keypoints that follow the box in each line of a pose dataset. */
  keypoints: YoloKeypoints | null;
}

type ClassSource = ClassList & { file: DiscoveredFile };

interface YoloClasses {
  /** The files that contain the names of classes. */
  files: ReadonlySet<DiscoveredFile>;
  /** Returns the classes of a label file. Throws UnreadableError if several datasets could contain it. */
  findClassList: (file: DiscoveredFile) => ClassList;
}

const NO_CLASSES: ClassList = { names: new Map(), keypoints: null };
const YAML_FIELDS = defineFields(['path', 'train', 'val', 'test', 'nc', 'names', 'kpt_shape', 'flip_idx', 'kpt_names']);

/** Reads the names of classes from `data.yaml`, or else from `classes.txt` or `obj.names`. */
export async function readYoloClasses(files: FileSet, sink: ImportSink, fields: UnreadFields): Promise<YoloClasses> {
  const yamlSources: ClassSource[] = [];
  await readEach(files.findBySuffix('.yaml', '.yml'), sink, async (file) => {
    const declaredFields = parseYaml(await readFullText(await files.open(file)));
    if (!('names' in declaredFields)) return;
    fields.add(declaredFields, YAML_FIELDS);
    yamlSources.push({ file, names: toNames(declaredFields.names), keypoints: parseKeypoints(declaredFields) });
  });
  const listSources: ClassSource[] = [];
  await readEach(files.findBySuffix('classes.txt', '.names'), sink, async (file) => {
    const lines = (await readFullText(await files.open(file))).split(/\r?\n/);
    const names = new Map(lines.flatMap((line, index) => (line.trim() ? [[index, line.trim()] as const] : [])));
    listSources.push({ file, names, keypoints: null });
  });
  const findClassList = createClassLookup(yamlSources.some(({ names }) => names.size > 0) ? yamlSources : listSources);
  return { files: new Set([...yamlSources, ...listSources].map(({ file }) => file)), findClassList };
}

/** The datasets of an archive can number their classes differently. A label file uses the nearest file with names in a folder above it. */
function createClassLookup(sources: readonly ClassSource[]): YoloClasses['findClassList'] {
  const toKey = (archive: number | undefined, folder: string) => `${archive ?? ''}|${folder}`;
  const sourcesByFolder = new Map(sources.map((source) => [toKey(source.file.archive, getFolderPath(source.file.path)), source]));
  const [firstSource = NO_CLASSES, ...otherSources] = sources;
  const areEqual = otherSources.every((otherList) => haveSameClasses(otherList, firstSource));
  return ({ path, archive }) => {
    if (areEqual) return firstSource;
    for (let folder = getFolderPath(path); ; folder = getFolderPath(folder)) {
      const source = sourcesByFolder.get(toKey(archive, folder));
      if (source) return source;
      if (folder === '') throw new UnreadableError('Several files name classes, but none is in a folder above this file.');
    }
  };
}

const haveSameClasses = (a: ClassList, b: ClassList) => toText(a) === toText(b);

const toText = ({ names, keypoints }: ClassList) =>
  JSON.stringify([[...names], keypoints && { ...keypoints, names: [...keypoints.names] }]);

function parseYaml(text: string): Record<string, unknown> {
  if (isDeepYaml(text)) throw new UnreadableError('Invalid YAML: nested too deeply.');
  try {
    const value: unknown = parse(text, { maxAliasCount: 100 });
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch (error) {
    throw new UnreadableError(`Invalid YAML: ${getErrorMessage(error).split('\n')[0]}`);
  }
}

function toNames(declared: unknown): ReadonlyMap<number, string> {
  if (typeof declared !== 'object' || declared === null) return new Map();
  return new Map(Object.entries(declared).map(([number, name]) => [Number(number), String(name)]));
}

/** `kpt_shape` is the number of keypoints and the number of values of each. */
function parseKeypoints({
  kpt_shape: shape,
  flip_idx: mirroredIndexes,
  kpt_names: names,
}: Record<string, unknown>): YoloKeypoints | null {
  if (!Array.isArray(shape) || shape.length !== 2) return null;
  const [count, valuesPerKeypoint] = shape.map(Number);
  if (count === undefined || !Number.isInteger(count) || count <= 0 || (valuesPerKeypoint !== 2 && valuesPerKeypoint !== 3))
    return null;
  const namesByClass = typeof names === 'object' && names !== null ? Object.entries(names) : [];
  return {
    count,
    valuesPerKeypoint,
    mirroredIndexes: Array.isArray(mirroredIndexes) ? mirroredIndexes.map(Number) : [],
    names: new Map(
      namesByClass.flatMap(([number, list]) => (Array.isArray(list) ? [[Number(number), list.map(String)] as const] : [])),
    ),
  };
}
