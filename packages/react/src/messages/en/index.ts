import { args, type ArgsMessages } from './args.ts';
import { attention, type AttentionMessages } from './attention.ts';
import { card, type CardMessages } from './card.ts';
import { common, type CommonMessages } from './common.ts';
import { details, type DetailMessages } from './details.ts';
import { fields, type FieldMessages } from './fields.ts';
import { panels, type PanelMessages } from './panels.ts';
import { progress, type ProgressMessages } from './progress.ts';
import { record, type RecordMessages } from './record.ts';
import { toolCall, type ToolCallMessages } from './tool-call.ts';

/** All texts that the kit shows or announces, except those of agents and tools. */
export interface Messages
  extends
    CardMessages,
    CommonMessages,
    DetailMessages,
    FieldMessages,
    ArgsMessages,
    AttentionMessages,
    PanelMessages,
    ProgressMessages,
    RecordMessages,
    ToolCallMessages {}

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
