import { createFakeClient } from '@hitl/client/testing';
import {
  authorizationRequest,
  interactionRequest,
  interactionResolved,
  sessionLog,
} from '@hitl/protocol/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { Inbox, NotifyButton, PendingBadge, usePendingAttention } from '../index.ts';
import { renderWithClient } from '../internal/testing.fixture.tsx';

/** For a busy machine: nothing here is timed, only awaited. */
const PATIENTLY = { timeout: 60_000 };

const requests = ['a', 'b'].map((id) => authorizationRequest({ id, tool_name: `tool_${id}` }));
const title = (): string => document.title;
const icons = (): HTMLLinkElement[] => [
  ...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]'),
];

/** One green pixel. */
const OWN_ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="64" height="64"%3E%3Crect width="64" height="64" fill="%2300ff00"/%3E%3C/svg%3E';

let own: HTMLLinkElement;
let strangers: HTMLLinkElement[];
beforeEach(() => {
  document.title = 'My app';
  strangers = icons();
  for (const icon of strangers) icon.remove();
  own = document.createElement('link');
  own.rel = 'icon';
  own.href = OWN_ICON;
  document.head.append(own);
});
afterEach(() => {
  own.remove();
  document.head.append(...strangers);
});

/** The color of an icon at a position, of 64 by 64. */
async function colourAt({ href }: { href: string }, x: number, y: number): Promise<number[]> {
  const image = new Image();
  image.src = href;
  await image.decode();
  const context = new OffscreenCanvas(64, 64).getContext('2d');
  context?.drawImage(image, 0, 0);
  return [...(context?.getImageData(x, y, 1, 1).data ?? [])];
}

test('the title shows the number, even after the page changes it, and is restored', async () => {
  const client = createFakeClient({ pending: requests });
  const { unmount } = renderWithClient(client, <PendingBadge inTitle />);
  await expect.poll(title, PATIENTLY).toBe('(2) My app');
  document.title = 'My app: settings';
  await expect.poll(title, PATIENTLY).toBe('(2) My app: settings');
  client.emit(
    ...sessionLog([interactionRequest(requests[0]), interactionResolved({ interaction_id: 'a' })]),
  );
  await expect.poll(title, PATIENTLY).toBe('(1) My app: settings');
  unmount();
  await expect.poll(title, PATIENTLY).toBe('My app: settings');
});

test('two badges in one page put one number before the title', async () => {
  const client = createFakeClient({ pending: requests });
  const { unmount } = renderWithClient(
    client,
    <>
      <PendingBadge inTitle />
      <PendingBadge inTitle filter={{ sessionId: 'ses_other' }} />
    </>,
  );
  await expect.poll(title, PATIENTLY).toBe('(2) My app');
  unmount();
  await expect.poll(title, PATIENTLY).toBe('My app');
});

test('the icon gets the number drawn over it, and is restored', async () => {
  const client = createFakeClient({ pending: requests });
  const { unmount } = renderWithClient(client, <PendingBadge inFavicon />);
  await expect.poll(icons, PATIENTLY).not.toContain(own);
  const [drawn] = icons();
  expect(drawn?.href).toMatch(/^data:image\/png;/);
  expect(await colourAt(drawn!, 4, 4), 'the icon below').toEqual([0, 255, 0, 255]);
  expect(await colourAt(drawn!, 43, 26), 'the badge').toEqual([179, 38, 30, 255]);
  unmount();
  await expect.poll(icons, PATIENTLY).toEqual([own]);
  expect(own.href).toBe(OWN_ICON);
});

test('an icon that cannot be read is replaced by the number', async () => {
  own.href = 'data:image/png;base64,broken';
  const { unmount } = renderWithClient(
    createFakeClient({ pending: requests }),
    <PendingBadge inFavicon />,
  );
  await expect.poll(icons, PATIENTLY).not.toContain(own);
  expect(await colourAt(icons()[0]!, 4, 4)).toEqual([0, 0, 0, 0]);
  unmount();
  await expect.poll(icons, PATIENTLY).toEqual([own]);
});

test('a page shows the oldest request, and its card gets the focus', async () => {
  const select = vi.fn();
  function Next() {
    const { count, focusNext } = usePendingAttention({ onRequestSelect: select });
    return (
      <button type="button" onClick={focusNext}>
        Next of {count}
      </button>
    );
  }
  renderWithClient(
    createFakeClient({ pending: requests }),
    <>
      <Next />
      <div style={{ blockSize: 3000 }} />
      <Inbox.Cards />
    </>,
  );
  await page.getByRole('button', { name: 'Next of 2' }).click();
  const card = page.getByRole('group', { name: 'Allow tool_a?' });
  await expect.element(card).toHaveFocus();
  await expect.element(card).toBeInViewport();
  expect(select.mock.calls.map(([{ id }]) => id)).toEqual(['a']);
});

/** Sets the permission in the browser itself; `prompt`: not decided yet. */
async function setLeave(setting: 'prompt' | 'granted' | 'denied'): Promise<void> {
  const send = async (method: string, more: object): Promise<object> =>
    (await cdp().send(method as 'Target.getTargetInfo', more)) as object;
  const { targetInfo } = (await send('Target.getTargetInfo', {})) as {
    targetInfo: { browserContextId: string };
  };
  const { browserContextId } = targetInfo;
  const permission = { name: 'notifications' };
  const { origin } = location;
  await send('Browser.setPermission', { permission, setting, origin, browserContextId });
}

describe('notifications of the operating system', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    return setLeave('prompt');
  });

  test('are requested by a press of the person only', async () => {
    await setLeave('prompt');
    const asked = vi.spyOn(Notification, 'requestPermission').mockImplementation(async () => {
      await setLeave('granted');
      return 'granted';
    });
    renderWithClient(
      createFakeClient({ pending: requests }),
      <>
        <PendingBadge notify />
        <NotifyButton />
      </>,
    );
    const button = page.getByRole('button', { name: 'Notify me' });
    await expect.element(button).toBeVisible();
    expect(asked).not.toHaveBeenCalled();
    await button.click();
    await expect.element(button).not.toBeInTheDocument();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('are not offered if the browser blocks them', async () => {
    await setLeave('denied');
    const { container } = renderWithClient(createFakeClient(), <NotifyButton />);
    expect(container.innerHTML).toBe('');
  });

  test('are not requested again after a refusal', async () => {
    await setLeave('prompt');
    vi.spyOn(Notification, 'requestPermission').mockImplementation(async () => {
      await setLeave('denied');
      return 'denied';
    });
    renderWithClient(createFakeClient(), <NotifyButton />);
    await page.getByRole('button', { name: 'Notify me' }).click();
    await expect
      .element(
        page.getByRole('button', { name: 'Your browser blocks notifications from this page.' }),
      )
      .toBeDisabled();
  });

  test('contain the number and no content; a press focuses the tab and the card', async () => {
    await setLeave('granted');
    const made: Notification[] = [];
    class Recorded extends Notification {
      constructor(text: string, options?: NotificationOptions) {
        super(text, options);
        made.push(this);
      }
    }
    vi.stubGlobal('Notification', Recorded);
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    const focus = vi.spyOn(window, 'focus');
    const client = createFakeClient();
    const select = vi.fn();
    renderWithClient(
      client,
      <>
        <PendingBadge notify onRequestSelect={select} />
        <button type="button">Elsewhere</button>
        <Inbox.Cards />
      </>,
    );
    client.emit(...sessionLog(requests.map((request) => interactionRequest(request))));
    await expect.poll(() => made, PATIENTLY).toHaveLength(1);
    const [notification] = made;
    expect(notification).toMatchObject({
      title: '2 requests are waiting for you',
      body: '',
      data: null,
    });
    notification?.dispatchEvent(new Event('click'));
    expect(focus).toHaveBeenCalledTimes(1);
    await expect.element(page.getByRole('group', { name: 'Allow tool_a?' })).toHaveFocus();
    expect(select.mock.calls.map(([{ id }]) => id)).toEqual(['a']);
  });
});
