import { useLazyModule, type LazyModule } from '../lazy-module';
import { PickerOption, type OptionsProps } from './picker-option';

/** Longer lists are virtualized: only visible choices are rendered. */
const MAX_RENDERED_OPTIONS = 60;

const virtualOptions: LazyModule<OptionsProps> = {
  load: () => import('./virtual-options').then(({ VirtualOptions }) => VirtualOptions),
};

/** Returns the component for long lists as soon as its code is loaded. Undefined for a short list. */
export function useVirtualOptions(count: number) {
  return useLazyModule(virtualOptions, count > MAX_RENDERED_OPTIONS).Component;
}

/** Renders the options of an open picker: all of them, or the visible ones of a long list. */
export function PickerOptions({
  VirtualOptions,
  ...props
}: OptionsProps & { VirtualOptions: ReturnType<typeof useVirtualOptions> }) {
  const { choices } = props;
  if (choices.length > MAX_RENDERED_OPTIONS && VirtualOptions) return <VirtualOptions {...props} />;
  return choices
    .slice(0, MAX_RENDERED_OPTIONS)
    .map((choice, index) => <PickerOption key={choice.value} choice={choice} index={index} count={choices.length} />);
}
