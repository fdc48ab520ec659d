// The types of version 1.5 of the contract between host and remotes, and compile-time checks that the current types are compatible with
// them. Every remote imports this file through the index of the package, so the type check before its release reports incompatible
// properties. With each minor version of the contract, replace these types with the types of the previous version.

import type { ComponentType } from 'react';
import type { LoadResult } from './faults';
import type { HostServices, LoadedWidget } from './host-services';
import type { ManifestSource } from './manifest';
import type { WidgetId, WidgetProps } from './widgets';

type NamedEntity = { id: string; name: string };
type PreviousSubject = { kind: 'image'; id: string } | { kind: 'object'; id: string };
type PreviousMembershipCallbacks = {
  onJoined?: (group: NamedEntity) => void;
  onMember?: (group: NamedEntity, isMember: boolean) => void;
};
type PreviousChange = { onMembershipChange?: (change: { added: number; removed: number }) => void };

interface PreviousWidgetProps {
  'image-browser': { target: { kind: 'image-job' | 'detection-task' } & NamedEntity } & PreviousChange;
  'group-membership': { subject: PreviousSubject } & PreviousChange & PreviousMembershipCallbacks;
  'groups-browser': {
    job?: NamedEntity;
    baseGroup?: string;
    subject?: PreviousSubject;
    onMember?: PreviousMembershipCallbacks['onMember'];
    onMerged?: (groupId: string) => void;
  } & PreviousChange;
  'similar-things': {
    subject: { kind: 'image' | 'object' | 'polygon' | 'mask' | 'skeleton' | 'group'; id: string };
  } & PreviousMembershipCallbacks;
  'group-body': {
    groupId: string;
    workspaceId?: string;
    job?: NamedEntity;
    onDeleted?: () => void;
    onShown?: (content: 'nothing' | 'group' | 'failure') => void;
  };
  'recognition-entities': Record<string, never>;
  'product-crop': { object: string };
}

interface PreviousHostServices {
  readonly contract: string;
  readonly config: { apiBase: string; docsUrl: string; providerUrl: string; environment: 'production' | 'development' };
  loadWidget<Id extends WidgetId>(id: Id, range: string, options?: { retry?: boolean }): Promise<LoadResult<LoadedWidget<Id>>>;
  peekWidget<Id extends WidgetId>(id: Id, range: string): { Component: ComponentType<WidgetProps[Id]> } | undefined;
  prefetch(path: string): void;
  canOpen?(path: string): boolean;
  reportReady?(): void;
  reportFault(fault: { kind: 'render' | 'chunk'; message: string; remote: string; version: string; part: string }): void;
}

interface PreviousManifest {
  name: string;
  contract: string;
  title: string;
  routes?: {
    path: string;
    title: string;
    resources?: string[];
    component: string;
    permission?: 'view' | 'annotate' | 'review' | 'manage' | 'train' | 'members' | 'own';
    nav?: { label: string; order: number; icon: string };
    icon?: string;
    under?: string;
    row?: string;
    find?: { list: string; detail?: string };
  }[];
  cards?: { id: string; title?: string; resources?: string[]; order: number; component: string }[];
  widgets?: { id: string; version: string; component: string }[];
  background?: { resources?: string[]; start: string };
  needs?: { id: string; range: string }[];
  reportsReady?: boolean;
}

type IsAssignable<Value extends Expected, Expected> = Value;
/** Checks that a remote of contract 1.5 runs in this host. */
export type PreviousManifestFits = IsAssignable<PreviousManifest, ManifestSource>;
export type HostServicesFit = IsAssignable<HostServices, PreviousHostServices>;
/** Checks that a widget of this contract accepts the props that remotes of contract 1.5 pass. */
export type PreviousPropsFit = IsAssignable<PreviousWidgetProps, WidgetProps>;
