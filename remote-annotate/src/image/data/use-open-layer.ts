import type { Job } from '@console/shared-contract/api';
import { useEffect, useMemo, useState } from 'react';
import { useOutbox, useWritesOn, type Projected } from '../../outbox';
import { useLayer, type OpenedLayer } from './layer.queries';

/** Returns the user's layer of an image (the user's own annotations in a job), including unsent completion marks. */
export function useOpenLayer(job: Job, imageId: string): Pick<Projected<OpenedLayer>, 'data' | 'error' | 'refetch'> {
  const { data, error, refetch } = useLayer(job, imageId);
  const outbox = useOutbox(job.workspace);
  /** Confirmed completion marks by image. The cached layers of other images may not contain these marks yet. */
  const [savedMarks, setSavedMarks] = useState<ReadonlyMap<string, boolean>>(new Map());
  // The server closes the layer when the image is marked as done, and reopens it when the mark is removed.
  useEffect(
    () =>
      outbox?.onEvent((event) => {
        const write = event.type === 'responded' ? event.entry.write : undefined;
        if (write?.kind !== 'mark-done' || write.job.id !== job.id) return;
        setSavedMarks((currentMarks) => new Map(currentMarks).set(write.item, write.after));
      }),
    [outbox, job.id],
  );
  useEffect(() => {
    if (!savedMarks.has(imageId)) return;
    const otherMarks = new Map([...savedMarks].filter(([item]) => item !== imageId));
    void refetch().then(
      ({ isError }) => !isError && setSavedMarks((currentMarks) => (currentMarks === savedMarks ? otherMarks : currentMarks)),
    );
  }, [savedMarks, imageId, refetch]);
  const pendingMark = useWritesOn('job', `image/${job.id}`).findLast(
    ({ write, isConfirmed }) => !isConfirmed && write.kind === 'mark-done' && write.item === imageId,
  )?.write;
  const isStoredAsDone = savedMarks.get(imageId) ?? data?.done === true;
  const isDone = pendingMark?.kind === 'mark-done' ? pendingMark.after : isStoredAsDone;
  const layerId = data?.id;
  const layer = useMemo(
    () => (layerId === undefined ? undefined : { id: layerId, job: job.id, image: imageId, isDone }),
    [layerId, job.id, imageId, isDone],
  );
  return { data: layer, error, refetch: () => void refetch() };
}
