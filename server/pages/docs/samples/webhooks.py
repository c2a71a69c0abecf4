# Python 3.11 or newer: python3 webhooks.py https://portal.example/api
import base64, hashlib, hmac, json, os, sys, time, urllib.request, uuid
from datetime import datetime, timezone

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))


def sign(id, timestamp, body):
    digest = hmac.new(KEY, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return "v1," + base64.b64encode(digest).decode()


# Sends one event. After a 429, a 5xx or no answer, send it again with the same id.
def send(portal, type, data, id=None):
    id = id or str(uuid.uuid4())
    timestamp = str(int(time.time()))
    event = {"type": type, "timestamp": datetime.now(timezone.utc).isoformat(), "data": data}
    body = json.dumps(event).encode()
    headers = {
        "Content-Type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": sign(id, timestamp, body),
    }
    request = urllib.request.Request(f"{portal}/ingest/events", body, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.status, json.load(answer)


# Checks what the portal sent. `body` is the bytes as they arrived, before json.loads.
def is_from_portal(headers, body):
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    right = sign(headers["webhook-id"], timestamp, body)
    return any(hmac.compare_digest(right, given) for given in headers["webhook-signature"].split(" "))


if __name__ == "__main__":
    at = datetime.now(timezone.utc).isoformat()
    print(send(sys.argv[1], "availability.changed", {"user_id": 5, "code": "B", "at": at}))
