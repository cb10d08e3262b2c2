'use client';
import { describeProblem } from '@hitl/client/view';
import type { PermissionRule } from '@hitl/protocol';
import {
  createContext,
  use,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';
import { useGrants, type GrantsSource, type UseGrantsResult } from '../hooks/use-grants.ts';
import { usePermissions } from '../hooks/use-permissions.ts';
import { isMeant } from '../internal/arming.ts';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useSettings } from '../internal/settings.ts';
import { mergedRef } from '../internal/slot.tsx';
import { useSteady } from '../internal/steady.ts';
import { VisibleText } from '../internal/visible-text.tsx';
import { useFormat } from '../messages/use-format.ts';
import { card } from '../messages/en/card.ts';
import { common } from '../messages/en/common.ts';
import { panels } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';

const words = { ...card, ...common, ...panels };

const GrantsContext = createContext<UseGrantsResult | null>(null);
const RuleContext = createContext<PermissionRule | null>(null);
/** Remembers at which rule a button was pressed, until another one of it takes the keyboard. */
interface Pressed {
  press(pattern: string): void;
  /** Whether it was at this rule; says so once. */
  take(pattern: string): boolean;
}

function createPressed(): Pressed {
  let last: string | undefined;
  return {
    press(pattern) {
      last = pattern;
    },
    take(pattern) {
      if (last !== pattern) return false;
      last = undefined;
      return true;
    },
  };
}

const PressedContext = createContext(createPressed());

function useGrantsContext(part: string): UseGrantsResult {
  const grants = use(GrantsContext);
  if (grants === null) throw new Error(`Place Grants.${part} inside <Grants.Root>.`);
  return grants;
}

function useRule(part: string): PermissionRule {
  const rule = use(RuleContext);
  if (rule === null) throw new Error(`Place Grants.${part} inside <Grants.Item rule={…}>.`);
  return rule;
}

/**
 * Keeps the keyboard at a rule whose button leaves, or cannot be pressed for a while: the next one of
 * the same rule that can takes it, unless the person has gone elsewhere.
 */
function useKeyboard(
  { pattern }: PermissionRule,
  disabled: boolean,
  theirs: Ref<HTMLButtonElement> | undefined,
): { ref: (node: HTMLButtonElement | null) => () => void; pressed: () => void } {
  const pressed = use(PressedContext);
  const button = useRef<HTMLButtonElement>(null);
  const ref = useCallback(
    (node: HTMLButtonElement | null) => mergedRef(button, theirs)(node),
    [theirs],
  );
  useLayoutEffect(() => {
    const element = button.current;
    if (disabled || element === null || !pressed.take(pattern)) return;
    const { activeElement, body } = element.ownerDocument;
    const lost = activeElement === body || activeElement?.matches(':disabled') === true;
    if (lost) element.focus({ preventScroll: true });
  });
  return { ref, pressed: () => pressed.press(pattern) };
}

export type { GrantsSource };

/** A section’s props, the rules, and what changes them. */
export type RootProps = PartProps<'section'> & GrantsSource;

/** Groups the rules that are handed in. `data-state`: `loading`, `failed`, `empty`, `ready`. */
export function Root(props: RootProps): ReactElement {
  const { rules, loaded, error, onRevoke, onRestore, ...rest } = props;
  const messages = useMessages(words);
  const grants = useGrants({ rules, loaded, error, onRevoke, onRestore });
  const [pressed] = useState(createPressed);
  return (
    <GrantsContext value={grants}>
      <PressedContext value={pressed}>
        {renderPart('section', 'grants-root', {
          role: 'group',
          'aria-label': messages.grants,
          'data-state': grants.state,
          ...rest,
        })}
      </PressedContext>
    </GrantsContext>
  );
}

/** What there is to say while there is no rule to show. Renders nothing otherwise. */
export function Status(props: PartProps<'p'>): ReactNode {
  const { state, error } = useGrantsContext('Status');
  const messages = useMessages(words);
  if (error !== null && error !== undefined) {
    return renderPart('p', 'grants-problem', {
      role: 'alert',
      children: state === 'failed' ? messages.loadFailed : describeProblem(error, messages),
      ...props,
    });
  }
  if (state === 'ready') return null;
  return renderPart('p', 'grants-status', {
    children: state === 'empty' ? messages.noGrants : messages.loading,
    ...props,
  });
}

/** A rule that is saved again gets another id; it is the same one to whoever looks at it. */
function keyOf({ effect, pattern, session_id: session = '' }: PermissionRule): string {
  return `${effect} ${pattern} ${session}`;
}

/** The rules, newest first; a revoked one stays with the way back. */
export function List(props: PartProps<'ul'>): ReactNode {
  const { state, rules, revoked } = useGrantsContext('List');
  if (state !== 'ready') return null;
  return renderPart('ul', 'grants-list', {
    children: (
      <>
        {revoked.map((rule) => (
          <Item key={`revoked ${rule.id}`} rule={rule} data-revoked="">
            <Pattern />
            <Undo />
          </Item>
        ))}
        {rules.map((rule) => (
          <Item key={keyOf(rule)} rule={rule}>
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

/**
 * One rule. `data-effect`: `allow`, `deny`, `ask`; `data-ignored` for a while after a press that was not
 * counted, because the rule had just moved under the pointer.
 */
export function Item({
  rule,
  ref: theirs,
  ...props
}: PartProps<'li'> & { rule: PermissionRule }): ReactElement {
  const { armingDelayMs } = useSettings();
  const root = useRef<HTMLLIElement>(null);
  useSteady({ root, delayMs: armingDelayMs });
  const ref = useCallback((node: HTMLLIElement | null) => mergedRef(root, theirs)(node), [theirs]);
  // oxlint-disable-next-line react/refs -- the ref is handed on to the element, not read
  const element = renderPart('li', 'grant', { 'data-effect': rule.effect, ...props, ref });
  return <RuleContext value={rule}>{element}</RuleContext>;
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
export function Revoke({
  ref: theirs,
  onClick,
  disabled: given = false,
  ...props
}: PartProps<'button'>): ReactElement {
  const rule = useRule('Revoke');
  const { revoke, busy } = useGrantsContext('Revoke');
  const messages = useMessages(words);
  const disabled = given || busy.has(rule.id);
  const { ref, pressed } = useKeyboard(rule, disabled, theirs);
  return renderPart('button', 'grant-revoke', {
    type: 'button',
    'data-variant': 'quiet',
    'aria-label': messages.revokeRule(rule.pattern),
    'aria-busy': busy.has(rule.id) || undefined,
    disabled,
    children: messages.revoke,
    ...props,
    ref,
    onClick: composed(onClick, (event) => {
      // The rule may have come up under the pointer when another one came or left.
      if (!isMeant(event)) return;
      pressed();
      void revoke(rule);
    }),
  });
}

/** Saves a revoked rule again. */
export function Undo({
  ref: theirs,
  onClick,
  disabled: given = false,
  ...props
}: PartProps<'button'>): ReactElement {
  const rule = useRule('Undo');
  const { restore, busy } = useGrantsContext('Undo');
  const messages = useMessages(words);
  const disabled = given || busy.has(rule.id);
  const { ref, pressed } = useKeyboard(rule, disabled, theirs);
  return renderPart('button', 'grant-undo', {
    type: 'button',
    'data-variant': 'quiet',
    disabled,
    children: messages.undo,
    ...props,
    ref,
    onClick: composed(onClick, () => {
      pressed();
      void restore(rule);
    }),
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
