import { useHasService } from '@console/shared-auth';
import { BoxIcon, PointIcon, SegmentationIcon, SelectionIcon } from '@console/shared-ui/basics';
import { ToolbarRadioButton, ToolbarRadioGroup } from '@console/shared-ui/toolbar';
import type { ReactElement } from 'react';
import type { ToolId } from '../../editor';
import { imageMessages } from '../data/image-messages';
import { focusCanvas } from '../controls/focus-canvas';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyActions } from '../keys/use-key-action';
import { rememberTool } from '../preferences/user-preferences';
import { useScreen } from '../context/screen-context';
import { useTopic } from '../../editor/view/layer/use-topic';

interface ToolButton {
  tool: ToolId;
  label: string;
  icon: ReactElement;
  isOffered: boolean;
  isReady: boolean;
  notReady: string;
}

/**
 * The tools that the services of the workspace provide. Selection is always available, because shapes cannot be edited without
 * it.
 */
export function ToolButtons() {
  const { editor } = useScreen();
  const labels = useTopic(editor.topics.labels);
  const buttons: ToolButton[] = [
    { tool: 'select', label: imageMessages.select, icon: <SelectionIcon />, isOffered: true, isReady: true, notReady: '' },
    {
      tool: 'detection',
      label: imageMessages.detection,
      icon: <BoxIcon />,
      isOffered: useHasService('custom-object-detection'),
      isReady: labels.object.length > 0,
      notReady: imageMessages.noDetectionLabels,
    },
    {
      tool: 'point',
      label: imageMessages.point,
      icon: <PointIcon />,
      isOffered: useHasService('annotate'),
      isReady: true,
      notReady: '',
    },
    {
      tool: 'polygon',
      label: imageMessages.polygon,
      icon: <SegmentationIcon />,
      isOffered: useHasService('custom-segmentation'),
      isReady: labels.polygon.length > 0,
      notReady: imageMessages.noPolygonLabels,
    },
  ];
  const choose = (tool: ToolId) => {
    editor.setTool(tool);
    rememberTool(tool);
  };
  const ready = buttons.filter(({ isOffered, isReady }) => isOffered && isReady);
  // After choosing a tool by key, the next keys draw on the canvas.
  const chooseByKey = (tool: ToolId) => {
    choose(tool);
    focusCanvas();
  };
  useKeyActions(Object.fromEntries(ready.map(({ tool }) => [tool, () => chooseByKey(tool)])));
  return (
    <ToolbarRadioGroup aria-label={imageMessages.tools}>
      {buttons
        .filter((button) => button.isOffered)
        .map(({ tool, label, icon, isReady, notReady }) => (
          <KeyTooltip key={tool} label={isReady ? label : notReady} action={tool}>
            <ToolbarRadioButton name="tool" value={tool} icon={icon} disabled={!isReady} onClick={() => choose(tool)} />
          </KeyTooltip>
        ))}
    </ToolbarRadioGroup>
  );
}
