import { api, loadResources, reloadWorkspaces } from '@console/shared-auth';
import type { WorkspaceSettings } from '@console/shared-contract/api';
import { ANNOTATOR_ACCESS } from '@console/shared-contract/roles';
import { SelectControl } from '@console/shared-ui/choices';
import { EditDialog, TextControl } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { getServiceName } from '../../federation-view/services';
import { CheckboxGroupControl } from '../checkbox-group-control';
import { settingsMessages } from '../settings-messages';
import { refreshSettings } from '../settings.queries';

const generalMessages = settingsMessages.general;

type SettingsValues = Pick<WorkspaceSettings, 'name' | 'services' | 'statistics_visibility' | 'annotator_access'>;
const visibilityChoices = (['everybody', 'own'] as const).map((value) => ({ value, label: generalMessages.visibilities[value] }));

const accessChoices = ANNOTATOR_ACCESS.map((value) => ({ value, label: generalMessages.annotatorAccesses[value] }));

/** Returns one slug for each service: `recognition` and `custom-recognition` are the same service. */
function listServices({ services, available_services: availableServices }: WorkspaceSettings) {
  const slugs = [...services, ...availableServices];
  return slugs.filter(
    (slug, index) => slugs.findIndex((otherSlug) => getServiceName(otherSlug) === getServiceName(slug)) === index,
  );
}

/** Dialog with the settings that the owner of the workspace can change. */
export function EditSettingsDialog({ settings, onClose }: { settings: WorkspaceSettings; onClose: () => void }) {
  const { id, name, services, statistics_visibility, annotator_access } = settings;
  const write = useWrite({
    send: async (body: SettingsValues) => {
      await api.call('PATCH /account/v2/workspace/{id}/', { params: { id }, body });
      // Every page shows the name (in the switcher) and the services (in the navigation).
      await Promise.all([reloadWorkspaces(), refreshSettings('settings')]);
      await loadResources();
    },
    success: { title: generalMessages.saved },
    failure: generalMessages.saveFailed,
    failureIn: 'form',
  });
  return (
    <EditDialog<SettingsValues>
      title={generalMessages.edit}
      submitLabel={generalMessages.save}
      initial={{ name, services, statistics_visibility, annotator_access }}
      onSubmit={(values) => write.send({ ...values, name: values.name.trim() })}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextControl control={control} name="name" label={generalMessages.name} requiredError={generalMessages.nameRequired} />
          <SelectControl
            control={control}
            name="statistics_visibility"
            label={generalMessages.visibility}
            choices={visibilityChoices}
          />
          <SelectControl
            control={control}
            name="annotator_access"
            label={generalMessages.annotatorAccess}
            hint={generalMessages.annotatorAccessHint}
            choices={accessChoices}
          />
          <CheckboxGroupControl
            control={control}
            name="services"
            label={generalMessages.services}
            hint={generalMessages.servicesHint}
            choices={Object.fromEntries(listServices(settings).map((slug) => [slug, getServiceName(slug)]))}
          />
        </>
      )}
    </EditDialog>
  );
}
