import type { Job } from '@console/shared-contract/api';
import { useEffect, useMemo, useState } from 'react';
import { useOutbox, useWritesOn, type Projected } from '../../outbox';
import { useLayer, type OpenedLayer } from './layer.queries';

/** Returns the user's layer of an image (the user's own annotations in a job), including unsent completion marks. */
export function useOpenLayer(job: Job, image: string): Pick<Projected<OpenedLayer>, 'data' | 'error' | 'refetch'> {
  const { data, error, refetch } = useLayer(job, image);
  const outbox = useOutbox(job.workspace);
  /** Confirmed completion marks by image. The cached layers of other images may not contain these marks yet. */
  const [confirmed, setConfirmed] = useState<ReadonlyMap<string, boolean>>(new Map());
  // The server closes the layer when the image is marked as done, and reopens it when the mark is removed.
  useEffect(
    () =>
      outbox?.onEvent((event) => {
        const write = event.type === 'responded' ? event.entry.write : undefined;
        if (write?.kind !== 'mark-done' || write.job.id !== job.id) return;
        setConfirmed((confirmedMarks) => new Map(confirmedMarks).set(write.item, write.after));
      }),
    [outbox, job.id],
  );
  useEffect(() => {
    if (!confirmed.has(image)) return;
    const withoutImage = new Map([...confirmed].filter(([item]) => item !== image));
    void refetch().then(
      ({ isError }) =>
        !isError && setConfirmed((confirmedMarks) => (confirmedMarks === confirmed ? withoutImage : confirmedMarks)),
    );
  }, [confirmed, image, refetch]);
  const pendingMark = useWritesOn('job', `image/${job.id}`).findLast(
    ({ write, isConfirmed }) => !isConfirmed && write.kind === 'mark-done' && write.item === image,
  )?.write;
  const storedDone = confirmed.get(image) ?? data?.done === true;
  const isDone = pendingMark?.kind === 'mark-done' ? pendingMark.after : storedDone;
  const id = data?.id;
  const layer = useMemo(() => (id === undefined ? undefined : { id, job: job.id, image, isDone }), [id, job.id, image, isDone]);
  return { data: layer, error, refetch: () => void refetch() };
}
