import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { removeFormulaGuard } from '../../../data-access/csv/read';
import { UnreadableError } from '../reader/reader';
import { readText } from './text';

/** Maximum length of a row in characters. Without a limit, an unclosed quotation mark would turn the rest of a file into one row. */
const MAX_ROW_CHARACTERS = 8_000_000;

/** Streams the rows of a CSV file, with trimmed cells. */
export async function* readCsvRows(source: Readable): AsyncGenerator<string[]> {
  let characterCount = 0;
  const limitRows = async function* () {
    for await (const text of readText(source)) {
      characterCount += text.length;
      if (characterCount > MAX_ROW_CHARACTERS) throw new UnreadableError('A quotation mark is not closed.');
      yield text;
    }
  };
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { skipEmptyLines: true });
  const text = Readable.from(limitRows());
  text.on('error', (error) => parser.destroy(error));
  for await (const row of text.pipe(parser) as AsyncIterable<string[]>) {
    characterCount = 0;
    yield row.map((cell) => removeFormulaGuard(cell).trim());
  }
}
