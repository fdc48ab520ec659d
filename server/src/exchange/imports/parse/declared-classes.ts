import { MAX_IMPORT_CLASSES, type ImportClass } from '@console/shared-contract/api';
import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import type { AttributeDefinition } from '@console/shared-contract/shape-attributes';
import { UnreadableError, type ParsedClass } from '../../readers/reader/reader';
import { messages } from '../state/messages';
import { sanitizeName } from './sanitize';

export interface DraftClass extends Omit<ImportClass, 'label' | 'without_task'> {
  id: string | null;
  color: string | null;
  /** The digit or letter that chooses the label. Missing in plans of earlier releases. */
  shortcut?: string | null;
  min_value: number | null;
  max_value: number | null;
  step_value: number | null;
  /** Missing in plans of earlier releases. */
  skeleton?: SkeletonTemplate | null;
  /** Missing in plans of earlier releases. */
  attributes?: AttributeDefinition[];
}

/** Maximum number of characters of a name that are compared. Names with the same beginning therefore mean the same class. */
const MAX_COMPARED_LENGTH = 1_000;
const MAX_DECLARED_NAMES = 2 * MAX_IMPORT_CLASSES;

type AddNote = (reason: string, count?: number) => void;

/** The classes that the files of an import declare, and how often they are used. */
export class DeclaredClasses {
  private readonly classes = new Map<string, DraftClass>();
  /** Names as the files declare them, by the keys of their classes. Shows which names become equal when they are stored. */
  private readonly declaredNames = new Map<string, string>();

  constructor(private readonly addNote: AddNote) {}

  /** Returns the key of a class. Names that differ in letter case are different classes. */
  add({
    of: classKind,
    name,
    id,
    type = null,
    color = null,
    shortcut = null,
    attributes,
    skeleton = null,
    ...range
  }: ParsedClass): string {
    const declaredKey = `${classKind}:${id ?? ''}:${name.slice(0, MAX_COMPARED_LENGTH)}`;
    const knownName = this.declaredNames.get(declaredKey);
    if (knownName !== undefined) {
      const draftClass = this.classes.get(knownName);
      if (draftClass) {
        draftClass.skeleton ??= skeleton;
        if (attributes) draftClass.attributes ??= attributes;
      }
      return knownName;
    }
    const sanitizedName = sanitizeName(name, this.addNote);
    const classKey = `${classKind}:${id ?? sanitizedName}`;
    if (this.classes.has(classKey)) {
      if (id === undefined) this.addNote(messages.mergedNames(sanitizedName));
    } else {
      if (this.classes.size >= MAX_IMPORT_CLASSES)
        throw new UnreadableError(`The import has more than ${MAX_IMPORT_CLASSES.toLocaleString('en')} classes.`);
      const { min_value = null, max_value = null, step_value = null } = range;
      const fields = { type, id: id ?? null, color, shortcut, min_value, max_value, step_value };
      this.classes.set(classKey, {
        key: classKey,
        of: classKind,
        name: sanitizedName,
        count: 0,
        ...fields,
        skeleton,
        ...(attributes && { attributes }),
      });
    }
    if (this.declaredNames.size < MAX_DECLARED_NAMES) this.declaredNames.set(declaredKey, classKey);
    return classKey;
  }

  count({ class: key, value }: { class: string; value?: number | null }): void {
    const draftClass = this.classes.get(key);
    if (!draftClass) return;
    draftClass.count += 1;
    if (draftClass.id !== null || value == null) return;
    draftClass.type = 'value';
    draftClass.min_value = Math.min(draftClass.min_value ?? value, value);
    draftClass.max_value = Math.max(draftClass.max_value ?? value, value);
  }

  list(hasSeveralLabelsPerImage: boolean): DraftClass[] {
    const usedClasses = [...this.classes.values()].filter(({ count, id }) => count > 0 || id !== null);
    return usedClasses.map((usedClass) =>
      usedClass.of === 'recognition'
        ? { ...usedClass, type: usedClass.type ?? (hasSeveralLabelsPerImage ? 'tag' : 'category') }
        : usedClass,
    );
  }
}
