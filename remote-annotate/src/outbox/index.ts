// The outbox stores changes of the user in the browser, sends them, and keeps them until the server has accepted them. The screen shows
// rows with the unsent changes applied.
export type { AttentionItem, Entry, SaveState } from './entries/types';
export { Outbox } from './service/outbox';
export { wasAlreadyMember } from './writes/group-membership-write';
export { isKnownWrite } from './writes/kinds';
export type { GroupMembershipWrite, LabelWrite, MarkDoneWrite, SuspectWrite, Write } from './entries/write';
export { getRowKey, type ImageJobs, type TileFields } from './writes/rows';
export { connectDocument } from './document/connect-document';
export { useOutbox, useSaveState } from './console/use-outbox';
export { invalidateOtherPages, projectRow, useProjected, useWritesOn, type Projected } from './projection/use-projected';
export { isEqualJson } from './entries/content';
export { getEntriesAwaitingDecision } from './queue/sendable';
export { describeConflict } from './texts/describe-conflict';
export { describeAttention, doesRetryOverwrite, describeSaveState } from './texts/describe-state';
export { getWorkPath, parseLayerWorkId, toLayerWorkId, type LayerReference } from './entries/work-id';
export { isRecord } from './entries/is-record';
