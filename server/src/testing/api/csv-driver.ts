import type { CsvPlan } from '@console/shared-contract/api';
import { expectBody } from './client';
import type { TestTenant } from './test-tenant';
import { postUndoable, undo } from './undo';

/** A part of an export. `next` is the parameter `after` of the request for the next part; null after the last part. */
export interface CsvChunk {
  csv: string;
  next: string | null;
}
type ImportOptions = { dry_run?: boolean; make_missing?: boolean };

/** Exports and imports the rows of a list such as `/product/v2/product/` as CSV. */
export class CsvDriver {
  constructor(
    private readonly tenant: TestTenant,
    private readonly path: string,
  ) {}

  /** Returns the first chunk of the export. */
  async export(): Promise<string> {
    return expectBody<CsvChunk>(await this.tenant.client.get(`${this.path}csv`)).csv;
  }

  async import(lines: readonly string[] | string, options: ImportOptions = {}): Promise<CsvPlan> {
    const csv = typeof lines === 'string' ? lines : lines.join('\r\n');
    return postUndoable<CsvPlan>(this.tenant.client, `${this.path}csv`, { csv, ...options });
  }

  /** Undoes an import. Returns the number of restored rows, and the ids of rows that could not be restored. */
  undo(plan: CsvPlan): Promise<{ undone: number; kept: string[] }> {
    return undo(this.tenant.client, plan);
  }
}
