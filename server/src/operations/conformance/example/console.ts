import { computeSkeletonBounds } from '@console/shared-contract/skeleton';
import { z } from 'zod';

/** URL of the console, and the API token of a user who is a member of the workspaces (Profile, API token). */
export interface ConsoleAccess {
  url: string;
  token: string;
}

interface AnnotatedLabel {
  label: string;
  outline?: number[];
  /** x, y and visibility of each point of a skeleton. `outline` is then the box around the points. */
  skeleton?: number[];
  value: number | null;
}

/** An image for training with its annotations. */
export interface Annotation {
  bytes: Buffer;
  /** `outline` is x, y, x, y ... in pixels of the upright image. Without an outline the label belongs to the complete image. */
  annotatedLabels: AnnotatedLabel[];
}

const Image = z.object({ id: z.string(), img_path: z.string(), test_image: z.boolean() });
const LabelledImage = Image.extend({ labels: z.array(z.object({ id: z.string(), value: z.number().nullish() })) });
const AnnotatedBox = z.object({ image: Image, detection_label: z.object({ id: z.string() }), data: z.array(z.number()) });
const AnnotatedSkeleton = AnnotatedBox.extend({ image: z.object({ id: z.string() }) });
const AnnotatedPolygon = z.object({
  image: z.object({ id: z.string() }),
  segmentation_label: z.object({ id: z.string() }),
  data: z.array(z.number()),
});

const Label = z.object({ id: z.string(), value: z.number().nullish() });
const Example = z.object({
  url: z.string(),
  test: z.boolean(),
  labels: z.array(Label).default([]),
  objects: z.array(z.object({ label: z.string(), data: z.array(z.number()) })).default([]),
  skeletons: z.array(z.object({ label: z.string(), data: z.array(z.number()) })).default([]),
  polygons: z.array(z.object({ label: z.string(), data: z.array(z.number()) })).default([]),
});

const toRectangle = ([x1, y1, x2, y2]: [number, number, number, number]) => [x1, y1, x2, y1, x2, y2, x1, y2];

const toSkeletonShape = (skeleton: number[]) => ({
  outline: toRectangle(computeSkeletonBounds(skeleton) ?? [0, 0, 0, 0]),
  skeleton,
});

/** Reads the images of a dataset version from the URL in a training request, without TEST images. It needs no token. */
export async function* readDataset(
  { url: consoleUrl }: Pick<ConsoleAccess, 'url'>,
  url: string,
  labels: ReadonlySet<string>,
): AsyncGenerator<Annotation> {
  const fetchOk = async (target: URL) => {
    const response = await fetch(target, { redirect: 'error', signal: AbortSignal.timeout(30_000) });
    if (!response.ok) throw new Error(`The console responded with ${response.status} for ${target.pathname}.`);
    return response;
  };
  const text = await (await fetchOk(new URL(url, consoleUrl))).text();
  for (const line of text.split('\n').filter(Boolean)) {
    const example = Example.parse(JSON.parse(line));
    if (example.test) continue;
    const annotatedLabels: AnnotatedLabel[] = [
      ...example.labels.map(({ id, value }) => ({ label: id, value: value ?? null })),
      ...example.objects.map(({ label, data: [x1 = 0, y1 = 0, x2 = 0, y2 = 0] }) => ({
        label,
        value: null,
        outline: toRectangle([x1, y1, x2, y2]),
      })),
      ...example.skeletons.map(({ label, data }) => ({
        label,
        value: null,
        ...toSkeletonShape(data),
      })),
      ...example.polygons.map(({ label, data }) => ({ label, value: null, outline: data })),
    ].filter(({ label }) => labels.has(label));
    if (annotatedLabels.length === 0) continue;
    yield { bytes: Buffer.from(await (await fetchOk(new URL(example.url, consoleUrl))).arrayBuffer()), annotatedLabels };
  }
}

/** Reads the images of a workspace that are annotated with one of the labels, without TEST images. */
export async function* readAnnotations(
  access: ConsoleAccess,
  domain: 'recognition' | 'detection' | 'segmentation',
  workspaceId: string,
  labels: ReadonlySet<string>,
): AsyncGenerator<Annotation> {
  const labelsByImage = new Map<string, Annotation['annotatedLabels']>();
  const images = new Map<string, z.output<typeof Image>>();
  const addLabel = (
    imageId: string,
    labelId: string,
    value: number | null,
    shape: Pick<AnnotatedLabel, 'outline' | 'skeleton'> = {},
  ) => {
    if (labels.has(labelId))
      labelsByImage.set(imageId, [...(labelsByImage.get(imageId) ?? []), { label: labelId, value, ...shape }]);
  };
  for await (const image of readRows(access, '/recognition/v2/training-image/', workspaceId, LabelledImage)) {
    images.set(image.id, image);
    if (domain === 'recognition') for (const { id, value } of image.labels) addLabel(image.id, id, value ?? null);
  }
  if (domain === 'detection') {
    for await (const { image, detection_label, data } of readRows(access, '/detection/v2/object/', workspaceId, AnnotatedBox)) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = data;
      addLabel(image.id, detection_label.id, null, { outline: toRectangle([x1, y1, x2, y2]) });
    }
    for await (const row of readRows(access, '/detection/v2/skeleton/', workspaceId, AnnotatedSkeleton))
      addLabel(row.image.id, row.detection_label.id, null, toSkeletonShape(row.data));
  }
  if (domain === 'segmentation')
    for await (const { image, segmentation_label, data } of readRows(
      access,
      '/segmentation/v2/polygon/',
      workspaceId,
      AnnotatedPolygon,
    ))
      addLabel(image.id, segmentation_label.id, null, { outline: data });
  for (const [id, annotatedLabels] of labelsByImage) {
    const image = images.get(id);
    if (!image || image.test_image) continue;
    const response = await sendCall(access, new URL(image.img_path, access.url));
    yield { bytes: Buffer.from(await response.arrayBuffer()), annotatedLabels };
  }
}

/** Reads all rows of a list, page by page. */
async function* readRows<T extends z.ZodType>(
  access: ConsoleAccess,
  path: string,
  workspaceId: string,
  row: T,
): AsyncGenerator<z.output<T>> {
  const firstUrl = new URL(`${access.url.replace(/\/$/, '')}/api${path}`);
  firstUrl.search = new URLSearchParams({ workspace: workspaceId, page_size: '200' }).toString();
  const Page = z.object({ next: z.string().nullable(), results: z.array(row) });
  for (let pageUrl: URL | null = firstUrl; pageUrl;) {
    const page = Page.parse(await (await sendCall(access, pageUrl)).json()) as { next: string | null; results: z.output<T>[] };
    yield* page.results;
    pageUrl = page.next === null ? null : new URL(page.next);
  }
}

async function sendCall({ url, token }: ConsoleAccess, target: URL): Promise<Response> {
  // Images may be stored on another host, which must not receive the token.
  const headers = target.origin === new URL(url).origin ? { authorization: `Token ${token}` } : undefined;
  const response = await fetch(target, { headers, redirect: 'error', signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`The console responded with ${response.status} for ${target.pathname}.`);
  return response;
}
