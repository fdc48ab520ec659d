import { useTopic } from '../../editor/view/layer/use-topic';
import type { AttributeDefinition, AttributeValue, ShapeFlag } from '@console/shared-contract/shape-attributes';
import { hasFlag } from '@console/shared-contract/shape-attributes';
import { isLabelled, type Label, type Shape } from '../../editor';
import { useScreen } from '../context/screen-context';

/** The attributes of one or several selected shapes of a kind. */
export interface SelectedAttributes {
  /** The attributes that the label of the shapes declares. Empty if the shapes have different labels. */
  definitions: readonly AttributeDefinition[];
  /** Changes when other shapes are selected. */
  selectionKey: string;
  isDisabled: boolean;
  /** Returns true if all shapes have the flag, false if none has it, and `mixed` otherwise. */
  getFlag: (flag: ShapeFlag) => boolean | 'mixed';
  /** Returns the common value, null for no value, and `mixed` for different values. */
  getValue: (name: string) => { value: AttributeValue | null } | 'mixed';
  /** Sets the value of all unlocked shapes as one undo step. The value null removes the attribute. */
  setValue: (name: string, value: AttributeValue | null) => void;
  /** Names of attributes that at least one shape has. */
  names: readonly string[];
}

/** Reads and writes the attributes of selected shapes. `labels` are the labels of their kind. */
export function useSelectedAttributes(shapes: readonly Shape[], labels: readonly Label[]): SelectedAttributes {
  const { editor } = useScreen();
  const lockedIds = useTopic(editor.topics.locked);
  const unlockedIds = shapes.flatMap(({ id }) => (lockedIds.has(id) ? [] : id));
  const [firstShape, ...otherShapes] = shapes;
  const [labelId, ...otherLabelIds] = new Set(shapes.map((shape) => (isLabelled(shape) ? shape.labelId : null)));
  const definitions = otherLabelIds.length === 0 ? labels.find(({ id }) => id === labelId)?.attributes : undefined;
  return {
    definitions: definitions ?? [],
    selectionKey: shapes.map(({ id }) => id).join(),
    isDisabled: editor.isReadOnly || unlockedIds.length === 0,
    getFlag: (flag) => {
      const count = shapes.filter(({ attributes }) => hasFlag(attributes, flag)).length;
      return count === 0 ? false : count === shapes.length || 'mixed';
    },
    getValue: (name) => {
      const value = firstShape?.attributes?.[name] ?? null;
      return otherShapes.every(({ attributes }) => (attributes?.[name] ?? null) === value) ? { value } : 'mixed';
    },
    setValue: (name, value) => editor.document.setAttribute(unlockedIds, name, value),
    names: [...new Set(shapes.flatMap(({ attributes }) => Object.keys(attributes ?? {})))],
  };
}
