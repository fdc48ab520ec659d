/** A bucket of an S3-compatible server, and who may use it. */
export interface S3Settings {
  /** Address of the server without the bucket, no slash at the end. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket stands in the path of an address; else in its host name. */
  pathStyle: boolean;
}

/** Address of an object of the bucket. */
export function objectUrl({ endpoint, bucket, pathStyle }: S3Settings, key: string): string {
  if (pathStyle) return `${endpoint}/${bucket}/${key}`;
  const url = new URL(endpoint);
  url.host = `${bucket}.${url.host}`;
  return `${url.toString().replace(/\/+$/, '')}/${key}`;
}
