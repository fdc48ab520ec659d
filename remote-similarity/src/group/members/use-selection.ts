import { useMemo, useRef, useState } from 'react';
import type { Member } from '../../group-data/members';

/** The selected members across all pages and kinds. */
export interface Selection {
  keys: ReadonlySet<string>;
  /** The selected members that are still in the group. */
  members: readonly Member[];
  /** Selects or deselects a member. With `isRange`, this applies to all members from the last toggled member to this one. */
  toggle: (key: string, isSelected: boolean, isRange?: boolean) => void;
  /** Replaces the selection of the visible members. Selected members that are not visible stay selected. */
  setKeys: (visibleMembers: readonly Member[], keys: ReadonlySet<string>) => void;
  selectAll: () => void;
  clear: () => void;
}

export function useSelection(allMembers: readonly Member[]): Selection {
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(() => new Set());
  const lastKey = useRef<string | null>(null);
  return useMemo(() => {
    const members = allMembers.filter(({ key }) => selectedKeys.has(key));
    const keys = new Set(members.map(({ key }) => key));
    const changeSelection = (changedKeys: readonly string[], isSelected: (key: string) => boolean) => {
      const nextKeys = new Set(keys);
      for (const key of changedKeys)
        if (isSelected(key)) nextKeys.add(key);
        else nextKeys.delete(key);
      setSelectedKeys(nextKeys);
    };
    const listRange = (key: string): string[] => {
      const indexes = [key, lastKey.current].map((boundary) => allMembers.findIndex((member) => member.key === boundary));
      if (indexes.includes(-1)) return [key];
      return allMembers.slice(Math.min(...indexes), Math.max(...indexes) + 1).map((member) => member.key);
    };
    return {
      keys,
      members,
      toggle: (key, isSelected, isRange = false) => {
        changeSelection(isRange ? listRange(key) : [key], () => isSelected);
        lastKey.current = key;
      },
      setKeys: (visibleMembers, newKeys) =>
        changeSelection(
          visibleMembers.map(({ key }) => key),
          (key) => newKeys.has(key),
        ),
      selectAll: () => setSelectedKeys(new Set(allMembers.map(({ key }) => key))),
      clear: () => setSelectedKeys(new Set()),
    };
  }, [allMembers, selectedKeys]);
}
