// Query keys that host and remotes share in one query client, and the keys of queries that each change makes
// stale. This file imports nothing, so that browser code can import its values at no cost.

/** Query keys that consist of this name, optionally followed by an id, a filter or a page. */
type PlainArea =
  // Lists of the image browser, and one image.
  | 'images'
  | 'image'
  | 'image-groups'
  // One detection object.
  | 'object'
  | 'verifications'
  | 'shape-labels'
  | 'recognition-labels'
  // Tasks of the image screen by domain. Their key is separate, so that assigning a label does not refetch them.
  | 'offered-tasks'
  | 'jobs'
  | 'job-batch'
  | 'job-references'
  | 'evaluations'
  // Threads of comments, and the user's notices.
  | 'comments'
  | 'notices';

/** A query key for rows that only one remote shows and changes. It starts with `own:` and the name of the remote. */
export type RemotePrivateKey = readonly [`own:${string}`, ...unknown[]];

/**
 * The query key of rows of a workspace, without the workspace id. When a remote announces that such rows have
 * changed, queries with these keys are refetched. Add a new area here and to `STALE_KEYS`.
 */
export type WorkspaceKey =
  | readonly [PlainArea, ...unknown[]]
  | readonly ['account', 'token']
  | readonly ['dashboard', ('recognition' | 'detection' | 'segmentation' | 'similarity')?, ...unknown[]]
  // Labels in the filters of the image browser.
  | readonly ['image-filters', 'recognition-labels' | 'detection-labels' | 'segmentation-labels']
  | readonly ['recognition' | 'detection' | 'segmentation', ('tasks' | 'labels' | 'entities')?, ...unknown[]]
  | readonly ['similarity', ('groups' | 'group' | 'tasks' | 'types')?, ...unknown[]]
  | readonly ['product', ('products' | 'sets' | 'images' | 'prices' | 'collections')?, ...unknown[]]
  | RemotePrivateKey;

/** Kinds of changes (topics) with their details, such as the ids of the changed rows, if they are known. */
export interface ChangeTopics {
  images: { ids?: readonly string[] };
  objects: { image?: string };
  verifications: { image?: string };
  jobs: { id?: string };
  evaluations: { id?: string };
  'recognition-tasks': { id?: string };
  'recognition-labels': { id?: string };
  'detection-tasks': { id?: string };
  'detection-labels': { id?: string };
  'segmentation-tasks': { id?: string };
  'segmentation-labels': { id?: string };
  'similarity-tasks': { id?: string };
  'similarity-types': { id?: string };
  groups: { ids?: readonly string[] };
  products: { ids?: readonly string[] };
  'product-sets': { ids?: readonly string[] };
  'product-collections': { id?: string };
  comments: { thread?: string };
  notices: { user?: string };
}
export type ChangeTopic = keyof ChangeTopics;

/** An announcement that rows have changed, sent by the remote that changed them. */
export type Change = { [Topic in ChangeTopic]: { topic: Topic } & ChangeTopics[Topic] }[ChangeTopic];

const toRowKeys = (
  area: 'image' | 'verifications' | 'image-groups',
  ids: readonly string[] | undefined,
): readonly WorkspaceKey[] => (ids === undefined ? [[area]] : ids.map((id): WorkspaceKey => [area, id]));
const toIdList = (id: string | undefined) => (id === undefined ? undefined : [id]);

/** For each topic, the keys of queries that show or count the changed rows. A change of the topic refetches these queries. */
const STALE_KEYS: { [Topic in ChangeTopic]: (change: ChangeTopics[Topic]) => readonly WorkspaceKey[] } = {
  images: ({ ids }) => [['images'], ...toRowKeys('image', ids), ['jobs'], ['detection', 'tasks'], ['dashboard']],
  objects: ({ image }) => [
    ...toRowKeys('image', toIdList(image)),
    ['object'],
    ['images'],
    ['detection'],
    ['segmentation'],
    ['dashboard'],
  ],
  verifications: ({ image }) => [
    ...toRowKeys('verifications', toIdList(image)),
    ...toRowKeys('image', toIdList(image)),
    ['images'],
    ['dashboard'],
  ],
  jobs: () => [['jobs'], ['comments']],
  evaluations: () => [['evaluations']],
  'recognition-tasks': () => [['recognition'], ['offered-tasks'], ['job-references'], ['dashboard', 'recognition']],
  'recognition-labels': () => [
    ['recognition'],
    ['offered-tasks'],
    ['recognition-labels'],
    ['image-filters', 'recognition-labels'],
    ['dashboard', 'recognition'],
  ],
  'detection-tasks': () => [['detection'], ['offered-tasks'], ['dashboard', 'detection']],
  'detection-labels': () => [['detection'], ['shape-labels'], ['image-filters', 'detection-labels'], ['dashboard', 'detection']],
  'segmentation-tasks': () => [['segmentation'], ['offered-tasks'], ['dashboard', 'segmentation']],
  'segmentation-labels': () => [
    ['segmentation'],
    ['shape-labels'],
    ['image-filters', 'segmentation-labels'],
    ['dashboard', 'segmentation'],
  ],
  'similarity-tasks': () => [
    ['similarity', 'tasks'],
    ['dashboard', 'similarity'],
  ],
  'similarity-types': () => [['similarity'], ['dashboard', 'similarity']],
  // Without ids, all groups are refetched. A caller that has already updated a group in the cache leaves its id out.
  groups: ({ ids }) => [
    ['similarity', 'groups'],
    ['similarity', 'types'],
    ...(ids ?? [undefined]).map((id): WorkspaceKey => (id === undefined ? ['similarity', 'group'] : ['similarity', 'group', id])),
    ['image-groups'],
    ['images'],
    ['jobs'],
    ['dashboard', 'similarity'],
  ],
  products: () => [['product']],
  'product-sets': () => [
    ['product', 'sets'],
    ['product', 'products'],
  ],
  'product-collections': () => [['product']],
  // Jobs show their review remarks, and each remark has a comment thread.
  comments: () => [['comments'], ['jobs', 'open remarks']],
  notices: () => [['notices']],
};

/** Whether this release knows the topic. A newer server may announce other topics. */
export const isChangeTopic = (topic: string): topic is ChangeTopic => Object.hasOwn(STALE_KEYS, topic);

/** Returns the keys, without the workspace id, of all queries that a change makes stale. */
export function getStaleKeys(change: Change): readonly WorkspaceKey[] {
  const getKeys = STALE_KEYS[change.topic] as (change: Change) => readonly WorkspaceKey[];
  return getKeys(change);
}
