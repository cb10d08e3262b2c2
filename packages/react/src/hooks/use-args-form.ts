'use client';
import { argsForm, type ArgsForm, type ArgsFormOptions, type TypedText } from '@hitl/client/view';
import { useState } from 'react';
import { args as words } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';

/**
 * The arguments of a call as form fields, independent of markup: types are kept, changes are
 * tracked, and each can be reset. `ArgsEditor` is the same with built-in elements.
 */
export function useArgsForm(options: ArgsFormOptions): ArgsForm {
  const messages = useMessages(words);
  const [typed, onTypedChange] = useState<ReadonlyMap<string, TypedText>>(new Map());
  return argsForm({ ...options, typed, onTypedChange }, messages);
}
