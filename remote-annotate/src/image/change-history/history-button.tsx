import { useSeesWorkspace } from '@console/shared-auth';
import { Button, ClockIcon, Tooltip } from '@console/shared-ui/basics';
import { ToolbarButton } from '@console/shared-ui/toolbar';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyAction } from '../keys/use-key-action';
import { changeHistoryMessages } from './change-history-messages';
import { useHistoryPanel } from './use-history-panel';

/** Opens and closes the history of the image. */
export function HistoryButton() {
  const { isOpen, toggle } = useHistoryPanel();
  const seesWorkspace = useSeesWorkspace();
  useKeyAction('history', seesWorkspace ? toggle : null);
  if (!seesWorkspace) return null;
  return (
    <KeyTooltip label={changeHistoryMessages.open} action="history">
      <ToolbarButton icon={<ClockIcon />} aria-pressed={isOpen} onClick={toggle} />
    </KeyTooltip>
  );
}

/** Opens the history of a shape by its row id. */
export function ShapeHistoryButton({ id }: { id: string }) {
  const { open } = useHistoryPanel();
  const seesWorkspace = useSeesWorkspace();
  if (!seesWorkspace) return null;
  return (
    <Tooltip content={changeHistoryMessages.historyOfShape} relationship="label">
      <Button appearance="subtle" icon={<ClockIcon />} onClick={() => open(id)} />
    </Tooltip>
  );
}
