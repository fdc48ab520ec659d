import { makeStyles, mergeClasses, Slider as FluentSlider, type SliderProps } from '@fluentui/react-components';
import type { CSSProperties } from 'react';

const useStyles = makeStyles({
  // Fluent's clickable area is as high as the thumb: 16 pixels for the small size. WCAG 2.2 (2.5.8) requires 24 pixels.
  target: { '& input': { minHeight: '24px' } },
});

/** Maximum number of steps with marks. More marks would look like a dashed line. */
const MAX_MARKED_STEPS = 20;
const NO_MARKS = { '--fui-Slider--steps-percent': '' } as CSSProperties;

/** Fluent's slider with a clickable area of at least 24 pixels. Shows a mark for each step only if there are few steps. */
export function Slider({ className, ...props }: SliderProps) {
  const styles = useStyles();
  const { min = 0, max = 100, step = 1 } = props;
  const hasMarks = (max - min) / step <= MAX_MARKED_STEPS;
  return (
    <FluentSlider
      className={mergeClasses(styles.target, className)}
      {...props}
      {...(!hasMarks && { style: { ...NO_MARKS, ...props.style } })}
    />
  );
}
