import { useWorkspace } from '@console/shared-auth';
import type { ModelDomain, TaskSplit } from '@console/shared-contract/api';
import { useUndoNotice } from '@console/shared-ui/bulk';
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
import { useRef } from 'react';
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

/** What a training would take, and what lies on both sides of TEST, with a way to mend it in one step. */
export function SplitNotice({ domain, task }: { domain: ModelDomain; task: string }) {
  const styles = useStyles();
  const { data: split } = useSplit(domain, task);
  const counts = useRef<HTMLSpanElement>(null);
  if (!split) return null;
  return (
    <>
      <span ref={counts} tabIndex={-1} className={styles.counts}>
        {words.counts(split.train, split.test)}
      </span>
      {/* The buttons go with what they have moved: the focus goes to what has changed by it. */}
      {sidesOf(split).length > 0 && <OnBothSides split={split} onMoved={() => counts.current?.focus()} />}
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

function OnBothSides({ split, onMoved }: { split: TaskSplit; onMoved: () => void }) {
  const styles = useStyles();
  const { groups, duplicates } = split;
  const offerUndo = useUndoNotice();
  const move = useWrite({
    send: async (to: 'TEST' | 'TRAIN') => {
      const images = [...new Set(sidesOf(split).flatMap(({ train, test }) => (to === 'TEST' ? train : test)))];
      await moveImages(images, to);
      offerUndo(words.moved(images.length, to), () => moveImages(images, to === 'TEST' ? 'TRAIN' : 'TEST'));
      onMoved();
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
