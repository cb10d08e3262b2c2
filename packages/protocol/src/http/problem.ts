import * as z from 'zod';
import type { Issue, Problem } from '../generated/types.ts';
import { PROBLEMS, type ProblemCode } from '../problem-codes.ts';

export const ProblemCodeSchema: z.ZodType<ProblemCode> = z.enum(
  Object.keys(PROBLEMS) as ProblemCode[],
);

export const IssueSchema: z.ZodType<Issue> = z
  .looseObject({
    path: z.string(),
    message: z.string().describe('For people.'),
  })
  .describe(
    'One validation issue: `path` is dotted, as in `responses.0.text`, or empty for the whole.',
  );

export const ProblemSchema: z.ZodType<Problem> = z
  .looseObject({
    type: z.string().describe('`urn:hitl:problem:CODE`'),
    title: z.string(),
    status: z.int().min(400).max(599),
    code: ProblemCodeSchema,
    detail: z.string().describe('The error and how to fix it, for people; the text may change.'),
    errors: z
      .array(IssueSchema)
      .readonly()
      .exactOptional()
      .describe('With `invalid_request` and `invalid_response`.'),
  })
  .meta({
    description:
      'An RFC 9457 body, `application/problem+json`. Codes add members, such as `interaction`.',
    additionalProperties: true,
  });
