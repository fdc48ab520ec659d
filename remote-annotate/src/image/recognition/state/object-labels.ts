import { useCallback, useEffect, useState } from 'react';
import type { BoxShape, KnownLabel } from '../../../editor';
import type { Entry, LabelWrite } from '../../../outbox';
import { useScreen } from '../../context/screen-context';

const NONE: readonly KnownLabel[] = [];
const NO_WRITES: readonly LabelWrite[] = [];

/** Returns the unsent label changes of the image's objects. Returns the same array each time if there are none. */
function listLabelWrites(entries: readonly Entry[], imageId: string): readonly LabelWrite[] {
  const writes = entries.flatMap((entry) =>
    entry.op === 'call' && entry.imageId === imageId && !entry.problem && entry.write?.kind === 'label' && entry.write.object
      ? [entry.write]
      : [],
  );
  return writes.length === 0 ? NO_WRITES : writes;
}

/**
 * Returns a function that looks up the recognition labels of an object, including unsent changes. The labels come from the loaded shape,
 * because requests for thousands of objects would be slow.
 */
export function useObjectLabelsLookup(): (shape: BoxShape) => readonly KnownLabel[] {
  const { workId, outbox } = useScreen();
  const [writes, setWrites] = useState(() => listLabelWrites(outbox.getPendingEntries(workId), workId));
  useEffect(() => {
    const updateWrites = () => setWrites(listLabelWrites(outbox.getPendingEntries(workId), workId));
    updateWrites();
    return outbox.onEntries(updateWrites);
  }, [outbox, workId]);
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
  const otherLabels = labels.filter((label) => label.id !== id);
  return after ? [...otherLabels, { id, name, value: after.value }] : otherLabels;
}

/** Returns the name of each label, with its value in brackets. */
export function formatLabels(labels: readonly Pick<KnownLabel, 'name' | 'value'>[]): readonly string[] {
  return labels.map(({ name, value }) => (value === null ? name : `${name} (${value})`));
}
