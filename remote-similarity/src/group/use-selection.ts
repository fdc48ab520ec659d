import { useMemo, useRef, useState } from 'react';
import type { Member } from './members';

/** The members that are picked, over all pages and kinds. */
export interface Selection {
  keys: ReadonlySet<string>;
  /** Those of them that are in the group still. */
  members: readonly Member[];
  /** Picks one, or puts it back; with `upTo` all from the last one to it. */
  toggle: (key: string, on: boolean, upTo?: boolean) => void;
  /** These of one kind and no others of it. */
  setOf: (shown: readonly Member[], keys: ReadonlySet<string>) => void;
  all: () => void;
  clear: () => void;
}

export function useSelection(all: readonly Member[]): Selection {
  const [picked, setPicked] = useState<ReadonlySet<string>>(() => new Set());
  const last = useRef<string | null>(null);
  return useMemo(() => {
    const members = all.filter(({ key }) => picked.has(key));
    const keys = new Set(members.map(({ key }) => key));
    const change = (some: readonly string[], on: boolean) => {
      const next = new Set(keys);
      for (const key of some)
        if (on) next.add(key);
        else next.delete(key);
      setPicked(next);
    };
    const between = (key: string): string[] => {
      const places = [key, last.current].map((each) => all.findIndex((member) => member.key === each));
      if (places.includes(-1)) return [key];
      return all.slice(Math.min(...places), Math.max(...places) + 1).map((member) => member.key);
    };
    return {
      keys,
      members,
      toggle: (key, on, upTo = false) => {
        change(upTo ? between(key) : [key], on);
        last.current = key;
      },
      setOf: (shown, wanted) => {
        const next = new Set(keys);
        for (const { key } of shown)
          if (wanted.has(key)) next.add(key);
          else next.delete(key);
        setPicked(next);
      },
      all: () => setPicked(new Set(all.map(({ key }) => key))),
      clear: () => setPicked(new Set()),
    };
  }, [all, picked]);
}
