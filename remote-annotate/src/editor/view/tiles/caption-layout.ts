import type { ShapeKinds } from '../../kinds/shape-kinds';
import type { Shape, ShapeId, Vec } from '../../model/types';
import { CAPTION_HEIGHT, MAX_CAPTION_WIDTH } from '../../painting/look';

/**
 * The position of a caption: its lower left corner relative to the origin of the image, and its maximum width. All values are in CSS
 * pixels.
 */
export interface CaptionPlacement extends Vec {
  readonly maxWidth: number;
}

/** Minimum width of a truncated caption in CSS pixels. */
const MIN_CAPTION_WIDTH = 24;
/** Distance between two captions in CSS pixels. */
const CAPTION_GAP = 2;
/**
 * Maximum number of possible caption positions inside a shape. A shape with too little height has one position below it instead, so that
 * the caption does not cover the shape.
 */
const MAX_LINES_INSIDE = 2;
/**
 * Maximum length of a chain of captions whose positions depend on each other. Without this limit, painting a tile would need all shapes of
 * the image. A caption at the end of a chain reserves all of its possible positions.
 */
const MAX_CHAIN_LENGTH = 2;
/** Maximum distance between the first and the last possible position of a caption. */
const MAX_OFFSET = 3 * CAPTION_HEIGHT;

/** Distance in CSS pixels within which shapes influence the position of a caption. */
export const CAPTION_REACH = {
  x: (MAX_CHAIN_LENGTH + 1) * (MAX_CAPTION_WIDTH + CAPTION_GAP),
  y: (MAX_CHAIN_LENGTH + 1) * (MAX_OFFSET + CAPTION_HEIGHT),
} as const;

/** Size of a grid cell. A cell with its neighbors contains all captions that can touch captions of the cell. */
const CELL_SIZE = { width: MAX_CAPTION_WIDTH + CAPTION_GAP, height: MAX_OFFSET + CAPTION_HEIGHT } as const;

interface Caption {
  readonly id: ShapeId;
  readonly placementRank: number;
  /** Width of the complete text. */
  readonly width: number;
  /** Possible positions of the lower left corner, preferred first. */
  readonly positions: readonly Vec[];
}

type Strip = Vec & { readonly width: number };

interface PlacedCaption extends Caption {
  readonly chainLength: number;
  /** Rectangles that captions placed later must avoid. */
  readonly occupied: readonly Strip[];
}

/**
 * Places captions so that they do not overlap. The preferred position is above the upper left corner, then inside the shape
 * (below a small shape), then a truncated caption. Shapes without space for a caption are missing in the result. The position
 * depends only on shapes within `CAPTION_REACH`, not on the order of `shapes`.
 * @param scale CSS pixels for each image pixel
 * @param measureWidth returns the width of the complete caption, 0 without text
 */
export function placeCaptions(
  shapes: readonly Shape[],
  scale: number,
  kinds: ShapeKinds,
  measureWidth: (shape: Shape) => number,
): ReadonlyMap<ShapeId, CaptionPlacement> {
  const captions = shapes.flatMap((shape) => toCaption(shape, scale, kinds, measureWidth) ?? []);
  captions.sort((a, b) => a.placementRank - b.placementRank || (a.id < b.id ? -1 : 1));
  const placements = new Map<ShapeId, CaptionPlacement>();
  const cells = new Map<string, PlacedCaption[]>();
  for (const caption of captions) {
    const [column, row] = getCell(caption);
    const collidingCaptions = listNearby(cells, column, row).filter((otherCaption) => canCollide(caption, otherCaption));
    const placement = choosePosition(
      caption,
      collidingCaptions.flatMap(({ occupied }) => occupied),
    );
    if (placement) placements.set(caption.id, placement);
    const chainLength = 1 + Math.max(0, ...collidingCaptions.map((collidingCaption) => collidingCaption.chainLength));
    const paintedStrip = placement ? [{ ...placement, width: Math.min(placement.maxWidth, caption.width) }] : [];
    const occupied =
      chainLength > MAX_CHAIN_LENGTH
        ? caption.positions.map((position) => ({ ...position, width: caption.width }))
        : paintedStrip;
    const key = `${column} ${row}`;
    const cell = cells.get(key);
    if (cell) cell.push({ ...caption, chainLength, occupied });
    else cells.set(key, [{ ...caption, chainLength, occupied }]);
  }
  return placements;
}

function toCaption(shape: Shape, scale: number, kinds: ShapeKinds, measureWidth: (shape: Shape) => number): Caption | null {
  const abovePosition = kinds.getPainter(shape).getCaptionPosition(shape, scale);
  const width = abovePosition ? measureWidth(shape) : 0;
  if (!abovePosition || width === 0) return null;
  const { minY, maxY } = kinds.getBounds(shape);
  const margin = minY * scale - abovePosition.y;
  const lineCount = Math.min(MAX_LINES_INSIDE, Math.floor(((maxY - minY) * scale) / CAPTION_HEIGHT) - 1);
  const otherLines =
    lineCount > 0
      ? Array.from({ length: lineCount }, (_, line) => abovePosition.y + (line + 1) * CAPTION_HEIGHT)
      : [maxY * scale + margin + CAPTION_HEIGHT];
  const positions = [abovePosition, ...otherLines.map((y) => ({ x: abovePosition.x, y }))];
  return { id: shape.id, placementRank: hashId(shape.id), width, positions };
}

/** Returns the first position with space for the complete caption, otherwise the position with the most space, or null without space. */
function choosePosition({ positions, width }: Caption, occupied: readonly Strip[]): CaptionPlacement | null {
  let bestPlacement: CaptionPlacement | null = null;
  for (const position of positions) {
    const maxWidth = getFreeWidth(position, occupied);
    if (maxWidth >= width) return { ...position, maxWidth: MAX_CAPTION_WIDTH };
    if (maxWidth >= MIN_CAPTION_WIDTH && maxWidth > (bestPlacement?.maxWidth ?? 0)) bestPlacement = { ...position, maxWidth };
  }
  return bestPlacement;
}

/** Returns the width up to the next caption in the same line, or 0 if a caption covers the position. */
function getFreeWidth({ x, y }: Vec, occupied: readonly Strip[]): number {
  let width = MAX_CAPTION_WIDTH;
  for (const strip of occupied) {
    if (Math.abs(strip.y - y) >= CAPTION_HEIGHT || strip.x + strip.width + CAPTION_GAP <= x) continue;
    width = Math.min(width, Math.max(0, strip.x - x - CAPTION_GAP));
  }
  return width;
}

function canCollide(a: Caption, b: Caption): boolean {
  if (
    a.positions[0]!.x + a.width + CAPTION_GAP <= b.positions[0]!.x ||
    b.positions[0]!.x + b.width + CAPTION_GAP <= a.positions[0]!.x
  )
    return false;
  return a.positions.some(({ y }) => b.positions.some((otherPosition) => Math.abs(otherPosition.y - y) < CAPTION_HEIGHT));
}

function getCell({ positions: [position] }: Caption): [column: number, row: number] {
  return [Math.floor(position!.x / CELL_SIZE.width), Math.floor(position!.y / CELL_SIZE.height)];
}

function listNearby(cells: ReadonlyMap<string, PlacedCaption[]>, column: number, row: number): PlacedCaption[] {
  const offsets = [-1, 0, 1];
  return offsets.flatMap((down) => offsets.flatMap((right) => cells.get(`${column + right} ${row + down}`) ?? []));
}

/** Computes the order in which captions are placed. The order is random, because chains of dependent captions are then short. */
function hashId(id: ShapeId): number {
  // FNV-1a, followed by a step of MurmurHash3: FNV-1a alone preserves the order of ids that differ only in their last digit.
  let value = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) value = Math.imul(value ^ id.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
