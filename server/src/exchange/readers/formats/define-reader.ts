import { UnreadFields } from '../parsing/unread-fields';
import type { DiscoveredFile, FileSet } from '../reader/file-set';
import { readEach, type ImportSink, type Reader, type ReadOptions } from '../reader/reader';

/** What a reader needs while it reads the annotation files of one import. */
export interface ReadContext {
  files: FileSet;
  sink: ImportSink;
  options: ReadOptions;
  /** Counts the fields that the reader ignores, in all files of the import. */
  fields: UnreadFields;
}

/**
 * Creates the reader of a format from the function that reads one of its annotation files. A file that cannot be read is
 * reported, and the others are read.
 */
export function defineReader(
  listFiles: (files: FileSet) => readonly DiscoveredFile[],
  readFile: (file: DiscoveredFile, context: ReadContext) => Promise<void>,
): Reader {
  return async (files, sink, options) => {
    const context = { files, sink, options, fields: new UnreadFields(sink) };
    await readEach(listFiles(files), sink, (file) => readFile(file, context));
  };
}
