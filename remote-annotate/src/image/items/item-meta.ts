/** Whether meta data has no entries. */
export const isEmptyMeta = (meta: unknown): boolean =>
  meta === null || meta === undefined || (typeof meta === 'object' && Object.keys(meta).length === 0);
