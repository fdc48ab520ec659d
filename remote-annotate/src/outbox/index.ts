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
export { getRowKey, type ImageJobs, type TileFields } from './writes/rows';
export { connectDocument, type ConnectedDocument, type DocumentConnection } from './document/connect-document';
export { useOutbox, useSaveState } from './console/use-outbox';
export { invalidateOtherPages, useProjected, useWritesOn, type Projected } from './projection/use-projected';
export { isEqualJson } from './entries/content';
export { getEntriesAwaitingDecision } from './queue/sendable';
export { describeConflict } from './texts/describe-conflict';
export { describeAttention, doesRetryOverwrite, describeSaveState } from './texts/describe-state';
export { isRecord } from './entries/is-record';
