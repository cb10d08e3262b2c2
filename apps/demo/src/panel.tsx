import type { InteractionRequest } from '@hitl/protocol';
import { Grants } from '@hitl/react';
import { Tabs } from 'radix-ui';
import { RunRecord } from './run-record.tsx';
import { USER } from './user.ts';
import { PendingPanel } from './pending-panel.tsx';

/** The tabs of the panel. */
export type PanelTab = 'waiting' | 'rules' | 'run';

/** The target of a link from the conversation: a rule, or a call in the record. */
export interface PanelTarget {
  readonly rule?: string;
  readonly call?: { readonly runId: string; readonly toolCallId: string };
}

const TABS = [
  ['waiting', 'Waiting'],
  ['rules', 'Rules'],
  ['run', 'Record'],
] as const;

/** Pending requests of all sessions, the rules of the user, and the record of the open run. */
export function Panel({
  sessionId,
  tab,
  target,
  onTabChange,
  onClose,
  onSelect,
}: {
  sessionId: string | null;
  tab: PanelTab;
  target: PanelTarget;
  onTabChange: (tab: PanelTab) => void;
  onClose: () => void;
  onSelect: (request: InteractionRequest) => void;
}) {
  return (
    <Tabs.Root
      className="tabs"
      // Radix sets `ltr` otherwise, whatever the page has.
      dir={document.dir === 'rtl' ? 'rtl' : 'ltr'}
      value={tab}
      onValueChange={(value) => onTabChange(TABS.find(([name]) => name === value)?.[0] ?? tab)}
    >
      <div className="tabs-bar">
        <Tabs.List className="tabs-list" aria-label="Panel">
          {TABS.map(([name, label]) => (
            <Tabs.Trigger key={name} className="tab" value={name}>
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <button type="button" className="close" onClick={onClose}>
          Close
        </button>
      </div>
      <Tabs.Content className="tab-content" value="waiting">
        <PendingPanel sessionId={sessionId} onSelect={onSelect} />
      </Tabs.Content>
      <Tabs.Content className="tab-content" value="rules">
        <h2 className="visually-hidden">Your rules</h2>
        <Grants.Panel userId={USER} selected={target.rule} />
      </Tabs.Content>
      <Tabs.Content className="tab-content" value="run">
        <h2 className="visually-hidden">Record of the run</h2>
        {sessionId === null ? (
          <p className="quiet">Open a session to see what happened in its runs.</p>
        ) : (
          <RunRecord
            key={`${sessionId} ${target.call?.toolCallId}`}
            sessionId={sessionId}
            call={target.call}
          />
        )}
      </Tabs.Content>
    </Tabs.Root>
  );
}
