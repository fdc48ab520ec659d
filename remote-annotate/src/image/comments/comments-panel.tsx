import type { CommentThread } from '@console/shared-contract/api';
import { useCanCall } from '@console/shared-auth';
import { AddIcon, Button, Caption1, makeStyles, tokens } from '@console/shared-ui/basics';
import { CommentThreads, type CommentTarget } from '@console/shared-ui/comments';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useScreen } from '../context/screen-context';
import { ClosablePanel } from '../controls/closable-panel';
import { KeyTooltip } from '../keys/key-tooltip';
import { getListedName } from '../labels/label-names';
import { imageCommentsMessages as texts } from './image-comments-messages';
import { useCommentsPanel } from './use-comments-panel';

const useStyles = makeStyles({
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: tokens.spacingHorizontalM },
  about: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalS },
});

/** The comments on the image and its shapes. A new comment refers to the selected shape, if there is one. */
export function CommentsPanel() {
  const styles = useStyles();
  const { image, editor, job } = useScreen();
  const {
    thread: openThreadId,
    openThread,
    close,
    startPlacing,
    position: newThreadPosition,
    setPosition,
    clearPosition,
    focusKey,
  } = useCommentsPanel();
  const canWrite = useCanCall<'POST /comments/v2/thread/'>('annotate');
  useTopic(editor.topics.selection);
  const { shapes } = useTopic(editor.topics.document);
  const labels = useTopic(editor.topics.labels);
  const selectedShape = editor.selectedShape;
  const getShapeName = (id: string) => {
    const shape = editor.document.findByServerId(id);
    return shape ? getListedName(shape, shapes, labels) : texts.deletedShape;
  };
  const shapeId = selectedShape?.serverId ?? null;
  const target: CommentTarget =
    selectedShape && shapeId
      ? { kind: selectedShape.kind, entity: shapeId, place: newThreadPosition }
      : { kind: 'image', entity: image.id, job: job?.id, place: newThreadPosition };
  const subject = shapeId ? texts.aboutShape(getShapeName(shapeId)) : job ? texts.aboutItem : texts.aboutImage;
  const showThreadOnCanvas = ({ kind, entity, place: position }: CommentThread) => {
    const shape = kind === 'image' ? undefined : editor.document.findByServerId(entity);
    if (shape) {
      editor.select(shape.id);
      editor.reveal(shape.id);
    }
    if (position) {
      const [x = 0, y = 0] = position;
      editor.viewport.reveal({ minX: x, minY: y, maxX: x, maxY: y });
    }
  };
  return (
    <ClosablePanel
      label={texts.title}
      closeLabel={texts.close}
      actions={
        canWrite && (
          <KeyTooltip label={texts.place} action="place-comment">
            <Button appearance="subtle" icon={<AddIcon />} onClick={startPlacing} />
          </KeyTooltip>
        )
      }
      onClose={close}
    >
      <div className={styles.body}>
        <CommentThreads
          row={{ image: image.id }}
          target={target}
          about={
            <div className={styles.about}>
              <Caption1>
                {newThreadPosition ? texts.atPlace(shapeId ? subject : texts.aboutPlace, ...newThreadPosition) : subject}
              </Caption1>
              {newThreadPosition && (
                <Button size="small" appearance="subtle" onClick={() => setPosition(null)}>
                  {texts.removePlace}
                </Button>
              )}
            </div>
          }
          openThread={openThreadId}
          onOpenThread={openThread}
          focusKey={focusKey}
          onCreated={clearPosition}
          describe={({ kind, entity }) => (kind === 'image' ? undefined : getShapeName(entity))}
          onShow={showThreadOnCanvas}
        />
      </div>
    </ClosablePanel>
  );
}
