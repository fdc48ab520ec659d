import { useSession } from '@console/shared-auth';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Number of items that Previous can go back. */
const MAX_SEEN_ITEMS = 15;

/** The current item of a job, and functions that go to other items. */
export interface ItemNavigation {
  /** The item on the screen, or undefined when none is left. */
  current: string | undefined;
  /** The next open item of the batch. */
  following: string | undefined;
  /** Returns the first of these items that the user has not left yet, or the first item if the user has left all of them. */
  pickFirst: (items: readonly string[]) => string | undefined;
  /** Items that were shown before, oldest first. The list survives a reload. */
  seen: readonly string[];
  /** Shows the next open item. */
  next: () => void;
  /** Shows the given item, or the next open item. */
  nextTo: (id: string | undefined) => void;
  /** Shows the previous item. Returns false when there is none. */
  previous: () => boolean;
  /** Shows an item that the user has already left. */
  returnTo: (id: string) => void;
  /** Continues without an item that was deleted or is not in the job. */
  skip: (id: string) => void;
}

/** Goes through the open items of a batch, one at a time. The URL contains the current item. */
export function useItemNavigation(
  parameter: 'image' | 'group',
  jobId: string,
  openItems: readonly string[] | undefined,
): ItemNavigation {
  const [params, setParams] = useSearchParams();
  const [seenItems, setSeenItems] = useSeenItems(jobId);
  // Items that the user has left without completing them come last. Unlike `seenItems`, this set is not limited to the most recent items.
  const [visitedItems, setVisitedItems] = useState<ReadonlySet<string>>(() => new Set(seenItems));
  const urlItem = params.get(parameter) ?? undefined;
  const firstOpenItem = openItems?.[0];
  // The next item, shown before the URL changes. The router updates the URL in a transition of several frames, which would delay the next
  // image.
  const [pendingStep, setPendingStep] = useState<{ readonly from: string | undefined; readonly to: string } | null>(null);
  const isUrlOutdated = pendingStep !== null && pendingStep.from === urlItem;
  if (pendingStep && !isUrlOutdated) setPendingStep(null);
  const currentItem = isUrlOutdated ? pendingStep.to : (urlItem ?? firstOpenItem);
  const showItem = useCallback(
    (id: string) => {
      setPendingStep({ from: urlItem, to: id });
      setParams({ [parameter]: id });
    },
    [urlItem, parameter, setParams],
  );

  // Also add the first item to the URL, so that a reload or a shared link opens this item.
  useEffect(() => {
    if (urlItem === undefined && firstOpenItem !== undefined) setParams({ [parameter]: firstOpenItem }, { replace: true });
  }, [urlItem, firstOpenItem, parameter, setParams]);

  const pickFirst = useCallback(
    (items: readonly string[]) => items.find((id) => !visitedItems.has(id)) ?? items[0],
    [visitedItems],
  );
  const followingItem = pickFirst(rotateToAfter(openItems ?? [], currentItem));
  return useMemo(() => {
    const showOrClear = (item = followingItem): void => {
      if (item) showItem(item);
      else setParams({});
    };
    const leaveFor = (item = followingItem): void => {
      if (currentItem) {
        setSeenItems([...seenItems.filter((id) => id !== currentItem), currentItem].slice(-MAX_SEEN_ITEMS));
        setVisitedItems(new Set([...visitedItems, currentItem]));
      }
      showOrClear(item);
    };
    return {
      current: currentItem,
      following: followingItem,
      pickFirst,
      seen: seenItems,
      next: () => leaveFor(),
      nextTo: leaveFor,
      previous: () => {
        const previousItem = seenItems.filter((id) => id !== currentItem).at(-1);
        if (!previousItem) return false;
        setSeenItems(seenItems.filter((id) => id !== previousItem));
        showItem(previousItem);
        return true;
      },
      returnTo: (id) => {
        setSeenItems(seenItems.filter((itemId) => itemId !== id));
        showItem(id);
      },
      skip: (id) => {
        setSeenItems(seenItems.filter((itemId) => itemId !== id));
        if (id === currentItem) showOrClear();
      },
    };
  }, [currentItem, followingItem, pickFirst, seenItems, setSeenItems, visitedItems, showItem, setParams]);
}

/** Returns the items after the current item, followed by the items before it. */
function rotateToAfter(items: readonly string[], currentItem: string | undefined): readonly string[] {
  const index = currentItem === undefined ? -1 : items.indexOf(currentItem);
  return [...items.slice(index + 1), ...items.slice(0, Math.max(index, 0))];
}

/**
 * Returns the items that were shown, and a function that stores them in session storage. Each tab has its own list, because another tab can
 * show other items of the job.
 */
function useSeenItems(jobId: string): [readonly string[], (ids: readonly string[]) => void] {
  const { user } = useSession();
  const key = `annotate.seen ${user?.id ?? ''} ${jobId}`;
  const [seenItems, setSeenState] = useState(() => readSeenItems(key));
  const storeSeen = useCallback(
    (ids: readonly string[]) => {
      setSeenState(ids);
      sessionStorage.setItem(key, ids.join(' '));
    },
    [key],
  );
  return [seenItems, storeSeen];
}

function readSeenItems(key: string): readonly string[] {
  return (sessionStorage.getItem(key) ?? '').split(' ').filter((id) => id !== '');
}
