import { CheckIcon, CloseIcon, tokens } from '@console/shared-ui/basics';

/** A tick or a cross, with its meaning in words for those who do not see it. */
export function Verdict({ yes, yesLabel, noLabel }: { yes: boolean; yesLabel: string; noLabel: string }) {
  const label = yes ? yesLabel : noLabel;
  const style = { fontSize: 20, color: yes ? tokens.colorPaletteGreenForeground1 : tokens.colorNeutralForeground3 };
  return yes ? (
    <CheckIcon role="img" aria-label={label} style={style} />
  ) : (
    <CloseIcon role="img" aria-label={label} style={style} />
  );
}
