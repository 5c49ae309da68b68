"""Where samples land, computed without the package: `python3 land.py FILE.zebin SAMPLES` prints {kernel: {offset: total}} as JSON.

The sections come from the ELF headers, the starts of instructions from bit 29 of each (compacted instructions take 8 bytes), and the end of
the code from the last one with end of thread. A sample at another address is counted under "-".
"""
import csv
import json
import struct
import sys


def sections(data):
    offset, size, count, names = struct.unpack_from("<Q10xHHH", data, 0x28)[0:1] + struct.unpack_from("<HHH", data, 0x3A)
    heads = [struct.unpack_from("<IIQQQQ", data, offset + i * size) for i in range(count)]
    text = data[heads[names][4] :]
    for name, _, _, _, start, length in heads:
        yield text[name : text.index(b"\0", name)].decode(), data[start : start + length]


def starts(code):
    at = 0
    while at + 8 <= len(code):
        yield at
        at += 8 if struct.unpack_from("<I", code, at)[0] >> 29 & 1 else 16


def rows(path):
    """Kernel, address and number of samples of each row, of any of the three forms."""
    lines = open(path).read().splitlines()
    if lines[0].startswith("string\t"):
        strings, kernel = {}, None
        for line in lines:
            cells = line.split("\t")
            if cells[0] == "string":
                strings[cells[1]] = cells[2]
            elif cells[0] == "kernel":
                kernel = strings[cells[-1]]
            elif cells[0] == "eustall":
                yield kernel, int(cells[1], 16), sum(map(int, cells[3:]))
        return
    head = None
    for cells in csv.reader(lines, skipinitialspace=True):
        cells = [cell.strip() for cell in cells]
        if any(cell in ("IP[Address]", "address") for cell in cells):
            head = cells
        elif head and len(cells) == len(head):
            kernel, address, *counts = cells
            yield kernel, int(address, 16), sum(map(int, counts))


code = {name[6:]: set(starts(data)) for name, data in sections(open(sys.argv[1], "rb").read()) if name.startswith(".text.")}
found = {}
for kernel, address, total in rows(sys.argv[2]):
    place = str(address) if address in code[kernel] else "-"
    found.setdefault(kernel, {}).setdefault(place, 0)
    found[kernel][place] += total
print(json.dumps(found))
