import type { Attachment } from '../write/recognition';
import { isAnnotated, type DemoObject } from '../write/shapes';
import { later, type DemoImage } from '../write/images';
import type { Context } from '../write/context';
import { GROCERIES } from '../pictures/designs';
import { FRUITS, LEUKOCYTES } from './shape-labels';

const isOf =
  (kinds: readonly string[]) =>
  ({ kind }: { kind: string }) =>
    kinds.includes(kind);

/** The tags that are true of a picture, known from how it was drawn; or the negative label of the task. */
export function tagsOf({ picture: { plan, parts, fillLevel = 0 } }: DemoImage): string[] {
  const true_ = (task: string, tags: Record<string, boolean>) => {
    const found = Object.keys(tags).filter((tag) => tags[tag]);
    return found.length > 0 ? found : [`${task}: none`];
  };
  switch (plan.scene) {
    case 'shelf':
      return true_('shelf findings', {
        'out of stock': fillLevel < 80,
        sparse: fillLevel < 85,
        bottles: parts.filter(isOf(['bottle'])).length >= 6,
      });
    case 'fruit':
      return true_('fruit quality', {
        bruised: parts.some((part) => part.inner?.some((inner) => inner.kind === 'bruise')),
        overripe: parts.filter((part) => (part.measure ?? 0) > 96).length > 1,
        unripe: parts.some((part) => (part.measure ?? 100) < 44),
      });
    case 'smear':
      return true_('smear findings', {
        'many white': parts.filter(isOf(LEUKOCYTES)).length > 1,
        'few platelets': parts.filter(isOf(['platelet'])).length < 5,
        crowded: parts.filter(isOf(['erythrocyte'])).length >= 36,
      });
    case 'packshot':
      return [`brand ${brandOf(parts[0]?.design)}`];
  }
}

function brandOf(design: string | undefined): string {
  return GROCERIES.find(({ key }) => key === design)?.brand ?? '';
}

/** Labels of whole pictures: the scene, the tags, the measures, and here and there a plain label. */
export function imageFindings(context: Context, images: readonly DemoImage[]): Attachment[] {
  return images.filter(isAnnotated).flatMap((image, index) => {
    const { plan, fillLevel } = image.picture;
    const created = later(context, image.created, 12);
    const labels: Omit<Attachment, 'target' | 'created'>[] = [plan.scene, ...tagsOf(image)].map((label) => ({ label }));
    if (plan.scene === 'shelf') labels.push({ label: 'fill', value: Math.round((fillLevel ?? 0) / 5) * 5 });
    if (index % 6 === 2) labels.push({ label: 'second look' });
    if (index % 9 === 4) labels.push({ label: 'for customer' });
    if (index === 5) labels.push({ label: 'long' });
    return labels.map((label) => ({ ...label, target: image.id, created }));
  });
}

/** Labels of boxes: the brand of a package, the ripeness and the damage of a fruit, the type of a white cell. */
export function objectFindings(context: Context, objects: readonly DemoObject[]): Attachment[] {
  return objects.flatMap((object) => {
    const { part, image } = object;
    const created = later(context, image.created, 90);
    return objectLabels(part).map((label) => ({ ...label, target: object.id, created }));
  });
}

function objectLabels(part: DemoObject['part']): { label: string; value?: number }[] {
  if (part.design) return [{ label: `brand ${brandOf(part.design)}` }];
  if (isOf(LEUKOCYTES)(part)) return [{ label: part.kind }];
  if (!isOf(FRUITS)(part) || part.measure === undefined) return [];
  const quality = [part.inner ? 'bruised' : '', part.measure > 96 ? 'overripe' : '', part.measure < 44 ? 'unripe' : ''].filter(
    Boolean,
  );
  return [
    { label: 'ripeness', value: part.measure },
    { label: 'shelf life', value: Math.round((100 - part.measure) / 8) / 2 },
    ...(quality.length > 0 ? quality : ['fruit quality: none']).map((label) => ({ label })),
  ];
}
