import type { LabelMemory } from '../../editor';

const MAX_RECENT_LABELS = 30;
const getStickyKey = (user: string, workspace: string, kind: string) => `annotate.sticky-label.${user}.${workspace}.${kind}`;
const getRecentKey = (user: string, workspace: string, kind: string) => `annotate.recent-labels.${user}.${workspace}.${kind}`;

/** The most recently used labels of a user in a workspace, stored in this browser. */
export function createLabelMemory(user: string, workspace: string): LabelMemory {
  return {
    recent: (kind) => read(getRecentKey(user, workspace, kind)),
    use: (kind, labelId) => use(getRecentKey(user, workspace, kind), labelId),
    sticky: (kind) => localStorage.getItem(getStickyKey(user, workspace, kind)),
    stick: (kind, labelId) => {
      const key = getStickyKey(user, workspace, kind);
      if (labelId === null) localStorage.removeItem(key);
      else localStorage.setItem(key, labelId);
    },
  };
}

/** The most recently used recognition labels of a user in a workspace, stored in this browser. */
export function createRecognitionLabelMemory(user: string, workspace: string) {
  const key = getRecentKey(user, workspace, 'recognition');
  return { recent: () => read(key), use: (labelId: string) => use(key, labelId) };
}

function use(key: string, labelId: string): void {
  const ids = [labelId, ...read(key).filter((id) => id !== labelId)].slice(0, MAX_RECENT_LABELS);
  localStorage.setItem(key, JSON.stringify(ids));
}

function read(key: string): readonly string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
