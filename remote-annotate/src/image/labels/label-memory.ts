import type { LabelMemory } from '../../editor';
import { readStoredIds } from '../preferences/stored-json';

const MAX_RECENT_LABELS = 30;
const getStickyLabelStorageKey = (userId: string, workspaceId: string, kind: string) =>
  `annotate.sticky-label.${userId}.${workspaceId}.${kind}`;
const getRecentLabelsStorageKey = (userId: string, workspaceId: string, kind: string) =>
  `annotate.recent-labels.${userId}.${workspaceId}.${kind}`;

/** The most recently used labels of a user in a workspace, stored in this browser. */
export function createLabelMemory(userId: string, workspaceId: string): LabelMemory {
  return {
    listRecent: (kind) => readStoredIds(localStorage, getRecentLabelsStorageKey(userId, workspaceId, kind)),
    remember: (kind, labelId) => storeRecent(getRecentLabelsStorageKey(userId, workspaceId, kind), labelId),
    getSticky: (kind) => localStorage.getItem(getStickyLabelStorageKey(userId, workspaceId, kind)),
    setSticky: (kind, labelId) => {
      const key = getStickyLabelStorageKey(userId, workspaceId, kind);
      if (labelId === null) localStorage.removeItem(key);
      else localStorage.setItem(key, labelId);
    },
  };
}

/** The most recently used recognition labels of a user in a workspace, stored in this browser. */
export function createRecognitionLabelMemory(userId: string, workspaceId: string) {
  const key = getRecentLabelsStorageKey(userId, workspaceId, 'recognition');
  return { recent: () => readStoredIds(localStorage, key), use: (labelId: string) => storeRecent(key, labelId) };
}

function storeRecent(key: string, labelId: string): void {
  const ids = [labelId, ...readStoredIds(localStorage, key).filter((id) => id !== labelId)].slice(0, MAX_RECENT_LABELS);
  localStorage.setItem(key, JSON.stringify(ids));
}
