import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Meta data that somebody is still typing. */
export interface Draft {
  /** Null while what is typed is no JSON. */
  readonly parsed: { readonly value: unknown } | null;
  /** What is typed while it is no JSON. */
  readonly text?: string;
}

/** What is typed on an image and not saved yet, by what it is of. It outlives tabs, cards and the screen, for the life of the page. */
class Drafts {
  private readonly drafts = new Map<string, Draft>();
  private readonly listeners = new Set<() => void>();

  get(of: string): Draft | null {
    return this.drafts.get(of) ?? null;
  }

  set(of: string, draft: Draft | null): void {
    if (draft) this.drafts.set(of, draft);
    else this.drafts.delete(of);
    for (const listener of [...this.listeners]) listener();
  }

  readonly names = (): string => [...this.drafts.keys()].join();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

const byImage = new Map<string, Drafts>();

function draftsOf(image: string): Drafts {
  const known = byImage.get(image);
  if (known) return known;
  const made = new Drafts();
  byImage.set(image, made);
  return made;
}

/** The draft of the image itself (by its id) or of a shape on it, and the way to change it. */
export function useDraft(image: string, of: string): [Draft | null, (draft: Draft | null) => void] {
  const drafts = draftsOf(image);
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.get(of));
  const set = useCallback((next: Draft | null) => drafts.set(of, next), [drafts, of]);
  return [draft, set];
}

/** What of an image has a draft: ids of shapes, and its own. */
export function useDrafted(image: string): readonly string[] {
  const drafts = draftsOf(image);
  const names = useSyncExternalStore(drafts.subscribe, drafts.names);
  return useMemo(() => (names === '' ? [] : names.split(',')), [names]);
}
