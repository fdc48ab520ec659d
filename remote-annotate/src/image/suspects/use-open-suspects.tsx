import type { AttachedLabel, Suspect } from '@console/shared-contract/api';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { BoxShape, Shape } from '../../editor';
import { useTopic } from '../../editor/view/use-topic';
import { useObjectLabels } from '../image.queries';
import { useScreen } from '../screen-context';
import { isAboutObjectLabels, isStillSuspected, findSuspectObject } from './is-still-suspected';

type Labels = readonly AttachedLabel[] | undefined;

export interface OpenSuspects {
  /** Those that still are so, the surest first. */
  readonly open: readonly Suspect[];
  /** The labels of what the first of them is about; undefined while they are read. */
  readonly labels: Labels;
  /** Whether a suspect still is so at this moment, in the midst of a change. */
  readonly isOpen: (suspect: Suspect) => boolean;
  /** To be rendered: what follows the labels of objects. */
  readonly followers: ReactNode;
}

/** So many objects are followed, those of the surest suspects: each is a call of its own. */
const MAX_FOLLOWED_OBJECTS = 10;

/** The suspects of the image that nobody has mended meanwhile. Of an object whose labels are not read yet, all are. */
export function useOpenSuspects(suspects: readonly Suspect[]): OpenSuspects {
  const { image, editor } = useScreen();
  const { shapes } = useTopic(editor.topics.document);
  const [ofObjects, setOfObjects] = useState<ReadonlyMap<string, Labels>>(() => new Map());
  const onLabels = useCallback(
    (object: string, labels: Labels) => setOfObjects((known) => new Map(known).set(object, labels)),
    [],
  );
  const getLabels = useCallback(
    (suspect: Suspect, drawn: readonly Shape[]): Labels =>
      isAboutObjectLabels(suspect) ? ofObjects.get(findSuspectObject(suspect, drawn)?.id ?? '') : image.labels,
    [image.labels, ofObjects],
  );
  const open = useMemo(
    () => suspects.filter((suspect) => isStillSuspected(suspect, shapes, getLabels(suspect, shapes))),
    [suspects, shapes, getLabels],
  );
  const followed = useMemo(() => {
    const objects = suspects.flatMap((suspect) => findSuspectObject(suspect, shapes) ?? []);
    return [...new Map(objects.map((object) => [object.id, object])).values()].slice(0, MAX_FOLLOWED_OBJECTS);
  }, [suspects, shapes]);
  const [current] = open;
  return {
    open,
    labels: current && getLabels(current, shapes),
    isOpen: (suspect) => {
      const drawn = editor.document.shapes();
      return isStillSuspected(suspect, drawn, getLabels(suspect, drawn));
    },
    followers: followed.map((object) => <Follower key={object.id} object={object} onLabels={onLabels} />),
  };
}

function Follower({ object, onLabels }: { object: BoxShape; onLabels: (object: string, labels: Labels) => void }): null {
  const { data } = useObjectLabels(object);
  useEffect(() => onLabels(object.id, data), [object.id, data, onLabels]);
  return null;
}
