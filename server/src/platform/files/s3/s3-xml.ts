import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

const Text = z.string().optional().catch(undefined);
const Element = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).optional().catch(undefined);

const S3Response = z.object({
  Error: Element({ Code: Text }),
  InitiateMultipartUploadResult: Element({ UploadId: Text }),
  ListMultipartUploadsResult: Element({
    Upload: z.array(z.object({ Key: z.string(), UploadId: z.string(), Initiated: z.string() })).default([]),
    IsTruncated: Text,
    NextKeyMarker: Text,
    NextUploadIdMarker: Text,
  }),
});

// Keys and ids stay text, even if they look like numbers or end in a space.
const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  removeNSPrefix: true,
  isArray: (name) => name === 'Upload',
});

/** Parses the elements of a response that the store needs. They are missing if the response is not XML. */
export async function parseS3Response(response: Response): Promise<z.output<typeof S3Response>> {
  const root: unknown = parser.parse(await response.text());
  return S3Response.parse(root);
}
