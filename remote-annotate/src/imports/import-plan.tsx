import { useResources } from '@console/shared-auth';
import type { Import, ImportFormat, ImportOutcome, ImportOutlines, ImportPlan as Plan } from '@console/shared-contract/api';
import { isServiceGranted } from '@console/shared-contract/services';
import { Button, makeStyles, MessageBar, MessageBarBody, Subsection, Text, tokens } from '@console/shared-ui/basics';
import { Checkbox, SelectField } from '@console/shared-ui/choices';
import { useWrite } from '@console/shared-ui/pages';
import { useCallback, useMemo, useState } from 'react';
import { Counts } from '../exchange/counts';
import { importMessages, listShapeCounts } from './data/import-messages';
import { ClassTable, CREATE_LABEL, getPlannedLabel, SKIP_CLASS } from './class-table';
import { ImportItems } from './import-items';
import { NoteList } from './note-list';
import {
  planImport,
  refreshImports,
  runImport,
  SERVICE_BY_DOMAIN,
  type Domain,
  type PlanOptions,
  type RunOptions,
} from './data/imports.queries';
import { NEW_TASK, TaskChoices } from './task-choices';

const texts = importMessages.plan;
const OUTLINES: readonly ImportOutlines[] = ['polygons', 'boxes', 'both'];
const DOMAINS: readonly Domain[] = ['recognition', 'detection', 'segmentation'];

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  run: { alignSelf: 'flex-start' },
});

interface ImportPlanProps {
  importRow: Import;
  plan: Plan;
}

/** Shows the planned result of an import and its options. Mount a new instance for each plan. */
export function ImportPlan({ importRow: row, plan }: ImportPlanProps) {
  const styles = useStyles();
  const { id, name } = row;
  const outlines = plan.outlines ?? 'polygons';
  const [chosenLabels, setChosen] = useState<ReadonlyMap<string, string>>(
    () => new Map((row.choices?.classes ?? []).map(({ key, label }) => [key, label])),
  );
  const [tasks, setTasks] = useState<Partial<Record<Domain, string>>>({});
  const [outsideAction, setOutside] = useState<'clamp' | 'skip'>(row.choices?.outside ?? 'clamp');
  const [acceptsVerifications, setAcceptsVerifications] = useState(row.choices?.adopt_confirmations ?? false);
  const planWrite = useWrite({ send: (options: PlanOptions) => planImport(id, options), failure: texts.planFailed });
  const runWrite = useWrite({ send: (choices: RunOptions) => runImport(id, choices), failure: texts.runFailed });

  const { services } = useResources();
  const [domains, missingDomains] = useMemo(() => {
    const neededDomains = DOMAINS.filter((domain) => plan.classes.some((declaredClass) => declaredClass.of === domain));
    const isGranted = (domain: Domain) => isServiceGranted(services, SERVICE_BY_DOMAIN[domain]);
    return [neededDomains.filter(isGranted), neededDomains.filter((domain) => !isGranted(domain))];
  }, [plan, services]);
  const classes = useMemo(() => plan.classes.filter((declaredClass) => domains.includes(declaredClass.of)), [plan, domains]);
  const missingClasses = plan.classes.filter((declaredClass) => missingDomains.includes(declaredClass.of));
  const chooseLabel = useCallback((key: string, choice: string) => setChosen((current) => new Map(current).set(key, choice)), []);
  // Ignore classes for which the user has selected another label, because the plan does not say whether that label belongs to a task.
  const classesWithoutTask = classes.filter(
    (declaredClass) =>
      declaredClass.without_task &&
      [CREATE_LABEL, getPlannedLabel(declaredClass)].includes(
        chosenLabels.get(declaredClass.key) ?? getPlannedLabel(declaredClass),
      ),
  );
  const taskDomains = DOMAINS.filter((domain) => classesWithoutTask.some((classWithoutTask) => classWithoutTask.of === domain));
  const replan = async (options: { format?: ImportFormat; outlines?: ImportOutlines }) => {
    await planWrite.send({ format: options.format ?? plan.format, outlines: options.outlines ?? outlines });
    await refreshImports();
  };
  const startImport = async () => {
    const choices: RunOptions = {
      classes: [
        ...[...chosenLabels].map(([key, label]) => ({ key, label })),
        // Skip labels whose service the workspace does not have, because the server would refuse them.
        ...missingClasses.map(({ key }) => ({ key, label: SKIP_CLASS })),
      ],
      tasks: Object.fromEntries(
        taskDomains.flatMap((domain) => {
          const task = tasks[domain] ?? '';
          return task === '' ? [] : [[domain, task === NEW_TASK ? { name } : { id: task }]];
        }),
      ),
      outside: outsideAction,
      adopt_confirmations: acceptsVerifications,
    };
    await runWrite.send(choices);
    await refreshImports();
  };

  const { pictures, shapes } = plan;
  // Labels are created when the import runs for the first time. A resumed import uses these labels, so they can no longer be changed.
  const hasStarted = row.result !== null;
  const imageCounts = (['new', 'here', 'unreadable', 'missing'] as const).map(
    (countKey) => [texts.counts[countKey], pictures[countKey]] as const,
  );
  const problems = (['unreadable', 'missing'] as const)
    .filter((countKey) => pictures[countKey] > 0)
    .map((countKey): readonly [ImportOutcome, number] => [countKey, pictures[countKey]]);
  const isEmptyPlan = pictures.new === 0 && pictures.here === 0;
  const isBusy = planWrite.isPending || runWrite.isPending;
  return (
    <div className={styles.part}>
      <Text>{hasStarted ? texts.introResumed : texts.intro}</Text>
      <div className={styles.fields}>
        {row.choices === null && (plan.found.length > 1 || !plan.found.includes(plan.format)) && (
          <SelectField
            label={texts.format}
            choices={[...new Set([plan.format, ...plan.found])].map((value) => ({ value, label: importMessages.formats[value] }))}
            value={plan.format}
            disabled={isBusy}
            onChange={(value) => void replan({ format: plan.found.find((formatName) => formatName === value) ?? plan.format })}
          />
        )}
        {row.choices === null && (shapes.polygons > 0 || (shapes.masks ?? 0) > 0 || outlines !== 'polygons') && (
          <SelectField
            label={texts.outlines}
            choices={OUTLINES.map((value) => ({ value, label: texts.outlinesChoices[value] }))}
            value={outlines}
            disabled={isBusy}
            onChange={(value) => void replan({ outlines: OUTLINES.find((outline) => outline === value) ?? 'polygons' })}
          />
        )}
        {shapes.outside > 0 && (
          <SelectField
            label={texts.outside}
            choices={(['clamp', 'skip'] as const).map((value) => ({ value, label: texts.outsideChoices[value] }))}
            value={outsideAction}
            onChange={(value) => setOutside(value === 'skip' ? 'skip' : 'clamp')}
          />
        )}
      </div>
      <Subsection title={texts.pictures}>
        <Counts values={imageCounts} />
      </Subsection>
      <Subsection title={texts.shapes}>
        <Counts
          values={[
            ...listShapeCounts(shapes),
            [texts.shapeCounts.labels, shapes.labels],
            ...(['same', 'outside'] as const).flatMap((countKey) => {
              const count = shapes[countKey] ?? 0;
              return count > 0 ? [[texts.shapeCounts[countKey], count] as const] : [];
            }),
          ]}
        />
      </Subsection>
      {(['groups', 'jobs', 'products'] as const).map((countKey) => {
        const counts = plan[countKey];
        return (
          counts && (
            <Subsection key={countKey} title={texts[countKey]}>
              <Counts values={(['new', 'here'] as const).map((state) => [texts.entityCounts[state], counts[state]] as const)} />
            </Subsection>
          )
        );
      })}
      {plan.declared && (
        <DeclaredContents
          declared={plan.declared}
          acceptsVerifications={acceptsVerifications}
          onAcceptChange={setAcceptsVerifications}
        />
      )}
      <NoteList notes={plan.notes} />
      {problems.length > 0 && <ImportItems id={id} outcomes={problems} />}
      {!hasStarted && missingDomains.length > 0 && (
        <MessageBar intent="warning">
          <MessageBarBody>{texts.withoutService(missingDomains)}</MessageBarBody>
        </MessageBar>
      )}
      {!hasStarted && classes.length > 0 && (
        <Subsection title={texts.labels}>
          <ClassTable classes={classes} domains={domains} selectedLabels={chosenLabels} onChoose={chooseLabel} />
        </Subsection>
      )}
      {!hasStarted && taskDomains.length > 0 && (
        <TaskChoices
          domains={taskDomains}
          labelCount={classesWithoutTask.length}
          newTaskName={name}
          selectedTasks={tasks}
          onChoose={(domain, task) => setTasks({ ...tasks, [domain]: task })}
        />
      )}
      {isEmptyPlan && (
        <MessageBar intent="warning">
          <MessageBarBody>{texts.nothing}</MessageBarBody>
        </MessageBar>
      )}
      <Button
        className={styles.run}
        appearance="primary"
        disabledFocusable={isBusy || isEmptyPlan}
        onClick={() => void startImport()}
      >
        {row.state === 'planned' ? texts.run : texts.resume}
      </Button>
    </div>
  );
}

interface DeclaredProps {
  declared: NonNullable<Plan['declared']>;
  acceptsVerifications: boolean;
  onAcceptChange: (acceptsVerifications: boolean) => void;
}

/** Shows what the files contain about the origin of images and shapes. The user can choose to import verifications from the files. */
function DeclaredContents({ declared: { images, shapes, confirmations }, acceptsVerifications, onAcceptChange }: DeclaredProps) {
  return (
    <Subsection title={texts.declared}>
      <Text>{texts.declaredAbout}</Text>
      <Counts
        values={[
          [texts.declaredCounts.images, images],
          [texts.declaredCounts.shapes, shapes],
        ]}
      />
      {confirmations > 0 && (
        <Checkbox
          label={texts.adopt(confirmations)}
          checked={acceptsVerifications}
          onChange={(_event, { checked }) => onAcceptChange(checked === true)}
        />
      )}
    </Subsection>
  );
}
