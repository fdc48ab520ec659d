import { api, consoleQueryClient, isInOtherWorkspace } from '@console/shared-auth';
import { useEffect, useMemo } from 'react';
import { useOutbox, getRowKey } from '../../outbox';
import type { Shape, ShapeKind } from '../../editor';
import { prefetchDecodedImages } from '../../image-decoding';
import { KIND_SERVICES } from '../../shape-kinds/kind-calls';
import { SHAPE_KINDS } from '../../shape-kinds/kind-registry';
import { useShapeLabels } from '../data/image.queries';
import { loadShapes } from '../data/load-shapes';
import { useOffered } from '../data/use-offered';
import { shapePrefetcher } from './shape-prefetcher';

/** Interval at which missing or outdated data is loaded again, in milliseconds. */
const REFRESH_INTERVAL_MS = 5000;
/** Maximum age of the prefetched data of an image. Older data is loaded again when the image is opened. */
const ROW_MAX_AGE_MS = 60_000;

/**
 * Returns the kinds of shapes that the services of the workspace provide. Skeletons are included only if a label has a template, because
 * few workspaces use them.
 */
export function useOfferedShapeKinds(): readonly ShapeKind[] {
  const kinds = useOffered(SHAPE_KINDS, KIND_SERVICES);
  const hasTemplates = (useShapeLabels().data?.skeleton.length ?? 0) > 0;
  return useMemo(() => (hasTemplates ? kinds : kinds.filter((kind) => kind !== 'skeleton')), [kinds, hasTemplates]);
}

/**
 * Prefetches the data, pixels and shapes of the next images. Pass an empty list while the current image is loading, because it
 * has priority.
 */
export function usePrefetchImages(workspaceId: string, images: readonly string[]): void {
  const outbox = useOutbox(workspaceId);
  const kinds = useOfferedShapeKinds();
  const joinedIds = images.join(' ');

  useEffect(
    () =>
      outbox?.onEvents((events) => {
        for (const { imageId } of events) shapePrefetcher.discard(imageId);
      }),
    [outbox],
  );

  useEffect(() => {
    const ids = joinedIds.split(' ').filter((id) => id !== '');
    if (ids.length === 0) return undefined;
    let isActive = true;
    const loadImageShapes = (imageId: string, signal: AbortSignal) => readShapes(imageId, workspaceId, kinds, signal);
    const prefetch = async () => {
      if (document.visibilityState === 'hidden') return;
      shapePrefetcher.prefetch(ids, loadImageShapes);
      const urls = await Promise.all(ids.map((id) => prefetchImageRow(id, workspaceId)));
      if (isActive) prefetchDecodedImages(urls.filter((url) => url !== null));
    };
    void prefetch();
    const timer = setInterval(() => void prefetch(), REFRESH_INTERVAL_MS);
    return () => {
      isActive = false;
      clearInterval(timer);
    };
  }, [joinedIds, workspaceId, kinds]);

  // Release decoded images and shapes when the user leaves the page.
  useEffect(
    () => () => {
      prefetchDecodedImages([]);
      shapePrefetcher.prefetch([], () => Promise.resolve([]));
    },
    [],
  );
}

async function readShapes(imageId: string, workspaceId: string, kinds: readonly ShapeKind[], signal: AbortSignal) {
  const pages: Shape[][] = [];
  await loadShapes(imageId, kinds, { workspace: workspaceId, signal }, (page) => pages.push(page));
  return pages;
}

/**
 * Loads the data of an image into the cache and returns the URL of its file. Returns null on failure. The error is shown when the image is
 * opened.
 */
async function prefetchImageRow(id: string, workspaceId: string): Promise<string | null> {
  try {
    const row = await consoleQueryClient.fetchQuery({
      queryKey: [workspaceId, ...getRowKey('image', id)],
      staleTime: ROW_MAX_AGE_MS,
      retry: false,
      queryFn: async ({ signal }) => {
        const image = await api.call('GET /recognition/v2/training-image/{id}', { params: { id }, workspace: null, signal });
        if (isInOtherWorkspace(image.workspace)) throw new Error('Image belongs to another workspace');
        return image;
      },
    });
    return row.img_path;
  } catch {
    return null;
  }
}
