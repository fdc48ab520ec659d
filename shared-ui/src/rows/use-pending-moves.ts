import { useCallback, useState } from 'react';

export interface PendingMoves {
  /** Ids of items whose move has not finished: true while they are added, false while they are removed. */
  moving: ReadonlyMap<string, boolean>;
  /** Marks an item as being moved until the promise settles. Rejects if the promise rejects. */
  move: (id: string, isAddition: boolean, request: Promise<unknown>) => Promise<void>;
}

/** Tracks moves, so that the screen can show them before the server has responded. */
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
