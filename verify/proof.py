#!/usr/bin/env python3
"""Verifies proofs of backing (docs/proof.md), with Python's standard library alone.

    python3 verify/proof.py <address or folder> ... --keys FILE [--all-days] [--contact C --key HEX [--units N]]

Written from the page, not from the shop's own program (npm run proof -- verify): the two must name the same faults. An address or folder
is one store's, the one that holds `days`. Prints what was found wrong, one fault a line, and exits with 1 where there is any.
"""
import base64, csv, hashlib, hmac, io, os, re, sys, urllib.error, urllib.request
from datetime import date as Date, datetime, timezone

V1 = b"karat-proof-v1"
ZEROS = "0" * 64
LARGEST_AMOUNT = 1_000_000
LARGEST_SUM = 2**63 - 1
COLUMNS = "serial,maker,kind,gross_weight,fineness,fine_weight,place,state,counted".split(",")
COUNTED = {"available": "1", "reserved": "1", "pledged": "0", "inspection": "0"}


def sha256(data):
    return hashlib.sha256(data).digest()


# Ed25519, RFC 8032, verification only; points in extended coordinates.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def recover_x(y, sign):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(n, p):
    q = (0, 1, 1, 0)
    while n:
        if n & 1:
            q = add(q, p)
        p, n = add(p, p), n >> 1
    return q


def point(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def ed25519(public, text, signature):
    a, r, s = point(public), point(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + text).digest(), "little") % L
    left, right = multiply(s, BASE), add(r, multiply(h, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


class Fault(Exception):
    """One thing that is wrong, by its name in docs/proof.md."""

    def __init__(self, name, detail=""):
        super().__init__(name)
        self.name, self.detail = name, detail


class Place:
    """One store's files, in a folder or at an address."""

    def __init__(self, where):
        self.where = where.rstrip("/")

    def find(self, path):
        whole = f"{self.where}/{path}"
        try:
            if re.match(r"https?://", whole):
                with urllib.request.urlopen(whole, timeout=60) as answer:
                    return answer.read()
            with open(whole, "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise

    def get(self, path):
        data = self.find(path)
        if data is None:
            raise Fault("file_missing", path)
        return data


def read_keys(data):
    """Name -> (key hash, public key), the shop's first."""
    keys = []
    for line in data.decode().splitlines():
        match = re.fullmatch(r"(\S+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)", line)
        raw = base64.b64decode(match[3]) if match else b""
        if not match or len(raw) != 33 or raw[0] != 1 or sha256(match[1].encode() + b"\n" + raw)[:4].hex() != match[2]:
            raise Fault("keys_malformed", line)
        keys.append((match[1], bytes.fromhex(match[2]), raw[1:]))
    if not keys:
        raise Fault("keys_malformed", "no key")
    return keys


def open_note(data, keys, malformed):
    """The text of a signed note, and which of the keys have signed it."""
    text, gap, lines = data.rpartition(b"\n\n")
    if not gap or not lines.endswith(b"\n"):
        raise Fault(malformed, "not a signed note")
    text += b"\n"
    signed = []
    for line in lines[:-1].split(b"\n"):
        try:
            match = re.fullmatch(r"— (\S+) ([A-Za-z0-9+/]+=*)", line.decode())
            raw = base64.b64decode(match[2]) if match else b""
        except ValueError:
            raw = b""
        if len(raw) != 68:
            raise Fault(malformed, "a line that is no signature")
        for index, (name, key_hash, public) in enumerate(keys):
            if (match[1], raw[:4]) == (name, key_hash):
                if not ed25519(public, text, raw[4:]):
                    raise Fault("signature_wrong", name)
                signed.append(index)
    return text, signed


def number(line):
    if not re.fullmatch(r"0|[1-9][0-9]{0,18}", line) or int(line) > LARGEST_SUM:
        raise ValueError(line)
    return int(line)


def form(pattern, line):
    if not re.fullmatch(pattern, line):
        raise ValueError(line)
    return line


def instant(line):
    form(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", line)
    return int(datetime.strptime(line, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc).timestamp())


HASH = r"[0-9a-f]{64}"


def read_note(text):
    try:
        lines = text.decode().split("\n")[:-1]
        breach = lines[-1] == "breach"
        lines = lines[:-1] if breach else lines
        head, cash, tail = lines[:12], lines[12:-2], lines[-2:]
        if head[0] != "karat-proof-v1":
            raise ValueError(head[0])
        for line in cash:
            form(r"cash [A-Z]{3} (0|[1-9][0-9]*) (0|-?[1-9][0-9]*) \d{4}-\d\d-\d\d", line)
        root = base64.b64decode(form(r"[A-Za-z0-9+/]{43}=", head[5]), validate=True)
        if base64.b64encode(root).decode() != head[5]:
            raise ValueError(head[5])
        return {
            "store": head[1], "date": head[2], "instant": instant(head[3]), "moment": head[3], "commitment": form(HASH, head[4]), "root": root,
            "liabilities": number(head[6]), "assets": number(head[7]), "leaves": number(head[8]), "roots": form(HASH, head[9]),
            "bars": form(HASH, head[10]), "heads": form(HASH, head[11]), "previous": form(HASH, tail[0]), "number": number(tail[1]), "breach": breach,
        }
    except (ValueError, IndexError) as error:
        raise Fault("note_malformed", str(error))


def node(left, right):
    total = left[1] + right[1]
    if total > LARGEST_SUM:
        raise Fault("sum_too_large")
    return sha256(b"\x01" + left[0] + left[1].to_bytes(8, "big") + right[0] + right[1].to_bytes(8, "big")), total


def tree(level):
    while len(level) > 1:
        level = [node(level[i], level[i + 1]) for i in range(0, len(level), 2)]
    return level[0]


def read_shard(data, shard):
    """(tag, amount) of each leaf."""
    count = len(data) // 40
    if len(data) % 40 or count < 4 or count & (count - 1):
        raise Fault("shard_size", f"shard/{shard:02x}: {len(data)} bytes")
    leaves = [(data[i : i + 32], int.from_bytes(data[i + 32 : i + 40], "big")) for i in range(0, len(data), 40)]
    before = None
    for tag, amount in leaves:
        if tag[0] != shard:
            raise Fault("wrong_shard", f"shard/{shard:02x}")
        if before is not None and tag == before:
            raise Fault("tag_twice", f"shard/{shard:02x}")
        if before is not None and tag < before:
            raise Fault("shard_unsorted", f"shard/{shard:02x}")
        if amount > LARGEST_AMOUNT:
            raise Fault("amount_too_large", f"shard/{shard:02x}: {amount}")
        before = tag
    return leaves


def shard_root(leaves, label):
    return tree([(sha256(b"\x00" + V1 + label + tag + amount.to_bytes(8, "big")), amount) for tag, amount in leaves])


def weight(text):
    return int(form(r"(0|[1-9][0-9]*)\.[0-9]{4}", text).replace(".", ""))


def read_bars(data):
    """{(maker, serial)} and what is counted."""
    try:
        if not data.endswith(b"\n") or b"\r" in data:
            raise ValueError("line ends")
        rows = list(csv.reader(io.StringIO(data.decode(), newline=""), strict=True))
        if rows[0] != COLUMNS:
            raise ValueError("header")
        seen, total = set(), 0
        for row in rows[1:]:
            serial, maker, kind, gross, fineness, fine, place, state, counted = row
            if not serial or not maker or state not in COUNTED or weight(fine) > weight(gross):
                raise ValueError(serial)
            if serial[0] == "#":
                form("#" + HASH, serial)
            if (maker, serial) in seen:
                raise Fault("bar_twice", f"{maker} {serial}")
            seen.add((maker, serial))
            if counted != COUNTED[state]:
                raise Fault("bar_counted", f"{maker} {serial}: {state}, {counted}")
            total += weight(fine) if counted == "1" else 0
        return seen, total
    except (ValueError, IndexError, csv.Error) as error:
        raise Fault("bars_malformed", str(error))


def check_commitment(files, note, keys):
    """The note carries what the witness asked for and the shop answered in time."""
    commit, request = files.find("commit"), files.find("request")
    if note["commitment"] == ZEROS:
        if commit is not None:
            raise Fault("commitment_differs", "the note carries none")
        return
    if commit is None or request is None:
        raise Fault("file_missing", "commit" if commit is None else "request")
    text, signed = open_note(commit, keys, "commitment_malformed")
    asked, witnesses = open_note(request, keys, "request_malformed")
    if 0 not in signed:
        raise Fault("commitment_unsigned")
    if not any(index > 0 for index in witnesses):
        raise Fault("request_unsigned")
    try:
        kind, store, of_request, moment, heads, bars = text.decode().split("\n")[:-1]
        kind2, store2, asked_at, secret = asked.decode().split("\n")[:-1]
        form(HASH, secret)
        late = instant(moment) - instant(asked_at)
    except ValueError as error:
        raise Fault("commitment_malformed", str(error))
    if (kind, kind2, store, store2) != ("karat-proof-commit-v1", "karat-proof-request-v1", note["store"], note["store"]):
        raise Fault("commitment_malformed", "kind or store")
    if sha256(text).hex() != note["commitment"] or of_request != sha256(asked).hex():
        raise Fault("commitment_differs")
    if (moment, heads, bars) != (note["moment"], note["heads"], note["bars"]):
        raise Fault("commitment_differs", "instant, heads or bars")
    if not 0 <= late <= 60:
        raise Fault("commitment_late", f"{late} s")


def amounts_of(member, store, day, shard_of):
    """What is counted for a member, chunk by chunk, until one is missing."""
    day_key = hmac.digest(member["key"], V1 + f"/day/{store}/{day}".encode(), "sha256")
    found = []
    while True:
        i = str(len(found)).encode()
        shard = hmac.digest(day_key, b"shard/" + i, "sha256")[0]
        leaf = hmac.digest(day_key, b"leaf/" + member["contact"].encode() + b"/" + i, "sha256")
        amount = shard_of(shard).get(bytes([shard]) + leaf[:31])
        if amount is None:
            return found
        found.append(amount)


def chunks_of(units):
    return max(4, -(-units // LARGEST_AMOUNT) + 3) if units else 0


class Files:
    """The files of one day."""

    def __init__(self, place, day):
        self.place, self.day = place, day

    def find(self, name):
        return self.place.find(f"{self.day}/{name}")

    def get(self, name):
        return self.place.get(f"{self.day}/{name}")


class Report:
    def __init__(self):
        self.faults = 0

    def guard(self, where, step, *given):
        """Does a step; what is wrong is said, and the other steps go on."""
        try:
            return step(*given)
        except Fault as fault:
            self.say(where, fault)
            return None

    def say(self, where, fault):
        self.faults += 1
        print("FAULT", fault.name, where, fault.detail)


def check_trees(files, note):
    """Every shard, its root and the day's root; the shards."""
    label = f"{note['store']}/{note['date']}".encode()
    roots = files.get("roots")
    if sha256(roots).hex() != note["roots"] or len(roots) != 256 * 40:
        raise Fault("roots_differ")
    records = [(roots[i : i + 32], int.from_bytes(roots[i + 32 : i + 40], "big")) for i in range(0, len(roots), 40)]
    if any(total > LARGEST_SUM for _, total in records):
        raise Fault("sum_too_large", "roots")
    shards = []
    for shard in range(256):
        data = files.get(f"shard/{shard:02x}")
        if len(data) * 256 != note["leaves"] * 40:
            raise Fault("shard_size", f"shard/{shard:02x}: {len(data)} bytes")
        leaves = read_shard(data, shard)
        root, total = shard_root(leaves, label)
        if total != records[shard][1]:
            raise Fault("shard_sum_differs", f"shard/{shard:02x}")
        if root != records[shard][0]:
            raise Fault("shard_root_differs", f"shard/{shard:02x}")
        shards.append(dict(leaves))
    root, total = tree(records)
    if root != note["root"]:
        raise Fault("root_differs")
    if total != note["liabilities"]:
        raise Fault("liabilities_differ", f"{total}, the note says {note['liabilities']}")
    return shards


def check_bars(files, note):
    data = files.get("bars.csv")
    if sha256(data).hex() != note["bars"]:
        raise Fault("bars_changed")
    seen, total = read_bars(data)
    if total != note["assets"]:
        raise Fault("assets_differ", f"{total}, the note says {note['assets']}")
    return seen


def check_member(member, note, shards):
    found = amounts_of(member, note["store"], note["date"], lambda shard: shards[shard])
    units = sum(found)
    print("member", note["store"], note["date"], f"{units // 10000}.{units % 10000:04d} g in {len(found)} parts")
    if not found and member["units"] != 0:
        raise Fault("member_missing", "nothing is counted")
    if member["units"] not in (None, units):
        raise Fault("member_differs", f"{units} units, expected {member['units']}")
    if len(found) < chunks_of(units):
        raise Fault("member_incomplete", f"{len(found)} parts")


def read_day(place, day, keys):
    text, signed = open_note(place.get(f"{day}/note"), keys, "note_malformed")
    note = read_note(text)
    note["hash"] = sha256(text).hex()
    note["signed"] = signed
    return note


def check_words(note, day, before):
    """What the note says about itself and about the day before it."""
    if note["date"] != day:
        raise Fault("note_elsewhere", note["date"])
    if 0 not in note["signed"]:
        raise Fault("note_unsigned")
    if note["liabilities"] > note["assets"] and not note["breach"]:
        raise Fault("breach_unsaid")
    if note["previous"] != (before["hash"] if before else ZEROS):
        raise Fault("previous_differs")
    if note["number"] != (before["number"] + 1 if before else 1):
        raise Fault("day_number_differs")
    if before and (note["instant"] <= before["instant"] or note["store"] != before["store"]):
        raise Fault("not_after_the_day_before")


def check_day(report, place, day, before, keys, member):
    where, files = f"{day}", Files(place, day)
    note = report.guard(where, read_day, place, day, keys)
    if not note:
        return None
    where = f"{note['store']} {day}"
    report.guard(where, check_words, note, day, before)
    report.guard(where, check_commitment, files, note, keys)
    shards = report.guard(where, check_trees, files, note)
    note["seen"] = report.guard(where, check_bars, files, note) or set()
    if member and shards:
        report.guard(where, check_member, member, note, shards)
    witnesses = len([index for index in note["signed"] if index > 0])
    print("read", where, f"owed {note['liabilities']}, there {note['assets']}, witnesses {witnesses}" + (" BREACH" if note["breach"] else ""))
    return note


def read_days(place):
    days = place.get("days").decode().splitlines()
    try:
        dates = [Date.fromisoformat(form(r"\d{4}-\d\d-\d\d", day)) for day in days]
    except ValueError as error:
        raise Fault("days_malformed", str(error))
    if not days or any(a >= b for a, b in zip(dates, dates[1:])):
        raise Fault("days_malformed", "none, or not in order")
    for a, b in zip(dates, dates[1:]):
        if (b - a).days > 1:
            print("gap", f"no day between {a} and {b}")
    return days


def check_store(report, where, options):
    place = Place(where)
    keys = options["keys"]
    published = report.guard(where, lambda: read_keys(place.get("keys")))
    if published and published != keys:
        report.say(where, Fault("keys_differ"))
    days = report.guard(where, read_days, place)
    notes, before = [], None
    for index, day in enumerate(days or []):
        if not options["all_days"] and index < len(days) - 1:
            if index == len(days) - 2:
                before = report.guard(day, read_day, place, day, keys)
            continue
        before = check_day(report, place, day, before, keys, options["member"])
        notes += [before] if before else []
    return notes


def check_together(report, stores):
    """A bar stands in one store's list."""
    seen = {}
    for note in [note for notes in stores for note in notes]:
        for bar in note["seen"]:
            other = seen.setdefault((note["date"], bar), note["store"])
            if other != note["store"]:
                detail = f"{bar[0]} {bar[1]}: {other} and {note['store']}"
                report.say(note["date"], Fault("bar_in_two_stores", detail))


def read_arguments(given):
    places, options = [], {"keys": None, "all_days": False, "contact": None, "key": None, "units": None}
    given = iter(given)
    for word in given:
        if word == "--all-days":
            options["all_days"] = True
        elif word in ("--keys", "--contact", "--key", "--units"):
            options[word[2:]] = next(given)
        else:
            places.append(word)
    if not places:
        sys.exit(__doc__)
    options["member"] = None
    if options["contact"] and options["key"]:
        units = None if options["units"] is None else int(options["units"])
        options["member"] = {"contact": options["contact"], "key": bytes.fromhex(options["key"]), "units": units}
    return places, options


def main():
    places, options = read_arguments(sys.argv[1:])
    pinned = options["keys"] or os.path.join(os.path.dirname(os.path.abspath(__file__)), "keys")
    report = Report()
    if not os.path.exists(pinned):
        report.say("-", Fault("no_keys", "give the keys that you trust with --keys"))
        sys.exit(1)
    with open(pinned, "rb") as file:
        data = file.read()
    options["keys"] = report.guard(pinned, read_keys, data)
    if options["keys"]:
        check_together(report, [check_store(report, where, options) for where in places])
    if not report.faults:
        print("Everything that was read is in order.")
    sys.exit(1 if report.faults else 0)


if __name__ == "__main__":
    main()
