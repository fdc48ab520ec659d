/** @jest-environment-options {"dom": true} */
import { renderHook } from '@testing-library/react';
import { signInForTest } from '../testing';
import { isPermitted, permissionOf, useCanCall, usePermission, useRole } from './permissions';

test.each([
  ['owner', true, true, true],
  ['manager', true, true, false],
  ['annotator', true, false, false],
  ['viewer', false, false, false],
] as const)('role %s grants the expected permissions', (role, canAnnotate, canManage, canOwn) => {
  signInForTest({ role });
  const { result } = renderHook(() => [
    useRole(),
    useCanCall<'POST /detection/v2/object/'>('annotate'),
    useCanCall<'POST /detection/v2/task/'>('manage'),
    usePermission('own'),
  ]);
  expect(result.current).toEqual([role, canAnnotate, canManage, canOwn]);
  expect(isPermitted('manage')).toBe(canManage);
});

test('nobody has permissions without a workspace', () => {
  signInForTest({ workspaces: [] });
  expect(renderHook(() => usePermission('view')).result.current).toBe(false);
});

test('the compiler refuses a permission that differs from the contract', () => {
  expect(permissionOf<'POST /product/v2/set/'>('manage')).toBe('manage');
  // @ts-expect-error The call needs the permission `manage`.
  expect(permissionOf<'POST /product/v2/set/'>('view')).toBe('view');
  // @ts-expect-error The union of all calls has no permission but `view`.
  expect(permissionOf('own')).toBe('own');
});
