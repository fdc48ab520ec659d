import { makeStyles, mergeClasses, Slider as FluentSlider, type SliderProps } from '@fluentui/react-components';

const useStyles = makeStyles({
  // Fluent's target is as high as its thumb: 16 pixels for the small size. WCAG 2.2 (2.5.8) requires 24.
  target: { '& input': { minHeight: '24px' } },
});

/** Fluent's slider with a target of at least 24 pixels. */
export function Slider({ className, ...props }: SliderProps) {
  const styles = useStyles();
  return <FluentSlider className={mergeClasses(styles.target, className)} {...props} />;
}
