import type { InteractionRequest } from '@hitl/protocol';
import { cardWords, type CardWords } from './card-words.ts';
import { secretFinder } from './secret-args.ts';

/** A longer path is only shown among the arguments. */
const MAX_PATH = 80;

/** The title of a card: that of the request, or for a call whether its tool may run. */
export function titleOf(
  request: InteractionRequest,
  messages: Pick<CardWords, 'authorizationTitle' | 'toolTitles'> = cardWords,
): string {
  if (request.purpose !== 'authorization') return request.title;
  const { tool_name: tool, tool_args: args } = request;
  const { toolTitles } = messages;
  const known = Object.hasOwn(toolTitles, tool) ? toolTitles[tool] : undefined;
  if (known === undefined) return messages.authorizationTitle(tool);
  const { path } = args;
  const schema = request.type === 'confirm' ? request.tool_schema : undefined;
  const shown =
    typeof path === 'string' &&
    path !== '' &&
    path.length <= MAX_PATH &&
    !secretFinder(args, schema)(path);
  return known(shown ? path : undefined);
}

/** Whether the title of a call contains its path, every character as it is: it need not be repeated. */
export function titleNamesPath(
  request: InteractionRequest,
  messages?: Pick<CardWords, 'authorizationTitle' | 'toolTitles'>,
): boolean {
  const { path } = request.tool_args;
  if (typeof path !== 'string' || !/^[\w./-]+$/.test(path)) return false;
  const title = titleOf(request, messages);
  return title.includes(path) && title !== titleOf({ ...request, tool_args: {} }, messages);
}

/** The folder in which a command would run; `undefined` if the request does not say. */
export function folderOf({
  metadata: { folder },
}: Pick<InteractionRequest, 'metadata'>): string | undefined {
  return typeof folder === 'string' && folder !== '' ? folder : undefined;
}

/** The server's default reason, which tells a person nothing. */
const NO_REASON = 'Tool requires user consent';

/** Why a person is asked; `undefined` if the server gives no reason or only the default one. */
export function reasonOf({ reason }: Pick<InteractionRequest, 'reason'>): string | undefined {
  return reason === NO_REASON ? undefined : reason;
}
