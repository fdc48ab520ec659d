import { Fragment } from 'react';
import type { SimilarityTask, SimilarityType } from '@console/shared-contract/api';
import { DEFAULT_MIN_MEMBERS, GROUP_RULES, type GroupRules } from '@console/shared-contract/group-rules';
import { SelectControl } from '@console/shared-ui/choices';
import { commonLabels, EditDialog, NameControl, TextControl } from '@console/shared-ui/forms';
import { InputSizeControl, getInputSize, withInputSize, type RowFormProps } from '@console/shared-ui/rows';
import { ruleFormMessages as messages } from './rule-form-messages';
import { taskCalls, typeCalls } from './tasks-and-types.queries';

type RuleLevelChoice = 'off' | 'warning' | 'error';
const LEVEL_CHOICES = (['off', 'warning', 'error'] as const).map((value) => ({ value, label: messages.levels[value] }));
const MAX_MEMBERS = 10_000;

interface RuleValues {
  few_members: RuleLevelChoice;
  several_groups: RuleLevelChoice;
  /** A number as typed in the form. */
  min_members: string;
}

const toRuleValues = ({ levels, min_members: minMembers = DEFAULT_MIN_MEMBERS }: GroupRules): RuleValues => ({
  few_members: levels?.few_members ?? 'off',
  several_groups: levels?.several_groups ?? 'off',
  min_members: String(minMembers),
});

const toRules = ({ min_members: minMembers, ...choices }: RuleValues): GroupRules => ({
  levels: Object.fromEntries(GROUP_RULES.filter((rule) => choices[rule] !== 'off').map((rule) => [rule, choices[rule]])),
  min_members: Number(minMembers),
});

const validateMinMembers = (text: string): true | string =>
  (/^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_MEMBERS) || messages.minMembersInvalid;

/** Dialog for a similarity task. Only existing tasks have an input size and rules. */
export function TaskDialog({ row, write, ...dialog }: RowFormProps<SimilarityTask>) {
  return (
    <EditDialog
      {...dialog}
      labels={{ ...commonLabels, ...messages.labels }}
      initial={{ name: row?.name ?? '', inputSize: getInputSize(row?.training_params ?? {}), ...toRuleValues(row?.rules ?? {}) }}
      onSubmit={({ name, inputSize, ...rules }) =>
        write((task) => {
          if (!task) return taskCalls.create({ name: name.trim() });
          const { id, version, training_params: params } = task;
          const edit = { name: name.trim(), version, training_params: withInputSize(params, inputSize) };
          return taskCalls.update(id, { ...edit, ...(task.rules && { rules: toRules(rules) }) });
        })
      }
    >
      {({ control }) => (
        <>
          <NameControl control={control} name="name" />
          {row && <InputSizeControl control={control} name="inputSize" />}
          {row?.rules &&
            GROUP_RULES.map((rule) => (
              <Fragment key={rule}>
                <SelectControl
                  control={control}
                  name={rule}
                  label={messages.labels[rule]}
                  hint={messages.hints[rule]}
                  choices={LEVEL_CHOICES}
                />
                {rule === 'few_members' && (
                  <TextControl
                    control={control}
                    name="min_members"
                    label={messages.labels.min_members}
                    validate={validateMinMembers}
                  />
                )}
              </Fragment>
            ))}
        </>
      )}
    </EditDialog>
  );
}

/** Dialog for the name of a similarity type. */
export function TypeDialog({ row, write, ...dialog }: RowFormProps<SimilarityType>) {
  return (
    <EditDialog
      {...dialog}
      labels={commonLabels}
      initial={{ name: row?.name ?? '' }}
      onSubmit={({ name }) =>
        write((type) =>
          type
            ? typeCalls.update(type.id, { name: name.trim(), version: type.version })
            : typeCalls.create({ name: name.trim() }),
        )
      }
    >
      {({ control }) => <NameControl control={control} name="name" />}
    </EditDialog>
  );
}
