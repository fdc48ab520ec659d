import { deleteObject, FileStoreError, sendRequired, type SendS3Request } from './s3-client';
import { parseS3Response } from './s3-xml';

/** S3 requires at least 5 MiB per part, except for the last. Two parts are in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024;

/** Splits bytes into parts of equal size, except for the last. An empty source yields one empty part. */
export async function* splitIntoParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  let isFirst = true;
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length;) {
      const slice = chunk.subarray(start, start + PART_BYTES - size);
      chunks.push(slice);
      size += slice.length;
      start += slice.length;
      if (size < PART_BYTES) continue;
      yield Buffer.concat(chunks);
      [chunks, size, isFirst] = [[], 0, false];
    }
  }
  if (size > 0 || isFirst) yield Buffer.concat(chunks);
}

/** Uploads an object in parts. The object becomes visible when it is complete. After an error the upload is aborted. */
export async function putMultipart(
  send: SendS3Request,
  key: string,
  contentType: string,
  partStream: AsyncIterable<Buffer>,
): Promise<void> {
  const startResponse = await sendRequired(send, {
    method: 'POST',
    key,
    query: { uploads: '' },
    headers: { 'content-type': contentType },
  });
  const uploadId = (await parseS3Response(startResponse)).InitiateMultipartUploadResult?.UploadId;
  if (!uploadId) throw new FileStoreError('POST of a file returned no upload ID', startResponse.status, null);
  try {
    const etags: string[] = [];
    for await (const part of partStream) etags.push(await putPart(send, key, uploadId, etags.length + 1, part));
    await completeUpload(send, key, uploadId, etags);
  } catch (error) {
    await deleteObject(send, key, { uploadId }).catch(() => undefined);
    throw error;
  }
}

async function putPart(send: SendS3Request, key: string, uploadId: string, partNumber: number, bytes: Buffer): Promise<string> {
  const query = { partNumber: String(partNumber), uploadId };
  const response = await sendRequired(send, { method: 'PUT', key, query, body: new Uint8Array(bytes) });
  await response.body?.cancel();
  const etag = response.headers.get('etag');
  if (!etag) throw new FileStoreError('PUT of a part returned no ETag', response.status, null);
  return etag;
}

async function completeUpload(send: SendS3Request, key: string, uploadId: string, etags: readonly string[]): Promise<void> {
  const partElements = etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
  const body = new Uint8Array(Buffer.from(`<CompleteMultipartUpload>${partElements.join('')}</CompleteMultipartUpload>`));
  const headers = { 'content-type': 'application/xml' };
  const response = await sendRequired(send, { method: 'POST', key, query: { uploadId }, headers, body });
  // S3 may send status 200 early and report a later failure in the body.
  const failure = (await parseS3Response(response)).Error?.Code;
  if (failure) throw new FileStoreError(`POST of a file returned ${failure}`, response.status, failure);
}
