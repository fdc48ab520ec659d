import type { AttachedLabel, Suspect } from '@console/shared-contract/api';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { BoxShape, Shape } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useObjectLabels } from '../data/image.queries';
import { useScreen } from '../context/screen-context';
import { isAboutObjectLabels, isStillSuspected, findSuspectObject } from './is-still-suspected';

type LoadedLabels = readonly AttachedLabel[] | undefined;

/** The suspected annotation errors that still apply, and the labels of the first error. */
interface OpenSuspects {
  /** The suspected errors that still apply, most certain first. */
  readonly openSuspects: readonly Suspect[];
  /** The labels that the first suspected error refers to; undefined while they load. */
  readonly labels: LoadedLabels;
  /**
   * Returns whether a suspected error still applies to the current document. Takes changes into account that React has not rendered yet.
   */
  readonly isOpen: (suspect: Suspect) => boolean;
  /** Components that load the labels of objects. The caller must render them. */
  readonly labelLoaders: ReactNode;
}

/**
 * The maximum number of objects to load labels for, because each object needs a call. The objects with the most certain suspected errors
 * are first.
 */
const MAX_LOADED_OBJECTS = 10;

/** Returns the suspected errors that still apply. Suspected errors in labels of objects are included until the labels are loaded. */
export function useOpenSuspects(suspects: readonly Suspect[]): OpenSuspects {
  const { image, editor } = useScreen();
  const { shapes } = useTopic(editor.topics.document);
  const [labelsByObject, setLabelsByObject] = useState<ReadonlyMap<string, LoadedLabels>>(() => new Map());
  const onLabels = useCallback(
    (objectId: string, labels: LoadedLabels) =>
      setLabelsByObject((previousLabels) => new Map(previousLabels).set(objectId, labels)),
    [],
  );
  const getLabels = useCallback(
    (suspect: Suspect, shapes: readonly Shape[]): LoadedLabels =>
      isAboutObjectLabels(suspect) ? labelsByObject.get(findSuspectObject(suspect, shapes)?.id ?? '') : image.labels,
    [image.labels, labelsByObject],
  );
  const openSuspects = useMemo(
    () => suspects.filter((suspect) => isStillSuspected(suspect, shapes, getLabels(suspect, shapes))),
    [suspects, shapes, getLabels],
  );
  const objectsToLoad = useMemo(() => {
    const objects = suspects.flatMap((suspect) => findSuspectObject(suspect, shapes) ?? []);
    return [...new Map(objects.map((object) => [object.id, object])).values()].slice(0, MAX_LOADED_OBJECTS);
  }, [suspects, shapes]);
  const [currentSuspect] = openSuspects;
  return {
    openSuspects,
    labels: currentSuspect && getLabels(currentSuspect, shapes),
    isOpen: (suspect) => {
      const shapes = editor.document.getShapes();
      return isStillSuspected(suspect, shapes, getLabels(suspect, shapes));
    },
    labelLoaders: objectsToLoad.map((object) => <ObjectLabelLoader key={object.id} object={object} onLabels={onLabels} />),
  };
}

function ObjectLabelLoader({
  object,
  onLabels,
}: {
  object: BoxShape;
  onLabels: (objectId: string, labels: LoadedLabels) => void;
}): null {
  const { data } = useObjectLabels(object);
  useEffect(() => onLabels(object.id, data), [object.id, data, onLabels]);
  return null;
}
