import type { GroupDetail } from '@console/shared-contract/api';
import { Section, TextAreaField } from '@console/shared-ui/basics';
import { DraftForm, DraftTextField, useDraftForm } from '@console/shared-ui/details';
import { validateName } from '@console/shared-ui/forms';
import { GROUP_LABELS } from '../forms/group-form';
import { TypePicker } from '../forms/type-picker';
import { type GroupValues, updateGroup } from '../group-data/group.queries';
import { groupFormMessages } from '../forms/group-form-messages';
import { groupPageMessages } from '../group-data/group-page-messages';
import { commonMessages } from '../common/common-messages';
import { GroupActions, type GroupActionsProps } from './group-actions';

const formMessages = groupFormMessages;

const toValues = ({ name, description, type }: GroupDetail): GroupValues => ({ name, description, type: type?.id ?? '' });

/** Section with the form and the actions of a group. */
export function GroupHead(props: GroupActionsProps) {
  const { group } = props;
  const form = useDraftForm({
    row: group,
    toValues,
    labels: GROUP_LABELS,
    validate: ({ name }) => ({ name: validateName(name, group.name) }),
    send: (values, version) => updateGroup({ id: group.id, version }, values),
    success: { title: formMessages.updated },
    failure: formMessages.updateFailed,
    changes: () => [{ topic: 'groups', ids: [] }],
  });
  const { values, set } = form;
  return (
    <Section title={groupPageMessages.title} actions={<GroupActions {...props} />}>
      <DraftForm label={groupPageMessages.title} form={form} saveLabel={groupPageMessages.save} isPrimary>
        <TypePicker label={formMessages.type} value={values.type} onChange={(type) => set({ type })} />
        <DraftTextField form={form} name="name" label={commonMessages.columns.name} required />
        <TextAreaField
          label={commonMessages.columns.description}
          value={values.description}
          onChange={({ target }) => set({ description: target.value })}
        />
      </DraftForm>
    </Section>
  );
}
