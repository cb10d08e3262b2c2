import { args, type ArgsMessages } from './en/args.ts';
import { useMessages } from './use-messages.ts';

/** The texts of arguments, in the language of the page. */
export function useArgsWords(): ArgsMessages {
  return useMessages(args);
}
