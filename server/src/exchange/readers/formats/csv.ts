import { readEach, UnreadableError, type Reader, type ParsedShape, type DeclaredLabel, type ImportSink } from '../reader/reader';
import { isImageFile, type FileSet, type DiscoveredFile } from '../reader/file-set';
import { defineFields, UnreadFields } from '../parsing/unread-fields';
import { readCsvRows } from '../parsing/csv-rows';

type Row = Record<string, string>;

const FILE_COLUMNS = ['filename', 'file_name', 'file', 'path', 'image'];
const BOX_COLUMNS = [
  ['x1', 'y1', 'x2', 'y2'],
  ['xmin', 'ymin', 'xmax', 'ymax'],
];
const LABEL_COLUMNS = ['label', 'class'];
/** Columns that tables with a row for each label may have. */
const COLUMNS = defineFields(
  [...['split', 'width', 'height', 'real', 'value', 'object', 'box_label'], ...LABEL_COLUMNS, ...BOX_COLUMNS.flat()],
  { verified: 'false' },
);
/** The columns of Keras RetinaNet files, which have no header. */
const RETINANET_COLUMNS = ['filename', 'x1', 'y1', 'x2', 'y2', 'class'];

/**
 * Reads CSV files with a row for each label of an image, box, or label of a box: those of an export, those of other tools with columns for a
 * file name, a class and xmin, ymin, xmax, ymax, and those of Keras RetinaNet without a header. Also reads tables with a row for each image and a
 * column of 0 and 1 for each class, which Roboflow exports.
 */
export const readCsvFiles: Reader = async (files, sink) => {
  const fields = new UnreadFields(sink);
  await readEach(files.findBySuffix('.csv'), sink, (file) => readFile(files, file, { sink, fields }));
};

interface CsvContext {
  sink: ImportSink;
  fields: UnreadFields;
}

async function readFile(files: FileSet, file: DiscoveredFile, { sink, fields }: CsvContext): Promise<void> {
  const rows = readCsvRows(await files.open(file));
  const head = await rows.next();
  if (head.done) return;
  const first = head.value;
  if (isClassList(first)) return sink.addNote(null, 'Lists of classes in CSV files (not needed)');
  const hasHeader = !isRetinaNetRow(first);
  const header: readonly string[] = hasHeader ? first : RETINANET_COLUMNS;
  if (header.some((name) => name.toLowerCase() === 'region_shape_attributes'))
    throw new UnreadableError('This is a file of the VGG Image Annotator. Choose the format VIA.');
  let table: Table | OneHotTable | null = null;
  let number = 0;
  const addRow = async (cells: readonly string[]) => {
    number += 1;
    table ??= createTable({ sink, fields, from: file, header, first: cells });
    if (!(await table.addRow(cells))) sink.addUnreadable(`${file.path}, row ${number}`, 'The row has no file name.');
  };
  if (hasHeader) number = 1;
  else await addRow(first);
  for await (const cells of rows) await addRow(cells);
  await (table as Table | OneHotTable | null)?.finish();
}

const isNumber = (cell: string | undefined) => cell !== undefined && cell !== '' && Number.isFinite(Number(cell));
/** A row without a header. An image without boxes has empty cells. */
const isRetinaNetRow = ([path = '', ...cells]: readonly string[]) =>
  isImageFile({ path }) && cells.length === 5 && cells.slice(0, 4).every((cell) => cell === '' || isNumber(cell));
/** Keras RetinaNet has a file with a name and a number in each row. */
const isClassList = ([name = '', number, ...others]: readonly string[]) =>
  others.length === 0 && /^\d+$/.test(number ?? '') && !isImageFile({ path: name });

interface TableSource extends CsvContext {
  from: DiscoveredFile;
  header: readonly string[];
  first: readonly string[];
}

function createTable({ sink, fields, from, header, first }: TableSource): Table | OneHotTable {
  const names = header.map((name) => name.toLowerCase());
  const file = FILE_COLUMNS.find((name) => names.includes(name));
  if (!file) throw new UnreadableError(`The header has no column '${FILE_COLUMNS[0]}'.`);
  const classColumns = [...header.keys()].filter((at) => names[at] !== file && !COLUMNS.read.has(names[at]!));
  const hasLabels = names.some((name) => LABEL_COLUMNS.includes(name)) || findBoxColumns(names) !== undefined;
  const isOneHot = !hasLabels && classColumns.length > 0 && classColumns.every((at) => isFlag(first[at]));
  const fileReader = new ImageColumns(sink, from, names, file);
  if (isOneHot) return new OneHotTable(sink, fileReader, header, classColumns);
  return new Table({ sink, fields, images: fileReader, header });
}

const isFlag = (cell: string | undefined) => isNumber(cell) && (Number(cell) === 0 || Number(cell) === 1);
const findBoxColumns = (names: readonly string[]) => BOX_COLUMNS.find((columns) => columns.every((name) => names.includes(name)));

/** The columns of an image. */
class ImageColumns {
  constructor(
    private readonly sink: ImportSink,
    private readonly from: DiscoveredFile,
    private readonly names: readonly string[],
    readonly fileColumn: string,
  ) {}

  toRow(cells: readonly string[]): Row {
    return Object.fromEntries(this.names.map((name, at) => [name, cells[at] ?? '']));
  }

  /** Returns the image of a row, or null if the row has no file name. */
  addImage(row: Row): number | null {
    const path = row[this.fileColumn];
    if (!path) return null;
    const [width, height] = [Number(row.width), Number(row.height)];
    return this.sink.addReference(
      { path, from: this.from, part: row.split?.toLowerCase() || undefined },
      {
        ...(width > 0 && height > 0 && { width, height }),
        ...(row.split === 'test' && { test: true }),
        ...(row.real === 'false' && { real: false }),
      },
    );
  }
}

/** Reads tables with a column of 0 and 1 for each class. */
class OneHotTable {
  constructor(
    private readonly sink: ImportSink,
    private readonly images: ImageColumns,
    private readonly header: readonly string[],
    private readonly classColumns: readonly number[],
  ) {}

  async addRow(cells: readonly string[]): Promise<boolean> {
    const image = this.images.addImage(this.images.toRow(cells));
    if (image === null) return false;
    for (const at of this.classColumns) {
      if (!isFlag(cells[at])) this.sink.addNote(image, 'Cells that are neither 0 nor 1');
      else if (Number(cells[at]) === 1) {
        const key = this.sink.addClass({ of: 'recognition', name: this.header[at]! });
        await this.sink.addShape(image, { kind: 'label', class: key, data: [] });
      }
    }
    return true;
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }
}

/** Reads the rows of one file with a row for each label. Rows of the same box must be consecutive. */
class Table {
  private readonly sink: ImportSink;
  private readonly images: ImageColumns;
  private readonly box: readonly string[] | undefined;
  private openBox: { id: string; image: number; shape: ParsedShape; labels: DeclaredLabel[] } | null = null;

  constructor(
    private readonly options: { sink: ImportSink; fields: UnreadFields; images: ImageColumns; header: readonly string[] },
  ) {
    this.sink = options.sink;
    this.images = options.images;
    this.box = findBoxColumns(options.header.map((name) => name.toLowerCase()));
  }

  async addRow(cells: readonly string[]): Promise<boolean> {
    const row = this.images.toRow(cells);
    const image = this.images.addImage(row);
    if (image === null) return false;
    this.countUnreadCells(cells);
    const value = row.value ? Number(row.value) : null;
    if (value !== null && !Number.isFinite(value)) {
      this.sink.addNote(image, 'Values that are not numbers');
      return true;
    }
    const label = row.label ?? row.class;
    if (this.box) await this.addBox(row, image, value);
    else if (label && /^\[\s*\{/.test(label))
      throw new UnreadableError("This is a CSV file of Label Studio. In Label Studio, export with the format 'JSON'.");
    else if (label) await this.sink.addShape(image, { kind: 'label', data: [], ...this.toDeclaredLabel(label, value) });
    return true;
  }

  private countUnreadCells(cells: readonly string[]): void {
    for (const [at, name] of this.options.header.entries())
      if (!COLUMNS.read.has(name.toLowerCase()) && name.toLowerCase() !== this.images.fileColumn)
        this.options.fields.add({ [name]: cells[at] }, COLUMNS);
  }

  private toDeclaredLabel(name: string, value: number | null): DeclaredLabel {
    return { class: this.sink.addClass({ of: 'recognition', name, ...(value !== null && { type: 'value' }) }), value };
  }

  private async addBox(row: Row, image: number, value: number | null): Promise<void> {
    const boxClass = row.box_label ?? row.class ?? row.label;
    const corners = this.box!.map((name) => row[name]);
    // Tools write a row without a box for an image without boxes.
    if (!boxClass && corners.every((cell) => cell === '')) return;
    if (!boxClass) return this.sink.addNote(image, 'Boxes without a label');
    const label = 'box_label' in row || 'class' in row ? row.label : '';
    if (!this.openBox || this.openBox.id !== row.object || !row.object || this.openBox.image !== image) {
      await this.finish();
      const data = corners.map((cell) => (cell ? Number(cell) : NaN));
      const shape: ParsedShape = { kind: 'box', class: this.sink.addClass({ of: 'detection', name: boxClass }), data };
      this.openBox = { id: row.object ?? '', image, shape, labels: [] };
    }
    if (label) this.openBox.labels.push(this.toDeclaredLabel(label, value));
  }

  async finish(): Promise<void> {
    const { openBox } = this;
    this.openBox = null;
    if (openBox)
      await this.sink.addShape(openBox.image, { ...openBox.shape, ...(openBox.labels.length > 0 && { labels: openBox.labels }) });
  }
}
