import { Caption1, ErrorState, makeStyles, SkeletonItem, Subsection, Text, tokens } from '@console/shared-ui/basics';
import { statisticsMessages } from './statistics-messages';
import { useForecast } from './statistics.queries';

const { forecast: messages } = statisticsMessages;
const useStyles = makeStyles({ hint: { color: tokens.colorNeutralForeground3 } });

/** When a job will probably be done, with the basis of the forecast. */
export function Forecast({ job: jobId }: { job: string }) {
  const styles = useStyles();
  const { data, error, refetch } = useForecast(jobId);
  const renderForecast = () => {
    if (error) return <ErrorState error={error} title={messages.failed} onRetry={() => void refetch()} />;
    if (!data) return <SkeletonItem role="img" aria-label={messages.title} style={{ height: 40 }} />;
    if (data.remaining === 0) return <Text>{messages.done}</Text>;
    if (!data.end) return <Text>{messages.notEnough}</Text>;
    const { expected, earliest, latest } = data.end;
    return (
      <>
        <Text weight="semibold">{messages.end(expected, earliest, latest)}</Text>
        <Caption1 className={styles.hint}>
          {`${messages.basis(data.remaining, data.per_day, data.days)} ${messages.method}`}
        </Caption1>
      </>
    );
  };
  return <Subsection title={messages.title}>{renderForecast()}</Subsection>;
}
