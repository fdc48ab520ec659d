import type { FastifyInstance } from 'fastify';
import { badField } from '../../platform/errors';
import { messages } from './messages';

/** Version of a row right after the import. A later version means that somebody has changed the row since. */
export interface CsvRowVersion {
  id: string;
  version: number;
}

/** What is needed to undo an import: the created rows, and the previous values of the changed rows. */
export interface CsvUndo<Created extends CsvRowVersion, Changed extends CsvRowVersion> {
  created: Created[];
  changed: Changed[];
}

type CsvKind = 'products' | 'prices' | 'groups';
interface UndoClaims {
  use: string;
  workspace: string;
  undo: unknown;
}

/** Maximum rows and JSON characters per token. The undo call then takes about a second and is not larger than the file was. */
const MAX_BATCH = { rows: 500, characters: 1_000_000 };
const UNDO_LIFETIME = '30d';
const getTokenPurpose = (kind: CsvKind) => `csv-undo ${kind}`;

/**
 * Returns the data to undo an import as signed tokens. They need no table, and a client cannot forge rows that the import has
 * not changed. Changed rows come before created rows, because a changed row may refer to a created one.
 */
export function signUndoTokens<Created extends CsvRowVersion, Changed extends CsvRowVersion>(
  app: FastifyInstance,
  kind: CsvKind,
  workspace: string,
  { created, changed, ...otherData }: CsvUndo<Created, Changed>,
): string[] {
  const undos: CsvUndo<Created, Changed>[] = [
    ...toBatches(changed).map((rows) => ({ created: [], changed: rows })),
    ...toBatches(created).map((rows) => ({ created: rows, changed: [] })),
    // The last token removes the rows to which the others refer.
    ...(Object.keys(otherData).length > 0 ? [{ created: [], changed: [], ...otherData }] : []),
  ];
  return undos.map((undo) => app.jwt.sign({ use: getTokenPurpose(kind), workspace, undo }, { expiresIn: UNDO_LIFETIME }));
}

/** Returns the undo data of a token from `signUndoTokens`. Throws 400 for any other token and for another workspace. */
export function verifyUndoToken<Created extends CsvRowVersion, Changed extends CsvRowVersion>(
  app: FastifyInstance,
  kind: CsvKind,
  workspace: string,
  token: string,
): CsvUndo<Created, Changed> {
  const claims = verifyClaims(app, token);
  if (claims?.use !== getTokenPurpose(kind) || claims.workspace !== workspace) throw badField('undo', messages.invalidUndoToken);
  return claims.undo as CsvUndo<Created, Changed>;
}

function verifyClaims(app: FastifyInstance, token: string): UndoClaims | null {
  try {
    return app.jwt.verify<UndoClaims>(token);
  } catch {
    return null;
  }
}

function toBatches<Row>(rows: readonly Row[]): Row[][] {
  const batches: Row[][] = [];
  let characters = Infinity;
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    const batch = batches.at(-1);
    if (batch && batch.length < MAX_BATCH.rows && characters + size <= MAX_BATCH.characters) batch.push(row);
    else {
      batches.push([row]);
      characters = 0;
    }
    characters += size;
  }
  return batches;
}
