import * as z from 'zod';
import { JsonObjectSchema } from '../ids.ts';

/** One agent, as `GET /agents` shows it. */
export interface AgentInfo {
  /** Its name. */
  id: string;
  description?: string;
  tools: { name: string; description?: string; parameters: Record<string, unknown> }[];
}

/** What `GET /agents` answers. */
export interface AgentList {
  agents: AgentInfo[];
}

export const AgentInfoSchema: z.ZodType<AgentInfo> = z.looseObject({
  id: z.string().min(1),
  description: z.string().exactOptional(),
  tools: z.array(
    z.looseObject({
      name: z.string().min(1),
      description: z.string().exactOptional(),
      parameters: JsonObjectSchema,
    }),
  ),
});

export const AgentListSchema: z.ZodType<AgentList> = z.looseObject({
  agents: z.array(AgentInfoSchema),
});
