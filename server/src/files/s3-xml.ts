import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

const Text = z.string().optional().catch(undefined);
const Element = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).optional().catch(undefined);

const Answer = z.object({
  Error: Element({ Code: Text }),
  InitiateMultipartUploadResult: Element({ UploadId: Text }),
  ListMultipartUploadsResult: Element({
    Upload: z.array(z.object({ Key: z.string(), UploadId: z.string(), Initiated: z.string() })).default([]),
    IsTruncated: Text,
    NextKeyMarker: Text,
    NextUploadIdMarker: Text,
  }),
});

// Keys and ids are text also where they look like numbers or end in a space.
const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  removeNSPrefix: true,
  isArray: (name) => name === 'Upload',
});

/** The elements of a bucket's answer that the store needs. An answer that is not XML has none of them. */
export async function parseS3Response(response: Response): Promise<z.output<typeof Answer>> {
  const parsed: unknown = parser.parse(await response.text());
  return Answer.parse(parsed);
}
