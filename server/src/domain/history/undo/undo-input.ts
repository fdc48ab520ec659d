import { Permission, RestoreResult, RowReference } from '@console/shared-contract/api';
import { z } from 'zod';
import type { ChangeWriter } from '../../../platform/database/change-log';
import { EntrySelection } from '../selection/entry-selection';

/** The kind of background work that undoes changes with very many entries. It is stored with the work, so it must never change. */
export const UNDO_CHANGES = 'undo-changes';

/** What an undo reverts, and how, as plain JSON. */
export const UndoInput = z.object({
  /** The selections are undone one after the other. */
  selections: z.array(EntrySelection),
  /** Limits the undo to these rows, and to deleted rows that belong to them. */
  rows: z.array(RowReference).optional(),
  /** Overwrites later changes and deletes rows that are in use. */
  overwrite: z.boolean(),
  /** Executes the undo and rolls it back. */
  dryRun: z.boolean(),
  user: z.object({ id: z.string(), username: z.string() }),
});
export type UndoInput = z.output<typeof UndoInput>;

/** The input of the background work. */
export const UndoWorkInput = UndoInput.extend({
  /** What the user must still be allowed to do when the work starts. */
  permissions: z.array(Permission),
  /** The writer of the request, so that the history shows a large undo like a small one. */
  writer: z.custom<ChangeWriter>((value) => typeof value === 'object' && value !== null),
  /** Stored in the transaction of the undo, so that an attempt after a crash does not undo twice. */
  result: RestoreResult.optional(),
});
export type UndoWorkInput = z.output<typeof UndoWorkInput>;

/** Limits of an undo. */
export interface UndoLimits {
  /** Maximum number of entries that are undone within the request. Background work undoes larger changes. */
  maxDirectEntries: number;
  /** Maximum number of rows in memory. */
  batchSize: number;
}
