import type { Outline } from './geometry';
import type { Raster } from './raster';

/** Something drawn on a picture, with the geometry that it was drawn with. */
export interface Part {
  /** What it is: a form of package, a kind of fruit, a kind of cell, a price tag, a plate. */
  kind: string;
  outline: Outline;
  /** The key of the design on a package. */
  design?: string;
  /** Surfaces within it that are drawn apart: a nucleus, a bruise. */
  inner?: { kind: string; outline: Outline }[];
  /** A spot that a person would point at. */
  spot?: { name: string; x: number; y: number };
  /** A measure of it, such as how ripe it is, 0 to 100. */
  measure?: number;
}

export interface Drawing {
  raster: Raster;
  parts: Part[];
  /** How full a shelf is, 0 to 100. */
  fillLevel?: number;
}
