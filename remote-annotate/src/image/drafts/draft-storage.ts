import { isRecord } from '../../outbox';
import type { Draft } from './drafts';

const PREFIX = 'annotate.drafts.';
/** Nobody goes on with what they have left for two weeks. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;
const MOST_IMAGES = 100;

/** Whose draft on which image. */
export interface DraftPlace {
  readonly user: string;
  readonly workspace: string;
  readonly image: string;
}

/** A polygon that was begun. */
export interface BegunPolygon {
  readonly id: string;
  /** Of its last vertex, in milliseconds since the epoch. */
  readonly at: number;
  /** Flat list of picture pixels. */
  readonly vertices: readonly number[];
}

export interface KeptMeta {
  /** Of the image, or of a shape by its document id. */
  readonly of: string;
  readonly at: number;
  readonly draft: Draft;
}

/** What is begun on an image, as it is stored; the format only grows. */
export interface KeptDrafts {
  readonly polygons: readonly BegunPolygon[];
  readonly meta: readonly KeptMeta[];
}

const keyOf = ({ user, workspace, image }: DraftPlace) => `${PREFIX}${user}.${workspace}.${image}`;

/** What the browser has kept of what was begun on an image. */
export function readDrafts(place: DraftPlace): KeptDrafts {
  const { polygons, meta } = parsed(keyOf(place));
  const oldest = Date.now() - KEPT_MS;
  return { polygons: polygons.filter(({ at }) => at >= oldest), meta: meta.filter(({ at }) => at >= oldest) };
}

/** Keeps a part of what is begun at once: a tab that is killed has written it. Where the browser has no room, the page alone has it. */
export function keepDrafts(place: DraftPlace, part: Partial<KeptDrafts>): void {
  const drafts = { ...readDrafts(place), ...part };
  if (drafts.polygons.length === 0 && drafts.meta.length === 0) return forgetDrafts(place);
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(drafts));
  } catch {
    // The person is warned of a reload all the same.
  }
  prune(keyOf(place));
}

/** Of an image that has none any more, or is not there any more. */
export function forgetDrafts(place: DraftPlace): void {
  localStorage.removeItem(keyOf(place));
}

function prune(present: string): void {
  const others = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
    .filter((key) => key.startsWith(PREFIX) && key !== present)
    .map((key) => ({ key, at: lastOf(parsed(key)) }))
    .sort((a, b) => b.at - a.at);
  const oldest = Date.now() - KEPT_MS;
  for (const [place, { key, at }] of others.entries()) if (place >= MOST_IMAGES - 1 || at < oldest) localStorage.removeItem(key);
}

const lastOf = ({ polygons, meta }: KeptDrafts) => Math.max(0, ...[...polygons, ...meta].map(({ at }) => at));

function parsed(key: string): KeptDrafts {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (!isRecord(value)) return { polygons: [], meta: [] };
    return { polygons: listOf(value.polygons, isPolygon), meta: listOf(value.meta, isMeta) };
  } catch {
    return { polygons: [], meta: [] };
  }
}

function listOf<T>(value: unknown, is: (item: unknown) => item is T): readonly T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

function isPolygon(value: unknown): value is BegunPolygon {
  return (
    isRecord(value) &&
    typeof value.id === 'string' &&
    typeof value.at === 'number' &&
    Array.isArray(value.vertices) &&
    value.vertices.length >= 2 &&
    value.vertices.length % 2 === 0 &&
    value.vertices.every((number) => Number.isFinite(number))
  );
}

function isMeta(value: unknown): value is KeptMeta {
  return isRecord(value) && typeof value.of === 'string' && typeof value.at === 'number' && isRecord(value.draft);
}
