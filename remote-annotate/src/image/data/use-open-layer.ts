import type { Job } from '@console/shared-contract/api';
import { useEffect, useMemo, useState } from 'react';
import { useOutbox, useWritesOn, type Projected } from '../../outbox';
import { useLayer, type OpenLayer } from './layer.queries';

/** Returns the state of the user's layer of an image, with pending completion marks applied. */
export function useOpenLayer(job: Job, image: string): Pick<Projected<OpenLayer>, 'data' | 'error' | 'refetch'> {
  const { data, error, refetch } = useLayer(job, image);
  const outbox = useOutbox(job.workspace);
  const [confirmed, setConfirmed] = useState<{ image: string; isDone: boolean } | null>(null);
  // The server opens the layer when the mark is removed, and closes it when the image is marked.
  useEffect(
    () =>
      outbox?.onEvent((event) => {
        const write = event.type === 'responded' ? event.entry.write : undefined;
        if (write?.kind !== 'mark-done' || write.item !== image || write.job.id !== job.id) return;
        setConfirmed({ image, isDone: write.after });
        void refetch().then(() => setConfirmed(null));
      }),
    [outbox, image, job.id, refetch],
  );
  const pendingMark = useWritesOn('job', `image/${job.id}`).findLast(
    ({ write, isConfirmed }) => !isConfirmed && write.kind === 'mark-done' && write.item === image,
  )?.write;
  const storedDone = confirmed?.image === image ? confirmed.isDone : data?.done === true;
  const isDone = pendingMark?.kind === 'mark-done' ? pendingMark.after : storedDone;
  const id = data?.id;
  const layer = useMemo(() => (id === undefined ? undefined : { id, job: job.id, image, isDone }), [id, job.id, image, isDone]);
  return { data: layer, error, refetch: () => void refetch() };
}
