import { Button, CheckIcon, ClockIcon, makeStyles, OfflineIcon, tokens, WarningIcon } from '@console/shared-ui/basics';
import { Popover, PopoverSurface, PopoverTrigger } from '@console/shared-ui/popover';
import { type ReactElement, useState } from 'react';
import { imageMessages } from '../data/image-messages';
import { outboxMessages } from '../../outbox/entries/outbox-messages';
import { type Outbox, type SaveState, describeSaveState, useSaveState } from '../../outbox';
import { NARROW_TOOLBAR, visuallyHidden } from '../controls/bar-styles';
import { AttentionList } from './attention-list';
import { useRefusalToast } from './use-refusal-toast';

const useStyles = makeStyles({
  text: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
  },
  // Hide the text on a narrow toolbar. If it appeared while the user draws, the toolbar would wrap and move the canvas under the pointer.
  word: { [NARROW_TOOLBAR]: visuallyHidden },
  button: {
    [NARROW_TOOLBAR]: { minWidth: 0, width: '24px', paddingInline: 0, '& .fui-Button__icon': { marginInline: 0 } },
  },
  surface: { width: 'min(420px, 90vw)', maxHeight: '60vh', overflowY: 'auto' },
});

const icons: Record<SaveState['kind'], ReactElement> = {
  checking: <ClockIcon />,
  saved: <CheckIcon />,
  saving: <ClockIcon />,
  waiting: <OfflineIcon />,
  attention: <WarningIcon />,
};

interface SaveStateViewProps {
  outbox: Outbox;
  imageId?: string;
  /** Whether the user cannot make changes. If so, the state is hidden unless there are unsent changes of earlier visits. */
  isReadOnly?: boolean;
}

/** Shows whether the user's changes are saved on the server. Unsent changes are stored in this browser. */
export function SaveStateView({ outbox, imageId, isReadOnly = false }: SaveStateViewProps) {
  const styles = useStyles();
  const saveState = useSaveState(outbox);
  useRefusalToast(saveState);
  const text = describeSaveState(saveState);
  const [isOpen, setIsOpen] = useState(false);
  // Close the list only when everything is saved, because the state changes with each attempt to send.
  if (isOpen && saveState.kind === 'saved') setIsOpen(false);
  if (isReadOnly && (saveState.kind === 'saved' || saveState.kind === 'checking')) return null;
  const hasDetails = isOpen || saveState.kind === 'waiting' || saveState.kind === 'attention';
  return (
    <div role="status" aria-label={imageMessages.saveState}>
      {!hasDetails ? (
        <span className={styles.text} title={saveState.durable ? undefined : outboxMessages.notDurable}>
          {saveState.durable ? icons[saveState.kind] : icons.attention}
          <span className={styles.word}>{text}</span>
        </span>
      ) : (
        <Popover positioning="below-end" trapFocus open={isOpen} onOpenChange={(_, data) => setIsOpen(data.open)}>
          <PopoverTrigger disableButtonEnhancement>
            <Button size="small" className={styles.button} icon={icons[saveState.kind]} title={text}>
              <span className={styles.word}>{text}</span>
            </Button>
          </PopoverTrigger>
          <PopoverSurface className={styles.surface}>
            {!saveState.durable && <p>{outboxMessages.notDurable}</p>}
            {saveState.kind === 'attention' ? (
              <AttentionList items={saveState.items} outbox={outbox} imageId={imageId} />
            ) : (
              <>
                <p>{text}</p>
                {saveState.kind === 'waiting' && <Button onClick={() => outbox.retryNow()}>{imageMessages.tryNow}</Button>}
              </>
            )}
          </PopoverSurface>
        </Popover>
      )}
    </div>
  );
}
