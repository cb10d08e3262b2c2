import * as z from 'zod';
import type { AgentInfo, AgentList } from '../generated/types.ts';
import { JsonObjectSchema } from '../ids.ts';

export const AgentInfoSchema: z.ZodType<AgentInfo> = z
  .looseObject({
    id: z.string().min(1).describe('Its name.'),
    description: z.string().exactOptional(),
    tools: z.array(
      z.looseObject({
        name: z.string().min(1),
        description: z.string().exactOptional(),
        parameters: JsonObjectSchema,
      }),
    ),
  })
  .describe('One agent, as `GET /agents` shows it.');

export const AgentListSchema: z.ZodType<AgentList> = z
  .looseObject({
    agents: z.array(AgentInfoSchema),
  })
  .describe('Response of `GET /agents`.');
