import type { ShapeSource } from '../../editor/model/types';

/** Returns the meta data of a new row as a part of the body; nothing if it is empty. */
export function toMetaBody(metaData: unknown): { meta_data?: unknown } {
  const isEmpty = metaData == null || (typeof metaData === 'object' && Object.keys(metaData).length === 0);
  return isEmpty ? {} : { meta_data: metaData };
}

/** Returns where a new shape comes from as a part of the body; nothing if the user drew it. */
export function toSourceBody(source: ShapeSource | undefined): { source?: ShapeSource } {
  return source === undefined ? {} : { source };
}

/** Returns the version that an update builds on as a part of the body; nothing if it is unknown. */
export function toVersionBody(version: number | undefined): { version?: number } {
  return version === undefined ? {} : { version };
}
