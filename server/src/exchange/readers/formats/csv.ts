import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { removeFormulaGuard } from '../../../data-access/csv/read';
import { readEach, UnreadableError, type Reader, type ParsedShape, type DeclaredLabel, type ImportSink } from '../reader/reader';
import type { FileSet, DiscoveredFile } from '../reader/file-set';
import { readText } from '../parsing/text';

type Row = Record<string, string>;

/** In characters. An unclosed quotation mark turns the rest of a file into one row. */
const MAX_ROW_CHARACTERS = 8_000_000;
const FILE_COLUMNS = ['filename', 'file_name', 'file', 'path', 'image'];
const BOX_COLUMNS = [
  ['x1', 'y1', 'x2', 'y2'],
  ['xmin', 'ymin', 'xmax', 'ymax'],
];

/**
 * Reads CSV files with a row for each label of an image, box, or label of a box: those of an export, and those of other tools with columns for a
 * file name, a class and xmin, ymin, xmax, ymax.
 */
export const readCsvFiles: Reader = async (files, sink) => {
  await readEach(files.findBySuffix('.csv'), sink, (file) => readFile(files, file, sink));
};

async function readFile(files: FileSet, file: DiscoveredFile, sink: ImportSink): Promise<void> {
  let table: Table | null = null;
  let number = 1;
  for await (const row of readRows(await files.open(file))) {
    number += 1;
    table ??= new Table(sink, file, row);
    if (!(await table.addRow(row))) sink.addUnreadable(`${file.path}, row ${number}`, 'The row has no file name.');
  }
  await table?.finishBox();
}

async function* readRows(source: Readable): AsyncGenerator<Row> {
  let characters = 0;
  const limitRows = async function* () {
    for await (const text of readText(source)) {
      characters += text.length;
      if (characters > MAX_ROW_CHARACTERS) throw new UnreadableError('A quotation mark is not closed.');
      yield text;
    }
  };
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, {
    header: true,
    skipEmptyLines: true,
    transformHeader: (name) => name.trim().toLowerCase(),
  });
  const text = Readable.from(limitRows());
  text.on('error', (error) => parser.destroy(error));
  for await (const row of text.pipe(parser)) {
    characters = 0;
    yield Object.fromEntries(
      Object.entries(row as Record<string, unknown>).map(([name, cell]) => [
        name,
        typeof cell === 'string' ? removeFormulaGuard(cell).trim() : '',
      ]),
    );
  }
}

/** Reads the rows of one file. Rows of the same box must be consecutive. */
class Table {
  private readonly fileColumn: string;
  private readonly box: readonly string[] | undefined;
  private openBox: { id: string; image: number; shape: ParsedShape; labels: DeclaredLabel[] } | null = null;

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

  async addRow(row: Row): Promise<boolean> {
    const path = row[this.fileColumn];
    if (!path) return false;
    const [width, height] = [Number(row.width), Number(row.height)];
    const reference = { path, from: this.from, part: row.split?.toLowerCase() || undefined };
    const image = this.sink.addReference(reference, {
      ...(width > 0 && height > 0 && { width, height }),
      ...(row.split === 'test' && { test: true }),
      ...(row.real === 'false' && { real: false }),
    });
    const value = row.value ? Number(row.value) : null;
    if (value !== null && !Number.isFinite(value)) {
      this.sink.addNote(image, 'Values that are not numbers');
      return true;
    }
    if (this.box) await this.addBox(row, image, value);
    else if (row.label ?? row.class)
      await this.sink.addShape(image, { kind: 'label', data: [], ...this.toDeclaredLabel(row.label ?? row.class ?? '', value) });
    return true;
  }

  private toDeclaredLabel(name: string, value: number | null): DeclaredLabel {
    return { class: this.sink.addClass({ of: 'recognition', name, ...(value !== null && { type: 'value' }) }), value };
  }

  private async addBox(row: Row, image: number, value: number | null): Promise<void> {
    const boxClass = row.box_label ?? row.class ?? row.label;
    if (!boxClass) return this.sink.addNote(image, 'Boxes without a label');
    const label = 'box_label' in row || 'class' in row ? row.label : '';
    if (!this.openBox || this.openBox.id !== row.object || !row.object || this.openBox.image !== image) {
      await this.finishBox();
      const data = this.box!.map((name) => (row[name] ? Number(row[name]) : NaN));
      const shape: ParsedShape = { kind: 'box', class: this.sink.addClass({ of: 'detection', name: boxClass }), data };
      this.openBox = { id: row.object ?? '', image, shape, labels: [] };
    }
    if (label) this.openBox.labels.push(this.toDeclaredLabel(label, value));
  }

  async finishBox(): Promise<void> {
    const { openBox } = this;
    this.openBox = null;
    if (openBox)
      await this.sink.addShape(openBox.image, { ...openBox.shape, ...(openBox.labels.length > 0 && { labels: openBox.labels }) });
  }
}
