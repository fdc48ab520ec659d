import { Batcher, shallowEqual, Signal } from '../editor/signals';
import { useTopic } from '../editor/view/use-topic';

/** Display settings of the image. They do not change the image itself. */
export interface Adjustments {
  /** Percent; 100 means unchanged. */
  readonly brightness: number;
  readonly contrast: number;
  readonly invert: boolean;
}

export const AS_IT_IS: Adjustments = { brightness: 100, contrast: 100, invert: false };

const KEY = 'annotate.adjustments';
const signal = new Signal<Adjustments>(readStored(), new Batcher(), shallowEqual);

/** Returns the settings, which are stored in this browser for all images. */
export function useAdjustments(): Adjustments {
  return useTopic(signal);
}

export function adjust(adjustments: Adjustments): void {
  signal.set(adjustments);
  localStorage.setItem(KEY, JSON.stringify(adjustments));
}

function readStored(): Adjustments {
  try {
    const { brightness, contrast, invert } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Adjustments>;
    return { brightness: Number(brightness ?? 100), contrast: Number(contrast ?? 100), invert: invert === true };
  } catch {
    return AS_IT_IS;
  }
}

/** Returns the settings as a CSS filter, or undefined without changes. */
export function filterOf({ brightness, contrast, invert }: Adjustments): string | undefined {
  const parts = [
    ...(brightness === 100 ? [] : [`brightness(${brightness}%)`]),
    ...(contrast === 100 ? [] : [`contrast(${contrast}%)`]),
    ...(invert ? ['invert(1)'] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' ');
}
