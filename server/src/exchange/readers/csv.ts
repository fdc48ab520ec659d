import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { removeFormulaGuard } from '../../csv/read';
import { readEach, UnreadableError, type Reader, type ParsedShape, type DeclaredLabel, type ImportSink } from './reader';
import type { FileSet, DiscoveredFile } from './file-set';
import { readText } from './text';

type Row = Record<string, string>;

/** Letters of one row; a quotation mark that is never closed makes one of a whole file. */
const MAX_ROW_CHARACTERS = 8_000_000;
const FILE_COLUMNS = ['filename', 'file_name', 'file', 'path', 'image'];
const BOX_COLUMNS = [
  ['x1', 'y1', 'x2', 'y2'],
  ['xmin', 'ymin', 'xmax', 'ymax'],
];

/**
 * Tables with a row for each label of an image, or for each box or label of a box: those that an export writes, and those of other tools
 * that name a file, a class and xmin, ymin, xmax, ymax.
 */
export const readCsvFiles: Reader = async (files, sink) => {
  await readEach(files.findBySuffix('.csv'), sink, (file) => readFile(files, file, sink));
};

async function readFile(files: FileSet, file: DiscoveredFile, sink: ImportSink): Promise<void> {
  let table: Table | null = null;
  let number = 1;
  for await (const row of rowsOf(await files.open(file))) {
    number += 1;
    table ??= new Table(sink, file, row);
    if (!(await table.take(row))) sink.addUnreadable(`${file.path}, row ${number}`, 'The row has no file name.');
  }
  await table?.end();
}

async function* rowsOf(source: Readable): AsyncGenerator<Row> {
  let letters = 0;
  const measured = async function* () {
    for await (const text of readText(source)) {
      letters += text.length;
      if (letters > MAX_ROW_CHARACTERS) throw new UnreadableError('A quotation mark is not closed.');
      yield text;
    }
  };
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, {
    header: true,
    skipEmptyLines: true,
    transformHeader: (name) => name.trim().toLowerCase(),
  });
  const text = Readable.from(measured());
  text.on('error', (error) => parser.destroy(error));
  for await (const row of text.pipe(parser)) {
    letters = 0;
    yield Object.fromEntries(
      Object.entries(row as Record<string, unknown>).map(([name, cell]) => [
        name,
        typeof cell === 'string' ? removeFormulaGuard(cell).trim() : '',
      ]),
    );
  }
}

/** The rows of one table; those of one box follow each other. */
class Table {
  private readonly fileColumn: string;
  private readonly box: readonly string[] | undefined;
  private open: { id: string; picture: number; shape: ParsedShape; labels: DeclaredLabel[] } | null = null;

  constructor(
    private readonly sink: ImportSink,
    private readonly from: DiscoveredFile,
    head: Row,
  ) {
    const file = FILE_COLUMNS.find((name) => name in head);
    if (!file) throw new UnreadableError(`The header has no column '${FILE_COLUMNS[0]}'.`);
    this.fileColumn = file;
    this.box = BOX_COLUMNS.find((columns) => columns.every((name) => name in head));
  }

  async take(row: Row): Promise<boolean> {
    const path = row[this.fileColumn];
    if (!path) return false;
    const [width, height] = [Number(row.width), Number(row.height)];
    const reference = { path, from: this.from, part: row.split?.toLowerCase() || undefined };
    const picture = this.sink.addReference(reference, {
      ...(width > 0 && height > 0 && { width, height }),
      ...(row.split === 'test' && { test: true }),
      ...(row.real === 'false' && { real: false }),
    });
    const value = row.value ? Number(row.value) : null;
    if (value !== null && !Number.isFinite(value)) {
      this.sink.addNote(picture, 'Values that are not numbers');
      return true;
    }
    if (this.box) await this.takeBox(row, picture, value);
    else if (row.label ?? row.class)
      await this.sink.addShape(picture, { kind: 'label', data: [], ...this.said(row.label ?? row.class ?? '', value) });
    return true;
  }

  private said(name: string, value: number | null): DeclaredLabel {
    return { class: this.sink.addClass({ of: 'recognition', name, ...(value !== null && { type: 'value' }) }), value };
  }

  private async takeBox(row: Row, picture: number, value: number | null): Promise<void> {
    const named = row.box_label ?? row.class ?? row.label;
    if (!named) return this.sink.addNote(picture, 'Boxes without a label');
    const label = 'box_label' in row || 'class' in row ? row.label : '';
    if (!this.open || this.open.id !== row.object || !row.object || this.open.picture !== picture) {
      await this.end();
      const data = this.box!.map((name) => (row[name] ? Number(row[name]) : NaN));
      const shape: ParsedShape = { kind: 'box', class: this.sink.addClass({ of: 'detection', name: named }), data };
      this.open = { id: row.object ?? '', picture, shape, labels: [] };
    }
    if (label) this.open.labels.push(this.said(label, value));
  }

  async end(): Promise<void> {
    const { open } = this;
    this.open = null;
    if (open) await this.sink.addShape(open.picture, { ...open.shape, ...(open.labels.length > 0 && { labels: open.labels }) });
  }
}
