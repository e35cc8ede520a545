"""attack_server.py WAYMARK FOLDER [windows]: what `waymark view --serve` answers, to good clients and to bad ones.

Starts the command, prints a line for each thing that it did, and ends it. FOLDER has room.wok; the rest is
made here. The environment says where the viewer is.
"""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time

POSIX = "windows" not in sys.argv[3:]
ON_LINUX = POSIX and os.path.isdir("/proc/self/fd")


class Server:
    def __init__(self, command, *arguments):
        self.process = subprocess.Popen(
            [command, "view", "--serve", "--json", "--no-open", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # a shell that starts the tests in the background lets them ignore it
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        self.about = json.loads(self.process.stdout.readline())
        self.port = self.about["port"]
        self.key = self.about["address"].split("/")[3]
        self.host = f"127.0.0.1:{self.port}"

    def connect(self, timeout=30.0):
        return socket.create_connection(("127.0.0.1", self.port), timeout)

    def raw(self, data, timeout=30.0):
        """Everything that is answered; b"" if the connection is closed without an answer."""
        answer = b""
        with self.connect(timeout) as s:
            try:
                s.sendall(data)
                while more := s.recv(65536):
                    answer += more
            except (ConnectionResetError, BrokenPipeError):
                pass
        return answer

    def ask(self, path, method="GET", **headers):
        """(status, headers, body) of a request as a browser sends it."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        head, _, body = self.raw("\r\n".join([*lines, "", ""]).encode()).partition(b"\r\n\r\n")
        first, *rest = head.decode().split("\r\n")
        fields = dict(line.split(": ", 1) for line in rest)
        return int(first.split()[1]), fields, body

    def get(self, path, **headers):
        return self.ask(f"/{self.key}/{path}", **headers)

    def files(self):
        return {f["name"]: f for f in json.loads(self.get("list")[2])["files"]}

    def until(self, test):
        """Lets the server look at its folder until the list is as expected."""
        for _ in range(300):
            self.get("version")
            if test(self.files()):
                return True
            time.sleep(0.1)
        return False

    def listens_at(self):
        """The addresses that take connections on the port, as Linux writes them: the bytes as a number."""
        found = []
        for table in ("tcp", "tcp6"):
            with open(f"/proc/net/{table}", encoding="ascii") as rows:
                for row in rows.read().splitlines()[1:]:
                    address, port = row.split()[1].split(":")
                    if int(port, 16) == self.port and row.split()[3] == "0A":
                        found.append(address)
        return found

    def open_files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        code = self.process.wait(60)
        self.process.stderr.read()
        return code


def status_of(answer):
    return answer.split()[1].decode() if answer.startswith(b"HTTP/1.1 ") else "no answer"


def good_clients(server, folder):
    loopback = f"{int.from_bytes(bytes([127, 0, 0, 1]), sys.byteorder):08X}"
    if ON_LINUX and server.listens_at() != [loopback]:
        print("other computers can connect:", server.listens_at())
    with open(os.path.join(folder, "room.wok"), "rb") as f:
        room = f.read()
    entry = server.files()["room.wok"]
    path = f"file/{entry['id']}/{entry['version']}"
    status, fields, body = server.get("")
    print(
        "page:", status, fields["Content-Type"], b"<script" in body, b"connect-src 'self'" in body
    )
    for name in sorted(fields):
        if name not in ("Content-Length", "Content-Type"):
            print(f"  {name}: {fields[name]}")
    print("files:", sorted(server.files()))
    status, fields, body = server.get(path)
    print("file:", status, body == room, fields["Content-Type"], fields["Content-Security-Policy"])
    print(
        "as localhost:",
        status_of(
            server.raw(
                f"GET /{server.key}/version HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode()
            )
        ),
    )
    status, fields, body = server.ask(f"/{server.key}/{path}", "HEAD")
    print("head:", status, int(fields["Content-Length"]) == len(room), body)
    size = len(room)
    for text, part in (
        ("0-9", room[:10]),
        ("100-", room[100:]),
        ("-7", room[-7:]),
        (f"5-{size * 2}", room[5:]),
        (f"-{size * 2}", room),
        (f"{size}-", None),
        ("-0", None),
        ("9-5", None),
        ("99999999999999999999999-", None),
        ("0-1,5-6", room),
        ("x", room),
        ("-", room),
    ):
        status, fields, body = server.get(path, Range=f"bytes={text}")
        same = body == part if part is not None else fields["Content-Range"] == f"bytes */{size}"
        print(
            f"range {text.replace(str(size * 2), 'END').replace(str(size), 'SIZE')}:", status, same
        )


def bad_requests(server):
    key, host = server.key, f"Host: {server.host}\r\n"
    wrong = "0" * 32
    file = f"/{key}/file/0/"
    paths = [
        "/",
        "//",
        f"/{key}",
        f"/{wrong}/",
        f"/{key}//",
        f"/{key}/..",
        f"/{key}/../",
        f"/{key}/../../etc/passwd",
        f"/{key}/%2e%2e/",
        f"/{key}/room.wok",
        f"/{key}/file/room.wok",
        f"/{key}/file/../room.wok",
        f"/{key}/list%00",
        f"/{key}/%6cist",
        f"/{key}/list?x",
        f"/{key}/version/",
        file,
        f"{file}0",
        f"{file}-1",
        f"{file}1/",
        f"{file}99999999999999999999",
        f"/{key}/file/99999999999999999999/1",
        f"/{key}/file/4294967296/1",
        "/favicon.ico",
        f"/{key.upper()}x/",
    ]
    for path in paths:
        print(
            "path",
            path.replace(key, "KEY").replace(key.upper(), "key"),
            status_of(server.raw(f"GET {path} HTTP/1.1\r\n{host}\r\n".encode())),
        )
    line = f"GET /{key}/version HTTP/1.1\r\n"
    for name, data in (
        ("another host", f"{line}Host: evil.example:{server.port}\r\n\r\n"),
        ("another port", f"{line}Host: 127.0.0.1:1\r\n\r\n"),
        ("no host", f"{line}\r\n"),
        ("two hosts", f"{line}{host}{host}\r\n"),
        ("another origin", f"{line}{host}Origin: https://evil.example\r\n\r\n"),
        ("the own origin", f"{line}{host}Origin: http://{server.host}\r\n\r\n"),
        ("no origin", f"{line}{host}Origin: null\r\n\r\n"),
        ("from another site", f"{line}{host}Sec-Fetch-Site: cross-site\r\n\r\n"),
        ("from the same site", f"{line}{host}Sec-Fetch-Site: same-site\r\n\r\n"),
        ("typed by hand", f"{line}{host}Sec-Fetch-Site: none\r\n\r\n"),
        ("POST", f"POST /{key}/version HTTP/1.1\r\n{host}\r\n"),
        ("OPTIONS", f"OPTIONS /{key}/version HTTP/1.1\r\n{host}\r\n"),
        ("CONNECT", f"CONNECT evil.example:80 HTTP/1.1\r\n{host}\r\n"),
        ("lower case", f"get /{key}/version HTTP/1.1\r\n{host}\r\n"),
        ("HTTP/2", f"GET /{key}/version HTTP/2.0\r\n{host}\r\n"),
        ("HTTP/0.9", f"GET /{key}/version\r\n\r\n"),
        ("a whole address", f"GET http://evil.example/ HTTP/1.1\r\n{host}\r\n"),
        ("a body", f"{line}{host}Content-Length: 5\r\n\r\nhello"),
        ("chunks", f"{line}{host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        ("line feeds", f"GET /{key}/version HTTP/1.1\n{host}\r\n"),
        ("a folded line", f"{line}{host} more\r\n\r\n"),
        ("no colon", f"{line}{host}nothing\r\n\r\n"),
        ("a NUL in the path", f"GET /{key}/\0version HTTP/1.1\r\n{host}\r\n"),
        ("a NUL in a header", f"{line}{host}X: a\0b\r\n\r\n"),
        ("a tab in the path", f"GET /{key}/\tversion HTTP/1.1\r\n{host}\r\n"),
        ("a long line", f"GET /{'a' * 9000} HTTP/1.1\r\n{host}\r\n"),
        ("a long header", f"{line}{host}X: {'a' * 9000}\r\n\r\n"),
        ("many headers", f"{line}{host}{'X: 1' * 1}\r\n" + "X: 1\r\n" * 3000 + "\r\n"),
        ("no end", "a" * 8192),
        ("TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"),
        ("nothing but ends of lines", "\r\n\r\n"),
    ):
        print(f"{name}:", status_of(server.raw(data.encode("latin-1"))))


def random_requests(server):
    """Good requests with some bytes changed: an answer or none, but never the end of the server."""
    chance = random.Random(19)
    whole = f"GET /{server.key}/list HTTP/1.1\r\nHost: {server.host}\r\nRange: bytes=0-5\r\n\r\n".encode()
    for _ in range(1500):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(data))
            how = chance.randrange(3)
            if how == 0:
                data[at] = chance.randrange(256)
            elif how == 1:
                del data[at : at + chance.randrange(1, 20)]
            else:
                data[at:at] = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 20)))
        with server.connect() as s:
            s.sendall(
                bytes(data[: chance.randrange(len(data) + 1)])
                if chance.random() < 0.2
                else bytes(data)
            )
            if chance.random() < 0.5:
                s.settimeout(0.01)
                try:
                    s.recv(4096)
                except OSError:
                    pass
    print("after 1,500 changed requests:", server.get("version")[0])


def bad_clients(server, folder):
    """Clients that do not go on."""
    slow = server.connect()
    slow.sendall(b"GET /")
    idle = [server.connect() for _ in range(200)]
    print("200 idle connections:", server.get("version")[0])
    for s in idle:
        s.close()
    # Others that do not take what they asked for: each has a place, but the last ones stay free.
    entry = server.files()["large.zip"]
    lazy = [server.connect() for _ in range(20)]
    for s in lazy:
        path = f"/{server.key}/file/{entry['id']}/{entry['version']}"
        s.sendall(f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
    print("20 clients that do not read:", server.get("version")[0])
    for s in lazy:
        s.close()
    status, _, body = server.get(f"file/{entry['id']}/{entry['version']}")
    print("a large file:", status, len(body) == os.path.getsize(os.path.join(folder, "large.zip")))
    late = server.connect()
    late.sendall(b"GET /")
    begun = time.monotonic()
    ended = False
    while not ended and time.monotonic() - begun < 60:
        time.sleep(0.2)
        try:
            late.sendall(b"a")
            late.settimeout(0.01)
            ended = late.recv(1) == b""
        except TimeoutError:
            continue
        except OSError:
            ended = True
    print("a slow request ends after 10 s:", ended and time.monotonic() - begun > 9)
    slow.close()
    late.close()


def changes(server, folder):
    inside = lambda name: os.path.join(folder, name)
    entry = server.files()["room.wok"]
    path = f"file/{entry['id']}/{entry['version']}"
    with open(inside("room.wok"), "ab") as f:
        f.write(b"more")
    print("a file that has changed since:", server.get(path)[0])
    print(
        "listed again:",
        server.until(lambda files: files["room.wok"]["version"] != entry["version"]),
    )
    entry = server.files()["room.wok"]
    path = f"file/{entry['id']}/{entry['version']}"
    print("its new bytes:", len(server.get(path)[2]) == os.path.getsize(inside("room.wok")))
    os.rename(inside("room.wok"), inside(".room.wok"))
    if POSIX:
        os.symlink("/etc/passwd", inside("room.wok"))
        print("a link in its place:", server.get(path)[0])
    print("is listed no more:", server.until(lambda files: "room.wok" not in files))
    if POSIX:
        os.remove(inside("room.wok"))
    os.rename(inside(".room.wok"), inside("room.wok"))
    print("the file again:", server.until(lambda files: "room.wok" in files))
    os.mkdir(inside("below"))
    os.rename(inside("room.wok"), inside("below/room.wok"))
    print(
        "moved:", server.until(lambda files: "below/room.wok" in files and "room.wok" not in files)
    )


def prepare(folder):
    """What must not be served, and an archive that takes a while."""
    inside = lambda name: os.path.join(folder, name)
    with open(inside("secret.txt"), "w", encoding="ascii") as f:
        f.write("not a format\n")
    with open(inside(".hidden.wok"), "wb") as f, open(inside("room.wok"), "rb") as room:
        f.write(room.read())
    if POSIX:
        os.symlink("/etc/passwd", inside("link.wok"))
        os.symlink("/etc", inside("folder-link"))
        os.symlink("room.wok", inside("inner-link.wok"))
        os.mkfifo(inside("pipe.wok"))
    with open(inside("large.zip"), "wb") as f:
        f.write(b"PK\x05\x06" + bytes(18))
        f.truncate(20 << 20)


def main():
    command, folder = sys.argv[1:3]
    prepare(folder)
    server = Server(command, folder)
    print("started with", server.about["files"], "files")
    before = server.open_files() if ON_LINUX else 0
    good_clients(server, folder)
    bad_requests(server)
    random_requests(server)
    bad_clients(server, folder)
    changes(server, folder)
    time.sleep(2.5)
    print("no open files are left:", not ON_LINUX or server.open_files() == before)
    held = server.connect()
    print("Ctrl-C:", server.end())
    held.close()
    again = Server(command, "--port", str(server.port), folder)
    print("the same port again:", again.port == server.port, again.key != server.key)
    print("SIGTERM:" if POSIX else "again:", again.end(signal.SIGTERM if POSIX else signal.SIGINT))


main()
