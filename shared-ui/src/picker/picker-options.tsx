import { useLazyModule, type LazyModule } from '../lazy-module';
import { PickerOption, type OptionsProps } from './picker-option';

/** More choices than these are drawn where they are seen. */
const ALL_DRAWN = 60;

const virtualOptions: LazyModule<OptionsProps> = {
  load: () => import('./virtual-options').then(({ VirtualOptions }) => VirtualOptions),
};

/** What draws a long list, once its code has come; nothing for a short one. */
export function useLongList(count: number) {
  return useLazyModule(virtualOptions, count > ALL_DRAWN).Part;
}

/** The options of an open picker: all of them, or of many those that are seen. */
export function PickerOptions({ LongList, ...props }: OptionsProps & { LongList: ReturnType<typeof useLongList> }) {
  const { choices } = props;
  if (choices.length > ALL_DRAWN && LongList) return <LongList {...props} />;
  return choices
    .slice(0, ALL_DRAWN)
    .map((choice, at) => <PickerOption key={choice.value} choice={choice} at={at} count={choices.length} />);
}
