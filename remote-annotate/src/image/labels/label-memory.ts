import type { LabelMemory } from '../../editor';
import { readStoredIds } from '../preferences/stored-json';

const MAX_RECENT_LABELS = 30;
const getStickyLabelStorageKey = (user: string, workspace: string, kind: string) => `annotate.sticky-label.${user}.${workspace}.${kind}`;
const getRecentLabelsStorageKey = (user: string, workspace: string, kind: string) => `annotate.recent-labels.${user}.${workspace}.${kind}`;

/** The most recently used labels of a user in a workspace, stored in this browser. */
export function createLabelMemory(user: string, workspace: string): LabelMemory {
  return {
    listRecent: (kind) => readStoredIds(localStorage, getRecentLabelsStorageKey(user, workspace, kind)),
    remember: (kind, labelId) => storeRecent(getRecentLabelsStorageKey(user, workspace, kind), labelId),
    getSticky: (kind) => localStorage.getItem(getStickyLabelStorageKey(user, workspace, kind)),
    setSticky: (kind, labelId) => {
      const key = getStickyLabelStorageKey(user, workspace, kind);
      if (labelId === null) localStorage.removeItem(key);
      else localStorage.setItem(key, labelId);
    },
  };
}

/** The most recently used recognition labels of a user in a workspace, stored in this browser. */
export function createRecognitionLabelMemory(user: string, workspace: string) {
  const key = getRecentLabelsStorageKey(user, workspace, 'recognition');
  return { recent: () => readStoredIds(localStorage, key), use: (labelId: string) => storeRecent(key, labelId) };
}

function storeRecent(key: string, labelId: string): void {
  const ids = [labelId, ...readStoredIds(localStorage, key).filter((id) => id !== labelId)].slice(0, MAX_RECENT_LABELS);
  localStorage.setItem(key, JSON.stringify(ids));
}
