import { describe, expect, it } from 'vitest';
import { ENDPOINTS, endpointPath } from './endpoints.ts';

describe('ENDPOINTS', () => {
  it('has the endpoints of the contract', () => {
    expect(Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /runs',
      'GET /runs',
      'GET /runs/{run_id}',
      'GET /runs/{run_id}/events',
      'GET /runs/{run_id}/audit',
      'POST /runs/{run_id}/control',
      'GET /sessions',
      'GET /sessions/{session_id}',
      'DELETE /sessions/{session_id}',
      'GET /sessions/{session_id}/messages',
      'GET /sessions/{session_id}/events',
      'GET /interactions',
      'GET /interactions/events',
      'POST /interactions',
      'POST /interactions/respond',
      'GET /interactions/{interaction_id}',
      'POST /interactions/{interaction_id}/respond',
      'POST /interactions/{interaction_id}/claim',
      'POST /interactions/{interaction_id}/complete',
      'POST /approvals/{tool_call_id}/decision',
      'POST /tool-consent',
      'GET /permissions/{user_id}',
      'GET /permissions/{user_id}/rules',
      'POST /permissions/{user_id}/allow',
      'POST /permissions/{user_id}/deny',
      'POST /permissions/{user_id}/ask',
      'POST /permissions/{user_id}/revoke',
      'POST /permissions/{user_id}/check',
      'GET /agents',
      'GET /healthz',
      'GET /openapi.json',
    ]);
  });
});

describe('endpointPath', () => {
  it('fills in parameters, percent-encoded', () => {
    expect(endpointPath('run_events', { run_id: 'a/b ?#%ü' })).toBe(
      '/runs/a%2Fb%20%3F%23%25%C3%BC/events',
    );
    expect(endpointPath('list_runs', {})).toBe('/runs');
  });

  it.each(['', '.', '..'])('refuses %j, which would lead to another endpoint', (id) => {
    expect(() => endpointPath('list_rules', { user_id: id })).toThrow(TypeError);
  });

  it('keeps every other id within its segment', () => {
    for (const id of ['...', '.a', '%2e%2e', '..\\', 'a\tb', '//evil']) {
      const path = endpointPath('list_rules', { user_id: id });
      const url = new URL(path, 'http://host');
      expect(url.host).toBe('host');
      expect(decodeURIComponent(url.pathname.split('/')[2] ?? '')).toBe(id);
      expect(url.pathname.split('/')).toHaveLength(4);
    }
  });
});
