import {
  CheckInputSchema,
  RuleInputSchema,
  type PermissionChange,
  type RuleEffect,
  type RuleList,
} from '@hitl/protocol';
import * as z from 'zod';
import { success } from '../../base/result.ts';
import { readBody } from '../body.ts';
import type { Edge, Endpoint, Endpoints } from '../endpoint.ts';
import { json } from '../problems.ts';

const RevokeSchema: z.ZodType<{ resource: string }> = z.looseObject({
  resource: z.string().min(1),
});

const DONE: Readonly<Record<RuleEffect, string>> = {
  allow: 'allowed',
  deny: 'denied',
  ask: 'asked',
};

/** Endpoints for the rules of a user. */
export function permissionEndpoints(
  edge: Edge,
): Endpoints<'get_permissions' | 'list_rules' | 'allow' | 'deny' | 'ask' | 'revoke' | 'check'> {
  const { engine } = edge;

  function save(effect: RuleEffect): Endpoint {
    return async ({ request, caller, params }) => {
      const body = await readBody(request, RuleInputSchema, edge);
      if (!body.ok) return body;
      const saved = await engine.saveRule(caller, params['user_id'] ?? '', effect, body.value);
      return saved.ok ? success(change(DONE[effect], body.value.resource)) : saved;
    };
  }

  return {
    async get_permissions({ caller, params }) {
      const permissions = await engine.getPermissions(caller, params['user_id'] ?? '');
      return permissions.ok ? success(json(200, permissions.value)) : permissions;
    },
    async list_rules({ caller, params }) {
      const rules = await engine.listRules(caller, params['user_id'] ?? '');
      return rules.ok ? success(json(200, { rules: [...rules.value] } satisfies RuleList)) : rules;
    },
    allow: save('allow'),
    deny: save('deny'),
    ask: save('ask'),
    async revoke({ request, caller, params }) {
      const body = await readBody(request, RevokeSchema, edge);
      if (!body.ok) return body;
      const revoked = await engine.revokeRule(caller, params['user_id'] ?? '', body.value.resource);
      return revoked.ok ? success(change('revoked', body.value.resource)) : revoked;
    },
    async check({ request, caller, params }) {
      const body = await readBody(request, CheckInputSchema, edge);
      if (!body.ok) return body;
      const checked = await engine.check(caller, params['user_id'] ?? '', body.value);
      return checked.ok ? success(json(200, checked.value)) : checked;
    },
  };
}

function change(done: string, resource: string): Response {
  const message = `Permission ${done}: ${resource}`;
  return json(200, { status: 'ok', message } satisfies PermissionChange);
}
