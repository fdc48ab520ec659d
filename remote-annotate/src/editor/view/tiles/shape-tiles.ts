import type { Bounds, ImageSize, Shape } from '../../model/types';
import { getVisibleBounds, type Camera, type ViewportSize } from '../../viewport/camera';
import { Captions } from './captions';
import { drawTiles } from './draw-tiles';
import type { CreateSurface, Surface } from './surface';
import { getAffectedArea, getPaintedArea } from './paint-shape';
import { alignToPixels, getCellBounds, getCells, expandBounds, isSmallPart, TILE_SIDE, isTouching, type Cell } from './tile-grid';
import { TileJob } from './tile-job';
import { TileLevel } from './tile-level';
import { TileShapes, type CaptionPlacements, type TileShapesOptions } from './tile-shapes';

interface ShapeTilesOptions extends TileShapesOptions {
  readonly imageSize: ImageSize;
  /** Device pixels for each CSS pixel. */
  readonly pixelRatio: number;
  /** Whether a shape is one of several selected shapes. */
  readonly isSelected?: (shape: Shape) => boolean;
  readonly createSurface: CreateSurface;
  /** Returns the current time in milliseconds. */
  readonly now: () => number;
  /** Schedules a call before the next frame. Returns a function that cancels it. */
  readonly nextFrame: (runFrame: () => void) => () => void;
  /** Called when there are new tiles to draw. */
  readonly onChange: () => void;
}

/** Time in milliseconds after the last camera movement until a zoom counts as finished. */
const REST_MS = 120;
/**
 * Maximum time per frame for drawing tiles, in milliseconds. The small budget applies during gestures, and while changes are
 * painted over the tiles.
 */
const SMALL_BUDGET_MS = 4;
const FULL_BUDGET_MS = 12;
/** Longer side in device pixels of the coarse level, which covers the complete image. */
const OVERVIEW_SIDE = 1024;
const MAX_TILES = 96;
const UNBOUNDED: Bounds = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };
/** Strokes and captions are drawn up to this distance outside the image, in CSS pixels. */
const EDGE_MARGIN = 24;

/**
 * Caches the shapes as bitmap tiles. During a gesture, existing tiles are moved and scaled. After a zoom, sharp tiles are drawn
 * for a few milliseconds per frame, starting with visible tiles. A change invalidates only the tiles that it touches.
 */
export class ShapeTiles {
  private readonly captions: Captions;
  private readonly shapes: TileShapes;
  private readonly overview: TileLevel;
  private currentLevel: TileLevel | null = null;
  /** The level before the last zoom. It is kept until the current level covers the view. */
  private previousLevel: TileLevel | null = null;
  private camera: Camera = { x: 0, y: 0, scale: 1 };
  private size: ViewportSize = { width: 0, height: 0 };
  private currentJob: TileJob | null = null;
  private cancelFrame: (() => void) | null = null;
  /** Whether another layer paints all changed shapes over the tiles, so that the tiles need not be drawn at once. */
  private isCovered = false;
  /** Whether no tile is drawn in the next frame, because that frame paints the changed shapes over the tiles. */
  private isFrameSkipped = false;
  private movedAt = -Infinity;
  private zoomedAt = -Infinity;
  private readonly spareSurfaces: Surface[] = [];

  constructor(private readonly options: ShapeTilesOptions) {
    const { imageSize, pixelRatio, createSurface } = options;
    this.captions = new Captions(pixelRatio, createSurface);
    this.shapes = new TileShapes(options, this.captions);
    this.overview = new TileLevel(OVERVIEW_SIDE / Math.max(imageSize.width, imageSize.height));
  }

  /** Sets the camera and the size of the canvas. Call this on each change. */
  setView(camera: Camera, size: ViewportSize): void {
    const currentTime = this.options.now();
    // The first call is neither a zoom nor a gesture, so that prefetched shapes are drawn in the same frame as their image.
    if (this.currentLevel) {
      if (camera.scale !== this.camera.scale) this.zoomedAt = currentTime;
      this.movedAt = currentTime;
    }
    this.camera = camera;
    this.size = size;
    this.scheduleNow();
  }

  /** Invalidates the tiles of shapes that were added, changed or removed. */
  invalidate(shapes: readonly Shape[]): void {
    this.markStale((scale) => shapes.map((shape) => getAffectedArea(shape, scale, this.options.kinds)));
    this.scheduleNow();
  }

  /** Invalidates all tiles, for example after a change of the labels. */
  invalidateAll(): void {
    this.markStale(() => [UNBOUNDED]);
    this.scheduleNow();
  }

  /**
   * Invalidates the tiles of shapes that another layer temporarily paints over the tiles. Drawing starts one frame later and uses the small
   * budget. Otherwise, a click among thousands of shapes would take twice as long.
   */
  invalidateCovered(shapes: readonly Shape[]): void {
    this.markStale((scale) => shapes.map((shape) => getAffectedArea(shape, scale, this.options.kinds)));
    if (!this.cancelFrame || this.isCovered) this.isCovered = this.isFrameSkipped = true;
    this.scheduleFrame();
  }

  /** Excludes shapes that the live layer paints. The caller invalidates their areas. */
  exclude(shapes: readonly Shape[]): void {
    const previousShapes = this.shapes.exclude(shapes);
    this.markStale((scale) => previousShapes.map((shape) => getAffectedArea(shape, scale, this.options.kinds)));
  }

  /** Returns where tiles show the captions of shapes. */
  placeCaptions(shapes: readonly Shape[]): CaptionPlacements {
    return this.shapes.placeCaptions(shapes, this.camera.scale);
  }

  /** Whether sharp tiles show the current state of a shape. */
  isFresh(shape: Shape): boolean {
    const { currentLevel } = this;
    if (!currentLevel || !this.isSharp(currentLevel)) return false;
    const area = getPaintedArea(shape, this.camera.scale, this.options.kinds);
    return this.getVisibleCells(currentLevel).every(
      (cell) => currentLevel.isFresh(cell) || !isTouching(getCellBounds(cell, currentLevel.scale), area),
    );
  }

  /** Draws the tiles into a context that uses CSS pixels. */
  draw(context: CanvasRenderingContext2D): void {
    drawTiles({ context, camera: this.camera, pixelRatio: this.options.pixelRatio }, this.getLevels(), this.getViewBounds());
  }

  dispose(): void {
    this.cancelFrame?.();
    this.cancelFrame = null;
  }

  private getLevels(): TileLevel[] {
    return [this.currentLevel, this.previousLevel, this.overview].filter((level) => level !== null);
  }

  private get wantedScale(): number {
    return this.camera.scale * this.options.pixelRatio;
  }

  private isSharp(level: TileLevel): boolean {
    return level.scale === this.wantedScale;
  }

  private getViewBounds(margin = 0): Bounds {
    const visibleBounds = getVisibleBounds(this.camera, this.size, margin);
    const { width, height } = this.options.imageSize;
    const edgeMargin = EDGE_MARGIN / this.camera.scale;
    return {
      minX: Math.max(visibleBounds.minX, -edgeMargin),
      minY: Math.max(visibleBounds.minY, -edgeMargin),
      maxX: Math.min(visibleBounds.maxX, width + edgeMargin),
      maxY: Math.min(visibleBounds.maxY, height + edgeMargin),
    };
  }

  private getVisibleCells(level: TileLevel): Cell[] {
    return getCells(this.getViewBounds(), level.scale);
  }

  /**
   * Marks areas of tiles as stale (to be drawn again).
   * @param getAreas returns these areas at a number of CSS pixels for each image pixel
   */
  private markStale(getAreas: (scale: number) => readonly Bounds[]): void {
    for (const level of this.getLevels()) {
      const areas = getAreas(level.scale / this.options.pixelRatio);
      level.invalidate(areas);
      const jobBounds = this.currentJob?.level === level ? getCellBounds(this.currentJob.cell, level.scale) : null;
      if (jobBounds && areas.some((area) => isTouching(jobBounds, area))) this.abandonJob();
    }
  }

  /** Draws tiles as soon as possible, because outdated shapes are visible. */
  private scheduleNow(): void {
    this.isCovered = this.isFrameSkipped = false;
    this.scheduleFrame();
  }

  private scheduleFrame(): void {
    if (this.cancelFrame || this.size.width <= 0) return;
    this.cancelFrame = this.options.nextFrame(() => {
      this.cancelFrame = null;
      if (!this.isFrameSkipped) return this.drawForBudget();
      this.isFrameSkipped = false;
      this.scheduleFrame();
    });
  }

  private drawForBudget(): void {
    const currentTime = this.options.now();
    if (currentTime - this.zoomedAt < REST_MS) return this.scheduleFrame();
    this.updateLevel();
    const budget = this.isCovered || currentTime - this.movedAt < REST_MS ? SMALL_BUDGET_MS : FULL_BUDGET_MS;
    const isTimeUp = () => this.options.now() - currentTime >= budget;
    let hasDrawn = false;
    do {
      this.currentJob ??= this.findNextJob();
      if (!this.currentJob) return this.finishFrame(hasDrawn);
      if (!this.currentJob.run(isTimeUp)) break;
      this.completeJob(this.currentJob);
      hasDrawn = true;
    } while (!isTimeUp());
    if (hasDrawn) this.options.onChange();
    this.scheduleFrame();
  }

  /** Creates a level (the tiles of one scale) after a zoom. The previous level is shown until the new level is drawn. */
  private updateLevel(): void {
    if (this.currentLevel && this.isSharp(this.currentLevel)) return;
    const isWorthKeeping = this.currentLevel && this.currentLevel.size > 0;
    if (isWorthKeeping) {
      this.releaseSurfaces(this.previousLevel);
      this.previousLevel = this.currentLevel;
    }
    this.currentJob = null;
    this.currentLevel = new TileLevel(this.wantedScale);
  }

  private findNextJob(): TileJob | null {
    const { currentLevel } = this;
    if (!currentLevel) return null;
    const sharpLevel = this.findStale(currentLevel, this.getVisibleCells(currentLevel));
    if (sharpLevel) return this.createJob(currentLevel, sharpLevel);
    this.releaseSurfaces(this.previousLevel);
    this.previousLevel = null;
    const { width, height } = this.options.imageSize;
    // If the current level is already coarse, no overview is needed.
    const coarseLevel =
      currentLevel.scale > 2 * this.overview.scale
        ? this.findStale(this.overview, getCells({ minX: 0, minY: 0, maxX: width, maxY: height }, this.overview.scale))
        : null;
    if (coarseLevel) return this.createJob(this.overview, coarseLevel);
    const nearbyCell = this.findStale(
      currentLevel,
      getCells(this.getViewBounds(TILE_SIDE / this.options.pixelRatio / 2), currentLevel.scale),
    );
    return nearbyCell && this.createJob(currentLevel, nearbyCell);
  }

  /** Returns the stale cell nearest to the middle of the view. */
  private findStale(level: TileLevel, cells: readonly Cell[]): Cell | null {
    const cellSide = TILE_SIDE / level.scale;
    const { minX, minY, maxX, maxY } = this.getViewBounds();
    const getDistance = ({ column, row }: Cell) =>
      Math.hypot((column + 0.5) * cellSide - (minX + maxX) / 2, (row + 0.5) * cellSide - (minY + maxY) / 2);
    let bestCell: Cell | null = null;
    for (const cell of cells)
      if (!level.isFresh(cell) && (!bestCell || getDistance(cell) < getDistance(bestCell))) bestCell = cell;
    return bestCell;
  }

  private createJob(level: TileLevel, cell: Cell): TileJob {
    const { pixelRatio, createSurface } = this.options;
    const scale = level.scale / pixelRatio;
    const tile = level.get(cell);
    const staleArea = tile?.staleArea && alignToPixels(tile.staleArea, level.scale);
    // Redraw only a part of a crowded tile if possible, which is several times as fast.
    const redrawnArea = tile?.surface && staleArea && isSmallPart(staleArea, level.scale) ? staleArea : null;
    const area = redrawnArea ?? getCellBounds(cell, level.scale);
    const { shapes, placements } = this.shapes.find(area, scale);
    const needsSurface = shapes.length > 0 || redrawnArea !== null;
    const surface = needsSurface ? (this.spareSurfaces.pop() ?? createSurface(TILE_SIDE, TILE_SIDE)) : null;
    return new TileJob(level, cell, surface, shapes, {
      ...this.options,
      captions: this.captions,
      placements,
      part: redrawnArea && tile?.surface ? { area: redrawnArea, canvas: tile.surface.canvas } : null,
    });
  }

  private completeJob({ level, cell, surface }: TileJob): void {
    const replacedSurface = level.put(cell, surface);
    if (replacedSurface) this.spareSurfaces.push(replacedSurface);
    this.currentJob = null;
  }

  private abandonJob(): void {
    if (this.currentJob?.surface) this.spareSurfaces.push(this.currentJob.surface);
    this.currentJob = null;
  }

  private finishFrame(hasDrawn: boolean): void {
    if (this.currentLevel && this.currentLevel.size > MAX_TILES)
      this.spareSurfaces.push(
        ...this.currentLevel.removeOutside(expandBounds(this.getViewBounds(), (2 * TILE_SIDE) / this.currentLevel.scale)),
      );
    this.spareSurfaces.splice(4);
    if (hasDrawn) this.options.onChange();
  }

  private releaseSurfaces(level: TileLevel | null): void {
    if (level) this.spareSurfaces.push(...level.getSurfaces());
  }
}
