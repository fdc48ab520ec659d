import type { ChangeEvent, Origin } from '../../editor/document/changes';
import { changedId } from '../../editor/document/changes';
import type { RemoteChange } from '../../editor/document/remote';
import type { ServerState, Shape, ShapeId } from '../../editor/types';
import type { Outbox } from '../outbox';
import type { OutboxEvent } from '../types';
import { unsentChanges } from './unsent-changes';

/** The part of the annotation document that the outbox uses. */
export interface ConnectedDocument {
  listen(listener: (event: ChangeEvent) => void, origin?: Origin): () => void;
  applyRemote(changes: readonly RemoteChange[]): void;
  acknowledge(id: ShapeId, server: ServerState): void;
  get(id: ShapeId): Shape | undefined;
  byServerId(serverId: string): Shape | undefined;
}

export interface DocumentConnection {
  /**
   * Resolves when the unsent work of earlier visits is in the document. Load the picture's shapes after it:
   * pages then leave alone what was changed or deleted here.
   */
  readonly replayed: Promise<void>;
  disconnect(): void;
}

/** Sends a document's local changes through the outbox, and brings acknowledgements and decisions back into it. */
export function connectDocument(
  document: ConnectedDocument,
  outbox: Outbox,
  { imageId }: { readonly imageId: string },
): DocumentConnection {
  /** Shapes that were changed in this document; what another tab changed comes in with its acknowledgement. */
  const own = new Set<ShapeId>();

  const endLocal = document.listen(({ changes }) => {
    changes.forEach((change) => own.add(changedId(change)));
    void outbox.enter(imageId, changes);
  }, 'local');

  const endEvents = outbox.onEvent((event) => {
    if (event.imageId === imageId) take(event);
  });

  const replayed = outbox.ready.then(() => {
    const changes: RemoteChange[] = [];
    for (const [shapeId, unsent] of unsentChanges(outbox.pending(imageId), (id) => outbox.refOf(id))) {
      // What was changed here while the store was being read is newer than what it held.
      if (!own.has(shapeId)) changes.push(...unsent);
      own.add(shapeId);
    }
    if (changes.length > 0) document.applyRemote(changes);
  });

  function take(event: OutboxEvent): void {
    switch (event.type) {
      case 'acknowledged':
        return acknowledge(event);
      case 'deleted':
        if (!own.has(event.shapeId)) document.applyRemote([{ op: 'delete', serverId: event.serverId }]);
        return;
      case 'replaced':
        return replace(event);
      case 'answered':
        return;
    }
  }

  function acknowledge({ shapeId, serverId, version, shape }: Extract<OutboxEvent, { type: 'acknowledged' }>): void {
    if (own.has(shapeId) || !shape) {
      const state = version === undefined ? { serverId } : { serverId, version };
      if (own.has(shapeId) || document.get(shapeId)) document.acknowledge(shapeId, state);
      return;
    }
    document.applyRemote([{ op: 'put', shape: { ...shape, serverId, version } }]);
  }

  function replace({ shapeId, serverId, shape }: Extract<OutboxEvent, { type: 'replaced' }>): void {
    if (shape) document.applyRemote([{ op: 'restore', shape }]);
    else if (serverId && document.byServerId(serverId)) document.applyRemote([{ op: 'delete', serverId }]);
    else document.applyRemote([{ op: 'drop', id: shapeId }]);
  }

  return {
    replayed,
    disconnect: () => {
      endLocal();
      endEvents();
    },
  };
}
