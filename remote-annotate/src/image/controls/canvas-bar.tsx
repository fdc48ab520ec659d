import { makeStyles, tokens } from '@console/shared-ui/basics';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  bar: {
    position: 'absolute',
    zIndex: 1,
    bottom: tokens.spacingVerticalS,
    insetInlineStart: tokens.spacingHorizontalS,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    boxSizing: 'border-box',
    maxWidth: `calc(100% - 2 * ${tokens.spacingHorizontalS})`,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
    fontSize: tokens.fontSizeBase200,
  },
});

/** A bar with the options of a tool. It covers the lower edge of the canvas, so that the canvas does not move when the tool is chosen. */
export function CanvasBar({ label, children }: { label: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section aria-label={label} className={styles.bar}>
      {children}
    </section>
  );
}
