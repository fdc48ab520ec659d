// Sub-paths of shared packages that remotes may use but the host does not. The federation plugin only offers modules that the
// build imports, so this file is an entry that no document loads.
void import('jotai/utils');
void import('@console/shared-ui');
void import('@console/shared-ui/bulk');
void import('@console/shared-ui/choices');
void import('@console/shared-ui/comments');
void import('@console/shared-ui/csv');
void import('@console/shared-ui/details');
void import('@console/shared-ui/format');
void import('@console/shared-ui/forms');
void import('@console/shared-ui/history');
void import('@console/shared-ui/list-section');
void import('@console/shared-ui/lists');
void import('@console/shared-ui/membership');
void import('@console/shared-ui/pages');
void import('@console/shared-ui/popover');
void import('@console/shared-ui/presence');
void import('@console/shared-ui/rows');
void import('@console/shared-ui/shape-outlines');
void import('@console/shared-ui/table');
void import('@console/shared-ui/tabs');
void import('@console/shared-ui/tags');
void import('@console/shared-ui/toolbar');
