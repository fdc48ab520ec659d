import { z } from 'zod';

/** Where the console is, and a token of a person who is a member of the workspaces (Profile, API token). */
export interface ConsoleAccess {
  url: string;
  token: string;
}

/** A picture for training with what people have said of it. */
export interface Annotation {
  bytes: Buffer;
  /** `outline` is x, y, x, y ... in pixels of the upright picture; without one the whole picture is meant. */
  marks: { label: string; outline?: number[]; value: number | null }[];
}

const Image = z.object({ id: z.string(), img_path: z.string(), test_image: z.boolean() });
const LabelledImage = Image.extend({ labels: z.array(z.object({ id: z.string(), value: z.number().nullish() })) });
const DrawnBox = z.object({ image: Image, detection_label: z.object({ id: z.string() }), data: z.array(z.number()) });
const DrawnPolygon = z.object({
  image: z.object({ id: z.string() }),
  segmentation_label: z.object({ id: z.string() }),
  data: z.array(z.number()),
});

/** The pictures of a workspace that show one of the labels, without those of TEST. */
export async function* annotationsOf(
  access: ConsoleAccess,
  domain: 'recognition' | 'detection' | 'segmentation',
  workspace: string,
  labels: ReadonlySet<string>,
): AsyncGenerator<Annotation> {
  const marks = new Map<string, Annotation['marks']>();
  const images = new Map<string, z.output<typeof Image>>();
  const mark = (image: string, label: string, value: number | null, outline?: number[]) => {
    if (labels.has(label)) marks.set(image, [...(marks.get(image) ?? []), { label, value, ...(outline && { outline }) }]);
  };
  for await (const image of rows(access, '/recognition/v2/training-image/', workspace, LabelledImage)) {
    images.set(image.id, image);
    if (domain === 'recognition') for (const { id, value } of image.labels) mark(image.id, id, value ?? null);
  }
  if (domain === 'detection')
    for await (const { image, detection_label, data } of rows(access, '/detection/v2/object/', workspace, DrawnBox)) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = data;
      mark(image.id, detection_label.id, null, [x1, y1, x2, y1, x2, y2, x1, y2]);
    }
  if (domain === 'segmentation')
    for await (const { image, segmentation_label, data } of rows(access, '/segmentation/v2/polygon/', workspace, DrawnPolygon))
      mark(image.id, segmentation_label.id, null, data);
  for (const [id, ofImage] of marks) {
    const image = images.get(id);
    if (!image || image.test_image) continue;
    const answer = await call(access, new URL(image.img_path, access.url));
    yield { bytes: Buffer.from(await answer.arrayBuffer()), marks: ofImage };
  }
}

/** Every row of a list, page after page. */
async function* rows<T extends z.ZodType>(
  access: ConsoleAccess,
  path: string,
  workspace: string,
  row: T,
): AsyncGenerator<z.output<T>> {
  const first = new URL(`${access.url.replace(/\/$/, '')}/api${path}`);
  first.search = new URLSearchParams({ workspace, page_size: '200' }).toString();
  const Page = z.object({ next: z.string().nullable(), results: z.array(row) });
  for (let next: URL | null = first; next;) {
    const page = Page.parse(await (await call(access, next)).json()) as { next: string | null; results: z.output<T>[] };
    yield* page.results;
    next = page.next === null ? null : new URL(page.next);
  }
}

async function call({ url, token }: ConsoleAccess, address: URL): Promise<Response> {
  // Pictures may lie elsewhere, where the token is nobody's business.
  const headers = address.origin === new URL(url).origin ? { authorization: `Token ${token}` } : undefined;
  const answer = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`The console answered ${answer.status} for ${address.pathname}.`);
  return answer;
}
