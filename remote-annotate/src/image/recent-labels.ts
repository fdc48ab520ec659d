import type { LabelMemory } from '../editor';

const MOST_KEPT = 30;
const stickyKeyOf = (user: string, workspace: string, kind: string) => `annotate.sticky-label.${user}.${workspace}.${kind}`;
const keyOf = (user: string, workspace: string, kind: string) => `annotate.recent-labels.${user}.${workspace}.${kind}`;

/** The labels that a person has given last in a workspace, kept in this browser. */
export function rememberedLabels(user: string, workspace: string): LabelMemory {
  return {
    recent: (kind) => read(keyOf(user, workspace, kind)),
    use: (kind, labelId) => use(keyOf(user, workspace, kind), labelId),
    sticky: (kind) => localStorage.getItem(stickyKeyOf(user, workspace, kind)),
    stick: (kind, labelId) => {
      const key = stickyKeyOf(user, workspace, kind);
      if (labelId === null) localStorage.removeItem(key);
      else localStorage.setItem(key, labelId);
    },
  };
}

/** The recognition labels that a person has given last in a workspace, kept in this browser. */
export function rememberedRecognition(user: string, workspace: string) {
  const key = keyOf(user, workspace, 'recognition');
  return { recent: () => read(key), use: (labelId: string) => use(key, labelId) };
}

function use(key: string, labelId: string): void {
  const ids = [labelId, ...read(key).filter((id) => id !== labelId)].slice(0, MOST_KEPT);
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
