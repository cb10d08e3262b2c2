/**
 * Elicitations of MCP servers as questions to a person, of MCP 2025-11-25 and 2026-07-28.
 *
 * @module
 */
export {
  elicitationQuestion,
  elicitResultOf,
  type ElicitParams,
  type ElicitResult,
} from './elicitation.ts';
export {
  answerInputRequests,
  createElicitationHandler,
  type AskingGate,
  type ElicitationCall,
  type ElicitationHandler,
  type ElicitationOptions,
  type InputRequired,
  type InputResponses,
} from './handler.ts';
export { mcpCapabilities } from './capabilities.ts';
