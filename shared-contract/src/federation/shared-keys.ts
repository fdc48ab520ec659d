// What host and remotes agree on about the one query client: under which keys rows are held, and what a change makes
// stale. Free of zod, and of anything else: browser code may import its values.

/** Rows with nothing to name below them but an id, a filter or a page. */
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
  // Tasks that are offered on the image screen, by their domain: they are not read again for every label that is put on.
  | 'offered-tasks'
  | 'jobs'
  | 'job-batch'
  | 'job-references'
  | 'evaluations';

/** A key that starts with `own:` and the remote's name is for rows that no other remote shows or changes. */
export type RemotePrivateKey = readonly [`own:${string}`, ...unknown[]];

/**
 * The key of rows of a workspace, without the workspace id. A remote that holds rows under one of these reads them again
 * when whoever changes such rows says so; a new area is added here, and to the topics that make it stale.
 */
export type WorkspaceKey =
  | readonly [PlainArea, ...unknown[]]
  | readonly ['account', 'token']
  | readonly ['dashboard', ('recognition' | 'detection' | 'segmentation' | 'similarity')?, ...unknown[]]
  // What the image browser can be narrowed by.
  | readonly ['image-filters', 'recognition-labels' | 'detection-labels' | 'segmentation-labels']
  | readonly ['recognition' | 'detection' | 'segmentation', ('tasks' | 'labels' | 'entities')?, ...unknown[]]
  | readonly ['similarity', ('groups' | 'group' | 'tasks' | 'types')?, ...unknown[]]
  | readonly ['product', ('products' | 'sets' | 'images' | 'prices' | 'collections')?, ...unknown[]]
  | RemotePrivateKey;

/** What can be said to have changed, and what is said with it: ids where the changed rows are known. */
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
}
export type ChangeTopic = keyof ChangeTopics;

/** "This changed", from the remote that wrote it to whoever shows it. */
export type Change = { [Topic in ChangeTopic]: { topic: Topic } & ChangeTopics[Topic] }[ChangeTopic];

const byId = (area: 'image' | 'verifications' | 'image-groups', ids: readonly string[] | undefined): readonly WorkspaceKey[] =>
  ids === undefined ? [[area]] : ids.map((id): WorkspaceKey => [area, id]);
const one = (id: string | undefined) => (id === undefined ? undefined : [id]);

/** By topic: the keys under which somebody shows such rows, or counts them. The one place to add a key that a change must reach. */
const KEYS: { [Topic in ChangeTopic]: (change: ChangeTopics[Topic]) => readonly WorkspaceKey[] } = {
  images: ({ ids }) => [['images'], ...byId('image', ids), ['jobs'], ['detection', 'tasks'], ['dashboard']],
  objects: ({ image }) => [...byId('image', one(image)), ['object'], ['images'], ['detection'], ['segmentation'], ['dashboard']],
  verifications: ({ image }) => [...byId('verifications', one(image)), ...byId('image', one(image)), ['images'], ['dashboard']],
  jobs: () => [['jobs']],
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
  // With ids: those alone are read again with their members. Whoever has put an answer in its place names the others.
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
};

/** Keys, without the workspace id, of everything that a change makes stale. */
export function getStaleKeys(change: Change): readonly WorkspaceKey[] {
  const keysOf = KEYS[change.topic] as (change: Change) => readonly WorkspaceKey[];
  return keysOf(change);
}
