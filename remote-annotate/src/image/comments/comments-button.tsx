import { useCanCall } from '@console/shared-auth';
import { CommentIcon } from '@console/shared-ui/basics';
import { ToolbarButton } from '@console/shared-ui/toolbar';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyActions } from '../keys/use-key-action';
import { imageCommentsMessages as texts } from './image-comments-messages';
import { useCommentsPanel } from './use-comments-panel';

/** A button that opens and closes the comments on the image. Also handles the key that starts a comment on a position. */
export function CommentsButton() {
  const { isOpen, toggle, startPlacing } = useCommentsPanel();
  const canWrite = useCanCall<'POST /comments/v2/thread/'>('annotate');
  useKeyActions({ comments: toggle, 'place-comment': canWrite ? startPlacing : null });
  return (
    <KeyTooltip label={texts.open} action="comments">
      <ToolbarButton icon={<CommentIcon />} aria-pressed={isOpen} onClick={toggle} />
    </KeyTooltip>
  );
}
