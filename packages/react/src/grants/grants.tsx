'use client';
import type { PermissionRule, RuleEffect, RuleInput } from '@hitl/protocol';
import { createContext, use, useState, type ReactElement, type ReactNode } from 'react';
import { usePermissions } from '../hooks/use-permissions.ts';
import { describeError } from '../internal/card/describe-error.ts';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useFormat } from '../messages/use-format.ts';
import { card } from '../messages/en/card.ts';
import { common } from '../messages/en/common.ts';
import { panels } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';

const words = { ...card, ...common, ...panels };

/** Rules and what can be done about them. */
export interface GrantsSource {
  rules: readonly PermissionRule[];
  /** Whether the rules were read once. Default `true`. */
  loaded?: boolean | undefined;
  error?: unknown;
  onRevoke: (rule: PermissionRule) => void | Promise<void>;
  /** Saves a rule again that was revoked by mistake; left out, revoking cannot be undone here. */
  onRestore?: ((effect: RuleEffect, rule: RuleInput) => void | Promise<void>) | undefined;
}

interface GrantsContextValue extends GrantsSource {
  readonly revoked: readonly PermissionRule[];
  readonly busy: ReadonlySet<string>;
  readonly failure: unknown;
  readonly revoke: (rule: PermissionRule) => Promise<void>;
  readonly restore: (rule: PermissionRule) => Promise<void>;
}

const GrantsContext = createContext<GrantsContextValue | null>(null);
const RuleContext = createContext<PermissionRule | null>(null);

function useGrants(part: string): GrantsContextValue {
  const grants = use(GrantsContext);
  if (grants === null) throw new Error(`Place Grants.${part} inside <Grants.Root>.`);
  return grants;
}

function useRule(part: string): PermissionRule {
  const rule = use(RuleContext);
  if (rule === null) throw new Error(`Place Grants.${part} inside <Grants.Item rule={…}>.`);
  return rule;
}

export type RootProps = PartProps<'section'> & GrantsSource;

/** Groups the rules that are handed in. `data-state`: `loading`, `failed`, `empty`, `ready`. */
export function Root(props: RootProps): ReactElement {
  const { rules, loaded = true, error, onRevoke, onRestore, ...rest } = props;
  const messages = useMessages(words);
  const [revoked, setRevoked] = useState<readonly PermissionRule[]>([]);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<unknown>(null);

  const work = async (id: string, doing: () => void | Promise<void>): Promise<boolean> => {
    if (busy.has(id)) return false;
    setBusy((before) => new Set(before).add(id));
    setFailure(null);
    try {
      await doing();
      return true;
    } catch (thrown) {
      setFailure(thrown);
      return false;
    } finally {
      setBusy((before) => new Set([...before].filter((each) => each !== id)));
    }
  };
  const value: GrantsContextValue = {
    rules,
    loaded,
    error,
    onRevoke,
    onRestore,
    revoked: revoked.filter(({ id }) => !rules.some((rule) => rule.id === id)),
    busy,
    failure,
    async revoke(rule) {
      const done = await work(rule.id, () => onRevoke(rule));
      if (done) setRevoked((before) => [...before, rule]);
    },
    async restore(rule) {
      const { pattern, effect, session_id, expires_at } = rule;
      const done = await work(rule.id, () =>
        onRestore?.(effect, {
          resource: pattern,
          ...(session_id !== undefined && { session_id }),
          ...(expires_at !== undefined && { expires_at }),
        }),
      );
      if (done) setRevoked((before) => before.filter(({ id }) => id !== rule.id));
    },
  };
  const state = loaded
    ? rules.length + value.revoked.length === 0
      ? 'empty'
      : 'ready'
    : error === undefined
      ? 'loading'
      : 'failed';
  return (
    <GrantsContext value={value}>
      {renderPart('section', 'grants-root', {
        role: 'group',
        'aria-label': messages.grants,
        'data-state': state,
        ...rest,
      })}
    </GrantsContext>
  );
}

/** What there is to say while there is no rule to show. Renders nothing otherwise. */
export function Status(props: PartProps<'p'>): ReactNode {
  const { rules, revoked, loaded, error, failure } = useGrants('Status');
  const messages = useMessages(words);
  const problem = failure ?? error;
  if (problem !== null && problem !== undefined) {
    return renderPart('p', 'grants-problem', {
      role: 'alert',
      children: loaded ? describeError(problem, messages) : messages.loadFailed,
      ...props,
    });
  }
  if (rules.length + revoked.length > 0) return null;
  return renderPart('p', 'grants-status', {
    children: loaded ? messages.noGrants : messages.loading,
    ...props,
  });
}

/** The rules, newest first; a revoked one stays with the way back. */
export function List(props: PartProps<'ul'>): ReactNode {
  const { rules, revoked, onRestore } = useGrants('List');
  const sorted = rules.toSorted((left, right) => (left.created_at < right.created_at ? 1 : -1));
  const gone = onRestore === undefined ? [] : revoked;
  if (sorted.length + gone.length === 0) return null;
  return renderPart('ul', 'grants-list', {
    children: (
      <>
        {gone.map((rule) => (
          <Item key={`revoked ${rule.id}`} rule={rule} data-revoked="">
            <Pattern />
            <Undo />
          </Item>
        ))}
        {sorted.map((rule) => (
          <Item key={rule.id} rule={rule}>
            <Pattern />
            <Origin />
            <Revoke />
          </Item>
        ))}
      </>
    ),
    ...props,
  });
}

/** One rule. `data-effect`: `allow`, `deny`, `ask`. */
export function Item({ rule, ...props }: PartProps<'li'> & { rule: PermissionRule }): ReactElement {
  return (
    <RuleContext value={rule}>
      {renderPart('li', 'grant', { 'data-effect': rule.effect, ...props })}
    </RuleContext>
  );
}

/** What the rule does, and the rule itself, as it was written. */
export function Pattern(props: PartProps<'span'>): ReactElement {
  const { effect, pattern } = useRule('Pattern');
  const messages = useMessages(words);
  return renderPart('span', 'grant-pattern', {
    children: (
      <>
        <span data-hitl-part="grant-effect" data-effect={effect}>
          {messages.effects[effect]}
        </span>{' '}
        <code>
          <VisibleText text={pattern} />
        </code>
      </>
    ),
    ...props,
  });
}

/** Where the rule holds, since when, when it was used last and when it ends. */
export function Origin(props: PartProps<'span'>): ReactElement {
  const rule = useRule('Origin');
  const messages = useMessages(words);
  const { time } = useFormat();
  const facts = [
    messages.grantScopes[rule.scope],
    messages.grantedAt(time(rule.created_at)),
    rule.last_used_at === undefined
      ? messages.neverUsed
      : messages.lastUsed(time(rule.last_used_at)),
    ...(rule.expires_at === undefined ? [] : [messages.expires(time(rule.expires_at))]),
  ];
  return renderPart('span', 'grant-origin', { children: facts.join(' · '), ...props });
}

/** Takes the rule away; from the next call on a person is asked again. */
export function Revoke({ onClick, disabled, ...props }: PartProps<'button'>): ReactElement {
  const rule = useRule('Revoke');
  const { revoke, busy } = useGrants('Revoke');
  const messages = useMessages(words);
  return renderPart('button', 'grant-revoke', {
    type: 'button',
    'data-variant': 'quiet',
    'aria-label': messages.revokeRule(rule.pattern),
    'aria-busy': busy.has(rule.id) || undefined,
    disabled: disabled === true || busy.has(rule.id),
    children: messages.revoke,
    ...props,
    onClick: composed(onClick, () => void revoke(rule)),
  });
}

/** Saves a revoked rule again. */
export function Undo({ onClick, disabled, ...props }: PartProps<'button'>): ReactElement {
  const rule = useRule('Undo');
  const { restore, busy } = useGrants('Undo');
  const messages = useMessages(words);
  return renderPart('button', 'grant-undo', {
    type: 'button',
    'data-variant': 'quiet',
    disabled: disabled === true || busy.has(rule.id),
    children: messages.undo,
    ...props,
    onClick: composed(onClick, () => void restore(rule)),
  });
}

/** The rules of one user, read from the provider's client: list, origin, last use, revoke, undo. */
export function Panel({
  userId,
  ...props
}: PartProps<'section'> & { userId: string }): ReactElement {
  const permissions = usePermissions(userId);
  return (
    <Root
      rules={permissions.rules}
      loaded={permissions.loaded}
      error={permissions.error}
      onRevoke={({ pattern }) => permissions.revoke(pattern)}
      onRestore={(effect, rule) => permissions.save(effect, rule)}
      {...props}
    >
      <Status />
      <List />
    </Root>
  );
}
