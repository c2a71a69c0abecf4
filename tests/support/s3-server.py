"""OpenStack Swift with its S3 API, in one process: s3-server.py FOLDER

All four servers are Swift's own; only memcached is left out, for which `Memory` stands in. Prints its
port. Each line of its standard input is a number of milliseconds. The process sets its clock that
far ahead of the machine's and then prints the line again. Ends when its standard input ends.
"""

import os
import socket
import sys
import time

import eventlet
import eventlet.patcher

eventlet.monkey_patch()

from eventlet import wsgi  # noqa: E402

folder = os.path.abspath(sys.argv[1])
machine_time = time.time
shift = 0.0
# Replaced before Swift is imported, because Swift imports the function itself.
time.time = lambda: machine_time() + shift


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


os.makedirs(os.path.join(folder, "disks", "one"))
settings = write(
    "swift.conf",
    "[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = one\ndefault = yes\n",
)

from swift.common import storage_policy, utils  # noqa: E402

# Swift reads /etc/swift, where only root can write.
utils.HASH_PATH_SUFFIX = b"tests"
utils.SWIFT_CONF_FILE = settings
storage_policy.SWIFT_CONF_FILE = settings

from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402


class Memory:
    def __init__(self):
        self.known = {}

    def set(self, key, value, *_, **__):
        self.known[key] = value

    def get(self, key, *_, **__):
        return self.known.get(key)

    def delete(self, key, *_, **__):
        self.known.pop(key, None)


class Nowhere:
    def write(self, *_):
        pass

    def flush(self):
        pass


def listen():
    server = eventlet.listen(("127.0.0.1", 0), backlog=512)
    server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return server


def serve(server, app):
    wsgi.server(server, app, Nowhere(), log_output=False)


common = f"""[DEFAULT]
swift_dir = {folder}
devices = {folder}/disks
mount_check = false
disable_fallocate = true
log_level = CRITICAL
log_address = {folder}/none
"""

for kind in ("account", "container", "object"):
    server = listen()
    ring = RingBuilder(0, 1, 0)
    device = {"region": 1, "zone": 1, "ip": "127.0.0.1", "device": "one", "weight": 1}
    ring.add_dev({**device, "port": server.getsockname()[1]})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f"{kind}.ring.gz"))
    app = loadapp(write(f"{kind}.conf", f"{common}[app:main]\nuse = egg:swift#{kind}\n"))
    eventlet.spawn(serve, server, app)

proxy = loadapp(
    write(
        "proxy.conf",
        common
        + """
[pipeline:main]
pipeline = catch_errors gatekeeper s3api tempauth proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:s3api]
use = egg:swift#s3api
auth_pipeline_check = false
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_portal_owner = secret-of-the-owner .admin
user_portal_stranger = secret-of-the-stranger
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
""",
    )
)
memory = Memory()


def with_memory(env, start):
    env["swift.cache"] = memory
    return proxy(env, start)


def follow_clock():
    global shift
    for line in sys.stdin:
        shift = float(line) / 1000
        os.write(1, line.encode())
    os._exit(0)


real_threading = eventlet.patcher.original("threading")
real_threading.Thread(target=follow_clock, daemon=True).start()

front = listen()
print(front.getsockname()[1], flush=True)
serve(front, with_memory)
