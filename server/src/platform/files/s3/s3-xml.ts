import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

const OptionalText = z.string().optional().catch(undefined);
const OptionalElement = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).optional().catch(undefined);

const S3Response = z.object({
  Error: OptionalElement({ Code: OptionalText }),
  InitiateMultipartUploadResult: OptionalElement({ UploadId: OptionalText }),
  ListMultipartUploadsResult: OptionalElement({
    Upload: z.array(z.object({ Key: z.string(), UploadId: z.string(), Initiated: z.string() })).default([]),
    IsTruncated: OptionalText,
    NextKeyMarker: OptionalText,
    NextUploadIdMarker: OptionalText,
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
