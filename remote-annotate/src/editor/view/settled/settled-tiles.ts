import type { Bounds, PictureSize, Shape } from '../../types';
import { shapeBounds } from '../../geometry/shape';
import { getVisibleBounds, type Camera, type ViewportSize } from '../../viewport/camera';
import type { LookOf } from '../labels';
import { captionRooms } from './caption-rooms';
import { Captions } from './captions';
import { drawTiles } from './draw-tiles';
import type { CreateSurface, Surface } from './surface';
import { cellsIn, grown, TILE_SIDE, touches, type Cell } from './tile-grid';
import { TileJob } from './tile-job';
import { TileLevel } from './tile-level';

export interface SettledTilesOptions {
  readonly picture: PictureSize;
  /** Device pixels to a CSS pixel. */
  readonly pixelRatio: number;
  readonly lookOf: LookOf;
  /** Whether a shape is drawn as one of several that are selected. */
  readonly isSelected?: (shape: Shape) => boolean;
  /** The shapes whose bounds touch `bounds`, in the order to draw them. */
  readonly shapesIn: (bounds: Bounds) => readonly Shape[];
  readonly createSurface: CreateSurface;
  /** Milliseconds. */
  readonly now: () => number;
  /** Calls once before the next frame; returns the cancellation. */
  readonly nextFrame: (call: () => void) => () => void;
  /** There is something new to draw. */
  readonly onChange: () => void;
}

/** A zoom has come to rest when it stood still for so long, in milliseconds. */
const REST_MS = 120;
/** Time in a frame for drawing tiles, in milliseconds: little while the hand moves, and behind what is drawn over them. */
const BUDGET_LITTLE = 4;
const BUDGET_FULL = 12;
/** Longer side of the whole picture's coarse level, in device pixels. */
const OVERVIEW_SIDE = 1024;
const MOST_TILES = 96;
/** How far outside the picture strokes and captions are drawn, in CSS pixels. */
const EDGE = 24;

/**
 * The settled shapes as bitmaps. A gesture moves and scales those that are there; when the zoom rests, sharp ones are
 * drawn, those in view first, a few milliseconds in each frame. What changes spoils only the tiles that it lies on.
 */
export class SettledTiles {
  private readonly captions: Captions;
  private readonly overview: TileLevel;
  private current: TileLevel | null = null;
  /** The level before the last zoom, until the current one covers the view. */
  private previous: TileLevel | null = null;
  private camera: Camera = { x: 0, y: 0, scale: 1 };
  private size: ViewportSize = { width: 0, height: 0 };
  private live: ReadonlySet<string> = new Set();
  private job: TileJob | null = null;
  private cancelFrame: (() => void) | null = null;
  /** What is stale is drawn over the tiles until they follow. */
  private isBehind = false;
  /** The next frame is left to that. */
  private isWaiting = false;
  private movedAt = -Infinity;
  private zoomedAt = -Infinity;
  private readonly spare: Surface[] = [];

  constructor(private readonly options: SettledTilesOptions) {
    const { picture, pixelRatio, createSurface } = options;
    this.captions = new Captions(pixelRatio, createSurface);
    this.overview = new TileLevel(OVERVIEW_SIDE / Math.max(picture.width, picture.height), pixelRatio);
  }

  /** To be called on each move of the camera and change of the canvas's size. */
  look(camera: Camera, size: ViewportSize): void {
    const now = this.options.now();
    // The first look is no zoom and no gesture: what was read ahead is drawn with the picture.
    if (this.current) {
      if (camera.scale !== this.camera.scale) this.zoomedAt = now;
      this.movedAt = now;
    }
    this.camera = camera;
    this.size = size;
    this.hurry();
  }

  /** Something within `bounds` (picture pixels) has changed. */
  spoil(bounds: Bounds): void {
    this.spoilAll([bounds]);
  }

  /** As `spoil`, of many places: a tile is drawn anew once, however many lie on it. */
  spoilAll(places: readonly Bounds[]): void {
    this.markStale(places);
    this.hurry();
  }

  /**
   * As `spoilAll`, of what is drawn over the tiles until they follow: they begin a frame later, and leave each frame room for
   * the rest of the page. A click in a crowd of thousands took twice as long while they did not.
   */
  spoilBehind(places: readonly Bounds[]): void {
    this.markStale(places);
    if (!this.cancelFrame || this.isBehind) this.isBehind = this.isWaiting = true;
    this.schedule();
  }

  /** Leaves shapes out: they are drawn live. The caller spoils what they cover. */
  leaveOut(live: ReadonlySet<string>): void {
    this.live = live;
  }

  /** Whether the sharp tiles show everything within `bounds` as it is now. */
  isFresh(bounds: Bounds): boolean {
    const { current } = this;
    if (!current || !this.isSharp(current)) return false;
    return this.visibleCells(current).every((cell) => current.isFresh(cell) || !touches(current.decidedBy(cell), bounds));
  }

  /** Draws into a context in CSS pixels. */
  draw(context: CanvasRenderingContext2D): void {
    drawTiles({ context, camera: this.camera, pixelRatio: this.options.pixelRatio }, this.levels(), this.inView());
  }

  dispose(): void {
    this.cancelFrame?.();
    this.cancelFrame = null;
  }

  private levels(): TileLevel[] {
    return [this.current, this.previous, this.overview].filter((level) => level !== null);
  }

  private get wantedScale(): number {
    return this.camera.scale * this.options.pixelRatio;
  }

  private isSharp(level: TileLevel): boolean {
    return level.scale === this.wantedScale;
  }

  private inView(margin = 0): Bounds {
    const view = getVisibleBounds(this.camera, this.size, margin);
    const { width, height } = this.options.picture;
    const edge = EDGE / this.camera.scale;
    return {
      minX: Math.max(view.minX, -edge),
      minY: Math.max(view.minY, -edge),
      maxX: Math.min(view.maxX, width + edge),
      maxY: Math.min(view.maxY, height + edge),
    };
  }

  private visibleCells(level: TileLevel): Cell[] {
    return cellsIn(this.inView(), level.scale);
  }

  private markStale(places: readonly Bounds[]): void {
    for (const level of this.levels()) level.spoilAll(places);
    const decided = this.job?.level.decidedBy(this.job.cell);
    if (decided && places.some((bounds) => touches(decided, bounds))) this.abandonJob();
  }

  /** What is seen waits for the tiles. */
  private hurry(): void {
    this.isBehind = this.isWaiting = false;
    this.schedule();
  }

  private schedule(): void {
    if (this.cancelFrame || this.size.width <= 0) return;
    this.cancelFrame = this.options.nextFrame(() => {
      this.cancelFrame = null;
      if (!this.isWaiting) return this.work();
      this.isWaiting = false;
      this.schedule();
    });
  }

  private work(): void {
    const now = this.options.now();
    if (now - this.zoomedAt < REST_MS) return this.schedule();
    this.sharpen();
    const budget = this.isBehind || now - this.movedAt < REST_MS ? BUDGET_LITTLE : BUDGET_FULL;
    const isTimeUp = () => this.options.now() - now >= budget;
    let hasDrawn = false;
    do {
      this.job ??= this.nextJob();
      if (!this.job) return this.finish(hasDrawn);
      if (!this.job.run(isTimeUp)) break;
      this.complete(this.job);
      hasDrawn = true;
    } while (!isTimeUp());
    if (hasDrawn) this.options.onChange();
    this.schedule();
  }

  /** A new zoom gets a level of its own; the one before stands in for it until it is drawn. */
  private sharpen(): void {
    if (this.current && this.isSharp(this.current)) return;
    const isWorthKeeping = this.current && this.current.size > 0;
    if (isWorthKeeping) {
      this.release(this.previous);
      this.previous = this.current;
    }
    this.job = null;
    this.current = new TileLevel(this.wantedScale, this.options.pixelRatio);
  }

  private nextJob(): TileJob | null {
    const { current } = this;
    if (!current) return null;
    const sharp = this.firstStale(current, this.visibleCells(current));
    if (sharp) return this.begin(current, sharp);
    this.release(this.previous);
    this.previous = null;
    const { width, height } = this.options.picture;
    // Where the view itself is coarse, it is its own overview.
    const coarse =
      current.scale > 2 * this.overview.scale
        ? this.firstStale(this.overview, cellsIn({ minX: 0, minY: 0, maxX: width, maxY: height }, this.overview.scale))
        : null;
    if (coarse) return this.begin(this.overview, coarse);
    const around = this.firstStale(current, cellsIn(this.inView(TILE_SIDE / this.options.pixelRatio / 2), current.scale));
    return around && this.begin(current, around);
  }

  /** The stale cell nearest to the middle of the view. */
  private firstStale(level: TileLevel, cells: readonly Cell[]): Cell | null {
    const side = TILE_SIDE / level.scale;
    const { minX, minY, maxX, maxY } = this.inView();
    const distance = ({ column, row }: Cell) =>
      Math.hypot((column + 0.5) * side - (minX + maxX) / 2, (row + 0.5) * side - (minY + maxY) / 2);
    let best: Cell | null = null;
    for (const cell of cells) if (!level.isFresh(cell) && (!best || distance(cell) < distance(best))) best = cell;
    return best;
  }

  private begin(level: TileLevel, cell: Cell): TileJob {
    const around = this.options.shapesIn(level.decidedBy(cell)).filter(({ id }) => !this.live.has(id));
    const painted = level.paintedBy(cell);
    const shapes = around.filter((shape) => touches(shapeBounds(shape), painted));
    const surface = shapes.length === 0 ? null : (this.spare.pop() ?? this.options.createSurface(TILE_SIDE, TILE_SIDE));
    return new TileJob(level, cell, surface, shapes, {
      ...this.options,
      captions: this.captions,
      rooms: captionRooms(around, level.scale / this.options.pixelRatio),
    });
  }

  private complete({ level, cell, surface }: TileJob): void {
    const before = level.put(cell, surface);
    if (before) this.spare.push(before);
    this.job = null;
  }

  private abandonJob(): void {
    if (this.job?.surface) this.spare.push(this.job.surface);
    this.job = null;
  }

  private finish(hasDrawn: boolean): void {
    if (this.current && this.current.size > MOST_TILES)
      this.spare.push(...this.current.keepWithin(grown(this.inView(), (2 * TILE_SIDE) / this.current.scale)));
    this.spare.splice(4);
    if (hasDrawn) this.options.onChange();
  }

  private release(level: TileLevel | null): void {
    if (level) this.spare.push(...level.surfaces());
  }
}
