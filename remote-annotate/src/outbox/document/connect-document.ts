import type { ChangeEvent, Origin } from '../../editor/document/changes';
import { getChangedId } from '../../editor/document/changes';
import type { RemoteChange } from '../../editor/document/remote';
import type { ServerState, Shape, ShapeId } from '../../editor/model/types';
import type { Outbox } from '../service/outbox';
import type { OutboxEvent } from '../entries/types';
import { getUnsentChanges } from './unsent-changes';

type Acknowledgement = { readonly id: ShapeId; readonly server: ServerState };

/** The part of the annotation document that the outbox uses. */
interface ConnectedDocument {
  listen(listener: (event: ChangeEvent) => void, origin?: Origin): () => void;
  applyRemote(changes: readonly RemoteChange[]): void;
  acknowledgeAll(acknowledgements: readonly Acknowledgement[]): void;
  get(id: ShapeId): Shape | undefined;
  findByServerId(serverId: string): Shape | undefined;
}

interface DocumentConnection {
  /**
   * Resolves when the document contains the unsent work of earlier visits. Load the shapes of the image afterwards, so that they
   * do not overwrite shapes that were changed or deleted locally.
   */
  readonly replayed: Promise<void>;
  disconnect(): void;
}

/** Sends local changes of a document through the outbox. Applies acknowledgements, and the results of conflicts, to the document. */
export function connectDocument(
  document: ConnectedDocument,
  outbox: Outbox,
  { imageId }: { readonly imageId: string },
): DocumentConnection {
  /** Shapes that were changed in this document. Changes from other tabs are applied when they are acknowledged. */
  const locallyChangedIds = new Set<ShapeId>();

  const stopListening = document.listen(({ changes }) => {
    changes.forEach((change) => locallyChangedIds.add(getChangedId(change)));
    void outbox.enterChanges(imageId, changes);
  }, 'local');

  const stopEvents = outbox.onEvents((events) => {
    const writtenStates = new Map<ShapeId, ServerState>();
    const remoteChanges: RemoteChange[] = [];
    for (const event of events) if (event.imageId === imageId) applyEvent(event, writtenStates, remoteChanges);
    if (writtenStates.size > 0) document.acknowledgeAll([...writtenStates].map(([id, server]) => ({ id, server })));
    if (remoteChanges.length > 0) document.applyRemote(remoteChanges);
  });

  const replayed = outbox.ready.then(() => {
    const changes: RemoteChange[] = [];
    for (const [shapeId, unsentChanges] of getUnsentChanges(outbox.getPendingEntries(imageId), (id) => outbox.getServerRef(id))) {
      // Skip shapes that the user has changed while the store was being read, because these changes are newer than the stored changes.
      if (!locallyChangedIds.has(shapeId)) changes.push(...unsentChanges);
      locallyChangedIds.add(shapeId);
    }
    if (changes.length > 0) document.applyRemote(changes);
  });

  function applyEvent(event: OutboxEvent, writtenStates: Map<ShapeId, ServerState>, remoteChanges: RemoteChange[]): void {
    switch (event.type) {
      case 'acknowledged':
        return acknowledge(event, writtenStates, remoteChanges);
      case 'deleted':
        if (!locallyChangedIds.has(event.shapeId)) remoteChanges.push({ op: 'delete', serverId: event.serverId });
        return;
      case 'replaced':
        remoteChanges.push(toReplacement(event));
        return;
      case 'responded':
        return;
    }
  }

  function acknowledge(
    { shapeId, serverId, version, created, labels, shape }: Extract<OutboxEvent, { type: 'acknowledged' }>,
    writtenStates: Map<ShapeId, ServerState>,
    remoteChanges: RemoteChange[],
  ): void {
    if (!locallyChangedIds.has(shapeId) && shape) {
      remoteChanges.push({ op: 'put', shape: { ...shape, serverId, version, ...(created !== undefined && { created }) } });
      return;
    }
    if (!locallyChangedIds.has(shapeId) && !document.get(shapeId)) return;
    const serverState = {
      serverId,
      ...(version !== undefined && { version }),
      ...(created !== undefined && { created }),
      ...(labels && { labels }),
    };
    writtenStates.set(shapeId, { ...writtenStates.get(shapeId), ...serverState });
  }

  function toReplacement({ shapeId, serverId, shape }: Extract<OutboxEvent, { type: 'replaced' }>): RemoteChange {
    if (shape) return { op: 'restore', shape };
    return serverId && document.findByServerId(serverId) ? { op: 'delete', serverId } : { op: 'drop', id: shapeId };
  }

  return {
    replayed,
    disconnect: () => {
      stopListening();
      stopEvents();
    },
  };
}
