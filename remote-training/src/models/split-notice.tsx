import { useWorkspace } from '@console/shared-auth';
import type { ModelDomain, TaskSplit } from '@console/shared-contract/api';
import {
  Button,
  Caption1,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  PageLink,
  Thumbnail,
  tokens,
} from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useRef, useState } from 'react';
import { messages } from '../messages';
import { moveImages, useSplit } from './models.queries';

const words = messages.models;
const useStyles = makeStyles({
  counts: { outlineStyle: 'none' },
  list: { margin: 0, paddingInlineStart: '1.2em' },
  pairs: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalL, margin: 0, padding: 0, listStyle: 'none' },
  pair: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'end' },
  side: { display: 'flex', flexDirection: 'column' },
});
/** Groups that are named, and pairs that are shown. */
const NAMED = 5;
/** Pixels of one side of a picture. */
const SIZE = 64;

type Side = 'TEST' | 'TRAIN';
interface Moved {
  images: readonly string[];
  to: Side;
}

/** What a training would take, and what lies on both sides of TEST, with a way to mend it in one step. */
export function SplitNotice({ domain, task }: { domain: ModelDomain; task: string }) {
  const styles = useStyles();
  const { data: split } = useSplit(domain, task);
  const [moved, setMoved] = useState<Moved | null>(null);
  const counts = useRef<HTMLSpanElement>(null);
  if (!split) return null;
  // The buttons go with what they have moved: the focus goes to what has changed by it.
  const say = (change: Moved | null) => {
    setMoved(change);
    counts.current?.focus();
  };
  return (
    <>
      <span ref={counts} tabIndex={-1} className={styles.counts}>
        {words.counts(split.train, split.test)}
      </span>
      {moved && <WayBack moved={moved} onTaken={() => say(null)} />}
      {sidesOf(split).length > 0 && <OnBothSides split={split} onMoved={say} />}
    </>
  );
}

/** Images that belong together and are not on one side. */
function sidesOf({ groups, duplicates }: TaskSplit): { train: readonly string[]; test: readonly string[] }[] {
  return [
    ...groups.map(({ train_images: train, test_images: test }) => ({ train, test })),
    ...(duplicates ?? []).map(({ train_image: train, test_image: test }) => ({ train: [train], test: [test] })),
  ];
}

/** In the dialog, for a toast's way back is out of its reach: what lies below a modal dialog is hidden from screen readers. */
function WayBack({ moved, onTaken }: { moved: Moved; onTaken: () => void }) {
  const { images, to } = moved;
  const back = useWrite({
    send: async () => {
      await moveImages(images, to === 'TEST' ? 'TRAIN' : 'TEST');
      onTaken();
    },
    failure: words.moveFailed,
  });
  return (
    <MessageBar intent="success">
      <MessageBarBody>{words.moved(images.length, to)}</MessageBarBody>
      <MessageBarActions>
        <Button size="small" disabledFocusable={back.isPending} onClick={() => void back.send()}>
          {words.moveBack}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}

function OnBothSides({ split, onMoved }: { split: TaskSplit; onMoved: (moved: Moved) => void }) {
  const styles = useStyles();
  const { groups, duplicates } = split;
  const move = useWrite({
    send: async (to: Side) => {
      const images = [...new Set(sidesOf(split).flatMap(({ train, test }) => (to === 'TEST' ? train : test)))];
      await moveImages(images, to);
      onMoved({ images, to });
    },
    failure: words.moveFailed,
  });
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        {groups.length > 0 && words.split(groups.length)}
        <ul className={styles.list}>
          {groups.slice(0, NAMED).map(({ id, name, train_images, test_images }) => (
            <li key={id}>{words.splitGroup(name, train_images.length, test_images.length)}</li>
          ))}
          {groups.length > NAMED && <li>{words.more(groups.length - NAMED)}</li>}
        </ul>
        {duplicates && duplicates.length > 0 && <Duplicates duplicates={duplicates} />}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" disabledFocusable={move.isPending} onClick={() => void move.send('TEST')}>
          {words.toTest}
        </Button>
        <Button size="small" disabledFocusable={move.isPending} onClick={() => void move.send('TRAIN')}>
          {words.toTrain}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}

function Duplicates({ duplicates }: { duplicates: NonNullable<TaskSplit['duplicates']> }) {
  const styles = useStyles();
  const { workspace } = useWorkspace();
  const picture = (id: string, thumb: string | undefined, side: string) => (
    <span className={styles.side}>
      {thumb && <Thumbnail src={thumb} alt="" width={SIZE} height={SIZE} blur={workspace?.blur_images ?? false} />}
      <PageLink to={`/image/${id}`}>{side}</PageLink>
    </span>
  );
  return (
    <>
      {words.duplicates(new Set(duplicates.map((pair) => pair.test_image)).size)}
      <ul className={styles.pairs} aria-label={words.pairs}>
        {duplicates.slice(0, NAMED).map(({ train_image: train, test_image: test, likeness, train_thumb, test_thumb }) => (
          <li key={`${train} ${test}`} className={styles.pair}>
            {picture(test, test_thumb, words.ofTest)}
            {picture(train, train_thumb, words.toLearnFrom)}
            <Caption1>{words.looksLike(likeness)}</Caption1>
          </li>
        ))}
        {duplicates.length > NAMED && <li>{words.more(duplicates.length - NAMED)}</li>}
      </ul>
    </>
  );
}
