import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../endpoints.ts';
import { isJsonObject } from '../formats.ts';
import { PROBLEMS } from '../problem-codes.ts';
import { EVENT_DATA } from '../run/event.ts';
import { openapi } from './openapi.ts';

interface OpenApi {
  readonly servers: readonly { url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

const read = (basePath = ''): OpenApi => JSON.parse(JSON.stringify(openapi(basePath))) as OpenApi;

/** Every value of a key, at any depth. */
function valuesOf(value: unknown, key: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesOf(item, key));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === key ? [member] : valuesOf(member, key),
  );
}

describe('openapi', () => {
  const document = read();

  it('describes every endpoint', () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const endpoints = Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`);
    expect(described.toSorted()).toEqual(endpoints.toSorted());
  });

  it('names the parameters of each path', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values(item)) {
        const { parameters = [] } = operation as { parameters?: { name: string; in: string }[] };
        const described = parameters.filter((parameter) => parameter.in === 'path');
        expect(described.map(({ name }) => name)).toEqual(names);
      }
    }
  });

  it('defines every schema it refers to, and uses only sections that OpenAPI has', () => {
    const references = valuesOf(document, '$ref').map(String);
    const known = Object.keys(document.components.schemas).map(
      (name) => `#/components/schemas/${name}`,
    );
    expect(references.filter((reference) => !known.includes(reference))).toEqual([]);
    const used = new Set(references);
    // A tool's question and a saved rule are never bodies themselves.
    expect(known.filter((reference) => !used.has(reference))).toEqual([
      '#/components/schemas/Question',
    ]);
  });

  it('lists every event and every problem code', () => {
    const types = valuesOf(document.components.schemas, 'type')
      .filter(isJsonObject)
      .map((type) => type['const']);
    for (const type of Object.keys(EVENT_DATA)) expect(types).toContain(type);
    const text = JSON.stringify(document.paths);
    // Problems of routing belong to no operation.
    const routing = ['not_found', 'method_not_allowed'];
    for (const code of Object.keys(PROBLEMS).filter((one) => !routing.includes(one))) {
      expect(text).toContain(`\`${code}\``);
    }
  });

  it('is the same at every call: generated defaults are left out', () => {
    expect(read()).toEqual(document);
    expect(valuesOf(document, 'default').map((value) => JSON.stringify(value))).not.toContainEqual(
      expect.stringMatching(/\d{4}-\d{2}-\d{2}T|[0-9a-f]{8}-/),
    );
  });

  it('starts at the base path', () => {
    expect(document.servers).toEqual([{ url: '/' }]);
    expect(read('/hitl').servers).toEqual([{ url: '/hitl' }]);
  });
});
