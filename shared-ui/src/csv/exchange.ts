import type { Change } from '@console/shared-contract/federation/shared-keys';
import type { ReactNode } from 'react';
import type { CsvUndoResult } from './undo';

/** What a file would do, or has done. */
export interface CsvPlan {
  errors: readonly { row: number; detail: string }[];
  applied: boolean;
}

/** How rows of one sort go out to a file and come in from one. */
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
  /** The table in parts, each without a newline at its end. */
  write: () => Promise<readonly string[]>;
  send: (csv: string, dry_run: boolean, make_missing: boolean) => Promise<Plan>;
  /** What a plan names that is not there and could be made with it, in words; null for nothing. */
  describeMissing?: (plan: Plan) => string | null;
  /** How many rows it makes and changes. */
  countChanges: (plan: Plan) => number;
  /** What a plan without errors does, for the person. */
  preview: (plan: Plan) => ReactNode;
  changes: readonly Change[];
  /** Takes an applied plan back; null where the plan says nothing of how. */
  undo: (plan: Plan) => (() => Promise<CsvUndoResult>) | null;
}
