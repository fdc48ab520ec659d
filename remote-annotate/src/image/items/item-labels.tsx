import {
  Button,
  ChevronDownIcon,
  ChevronRightIcon,
  ColorSwatch,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  MoreIcon,
  tokens,
} from '@console/shared-ui/basics';
import { LongList } from '@console/shared-ui/lists';
import { useTopic } from '../../editor/view/layer/use-topic';
import { itemMessages } from './item-messages';
import { kindMessages } from '../../shape-kinds/kind-messages';
import { shapeKinds } from '../../shape-kinds/kind-registry';
import { LabelKey } from '../labels/label-key';
import { useScreen } from '../context/screen-context';
import type { ItemGroup } from './find-items';
import { ROW_HEIGHT } from './item-row';
import { ItemToggles } from './item-toggles';

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'center',
    height: `${ROW_HEIGHT}px`,
    paddingInline: tokens.spacingHorizontalS,
    gap: tokens.spacingHorizontalXS,
  },
  name: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  count: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface ItemLabelsProps {
  groups: readonly ItemGroup[];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

const getKey = ({ key }: ItemGroup) => key;

/** The labels of the shapes. Each row hides, locks or selects all shapes with the label in one step. */
export function ItemLabels({ groups, isOpen, onOpen }: ItemLabelsProps) {
  return (
    <section aria-label={itemMessages.itemsByLabel}>
      <Button
        size="small"
        appearance="transparent"
        icon={isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        {`${itemMessages.itemsByLabel} (${groups.length})`}
      </Button>
      {isOpen && (
        <LongList items={groups} itemKey={getKey} itemHeight={ROW_HEIGHT}>
          {(group) => <LabelRow group={group} />}
        </LongList>
      )}
    </section>
  );
}

function LabelRow({ group: { ids, name, color, kind, labelKey } }: { group: ItemGroup }) {
  const styles = useStyles();
  const { editor } = useScreen();
  const hiddenShapeIds = useTopic(editor.topics.hiddenShapeIds);
  const lockedIds = useTopic(editor.topics.locked);
  // The accessible name contains the kind, because an object label and a polygon label can have the same name.
  const accessibleName = itemMessages.allShapesOf(
    shapeKinds.getLabelKind(kind) === null ? name : `${name} (${kindMessages[kind].name})`,
  );
  const menuItems: readonly (readonly [string, () => void])[] = [
    [itemMessages.selectAll, () => editor.select(ids)],
    [itemMessages.lockAll, () => editor.setLocked(ids, true)],
    [itemMessages.unlockAll, () => editor.setLocked(ids, false)],
    [itemMessages.showOnly, () => editor.showOnly(ids)],
  ];
  return (
    <div className={styles.row}>
      <span aria-hidden>
        <ColorSwatch color={color} />
      </span>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <LabelKey labelKey={labelKey} />
      <span className={styles.count}>{ids.length.toLocaleString('en')}</span>
      <ItemToggles
        name={accessibleName}
        isHidden={getPressedState(ids, hiddenShapeIds)}
        isLocked={getPressedState(ids, lockedIds)}
        onHide={(isHidden) => editor.setShapesHidden(ids, isHidden)}
        onLock={(isLocked) => editor.setLocked(ids, isLocked)}
      />
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button
            size="small"
            appearance="transparent"
            icon={<MoreIcon />}
            aria-label={itemMessages.moreActions(accessibleName)}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {menuItems.map(([text, performAction]) => (
              <MenuItem key={text} onClick={performAction}>
                {text}
              </MenuItem>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
    </div>
  );
}

/** Whether all ids are in the set; 'mixed' when only some of them are. */
function getPressedState(ids: readonly string[], pressedIds: ReadonlySet<string>): boolean | 'mixed' {
  if (pressedIds.size === 0) return false;
  const count = ids.filter((id) => pressedIds.has(id)).length;
  return count === 0 ? false : count === ids.length || 'mixed';
}
