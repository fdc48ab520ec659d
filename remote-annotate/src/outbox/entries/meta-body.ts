/** Returns the meta data of a new row as a part of the body; nothing if it is empty. */
export function toMetaBody(metaData: unknown): { meta_data?: unknown } {
  const isEmpty = metaData == null || (typeof metaData === 'object' && Object.keys(metaData).length === 0);
  return isEmpty ? {} : { meta_data: metaData };
}

/** Returns the version that an update builds on as a part of the body; nothing if it is unknown. */
export function toVersionBody(version: number | undefined): { version?: number } {
  return version === undefined ? {} : { version };
}
