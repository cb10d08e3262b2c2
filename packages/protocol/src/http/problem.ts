import * as z from 'zod';
import { PROBLEMS, type Issue, type Problem, type ProblemCode } from '../problem.ts';

export const IssueSchema: z.ZodType<Issue> = z.looseObject({
  path: z.string(),
  message: z.string(),
});

export const ProblemSchema: z.ZodType<Problem> = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  code: z.enum(Object.keys(PROBLEMS) as ProblemCode[]),
  detail: z.string(),
  errors: z.array(IssueSchema).exactOptional(),
});
