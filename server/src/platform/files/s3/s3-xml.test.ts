import { parseS3Response } from './s3-xml';

const parseXml = (xml: string) => parseS3Response(new Response(xml));

it('parses a response with indentation, a namespace, entities and one upload', async () => {
  const parsedXml = await parseXml(`<?xml version="1.0" encoding="UTF-8"?>
    <s3:ListMultipartUploadsResult xmlns:s3="http://s3.amazonaws.com/doc/2006-03-01/">
      <s3:IsTruncated>true</s3:IsTruncated>
      <s3:NextKeyMarker>007</s3:NextKeyMarker>
      <s3:Upload>
        <s3:Key>1e5</s3:Key><s3:UploadId>a&amp;b&quot; </s3:UploadId><s3:Initiated>2026-01-01T00:00:00.000Z</s3:Initiated>
      </s3:Upload>
    </s3:ListMultipartUploadsResult>`);
  expect(parsedXml.ListMultipartUploadsResult).toEqual({
    IsTruncated: 'true',
    NextKeyMarker: '007',
    Upload: [{ Key: '1e5', UploadId: 'a&b" ', Initiated: '2026-01-01T00:00:00.000Z' }],
  });
});

it.each(['', 'Bad gateway', '<html><body>Bad <b>gateway</body></html>', '{"error": 1}'])(
  'a response that is not S3 XML has no elements: %p',
  async (text) => {
    expect(await parseXml(text)).toEqual({});
  },
);

it('parses the code of an error', async () => {
  expect((await parseXml('<Error><Code>NoSuchBucket</Code><Message>None</Message></Error>')).Error?.Code).toBe('NoSuchBucket');
});
