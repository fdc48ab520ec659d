import { api, useWorkspace, useWorkspaceQuery, type QueryScope } from '@console/shared-auth';
import type { MapLabels, MapMethod, MapPoints } from '@console/shared-contract/api';
import type { UseQueryResult } from '@tanstack/react-query';
import { toQuery, type BrowserFilters, type ListQuery } from '../data/filters';
import type { Positions } from './map-view';

/** The points of the map with the data for their colors. */
export interface MapData extends Positions, Pick<MapPoints, 'available' | 'ready' | 'ids' | 'labels' | 'users'> {
  verified: Uint8Array;
  test: Uint8Array;
  /** Index of each point's label in `labels`, or -1. */
  label: Int32Array;
  user: Int32Array;
  /** Whether the prediction for each point is correct: 1, 0, or -1 if unknown. */
  correct: Int8Array;
  /** Cluster number of each point, or -1. */
  cluster: Int16Array;
  created: Float64Array;
  /** Probability that the label of each item is wrong. NaN if unknown. */
  suspicion: Float32Array;
  uncertainty: Float32Array;
}

const MAP_CALLS = { images: 'GET /recognition/v2/training-image/map', objects: 'GET /detection/v2/object/map' } as const;
/** Number of reloads while the server computes the image features. Reloading after each image would be too slow. */
const RELOAD_COUNT = 20;
const POLL_MS = 5_000;

/** How many items of the workspace the server has already placed on the map (`ready` of `total`). */
interface MapProgress {
  available: boolean;
  ready: number;
  total: number;
}

type PointQuery = ListQuery & { method: MapMethod; labels_of?: MapLabels };

function toPointQuery(filters: BrowserFilters, method: MapMethod, labels: MapLabels | undefined): PointQuery {
  const query = toQuery({ ...filters, area: '', similarTo: '' });
  return { ...query, method, ...(labels && filters.entity === 'images' ? { labels_of: labels } : {}) };
}

/** Loads the points of the images or objects that match the filters. The filter by map area is ignored. */
export function useMapPoints(
  filters: BrowserFilters,
  method: MapMethod,
  labels: MapLabels | undefined,
): { points: UseQueryResult<MapData, Error>; progress: MapProgress | undefined } {
  const { entity } = filters;
  const { workspaceId } = useWorkspace();
  const { data: progress, isError } = useWorkspaceQuery<MapProgress>({
    key: ['images', 'map-progress', entity, method],
    load: async (scope) => {
      const { available, ready } = await api.call(MAP_CALLS[entity], { query: { method, page_size: 1 }, ...scope });
      return { available, ...ready };
    },
    progress: {
      kinds: ['index-items'],
      isActive: ({ available, ready, total }) => available && ready < total,
      pollMs: POLL_MS,
    },
  });
  const reloadStep = progress && progress.total > 0 ? Math.floor((progress.ready / progress.total) * RELOAD_COUNT) : 0;
  const query = toPointQuery(filters, method, labels);
  const points = useWorkspaceQuery<MapData>({
    key: ['images', 'map', entity, query, reloadStep],
    load: (scope) => loadPoints(entity, query, scope),
    // Load the points even if the progress cannot be loaded.
    enabled: progress !== undefined || isError,
    // Do not compare old and new data: comparing a million numbers takes longer than drawing them.
    structuralSharing: false,
    placeholderData: (previous, previousQuery) => {
      const [previousWorkspace, , , previousEntity, previousRequest] = previousQuery?.queryKey ?? [];
      const hasSameMap = (previousRequest as PointQuery | undefined)?.method === method && previousEntity === entity;
      return previousWorkspace === workspaceId && hasSameMap ? previous : undefined;
    },
  });
  return { points, progress };
}

async function loadPoints(entity: BrowserFilters['entity'], query: PointQuery, scope: QueryScope): Promise<MapData> {
  const pages: MapPoints[] = [];
  for (let cursor: number | null | undefined; cursor !== null;) {
    const pointPage: MapPoints = await api.call(MAP_CALLS[entity], {
      query: cursor === undefined ? query : { ...query, after: cursor },
      ...scope,
    });
    pages.push(pointPage);
    cursor = pointPage.next;
  }
  return joinPages(pages);
}

function joinPages(pages: readonly MapPoints[]): MapData {
  const [labels, users] = [joinRows(pages.map((page) => page.labels)), joinRows(pages.map((page) => page.users))];
  const joinColumn = <Value>(select: (page: MapPoints) => readonly Value[]): Value[] => pages.flatMap(select);
  const toNumber = (value: number | null) => value ?? NaN;
  return {
    available: pages[0]?.available ?? false,
    ready: pages[0]?.ready ?? { ready: 0, total: 0 },
    ids: joinColumn(({ ids }) => ids),
    x: Float32Array.from(joinColumn(({ x }) => x)),
    y: Float32Array.from(joinColumn(({ y }) => y)),
    verified: Uint8Array.from(joinColumn(({ verified }) => verified)),
    test: Uint8Array.from(joinColumn(({ test }) => test)),
    label: Int32Array.from(joinColumn((page) => page.label.map((position) => labels.toJoinedIndex(page.labels, position)))),
    user: Int32Array.from(joinColumn((page) => page.user.map((position) => users.toJoinedIndex(page.users, position)))),
    correct: Int8Array.from(joinColumn(({ ids, correct }) => ids.map((_, index) => correct?.[index] ?? -1))),
    cluster: Int16Array.from(joinColumn(({ ids, cluster }) => ids.map((_, index) => cluster?.[index] ?? -1))),
    created: Float64Array.from(joinColumn(({ created }) => created)),
    suspicion: Float32Array.from(joinColumn(({ suspicion }) => suspicion.map(toNumber))),
    uncertainty: Float32Array.from(joinColumn(({ uncertainty }) => uncertainty.map(toNumber))),
    labels: labels.rows,
    users: users.rows,
  };
}

/** Joins the lists of several pages. The returned function converts an index in the list of a page to the index in the joined list. */
function joinRows<Row extends { id: string }>(lists: readonly (readonly Row[])[]) {
  const rows: Row[] = [];
  const positions = new Map<string, number>();
  for (const row of lists.flat()) {
    if (positions.has(row.id)) continue;
    positions.set(row.id, rows.length);
    rows.push(row);
  }
  const toJoinedIndex = (list: readonly Row[], position: number | null): number =>
    position === null ? -1 : (positions.get(list[position]?.id ?? '') ?? -1);
  return { rows, toJoinedIndex };
}
