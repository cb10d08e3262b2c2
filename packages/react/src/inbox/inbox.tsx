'use client';
import { secretFinder, isShowable } from '@hitl/client/view';
import type { Connection, InboxFilter } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import {
  createContext,
  memo,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  type ReactElement,
  type ReactNode,
} from 'react';
import { PendingRequests, type PendingRequestsProps } from '../pending-requests/index.ts';
import { useInbox } from '../hooks/use-inbox.ts';
import { useTimeLeft } from '../hooks/use-time-left.ts';
import { useStore, type Readable } from '../hooks/use-store.ts';
import { Icon } from '../internal/icons.tsx';
import { inboxOf } from '../internal/inbox-of.ts';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useGrowing } from '../internal/use-growing.ts';
import { VisibleText } from '../internal/visible-text.tsx';
import { common } from '../messages/en/common.ts';
import { panels } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useHitlClient } from '../provider.tsx';

const words = { ...common, ...panels };

/** What waits, and how well it is known. */
export interface InboxSource {
  /** Oldest first. */
  interactions: readonly InteractionRequest[];
  /** Whether the server has said once what waits. Default `true`. */
  loaded?: boolean | undefined;
  /** How the stream of what waits is doing; left out, it is taken to be fine. */
  connection?: Connection | undefined;
  /** A person wants to see this request. */
  onRequestSelect?: ((request: InteractionRequest) => void) | undefined;
  /** Connects again at once: where it is given, `Status` offers it while the server is not reached. */
  onReconnect?: (() => void) | undefined;
}

type InboxState = Pick<InboxSource, 'interactions' | 'loaded' | 'connection'>;

/**
 * A store and not what it holds: when a context changes, React looks through all that is below it, and
 * here that is every row.
 */
const InboxContext = createContext<Readable<InboxState> | null>(null);
/** Always the same function, likewise. */
const SelectContext = createContext<InboxSource['onRequestSelect']>(undefined);
const ReconnectContext = createContext<InboxSource['onReconnect']>(undefined);
const ItemContext = createContext<InteractionRequest | null>(null);

function useInboxContext(part: string): InboxState {
  const inbox = use(InboxContext);
  if (inbox === null) throw new Error(`Place Inbox.${part} inside <Inbox.Root>.`);
  return useStore(inbox);
}

function useItem(part: string): InteractionRequest {
  const request = use(ItemContext);
  if (request === null) throw new Error(`Place Inbox.${part} inside <Inbox.Item request={…}>.`);
  return request;
}

/** A section’s props, what waits, and what choosing one does. */
export type RootProps = PartProps<'section'> & InboxSource;

/** Groups what waits. `data-state`: `loading`, `empty`, `ready`; `data-offline` while it may be old. */
export function Root(props: RootProps): ReactElement {
  const { interactions, loaded, connection, ...rest } = props;
  const store = useMemo(() => {
    const given: InboxState = { interactions, loaded, connection };
    return { subscribe: () => () => {}, getSnapshot: () => given };
  }, [interactions, loaded, connection]);
  return <InboxRoot store={store} {...rest} />;
}

/** The root of what a store holds. */
function InboxRoot({
  store,
  onRequestSelect,
  onReconnect,
  ...props
}: Omit<RootProps, keyof InboxState> & { store: Readable<InboxState> }): ReactElement {
  const { interactions, loaded = true, connection } = useStore(store);
  const messages = useMessages(words);
  const latest = useRef(onRequestSelect);
  useLayoutEffect(() => {
    latest.current = onRequestSelect;
  });
  const select = useCallback((request: InteractionRequest) => latest.current?.(request), []);
  const state = loaded ? (interactions.length === 0 ? 'empty' : 'ready') : 'loading';
  return (
    <InboxContext value={store}>
      <SelectContext value={select}>
        <ReconnectContext value={onReconnect}>
          {renderPart('section', 'inbox-root', {
            role: 'group',
            'aria-label': messages.inbox,
            'data-state': state,
            'data-offline': isDown(connection) || undefined,
            ...props,
          })}
        </ReconnectContext>
      </SelectContext>
    </InboxContext>
  );
}

function isDown(connection: Connection | undefined): boolean {
  return connection?.status === 'offline' || connection?.status === 'reconnecting';
}

/** How many wait. Renders nothing at 0. */
export function Count(props: PartProps<'span'>): ReactNode {
  const { interactions } = useInboxContext('Count');
  const messages = useMessages(words);
  if (interactions.length === 0) return null;
  return renderPart('span', 'inbox-count', {
    'aria-label': messages.pendingCount(interactions.length),
    children: interactions.length,
    ...props,
  });
}

/** What there is to say while nothing is shown, or while what is shown may be out of date. */
export function Status(props: PartProps<'p'>): ReactNode {
  const { interactions, loaded = true, connection } = useInboxContext('Status');
  const messages = useMessages(words);
  const reconnect = use(ReconnectContext);
  const trouble = troubleOf(connection, loaded, messages);
  if (trouble !== undefined) {
    return renderPart('p', 'inbox-status', {
      role: 'status',
      children: <Trouble text={trouble} reconnect={reconnect} />,
      ...props,
    });
  }
  const status = loaded ? interactions.length === 0 && messages.inboxEmpty : messages.loading;
  if (status === false) return null;
  return renderPart('p', 'inbox-status', { role: 'status', children: status, ...props });
}

/** Why what is shown may not be what waits; `undefined` while all is well. */
function troubleOf(
  connection: Connection | undefined,
  loaded: boolean,
  messages: typeof words,
): string | undefined {
  const error = connection?.error;
  const details = error === undefined ? '' : ` ${messages.problemDetails(error.message)}`;
  if (isDown(connection)) {
    if (!loaded) return messages.unreachable + details;
    return connection?.status === 'offline' ? messages.offline : messages.reconnecting;
  }
  return error === undefined ? undefined : messages.loadFailed + details;
}

function Trouble({
  text,
  reconnect,
}: {
  text: string;
  reconnect: (() => void) | undefined;
}): ReactElement {
  const messages = useMessages(words);
  return (
    <>
      <VisibleText text={text} mode="prose" />{' '}
      {reconnect !== undefined && (
        <button type="button" data-hitl-part="link" onClick={reconnect}>
          {messages.reconnect}
        </button>
      )}
    </>
  );
}

/** What waits, oldest first, each as a button that selects it. */
export function List(props: PartProps<'ul'>): ReactNode {
  const { interactions } = useInboxContext('List');
  const count = useGrowing(interactions.length);
  if (interactions.length === 0) return null;
  return renderPart('ul', 'inbox-list', {
    children: interactions
      .slice(0, count)
      .map((request) => <Row key={request.id} request={request} />),
    ...props,
  });
}

/** Memoized: of a thousand rows those render that changed. */
const Row = memo(function Row({ request }: { request: InteractionRequest }): ReactElement {
  return (
    <li data-hitl-part="inbox-row">
      <Item request={request}>
        <Subject />
        <Meta />
      </Item>
    </li>
  );
});

/** One request as a button; with `asChild` as a link of yours. */
export function Item({
  request,
  onClick,
  ...props
}: PartProps<'button'> & { request: InteractionRequest }): ReactElement {
  const select = use(SelectContext);
  if (select === undefined) throw new Error('Place Inbox.Item inside <Inbox.Root>.');
  return (
    <ItemContext value={request}>
      {renderPart('button', 'inbox-item', {
        ...(props.asChild !== true && { type: 'button' }),
        'data-risk': request.risk_level,
        ...props,
        onClick: composed(onClick, () => select(request)),
      })}
    </ItemContext>
  );
}

/** What is asked: the tool and what it would do, or the question. */
export function Subject(props: PartProps<'span'>): ReactElement {
  const request = useItem('Subject');
  const messages = useMessages(words);
  if (!isShowable(request)) {
    return renderPart('span', 'inbox-subject', { children: messages.unreadable, ...props });
  }
  const { tool_name, tool_args, purpose, metadata } = request;
  const schema = request.type === 'confirm' ? request.tool_schema : undefined;
  const isSecret = secretFinder(tool_args, schema);
  const preview = [metadata['args_preview'], tool_args['command'], tool_args['path']].find(
    (text) => typeof text === 'string' && !isSecret(text),
  );
  return renderPart('span', 'inbox-subject', {
    children:
      purpose === 'authorization' ? (
        <>
          <code>
            <VisibleText text={tool_name} />
          </code>{' '}
          {typeof preview === 'string' && (
            <code data-hitl-part="inbox-preview">
              <VisibleText text={preview} />
            </code>
          )}
        </>
      ) : (
        <VisibleText text={request.title} mode="prose" />
      ),
    ...props,
  });
}

/** Who asks, how risky it is and how long there is. */
export function Meta(props: PartProps<'span'>): ReactNode {
  const request = useItem('Meta');
  const { agent_path, risk_level, expires_at, created_at, paused } = request;
  const messages = useMessages(words);
  const left = useTimeLeft(expires_at, created_at);
  if (!isShowable(request)) return null;
  const agent = agent_path.at(-1);
  return renderPart('span', 'inbox-meta', {
    children: (
      <>
        <span>
          {agent === undefined ? messages.anAgent : <VisibleText text={agent} mode="prose" />}
        </span>
        {risk_level === 'high' && (
          <span data-hitl-part="risk" data-risk="high">
            <Icon name="high" />
            {messages.risk.high}
          </span>
        )}
        {paused === true && <span>{messages.paused}</span>}
        {left !== null && paused !== true && (
          <span data-hitl-part="countdown" data-urgent={left.urgent || undefined}>
            {messages.timeLeft(left.words)}
          </span>
        )}
      </>
    ),
    ...props,
  });
}

/** A section’s props, whose requests, and what choosing one does. */
export type PanelProps = Omit<PartProps<'section'>, keyof InboxSource> & {
  /** Whose requests; left out, all that the caller may see. */
  filter?: InboxFilter | undefined;
  onRequestSelect?: InboxSource['onRequestSelect'];
};

/** What waits, read from the provider's client, as a list to choose from. */
export function Panel({ filter = {}, ...props }: PanelProps): ReactElement {
  const inbox = inboxOf(useHitlClient(), filter);
  return (
    <InboxRoot store={inbox} onReconnect={inbox.reconnect} {...props}>
      <Status />
      <List />
    </InboxRoot>
  );
}

/** As of `PendingRequests`, with what waits read from the client. */
export type CardsProps = Omit<PendingRequestsProps, 'requests' | 'onRespond'> & {
  /** Whose requests; left out, all that the caller may see. */
  filter?: InboxFilter | undefined;
};

/**
 * What waits, read from the provider's client, as cards and panels to answer at once. While the server
 * cannot be reached, or refuses, it says so above them; while nothing waits it renders no card.
 */
export function Cards({ filter, ...props }: CardsProps): ReactElement {
  const { interactions, loaded, connection, reconnect } = useInbox(filter);
  const messages = useMessages(words);
  const trouble = troubleOf(connection, loaded, messages);
  return (
    <>
      {trouble !== undefined && (
        <p data-hitl-part="inbox-status" role="status">
          <Trouble text={trouble} reconnect={reconnect} />
        </p>
      )}
      <PendingRequests requests={interactions} {...props} />
    </>
  );
}
