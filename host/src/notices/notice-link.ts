import type { Notice } from '@console/shared-contract/api';

/** Returns the path that a notice opens. If the notice is about a comment, the path also opens the comment thread. */
export function toNoticePath({
  kind: noticeKind,
  page: { kind, id },
  thread,
  data,
}: Pick<Notice, 'kind' | 'page' | 'thread' | 'data'>): string {
  // Reviewers decide about appeals (objections of annotators) on the Quality page.
  if (noticeKind === 'appealed')
    return `/quality?${new URLSearchParams({ job: id, ...(data.task && { task: data.task }) }).toString()}`;
  const { image, group } = data;
  const query = new URLSearchParams({ ...(image && { image }), ...(group && { group }), ...(thread && { comment: thread }) });
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
    case 'export':
      return '/images';
    case 'detection_task':
      return `/detection${toTaskSearch('task-', data.name)}`;
    case 'segmentation_task':
      return `/segmentation${toTaskSearch('task-', data.name)}`;
    case 'recognition_task':
      return `/manage${toTaskSearch('recognition-task-', data.name, { tab: 'recognition' })}`;
  }
}

/** Returns the query string that filters a page's list by the task's name. */
function toTaskSearch(prefix: string, name: string | undefined, params: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...params, ...(name ? { [`${prefix}search`]: name } : {}) });
  return query.size > 0 ? `?${query.toString()}` : '';
}
