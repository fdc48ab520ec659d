/** Red, green, blue, 0 to 255; may run over while it is worked on and is cut when it is put on a picture. */
export type Rgb = [number, number, number];

export function hex(text: string): Rgb {
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

export function scaled(colour: Rgb, factor: number): Rgb {
  return [colour[0] * factor, colour[1] * factor, colour[2] * factor];
}

/** 0 below `low`, 1 above `high`, smooth between. */
export function smooth(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}

/** The length of a vector. Math.hypot takes any number of arguments and is ten times as slow, which tells when asked for each pixel. */
export function distance(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy);
}

/** Of two inks, the one that can be read on the ground. */
export function inkOn(ground: Rgb): Rgb {
  const luminance = 0.299 * ground[0] + 0.587 * ground[1] + 0.114 * ground[2];
  return luminance > 150 ? [38, 34, 40] : [252, 249, 240];
}

/** Writes a colour into an array at hand: shaders run for each pixel and must leave nothing to collect. */
export function put(out: Rgb, red: number, green: number, blue: number): void {
  out[0] = red;
  out[1] = green;
  out[2] = blue;
}

/** Multiplies a colour in place. */
export function dim(out: Rgb, factor: number): void {
  out[0] *= factor;
  out[1] *= factor;
  out[2] *= factor;
}
