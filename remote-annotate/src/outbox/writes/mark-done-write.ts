import { refusedMessages } from '../entries/outbox-messages';
import { buildStoredCall } from '../entries/stored-call';
import type { MarkDoneWrite } from '../entries/write';
import { getBody, type WriteKind } from './write-kind';

const IMAGE_JOB_CALL = 'POST /annotate/v2/imagejob/{id}';
const GROUP_JOB_CALL = 'POST /annotate/v2/similarityjob/{id}';
const STORED_CALL_KEY = /^POST \/annotate\/v2\/(image|similarity)job\/\{id\}\/mark-done$/;

/** Marks an item of a job as done, or reverts the mark. */
export const markDoneWrite: WriteKind<MarkDoneWrite> = {
  imageId: ({ item, work }) => work ?? item,
  target: ({ job, item }) => `mark-done ${job.id} ${item}`,
  buildCall: ({ of: itemKind, job: { id }, item, after, verification }) => {
    const items = { items: [item] };
    const verificationFields = verification && { verify: true, ...(verification.statesEmpty && { nothing_to_annotate: true }) };
    if (itemKind === 'image' && after)
      return buildStoredCall(`${IMAGE_JOB_CALL}/mark-done`, { id }, { ...items, ...verificationFields });
    if (itemKind === 'image') return buildStoredCall(`${IMAGE_JOB_CALL}/unmark-done`, { id }, items);
    return buildStoredCall(after ? `${GROUP_JOB_CALL}/mark-done` : `${GROUP_JOB_CALL}/unmark-done`, { id }, items);
  },
  refusalMessage: ({ job, after }) => (after ? refusedMessages.markDone(job.name) : refusedMessages.unmarkDone(job.name)),
  isConfirmation: ({ after }) => after,
  rows: ({ of: jobKind, job }) => ({ job: `${jobKind}/${job.id}`, batch: `${jobKind}/${job.id}` }),
  effects: {
    // If several users must complete each item, the mark of one user does not change the number of completed items.
    job: (row, { after }) => {
      if (row.todo_number > 1) return row;
      return { ...row, item_done_count: Math.min(row.item_count, Math.max(0, row.item_done_count + (after ? 1 : -1))) };
    },
    batch: (items, { item, after }) => {
      const otherItems = items.filter((openItem) => openItem !== item);
      return after ? otherItems : [item, ...otherItems];
    },
  },
  fromCall: (storedCall) => {
    const jobKind = STORED_CALL_KEY.exec(storedCall.key)?.[1];
    const { items } = getBody(storedCall);
    const item: unknown = Array.isArray(items) ? items[0] : undefined;
    if ((jobKind !== 'image' && jobKind !== 'similarity') || typeof item !== 'string') return null;
    const job = { id: storedCall.params?.id ?? '', name: refusedMessages.aJob };
    return { kind: 'mark-done', of: jobKind, job, item, before: false, after: true };
  },
};
