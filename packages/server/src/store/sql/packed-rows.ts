/** JSON of a `T` in databases before version 4: bytes, compressed or not. */
export type Packed<T> = (Uint8Array | ArrayBuffer) & { readonly '~is'?: T };

/** The first byte of a compressed value tells its format; JSON text starts with neither. */
const BROTLI = 1;
const DEFLATE = 2;

/** Reads a value that was written before version 4; only used by migrations. */
export function unpackJson<T>(stored: Packed<T>): T {
  // libsql returns ArrayBuffers.
  const bytes = stored instanceof Uint8Array ? stored : new Uint8Array(stored);
  return JSON.parse(new TextDecoder().decode(unpack(bytes))) as T;
}

function unpack(bytes: Uint8Array): Uint8Array {
  // Not imported, since a page or bundler with another driver may not be able to resolve `node:`.
  const zlib = process.getBuiltinModule('node:zlib');
  switch (bytes[0]) {
    case DEFLATE: {
      const dictionary = new TextEncoder().encode(DICTIONARY);
      return zlib.inflateRawSync(bytes.subarray(1), { dictionary });
    }
    case BROTLI:
      return zlib.brotliDecompressSync(bytes.subarray(1));
    default:
      return bytes;
  }
}

/** The dictionary that those versions used for deflate. It must never change. */
const DICTIONARY: string = [
  // Endings and rare events.
  '[{"type":"run_aborted","data":{"reason":"superseded by a new message","by":"',
  '{"type":"run_failed","data":{"error":"Permission denied by user","code":"denied"',
  '{"type":"error","data":{"error":"{"type":"run_paused","data":{"by":"{"type":"run_resumed"',
  '{"type":"tool_outcome_unknown","data":{"interaction_request":"recovery","options":[{"value":"retry",',
  '"label":"},{"value":"mark_done","label":"},{"value":"mark_failed","label":"}],"multiple":false,',
  '"allow_other":false,"min_selected":1,"max_selected":1,"interactions":[{"placeholder":"',
  '{"type":"tool_paused","data":{"tool_resumed","paused":true,"remaining_ms":',
  '{"type":"tool_auth_denied","data":{"reason":"User denied consent","outcome":"expired","cancelled"',
  '"status":"denied","superseded","resolved_by":"reviewer_id":"note":"modified_args":{"deny_patterns":[',
  '"step":"deny_rule","reason":"Matched deny pattern","step":"allow_rule","decision":"allowed",',
  '"reason":"Matched allow pattern","rule":"step":"policy_deny","tool_policy","requires_consent"',
  '"reason":"Tool does not require consent"',
  '"status":"ready","refusal":{"kind":"denied","approved":true,"edited":true,"supplied":true,',
  '"nested_run_id":"","ended":"completed","failed","aborted","external":true,',
  // The end of a run.
  '{"type":"run_completed","data":{"response":"","metrics":{"steps":',
  // The execution of a tool.
  '[{"type":"tool_completed","run_id":"","data":{"result":{"tool_call_id":"call_',
  '"tool_name":"bash","input_args":{"command":"},"start_time":"2026-","end_time":"2026-",',
  '"duration":0.0,"content":"Exit code 1\\n","output":{"exit_code":0},"error":null,"is_success":true}},',
  '{"type":"step_completed","run_id":"","data":{"step":{"id":"","sequence":,"role":"tool","content":"",',
  '"tool_call_id":"","name":"file_write","is_success":true,"duration_ms":',
  '[{"type":"tool_started","run_id":"","data":{"tool_call_id":"","tool_name":"file_read","args":{"path":"',
  '"},"attempt":1,"idempotency_key":"',
  '[{"type":"rules_saved","run_id":"","data":{"interaction_id":"","rules":[{"pattern":"bash(npm run ',
  '","effect":"allow","scope":"always"}]},',
  // An answer.
  '[{"type":"interaction_response","run_id":"","data":{"interaction_id":"","tool_call_id":"",',
  '"response":{"request_id":"","type":"confirm","confirmed":true,"type":"input","text":"",',
  '"selected_values":["other":"responses":[{"responded_at":"2026-","user_id":"","action":"approve",',
  '"args_digest":"remember":{"scope":"once"},"scope":"session","patterns":["bash("]}},"decision":{"tool_call_id":"",',
  '"action":"approve","rules":[{"pattern":"bash(","effect":"allow","scope":"always"}]},"caller":"",',
  '"idempotency_key":"',
  '{"type":"interaction_resolved","run_id":"","data":{"interaction_id":"","tool_call_id":"",',
  '"outcome":"answered","resolved_by":"',
  '{"type":"permission_updated","run_id":"","data":{"message_id":"","tool_call_id":"","interaction_id":"",',
  '"status":"granted","pending_count":0,"pending_interaction_ids":[]},',
  '{"type":"execution_resumed","run_id":"","data":{"interaction_request_id":"","interaction_request_ids":["',
  // The beginning of a run.
  '[{"type":"run_started","run_id":"","data":{"agent_id":"assistant","user_id":null,"input":"",',
  '"parent_run_id":null,"parent_tool_call_id":null,"external":true},',
  '{"type":"run_claimed","run_id":"","data":{"owner":"","attempt":1},',
  '[{"type":"step_completed","run_id":"","data":{"step":{"id":"","sequence":1,"role":"user","content":"',
  '{"type":"step_completed","run_id":"","data":{"step":{"id":"","role":"assistant","content":"",',
  '"tool_calls":[{"id":"call_","name":"bash","args":{"command":"}}],"duration_ms":0,"sequence":2}},',
  // The state of a session.
  '{"session_id":"","user_id":null,"title":"","last_sequence":2,"last_timestamp":"2026-","trees":{"":',
  '{"root_run_id":"","last_seq":8,"runs":{"":{"id":"","agent_id":"","user_id":"","parent_run_id":null,',
  '"parent_tool_call_id":null,"external":false,"steps":1,"response":null,"error":null,"created_at":"2026-",',
  '"updated_at":"2026-","batch":{"message_id":"","judged":true,"calls":[{"tool_call_id":"call_",',
  '"tool_name":"","args":{"command":"},"status":"waiting","status":"proposed","status":"done",',
  '"status":"started","claim":1,"answers":[],"attempt":0,"verdict":"needs_auth","args_digest":"',
  '"}]}}},"pending":[{"request":{"id":"","seq":6}],"unsaved":[],"latch":[""],"paused":false,"attempt":1',
  '"owner":"',
  // A request, and the commit that asks.
  '[{"type":"batch_judged","run_id":"","data":{"message_id":"","verdicts":[{"tool_call_id":"call_",',
  '"decision":"needs_auth","step":"question","reason":"The agent asks a question"},{"tool_call_id":"",',
  '"decision":"needs_auth","step":"requires_consent","reason":"Tool requires user consent"}]},',
  '{"type":"interaction_request","run_id":"","data":{"interaction_request":{"title":"","required":true,',
  '"type":"input","multiline":false,"input_type":"text","sensitive":false,"purpose":"question",',
  '"allowed_actions":["deny","pause","resume","abort_run"],"type":"select","options":[',
  '{"type":"interaction_request","run_id":"","data":{"interaction_request":{"id":"","run_id":"",',
  '"root_run_id":"","session_id":"","message_id":"","step_id":"","batch":{"index":0,"size":1},',
  '"tool_call_id":"call_","tool_name":"bash","tool_args":{"command":"},"user_id":"","created_at":"2026-',
  '"args_digest":"","agent_path":["code_assistant"],"type":"confirm","title":"Authorization Required",',
  '"description":"Do you want to allow: Execute bash on bash(","required":true,"purpose":"authorization",',
  '"allowed_actions":["approve","deny","modify_args","pause","resume","abort_run","answer"],',
  '"reason":"Tool requires user consent","risk_level":"high","expires_at":"2026-","tool_schema":{',
  '"type":"object","properties":{"command":{"type":"string","minLength":1,"description":"',
  '"type":"number","description":"","type":"boolean","type":"array","items":{"enum":["',
  '},"required":["command"],"additionalProperties":false},"metadata":{"paths":["/","command":"",',
  '"command_signature":"","command_info":{"parsable":true,"commands":[{"program":"npm","arguments":["run",',
  '"],"assignments":[],"dynamic":false}],"redirects":[],"substitution":false},"resource":"bash(",',
  '"args_preview":"","suggested_patterns":["bash(npm run ","file_write(./src/**)","bash(npm run :*)"],',
  '"permission_type":"command","rememberable":true}}},"permission_type":"write","read","all"',
  '{"type":"tool_auth_required","run_id":"","data":{"tool_call_id":"","interaction_id":"","tool_name":"",',
  '"args_preview":"","suggested_patterns":["","reason":"Tool requires user consent","risk_level":"medium",',
  '"expires_at_hint":"2026-',
  '{"type":"execution_suspended","run_id":"","data":{"interaction_request_id":"",',
  '"interaction_request_ids":[""]},',
  // Every event.
  '"root_run_id":"","session_id":"","seq":1,"timestamp":"2026-01-01T00:00:00.000Z","step_id":""}]',
].join('');
