import { Json } from '@console/shared-contract/api';
import type { EntityKind, DeclaredGroup, DeclaredJobItem, DeclaredJob, DeclaredEntity } from '../../readers/reader';

/** A row of what the files name besides pictures and shapes. */
export interface EntityRow {
  kind: EntityKind;
  said: string;
  n: number;
  name: string;
  data: object;
}

interface Keeping {
  keep: (rows: readonly EntityRow[]) => Promise<void>;
  titleOf: (name: string) => string;
  leave: (reason: string) => void;
}

const AT_ONCE = 200;
const MAX_ID_LENGTH = 300;
const MAX_TEXT_LENGTH = 20_000;
const MAX_DONE_COUNT = 4;

/** Text of several lines that the database can keep. */
const storable = (text: string) => text.slice(0, MAX_TEXT_LENGTH).replaceAll(/(?![\n\r\t])[\p{Cc}\p{Surrogate}]/gu, ' ');
const isEmail = (email: string) => email.length <= MAX_ID_LENGTH && storable(email) === email;

/** Groups and jobs on their way into the database; their keys alone stay in memory. */
export class EntityRows {
  private readonly known = new Set<string>();
  private waiting: EntityRow[] = [];

  constructor(private readonly keeping: Keeping) {}

  /** The key of one whose line has been read; null where there was none. */
  find(kind: EntityKind, id: string): string | null {
    const key = keyOf(id);
    return this.known.has(`${kind} ${key}`) ? key : null;
  }

  async add(kind: EntityKind, named: DeclaredEntity): Promise<string> {
    const name = this.keeping.titleOf(named.name);
    const key = named.id === '' ? keyOf(`name:${name}`) : keyOf(named.id);
    const known = `${kind} ${key}`;
    if (this.known.has(known)) return key;
    const data = 'description' in named ? ('assignees' in named ? this.jobOf(named) : this.groupOf(named)) : {};
    this.known.add(known);
    this.waiting.push({ kind, said: key, n: this.known.size, name, data });
    if (this.waiting.length >= AT_ONCE) await this.flush();
    return key;
  }

  async flush(): Promise<void> {
    const rows = this.waiting;
    this.waiting = [];
    if (rows.length > 0) await this.keeping.keep(rows);
  }

  private groupOf({ description, type, test, meta_data, is_verified, groups }: DeclaredGroup): object {
    const isStorable = Json.safeParse(meta_data).success;
    if (!isStorable) this.keeping.addNote('Meta data of groups that cannot be stored');
    // A group comes after those that it is in, so none can come to be in itself.
    const above = groups.flatMap((id) => this.find('group', id) ?? []);
    if (above.length < groups.length) this.keeping.addNote('Groups in groups whose lines do not come before theirs');
    return {
      description: storable(description),
      type: type === null ? null : this.keeping.titleOf(type),
      test,
      meta_data: isStorable ? (meta_data ?? {}) : {},
      is_verified,
      groups: above,
    };
  }

  private jobOf({
    id: _,
    name: __,
    description,
    instructions,
    todo_number,
    flow,
    tasks,
    assignees,
    ...settings
  }: DeclaredJob): object {
    return {
      ...settings,
      description: storable(description),
      instructions: storable(instructions),
      todo_number: Math.max(1, Math.min(MAX_DONE_COUNT, todo_number)),
      flow: flow === null ? null : storable(flow),
      tasks: tasks.map((task) => ({ ...task, name: this.keeping.titleOf(task.name), type: storable(task.type) })),
      assignees: assignees.filter(isEmail),
    };
  }
}

const keyOf = (id: string) => storable(id.slice(0, MAX_ID_LENGTH));

/** The state of a picture in a job, within what the database stores. */
export function toStorableJobItem({ count, ...item }: DeclaredJobItem): DeclaredJobItem {
  return count === undefined ? item : { ...item, count: Math.max(0, Math.min(MAX_DONE_COUNT, count)) };
}
