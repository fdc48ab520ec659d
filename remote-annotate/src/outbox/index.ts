export type {
  AttentionItem,
  CallEntry,
  Entry,
  Owner,
  OutboxEvent,
  Problem,
  SaveState,
  ShapeEntry,
  StoredCall,
  Theirs,
  WaitReason,
} from './types';
export { isShapeEntry } from './types';
export { Outbox, type OutboxPorts } from './outbox';
export type { CallRequest } from './queue/enqueue';
export { connectDocument, type ConnectedDocument, type DocumentConnection } from './document/connect-document';
export { ConsoleOutboxes, consoleOutboxes } from './console/console-outboxes';
export { useOutbox, useSaveState } from './console/use-outbox';
export { attentionText, saveStateText } from './texts';
export { shapeFromObject, shapeFromPoint, shapeFromPolygon } from './send/rows';
export { storedCall } from './stored-call';
