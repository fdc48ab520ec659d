import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  tokens,
} from '@console/shared-ui/basics';
import { Fragment, useState, type KeyboardEvent } from 'react';
import { ACTION_GROUPS, getActions, COMMANDS, formatChord, toChord, fromKeyboardEvent, type ActionId } from '../../editor';
import { keyMessages } from './key-messages';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useKeymap } from './user-keymap';
import { useOfferedActions } from './use-key-action';

const useStyles = makeStyles({
  surface: { maxWidth: '760px' },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  heading: { margin: `0 0 ${tokens.spacingVerticalXS}`, fontSize: tokens.fontSizeBase300 },
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(120px, max-content)',
    alignItems: 'center',
    gap: `0 ${tokens.spacingHorizontalM}`,
    margin: 0,
    padding: 0,
  },
  key: {
    display: 'inline-block',
    marginInlineEnd: tokens.spacingHorizontalXS,
    padding: `0 ${tokens.spacingHorizontalXS}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusSmall,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase200,
  },
  fixed: { display: 'grid', gridTemplateColumns: 'max-content minmax(0, 1fr)', gap: `0 ${tokens.spacingHorizontalL}`, margin: 0 },
  meaning: { margin: 0, color: tokens.colorNeutralForeground3 },
});

/** A dialog that lists the keys of all available actions by group, and changes them. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const keymap = useKeymap();
  const customKeys = useTopic(keymap.topic);
  const offeredActions = useOfferedActions();
  const [changedAction, setChangedAction] = useState<ActionId | null>(null);
  const [status, setStatus] = useState('');
  const onKeyDown = (event: KeyboardEvent) => {
    if (changedAction === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return setChangedAction(null);
    const key = fromKeyboardEvent(event.nativeEvent, document.body);
    const chord = key && toChord(key);
    if (!chord) return;
    const previousActions = keymap.rebind(changedAction, chord);
    if (!previousActions) return setStatus(keyMessages.reservedKey);
    setStatus(keyMessages.reassigned(previousActions.map((action) => keyMessages.actions[action])));
    setChangedAction(null);
  };
  // Keys of controls that are disabled or not on the screen have no effect, so they are not listed.
  const isAvailable = (action: ActionId) => Object.hasOwn(COMMANDS, action) || offeredActions.has(action);
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.surface} onKeyDownCapture={onKeyDown}>
        <DialogBody>
          <DialogTitle>{keyMessages.title}</DialogTitle>
          <DialogContent className={styles.content}>
            {ACTION_GROUPS.map((group) => {
              const actions = getActions(group).filter(isAvailable);
              if (actions.length === 0) return null;
              return (
                <section key={group} aria-label={keyMessages.groups[group]}>
                  <h3 className={styles.heading}>{keyMessages.groups[group]}</h3>
                  <div className={styles.list}>
                    {actions.map((action) => (
                      <Fragment key={action}>
                        <span>{keyMessages.actions[action]}</span>
                        <Button
                          size="small"
                          appearance="subtle"
                          aria-label={keyMessages.changeKey(keyMessages.actions[action])}
                          onClick={() => {
                            setStatus('');
                            setChangedAction(action);
                          }}
                        >
                          {changedAction === action
                            ? keyMessages.pressKey
                            : keymap.getChords(action).length === 0
                              ? keyMessages.noKey
                              : keymap.getChords(action).map((chord) => (
                                  <kbd key={chord} className={styles.key}>
                                    {formatChord(chord)}
                                  </kbd>
                                ))}
                        </Button>
                      </Fragment>
                    ))}
                  </div>
                </section>
              );
            })}
            <section aria-label={keyMessages.reservedKeysTitle}>
              <h3 className={styles.heading}>{keyMessages.reservedKeysTitle}</h3>
              <dl className={styles.fixed}>
                {keyMessages.reservedKeys.map(([keys, meaning]) => (
                  <Fragment key={keys}>
                    <dt>{keys}</dt>
                    <dd className={styles.meaning}>{meaning}</dd>
                  </Fragment>
                ))}
              </dl>
            </section>
          </DialogContent>
          <DialogActions>
            <span role="status">{status}</span>
            <Button disabledFocusable={Object.keys(customKeys).length === 0} onClick={() => keymap.reset()}>
              {keyMessages.resetAll}
            </Button>
            <Button appearance="primary" onClick={onClose}>
              {keyMessages.close}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
