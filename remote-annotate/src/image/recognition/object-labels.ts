import { useCallback, useEffect, useState } from 'react';
import type { BoxShape, KnownLabel } from '../../editor';
import type { Entry, LabelWrite } from '../../outbox';
import { useScreen } from '../screen-context';

const NONE: readonly KnownLabel[] = [];
const NO_WRITES: readonly LabelWrite[] = [];

/** The label writes on objects that are on their way; the same array where there are none. */
function listLabelWrites(entries: readonly Entry[], image: string): readonly LabelWrite[] {
  const writes = entries.flatMap((entry) =>
    entry.op === 'call' && entry.imageId === image && !entry.problem && entry.write?.kind === 'label' && entry.write.object
      ? [entry.write]
      : [],
  );
  return writes.length === 0 ? NO_WRITES : writes;
}

/**
 * The recognition labels of the objects on the image, for their list: as their rows were last read, with what is on its way
 * laid over it. The list has thousands of objects, so no row is asked for.
 */
export function useObjectLabelsLookup(): (shape: BoxShape) => readonly KnownLabel[] {
  const { image, outbox } = useScreen();
  const [writes, setWrites] = useState(() => listLabelWrites(outbox.pending(image.id), image.id));
  useEffect(() => {
    const take = () => setWrites(listLabelWrites(outbox.pending(image.id), image.id));
    take();
    return outbox.onEntries(take);
  }, [outbox, image.id]);
  return useCallback(
    (shape) =>
      writes.reduce(
        (labels, write) => (write.object?.id === shape.id ? applyWrite(labels, write) : labels),
        shape.labels ?? NONE,
      ),
    [writes],
  );
}

function applyWrite(labels: readonly KnownLabel[], { label: { id, name }, after }: LabelWrite): readonly KnownLabel[] {
  const others = labels.filter((label) => label.id !== id);
  return after ? [...others, { id, name, value: after.value }] : others;
}

/** A name for each, values in brackets. */
export function formatLabels(labels: readonly Pick<KnownLabel, 'name' | 'value'>[]): readonly string[] {
  return labels.map(({ name, value }) => (value === null ? name : `${name} (${value})`));
}
