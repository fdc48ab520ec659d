import { searchRows, useWorkspaceQuery } from '@console/shared-auth';
import type { GroupRow } from '@console/shared-contract/api';
import { useState } from 'react';
import { TrainTestBadge } from '../badges/badges';
import { parseId } from '../format/parse-ids';
import { fieldMessages } from './field-messages';
import { ThumbnailPicker } from './thumbnail-picker';

const finderMessages = fieldMessages.groupFinder;
/** Maximum number of suggested groups. To find other groups, the user types more of the name. */
const MAX_CHOICES = 12;

export type GroupReference = Pick<GroupRow, 'id' | 'name'>;

export interface GroupFinderProps {
  selected: GroupReference | null;
  onPick: (group: GroupReference | null) => void;
  /** Id of a group that is not suggested. */
  excludedId?: string;
}

/** Field in which the user finds a group by a part of its name, by its id or by a link to it. Groups are shown with thumbnails. */
export function GroupFinder({ selected: selectedGroup, onPick, excludedId }: GroupFinderProps) {
  /** The search text, or null if no search is active. */
  const [search, setSearch] = useState<string | null>(null);
  const groups = useGroupMatches(search ?? '', search !== null);
  const choices = groups.data?.results.filter(({ id }) => id !== excludedId);
  const excludedCount = (groups.data?.results.length ?? 0) - (choices?.length ?? 0);
  return (
    <ThumbnailPicker
      label={finderMessages.label}
      placeholder={finderMessages.placeholder}
      noMatchText={finderMessages.none}
      formatMore={finderMessages.more}
      selected={selectedGroup}
      onPick={onPick}
      onSearch={setSearch}
      rows={choices}
      total={(groups.data?.count ?? 0) - excludedCount}
      getImageUrl={(group) => group.thumb_img_path}
      renderDetails={(group) => (
        <>
          <TrainTestBadge test={group.test_group} />
          {group.type === null ? '' : (group.type_name ?? finderMessages.unknownType)}
        </>
      )}
    />
  );
}

function useGroupMatches(search: string, enabled: boolean) {
  return useWorkspaceQuery({
    key: ['similarity', 'groups', 'found', search],
    load: (scope) =>
      searchRows('GET /similarity/training/v2/group/', { find: parseId(search) || undefined, page_size: MAX_CHOICES }, scope),
    enabled,
    placeholderData: (previous) => previous,
  });
}
