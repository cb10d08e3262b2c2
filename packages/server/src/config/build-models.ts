import { readFileSync } from 'node:fs';
import { createOpenAiModel } from '../models/openai.ts';
import { createScriptedModel, type ScriptedStep } from '../models/scripted.ts';
import type { Model } from '../agents/model.ts';
import { camelKeys } from '../base/camel-keys.ts';
import type { Environment } from './document.ts';
import { errorAt, type Placed } from './placed.ts';
import type { ModelComponent, ScriptedStepComponent } from './schema/model.ts';
import { messageOf } from '../base/message-of.ts';

/** Builds a model: a component, or one defined inside the agent at `placed`. */
export function buildModel(placed: Placed, model: ModelComponent, env: Environment): Model {
  if (model.provider === 'scripted') {
    const { name, turns = [], replies } = model;
    return createScriptedModel({
      name,
      turns: stepsOf(turns),
      ...(replies && {
        replies: replies.map((reply) => ({ ...reply, turns: stepsOf(reply.turns) })),
      }),
    });
  }
  const { name, base_url: baseUrl, model: id, api_key_env: variable, api_key_file: file } = model;
  if (file !== undefined) {
    const apiKey = readKey(placed, model, file);
    return createOpenAiModel({ name, baseUrl, model: id, apiKey });
  }
  const apiKey = variable === undefined ? '' : env[variable];
  if (apiKey === undefined) {
    const path = pathTo('api_key_env', placed, model);
    const message = `the environment variable ${variable} is not set. Expected the key of the model in it.`;
    throw errorAt(placed, path, message);
  }
  return createOpenAiModel({ name, baseUrl, model: id, apiKey });
}

function stepsOf(turns: readonly ScriptedStepComponent[]): ScriptedStep[] {
  return turns.map((turn) => (Array.isArray(turn) ? turn.map(camelKeys) : camelKeys(turn)));
}

function readKey(placed: Placed, model: ModelComponent, file: string): string {
  const path = pathTo('api_key_file', placed, model);
  try {
    const key = readFileSync(file, 'utf8').trim();
    if (key !== '') return key;
    throw new Error('it is empty');
  } catch (cause) {
    throw errorAt(placed, path, `the key cannot be read: ${messageOf(cause)}`);
  }
}

function pathTo(key: string, placed: Placed, model: ModelComponent): string[] {
  return placed.component === model ? [key] : ['model', key];
}
