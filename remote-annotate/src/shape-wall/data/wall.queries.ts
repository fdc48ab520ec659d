import {
  api,
  consoleQueryClient,
  useWorkspace,
  useWorkspaceQuery,
  type ApiResponse,
  type CallOptions,
  type ChangeSetOption,
  type QueryScope,
} from '@console/shared-auth';
import type { LabelledShapeChanges, LabelledShapePreview, UserReference } from '@console/shared-contract/api';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BulkChanges, BulkSelectionTarget } from '@console/shared-ui/bulk';
import { wallBulkMessages } from './wall-messages';
import type { WallFilters } from './wall-params';

const PAGE_SIZE = 500;
const LIST_SHAPES = 'GET /annotate/v2/labelled-shape/';
const CHANGE_SHAPES = 'POST /annotate/v2/labelled-shape/change';
type ChangeBody = NonNullable<CallOptions<typeof CHANGE_SHAPES>['body']>;

/** The filter that API calls apply to shapes. */
export type ShapeFilter = NonNullable<ChangeBody['filter']>;
export type ShapeTarget = BulkSelectionTarget<ShapeFilter>;
export type WallChange = 'relabel' | 'delete';

/** Converts the filters of the page to the filter of the API calls. */
export function toShapeFilter(filters: WallFilters): ShapeFilter {
  const { labels, verified, creator, suspected, search, violationsOf, violationDomain, violatedRule } = filters;
  return {
    shape_labels: [...labels],
    ...(verified === 'all' ? {} : { verified: verified === 'yes' }),
    ...(creator === '' ? {} : { created_by: creator }),
    ...(suspected ? { suspected: true } : {}),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(violationsOf === '' ? {} : { [`${violationDomain}_task_violations`]: violationsOf }),
    ...(violationsOf === '' || violatedRule === '' ? {} : { violated_rule: violatedRule }),
  };
}

/** Loads the shapes that match the filters. `fetchNextPage` loads more of them. */
export function useWallShapes(filters: WallFilters) {
  const { sort, similar } = filters;
  const query = { ...toShapeFilter(filters), sort, ...(similar === '' ? {} : { similar_to: similar }), page_size: PAGE_SIZE };
  const { workspaceId } = useWorkspace();
  const list = useInfiniteQuery(
    {
      queryKey: [workspaceId, 'images', 'labelled shapes', query],
      queryFn: ({ pageParam, signal }) =>
        api.call(LIST_SHAPES, { query: { ...query, after: pageParam }, workspace: workspaceId ?? '', signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }: ApiResponse<typeof LIST_SHAPES>) => next ?? undefined,
      placeholderData: keepPreviousData,
      enabled: filters.labels.length > 0 && workspaceId !== null,
    },
    consoleQueryClient,
  );
  // Remove duplicates: if the position of a shape changes while the pages are read, two pages can contain the shape.
  const shapes = useMemo(
    () => list.data && [...new Map(list.data.pages.flatMap((page) => page.shapes).map((shape) => [shape.id, shape])).values()],
    [list.data],
  );
  return { ...list, shapes, total: list.data?.pages[0]?.total ?? 0 };
}

/** The members of the workspace by name. */
export function useMembers() {
  return useWorkspaceQuery({
    // Keys that start with `own:` are for rows that only this micro-frontend shows and changes.
    key: ['own:annotate', 'members'],
    load: async (scope): Promise<readonly UserReference[]> => (await api.call('GET /account/v2/member/', scope)).results,
  });
}

/** Counts the shapes that a change would affect. A selection by id is counted in batches. */
export async function previewChange(
  change: WallChange,
  target: ShapeTarget,
  labelId: string,
  scope: QueryScope,
): Promise<LabelledShapePreview> {
  const total = { matched: 0, changes: 0, images: 0, unfit: 0 };
  for (const selection of toSelections(target)) {
    const body = { change, ...selection, ...(change === 'relabel' && { label: labelId }), dry_run: true };
    const { preview } = await api.call(CHANGE_SHAPES, { body, ...scope });
    for (const key of ['matched', 'changes', 'images', 'unfit'] as const) total[key] += preview?.[key] ?? 0;
  }
  return total;
}

const toSelections = (target: ShapeTarget) =>
  'filter' in target
    ? [{ filter: target.filter }]
    : splitIds(target.ids, MAX_IDS_PER_CALL).map((shapes): Pick<ChangeBody, 'shapes' | 'skip_gone'> => ({
        shapes,
        skip_gone: true,
      }));

/** Maximum number of shapes that one call changes, so that other users wait only briefly for the same images. */
const CHANGED_PER_CALL = 500;

function splitIds(ids: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ids.slice(index * size, (index + 1) * size));
}

/** Bulk changes of the selected shapes. All calls of a change are one change set (undone together). */
export const wallChanges: BulkChanges<WallChange, ShapeFilter, LabelledShapeChanges> = {
  messages: wallBulkMessages,
  changes: [{ topic: 'images' }, { topic: 'objects' }],
  send: async (change, target, label, options: Required<ChangeSetOption>) => {
    const changeFields = { change, ...(change === 'relabel' && { label: label ?? '' }) };
    const sendChange = (selection: Pick<ChangeBody, 'shapes' | 'skip_gone' | 'filter' | 'after'>) =>
      api.call(CHANGE_SHAPES, { body: { ...changeFields, ...selection }, repeatable: true, ...options });
    if ('filter' in target) return sendChange({ filter: target.filter, after: target.after });
    const position = Number(target.after ?? 0);
    const result = await sendChange({ shapes: target.ids.slice(position, position + CHANGED_PER_CALL), skip_gone: true });
    const nextPosition = position + CHANGED_PER_CALL;
    return { ...result, next: nextPosition < target.ids.length ? String(nextPosition) : null };
  },
};
