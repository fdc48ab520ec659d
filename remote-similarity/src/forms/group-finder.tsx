import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { GroupRow } from '@console/shared-contract/api';
import { TrainTestBadge } from '@console/shared-ui/basics';
import { ThumbnailPicker } from '@console/shared-ui/choices';
import { useState } from 'react';
import { messages } from '../messages';

const words = messages.finder;
/** Groups that are seen at once; typing on finds the others. */
const SHOWN = 12;

export type FoundGroup = Pick<GroupRow, 'id' | 'name'>;

export interface GroupFinderProps {
  chosen: FoundGroup | null;
  onPick: (group: FoundGroup | null) => void;
  /** Id of a group that is not offered. */
  except?: string;
}

/** One group by a part of its name; its picture is seen before it is chosen. */
export function GroupFinder({ chosen, onPick, except }: GroupFinderProps) {
  /** null: nothing is being looked for. */
  const [search, setSearch] = useState<string | null>(null);
  const groups = useFoundGroups(search ?? '', search !== null);
  const offered = groups.data?.results.filter(({ id }) => id !== except);
  const hidden = (groups.data?.results.length ?? 0) - (offered?.length ?? 0);
  return (
    <ThumbnailPicker
      label={words.label}
      placeholder={words.placeholder}
      noMatchText={words.none}
      formatMore={words.more}
      selected={chosen}
      onPick={onPick}
      onSearch={setSearch}
      rows={offered}
      total={(groups.data?.count ?? 0) - hidden}
      getImageUrl={(group) => group.thumb_img_path}
      renderDetails={(group) => (
        <>
          <TrainTestBadge test={group.test_group} />
          {group.type === null ? '' : (group.type_name ?? messages.unknown)}
        </>
      )}
    />
  );
}

function useFoundGroups(search: string, enabled: boolean) {
  return useWorkspaceQuery({
    key: ['similarity', 'groups', 'found', search],
    load: (scope) =>
      api.call('GET /similarity/training/v2/group/', { query: { search: search || undefined, page_size: SHOWN }, ...scope }),
    enabled,
    placeholderData: (previous) => previous,
  });
}
