import { useSession } from '@console/shared-auth';
import { useCallback, useSyncExternalStore } from 'react';
import { useScreen } from '../screen-context';
import { saveDrafts, readDrafts, type DraftScope } from './draft-storage';

/** Meta data that somebody is still typing. */
export interface Draft {
  /** Null while what is typed is no JSON. */
  readonly parsed: { readonly value: unknown } | null;
  /** What is typed while it is no JSON. */
  readonly text?: string;
}

/** A draft with when it was typed last, in milliseconds since the epoch. */
export interface TimedDraft extends Draft {
  readonly at: number;
  /** An earlier visit has left it. */
  readonly isOld: boolean;
}

/** What is typed on an image and not saved yet, by what it is of. It outlives tabs, cards, the screen and a reload. */
class Drafts {
  private readonly drafts: Map<string, TimedDraft>;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly place: DraftScope) {
    this.drafts = new Map(readDrafts(place).meta.map(({ of, at, draft }) => [of, { ...draft, at, isOld: true }]));
  }

  /** @param serverIdOf what a shape that was drawn in an earlier visit is called by now */
  get(of: string, serverIdOf: (shapeId: string) => string | undefined): TimedDraft | null {
    const known = this.drafts.get(of) ?? [...this.drafts].find(([shapeId]) => serverIdOf(shapeId) === of)?.[1];
    return known ?? null;
  }

  set(of: string, draft: Draft | null, serverIdOf: (shapeId: string) => string | undefined): void {
    for (const shapeId of [...this.drafts.keys()]) if (serverIdOf(shapeId) === of) this.drafts.delete(shapeId);
    if (draft) this.drafts.set(of, { ...draft, at: Date.now(), isOld: false });
    else this.drafts.delete(of);
    const meta = [...this.drafts].map(([key, { parsed, text, at }]) => ({ of: key, at, draft: { parsed, text } }));
    saveDrafts(this.place, { meta });
    for (const listener of [...this.listeners]) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

const draftsByScope = new Map<string, Drafts>();

function getDrafts(place: DraftScope): Drafts {
  const key = `${place.user} ${place.workspace} ${place.image}`;
  const known = draftsByScope.get(key);
  if (known) return known;
  const created = new Drafts(place);
  draftsByScope.set(key, created);
  return created;
}

/** What a reload leaves of the page: what the browser has kept. For tests. */
export function clearDraftCache(): void {
  draftsByScope.clear();
}

/** Whose drafts the image on the screen has. */
export function useDraftScope(): DraftScope {
  const { user } = useSession();
  const { image } = useScreen();
  return { user: user?.id ?? '', workspace: image.workspace, image: image.id };
}

/** The draft of the image itself (by its id) or of a shape on it, and the way to change it. */
export function useDraft(of: string): [TimedDraft | null, (draft: Draft | null) => void] {
  const { outbox } = useScreen();
  const drafts = getDrafts(useDraftScope());
  const serverIdOf = useCallback((shapeId: string) => outbox.refOf(shapeId)?.serverId, [outbox]);
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.get(of, serverIdOf));
  const set = useCallback((next: Draft | null) => drafts.set(of, next, serverIdOf), [drafts, of, serverIdOf]);
  return [draft, set];
}
