/**
 * Elicitations of MCP servers as questions to a person, for MCP 2025-11-25 and 2026-07-28.
 *
 * @module
 */
export {
  elicitationQuestion,
  elicitResultOf,
  type ElicitParams,
  type ElicitResult,
} from '../base/elicitation.ts';
export {
  createElicitationHandler,
  type ElicitationCall,
  type ElicitationHandler,
  type ElicitationOptions,
} from '../base/elicitation-handler.ts';
export { answerInputRequests, type InputRequired, type InputResponses } from './input-requests.ts';
export { mcpCapabilities } from './capabilities.ts';
