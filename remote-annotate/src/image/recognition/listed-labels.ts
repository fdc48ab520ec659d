import { useCallback, useEffect, useState } from 'react';
import type { BoxShape, KnownLabel } from '../../editor';
import type { Entry, LabelWrite } from '../../outbox';
import { useScreen } from '../screen-context';

const NONE: readonly KnownLabel[] = [];
const NO_WRITES: readonly LabelWrite[] = [];

/** The label writes on objects that are on their way; the same array where there are none. */
function labelWrites(entries: readonly Entry[], image: string): readonly LabelWrite[] {
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
export function useLabelsOfObjects(): (shape: BoxShape) => readonly KnownLabel[] {
  const { image, outbox } = useScreen();
  const [writes, setWrites] = useState(() => labelWrites(outbox.pending(image.id), image.id));
  useEffect(() => {
    const take = () => setWrites(labelWrites(outbox.pending(image.id), image.id));
    take();
    return outbox.onEntries(take);
  }, [outbox, image.id]);
  return useCallback(
    (shape) =>
      writes.reduce((labels, write) => (write.object?.id === shape.id ? withWrite(labels, write) : labels), shape.labels ?? NONE),
    [writes],
  );
}

function withWrite(labels: readonly KnownLabel[], { label: { id, name }, after }: LabelWrite): readonly KnownLabel[] {
  const others = labels.filter((label) => label.id !== id);
  return after ? [...others, { id, name, value: after.value }] : others;
}

/** A name for each, values in brackets. */
export function labelTexts(labels: readonly Pick<KnownLabel, 'name' | 'value'>[]): readonly string[] {
  return labels.map(({ name, value }) => (value === null ? name : `${name} (${value})`));
}
