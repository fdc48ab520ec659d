// Props of the widgets that micro-frontends embed in each other. The remote that provides a widget and the remote that embeds it may have
// been built with different versions of this file. So props are serialisable, except for callbacks, and within a major version of a
// widget, only optional props are added.

import type { SimilarKind } from '../shape-kinds';

/** The job or task to which the image browser adds images, and from which it removes them. */
export type ImageTarget = { kind: 'image-job'; id: string; name: string } | { kind: 'detection-task'; id: string; name: string };

/** Number of members that an action of the user has added and removed. */
export interface MembershipChange {
  added: number;
  removed: number;
}

/** Props of the widget that browses, filters and selects images for a job or task (provided by annotate). */
export interface ImageBrowserProps {
  target: ImageTarget;
  onMembershipChange?: (change: MembershipChange) => void;
}

export type GroupSubject = { kind: 'image'; id: string } | { kind: 'object'; id: string };

/** Props of the widget that lists, adds and removes the groups of an image or object (provided by similarity). */
export interface GroupMembershipProps {
  subject: GroupSubject;
  onMembershipChange?: (change: MembershipChange) => void;
  /** Called after the user has added the subject to a group. The page can then offer the same group for the next subject. */
  onJoined?: (group: { id: string; name: string }) => void;
  /** Called after the subject has become a member of a group or stopped being one. `name` is the group's id if its name is unknown. */
  onMember?: (group: { id: string; name: string }, isMember: boolean) => void;
}

export type SimilarSubject = { kind: SimilarKind; id: string };

/** Props of the widget that shows the most similar groups, images and shapes for the subject (provided by similarity). */
export interface SimilarItemsProps {
  subject: SimilarSubject;
  /** Called after an image or object was added to a group. Without this prop, the widget cannot add items to groups. */
  onMember?: GroupMembershipProps['onMember'];
  onJoined?: GroupMembershipProps['onJoined'];
}

/**
 * Props of the widget that searches groups. Each of `job`, `baseGroup` and `subject`, if set, adds an action to the rows
 * (provided by similarity).
 */
export interface GroupsBrowserProps {
  /** The similarity job to which groups can be added, and from which they can be removed. */
  job?: { id: string; name: string };
  /** Id of the group into which other groups can be merged. */
  baseGroup?: string;
  /** Image or object that can be added to a group. */
  subject?: GroupSubject;
  onMembershipChange?: (change: MembershipChange) => void;
  /** See `GroupMembershipProps`. */
  onMember?: GroupMembershipProps['onMember'];
  onMerged?: (groupId: string) => void;
}

/** Props of the widget with the content of the group screen, without the page around it (provided by similarity). */
export interface GroupBodyProps {
  groupId: string;
  /** The workspace of the group. Default: the active workspace. */
  workspaceId?: string;
  /** The similarity job that the user is working on. */
  job?: { id: string; name: string };
  /** Called after the group was deleted. */
  onDeleted?: () => void;
  /** Called after the first rendering and when the displayed content changes. Older releases of the widget do not call it. */
  onShown?: (content: 'nothing' | 'group' | 'failure') => void;
}

/** Props of the widget that manages recognition tasks and labels of the active workspace (provided by training). There are no props. */
export type RecognitionEntitiesProps = Record<string, never>;

/** Props of the widget that adds the crop of an object to the images of a product (provided by catalogue). */
export interface ProductCropProps {
  /** Id of the object. */
  object: string;
}

/** Widget ids with the props of their components. */
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
