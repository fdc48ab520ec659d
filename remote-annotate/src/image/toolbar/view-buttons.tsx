import { HideIcon, RedoIcon, ShowIcon, Tooltip, UndoIcon, ZoomFitIcon } from '@console/shared-ui/basics';
import { ToolbarButton, ToolbarDivider } from '@console/shared-ui/toolbar';
import { messages } from '../../messages';
import { useScreen } from '../screen-context';
import { useTopic } from '../../editor/view/use-topic';

const words = messages.image;

/** Undo, redo, and how the picture is seen. */
export function ViewButtons() {
  const { editor } = useScreen();
  const { canUndo, canRedo } = useTopic(editor.topics.document);
  const isAllHidden = useTopic(editor.topics.hidden);
  const concealed = useTopic(editor.topics.concealed);
  const hidden = isAllHidden || concealed.size > 0;
  return (
    <>
      <Tooltip content={words.undo} relationship="label">
        <ToolbarButton icon={<UndoIcon />} disabled={!canUndo} onClick={() => editor.undo()} />
      </Tooltip>
      <Tooltip content={words.redo} relationship="label">
        <ToolbarButton icon={<RedoIcon />} disabled={!canRedo} onClick={() => editor.redo()} />
      </Tooltip>
      <ToolbarDivider />
      <Tooltip content={words.fit} relationship="label">
        <ToolbarButton icon={<ZoomFitIcon />} onClick={() => editor.viewport.fit()} />
      </Tooltip>
      <Tooltip content={hidden ? words.showAll : words.hideAll} relationship="label">
        <ToolbarButton
          icon={hidden ? <ShowIcon /> : <HideIcon />}
          aria-pressed={hidden}
          onClick={() => editor.setHidden(!hidden)}
        />
      </Tooltip>
    </>
  );
}
