import { getLayout, type SkeletonTemplate } from '@console/shared-contract/skeleton';

/** Returns a skeleton template as the text of a form field; an empty text without a template. Equal templates have the same text. */
export function formatTemplate(template: SkeletonTemplate | null | undefined): string {
  if (!template) return '';
  const { points, edges, pairs = [], sigmas } = template;
  return JSON.stringify({ points: points.map(({ name }) => ({ name })), edges, pairs, layout: getLayout(template), sigmas });
}

/** Parses the result of `formatTemplate`. */
export const parseTemplate = (text: string): SkeletonTemplate | null =>
  text === '' ? null : (JSON.parse(text) as SkeletonTemplate);
