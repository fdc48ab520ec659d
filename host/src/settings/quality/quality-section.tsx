import type { QualitySettings } from '@console/shared-contract/api';
import { Button, Caption1, EditIcon, Facts, makeStyles, Permitted, Section, Subsection, tokens } from '@console/shared-ui/basics';
import { DialogSlot, QueryState, useDialog } from '@console/shared-ui/pages';
import { EditQualityDialog } from './edit-quality-dialog';
import { qualityMessages } from './quality-messages';
import { useQualitySettings } from './quality.queries';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
    gap: tokens.spacingHorizontalXXL,
    alignItems: 'start',
  },
  text: { whiteSpace: 'pre-wrap' },
});

const formatSwitch = (isOn: boolean) => (isOn ? qualityMessages.on : qualityMessages.off);

/** Section with the initial settings of new jobs and the percentage of work to review. Managers can edit the settings. */
export function QualitySection() {
  const settings = useQualitySettings();
  const dialog = useDialog<true>();
  return (
    <QueryState query={settings} failed={qualityMessages.failed}>
      {(row) => (
        <>
          <Section
            title={qualityMessages.title}
            actions={
              <Permitted<'PUT /annotate/v2/quality-settings/'> permission="manage">
                <Button icon={<EditIcon />} onClick={() => dialog.open(true)}>
                  {qualityMessages.edit}
                </Button>
              </Permitted>
            }
          >
            <QualityFacts settings={row} />
          </Section>
          <DialogSlot dialog={dialog}>{(_, close) => <EditQualityDialog settings={row} onClose={close} />}</DialogSlot>
        </>
      )}
    </QueryState>
  );
}

function QualityFacts({ settings }: { settings: QualitySettings }) {
  const styles = useStyles();
  return (
    <div className={styles.columns}>
      <Subsection title={qualityMessages.newJobs}>
        <Caption1 block>{qualityMessages.newJobsHint}</Caption1>
        <Facts
          values={{
            [qualityMessages.todo]: settings.todo_number,
            [qualityMessages.randomize]: formatSwitch(settings.randomize),
            [qualityMessages.autoComplete]: formatSwitch(settings.auto_complete),
            [qualityMessages.instructions]: (
              <span className={styles.text}>{settings.instructions || qualityMessages.noInstructions}</span>
            ),
          }}
        />
      </Subsection>
      <Subsection title={qualityMessages.review}>
        <Caption1 block>{qualityMessages.reviewHint}</Caption1>
        <Facts values={{ [qualityMessages.toReview]: qualityMessages.percent(settings.review_share) }} />
      </Subsection>
    </div>
  );
}
