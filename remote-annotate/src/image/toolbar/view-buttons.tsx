import { HideIcon, RedoIcon, ShowIcon, UndoIcon } from '@console/shared-ui/basics';
import { ToolbarButton } from '@console/shared-ui/toolbar';
import { imageMessages } from '../data/image-messages';
import { KeyTooltip } from '../keys/key-tooltip';
import { useScreen } from '../context/screen-context';
import { AdjustButton } from './adjust-button';
import { useTopic } from '../../editor/view/layer/use-topic';

export function UndoButtons() {
  const { editor } = useScreen();
  const { canUndo, canRedo } = useTopic(editor.topics.document);
  return (
    <>
      <KeyTooltip label={imageMessages.undo} action="undo">
        <ToolbarButton icon={<UndoIcon />} disabled={!canUndo} onClick={() => editor.undo()} />
      </KeyTooltip>
      <KeyTooltip label={imageMessages.redo} action="redo">
        <ToolbarButton icon={<RedoIcon />} disabled={!canRedo} onClick={() => editor.redo()} />
      </KeyTooltip>
    </>
  );
}

/** Buttons to hide all shapes and to adjust how the image is displayed. */
export function ViewButtons() {
  const { editor } = useScreen();
  const isAllHidden = useTopic(editor.topics.hidden);
  const hiddenShapeIds = useTopic(editor.topics.hiddenShapeIds);
  const isAnyHidden = isAllHidden || hiddenShapeIds.size > 0;
  return (
    <>
      <KeyTooltip label={isAnyHidden ? imageMessages.showAll : imageMessages.hideAll} action="hide-all">
        <ToolbarButton
          icon={isAnyHidden ? <ShowIcon /> : <HideIcon />}
          aria-pressed={isAnyHidden}
          onClick={() => editor.setHidden(!isAnyHidden)}
        />
      </KeyTooltip>
      <AdjustButton />
    </>
  );
}
