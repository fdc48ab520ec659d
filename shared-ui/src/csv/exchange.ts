import type { ChangeSetOption } from '@console/shared-auth';
import type { Change } from '@console/shared-contract/federation/shared-keys';
import type { ReactNode } from 'react';

/** Result of importing a CSV file, or of a preview of the import. */
export interface CsvPlan {
  errors: readonly { row: number; detail: string }[];
  applied: boolean;
  /** The invalid rows as CSV, with the reasons. Missing if the server cannot import the other rows. */
  invalid_rows?: string;
  valid_rows?: number;
}

/** An export of the rows that match the filters of the list. */
export interface FilteredExport {
  /** Label of the menu item for the matching rows. */
  label: string;
  /** Label of the menu item for all rows. */
  allLabel: string;
  exportCsv: () => Promise<readonly string[]>;
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
  /** Returns all rows as CSV text in chunks, each without a trailing newline. */
  exportCsv: () => Promise<readonly string[]>;
  /** Set this while the list is filtered. The user can then choose between the matching rows and all rows. */
  filtered?: FilteredExport;
  /**
   * Previews or imports a file. `createMissing`: whether to create missing rows that the file refers to. `skipInvalid`: whether to skip
   * invalid rows instead of rejecting the file. Pass `options` to the call: it contains the change set key for the undo.
   */
  importCsv: (
    csv: string,
    isPreview: boolean,
    createMissing: boolean,
    skipInvalid: boolean,
    options: ChangeSetOption,
  ) => Promise<Plan>;
  /** Describes rows that the file refers to and that the import can create. Null if there are none. */
  describeMissing?: (plan: Plan) => string | null;
  /** Returns the number of rows that the import creates and changes. */
  countChanges: (plan: Plan) => number;
  /** Renders the changes that the import would make. */
  preview: (plan: Plan) => ReactNode;
  changes: readonly Change[];
}
