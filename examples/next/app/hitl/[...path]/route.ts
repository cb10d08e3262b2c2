// app/hitl/[...path]/route.ts
import { hitl } from '../../../hitl';

export const GET = hitl.fetch;
export const POST = hitl.fetch;
export const DELETE = hitl.fetch;
export const OPTIONS = hitl.fetch;
