import { Json } from '@console/shared-contract/api';
import { sanitizeDeclaredFacts } from './sanitize-declared-facts';
import type { EntityKind, DeclaredGroup, DeclaredJobItem, DeclaredJob, DeclaredEntity } from '../../readers/reader/reader';

/** A row of `import_named`: a group or job that the files declare or mention. */
export interface EntityRow {
  kind: EntityKind;
  /** The key of the entity in the files. The database column is named `said`. */
  said: string;
  /** Position among the entities of the files. */
  n: number;
  name: string;
  /** The declared fields. Empty if the files contain only the name. */
  data: object;
}

interface EntityWriterOptions {
  write: (rows: readonly EntityRow[]) => Promise<void>;
  toName: (name: string) => string;
  addNote: (reason: string, count?: number) => void;
}

const ROWS_PER_BATCH = 200;
const MAX_ID_LENGTH = 300;
const MAX_TEXT_LENGTH = 20_000;
const MAX_USERS_PER_ITEM = 4;

/**
 * Truncates text and replaces control characters (except tabs and line breaks) and unpaired surrogates, which the database cannot store.
 */
const sanitizeLongText = (text: string) => text.slice(0, MAX_TEXT_LENGTH).replaceAll(/(?![\n\r\t])[\p{Cc}\p{Surrogate}]/gu, ' ');
const isValidId = (email: string) => email.length <= MAX_ID_LENGTH && sanitizeLongText(email) === email;

/** Writes declared groups and jobs in batches. Only their keys stay in memory. */
export class EntityWriter {
  private readonly addedKeys = new Set<string>();
  private pendingRows: EntityRow[] = [];

  constructor(private readonly target: EntityWriterOptions) {}

  /** Returns the key of an entity that was added before. */
  find(kind: EntityKind, id: string): string | null {
    const entityKey = toKey(id);
    return this.addedKeys.has(`${kind} ${entityKey}`) ? entityKey : null;
  }

  async add(kind: EntityKind, declaredEntity: DeclaredEntity): Promise<string> {
    const name = this.target.toName(declaredEntity.name);
    const entityKey = declaredEntity.id === '' ? toKey(`name:${name}`) : toKey(declaredEntity.id);
    const kindAndKey = `${kind} ${entityKey}`;
    if (this.addedKeys.has(kindAndKey)) return entityKey;
    const data =
      'description' in declaredEntity
        ? 'assignees' in declaredEntity
          ? this.toJobData(declaredEntity)
          : this.toGroupData(declaredEntity)
        : {};
    this.addedKeys.add(kindAndKey);
    this.pendingRows.push({ kind, said: entityKey, n: this.addedKeys.size, name, data });
    if (this.pendingRows.length >= ROWS_PER_BATCH) await this.flush();
    return entityKey;
  }

  async flush(): Promise<void> {
    const writtenRows = this.pendingRows;
    this.pendingRows = [];
    if (writtenRows.length > 0) await this.target.write(writtenRows);
  }

  private toGroupData({
    description,
    type,
    test,
    meta_data,
    is_verified,
    groups,
    jobs = [],
    declared: declaredFacts,
  }: DeclaredGroup): object {
    const isValidMetadata = Json.safeParse(meta_data).success;
    if (!isValidMetadata) this.target.addNote('Metadata of groups that cannot be stored');
    // Only groups that were declared earlier in the file are accepted as parents. So a group cannot contain itself.
    const parentKeys = groups.flatMap((id) => this.find('group', id) ?? []);
    if (parentKeys.length < groups.length) this.target.addNote('Parent groups that are declared after their child groups');
    return {
      description: sanitizeLongText(description),
      type: type === null ? null : this.target.toName(type),
      test,
      meta_data: isValidMetadata ? (meta_data ?? {}) : {},
      is_verified,
      groups: parentKeys,
      ...(jobs.length > 0 && { jobs: jobs.map(sanitizeJobItem) }),
      ...(declaredFacts && { declared: sanitizeDeclaredFacts(declaredFacts, this.target.addNote) }),
    };
  }

  private toJobData({
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
      description: sanitizeLongText(description),
      instructions: sanitizeLongText(instructions),
      todo_number: Math.max(1, Math.min(MAX_USERS_PER_ITEM, todo_number)),
      flow: flow === null ? null : sanitizeLongText(flow),
      tasks: tasks.map((task) => ({ ...task, name: this.target.toName(task.name), type: sanitizeLongText(task.type) })),
      assignees: assignees.filter(isValidId),
    };
  }
}

const toKey = (id: string) => sanitizeLongText(id.slice(0, MAX_ID_LENGTH));

/** Limits the count to the maximum of its database column. */
export function sanitizeJobItem({ count, ...item }: DeclaredJobItem): DeclaredJobItem {
  return count === undefined ? item : { ...item, count: Math.max(0, Math.min(MAX_USERS_PER_ITEM, count)) };
}
