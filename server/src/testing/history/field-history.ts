import type { ChangedKind } from '@console/shared-contract/api';
import { isDeepStrictEqual } from 'node:util';
import type { RowValues } from '../../domain/history/undo/net-changes';
import { DERIVED_COLUMNS } from '../../platform/database/tables/logged-tables';

export const META_DATA = 'meta_data';

interface RowPlace {
  relation: ChangedKind;
  subject: string;
  row: string;
}
export interface Entry extends RowPlace {
  set: number;
  undoes: number | null;
  user: string;
  operation: 'insert' | 'update' | 'delete';
  before: RowValues;
  after: RowValues;
}
export const toKey = ({ relation, subject, row }: RowPlace) => `${relation} ${subject} ${row}`;

export const omitDerived = (row: RowValues): RowValues =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !DERIVED_COLUMNS.includes(column)));

/**
 * A value that a change set gave to a field. An undo of the set makes the assignment inactive, and an undo of that undo makes it active
 * again.
 */
interface Assignment {
  set: number;
  value: unknown;
  isActive: boolean;
}

/**
 * The assignments of each changed field, oldest first. They predict the result of an undo without a comparison of states, unlike the
 * server's undo.
 */
export class FieldHistory {
  private readonly assignments = new Map<string, Assignment[]>();
  private readonly initialValues = new Map<string, unknown>();
  private readonly undoes = new Map<number, number | null>();

  constructor(entries: readonly Entry[]) {
    for (const entry of entries) {
      this.undoes.set(entry.set, entry.undoes);
      if (entry.operation !== 'update') continue;
      const [before, after] = [flatten(entry.before), flatten(entry.after)];
      for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
        if (isDeepStrictEqual(before[field], after[field])) continue;
        const key = `${toKey(entry)} ${field}`;
        if (!this.initialValues.has(key)) this.initialValues.set(key, before[field]);
        if (entry.undoes === null) this.listAssignments(key).push({ set: entry.set, value: after[field], isActive: true });
        else this.setActive(key, entry.set);
      }
    }
  }

  /**
   * Makes the assignments of `set` inactive, as an undo of `set` does. If `set` is itself an undo, the assignments that it made inactive
   * become active again.
   */
  setActive(key: string, changeSet: number, isActive = true): void {
    const undoneSet = this.undoes.get(changeSet);
    if (undoneSet !== null && undoneSet !== undefined) return this.setActive(key, undoneSet, !isActive);
    for (const assignment of this.listAssignments(key)) if (assignment.set === changeSet) assignment.isActive = isActive;
  }

  hasLaterChange(key: string, changeSet: number): boolean {
    return this.listAssignments(key).some((assignment) => assignment.isActive && assignment.set > changeSet);
  }

  getValue(key: string): unknown {
    const lastAssignment = this.listAssignments(key).findLast(({ isActive }) => isActive);
    return lastAssignment ? lastAssignment.value : this.initialValues.get(key);
  }

  private listAssignments(key: string): Assignment[] {
    const assignments = this.assignments.get(key) ?? [];
    this.assignments.set(key, assignments);
    return assignments;
  }
}

/** Returns the fields of a row without derived columns. Each key of the meta data counts as a field. */
export function flatten({ [META_DATA]: metaData, ...row }: RowValues): RowValues {
  const keys = Object.entries(metaData ?? {}).map(([key, value]) => [`${META_DATA}.${key}`, value]);
  return { ...omitDerived(row), ...(Object.fromEntries(keys) as RowValues) };
}
