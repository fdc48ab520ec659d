import { useCanCall } from '@console/shared-auth';
import type { ImageTarget } from '@console/shared-contract/federation';
import { Button, EmptyState, FilterIcon, ImagesIcon, getLastPage, makeStyles, tokens } from '@console/shared-ui/basics';
import type { ExchangeState } from '../exchange/exchange-url-params';
import { ImportButton } from './exchange-buttons';
import { browserMessages } from './data/browser-messages';
import { UploadButton } from '../upload';
import { hasActiveFilters, PAGE_SIZE, type BrowserFilters } from './data/filters';

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: tokens.spacingHorizontalS },
});

interface EmptyListProps {
  filters: BrowserFilters;
  onChange: (patch: Partial<BrowserFilters>) => void;
  onClear: () => void;
  target?: ImageTarget;
  /** The number of rows that match the search. If above 0, the page number is beyond the last page. */
  total: number;
  /** Whether the server has not yet indexed the items for the search for similar images. */
  isPreparing: boolean;
  /** State of the import and export dialogs in the URL. */
  exchange: ExchangeState;
}

/** Explains why the page is empty and offers the next step. */
export function EmptyList({ filters, onChange, onClear, target, total, isPreparing, exchange }: EmptyListProps) {
  const styles = useStyles();
  const { entity, inTarget } = filters;
  const canManage = useCanCall<'POST /recognition/v2/training-image/'>('manage');
  const canDraw = useCanCall<'POST /detection/v2/object/'>('annotate');
  const canAdd = entity === 'images' ? canManage : canDraw;
  if (isPreparing) return <EmptyState icon={<ImagesIcon />}>{browserMessages.similarPreparing}</EmptyState>;
  if (total > 0) {
    const lastPage = getLastPage(total, PAGE_SIZE);
    return (
      <EmptyState
        icon={<ImagesIcon />}
        action={<Button onClick={() => onChange({ page: lastPage })}>{browserMessages.toLast}</Button>}
      >
        {browserMessages.beyondLast(lastPage)}
      </EmptyState>
    );
  }
  if (hasActiveFilters(filters)) {
    return (
      <EmptyState icon={<FilterIcon />} action={<Button onClick={onClear}>{browserMessages.clearFilters}</Button>}>
        {browserMessages.noMatches[entity]}
      </EmptyState>
    );
  }
  if (target) {
    return (
      <EmptyState
        icon={<ImagesIcon />}
        action={
          canManage && (
            <Button onClick={() => onChange({ inTarget: !inTarget })}>
              {inTarget ? browserMessages.showOthers : browserMessages.showMembers}
            </Button>
          )
        }
      >
        {inTarget ? browserMessages.targetEmpty : browserMessages.noneToAdd}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<ImagesIcon />}
      action={
        entity === 'images' ? (
          <div className={styles.actions}>
            <UploadButton />
            <ImportButton state={exchange} />
          </div>
        ) : undefined
      }
    >
      {(canAdd ? browserMessages.empty : browserMessages.emptyReadOnly)[entity]}
    </EmptyState>
  );
}
