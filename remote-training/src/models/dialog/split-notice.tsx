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
import { modelsMessages } from './models-messages';
import { isComparing, moveImages, useSplit } from '../models.queries';

const useStyles = makeStyles({
  counts: { outlineStyle: 'none' },
  list: { margin: 0, paddingInlineStart: '1.2em' },
  pairs: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalL, margin: 0, padding: 0, listStyle: 'none' },
  pair: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'end' },
  side: { display: 'flex', flexDirection: 'column' },
});
/** Maximum number of groups and of image pairs in the warning. */
const MAX_LISTED = 5;
/** Side of a thumbnail in pixels. */
const THUMBNAIL_SIZE = 64;

type SplitSide = 'TEST' | 'TRAIN';
/** Images that were marked as TEST or TRAIN, for Undo. */
interface SplitMove {
  images: readonly string[];
  to: SplitSide;
}

/** Counts of TRAIN and TEST images, with a warning if related images are in both and buttons that fix this. */
export function SplitNotice({ domain, task: taskId }: { domain: ModelDomain; task: string }) {
  const styles = useStyles();
  const { data: split } = useSplit(domain, taskId);
  const [lastMove, setLastMove] = useState<SplitMove | null>(null);
  const countsElement = useRef<HTMLSpanElement>(null);
  if (!split) return null;
  // The buttons disappear after the move, so focus the counts, which the move has changed.
  const reportMove = (change: SplitMove | null) => {
    setLastMove(change);
    countsElement.current?.focus();
  };
  return (
    <>
      <span ref={countsElement} tabIndex={-1} className={styles.counts}>
        {modelsMessages.counts(split.train, split.test)}
      </span>
      {lastMove && <UndoBar moved={lastMove} onUndone={() => reportMove(null)} />}
      {split.ready && isComparing(split) && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{modelsMessages.notCompared(split.ready.ready, split.ready.total)}</MessageBarBody>
        </MessageBar>
      )}
      {listSplitSides(split).length > 0 && <SplitWarning split={split} onMoved={reportMove} />}
    </>
  );
}

/** Lists related images that are partly TRAIN and partly TEST. */
function listSplitSides({ groups, duplicates }: TaskSplit): { train: readonly string[]; test: readonly string[] }[] {
  return [
    ...groups.map(({ train_images: train, test_images: test }) => ({ train, test })),
    ...(duplicates ?? []).map(({ train_image: train, test_image: test }) => ({ train: [train], test: [test] })),
  ];
}

/** Undo in the dialog. A toast is not accessible here, because a modal dialog hides the rest of the page from screen readers. */
function UndoBar({ moved: lastMove, onUndone }: { moved: SplitMove; onUndone: () => void }) {
  const { images, to: targetSplit } = lastMove;
  const undoWrite = useWrite({
    send: async () => {
      await moveImages(images, targetSplit === 'TEST' ? 'TRAIN' : 'TEST');
      onUndone();
    },
    failure: modelsMessages.moveFailed,
  });
  return (
    <MessageBar intent="success">
      <MessageBarBody>{modelsMessages.moved(images.length, targetSplit)}</MessageBarBody>
      <MessageBarActions>
        <Button size="small" disabledFocusable={undoWrite.isPending} onClick={() => void undoWrite.send()}>
          {modelsMessages.undoMove}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}

function SplitWarning({ split, onMoved }: { split: TaskSplit; onMoved: (move: SplitMove) => void }) {
  const styles = useStyles();
  const { groups, duplicates } = split;
  const moveWrite = useWrite({
    send: async (side: SplitSide) => {
      const images = [...new Set(listSplitSides(split).flatMap(({ train, test }) => (side === 'TEST' ? train : test)))];
      await moveImages(images, side);
      onMoved({ images, to: side });
    },
    failure: modelsMessages.moveFailed,
  });
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        {groups.length > 0 && modelsMessages.splitGroups(groups.length)}
        <ul className={styles.list}>
          {groups.slice(0, MAX_LISTED).map(({ id, name, train_images, test_images }) => (
            <li key={id}>{modelsMessages.splitGroup(name, train_images.length, test_images.length)}</li>
          ))}
          {groups.length > MAX_LISTED && <li>{modelsMessages.more(groups.length - MAX_LISTED)}</li>}
        </ul>
        {duplicates && duplicates.length > 0 && <NearDuplicates duplicates={duplicates} />}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" disabledFocusable={moveWrite.isPending} onClick={() => void moveWrite.send('TEST')}>
          {modelsMessages.moveToTest}
        </Button>
        <Button size="small" disabledFocusable={moveWrite.isPending} onClick={() => void moveWrite.send('TRAIN')}>
          {modelsMessages.moveToTrain}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}

function NearDuplicates({ duplicates }: { duplicates: NonNullable<TaskSplit['duplicates']> }) {
  const styles = useStyles();
  const { workspace } = useWorkspace();
  const renderImage = (id: string, thumb: string | undefined, side: string) => (
    <span className={styles.side}>
      {thumb && (
        <Thumbnail src={thumb} alt="" width={THUMBNAIL_SIZE} height={THUMBNAIL_SIZE} blur={workspace?.blur_images ?? false} />
      )}
      <PageLink to={`/image/${id}`}>{side}</PageLink>
    </span>
  );
  return (
    <>
      {modelsMessages.duplicates(new Set(duplicates.map((pair) => pair.test_image)).size)}
      <ul className={styles.pairs} aria-label={modelsMessages.pairs}>
        {duplicates.slice(0, MAX_LISTED).map(({ train_image: train, test_image: test, likeness, train_thumb, test_thumb }) => (
          <li key={`${train} ${test}`} className={styles.pair}>
            {renderImage(test, test_thumb, modelsMessages.testImage)}
            {renderImage(train, train_thumb, modelsMessages.trainImage)}
            <Caption1>{modelsMessages.similarity(likeness)}</Caption1>
          </li>
        ))}
        {duplicates.length > MAX_LISTED && <li>{modelsMessages.more(duplicates.length - MAX_LISTED)}</li>}
      </ul>
    </>
  );
}
