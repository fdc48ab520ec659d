import { Counter, Histogram } from 'prom-client';

/** Why a request to a bucket failed. `busy`: status 429 or 5xx. `refused`: any other status of an error, except 404. */
export type BucketFailure = 'timeout' | 'connection' | 'busy' | 'refused';

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const bucketRequestDuration = new Histogram({
  name: 'console_bucket_request_duration_seconds',
  help: 'Time from a request to a bucket to the header of its response, of each attempt',
  labelNames: ['method'],
  buckets: DURATION_BUCKETS_SECONDS,
  registers: [],
});

export const bucketErrors = new Counter({
  name: 'console_bucket_errors_total',
  help: 'Failed attempts at requests to a bucket, by reason: timeout, connection, busy (429 and 5xx), or refused',
  labelNames: ['method', 'reason'],
  registers: [],
});
