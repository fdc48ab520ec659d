import type { S3Settings } from '../config/s3';

/** Address of an object of the bucket; with an empty key, of the bucket. */
export function getObjectUrl({ endpoint, bucket, pathStyle }: S3Settings, key: string): string {
  // Keys of strangers have what means something else in an address: ?, #, + and per cent.
  const path = key.split('/').map(encodeURIComponent).join('/');
  if (pathStyle) return [endpoint, bucket, ...(path === '' ? [] : [path])].join('/');
  const url = new URL(endpoint);
  url.host = `${bucket}.${url.host}`;
  return `${url.toString().replace(/\/+$/, '')}/${path}`;
}
