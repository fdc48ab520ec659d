import { api, liveAtom, onLiveEvent, tabId, useSession } from '@console/shared-auth';
import type { LiveEvent, PresenceKind, PresentUser } from '@console/shared-contract/api';
import { PRESENCE_SECONDS } from '@console/shared-contract/limits';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';

/**
 * Delay before the open row is reported. Rows that the user leaves at once, for example while paging through a job, are not reported.
 */
const ENTER_DELAY_MS = 800;
const REPEAT_MS = (PRESENCE_SECONDS / 2) * 1_000;
/** Time for which a notice about another user's change is shown. */
const CHANGE_SHOWN_MS = 15_000;

const TOPICS: Readonly<Record<PresenceKind, readonly string[]>> = {
  image: ['images', 'objects', 'verifications'],
  group: ['groups'],
  product: ['products'],
};

export interface RowPresence {
  /** Whether the live stream is connected. Without it, other users are unknown. */
  isLive: boolean;
  /** Other members who have the row open. */
  users: readonly PresentUser[];
  /** Id of the user who has just changed the row, or null. */
  changedBy: string | null;
}

const NOBODY: readonly PresentUser[] = [];

/**
 * Reports to the server that the user has a row open, and returns which other members have it open. A hidden tab sends no reports, so
 * after some time the user no longer counts as present.
 */
export function usePresence(kind: PresenceKind, id: string): RowPresence {
  const isLive = useAtomValue(liveAtom);
  const [users, setUsers] = useState<readonly PresentUser[]>(NOBODY);
  useEffect(() => {
    if (!isLive) return undefined;
    let isCurrent = true;
    let hasEntered = false;
    const reportPresence = async () => {
      if (document.hidden) return;
      hasEntered = true;
      try {
        const { results } = await api.call('PUT /live/v2/presence/', { body: { tab: tabId, kind, id } });
        if (isCurrent) setUsers(results);
      } catch {
        // Show no other users until the next report succeeds.
        if (isCurrent) setUsers(NOBODY);
      }
    };
    const enterTimer = setTimeout(() => void reportPresence(), ENTER_DELAY_MS);
    const repeatTimer = setInterval(() => void reportPresence(), REPEAT_MS);
    const onVisibilityChange = () => void reportPresence();
    document.addEventListener('visibilitychange', onVisibilityChange);
    const stopListening = onLiveEvent((event) => {
      if (event.event === 'presence' && event.id === id && hasEntered) void reportPresence();
    });
    return () => {
      isCurrent = false;
      clearTimeout(enterTimer);
      clearInterval(repeatTimer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      stopListening();
      setUsers(NOBODY);
      if (hasEntered) api.call('PUT /live/v2/presence/', { body: { tab: tabId, kind, id, left: true } }).catch(() => undefined);
    };
  }, [isLive, kind, id]);
  return { isLive, users, changedBy: useChangedBy(kind, id) };
}

/** Returns the id of the other user who has changed the row in the last seconds, or null. */
function useChangedBy(kind: PresenceKind, id: string): string | null {
  const { user } = useSession();
  const [changedBy, setChangedBy] = useState<string | null>(null);
  const ownId = user?.id;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopListening = onLiveEvent((event) => {
      const changer = getChanger(event, kind, id);
      if (changer === null || changer === ownId) return;
      setChangedBy(changer);
      clearTimeout(timer);
      timer = setTimeout(() => setChangedBy(null), CHANGE_SHOWN_MS);
    });
    return () => {
      stopListening();
      clearTimeout(timer);
      setChangedBy(null);
    };
  }, [kind, id, ownId]);
  return changedBy;
}

/** Returns the id of the user who changed the row, if the live event announces such a change. Otherwise null. */
function getChanger(event: LiveEvent, kind: PresenceKind, id: string): string | null {
  if (event.event !== 'change') return null;
  return event.changes.some(({ topic, ids }) => TOPICS[kind].includes(topic) && ids?.includes(id)) ? event.user : null;
}
