import { parse } from 'yaml';
import { getFolderPath, getFileName, removeExtension, type FileSet, type DiscoveredFile } from './file-set';
import { getErrorMessage, findPart, readEach, UnreadableError, type Reader, type ReadOptions, type ImportSink } from './reader';
import { readLines, readFullText } from './text';

/** Text files beside the labels that have none. */
const NO_LABELS = /(^|\/)(classes|readme|requirements|license|train|val|valid|test|notes)[^/]*\.txt$/i;

/**
 * Ultralytics' folders (docs.ultralytics.com, 'Datasets'): a text file a picture beside it or in `labels/`, a line a shape, in shares of
 * the picture's sides; `data.yaml` or `classes.txt` has the names.
 */
export const readYolo: Reader = async (files, sink, options) => {
  const names = await namesOf(files, sink);
  await readEach(findLabelFiles(files), sink, (file) => readFile(files, file, { names, sink, options }));
};

/** Text files that may have shapes. */
export function findLabelFiles(files: FileSet): DiscoveredFile[] {
  return files.findBySuffix('.txt').filter(({ path }) => !NO_LABELS.test(path) && !/(^|\/)imagesets\//i.test(path));
}

async function namesOf(files: FileSet, sink: ImportSink): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  await readEach(files.findBySuffix('.yaml', '.yml'), sink, async (file) => {
    const text = await readFullText(await files.open(file));
    const said = namesIn(text);
    if (Array.isArray(said)) said.forEach((name, at) => names.set(at, String(name)));
    else if (typeof said === 'object' && said !== null)
      for (const [at, name] of Object.entries(said)) names.set(Number(at), String(name));
  });
  if (names.size === 0)
    await readEach(files.findBySuffix('classes.txt', 'obj.names'), sink, async (file) => {
      const lines = (await readFullText(await files.open(file))).split(/\r?\n/);
      lines.forEach((line, at) => line.trim() && names.set(at, line.trim()));
    });
  return names;
}

function namesIn(text: string): unknown {
  try {
    const value: unknown = parse(text, { maxAliasCount: 100 });
    return typeof value === 'object' && value !== null && 'names' in value ? value.names : null;
  } catch (error) {
    throw new UnreadableError(`Invalid YAML: ${getErrorMessage(error).split('\n')[0]}`);
  }
}

interface Reading {
  names: ReadonlyMap<number, string>;
  sink: ImportSink;
  options: ReadOptions;
}

async function readFile(files: FileSet, file: DiscoveredFile, { names, sink, options }: Reading): Promise<void> {
  const reference = { path: removeExtension(getFileName(file.path)), from: file, isPerImage: true, anyEnding: true };
  const picture = sink.addReference(reference, findPart(getFolderPath(file.path)) === 'test' ? { test: true } : {});
  for await (const line of readLines(await files.open(file))) {
    if (line.trim() === '') continue;
    const [label = NaN, ...data] = line.trim().split(/\s+/).map(Number);
    if (!Number.isInteger(label) || label < 0) {
      sink.addNote(picture, 'Lines that do not start with the number of a class');
      continue;
    }
    const name = names.get(label);
    if (name === undefined && names.size > 0) {
      sink.addNote(picture, 'Shapes of classes that the YAML file does not name');
      continue;
    }
    await take(name ?? `class ${label}`, data, { picture, sink, options });
  }
}

async function take(
  name: string,
  data: number[],
  { picture, sink, options }: { picture: number; sink: ImportSink; options: ReadOptions },
): Promise<void> {
  const box = (corners: number[]) =>
    sink.addShape(picture, { kind: 'box', class: sink.addClass({ of: 'detection', name }), data: corners, shares: true });
  // A fifth number is how sure a model was.
  if (data.length === 4 || data.length === 5) {
    const [x = NaN, y = NaN, width = NaN, height = NaN] = data;
    return box([x - width / 2, y - height / 2, x + width / 2, y + height / 2]);
  }
  if (data.length < 6 || data.length % 2 === 1) return sink.addNote(picture, 'Lines that are neither a box nor an outline');
  const [xs, ys] = [data.filter((_, at) => at % 2 === 0), data.filter((_, at) => at % 2 === 1)];
  if (options.outlines !== 'polygons') await box([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
  if (options.outlines !== 'boxes')
    await sink.addShape(picture, { kind: 'polygon', class: sink.addClass({ of: 'segmentation', name }), data, shares: true });
}
