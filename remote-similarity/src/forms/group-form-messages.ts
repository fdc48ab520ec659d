/** Interface text of the form of a group. */
export const groupFormMessages = {
  create: 'Create New Group',
  edit: 'Edit group',
  type: 'Similarity type',
  createSubmit: 'Create',
  save: 'Save',
  created: 'Group was successfuly created!',
  updated: 'Updated!',
  createFailed: 'Unable to create group!',
  updateFailed: 'Unable to update group!',
  stale: 'Another user has changed this group. Check the values and save again.',
};
