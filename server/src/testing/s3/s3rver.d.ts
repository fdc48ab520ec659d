declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  /** An S3-compatible server that stores objects in a folder. Its key pair is S3RVER / S3RVER. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
