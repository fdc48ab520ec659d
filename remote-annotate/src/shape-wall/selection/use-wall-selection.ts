import type { LabelledShape } from '@console/shared-contract/api';
import { useListSelection, type ListSelection } from '@console/shared-ui/bulk';
import type { GridModifiers } from '@console/shared-ui/lists';
import { useCallback, useRef, useState } from 'react';

interface WallSelection {
  selection: ListSelection;
  /** Index of the tile that the keyboard acts on. */
  activeIndex: number;
  isSelected: (index: number) => boolean;
  /** Handles clicks and arrow keys. Shift selects the range from the last tile that was activated without Shift. */
  activate: (index: number, modifiers: GridModifiers & { isClick: boolean }) => void;
  toggle: (index: number) => void;
}

/**
 * Returns the selected shapes of a grid of tiles, and the tile that the keyboard acts on. The selection is cleared when `filterKey`, which
 * identifies the filters, changes.
 */
export function useWallSelection(shapes: readonly LabelledShape[], filterKey: string): WallSelection {
  const selection = useListSelection(filterKey, filterKey);
  const { select } = selection;
  const [active, setActive] = useState({ index: 0, filterKey });
  const activeIndex = active.filterKey === filterKey ? Math.min(active.index, Math.max(0, shapes.length - 1)) : 0;
  /** Index of the tile where a range starts. */
  const rangeStart = useRef(0);

  const toggle = useCallback(
    (index: number) => {
      const shape = shapes[index];
      if (!shape) return;
      rangeStart.current = index;
      select(({ ids, all }) => {
        const nextIds = new Set(all ? shapes.map(({ id }) => id) : ids);
        if (!nextIds.delete(shape.id)) nextIds.add(shape.id);
        return nextIds;
      });
    },
    [shapes, select],
  );
  const activate = useCallback(
    (index: number, { shift, ctrl, isClick }: GridModifiers & { isClick: boolean }) => {
      setActive({ index, filterKey });
      if (shift) {
        const [from, to] = [Math.min(rangeStart.current, index), Math.max(rangeStart.current, index)];
        const rangeIds = shapes.slice(from, to + 1).map(({ id }) => id);
        select(({ ids }) => new Set(ctrl ? [...ids, ...rangeIds] : rangeIds));
      } else if (isClick && ctrl) toggle(index);
      else if (isClick) {
        rangeStart.current = index;
        const id = shapes[index]?.id;
        select(new Set(id === undefined ? [] : [id]));
      } else if (!ctrl) rangeStart.current = index;
    },
    [shapes, select, toggle, filterKey],
  );
  const isSelected = (index: number) => selection.all || selection.ids.has(shapes[index]?.id ?? '');
  return { selection, activeIndex, isSelected, activate, toggle };
}
