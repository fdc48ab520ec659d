import { parse } from 'yaml';
import { getFolderPath, getFileName, removeExtension, type FileSet, type DiscoveredFile } from '../reader/file-set';
import {
  getErrorMessage,
  findPart,
  readEach,
  UnreadableError,
  type Reader,
  type ReadOptions,
  type ImportSink,
} from '../reader/reader';
import { readLines, readFullText } from '../parsing/text';
import { isDeepYaml } from '../parsing/yaml-depth';

/** Text files without labels. */
const NOT_LABELS = /(^|\/)(classes|readme|requirements|license|train|val|valid|test|notes)[^/]*\.txt$/i;

/**
 * Reads Ultralytics YOLO folders (docs.ultralytics.com, 'Datasets'): one text file per image, next to it or in `labels/`. Each line is a shape in
 * fractions of the image's width and height. `data.yaml` or `classes.txt` has the names of classes.
 */
export const readYolo: Reader = async (files, sink, options) => {
  const names = await readNames(files, sink);
  await readEach(findLabelFiles(files), sink, (file) => readFile(files, file, { names, sink, options }));
};

/** Finds text files that may contain shapes. */
export function findLabelFiles(files: FileSet): DiscoveredFile[] {
  return files.findBySuffix('.txt').filter(({ path }) => !NOT_LABELS.test(path) && !/(^|\/)imagesets\//i.test(path));
}

async function readNames(files: FileSet, sink: ImportSink): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  await readEach(files.findBySuffix('.yaml', '.yml'), sink, async (file) => {
    const text = await readFullText(await files.open(file));
    const declared = parseNames(text);
    if (Array.isArray(declared)) declared.forEach((name, at) => names.set(at, String(name)));
    else if (typeof declared === 'object' && declared !== null)
      for (const [at, name] of Object.entries(declared)) names.set(Number(at), String(name));
  });
  if (names.size === 0)
    await readEach(files.findBySuffix('classes.txt', 'obj.names'), sink, async (file) => {
      const lines = (await readFullText(await files.open(file))).split(/\r?\n/);
      lines.forEach((line, at) => line.trim() && names.set(at, line.trim()));
    });
  return names;
}

function parseNames(text: string): unknown {
  if (isDeepYaml(text)) throw new UnreadableError('Invalid YAML: nested too deeply.');
  try {
    const value: unknown = parse(text, { maxAliasCount: 100 });
    return typeof value === 'object' && value !== null && 'names' in value ? value.names : null;
  } catch (error) {
    throw new UnreadableError(`Invalid YAML: ${getErrorMessage(error).split('\n')[0]}`);
  }
}

interface FileContext {
  names: ReadonlyMap<number, string>;
  sink: ImportSink;
  options: ReadOptions;
}

async function readFile(files: FileSet, file: DiscoveredFile, { names, sink, options }: FileContext): Promise<void> {
  const reference = { path: removeExtension(getFileName(file.path)), from: file, isPerImage: true, anyEnding: true };
  const image = sink.addReference(reference, findPart(getFolderPath(file.path)) === 'test' ? { test: true } : {});
  for await (const line of readLines(await files.open(file))) {
    if (line.trim() === '') continue;
    const [label = NaN, ...data] = line.trim().split(/\s+/).map(Number);
    if (!Number.isInteger(label) || label < 0) {
      sink.addNote(image, 'Lines that do not start with the number of a class');
      continue;
    }
    const name = names.get(label);
    if (name === undefined && names.size > 0) {
      sink.addNote(image, 'Shapes of classes that the YAML file does not name');
      continue;
    }
    await addShape(name ?? `class ${label}`, data, { image, sink, options });
  }
}

async function addShape(
  name: string,
  data: number[],
  { image, sink, options }: { image: number; sink: ImportSink; options: ReadOptions },
): Promise<void> {
  const addBox = (corners: number[]) =>
    sink.addShape(image, { kind: 'box', class: sink.addClass({ of: 'detection', name }), data: corners, shares: true });
  // A fifth number is the confidence of a model.
  if (data.length === 4 || data.length === 5) {
    const [x = NaN, y = NaN, width = NaN, height = NaN] = data;
    return addBox([x - width / 2, y - height / 2, x + width / 2, y + height / 2]);
  }
  if (data.length < 6 || data.length % 2 === 1) return sink.addNote(image, 'Lines that are neither a box nor an outline');
  const [xs, ys] = [data.filter((_, at) => at % 2 === 0), data.filter((_, at) => at % 2 === 1)];
  if (options.outlines !== 'polygons') await addBox([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
  if (options.outlines !== 'boxes')
    await sink.addShape(image, { kind: 'polygon', class: sink.addClass({ of: 'segmentation', name }), data, shares: true });
}
