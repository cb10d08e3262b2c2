import { createOpenAiModel } from '../models/openai.ts';
import { createScriptedModel } from '../models/scripted.ts';
import type { Model } from '../runner/model.ts';
import type { Environment } from './document.ts';
import { ConfigError } from './error.ts';
import { problemAt, type Placed } from './placed.ts';
import type { ModelComponent } from './schema.ts';

/** Builds a model: a component of its own, or one that stands in the agent at `placed`. */
export function buildModel(placed: Placed, model: ModelComponent, env: Environment): Model {
  if (model.provider === 'scripted') {
    return createScriptedModel({ name: model.name, turns: model.turns ?? [] });
  }
  const { name, base_url, model: id, api_key_env: variable } = model;
  const api_key = variable === undefined ? '' : env[variable];
  if (api_key === undefined) {
    const path = placed.component === model ? ['api_key_env'] : ['model', 'api_key_env'];
    const message = `the environment variable ${variable} is not set. Expected the key of the model in it.`;
    throw new ConfigError([problemAt(placed, path, message)]);
  }
  return createOpenAiModel({ name, base_url, model: id, api_key });
}
