import type { FileStore } from '../files/store';
import type { ModelBackEnd, NamedLabel, SaidLabel, SaidObject, SaidPolygon } from './back-end';
import type { ModelDomain } from './kinds';

export interface AskedAbout {
  backEnd: ModelBackEnd;
  files: FileStore;
  domain: ModelDomain;
  task: string;
  model: string;
  labels: readonly NamedLabel[];
}

/** What is said of an image; `object` where it is of one object in it, and not of the whole. */
export type SaidOfPart = (SaidLabel & { object?: string }) | SaidObject | SaidPolygon;

/** An object that recognition is asked about, by its box in pixels of the upright picture. */
export interface Part {
  id: string;
  data: readonly number[];
}

/** Records of one question: as many as one call of the API takes. */
const AT_ONCE = 10;

/** What a model of recognition says of objects in stored images, by the ids of the images; those that cannot be read are left out. */
export async function askAboutObjects(
  { backEnd, files, domain: _, ...question }: AskedAbout,
  images: readonly { id: string; img_key: string; parts: readonly Part[] }[],
  signal: AbortSignal,
): Promise<Map<string, SaidOfPart[]>> {
  const answers = new Map<string, SaidOfPart[]>();
  for (const { id, img_key, parts } of images) {
    const bytes = parts.length > 0 ? await files.read(img_key) : null;
    if (!bytes) continue;
    const _base64 = bytes.toString('base64');
    for (let from = 0; from < parts.length; from += AT_ONCE) {
      const some = parts.slice(from, from + AT_ONCE);
      const records = some.map(({ data }) => ({ _base64, _extract_object: true, _objects: [{ bound_box: data }] }));
      const said = await backEnd.classify({ ...question, records }, signal);
      const ofParts = some.flatMap((part, index) => (said[index] ?? []).map((label) => ({ ...label, object: part.id })));
      answers.set(id, [...(answers.get(id) ?? []), ...ofParts]);
    }
  }
  return answers;
}

/** What a model says of stored images, by their ids; those that cannot be read are left out. */
export async function askAboutImages(
  { backEnd, files, domain, ...question }: AskedAbout,
  images: readonly { id: string; img_key: string }[],
  signal: AbortSignal,
): Promise<Map<string, (SaidLabel | SaidObject | SaidPolygon)[]>> {
  if (images.length === 0) return new Map();
  const read = await Promise.all(images.map(async ({ id, img_key }) => ({ id, bytes: await files.read(img_key) })));
  const pictures = read.flatMap(({ id, bytes }) => (bytes ? [{ id, _base64: bytes.toString('base64') }] : []));
  const asked = { ...question, records: pictures.map(({ _base64 }) => ({ _base64 })) };
  const said: readonly (SaidLabel[] | SaidObject[] | SaidPolygon[] | null)[] =
    domain === 'recognition'
      ? await backEnd.classify(asked, signal)
      : domain === 'detection'
        ? await backEnd.detect(asked)
        : await backEnd.segment(asked);
  return new Map(
    pictures.flatMap(({ id }, index): [string, (SaidLabel | SaidObject | SaidPolygon)[]][] => {
      const each = said[index];
      return each ? [[id, each]] : [];
    }),
  );
}
