import { Button, makeStyles, Picker, SearchBox, tokens } from '@console/shared-ui/basics';
import { useMemo, type KeyboardEvent } from 'react';
import type { ShapeId } from '../../editor';
import { kindMessages } from '../../shape-kinds/kind-messages';
import { SHAPE_KINDS } from '../../shape-kinds/kind-registry';
import { useTopic } from '../../editor/view/layer/use-topic';
import { itemMessages } from './item-messages';
import { useScreen } from '../context/screen-context';
import { hasQuery, ITEM_ORDERS, NO_QUERY, type ItemGroup, type ItemOrder, type ItemQuery } from './find-items';

/** Value of the choices "any kind" and "any label". */
const NO_FILTER = '';
const kindChoices = [
  { value: NO_FILTER, label: itemMessages.anyKind },
  ...SHAPE_KINDS.map((value) => ({ value, label: kindMessages[value].plural })),
];
const orderChoices = ITEM_ORDERS.map((value) => ({ value, label: itemMessages.sortOrders[value] }));

const useStyles = makeStyles({
  finder: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  search: { width: '100%', maxWidth: 'none' },
  pickers: { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(112px, 1fr))', gap: tokens.spacingHorizontalS },
  result: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  count: { marginInlineEnd: 'auto', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface ItemFinderProps {
  query: ItemQuery;
  onQuery: (query: ItemQuery) => void;
  order: ItemOrder;
  onOrder: (order: ItemOrder) => void;
  groups: readonly ItemGroup[];
  /** The items that the list shows. */
  found: readonly ShapeId[];
  total: number;
  /** Moves the focus to the first visible row. */
  onDown: () => void;
}

/**
 * Search, filters and sort order of the list of items. They affect only the list, until the user applies them to the canvas with a button.
 */
export function ItemFinder({ query, onQuery, order, onOrder, groups, found: foundIds, total, onDown }: ItemFinderProps) {
  const styles = useStyles();
  const labelChoices = useMemo(
    () => [
      { value: NO_FILTER, label: itemMessages.anyLabel },
      ...groups.map(({ key, name, color, kind }) => ({ value: key, label: name, color, detail: kindMessages[kind].plural })),
    ],
    [groups],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') onDown();
    else if (event.key === 'Escape' && query.text !== '') onQuery({ ...query, text: '' });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles.finder}>
      <SearchBox
        className={styles.search}
        aria-label={itemMessages.search}
        placeholder={itemMessages.searchHint}
        value={query.text}
        onChange={(_, { value }) => onQuery({ ...query, text: value })}
        onKeyDown={onKeyDown}
      />
      <div className={styles.pickers}>
        <Picker
          aria-label={itemMessages.filterByLabel}
          choices={labelChoices}
          selected={[query.group ?? NO_FILTER]}
          onSelect={([group]) => onQuery({ ...query, group: group || null })}
        />
        <Picker
          aria-label={itemMessages.filterByKind}
          choices={kindChoices}
          selected={[query.kind ?? NO_FILTER]}
          onSelect={([kind]) => onQuery({ ...query, kind: SHAPE_KINDS.find((shapeKind) => shapeKind === kind) ?? null })}
        />
        <Picker
          aria-label={itemMessages.sortOrder}
          choices={orderChoices}
          selected={[order]}
          onSelect={([value]) => onOrder(ITEM_ORDERS.find((itemOrder) => itemOrder === value) ?? 'drawn')}
        />
      </div>
      {hasQuery(query) && <SearchResult found={foundIds} total={total} onClear={() => onQuery(NO_QUERY)} />}
    </search>
  );
}

function SearchResult({ found: foundIds, total, onClear }: Pick<ItemFinderProps, 'found' | 'total'> & { onClear: () => void }) {
  const styles = useStyles();
  const { editor } = useScreen();
  useTopic(editor.topics.hiddenShapeIds);
  useTopic(editor.topics.hidden);
  return (
    <div className={styles.result}>
      <span role="status" className={styles.count}>
        {itemMessages.shown(foundIds.length, total)}
      </span>
      <Button size="small" disabledFocusable={foundIds.length === 0} onClick={() => editor.showOnly(foundIds)}>
        {itemMessages.showOnly}
      </Button>
      {/* The button stays focusable when a click disables it, so that the focus is not lost. */}
      <Button size="small" disabledFocusable={!editor.isAnyHidden} onClick={() => editor.setHidden(false)}>
        {itemMessages.showAgain}
      </Button>
      <Button size="small" appearance="transparent" onClick={onClear}>
        {itemMessages.clear}
      </Button>
    </div>
  );
}
