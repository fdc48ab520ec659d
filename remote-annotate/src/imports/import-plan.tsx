import type { Import, ImportFormat, ImportOutcome, ImportOutlines, ImportPlan as Plan } from '@console/shared-contract/api';
import { Button, makeStyles, MessageBar, MessageBarBody, Subsection, Text, tokens } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { useWrite } from '@console/shared-ui/pages';
import { useCallback, useMemo, useState } from 'react';
import { Counts } from '../exchange/counts';
import { importMessages } from './data/import-messages';
import { ClassTable, CREATE, plannedOf } from './class-table';
import { ImportItems } from './import-items';
import { importChanged, planImport, runImport, type Domain, type PlanOptions, type RunChoices } from './data/imports.queries';
import { NEW_TASK, TaskChoices } from './task-choices';

const words = importMessages.plan;
const OUTLINES: readonly ImportOutlines[] = ['polygons', 'boxes', 'both'];
const DOMAINS: readonly Domain[] = ['recognition', 'detection', 'segmentation'];

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  notes: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL, overflowWrap: 'anywhere' },
  run: { alignSelf: 'flex-start' },
});

interface ImportPlanProps {
  of: Import;
  plan: Plan;
}

/** Shows the planned result of an import and its options. Mount a new instance for each plan. */
export function ImportPlan({ of: row, plan }: ImportPlanProps) {
  const styles = useStyles();
  const { id, name } = row;
  const outlines = plan.outlines ?? 'polygons';
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(
    () => new Map((row.choices?.classes ?? []).map(({ key, label }) => [key, label])),
  );
  const [tasks, setTasks] = useState<Partial<Record<Domain, string>>>({});
  const [outside, setOutside] = useState<'clamp' | 'skip'>(row.choices?.outside ?? 'clamp');
  const again = useWrite({ send: (options: PlanOptions) => planImport(id, options), failure: words.planFailed });
  const run = useWrite({ send: (choices: RunChoices) => runImport(id, choices), failure: words.runFailed });

  const domains = useMemo(() => DOMAINS.filter((of) => plan.classes.some((each) => each.of === of)), [plan]);
  const choose = useCallback((key: string, label: string) => setChosen((now) => new Map(now).set(key, label)), []);
  // The plan does not cover labels that the user selected, so it is unknown whether they belong to a task.
  const withoutTask = plan.classes.filter(
    (each) => each.without_task && [CREATE, plannedOf(each)].includes(chosen.get(each.key) ?? plannedOf(each)),
  );
  const taskDomains = DOMAINS.filter((of) => withoutTask.some((each) => each.of === of));
  const readAgain = async (options: { format?: ImportFormat; outlines?: ImportOutlines }) => {
    await again.send({ format: options.format ?? plan.format, outlines: options.outlines ?? outlines });
    await importChanged();
  };
  const start = async () => {
    const choices: RunChoices = {
      classes: [...chosen].map(([key, label]) => ({ key, label })),
      tasks: Object.fromEntries(
        taskDomains.flatMap((of) => {
          const task = tasks[of] ?? '';
          return task === '' ? [] : [[of, task === NEW_TASK ? { name } : { id: task }]];
        }),
      ),
      outside,
    };
    await run.send(choices);
    await importChanged();
  };

  const { pictures, shapes } = plan;
  // Labels are created once, when the import first runs. A resumed import reuses them and does not read the files again.
  const hasBegun = row.result !== null;
  const counted = (['new', 'here', 'unreadable', 'missing'] as const).map(
    (each) => [words.counts[each], pictures[each]] as const,
  );
  const wrong = (['unreadable', 'missing'] as const)
    .filter((each) => pictures[each] > 0)
    .map((each): readonly [ImportOutcome, number] => [each, pictures[each]]);
  const isNothing = pictures.new === 0 && pictures.here === 0;
  const busy = again.isPending || run.isPending;
  return (
    <div className={styles.part}>
      <Text>{hasBegun ? words.aboutBegun : words.about}</Text>
      <div className={styles.fields}>
        {row.choices === null && (plan.found.length > 1 || !plan.found.includes(plan.format)) && (
          <SelectField
            label={words.format}
            choices={[...new Set([plan.format, ...plan.found])].map((value) => ({ value, label: importMessages.formats[value] }))}
            value={plan.format}
            disabled={busy}
            onChange={(value) => void readAgain({ format: plan.found.find((each) => each === value) ?? plan.format })}
          />
        )}
        {row.choices === null && (shapes.polygons > 0 || outlines !== 'polygons') && (
          <SelectField
            label={words.outlines}
            choices={OUTLINES.map((value) => ({ value, label: words.outlinesChoices[value] }))}
            value={outlines}
            disabled={busy}
            onChange={(value) => void readAgain({ outlines: OUTLINES.find((each) => each === value) ?? 'polygons' })}
          />
        )}
        {shapes.outside > 0 && (
          <SelectField
            label={words.outside}
            choices={(['clamp', 'skip'] as const).map((value) => ({ value, label: words.outsideChoices[value] }))}
            value={outside}
            onChange={(value) => setOutside(value === 'skip' ? 'skip' : 'clamp')}
          />
        )}
      </div>
      <Subsection title={words.pictures}>
        <Counts values={counted} />
      </Subsection>
      <Subsection title={words.shapes}>
        <Counts
          values={(['boxes', 'polygons', 'points', 'labels', 'outside'] as const)
            .filter((each) => each !== 'outside' || shapes.outside > 0)
            .map((each) => [words.shapeCounts[each], shapes[each]] as const)}
        />
      </Subsection>
      {(['groups', 'jobs', 'products'] as const).map((each) => {
        const counts = plan[each];
        return (
          counts && (
            <Subsection key={each} title={words[each]}>
              <Counts values={(['new', 'here'] as const).map((which) => [words.placeCounts[which], counts[which]] as const)} />
            </Subsection>
          )
        );
      })}
      {plan.notes.length > 0 && (
        <Subsection title={words.warnings}>
          <ul className={styles.notes}>
            {plan.notes.map(({ reason, count }) => (
              <li key={reason}>{words.note(reason, count)}</li>
            ))}
          </ul>
        </Subsection>
      )}
      {wrong.length > 0 && <ImportItems id={id} outcomes={wrong} />}
      {!hasBegun && plan.classes.length > 0 && (
        <Subsection title={words.labels}>
          <ClassTable classes={plan.classes} domains={domains} chosen={chosen} onChoose={choose} />
        </Subsection>
      )}
      {!hasBegun && taskDomains.length > 0 && (
        <TaskChoices
          domains={taskDomains}
          count={withoutTask.length}
          newName={name}
          chosen={tasks}
          onChoose={(domain, task) => setTasks({ ...tasks, [domain]: task })}
        />
      )}
      {isNothing && (
        <MessageBar intent="warning">
          <MessageBarBody>{words.nothing}</MessageBarBody>
        </MessageBar>
      )}
      <Button className={styles.run} appearance="primary" disabledFocusable={busy || isNothing} onClick={() => void start()}>
        {row.state === 'planned' ? words.run : words.goOn}
      </Button>
    </div>
  );
}
