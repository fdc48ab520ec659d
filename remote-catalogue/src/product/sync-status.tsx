import type { ProductImage } from '@console/shared-contract/api';
import {
  Caption1,
  makeStyles,
  tokens,
  Tooltip,
  VerifiedFilledIcon,
  WarningFilledIcon,
  WarningIcon,
} from '@console/shared-ui/basics';
import type { ReactElement } from 'react';
import { messages } from '../messages';

const words = messages.product;
const useStyles = makeStyles({
  icon: { display: 'inline-flex', fontSize: '20px' },
  synced: { color: tokens.colorPaletteGreenForeground1 },
  waiting: { color: tokens.colorPaletteDarkOrangeForeground1 },
  failed: { color: tokens.colorPaletteRedForeground1 },
  legend: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalL, color: tokens.colorNeutralForeground3 },
  entry: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
});

type Kind = 'synced' | 'waiting' | 'failed';
const kindOf = (status: ProductImage['sync_status']): Kind =>
  status === 'SYNCED' ? 'synced' : status === 'TO_SYNC' ? 'waiting' : 'failed';
/** Two of them are warnings, of two colours; filled or not tells them apart without these. */
const ICONS: Record<Kind, ReactElement> = {
  synced: <VerifiedFilledIcon />,
  waiting: <WarningIcon />,
  failed: <WarningFilledIcon />,
};
const WORDS: Record<Kind, string> = { synced: words.synced, waiting: words.toSync, failed: words.syncFailed };

/** Whether a picture has reached the models; the icon says in words what it means. */
export function SyncStatus({ status }: { status: ProductImage['sync_status'] }) {
  const styles = useStyles();
  const kind = kindOf(status);
  return (
    <Tooltip content={WORDS[kind]} relationship="label">
      <span role="img" className={`${styles.icon} ${styles[kind]}`}>
        {ICONS[kind]}
      </span>
    </Tooltip>
  );
}

/** What the icons mean, below the table. */
export function SyncLegend() {
  const styles = useStyles();
  return (
    <Caption1 className={styles.legend}>
      {(['waiting', 'synced', 'failed'] as const).map((kind) => (
        <span key={kind} className={styles.entry}>
          <span aria-hidden className={`${styles.icon} ${styles[kind]}`}>
            {ICONS[kind]}
          </span>
          {WORDS[kind]}
        </span>
      ))}
    </Caption1>
  );
}
