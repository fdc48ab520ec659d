import { CheckIcon, CloseIcon, tokens } from '@console/shared-ui/basics';

/** A tick or a cross with an accessible name. */
export function BooleanIcon({ value, trueLabel, falseLabel }: { value: boolean; trueLabel: string; falseLabel: string }) {
  const label = value ? trueLabel : falseLabel;
  const style = { fontSize: 20, color: value ? tokens.colorPaletteGreenForeground1 : tokens.colorNeutralForeground3 };
  return value ? (
    <CheckIcon role="img" aria-label={label} style={style} />
  ) : (
    <CloseIcon role="img" aria-label={label} style={style} />
  );
}
