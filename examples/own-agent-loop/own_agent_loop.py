# An agent loop of your own that asks before it runs a tool: Python's standard library, nothing else.
#   HITL_URL=http://127.0.0.1:8787 python3 own_agent_loop.py 'git status' 'npm publish'
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

HITL_URL = os.environ.get("HITL_URL", "http://127.0.0.1:8787")
HITL_TOKEN = os.environ.get("HITL_TOKEN")
USER = {"user_id": os.environ["HITL_USER"]} if "HITL_USER" in os.environ else {}
SESSION = os.environ.get("SESSION") or str(uuid.uuid4())
# The agent whose policy decides.
AGENT = "operator"
# How long a call may take. Later, a person may have another process run it again.
LEASE_MS = int(os.environ.get("LEASE_MS", "60000"))


def hitl(path, body=None):
    """Sends a request, again while the server is away: asking twice about one call asks people once."""
    headers = {"content-type": "application/json"}
    if HITL_TOKEN:
        headers["authorization"] = f"Bearer {HITL_TOKEN}"
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            request = urllib.request.Request(HITL_URL + path, data, headers)
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code < 500:
                raise SystemExit(error.read().decode())
        except (OSError, ValueError):
            pass
        time.sleep(0.5)


def gated(call_id, tool, args):
    """Runs a call once it is allowed, and returns the result for the model."""
    call = {"session_id": SESSION, "agent_id": AGENT, "tool_call_id": call_id, **USER}
    call = {**call, "tool_name": tool, "tool_args": args}
    now = hitl("/interactions", call)
    while now["decision"] == "pending":
        # Held until it is settled, 30 seconds at most. Then ask again for the state.
        hitl(f"/interactions/{now['interaction_request']['id']}?wait=30")
        now = hitl("/interactions", call)
    response = now.get("response", {})
    answered = now["decision"] == "answered"
    said = response.get("action") or ("approve" if response.get("confirmed") else "deny")
    if now["decision"] == "allowed" or (answered and said == "approve"):
        return once(now["interaction_id"])
    if answered and said == "answer":
        return response.get("text", "")
    if answered and said == "modify_args":
        content = once(now["interaction_id"])
        return f"[Arguments edited by the user before running]\n{content}"
    why = now.get("reason") or "User denied consent"
    note = f": {response['note']}" if response.get("note") else ""
    return f"Tool execution denied: {why}{note}. Please use a different approach."


def once(interaction_id):
    """Runs an allowed call, unless another process of yours runs or ran it: then its result is returned."""
    path = f"/interactions/{urllib.parse.quote(interaction_id, safe='')}"
    holder = str(uuid.uuid4())
    late = 0
    while late < 3:
        # One clock stops while the machine sleeps, the other one may jump.
        sent, sent_at = time.monotonic(), time.time()
        claim = hitl(f"{path}/claim?wait=30", {"holder": holder, "lease_ms": LEASE_MS})
        if "result" in claim:
            return claim["result"]["content"]
        if not claim["claimed"]:
            continue
        elapsed = max(time.monotonic() - sent, abs(time.time() - sent_at))
        if elapsed < claim["lease_left_ms"] / 1000:
            content, is_success = run(claim["args"])
            done = {"holder": holder, "content": content, "is_success": is_success}
            hitl(f"{path}/complete", done)
            return content
        # The lease may be over since then: claim again. If it is, a person is asked first.
        late += 1
    raise SystemExit("The call did not run: the responses to its claim came too late.")


def run(args):
    done = subprocess.run(["sh", "-c", args["command"]], capture_output=True, text=True)
    if done.returncode == 0:
        return done.stdout, True
    return f"Tool execution failed: {done.stderr}", False


# Your model proposes calls here; these come from the command line.
for index, command in enumerate(sys.argv[1:], start=1):
    content = gated(f"call-{index}", "bash", {"command": command})
    print(json.dumps({"tool_call_id": f"call-{index}", "content": content}), flush=True)
