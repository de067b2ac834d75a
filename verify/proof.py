#!/usr/bin/env python3
"""Verifies proofs of backing (docs/proof.md), with Python's standard library alone.

    python3 verify/proof.py <address or folder> ... --keys FILE [--all-days] [--contact C --key HEX [--units N]]

Written from the page, not from the shop's own program (npm run proof -- verify): the two must name the same faults. An address or folder
is one store's, the one that holds `days`. Prints what was found wrong, one fault a line, and exits with 1 where there is any.
"""
import base64, hashlib, hmac, os, re, sys, time, urllib.error, urllib.request
from datetime import date as Date, datetime, timezone

V1 = b"karat-proof-v1"
ZEROS = "0" * 64
LARGEST_AMOUNT = 1_000_000
LARGEST_SUM = 2**63 - 1
COLUMNS = "serial,maker,kind,gross_weight,fineness,fine_weight,place,state,counted"
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


MOST_WAITS = 30
LONGEST_WAIT = 120


def fetch(address):
    """What is there, None where nothing is; waits as long as a server asks for that has too much to do."""
    for waits in range(MOST_WAITS + 1):
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            if error.code not in (429, 503) or waits == MOST_WAITS:
                raise
            asked = error.headers.get("retry-after") or ""
            seconds = min(int(asked), LONGEST_WAIT) if re.fullmatch("[0-9]{1,6}", asked) else 5
            print(f"{address}: {error.code}, again in {seconds} s", file=sys.stderr)
            time.sleep(seconds)


class Place:
    """One store's files, in a folder or at an address."""

    def __init__(self, where):
        self.where = where.rstrip("/")
        self.asked_itself = re.match(r"https?://", where) is not None

    def find(self, path):
        whole = f"{self.where}/{path}"
        if self.asked_itself:
            return fetch(whole)
        try:
            with open(whole, "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def get(self, path):
        data = self.find(path)
        if data is None:
            raise Fault("file_missing", path)
        return data


def text_of(data, malformed):
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Fault(malformed, "not UTF-8")


def bytes_of(text):
    """The bytes of standard base64 with padding, None for what is not the one way to write them."""
    try:
        raw = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return raw if base64.b64encode(raw).decode() == text else None


NAME = "[!-*,-~]+"


def read_keys(data):
    """[(name, key hash, public key)], the shop's first."""
    keys = []
    for line in text_of(data, "keys_malformed").removesuffix("\n").split("\n"):
        match = re.fullmatch(rf"({NAME})\+([0-9a-f]{{8}})\+([!-~]+)", line)
        raw = bytes_of(match[3]) if match else None
        if raw is None or len(raw) != 33 or raw[0] != 1 or sha256(match[1].encode() + b"\n" + raw)[:4].hex() != match[2]:
            raise Fault("keys_malformed", line)
        keys.append((match[1], bytes.fromhex(match[2]), raw[1:]))
    return keys


def open_note(data, keys, malformed):
    """The text of a signed note, and which of the keys have signed it."""
    text, gap, below = text_of(data, malformed).rpartition("\n\n")
    if not gap or not below.endswith("\n"):
        raise Fault(malformed, "not a signed note")
    text = (text + "\n").encode()
    signed, lines = [], []
    for line in below[:-1].split("\n"):
        match = re.fullmatch(rf"— ({NAME}) ([!-~]+)", line)
        raw = bytes_of(match[2]) if match else None
        if raw is None or len(raw) != 68:
            raise Fault(malformed, "a line that is no signature")
        lines.append((match[1], raw))
    for signer, raw in lines:
        for index, (name, key_hash, public) in enumerate(keys):
            if (signer, raw[:4]) == (name, key_hash):
                if not ed25519(public, text, raw[4:]):
                    raise Fault("signature_wrong", name)
                signed.append(index)
    return text, signed


def form(pattern, line):
    if not re.fullmatch(pattern, line):
        raise ValueError(line)
    return line


def number(line):
    if int(form("0|[1-9][0-9]{0,18}", line)) > LARGEST_SUM:
        raise ValueError(line)
    return int(line)


def day_of(line):
    """A day of the calendar."""
    found = Date.fromisoformat(form("[0-9]{4}-[0-9]{2}-[0-9]{2}", line))
    if found.year < 1900:
        raise ValueError(line)
    return found


def instant(line):
    """Seconds since 1970."""
    day_of(form("[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z", line)[:10])
    return int(datetime.strptime(line, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc).timestamp())


HASH = r"[0-9a-f]{64}"


STORE = "[!-~]+"
NOTE_LINES = 14


def lines_of(text, kind):
    lines = text.decode().split("\n")[:-1]
    if not lines or lines[0] != kind:
        raise ValueError(lines[0] if lines else "nothing")
    return lines


def read_cash(line):
    form("cash [A-Z]{3} (0|[1-9][0-9]*) (0|-?[1-9][0-9]*) [0-9-]{10}", line)
    day_of(line[-10:])


def read_note(text):
    try:
        lines = lines_of(text, "karat-proof-v1")
        breach = lines[-1] == "breach"
        lines = lines[:-1] if breach else lines
        if len(lines) < NOTE_LINES:
            raise ValueError("too short")
        head, cash, tail = lines[:12], lines[12:-2], lines[-2:]
        for line in cash:
            read_cash(line)
        day_of(head[2])
        root = bytes_of(head[5])
        if root is None or len(root) != 32:
            raise ValueError(head[5])
        return {
            "store": form(STORE, head[1]), "date": head[2], "instant": instant(head[3]), "moment": head[3], "commitment": form(HASH, head[4]), "root": root,
            "liabilities": number(head[6]), "assets": number(head[7]), "leaves": number(head[8]), "roots": form(HASH, head[9]),
            "bars": form(HASH, head[10]), "heads": form(HASH, head[11]), "previous": form(HASH, tail[0]), "number": number(tail[1]), "breach": breach,
        }
    except (ValueError, IndexError) as error:
        raise Fault("note_malformed", str(error))


def read_request(text):
    try:
        _, store, moment, secret = lines_of(text, "karat-proof-request-v1")
        return {"store": form(STORE, store), "instant": instant(moment), "secret": form(HASH, secret)}
    except ValueError as error:
        raise Fault("request_malformed", str(error))


def read_commitment(text):
    try:
        _, store, request, moment, heads, bars = lines_of(text, "karat-proof-commit-v1")
        return {
            "store": form(STORE, store), "request": form(HASH, request), "instant": instant(moment), "moment": moment,
            "heads": form(HASH, heads), "bars": form(HASH, bars),
        }
    except ValueError as error:
        raise Fault("commitment_malformed", str(error))


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


def open_shard(data, shard, label):
    """The amounts by their tags, and the root."""
    leaves = read_shard(data, shard)
    hashed = [(sha256(b"\x00" + V1 + label + tag + amount.to_bytes(8, "big")), amount) for tag, amount in leaves]
    return dict(leaves), tree(hashed)


def weight(text):
    return int(form(r"(0|[1-9][0-9]{0,17})\.[0-9]{4}", text).replace(".", ""))


def fields_of(line):
    """The fields of a line; whoever quotes one quotes the whole of it."""
    fields, at = [], 0
    while True:
        quoted = re.compile(r'"((?:[^"]|"")*)"').match(line, at)
        plain = re.compile(r'[^",]*').match(line, at)
        fields.append(quoted[1].replace('""', '"') if quoted else plain[0])
        at = (quoted or plain).end()
        if at == len(line):
            return fields
        if line[at] != ",":
            raise ValueError(line)
        at += 1


def read_bars(data):
    """{(maker, serial)} and what is counted."""
    header, *lines = text_of(data, "bars_malformed").split("\n")
    if header != COLUMNS or not lines or lines.pop() != "" or b"\r" in data:
        raise Fault("bars_malformed", "header or line ends")
    seen, total = set(), 0
    for line in lines:
        try:
            serial, maker, kind, gross, fineness, fine, place, state, counted = fields_of(line)
            form(r"(0|[1-9][0-9]{0,17})(\.[0-9])?", fineness)
            if not serial or not maker or state not in COUNTED or weight(fine) > weight(gross):
                raise ValueError(line)
            if serial[0] == "#":
                form("#" + HASH, serial)
        except ValueError:
            raise Fault("bars_malformed", line)
        if (maker, serial) in seen:
            raise Fault("bar_twice", f"{maker} {serial}")
        seen.add((maker, serial))
        if counted != COUNTED[state]:
            raise Fault("bar_counted", f"{maker} {serial}: {state}, {counted}")
        total += weight(fine) if counted == "1" else 0
    return seen, total


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
    committed, wanted = read_commitment(text), read_request(asked)
    if committed["store"] != note["store"] or wanted["store"] != note["store"]:
        raise Fault("commitment_malformed", "store")
    if sha256(text).hex() != note["commitment"] or committed["request"] != sha256(asked).hex():
        raise Fault("commitment_differs")
    if any(committed[one] != note[one] for one in ("moment", "heads", "bars")):
        raise Fault("commitment_differs", "instant, heads or bars")
    late = committed["instant"] - wanted["instant"]
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
        amounts, (root, total) = open_shard(data, shard, label)
        if total != records[shard][1]:
            raise Fault("shard_sum_differs", f"shard/{shard:02x}")
        if root != records[shard][0]:
            raise Fault("shard_root_differs", f"shard/{shard:02x}")
        shards.append(amounts)
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
    text = text_of(place.get("days"), "days_malformed")
    days = text.split("\n")[:-1]
    try:
        dates = [day_of(day) for day in days]
    except ValueError as error:
        raise Fault("days_malformed", str(error))
    if not days or not text.endswith("\n") or any(a >= b for a, b in zip(dates, dates[1:])):
        raise Fault("days_malformed", "none, or not in order")
    for a, b in zip(dates, dates[1:]):
        if (b - a).days > 1:
            print("gap", f"no day between {a} and {b}")
    return days


# A day is counted once on each date, in its first 23 and a quarter hours: two counts are never further apart.
LONGEST_BETWEEN = 48 * 3600


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
    if place.asked_itself and before and time.time() - before["instant"] > LONGEST_BETWEEN:
        report.say(f"{before['store']} {before['date']}", Fault("day_overdue", f"counted at {before['moment']}"))
    return notes


def check_together(report, stores):
    """A bar stands in one store's list: each is held against those of the other stores of that date, or the newest ones before it."""
    by_store = {}
    for note in [note for notes in stores for note in notes]:
        by_store.setdefault(note["store"], []).append(note)
    for note in [note for notes in by_store.values() for note in notes]:
        for store, others in by_store.items():
            older = [other for other in others if other["date"] <= note["date"]]
            if store == note["store"] or not older or (older[-1]["date"] == note["date"] and store > note["store"]):
                continue
            for maker, serial in sorted(note["seen"] & older[-1]["seen"]):
                detail = f"{maker} {serial}: {store} {older[-1]['date']} and {note['store']}"
                report.say(note["date"], Fault("bar_in_two_stores", detail))


def read_arguments(given):
    places, options = [], {"keys": None, "all_days": False, "contact": None, "key": None, "units": None}
    given = iter(given)
    for word in given:
        if word == "--all-days":
            options["all_days"] = True
        elif word in ("--keys", "--contact", "--key", "--units"):
            options[word[2:]] = next(given, None)
            if options[word[2:]] is None:
                sys.exit(__doc__)
        elif word.startswith("-"):
            sys.exit(__doc__)
        else:
            places.append(word)
    contact, key, units = options["contact"], options["key"], options["units"]
    right = re.fullmatch("[0-9a-fA-F]{64}", key or "") if contact is not None else key is None and units is None
    if not places or not right or (units is not None and not re.fullmatch("0|[1-9][0-9]*", units)):
        sys.exit(__doc__)
    options["member"] = None
    if contact is not None:
        options["member"] = {"contact": contact, "key": bytes.fromhex(key), "units": None if units is None else int(units)}
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
    try:
        main()
    except OSError as error:
        sys.exit(str(error))
