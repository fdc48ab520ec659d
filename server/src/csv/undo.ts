import type { FastifyInstance } from 'fastify';
import { badField } from '../errors';
import { messages } from './messages';

/** Rows as an import left them. */
export interface CsvRow {
  id: string;
  version: number;
}

/** What an import did: rows that it made, and what those that it changed were before. */
export interface Undo<Created extends CsvRow, Changed extends CsvRow> {
  created: Created[];
  changed: Changed[];
}

type Kind = 'products' | 'prices' | 'groups';
interface Claims {
  use: string;
  workspace: string;
  undo: unknown;
}

/** Rows, and characters of JSON, of one part: a call that ends in a second and is no larger than the file was. */
const MOST = { rows: 500, characters: 1_000_000 };
const LASTS = '30d';
const purposeOf = (kind: Kind) => `csv-undo ${kind}`;

/**
 * The way back from an import in signed parts: they need no table, and nobody can name by them what no import has touched.
 * What was changed comes before what was made, which may hang on it.
 */
export function signUndo<Created extends CsvRow, Changed extends CsvRow>(
  app: FastifyInstance,
  kind: Kind,
  workspace: string,
  { created, changed, ...rest }: Undo<Created, Changed>,
): string[] {
  const parts: Undo<Created, Changed>[] = [
    ...inParts(changed).map((rows) => ({ created: [], changed: rows })),
    ...inParts(created).map((rows) => ({ created: rows, changed: [] })),
    // What the rows hang on goes after them.
    ...(Object.keys(rest).length > 0 ? [{ created: [], changed: [], ...rest }] : []),
  ];
  return parts.map((undo) => app.jwt.sign({ use: purposeOf(kind), workspace, undo }, { expiresIn: LASTS }));
}

/** What a part of `signUndo` says of its rows. Throws 400 for anything else, and for one of another workspace. */
export function readUndo<Created extends CsvRow, Changed extends CsvRow>(
  app: FastifyInstance,
  kind: Kind,
  workspace: string,
  part: string,
): Undo<Created, Changed> {
  const claims = verified(app, part);
  if (claims?.use !== purposeOf(kind) || claims.workspace !== workspace) throw badField('undo', messages.noUndo);
  return claims.undo as Undo<Created, Changed>;
}

function verified(app: FastifyInstance, part: string): Claims | null {
  try {
    return app.jwt.verify<Claims>(part);
  } catch {
    return null;
  }
}

function inParts<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  let characters = Infinity;
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    const part = parts.at(-1);
    if (part && part.length < MOST.rows && characters + size <= MOST.characters) part.push(row);
    else {
      parts.push([row]);
      characters = 0;
    }
    characters += size;
  }
  return parts;
}
