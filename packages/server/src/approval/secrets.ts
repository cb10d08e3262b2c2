import type {
  InteractionPart,
  InteractionRequest,
  InteractionResponse,
  PartResponse,
} from '@hitl/protocol';
import type { SessionKey } from '../store/store.ts';
import { handleOf, handlesIn, redact, redactPart, reveal } from '../vault/redact.ts';
import type { Secret, Vault } from '../store/secret-store.ts';

/** Keeps sensitive values out of everything except the vault and the tools that get them. */
export interface Secrets {
  /** Whether sensitive questions can be asked at all. */
  readonly available: boolean;
  /**
   * The answer with its sensitive texts moved to the vault, or the unchanged answer if it has none.
   * `null`: it has some but there is no vault, so it must be refused.
   */
  moveToVault(
    key: SessionKey,
    request: InteractionRequest,
    response: InteractionResponse,
  ): Promise<InteractionResponse | null>;
  /** Opens the readable secrets of a session. */
  open(key: SessionKey): Promise<OpenSecrets>;
  forget(key: SessionKey): Promise<void>;
}

/** A session's secrets in clear text, in memory. */
export interface OpenSecrets {
  /** Replaces handles by their values. */
  reveal<T>(value: T): T;
  /** Replaces values by their handles. */
  redact<T>(value: T): T;
  /** Like `redact`, for text that will grow: a possible beginning of a secret at its end is cut off. */
  redactPart(text: string): string;
  /** Whether the value contains a handle whose secret is lost. */
  lacks(value: unknown): boolean;
  readonly any: boolean;
}

/** Why a sensitive question ends as an error result. */
export const NO_VAULT = 'Sensitive questions cannot be asked here: this server has no vault';

/** Creates the handling of secrets for a vault; `null`: there is no vault. */
export function createSecrets(vault: Vault | null): Secrets {
  return {
    available: vault !== null,
    async moveToVault(key, request, response) {
      let isKept = true;
      const moved = await replaceSecrets(request, response, async (text) => {
        if (vault !== null) return handleOf(await vault.put(key, text));
        isKept = false;
        return '';
      });
      return isKept ? moved : null;
    },
    async open(key) {
      return opened(vault === null ? [] : await vault.list(key));
    },
    async forget(key) {
      await vault?.remove(key);
    },
  };
}

function opened(secrets: readonly Secret[]): OpenSecrets {
  const known = new Set(secrets.map(({ id }) => id));
  return {
    any: secrets.length > 0,
    reveal: (value) => reveal(value, secrets),
    redact: (value) => redact(value, secrets),
    redactPart: (text) => redactPart(text, secrets),
    lacks: (value) => handlesIn(value).some((id) => !known.has(id)),
  };
}

/** The answer with each sensitive text replaced. */
async function replaceSecrets<R extends PartResponse>(
  part: InteractionPart,
  response: R,
  replace: (text: string) => Promise<string>,
): Promise<R> {
  if (part.type === 'input' && part.sensitive && response.text) {
    return { ...response, text: await replace(response.text) };
  }
  if (part.type !== 'combined' || response.responses === undefined) return response;
  const responses = await Promise.all(
    response.responses.map(async (own) => {
      const asked = part.interactions.find(({ id }) => id === own.request_id);
      return asked === undefined ? own : replaceSecrets(asked, own, replace);
    }),
  );
  return { ...response, responses };
}

/** Whether any part of the request is sensitive. */
export function isSensitive(part: object): boolean {
  return hasPart(part, (one) => 'sensitive' in one && one.sensitive === true);
}

/** Whether this is true of a request or question, or of any part of it. */
export function hasPart(part: object, is: (part: object) => boolean): boolean {
  const parts: unknown = Reflect.get(part, 'interactions');
  return is(part) || (Array.isArray(parts) && parts.some((inner: object) => hasPart(inner, is)));
}
