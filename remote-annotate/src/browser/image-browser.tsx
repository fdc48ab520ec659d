import { useCanCall, useSeesWorkspace, useWorkspace } from '@console/shared-auth';
import type { ImageTarget, MembershipChange } from '@console/shared-contract/federation';
import {
  Button,
  ErrorState,
  LazyComponent,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Pager,
  tokens,
} from '@console/shared-ui/basics';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { browserMessages } from './data/browser-messages';
import type { ExchangeState } from '../exchange/exchange-url-params';
import { ExchangeButtons } from './exchange-buttons';
import { storeDroppedFiles } from '../exchange/dropped';
import type { PathedFile } from '../files/pathed-files';
import { ExchangeDialogs } from './exchange-dialogs';
import { MAX_SELECTED_IMAGES, type ImageSelection } from '../exchange/image-selection';
import { UploadArea, UploadButton } from '../upload';
import { PreLabelButton } from './pre-label/pre-label-button';
import { useExactCount, useTiles } from './data/browser.queries';
import { EmptyList } from './empty-list';
import { FilterBar } from './filters/filter-bar';
import {
  resetPageUnlessPaging,
  hasActiveFilters,
  PAGE_SIZE,
  toQuery,
  getClearedFilters,
  clearSimilarForObjects,
  type BrowserFilters,
} from './data/filters';
import { filterUrlParams, type FilterState } from './data/filter-url-params';
import { MatchBar } from './selection/match-bar';
import { SelectModeButton } from './selection/select-mode-button';
import { TargetBar } from './selection/target-bar';
import type { Tile } from './data/tile';
import { TileGrid, TileGridSkeleton } from './tiles/tile-grid';
import { useAllowedFilters } from './data/use-allowed-filters';
import { useMembership } from './selection/use-membership';
import { useSelection } from './selection/use-selection';

const loadMap = async () => (await import('./map/image-map')).ImageMap;
const loadBulkActions = async () => (await import('./bulk/image-bulk-actions')).ImageBulkActions;

const useStyles = makeStyles({
  browser: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  foot: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    position: 'sticky',
    bottom: 0,
    zIndex: 2,
    // Wider than the grid to cover the shadows of its tiles.
    margin: `0 calc(-1 * ${tokens.spacingHorizontalS})`,
    padding: tokens.spacingHorizontalS,
    backgroundColor: tokens.colorNeutralBackground3,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    // Without icons and minimum width, all buttons fit into one row of a phone's window.
    '@media (max-width: 640px)': {
      '& button:not([aria-label])': { minWidth: 'auto' },
      '& button:not([aria-label]) .fui-Button__icon': { display: 'none' },
    },
  },
});

export interface ImageBrowserProps {
  state: FilterState;
  /** URL state of the versions and imports dialogs. */
  exchange: ExchangeState;
  /** The job or task for which images are selected. Without it, selected images can be changed, exported or saved as a dataset version. */
  target?: ImageTarget;
  onMembershipChange?: (change: MembershipChange) => void;
  /**
   * Set if the user can go through opened images in the order of the list. `returnFromId` is the id of the image that the user
   * comes back from.
   */
  listNavigation?: { returnFromId: string | null };
  /** Whether a map on which an area can be selected is above the list. */
  hasMap?: boolean;
}

/** Lists the images and objects of the workspace with filters, pages and the upload of new images. */
export function ImageBrowser({
  state: browserParams,
  exchange,
  target,
  onMembershipChange,
  listNavigation,
  hasMap = false,
}: ImageBrowserProps) {
  const styles = useStyles();
  const { workspace } = useWorkspace();
  const removeDisallowedFilters = useAllowedFilters();
  // `filters` are the current values of the controls. `committedFilters` change after a pause in typing, and are sent in requests.
  const canManage = useCanCall<'POST /recognition/v2/training-image/change'>('manage');
  // Users who cannot add images to a job or task can only view its images.
  const memberFilter = target && !canManage ? { inTarget: true } : {};
  const filters = { ...removeDisallowedFilters(browserParams.values), ...memberFilter };
  const committedFilters = { ...removeDisallowedFilters(browserParams.committedValues), ...memberFilter };
  const { entity } = filters;
  const { list, tiles } = useTiles(committedFilters, target);
  const selection = useSelection(committedFilters);
  const [isSelecting, setSelecting] = useState(hasMap);
  const selectedArea = hasMap ? committedFilters.area : '';
  const { selectAll } = selection;
  // Select all images of a map area at once, because users draw an area in order to change its images.
  useEffect(() => {
    if (selectedArea !== '') selectAll();
  }, [selectedArea, selectAll]);
  const isCountMinimum = list.data?.isMinimum ?? false;
  // Actions on all matching rows need the exact number, because the user must know how many rows change.
  const needsExactCount = selection.all || exchange.values.versions !== '' || (target !== undefined && filters.inTarget);
  const exactCount = useExactCount(committedFilters, target, isCountMinimum && needsExactCount);
  const isMinimum = isCountMinimum && exactCount === undefined;
  const total = exactCount ?? list.data?.count ?? 0;
  const pageIds = useMemo(() => [...new Set((tiles ?? []).map((tile) => tile.imageId))], [tiles]);
  const membership = useMembership({ target, filters: committedFilters, selection, total, onChanged: onMembershipChange });

  const changeFilters = (patch: Partial<BrowserFilters>) => {
    browserParams.set(resetPageUnlessPaging(browserParams.values, clearSimilarForObjects(patch)));
  };

  const searchField = useRef<HTMLInputElement>(null);
  const clearFilters = () => {
    // The button disappears together with the filters, so move the focus first.
    searchField.current?.focus();
    changeFilters(getClearedFilters());
  };
  const { set } = browserParams;
  const seesWorkspace = useSeesWorkspace();
  const findSimilar = useCallback(
    ({ id, imageId }: Tile) =>
      set({ similarTo: id, similarKind: id === imageId ? 'image' : 'object', entity: 'images', page: 1 }),
    [set],
  );
  // Do not offer "all matching" for a list sorted by similarity: it ranks all images, so there is no set of matches.
  const canSelectAll = total > 0 && filters.similarTo === '';
  const isSelectable = canManage && (target !== undefined || (isSelecting && entity === 'images'));
  const selectedIds = isSelectable && !selection.all && selection.ids.size <= MAX_SELECTED_IMAGES ? [...selection.ids] : [];
  const listedImages: ImageSelection | null =
    filters.similarTo === '' ? { query: toQuery(committedFilters, target), total } : null;
  const imageSelection =
    entity !== 'images' ? null : selectedIds.length > 0 ? { images: selectedIds, total: selectedIds.length } : listedImages;
  const importDropped = (files: readonly PathedFile[]) => {
    storeDroppedFiles(files);
    exchange.set({ imports: 'new' });
  };
  const isFirstUse = total === 0 && !hasActiveFilters(filters) && !target && entity === 'images';
  return (
    <UploadArea className={styles.browser} onImport={target ? undefined : importDropped}>
      {hasMap && (
        <LazyComponent
          load={loadMap}
          title={browserMessages.map}
          props={{ filters: committedFilters, onChange: changeFilters }}
          skeleton={<TileGridSkeleton label={browserMessages.loading[entity]} />}
        />
      )}
      <FilterBar filters={filters} onChange={changeFilters} onClear={clearFilters} search={searchField} />
      {target && canManage && (
        <TargetBar
          target={target}
          inTarget={filters.inTarget}
          onInTargetChange={(inTarget) => changeFilters({ inTarget })}
          selection={selection}
          total={total}
          pageIds={pageIds}
          membership={membership}
          onRefresh={() => void list.refetch()}
        >
          {target.kind === 'image-job' && filters.inTarget && listedImages && <PreLabelButton selection={listedImages} />}
        </TargetBar>
      )}
      {isSelectable && canSelectAll && (target || selection.ids.size === 0) && (
        <MatchBar entity={entity} total={total} isMinimum={isMinimum} selection={selection} />
      )}
      {list.isPending && <TileGridSkeleton label={browserMessages.loading[entity]} />}
      {list.isError && !list.data && (
        <ErrorState title={browserMessages.failed[entity]} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isRefetchError && (
        <MessageBar intent="warning">
          <MessageBarBody>{browserMessages.refreshFailed}</MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={() => void list.refetch()}>
              {browserMessages.retry}
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
      {tiles && tiles.length > 0 && (
        <TileGrid
          entity={entity}
          tiles={tiles}
          blur={filters.blur ?? workspace?.blur_images ?? false}
          isStale={list.isPlaceholderData}
          selection={isSelectable ? selection : undefined}
          {...(seesWorkspace && { onSimilar: findSimilar })}
          list={
            listNavigation && {
              ...listNavigation,
              search: filterUrlParams.toLink(committedFilters),
              firstIndex: (committedFilters.page - 1) * PAGE_SIZE,
            }
          }
        />
      )}
      {tiles && tiles.length === 0 && (
        <EmptyList
          filters={filters}
          onChange={changeFilters}
          onClear={clearFilters}
          target={target}
          total={total}
          isPreparing={list.data?.isPreparing ?? false}
          exchange={exchange}
        />
      )}
      <ExchangeDialogs state={exchange} imageSelection={imageSelection} canImport={!target} />
      {list.data && !isFirstUse && (
        <div className={styles.foot}>
          {isSelectable && !target && (
            <LazyComponent
              load={loadBulkActions}
              title={browserMessages.bulkTitle}
              props={{
                selection,
                filter: toQuery(committedFilters),
                total: canSelectAll ? total : selection.ids.size,
              }}
              skeleton={null}
            />
          )}
          <Pager
            page={filters.page}
            pageSize={PAGE_SIZE}
            total={total}
            isMinimum={isMinimum}
            onPageChange={(page) => changeFilters({ page })}
          >
            {entity === 'images' && !target && canManage && (
              <SelectModeButton isSelecting={isSelecting} onSelectingChange={setSelecting} selection={selection} />
            )}
            {/* Exports contain the selected images, or all images that match the filters. */}
            {entity === 'images' && <ExchangeButtons state={exchange} imageSelection={imageSelection} canImport={!target} />}
            <UploadButton />
          </Pager>
        </div>
      )}
    </UploadArea>
  );
}
