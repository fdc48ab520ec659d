import { api, ApiError, invalidateWorkspace, useWorkspace, useWorkspaceQuery, type QueryScope } from '@console/shared-auth';
import type { Work } from '@console/shared-contract/api';
import type { ImageTarget } from '@console/shared-contract/federation';
import { MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE } from '@console/shared-contract/limits';
import type { AttributeDefinition } from '@console/shared-contract/shape-attributes';
import { compareByName } from '@console/shared-ui/basics';
import type { MembershipAction } from '@console/shared-ui/membership';
import type { UseQueryResult } from '@tanstack/react-query';
import { useProjectedList } from '../../outbox/projection/projected-list';
import { sortQuery, toQuery, type BrowserFilters, type Entity, type ListQuery } from './filters';
import { FIRST_PAGE } from './first-page';
import { filterUrlParams } from './filter-url-params';
import { toImageTile, toObjectTile, type Tile } from './tile';

export interface TilePage {
  entity: Entity;
  tiles: readonly Tile[];
  count: number;
  /** Whether counting stopped early, so that more than `count` rows may match. */
  isMinimum?: boolean;
  hasNext: boolean;
  /** Whether images are missing because the server has not completed the index of similar images. */
  isPreparing?: boolean;
}

type TileRows = Omit<TilePage, 'entity'>;

const LIST_LOADERS = {
  images: async (query: ListQuery, scope: QueryScope): Promise<TileRows> => {
    const response = await api.call('GET /recognition/v2/training-image/', { query, ...scope });
    const { results, count, count_is_minimum: isMinimum = false, next, preparing: isPreparing = false } = response;
    return { tiles: results.map(toImageTile), count, isMinimum, hasNext: next !== null, isPreparing };
  },
  objects: async ({ sort, ...query }: ListQuery, scope: QueryScope): Promise<TileRows> => {
    const dateSort = sort === 'newest' || sort === 'oldest' ? { sort } : {};
    const response = await api.call('GET /detection/v2/object/', { query: { ...query, ...dateSort }, ...scope });
    const { results, count, count_is_minimum: isMinimum = false, next } = response;
    return { tiles: results.map(toObjectTile), count, isMinimum, hasNext: next !== null };
  },
};

/**
 * Whether the server has rejected `sort` or `bounded_count` as an unknown parameter. An older server has one fixed order and counts all
 * matches.
 */
let isOlderServer = false;

/** One page of images or objects. */
export async function loadTiles(entity: Entity, query: ListQuery, scope: QueryScope): Promise<TilePage> {
  const { sort, bounded_count: isBounded, ...legacyQuery } = query;
  if ((sort === undefined && !isBounded) || isOlderServer) return { entity, ...(await LIST_LOADERS[entity](legacyQuery, scope)) };
  try {
    return { entity, ...(await LIST_LOADERS[entity](query, scope)) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    // If another parameter caused the error, this request without the two new parameters fails, too.
    const rows = await LIST_LOADERS[entity](legacyQuery, scope);
    isOlderServer = true;
    return { entity, ...rows };
  }
}

// The sort order depends on the filters.
const { sort: _, ...pageParams } = FIRST_PAGE;

/** Returns the loader and the query key of one page of the list. */
function getTilePageQuery(filters: BrowserFilters, target?: ImageTarget) {
  const query: ListQuery = {
    ...pageParams,
    page: filters.page,
    ...sortQuery(filters),
    ...toQuery(filters, target),
  };
  return {
    key: ['images', filters.entity, query] as const,
    load: (scope: QueryScope) => loadTiles(filters.entity, query, scope),
  };
}

/** Returns a page of the list for image-to-image navigation; null disables the query. Shares the cache of the image browser. */
export function useTilePage(filters: BrowserFilters | null): TilePage | undefined {
  return useWorkspaceQuery<TilePage>({
    ...getTilePageQuery(filters ?? filterUrlParams.initial),
    enabled: filters !== null,
  }).data;
}

/** Poll interval while the server completes the index of similar images. */
const POLL_MS = 2_000;

const getImageId = (tile: Tile) => tile.imageId;

/**
 * Loads the page that the filters select and applies unsent changes to its tiles. The previous page stays as placeholder
 * data while another page loads. The list reloads on window focus because users verify images in other tabs.
 */
export function useTiles(
  filters: BrowserFilters,
  target: ImageTarget | undefined,
): { list: UseQueryResult<TilePage, Error>; tiles: readonly Tile[] | undefined } {
  const { workspaceId } = useWorkspace();
  const { key, load } = getTilePageQuery(filters, target);
  const list = useWorkspaceQuery<TilePage>({
    key,
    load,
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[0] === workspaceId && previous?.entity === filters.entity ? previous : undefined,
    progress: { kinds: ['index-items'], isActive: ({ isPreparing = false }) => isPreparing, pollMs: POLL_MS },
    refetchOnWindowFocus: true,
  });
  return { list, tiles: useProjectedList('tile', key, list.data?.tiles, getImageId) };
}

/** Counts all rows that match the filters while `enabled`, because the list may have stopped counting early. */
export function useExactCount(filters: BrowserFilters, target: ImageTarget | undefined, enabled: boolean): number | undefined {
  const query = { page_size: 1, ...toQuery(filters, target) };
  return useWorkspaceQuery({
    key: ['images', filters.entity, 'count', query],
    load: async (scope) => (await loadTiles(filters.entity, query, scope)).count,
    enabled,
  }).data;
}

/** Reloads every mounted image list after a verification, an upload or a membership change. */
export function refreshTiles(): Promise<void> {
  return invalidateWorkspace('images');
}

export interface LabelChoice {
  id: string;
  name: string;
  color: string | null;
  /** The key that selects the label; null without one. */
  key: string | null;
  /** Names of the points of its skeletons; empty if its shapes cannot be skeletons. */
  points: readonly string[];
  /** The attributes that the label declares for its shapes. */
  attributes: readonly AttributeDefinition[];
}

/** The labels of a filter with their loading state. */
export type LabelChoices = Pick<UseQueryResult<LabelChoice[], Error>, 'data' | 'isPending' | 'isError'>;

const LABEL_STALE_MS = 30_000;

const LABEL_LOADERS = {
  recognition: (scope: QueryScope) =>
    api.all('GET /recognition/v2/label/', { query: { page_size: DEFAULT_PAGE_SIZE.recognitionLabels }, ...scope }),
  detection: (scope: QueryScope) => api.all('GET /detection/v2/label/', { query: { page_size: MAX_PAGE_SIZE }, ...scope }),
  segmentation: (scope: QueryScope) => api.all('GET /segmentation/v2/label/', { query: { page_size: MAX_PAGE_SIZE }, ...scope }),
};

/** Loads the labels of a domain (for example, detection), sorted by name. */
export function useLabelChoices(domain: keyof typeof LABEL_LOADERS, enabled: boolean): UseQueryResult<LabelChoice[], Error> {
  return useWorkspaceQuery({
    key: ['image-filters', `${domain}-labels`],
    load: async (scope) =>
      (await LABEL_LOADERS[domain](scope))
        .map(({ id, name, color, ...row }): LabelChoice => ({
          id,
          name,
          color,
          key: row.key ?? null,
          points: ('skeleton' in row ? row.skeleton?.points : null)?.map((point) => point.name) ?? [],
          attributes: ('attributes' in row ? row.attributes : null) ?? [],
        }))
        .sort(compareByName),
    staleTime: LABEL_STALE_MS,
    enabled,
  });
}

/** Adds images to a job or task, or removes them. */
export async function changeMembership(
  action: MembershipAction,
  target: ImageTarget,
  items: string[],
  scope: QueryScope,
): Promise<void> {
  const options = { params: { id: target.id }, body: { items }, ...scope };
  if (target.kind === 'image-job') await api.call(`POST /annotate/v2/imagejob/{id}/${action}-items`, options);
  else await api.call(`POST /detection/v2/task/{id}/${action}-images`, options);
}

/** Starts a server-side job that adds all matching images to a job or task, or removes them. */
export function startMatchingChange(
  action: MembershipAction,
  target: ImageTarget,
  filter: ListQuery,
  scope: QueryScope,
): Promise<Work> {
  const options = { params: { id: target.id }, body: { filter }, ...scope };
  if (target.kind === 'image-job') return api.call(`POST /annotate/v2/imagejob/{id}/${action}-matching`, options);
  return api.call(`POST /detection/v2/task/{id}/${action}-matching`, options);
}
