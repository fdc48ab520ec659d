import { isRecord } from '../../outbox';
import type { Draft } from './drafts';

const PREFIX = 'annotate.drafts.';
/** Nobody goes on with what they have left for two weeks. */
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000;
const MAX_IMAGES = 100;

/** Whose draft on which image. */
export interface DraftScope {
  readonly user: string;
  readonly workspace: string;
  readonly image: string;
}

/** A polygon that was begun. */
export interface StoredPolygon {
  readonly id: string;
  /** Of its last vertex, in milliseconds since the epoch. */
  readonly at: number;
  /** Flat list of picture pixels. */
  readonly vertices: readonly number[];
}

export interface StoredMeta {
  /** Of the image, or of a shape by its document id. */
  readonly of: string;
  readonly at: number;
  readonly draft: Draft;
}

/** What is begun on an image, as it is stored; the format only grows. */
export interface StoredDrafts {
  readonly polygons: readonly StoredPolygon[];
  readonly meta: readonly StoredMeta[];
}

const getStorageKey = ({ user, workspace, image }: DraftScope) => `${PREFIX}${user}.${workspace}.${image}`;

/** What the browser has kept of what was begun on an image. */
export function readDrafts(place: DraftScope): StoredDrafts {
  const { polygons, meta } = parseStored(getStorageKey(place));
  const oldest = Date.now() - MAX_AGE_MS;
  return { polygons: polygons.filter(({ at }) => at >= oldest), meta: meta.filter(({ at }) => at >= oldest) };
}

/** Keeps a part of what is begun at once: a tab that is killed has written it. Where the browser has no room, the page alone has it. */
export function saveDrafts(place: DraftScope, part: Partial<StoredDrafts>): void {
  const drafts = { ...readDrafts(place), ...part };
  if (drafts.polygons.length === 0 && drafts.meta.length === 0) return deleteDrafts(place);
  try {
    localStorage.setItem(getStorageKey(place), JSON.stringify(drafts));
  } catch {
    // The person is warned of a reload all the same.
  }
  deleteExpired(getStorageKey(place));
}

/** Of an image that has none any more, or is not there any more. */
export function deleteDrafts(place: DraftScope): void {
  localStorage.removeItem(getStorageKey(place));
}

function deleteExpired(present: string): void {
  const others = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
    .filter((key) => key.startsWith(PREFIX) && key !== present)
    .map((key) => ({ key, at: getLastChange(parseStored(key)) }))
    .sort((a, b) => b.at - a.at);
  const oldest = Date.now() - MAX_AGE_MS;
  for (const [place, { key, at }] of others.entries()) if (place >= MAX_IMAGES - 1 || at < oldest) localStorage.removeItem(key);
}

const getLastChange = ({ polygons, meta }: StoredDrafts) => Math.max(0, ...[...polygons, ...meta].map(({ at }) => at));

function parseStored(key: string): StoredDrafts {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (!isRecord(value)) return { polygons: [], meta: [] };
    return { polygons: parseList(value.polygons, isPolygon), meta: parseList(value.meta, isMeta) };
  } catch {
    return { polygons: [], meta: [] };
  }
}

function parseList<T>(value: unknown, is: (item: unknown) => item is T): readonly T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

function isPolygon(value: unknown): value is StoredPolygon {
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

function isMeta(value: unknown): value is StoredMeta {
  return isRecord(value) && typeof value.of === 'string' && typeof value.at === 'number' && isRecord(value.draft);
}
