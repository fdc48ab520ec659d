import type { ParsedItem } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Scope } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { createFieldError } from '../../platform/errors';
import { toLimitOffset, type PageEnvelope, type PageWindow } from '../../platform/http/route/links';
import { resolveListWorkspace } from '../rows/references';
import { readMany, readOne, readPage, type RowView } from '../rows/view';
import { getShapesAudit, writeShapesInBulk, type BulkResult } from './bulk-write';
import type { NewShape, ShapeEdit, ShapeItem, ShapeKind, ShapeRow } from './kind';
import { messages } from './messages';
import { deleteShapesOnImage, writeShape, type WriteContext } from './write-shape';

/** The fields of a route handler's argument that reading shapes uses. */
interface ReadCall {
  db: Db;
  scope: Scope;
  fileUrl: (key: string) => string;
}
type WriteCall = WriteContext & ReadCall;
interface RowParams {
  params: { id: string };
}

interface ListCall<ViewRow> extends ReadCall {
  query: PageWindow & { image?: string | undefined; labels?: string | undefined };
  page: (count: number, rows: ViewRow[]) => PageEnvelope<ViewRow>;
}

/** Options of the route of a bulk call on shapes. */
export const BULK_ROUTE = { largeBody: true, audit: getShapesAudit } as const;

/**
 * Implements the calls that all kinds of shapes have. Each route declares its call and delegates to a method. `toApiRow` converts a row
 * of the view to the API format.
 */
export class ShapeResource<
  Row extends ShapeRow,
  New extends NewShape,
  Edit extends ShapeEdit,
  ViewRow extends { id: string },
  ApiRow,
> {
  constructor(
    private readonly kind: ShapeKind<Row, New, Edit>,
    private readonly view: RowView<ViewRow>,
    private readonly toApiRow: (row: ViewRow, fileUrl: ReadCall['fileUrl']) => ApiRow,
  ) {}

  /** Lists shapes, newest first, optionally only of one image or label. The alias of the table in the view must be `s`. */
  async list({ query, db, scope, page }: ListCall<ViewRow>): Promise<PageEnvelope<ViewRow>> {
    const { label } = this.kind;
    const workspaceId = await resolveListWorkspace(scope, [
      { table: 'training_image', ids: [query.image], field: 'image', entityName: 'Image' },
      ...(label ? [{ table: label.table, ids: [query.labels], field: 'labels', entityName: 'Label' }] : []),
    ]);
    const where = [sql`s.workspace_id = ${workspaceId}`];
    if (query.image) where.push(sql`s.image_id = ${query.image}`);
    if (label && query.labels) where.push(sql`${sql.ref(`s.${label.column}`)} = ${query.labels}`);
    const window = { where, order: sql`s.created desc, s.id`, ...toLimitOffset(query) };
    const { count, rows } = await readPage(db, this.view, window);
    return page(count, rows);
  }

  create(call: WriteCall & { body: New }): Promise<ApiRow> {
    return this.writeSingleShape(call, { op: 'create', ...call.body });
  }

  writeBulk(
    call: WriteCall & { body: { items: readonly ParsedItem<ShapeItem<New, Edit>>[] } },
  ): Promise<{ results: BulkResult<ApiRow>[] }> {
    return writeShapesInBulk(call, this.kind, call.body.items, async (ids) => {
      const rows = await readMany(call.db, this.view, ids);
      return new Map([...rows].map(([id, row]) => [id, this.toApiRow(row, call.fileUrl)]));
    });
  }

  async read(call: ReadCall & RowParams): Promise<ApiRow> {
    const { table, entityName } = this.kind;
    const row = await call.scope.findRow(table, call.params.id, { entityName });
    return this.readRow(call, row.id);
  }

  change(call: WriteCall & RowParams & { body: Edit }): Promise<ApiRow> {
    return this.writeSingleShape(call, { op: 'change', id: call.params.id, ...call.body });
  }

  async delete(call: WriteCall & RowParams): Promise<undefined> {
    await writeShape(call, this.kind, { op: 'delete', id: call.params.id }, (id) => this.readRow(call, id));
    return undefined;
  }

  /** Deletes all shapes of the kind on the image that the body or the query names. */
  async deleteOnImage(
    call: WriteCall & { body?: { image?: string | undefined } | null | undefined; query: { image?: string | undefined } },
  ): Promise<undefined> {
    const id = call.body?.image ?? call.query.image;
    if (!id) throw createFieldError('image', messages.required);
    await deleteShapesOnImage(call, this.kind, id);
    return undefined;
  }

  readRow({ db, fileUrl }: Pick<ReadCall, 'db' | 'fileUrl'>, id: string): Promise<ApiRow> {
    return readOne(db, this.view, id).then((row) => this.toApiRow(row, fileUrl));
  }

  private async writeSingleShape(call: WriteCall, item: ShapeItem<New, Edit>): Promise<ApiRow> {
    return this.readRow(call, await writeShape(call, this.kind, item, (id) => this.readRow(call, id)));
  }
}
