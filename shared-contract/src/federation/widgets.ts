// Props of the widgets that remotes embed in each other. They cross a version boundary, so they are serialisable,
// callbacks aside, and grow by optional fields within a major version of the widget.

/** What pictures are added to, and taken from, in the image browser. */
export type ImageTarget = { kind: 'image-job'; id: string; name: string } | { kind: 'detection-task'; id: string; name: string };

/** How many members came and went by one action. */
export interface MembershipChange {
  added: number;
  removed: number;
}

/** Browse, filter and pick pictures for a job or a task (owner: annotate). */
export interface ImageBrowserProps {
  target: ImageTarget;
  onMembershipChange?: (change: MembershipChange) => void;
}

export type GroupSubject = { kind: 'image'; id: string } | { kind: 'object'; id: string };

/** The groups of one picture or object: list, add by id, take out (owner: similarity). */
export interface GroupMembershipProps {
  subject: GroupSubject;
  onMembershipChange?: (change: MembershipChange) => void;
  /** The subject has been added to this group: another can be offered the same. */
  onJoined?: (group: { id: string; name: string }) => void;
  /** The subject was put into this group, or taken out of it; not told of one where it was so already. The name may be the id. */
  onMember?: (group: { id: string; name: string }, isMember: boolean) => void;
}

export type SimilarSubject = { kind: 'image' | 'object' | 'polygon' | 'group'; id: string };

/** The groups, images and objects that look most like something (owner: similarity). */
export interface SimilarItemsProps {
  subject: SimilarSubject;
  /** An image or an object was put into this group. Without it nothing can be put into a group from here. */
  onMember?: GroupMembershipProps['onMember'];
  onJoined?: GroupMembershipProps['onJoined'];
}

/** Search groups; each context that is given adds its action to the rows (owner: similarity). */
export interface GroupsBrowserProps {
  /** A similarity job that groups are added to and taken from. */
  job?: { id: string; name: string };
  /** Id of the group that others are merged into. */
  baseGroup?: string;
  /** Picture or object that can be added to a group. */
  subject?: GroupSubject;
  onMembershipChange?: (change: MembershipChange) => void;
  /** As of `GroupMembershipProps`. */
  onMember?: GroupMembershipProps['onMember'];
  onMerged?: (groupId: string) => void;
}

/** The body of the group screen, without the page around it (owner: similarity). */
export interface GroupBodyProps {
  groupId: string;
  /** The workspace that the group is of; without it the active one. */
  workspaceId?: string;
  /** The similarity job in which the group is being worked on. */
  job?: { id: string; name: string };
  /** The group is not there any more. */
  onDeleted?: () => void;
  /** What stands in the widget: nothing yet, the group, or that it cannot be had. Told with the first drawing; a release before tells nothing. */
  onShown?: (what: 'nothing' | 'group' | 'failure') => void;
}

/** Recognition tasks and labels of the active workspace: made, edited and deleted (owner: training). Nothing is told yet. */
export type RecognitionEntitiesProps = Record<string, never>;

/** The cut-out of one object becomes a picture of a product that is found by name or number (owner: catalogue). */
export interface ProductCropProps {
  /** Id of the object. */
  object: string;
}

/** Widget ids and the props that their components take. */
export interface WidgetProps {
  'image-browser': ImageBrowserProps;
  'group-membership': GroupMembershipProps;
  'groups-browser': GroupsBrowserProps;
  'similar-things': SimilarItemsProps;
  'group-body': GroupBodyProps;
  'recognition-entities': RecognitionEntitiesProps;
  'product-crop': ProductCropProps;
}
export type WidgetId = keyof WidgetProps;
