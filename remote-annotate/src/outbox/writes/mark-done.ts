import { messages } from '../../messages';
import { storedCall } from '../stored-call';
import type { MarkDoneWrite } from './write';
import { bodyOf, type WriteKind } from './write-kind';

const STORED = /^POST \/annotate\/v2\/(image|similarity)job\/\{id\}\/mark-done$/;

/** An item of a job marked as done. */
export const markDone: WriteKind<MarkDoneWrite> = {
  imageId: ({ item }) => item,
  target: ({ job, item }) => `mark-done ${job.id} ${item}`,
  call: ({ of, job, item }) =>
    storedCall(
      of === 'image' ? 'POST /annotate/v2/imagejob/{id}/mark-done' : 'POST /annotate/v2/similarityjob/{id}/mark-done',
      { id: job.id },
      { items: [item] },
    ),
  refusal: ({ job }) => messages.refused.markDone(job.name),
  isClosing: () => true,
  rows: ({ of, job }) => ({ job: `${of}/${job.id}`, batch: `${of}/${job.id}` }),
  effects: {
    // Where several people do each item, this person alone does not make it done.
    job: (row) => (row.todo_number > 1 ? row : { ...row, item_done_count: Math.min(row.item_count, row.item_done_count + 1) }),
    batch: (items, { item }) => items.filter((other) => other !== item),
  },
  fromCall: (stored) => {
    const of = STORED.exec(stored.key)?.[1];
    const { items } = bodyOf(stored);
    const item: unknown = Array.isArray(items) ? items[0] : undefined;
    if ((of !== 'image' && of !== 'similarity') || typeof item !== 'string') return null;
    const job = { id: stored.params?.id ?? '', name: messages.refused.aJob };
    return { kind: 'mark-done', of, job, item, before: false, after: true };
  },
};
