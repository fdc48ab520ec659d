import type { Notice } from '@console/shared-contract/api';

/** Returns the path of the page that a notice opens, with its thread of comments. */
export function toNoticePath({ page: { kind, id }, thread, data }: Pick<Notice, 'page' | 'thread' | 'data'>): string {
  const query = new URLSearchParams({ ...(data.image ? { image: data.image } : {}), ...(thread ? { comment: thread } : {}) });
  const search = query.size > 0 ? `?${query.toString()}` : '';
  switch (kind) {
    case 'image':
      return `/image/${id}${search}`;
    case 'group':
      return `/group/${id}${search}`;
    case 'product':
      return `/product/${id}${search}`;
    case 'image_job':
      return `/imagejob/${id}${search}`;
    case 'similarity_job':
      return `/similarityjob/${id}${search}`;
    case 'import':
      return `/images?import=${id}`;
    case 'detection_task':
      return '/detection';
    case 'segmentation_task':
      return '/segmentation';
    case 'recognition_task':
      return '/detection';
  }
}
