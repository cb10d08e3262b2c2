import {
  cardWords as card,
  type CardWords,
  fieldWords as fields,
  type FieldWords,
  callWords as toolCall,
  type CallWords,
} from '@hitl/client/view';
import { args, type ArgsMessages } from './args.ts';
import { attention, type AttentionMessages } from './attention.ts';
import { common, type CommonMessages } from './common.ts';
import { details, type DetailMessages } from './details.ts';
import { panels, type PanelMessages } from './panels.ts';
import { progress, type ProgressMessages } from './progress.ts';
import { record, type RecordMessages } from './record.ts';

/** All texts that the kit shows or announces, except those of agents and tools. */
export interface Messages
  extends
    CardWords,
    CommonMessages,
    DetailMessages,
    FieldWords,
    ArgsMessages,
    AttentionMessages,
    PanelMessages,
    ProgressMessages,
    RecordMessages,
    CallWords {}

/** The English texts. */
export const en: Messages = {
  ...card,
  ...common,
  ...details,
  ...fields,
  ...args,
  ...attention,
  ...panels,
  ...progress,
  ...record,
  ...toolCall,
};
