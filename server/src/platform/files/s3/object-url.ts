import type { S3Settings } from '../../config/s3';

/** The URL of an object, or of the bucket if the key is empty. */
export function getObjectUrl({ endpoint, bucket, pathStyle }: S3Settings, key: string): string {
  // Keys of other applications may contain reserved characters: ?, #, + and %.
  const path = key.split('/').map(encodeURIComponent).join('/');
  if (pathStyle) return [endpoint, bucket, ...(path === '' ? [] : [path])].join('/');
  const url = new URL(endpoint);
  url.host = `${bucket}.${url.host}`;
  return `${url.toString().replace(/\/+$/, '')}/${path}`;
}
