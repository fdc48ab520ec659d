import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@console/shared-ui/basics';
import { formatChord, getActions } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useFocusCanvasOnUnmount } from '../controls/focus-canvas';
import { keyMessages } from '../keys/key-messages';
import { runAction, useOfferedActions } from '../keys/use-key-action';
import { useKeymap } from '../keys/user-keymap';
import { polygonCommandMessages } from './polygon-command-messages';

/** A menu with the commands on the selected polygons and their keys. */
export function PolygonMenu() {
  const keymap = useKeymap();
  useTopic(keymap.topic);
  const offeredActions = useOfferedActions();
  // Return the focus to the canvas if a command, such as a merge, replaces the card that contains this menu.
  useFocusCanvasOnUnmount();
  const actions = [...getActions('polygons'), 'fill-gaps' as const].filter((action) => offeredActions.has(action));
  if (actions.length === 0) return null;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button size="small">{polygonCommandMessages.menu}</Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {actions.map((action) => {
            const [chord] = keymap.getChords(action);
            return (
              <MenuItem key={action} secondaryContent={chord && formatChord(chord)} onClick={() => runAction(action)}>
                {keyMessages.actions[action]}
              </MenuItem>
            );
          })}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
