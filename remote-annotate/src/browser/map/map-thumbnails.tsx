import { api, useWorkspace, useWorkspaceQuery, type QueryScope } from '@console/shared-auth';
import type { MapMethod } from '@console/shared-contract/api';
import { Caption1, makeStyles, Thumbnail, tokens } from '@console/shared-ui/basics';
import { useEffect, useMemo, useState } from 'react';
import { loadTiles } from '../data/browser.queries';
import { toQuery, type BrowserFilters, type Entity } from '../data/filters';
import { getTileLink, toImageTile, toObjectTile, type Tile } from '../data/tile';
import type { SettledView } from './map-controller';
import { mapMessages } from './map-messages';
import { formatArea, markInside } from './map-view';
import type { MapData } from './map.queries';

/** Time in milliseconds that the pointer must rest on a point before its thumbnail is loaded. */
const HOVER_MS = 120;
/** Maximum number of visible thumbnails. More would cover each other. */
const MAX_THUMBNAILS = 40;
const THUMBNAIL_SIZE = 56;
const HOVERED_SIZE = 128;

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    margin: tokens.spacingHorizontalS,
    padding: tokens.spacingHorizontalXS,
    width: `${HOVERED_SIZE}px`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
  },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  thumbnail: {
    position: 'absolute',
    display: 'flex',
    transform: 'translate(-50%, 6px)',
    borderRadius: tokens.borderRadiusMedium,
    boxShadow: tokens.shadow4,
  },
});

/** Loads the image or object of a point. */
async function loadItem(entity: Entity, id: string, scope: QueryScope): Promise<Tile> {
  if (entity === 'images')
    return toImageTile(await api.call('GET /recognition/v2/training-image/{id}', { params: { id }, ...scope }));
  return toObjectTile(await api.call('GET /detection/v2/object/{id}', { params: { id }, ...scope }));
}

/** Returns a function that loads an item and returns the path of its page. */
export function useLoadItemPath(entity: Entity): (id: string) => Promise<string> {
  const { workspaceId } = useWorkspace();
  return async (id) =>
    getTileLink(await loadItem(entity, id, { workspace: workspaceId ?? '', signal: new AbortController().signal }));
}

/** The thumbnail and name of the item whose point is below the pointer. */
export function HoveredItem({ entity, id, isBlurred }: { entity: Entity; id: string; isBlurred: boolean }) {
  const styles = useStyles();
  const [restedId, setRestedId] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRestedId(id), HOVER_MS);
    return () => clearTimeout(timer);
  }, [id]);
  const tile = useWorkspaceQuery({
    key: ['images', 'map-item', entity, id],
    load: (scope) => loadItem(entity, id, scope),
    enabled: restedId === id,
    staleTime: Infinity,
  }).data;
  if (!tile) return null;
  return (
    <div className={styles.card}>
      <Thumbnail src={tile.thumb} alt="" width={HOVERED_SIZE} height={HOVERED_SIZE} blur={isBlurred} />
      <Caption1 className={styles.name}>{tile.label?.name ?? tile.name ?? mapMessages.point[entity]}</Caption1>
    </div>
  );
}

interface VisibleThumbnailsProps {
  data: MapData;
  filters: BrowserFilters;
  method: MapMethod;
  view: SettledView;
  isBlurred: boolean;
}

/** Shows the thumbnails of all visible points, if there are few enough. */
export function VisibleThumbnails({ data, filters, method, view, isBlurred }: VisibleThumbnailsProps) {
  const styles = useStyles();
  const indexes = useMemo(() => {
    const visibleMarks = markInside(data, view.area);
    return new Map(data.ids.flatMap((id, index) => (visibleMarks[index] === 1 ? [[id, index] as const] : [])));
  }, [data, view]);
  const query = {
    ...toQuery({ ...filters, area: formatArea(method, view.area), similarTo: '' }),
    page_size: MAX_THUMBNAILS,
  };
  const tiles = useWorkspaceQuery({
    key: ['images', 'map-thumbnails', filters.entity, query],
    load: async (scope) => (await loadTiles(filters.entity, query, scope)).tiles,
    enabled: indexes.size > 0 && indexes.size <= MAX_THUMBNAILS,
  }).data;
  return tiles?.map(({ id, thumb }) => {
    const index = indexes.get(id);
    if (index === undefined) return null;
    const [left, top] = view.toScreen([data.x[index]!, data.y[index]!]);
    return (
      <span key={id} className={styles.thumbnail} style={{ left, top }}>
        <Thumbnail src={thumb} alt="" width={THUMBNAIL_SIZE} height={THUMBNAIL_SIZE} blur={isBlurred} cover />
      </span>
    );
  });
}
