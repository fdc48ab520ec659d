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
