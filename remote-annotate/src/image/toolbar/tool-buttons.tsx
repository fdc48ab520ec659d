import { useResources } from '@console/shared-auth';
import { SelectionIcon, WandIcon } from '@console/shared-ui/basics';
import { ToolbarRadioButton, ToolbarRadioGroup } from '@console/shared-ui/toolbar';
import type { ReactElement } from 'react';
import type { ToolId } from '../../editor';
import { getShapeCalls } from '../../shape-kinds/kind-calls';
import { consoleEditorOptions } from '../../shape-kinds/console-editor-options';
import { kindMessages } from '../../shape-kinds/kind-messages';
import { assistMessages } from '../assist/assist-messages';
import { chooseNextMode } from '../assist/choose-mode';
import { getKindIcon } from '../shape-card/shape-card';
import { imageMessages } from '../data/image-messages';
import { focusCanvas } from '../controls/focus-canvas';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyActions } from '../keys/use-key-action';
import { rememberTool } from '../preferences/user-preferences';
import { useCanAnnotate, useScreen } from '../context/screen-context';
import { useTopic } from '../../editor/view/layer/use-topic';

interface ToolButton {
  tool: ToolId;
  label: string;
  icon: ReactElement;
  isOffered: boolean;
  isReady: boolean;
}

/**
 * Buttons for the tools that the services of the workspace provide. The selection tool is always available, because the user needs it to
 * edit shapes.
 */
export function ToolButtons() {
  const { editor } = useScreen();
  const canAnnotate = useCanAnnotate();
  const { hasService } = useResources();
  useTopic(editor.topics.labels);
  const drawingButtons = consoleEditorOptions.tools.flatMap(({ id, kind, kinds = [kind], isCommand }): readonly ToolButton[] => {
    if (isCommand) return [];
    const isAssist = id === 'assist';
    const { draw, noLabels } = isAssist ? assistMessages : kindMessages[kind];
    const isReady = editor.canDraw(id);
    const isOffered =
      canAnnotate && kinds.some((shapeKind) => hasService(getShapeCalls(shapeKind).service) && (isReady || noLabels !== null));
    return [
      {
        tool: id,
        label: isReady ? draw : (noLabels ?? draw),
        icon: isAssist ? <WandIcon /> : getKindIcon(kind),
        isOffered,
        isReady,
      },
    ];
  });
  const selectionButton = {
    tool: 'select',
    label: imageMessages.selectionTool,
    icon: <SelectionIcon />,
    isOffered: true,
    isReady: true,
  } as const;
  const buttons: readonly ToolButton[] = [selectionButton, ...drawingButtons];
  const chooseTool = (tool: ToolId) => {
    editor.setTool(tool);
    rememberTool(tool);
  };
  const readyButtons = buttons.filter(({ isOffered, isReady }) => isOffered && isReady);
  // Return the focus to the canvas after a tool was chosen by key, so that the next keys draw.
  const chooseByKey = (tool: ToolId) => {
    if (tool === 'assist' && editor.topics.tool.getSnapshot().chosenTool === tool) chooseNextMode(editor);
    chooseTool(tool);
    focusCanvas();
  };
  useKeyActions(Object.fromEntries(readyButtons.map(({ tool }) => [tool, () => chooseByKey(tool)])));
  return (
    <ToolbarRadioGroup aria-label={imageMessages.tools}>
      {buttons
        .filter((button) => button.isOffered)
        .map(({ tool, label, icon, isReady }) => (
          <KeyTooltip key={tool} label={label} action={tool}>
            <ToolbarRadioButton name="tool" value={tool} icon={icon} disabled={!isReady} onClick={() => chooseTool(tool)} />
          </KeyTooltip>
        ))}
    </ToolbarRadioGroup>
  );
}
