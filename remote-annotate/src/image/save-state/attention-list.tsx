import { Button, makeStyles, TextLink, tokens } from '@console/shared-ui/basics';
import { outboxMessages } from '../../outbox/entries/outbox-messages';
import { kindMessages } from '../../shape-kinds/kind-messages';
import { use, useEffect, useRef } from 'react';
import type { LabelSet, Shape } from '../../editor';
import {
  type AttentionItem,
  describeAttention,
  describeConflict,
  doesRetryOverwrite,
  getWorkPath,
  type Outbox,
} from '../../outbox';
import { useFocusCanvasOnUnmount } from '../controls/focus-canvas';
import { useShapeLabels } from '../data/image.queries';
import { getListedName, getShapeName } from '../labels/label-names';
import { ScreenContext } from '../context/screen-context';

const NO_LABELS: LabelSet = { object: [], polygon: [] };
const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none', display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  actions: { display: 'flex', gap: tokens.spacingHorizontalS, marginTop: tokens.spacingVerticalXS },
});

interface AttentionListProps {
  items: readonly AttentionItem[];
  outbox: Outbox;
  /** Id of the image or group on the screen. Changes of other images and groups get a link. */
  imageId?: string;
}

/**
 * Lists changes that the server has rejected, or that conflict with changes of another user. Each of them has two buttons to resolve it.
 */
export function AttentionList({ items, outbox, imageId }: AttentionListProps) {
  const styles = useStyles();
  const screen = use(ScreenContext);
  const labels: LabelSet = useShapeLabels().data ?? NO_LABELS;
  // A shape on the screen has the same name as in the list of items.
  const getName = (shape: Shape) =>
    screen?.editor.document.get(shape.id)
      ? getListedName(shape, screen.editor.document.getShapes(), labels)
      : `${kindMessages[shape.kind].name} ${getShapeName(shape, labels)}`;
  const showShape = (id: string) => {
    screen?.editor.select(id);
    screen?.editor.reveal(id);
  };
  const listElement = useRef<HTMLUListElement>(null);
  // Resolving an item removes its buttons. Move the focus to the next item, or to the canvas after the last item.
  useFocusCanvasOnUnmount();
  useEffect(() => {
    if (document.activeElement === document.body) listElement.current?.querySelector('button')?.focus();
  }, [items.length]);
  return (
    <ul ref={listElement} className={styles.list}>
      {items.map((attentionItem) => (
        <li key={attentionItem.id}>
          {describeConflict(attentionItem, getName, labels) ?? describeAttention(attentionItem)}
          {attentionItem.imageId !== imageId && (
            <>
              {' '}
              {isAboutGroup(attentionItem) ? (
                <TextLink to={`/group/${attentionItem.imageId}`}>{outboxMessages.openGroup}</TextLink>
              ) : (
                <TextLink to={getWorkPath(attentionItem.imageId)}>{outboxMessages.openImage}</TextLink>
              )}
            </>
          )}
          <div className={styles.actions}>
            {attentionItem.op !== 'call' && screen?.editor.document.get(attentionItem.shapeId) && (
              <Button size="small" appearance="subtle" onClick={() => showShape(attentionItem.shapeId)}>
                {outboxMessages.conflict.show}
              </Button>
            )}
            {attentionItem.problem.type === 'conflict' ? (
              <>
                <Button size="small" onClick={() => void outbox.overwriteServerVersion(attentionItem.id)}>
                  {outboxMessages.keepMine}
                </Button>
                <Button size="small" onClick={() => void outbox.acceptServerVersion(attentionItem.id)}>
                  {outboxMessages.useTheirs}
                </Button>
              </>
            ) : (
              <>
                <Button size="small" onClick={() => void outbox.retryRejected(attentionItem.id)}>
                  {doesRetryOverwrite(attentionItem) ? outboxMessages.keepMine : outboxMessages.retry}
                </Button>
                <Button size="small" onClick={() => void outbox.discardRejected(attentionItem.id)}>
                  {doesRetryOverwrite(attentionItem) ? outboxMessages.useTheirs : outboxMessages.discard}
                </Button>
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Whether the change is about a group. The items of similarity jobs are groups. */
function isAboutGroup(item: AttentionItem): boolean {
  if (item.op !== 'call' || !item.write) return false;
  const { write } = item;
  return write.kind === 'group-verification' || (write.kind === 'mark-done' && write.of === 'similarity');
}
