import { useCanCall } from '@console/shared-auth';
import type { Agreement } from '@console/shared-contract/api';
import { Caption1, LinkButton, makeStyles, MergeIcon, Stats, tokens } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { useMemo, useState } from 'react';
import { useAgreement } from '../data/jobs.queries';
import { getWorkPagePath } from '../data/work-page-path';
import { formatRatio } from './agreement-columns';
import { DisagreementList } from './disagreement-list';
import { ItemComparison } from './item-comparison';
import { agreementMessages } from './job-report-messages';
import type { ReportProps } from './job-report';
import { LabelMatchMatrix } from './label-match-matrix';
import { LabelTable } from './label-table';
import { PairTable } from './pair-table';
import { ValueTable } from './value-table';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
  note: { margin: 0 },
  hint: { color: tokens.colorNeutralForeground3, maxWidth: '80ch' },
});

/** Agreement between the users of a job, and the items that they disagree on. Opens an item to compare the work. */
export function AgreementReport({ job, params }: ReportProps) {
  return (
    <QueryState
      query={useAgreement(job.id)}
      isEmpty={({ compared }) => compared === 0}
      empty={job.todo_number < 2 ? agreementMessages.singleUser : agreementMessages.none}
    >
      {(agreement) => <AgreementContent job={job} agreement={agreement} params={params} />}
    </QueryState>
  );
}

function AgreementContent({ job, agreement, params }: ReportProps & { agreement: Agreement }) {
  const styles = useStyles();
  const { item: comparedItem } = params.values;
  const { further_people: furtherPeople } = agreement;
  const { compared: comparedCount, agreeing, labels, shapes, attributes, skeletons, pairs, disagreements } = agreement;
  const canReview = useCanCall<'POST /annotate/v2/imagejob/{id}/adjudicate'>('review');
  // Older servers do not return these fields.
  const { by_label: labelRows = [], label_matches: matches = [], object_values: objectValues = [] } = agreement;
  const [lastImage, setLastImage] = useState(comparedItem);
  if (comparedItem !== '' && comparedItem !== lastImage) setLastImage(comparedItem);
  const images = useMemo(() => [...new Set(disagreements.map(({ image }) => image))], [disagreements]);
  if (comparedItem !== '')
    return (
      <ItemComparison
        key={comparedItem}
        job={job}
        image={comparedItem}
        name={disagreements.find(({ image }) => image === comparedItem)?.file_name ?? null}
        images={images}
        onImageChange={(id) => params.set({ item: id })}
      />
    );
  return (
    <div className={styles.column}>
      <Stats
        values={{
          [agreementMessages.compared]: comparedCount,
          [agreementMessages.agreeing]: agreementMessages.share(agreeing, comparedCount),
          [agreementMessages.labels]: formatRatio(labels),
          [agreementMessages.shapes]: formatRatio(shapes),
          ...(attributes?.all && { [agreementMessages.attributes]: formatRatio(attributes) }),
          ...(skeletons && toSkeletonStats(skeletons)),
          ...toAlphaStats(agreement),
        }}
      />
      {canReview && (
        <div>
          <LinkButton to={`${getWorkPagePath(job)}/adjudicate`} icon={<MergeIcon />}>
            {agreementMessages.adjudicate}
          </LinkButton>
        </div>
      )}
      {furtherPeople && furtherPeople.items > 0 && (
        <p className={styles.note}>
          {agreementMessages.furtherPeople(
            furtherPeople.items,
            furtherPeople.asked,
            furtherPeople.asked_items,
            furtherPeople.possible,
          )}
        </p>
      )}
      {!job.blind && <p className={styles.note}>{agreementMessages.reviewNote}</p>}
      <Caption1 className={styles.hint}>{agreementMessages.comparisonRule}</Caption1>
      <DisagreementList job={job} disagreements={disagreements} compared={comparedCount} lastImage={lastImage} params={params} />
      <PairTable pairs={pairs} jobName={job.name} />
      {labelRows.length > 0 && <LabelTable labels={labelRows} jobName={job.name} />}
      {objectValues.length > 0 && <ValueTable rows={objectValues} jobName={job.name} />}
      {matches.length > 0 && (
        <LabelMatchMatrix job={job} matches={matches} labels={labelRows} onOpenItem={(id) => params.set({ item: id })} />
      )}
    </div>
  );
}

const toSkeletonStats = ({ matched, oks, average_precision: precision }: NonNullable<Agreement['skeletons']>) => ({
  [agreementMessages.skeletons]: matched,
  ...(oks !== null && { [agreementMessages.meanOks]: oks.toFixed(2) }),
  [agreementMessages.averagePrecision]: precision.toFixed(2),
});

const toAlphaStats = ({ shape_label_alpha: shapes, image_labels_alpha: images }: Agreement) => ({
  ...(shapes && { [agreementMessages.shapeAlphaOfAll]: agreementMessages.alphaWithCount(shapes.alpha, shapes.n) }),
  ...(images && { [agreementMessages.imageAlphaOfAll]: agreementMessages.alphaWithCount(images.alpha, images.n) }),
});
