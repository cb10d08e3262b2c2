import {
  CheckInputSchema,
  RevokeInputSchema,
  RuleInputSchema,
  type PermissionChange,
  type RuleEffect,
  type RuleList,
} from '@hitl/protocol';
import { mapped } from '../../base/result.ts';
import type { Edge, Endpoint } from '../endpoint.ts';
import { route } from '../route.ts';

const DONE: Readonly<Record<RuleEffect, string>> = {
  allow: 'allowed',
  deny: 'denied',
  ask: 'asked',
};

/** Endpoints for the rules of a user. */
export function permissionEndpoints(edge: Edge) {
  const { engine } = edge;

  function save(effect: RuleEffect): Endpoint {
    return route(edge, { body: RuleInputSchema }, async ({ caller, param, body }) =>
      mapped(await engine.saveRule(caller, param('user_id'), effect, body), () =>
        change(DONE[effect], body.resource),
      ),
    );
  }

  return {
    get_permissions: route(edge, {}, ({ caller, param }) =>
      engine.getPermissions(caller, param('user_id')),
    ),
    list_rules: route(edge, {}, async ({ caller, param }) =>
      mapped(await engine.listRules(caller, param('user_id')), (rules): RuleList => ({
        rules: [...rules],
      })),
    ),
    allow: save('allow'),
    deny: save('deny'),
    ask: save('ask'),
    revoke: route(
      edge,
      { body: RevokeInputSchema },
      async ({ caller, param, body: { resource } }) =>
        mapped(await engine.revokeRule(caller, param('user_id'), resource), () =>
          change('revoked', resource),
        ),
    ),
    check: route(edge, { body: CheckInputSchema }, ({ caller, param, body }) =>
      engine.check(caller, param('user_id'), body),
    ),
  };
}

function change(done: string, resource: string): PermissionChange {
  return { status: 'ok', message: `Permission ${done}: ${resource}` };
}
