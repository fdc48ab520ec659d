import type { Label, LabelSet } from '../../editor';

/** A colour in OKLab, where equal distances look equally different. Lightness is 0 to 1; `a` and `b` are the colour axes. */
type Lab = readonly [lightness: number, a: number, b: number];

/** Colours closer than this cannot be told apart as lines of three pixels on an image. */
const MIN_COLOR_DISTANCE = 0.06;
/** With more labels than this, no distinct colours are left. */
const MAX_DISTINCT_LABELS = 60;
/** Hues (golden-angle steps) and lightness values of replacement colours, visible on light and on dark backgrounds. */
const HUES = Array.from({ length: 24 }, (_, index) => (index * 137.5 * Math.PI) / 180);
const LIGHTNESSES = [0.68, 0.56, 0.78] as const;
const CHROMA = 0.16;

/**
 * Returns the labels with colours that can be told apart. A label keeps its colour unless an earlier label looks the same. It
 * then gets the colour with the largest distance to all others. Nothing is stored.
 */
export function assignDistinctColors({ object, polygon }: LabelSet): LabelSet {
  return { object: makeColorsDistinct(object), polygon: makeColorsDistinct(polygon) };
}

function makeColorsDistinct(labels: readonly Label[]): readonly Label[] {
  if (labels.length > MAX_DISTINCT_LABELS) return labels;
  const usedColors: Lab[] = [];
  return labels.map((label) => {
    const color = parseLab(label.color);
    if (!color) return label;
    if (getMinDistance(usedColors, color) >= MIN_COLOR_DISTANCE) {
      usedColors.push(color);
      return label;
    }
    const other = findMostDistantColor([...usedColors, color]);
    usedColors.push(other);
    return { ...label, color: formatHex(other) };
  });
}

function findMostDistantColor(usedColors: readonly Lab[]): Lab {
  const candidates = LIGHTNESSES.flatMap((lightness) =>
    HUES.map((hue): Lab => [lightness, CHROMA * Math.cos(hue), CHROMA * Math.sin(hue)]),
  );
  let [best, maxDistance]: [Lab, number] = [candidates[0]!, -1];
  for (const candidate of candidates) {
    // Colours outside the sRGB range are clamped, so compare the colour that the screen shows.
    const shownColor = parseLab(formatHex(candidate)) ?? candidate;
    const distance = getMinDistance(usedColors, shownColor);
    if (distance > maxDistance) [best, maxDistance] = [shownColor, distance];
  }
  return best;
}

function getMinDistance(colors: readonly Lab[], color: Lab): number {
  return Math.min(...colors.map((other) => Math.hypot(other[0] - color[0], other[1] - color[1], other[2] - color[2])));
}

/** Parses `#rrggbb`; returns null for anything else. The matrices come from the definition of OKLab (Ottosson, 2020). */
function parseLab(color: string): Lab | null {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return null;
  const [r, g, b] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function formatHex([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const bytes = linear.map((value) => {
    const clamped = Math.min(1, Math.max(0, value));
    return Math.round(255 * (clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055));
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
