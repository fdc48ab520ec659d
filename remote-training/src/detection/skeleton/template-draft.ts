import { getLayout, type SkeletonTemplate } from '@console/shared-contract/skeleton';

/** A point of a template that is being edited. */
export interface PointDraft {
  /** Identifies the point even while its name is being edited. */
  id: number;
  name: string;
  /** Position in percent of the box in which a new skeleton is placed. */
  x: number;
  y: number;
  sigma?: number | undefined;
}

/** A template that is being edited. Pairs and edges contain ids of points. */
export interface TemplateDraft {
  points: readonly PointDraft[];
  edges: readonly (readonly [number, number])[];
  /** The left and the right point of each pair. */
  pairs: readonly (readonly [number, number])[];
}

const toPercent = (fraction = 0.5) => Math.round(fraction * 1000) / 10;

export function toDraft(template: SkeletonTemplate): TemplateDraft {
  const layout = getLayout(template);
  const toPairs = (pairs: readonly (readonly number[])[] = []) =>
    pairs.flatMap(([from, to]) => (from === undefined || to === undefined ? [] : [[from, to] as const]));
  return {
    points: template.points.map(({ name }, index) => {
      const [x, y] = layout[index] ?? [];
      return { id: index, name, x: toPercent(x), y: toPercent(y), sigma: template.sigmas?.[index] };
    }),
    edges: toPairs(template.edges),
    pairs: toPairs(template.pairs),
  };
}

/** Returns the template, or null without points. */
export function toTemplate({ points, edges, pairs }: TemplateDraft): SkeletonTemplate | null {
  if (points.length === 0) return null;
  const indexes = new Map(points.map(({ id }, index) => [id, index]));
  const toIndexes = (pair: readonly number[]) => pair.flatMap((id) => indexes.get(id) ?? []);
  const sigmas = points.flatMap(({ sigma }) => sigma ?? []);
  return {
    // Do not trim names here: a space may precede the next typed word. The server trims them.
    points: points.map(({ name }) => ({ name })),
    edges: edges.map(toIndexes),
    ...(pairs.length > 0 && { pairs: pairs.map(toIndexes) }),
    layout: points.map(({ x, y }) => [x / 100, y / 100]),
    ...(sigmas.length === points.length && { sigmas }),
  };
}

/** Adds a point in the middle of the box, with an unused name. */
export function addPoint(draft: TemplateDraft, createName: (number: number) => string): TemplateDraft {
  const id = Math.max(-1, ...draft.points.map((point) => point.id)) + 1;
  let pointNumber = draft.points.length + 1;
  while (draft.points.some(({ name }) => name === createName(pointNumber))) pointNumber += 1;
  return { ...draft, points: [...draft.points, { id, name: createName(pointNumber), x: 50, y: 50 }] };
}

/** Removes a point with its edges and its pair. */
export function removePoint({ points, edges, pairs }: TemplateDraft, id: number): TemplateDraft {
  return {
    points: points.filter((point) => point.id !== id),
    edges: edges.filter((edge) => !edge.includes(id)),
    pairs: pairs.filter((pair) => !pair.includes(id)),
  };
}

export function changePoint(draft: TemplateDraft, id: number, fields: Partial<Omit<PointDraft, 'id'>>): TemplateDraft {
  return { ...draft, points: draft.points.map((point) => (point.id === id ? { ...point, ...fields } : point)) };
}

const isSameEdge = (a: readonly number[], b: readonly number[]) => a.every((id) => b.includes(id));

/** Connects two points, unless they are the same or already connected. */
export function addEdge(draft: TemplateDraft, from: number, targetIndex: number): TemplateDraft {
  const edge = [from, targetIndex] as const;
  if (from === targetIndex || draft.edges.some((otherEdge) => isSameEdge(otherEdge, edge))) return draft;
  return { ...draft, edges: [...draft.edges, edge] };
}

export function removeEdge(draft: TemplateDraft, edge: readonly [number, number]): TemplateDraft {
  return { ...draft, edges: draft.edges.filter((otherEdge) => !isSameEdge(otherEdge, edge)) };
}

/**
 * Pairs the points `left` and `right`. If `right` is null, removes the pair of `left`. A point can belong to only one pair, so earlier
 * pairs of both points are removed.
 */
export function setRightPoint(draft: TemplateDraft, left: number, right: number | null): TemplateDraft {
  const otherPairs = draft.pairs.filter((pair) => !pair.includes(left) && (right === null || !pair.includes(right)));
  return { ...draft, pairs: right === null ? otherPairs : [...otherPairs, [left, right]] };
}

/** Returns the ids of points whose names are empty or used by an earlier point. */
export function findInvalidNames({ points }: TemplateDraft): ReadonlySet<number> {
  const usedNames = new Set<string>();
  const invalidIds = new Set<number>();
  for (const { id, name } of points) {
    const trimmedName = name.trim();
    if (trimmedName === '' || usedNames.has(trimmedName)) invalidIds.add(id);
    usedNames.add(trimmedName);
  }
  return invalidIds;
}
