import { useSession } from '@console/shared-auth';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useScreen } from '../context/screen-context';
import { saveDrafts, readDrafts, type DraftScope } from './draft-storage';

/** Meta data that is being edited and is not saved yet. */
export interface Draft {
  /** Null while the text is not valid JSON. */
  readonly parsed: { readonly value: unknown } | null;
  /** The text while it is not valid JSON. */
  readonly text?: string;
}

/** A draft with the time of its last change, in milliseconds since the epoch. */
interface TimedDraft extends Draft {
  readonly at: number;
  /** Whether the draft was stored by an earlier visit. */
  readonly isOld: boolean;
}

/** Unsaved meta data of an image and its shapes, by id. Drafts are kept when the user switches tabs or images, or reloads the page. */
class MetaDrafts {
  private readonly drafts: Map<string, TimedDraft>;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly scope: DraftScope) {
    this.drafts = new Map(
      readDrafts(scope).meta.map(({ of: subjectId, at, draft }) => [subjectId, { ...draft, at, isOld: true }]),
    );
  }

  /**
   * Returns the draft of an image or shape.
   * @param getServerId returns the server id of a shape that was drawn in an earlier visit
   */
  get(subjectId: string, getServerId: (shapeId: string) => string | undefined): TimedDraft | null {
    const knownDraft =
      this.drafts.get(subjectId) ?? [...this.drafts].find(([shapeId]) => getServerId(shapeId) === subjectId)?.[1];
    return knownDraft ?? null;
  }

  set(subjectId: string, draft: Draft | null, getServerId: (shapeId: string) => string | undefined): void {
    for (const shapeId of [...this.drafts.keys()]) if (getServerId(shapeId) === subjectId) this.drafts.delete(shapeId);
    if (draft) this.drafts.set(subjectId, { ...draft, at: Date.now(), isOld: false });
    else this.drafts.delete(subjectId);
    const meta = [...this.drafts].map(([key, { parsed, text, at }]) => ({ of: key, at, draft: { parsed, text } }));
    saveDrafts(this.scope, { meta });
    for (const listener of [...this.listeners]) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

const draftsByScope = new Map<string, MetaDrafts>();

function getDrafts(scope: DraftScope): MetaDrafts {
  const key = `${scope.user} ${scope.workspace} ${scope.image}`;
  const knownDrafts = draftsByScope.get(key);
  if (knownDrafts) return knownDrafts;
  const newDrafts = new MetaDrafts(scope);
  draftsByScope.set(key, newDrafts);
  return newDrafts;
}

/** For tests: clears the memory like a reload does. Browser storage is kept. */
export function clearDraftCache(): void {
  draftsByScope.clear();
}

/** Returns the scope of the drafts for the current user and image. */
export function useDraftScope(): DraftScope {
  const { user } = useSession();
  const { image } = useScreen();
  const { workspace, id } = image;
  return useMemo(() => ({ user: user?.id ?? '', workspace, image: id }), [user?.id, workspace, id]);
}

/** Returns the draft of the image or of a shape by its id, and a function that changes it. */
export function useDraft(subjectId: string): [TimedDraft | null, (draft: Draft | null) => void] {
  const { outbox } = useScreen();
  const drafts = getDrafts(useDraftScope());
  const getServerId = useCallback((shapeId: string) => outbox.getServerRef(shapeId)?.serverId, [outbox]);
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.get(subjectId, getServerId));
  const setDraft = useCallback(
    (nextDraft: Draft | null) => drafts.set(subjectId, nextDraft, getServerId),
    [drafts, subjectId, getServerId],
  );
  return [draft, setDraft];
}
