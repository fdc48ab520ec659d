import type { Change } from '@console/shared-contract/federation/shared-keys';
import type { ReactNode } from 'react';
import type { CsvUndoResult } from './undo';

/** The result of a preview or an import of a file. */
export interface CsvPlan {
  errors: readonly { row: number; detail: string }[];
  applied: boolean;
}

/** Functions and messages for the CSV export and import of one kind of rows. */
export interface CsvExchange<Plan extends CsvPlan> {
  fileName: string;
  messages: {
    exportLabel: string;
    importLabel: string;
    exportFailed: string;
    title: string;
    hint: string;
    failed: string;
    done: (plan: Plan) => string;
  };
  /** Returns the CSV text in chunks, each without a trailing newline. */
  exportCsv: () => Promise<readonly string[]>;
  /** Previews or imports a file. If `createMissing` is true, rows that the file refers to and that do not exist are created. */
  importCsv: (csv: string, isPreview: boolean, createMissing: boolean) => Promise<Plan>;
  /** Describes the missing rows that the import can create; null if there are none. */
  describeMissing?: (plan: Plan) => string | null;
  /** Returns the number of rows that the import creates and changes. */
  countChanges: (plan: Plan) => number;
  /** Renders the changes of a plan without errors. */
  preview: (plan: Plan) => ReactNode;
  changes: readonly Change[];
  /** Returns a function that undoes an applied import; null if it cannot be undone. */
  undo: (plan: Plan) => (() => Promise<CsvUndoResult>) | null;
}
