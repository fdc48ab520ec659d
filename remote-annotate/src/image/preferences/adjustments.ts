import { Batcher, isShallowEqual, Signal } from '../../editor/model/signals';
import { useTopic } from '../../editor/view/layer/use-topic';
import { readStoredJson } from './stored-json';

/** How the image is displayed. The stored image does not change. */
interface Adjustments {
  /** In percent. 100 leaves the image unchanged. The same applies to the contrast. */
  readonly brightness: number;
  readonly contrast: number;
  readonly invert: boolean;
}

export const DEFAULT_ADJUSTMENTS: Adjustments = { brightness: 100, contrast: 100, invert: false };

const STORAGE_KEY = 'annotate.adjustments';
const adjustmentsSignal = new Signal<Adjustments>(readStoredAdjustments(), new Batcher(), isShallowEqual);

/** Returns the current adjustments. They apply to all images and are stored in this browser. */
export function useAdjustments(): Adjustments {
  return useTopic(adjustmentsSignal);
}

/** Applies and stores the adjustments. */
export function setAdjustments(adjustments: Adjustments): void {
  adjustmentsSignal.set(adjustments);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(adjustments));
}

function readStoredAdjustments(): Adjustments {
  const { brightness, contrast, invert } = (readStoredJson(localStorage, STORAGE_KEY) ?? {}) as Partial<Adjustments>;
  return { brightness: Number(brightness ?? 100), contrast: Number(contrast ?? 100), invert: invert === true };
}

/** Returns a CSS filter, or undefined when the adjustments change nothing. */
export function toCssFilter({ brightness, contrast, invert }: Adjustments): string | undefined {
  const cssFilters = [
    ...(brightness === 100 ? [] : [`brightness(${brightness}%)`]),
    ...(contrast === 100 ? [] : [`contrast(${contrast}%)`]),
    ...(invert ? ['invert(1)'] : []),
  ];
  return cssFilters.length === 0 ? undefined : cssFilters.join(' ');
}
