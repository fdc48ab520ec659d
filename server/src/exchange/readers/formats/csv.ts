import { z } from 'zod';
import { defineReader, type ReadContext } from './define-reader';
import { isImageFile, type DiscoveredFile } from '../reader/file-set';
import { readAttributes } from '../parsing/attributes';
import { ImageAnnotations, type ShapeExtras } from '../reader/image-annotations';
import { ATTRIBUTES_NOTE } from '../reader/notes';
import { UnreadableError, type DeclaredLabel } from '../reader/reader';
import { defineFields } from '../parsing/unread-fields';
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
  [
    ...['split', 'width', 'height', 'real', 'value', 'object', 'box_label', 'attributes'],
    ...LABEL_COLUMNS,
    ...BOX_COLUMNS.flat(),
  ],
  { verified: 'false' },
);
const Attributes = z.record(z.string(), z.unknown());

/** Returns undefined for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The columns of Keras RetinaNet files, which have no header. */
const RETINANET_COLUMNS = ['filename', 'x1', 'y1', 'x2', 'y2', 'class'];

/**
 * Reads CSV files of three forms.
 *
 * 1. A row for each label of an image, for each box, or for each label of a box, as the console and other tools export them. The columns
 * contain a file name, a class, and xmin, ymin, xmax, ymax.
 *
 * 2. The same without a header (Keras RetinaNet).
 *
 * 3. A row for each image, with a column of 0 and 1 for each class (Roboflow).
 */
export const readCsvFiles = defineReader((files) => files.findBySuffix('.csv'), readFile);

async function readFile(file: DiscoveredFile, context: ReadContext): Promise<void> {
  const { files, sink } = context;
  const rows = readCsvRows(await files.open(file));
  const headerRow = await rows.next();
  if (headerRow.done) return;
  const firstRow = headerRow.value;
  if (isClassList(firstRow)) return sink.addNote(null, 'Lists of classes in CSV files (not needed)');
  const hasHeader = !isRetinaNetRow(firstRow);
  const header = hasHeader ? firstRow : RETINANET_COLUMNS;
  if (header.some((name) => name.toLowerCase() === 'region_shape_attributes'))
    throw new UnreadableError('This is a file of the VGG Image Annotator. Choose the format VIA.');
  let csvTable: Table | null = null;
  let rowNumber = hasHeader ? 1 : 0;
  const addRow = async (cells: readonly string[]) => {
    rowNumber += 1;
    csvTable ??= new Table(header, cells, file, context);
    if (!(await csvTable.addRow(cells))) sink.addUnreadable(`${file.path}, row ${rowNumber}`, 'The row has no file name.');
  };
  if (!hasHeader) await addRow(firstRow);
  for await (const cells of rows) await addRow(cells);
  await (csvTable as Table | null)?.finish();
}

const isNumber = (cell: string | undefined) => cell !== undefined && cell !== '' && Number.isFinite(Number(cell));
/** Whether a row belongs to a Keras RetinaNet file, which has no header. The row of an image without boxes has empty cells. */
const isRetinaNetRow = ([path = '', ...cells]: readonly string[]) =>
  isImageFile({ path }) && cells.length === 5 && cells.slice(0, 4).every((cell) => cell === '' || isNumber(cell));
/** Whether a row belongs to the list of classes of Keras RetinaNet, which has a name and a number in each row. */
const isClassList = ([name = '', number, ...otherCells]: readonly string[]) =>
  otherCells.length === 0 && /^\d+$/.test(number ?? '') && !isImageFile({ path: name });

const isZeroOrOne = (cell: string | undefined) => isNumber(cell) && (Number(cell) === 0 || Number(cell) === 1);

/** Reads the rows of one file. Rows of the same box must be consecutive. */
class Table {
  /** Names of the columns in lower case. */
  private readonly columnNames: readonly string[];
  private readonly fileColumn: string;
  private readonly boxColumns: readonly string[] | undefined;
  /** Indexes of the columns of classes, in a table with a column of 0 and 1 for each class. */
  private readonly classColumns: readonly number[] | null;
  /** The box whose rows are being read. */
  private pendingBox: {
    id: string;
    name: string;
    data: number[];
    image: ImageAnnotations;
    labels: DeclaredLabel[];
    extras: ShapeExtras;
  } | null = null;

  constructor(
    private readonly header: readonly string[],
    firstRow: readonly string[],
    private readonly file: DiscoveredFile,
    private readonly context: ReadContext,
  ) {
    this.columnNames = header.map((name) => name.toLowerCase());
    const fileColumn = FILE_COLUMNS.find((name) => this.columnNames.includes(name));
    if (!fileColumn) throw new UnreadableError(`The header has no column '${FILE_COLUMNS[0]}'.`);
    this.fileColumn = fileColumn;
    this.boxColumns = BOX_COLUMNS.find((columns) => columns.every((name) => this.columnNames.includes(name)));
    const hasLabels = this.columnNames.some((name) => LABEL_COLUMNS.includes(name)) || this.boxColumns !== undefined;
    const unknownColumns = [...header.keys()].filter((index) => this.isUnknown(this.columnNames[index]!));
    const isOneHot = !hasLabels && unknownColumns.length > 0 && unknownColumns.every((index) => isZeroOrOne(firstRow[index]));
    this.classColumns = isOneHot ? unknownColumns : null;
  }

  /** Returns false for a row without a file name. */
  async addRow(cells: readonly string[]): Promise<boolean> {
    const row = Object.fromEntries(this.columnNames.map((name, index) => [name, cells[index] ?? '']));
    const image = this.addImage(row);
    if (!image) return false;
    if (this.classColumns) {
      for (const index of this.classColumns) {
        if (!isZeroOrOne(cells[index])) image.addNote('Cells that are neither 0 nor 1');
        else if (Number(cells[index]) === 1) await image.addLabel(this.header[index]!);
      }
      return true;
    }
    for (const [index, name] of this.header.entries())
      if (this.isUnknown(name.toLowerCase())) this.context.fields.add({ [name]: cells[index] }, COLUMNS);
    const value = row.value ? Number(row.value) : null;
    const label = row.label ?? row.class;
    if (value !== null && !Number.isFinite(value)) image.addNote('Values that are not numbers');
    else if (this.boxColumns) await this.addBox(row, image, value);
    else if (label && /^\[\s*\{/.test(label))
      throw new UnreadableError("This is a CSV file of Label Studio. In Label Studio, export with the format 'JSON'.");
    else if (label) await image.addLabel(label, value);
    return true;
  }

  /** Adds the last box. */
  async finish(): Promise<void> {
    const { pendingBox } = this;
    this.pendingBox = null;
    if (pendingBox)
      await pendingBox.image.addBox(pendingBox.name, pendingBox.data, {
        ...pendingBox.extras,
        ...(pendingBox.labels.length > 0 && { labels: pendingBox.labels }),
      });
  }

  private isUnknown(name: string): boolean {
    return name !== this.fileColumn && !COLUMNS.readNames.has(name);
  }

  private addImage(row: Row): ImageAnnotations | null {
    const path = row[this.fileColumn];
    if (!path) return null;
    const { sink, options } = this.context;
    const [width, height] = [Number(row.width), Number(row.height)];
    const imageFacts = {
      ...(width > 0 && height > 0 && { width, height }),
      ...(row.split === 'test' && { test: true }),
      ...(row.real === 'false' && { real: false }),
    };
    const reference = { path, annotationFile: this.file, split: row.split?.toLowerCase() || undefined };
    return new ImageAnnotations(sink.addReference(reference, imageFacts), sink, options);
  }

  /** Reads the JSON object in the column `attributes`. */
  private readAttributes({ attributes: text }: Row, image: ImageAnnotations): ShapeExtras {
    if (!text) return {};
    const attributeFields = Attributes.safeParse(parseJson(text)).data;
    if (!attributeFields) image.addNote('Attributes that are not a JSON object');
    const extras = readAttributes(attributeFields ?? {});
    if (extras.meta_data) image.addNote(ATTRIBUTES_NOTE);
    return extras;
  }

  private async addBox(row: Row, image: ImageAnnotations, value: number | null): Promise<void> {
    const name = row.box_label ?? row.class ?? row.label;
    const corners = this.boxColumns!.map((column) => row[column]);
    // Tools write a row without a box for an image without boxes.
    if (!name && corners.every((cell) => cell === '')) return;
    if (!name) return image.addNote('Boxes without a label');
    const label = 'box_label' in row || 'class' in row ? row.label : '';
    if (!row.object || this.pendingBox?.id !== row.object || this.pendingBox.image.image !== image.image) {
      await this.finish();
      const data = corners.map((cell) => (cell ? Number(cell) : NaN));
      this.pendingBox = { id: row.object ?? '', name, data, image, labels: [], extras: this.readAttributes(row, image) };
    }
    if (label) this.pendingBox!.labels.push(image.declareLabel(label, value));
  }
}
