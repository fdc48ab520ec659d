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
  ServerShape,
  WaitReason,
} from './entries/types';
export { Outbox, type OutboxPorts } from './service/outbox';
export { wasAlreadyMember } from './writes/group-membership';
export { isKnownWrite } from './writes/kinds';
export type { GroupMembershipWrite, LabelWrite, SuspectWrite, Write } from './entries/write';
export { rowKey, type ImageJobs, type TileFacts } from './writes/rows';
export { connectDocument, type ConnectedDocument, type DocumentConnection } from './document/connect-document';
export { useOutbox, useSaveState } from './console/use-outbox';
export { refreshElsewhere, useProjected, useWritesOn, type Projected } from './projection/use-projected';
export { sameJson } from './entries/content';
export { getEntriesAwaitingDecision } from './queue/sendable';
export { conflictText } from './texts/conflict-text';
export { attentionText, doesRetryOverwrite, saveStateText } from './texts/texts';
export { isRecord } from './entries/is-record';
