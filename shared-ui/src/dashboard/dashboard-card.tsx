import { Card, makeStyles, SkeletonItem, tokens } from '@fluentui/react-components';
import { useId, type ReactElement, type ReactNode } from 'react';
import { stateMessages } from '../states/state-messages';
import { PageLink, useCanOpen } from '../federation/page-link';
import { SectionTitle } from '../page/section-title';
import { ErrorState } from '../states/error-state';

const useStyles = makeStyles({
  card: {
    height: '100%',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalL,
    boxShadow: tokens.shadow2,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  icon: {
    display: 'grid',
    placeItems: 'center',
    width: '36px',
    height: '36px',
    flexShrink: 0,
    borderRadius: tokens.borderRadiusLarge,
    fontSize: '20px',
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground1,
  },
  body: { flexGrow: 1, minWidth: 0 },
  stats: { display: 'flex', flexWrap: 'wrap', gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXXXL}`, margin: 0 },
  stat: { display: 'flex', flexDirection: 'column-reverse', gap: tokens.spacingVerticalXXS },
  value: {
    margin: 0,
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    letterSpacing: '-0.01em',
  },
  label: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

export interface DashboardCardProps {
  title: string;
  icon: ReactElement;
  /** A link or button at the end of the title row. */
  action?: ReactNode;
  children: ReactNode;
}

export function DashboardCard({ title, icon, action, children }: DashboardCardProps) {
  const styles = useStyles();
  const titleId = useId();
  return (
    <Card role="region" aria-labelledby={titleId} className={styles.card}>
      <div className={styles.head}>
        <span aria-hidden className={styles.icon}>
          {icon}
        </span>
        <SectionTitle as="h2" id={titleId}>
          {title}
        </SectionTitle>
        {action}
      </div>
      <div className={styles.body}>{children}</div>
    </Card>
  );
}

export interface StatLink {
  to: string;
  /** Query string after the path, such as `?verified=1`. */
  query?: string;
}

export interface StatsProps {
  /** Numbers by label. A number is undefined while it loads. */
  values: Readonly<Record<string, number | string | undefined>>;
  /** Links to the counted rows, by label. A number has no link if the page does not exist or is not available in the workspace. */
  links?: Readonly<Record<string, StatLink>>;
  error?: unknown;
  onRetry?: () => void;
}

const formatStat = (value: number | string) => (typeof value === 'number' ? value.toLocaleString('en') : value);

/** Shows a few numbers with their labels side by side. */
export function Stats({ values, links, error, onRetry }: StatsProps) {
  const styles = useStyles();
  if (error) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <dl className={styles.stats}>
      {Object.entries(values).map(([label, value]) => (
        <div key={label} className={styles.stat}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>
            {value === undefined ? (
              <SkeletonItem size={36} style={{ width: 64 }} role="img" aria-label={stateMessages.loading(label)} />
            ) : (
              <StatValue value={value} link={links?.[label]} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function StatValue({ value, link }: { value: number | string; link: StatLink | undefined }) {
  const canOpen = useCanOpen(link?.to ?? '');
  if (!link || !canOpen) return formatStat(value);
  return (
    <PageLink {...link}>
      <strong>{formatStat(value)}</strong>
    </PageLink>
  );
}
