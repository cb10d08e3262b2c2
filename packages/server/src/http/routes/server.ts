import { openapi, type AgentList } from '@hitl/protocol';
import { success } from '../../base/result.ts';
import type { Edge } from '../endpoint.ts';
import { encodeJson, json } from '../problems.ts';

/** Endpoints about the server: its agents, its health, its description. */
export function serverEndpoints(edge: Edge) {
  let described: Uint8Array | undefined;
  return {
    list_agents: () =>
      success(json(200, { agents: [...edge.engine.agents()] } satisfies AgentList)),
    healthz: () => success(json(200, { status: 'ok' })),
    openapi() {
      // Everyone may ask for it, and writing it takes milliseconds.
      described ??= encodeJson(openapi(edge.basePath));
      return success(json(200, described));
    },
  };
}
