import { useWorkspace } from '@console/shared-auth';
import type { LabelledShape } from '@console/shared-contract/api';
import {
  Button,
  Caption1,
  EmptyState,
  ErrorState,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Page,
  SkeletonTiles,
  tokens,
  useUrlParams,
  visuallyHidden,
} from '@console/shared-ui/basics';
import { VirtualGrid } from '@console/shared-ui/lists';
import { useCallback, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { findLabelByTypedKey } from '../image/labels/label-keys';
import { getShapePath } from './data/shape-path';
import { useShapeLabels } from './data/use-shape-labels';
import { wallMessages } from './data/wall-messages';
import { wallParams, type WallFilters as Filters } from './data/wall-params';
import { toShapeFilter, useWallShapes } from './data/wall.queries';
import { WallFilters } from './filters/wall-filters';
import { useWallSelection } from './selection/use-wall-selection';
import { WallActions } from './selection/wall-actions';
import { WallTile } from './tiles/wall-tile';

const MIN_TILE_SIZE = 112;
const NO_SHAPES: readonly LabelledShape[] = [];
const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  wall: {
    height: 'max(320px, calc(100dvh - 330px))',
    // Use an opaque background, which the browser can scroll without painting it again.
    backgroundColor: tokens.colorNeutralBackground3,
    '& [role="option"]': { borderRadius: tokens.borderRadiusMedium, outlineStyle: 'none' },
    '& [role="option"]:focus-visible': { outline: `3px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-3px', zIndex: 1 },
  },
  stale: { opacity: 0.45 },
  hidden: visuallyHidden,
});

/** The page at `/shapes`: all shapes with the chosen labels as tiles. */
export function ShapeWallPage() {
  const styles = useStyles();
  const { values, committedValues, set } = useUrlParams(wallParams);
  const changeFilters = useCallback((patch: Partial<Filters>) => set(patch), [set]);
  return (
    <Page title={wallMessages.title}>
      <div className={styles.column}>
        <WallFilters filters={values} onChange={changeFilters} />
        {committedValues.labels.length === 0 ? (
          <EmptyState>{wallMessages.chooseLabel}</EmptyState>
        ) : (
          <ShapeWall filters={committedValues} onChange={changeFilters} />
        )}
      </div>
    </Page>
  );
}

function ShapeWall({ filters, onChange }: { filters: Filters; onChange: (patch: Partial<Filters>) => void }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const blur = useWorkspace().workspace?.blur_images ?? false;
  const labels = useShapeLabels().data;
  const list = useWallShapes(filters);
  const shapes = list.shapes ?? NO_SHAPES;
  const filterKey = JSON.stringify(filters);
  const { selection, activeIndex, isSelected, activate, toggle } = useWallSelection(shapes, filterKey);
  const [typedLabel, setTypedLabel] = useState<string | null>(null);
  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = list;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetching, isFetchNextPageError]);
  if (list.isPending) return <SkeletonTiles label={wallMessages.loading} />;
  if (list.isError && !list.data)
    return <ErrorState title={wallMessages.failed} error={list.error} onRetry={() => void list.refetch()} />;
  if (shapes.length === 0) return <EmptyState>{hasFilters(filters) ? wallMessages.noMatch : wallMessages.empty}</EmptyState>;
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a' && filters.similar === '') {
      event.preventDefault();
      selection.selectAll();
      return;
    }
    const label = findLabelByTypedKey(labels, event);
    if (!label || (selection.ids.size === 0 && !selection.all)) return;
    event.preventDefault();
    setTypedLabel(label.id);
  };
  const selectedShapes = shapes.filter(({ id }) => selection.ids.has(id));
  const singleShape = selectedShapes.length === 1 ? (selectedShapes[0] ?? null) : null;
  return (
    <>
      <Caption1>{wallMessages.count(list.total)}</Caption1>
      <span className={styles.hidden}>{wallMessages.keys}</span>
      <div className={list.isPlaceholderData ? styles.stale : undefined} onKeyDown={onKeyDown}>
        <VirtualGrid
          key={filterKey}
          label={wallMessages.wall}
          count={shapes.length}
          total={list.total}
          minTileSize={MIN_TILE_SIZE}
          className={styles.wall}
          activeIndex={activeIndex}
          isSelected={isSelected}
          getName={(index) => describeShape(shapes[index])}
          renderTile={(index) => {
            const shape = shapes[index];
            return shape && <WallTile shape={shape} isSelected={isSelected(index)} blur={blur} />;
          }}
          onActivate={activate}
          onToggle={toggle}
          onOpen={(index) => {
            const shape = shapes[index];
            if (shape) void navigate(getShapePath(shape));
          }}
          onNearEnd={loadMore}
        />
      </div>
      {isFetchNextPageError && (
        <MessageBar intent="warning">
          <MessageBarBody>{wallMessages.moreFailed}</MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={() => void fetchNextPage()}>
              {wallMessages.retry}
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
      <WallActions
        selection={selection}
        filter={toShapeFilter(filters)}
        // Do not offer "select all" for a list by similarity: it ranks all shapes, so there is no set of matches.
        total={filters.similar === '' ? list.total : selection.ids.size}
        single={singleShape}
        images={selection.all ? [] : [...new Set(selectedShapes.map(({ image }) => image.id))]}
        typedLabel={typedLabel}
        onTypedLabelDone={() => setTypedLabel(null)}
        onShowSimilar={({ id, kind }) => onChange({ similar: id, similarKind: kind })}
      />
    </>
  );
}

const describeShape = (shape: LabelledShape | undefined): string =>
  shape
    ? wallMessages.tile(
        shape.label.name,
        shape.kind,
        shape.image.name ?? wallMessages.unnamed,
        shape.suspicion,
        shape.confidence ?? null,
      )
    : '';

const hasFilters = ({ verified, creator, suspected, search, violationsOf, similar }: Filters): boolean =>
  verified !== 'all' || suspected || [creator, search, violationsOf, similar].some((text) => text !== '');
