import { useCallback, useState } from 'react';

export interface PendingMoves {
  /** Items that are being moved, by id: true while an item is added, false while it is removed. */
  moving: ReadonlyMap<string, boolean>;
  /** Marks an item as being moved until the promise settles. Rejects if the promise rejects. */
  move: (id: string, isAddition: boolean, request: Promise<unknown>) => Promise<void>;
}

/** Tracks which items are being added or removed, so that the screen can show the result before the server has responded. */
export function usePendingMoves(): PendingMoves {
  const [moving, setMoving] = useState<ReadonlyMap<string, boolean>>(new Map());
  const move = useCallback(async (id: string, isAddition: boolean, request: Promise<unknown>) => {
    setMoving((current) => new Map(current).set(id, isAddition));
    try {
      await request;
    } finally {
      setMoving((current) => new Map([...current].filter(([otherId]) => otherId !== id)));
    }
  }, []);
  return { moving, move };
}
