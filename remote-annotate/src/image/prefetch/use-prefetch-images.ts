import { api, consoleQueryClient, isInOtherWorkspace, useResources } from '@console/shared-auth';
import { useEffect, useMemo } from 'react';
import { useOutbox, rowKey } from '../../outbox';
import type { Shape } from '../../editor';
import { keepPicturesAhead } from '../../picture';
import { loadShapes, type OfferedShapeKinds } from '../load-shapes';
import { shapePrefetcher } from './shape-prefetcher';

/** Between two looks whether all is still there and fresh, in milliseconds. */
const REFRESH_INTERVAL_MS = 5000;
/** An image's row is read again when it is opened. */
const ROW_MAX_AGE_MS = 60_000;

/** The kinds of shapes that the workspace's services offer. */
export function useOfferedShapeKinds(): OfferedShapeKinds {
  const { hasService } = useResources();
  const objects = hasService('custom-object-detection');
  const polygons = hasService('custom-segmentation');
  const points = hasService('annotate');
  return useMemo(() => ({ objects, polygons, points }), [objects, polygons, points]);
}

/**
 * Keeps what the next images need at hand: rows, decoded pictures, shapes. To be told of none while the present one is
 * still loading, which comes first.
 */
export function usePrefetchImages(workspace: string, images: readonly string[]): void {
  const outbox = useOutbox(workspace);
  const kinds = useOfferedShapeKinds();
  const wanted = images.join(' ');

  useEffect(
    () =>
      outbox?.onEvents((events) => {
        for (const { imageId } of events) shapePrefetcher.drop(imageId);
      }),
    [outbox],
  );

  useEffect(() => {
    const ids = wanted.split(' ').filter((id) => id !== '');
    if (ids.length === 0) return undefined;
    let isWanted = true;
    const read = (image: string, signal: AbortSignal) => readShapes(image, workspace, kinds, signal);
    const prefetch = async () => {
      if (document.visibilityState === 'hidden') return;
      shapePrefetcher.keep(ids, read);
      const urls = await Promise.all(ids.map((id) => prefetchImageRow(id, workspace)));
      if (isWanted) keepPicturesAhead(urls.filter((url) => url !== null));
    };
    void prefetch();
    const timer = setInterval(() => void prefetch(), REFRESH_INTERVAL_MS);
    return () => {
      isWanted = false;
      clearInterval(timer);
    };
  }, [wanted, workspace, kinds]);

  // What was decoded for a walk that has ended is not held on to.
  useEffect(
    () => () => {
      keepPicturesAhead([]);
      shapePrefetcher.keep([], () => Promise.resolve([]));
    },
    [],
  );
}

async function readShapes(image: string, workspace: string, kinds: OfferedShapeKinds, signal: AbortSignal) {
  const pages: Shape[][] = [];
  await loadShapes(image, kinds, { workspace, signal }, (page) => pages.push(page));
  return pages;
}

/** Reads an image's row into the cache, and answers where its picture is; null: it cannot be had, which is said when it is opened. */
async function prefetchImageRow(id: string, workspace: string): Promise<string | null> {
  try {
    const row = await consoleQueryClient.fetchQuery({
      queryKey: [workspace, ...rowKey('image', id)],
      staleTime: ROW_MAX_AGE_MS,
      retry: false,
      queryFn: async ({ signal }) => {
        const image = await api.call('GET /recognition/v2/training-image/{id}', { params: { id }, workspace: null, signal });
        if (isInOtherWorkspace(image.workspace)) throw new Error('Of another workspace, which only opening it switches to');
        return image;
      },
    });
    return row.img_path;
  } catch {
    return null;
  }
}
