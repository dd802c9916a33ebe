"""Makes the corpus of files that bench/reading/files.ts reads: python3 bench/reading/corpus.py FOLDER

Needs reportlab, python-docx, openpyxl, LibreOffice, Ghostscript and qpdf (Debian: python3-reportlab python3-docx
python3-openpyxl libreoffice-writer-nogui libreoffice-calc-nogui ghostscript qpdf). The same seed gives the same texts.
manifest.json lists, for each file, the sentences and the rows with prices that a reader must find, or why it must refuse it.
"""
import csv
import io
import json
import os
import random
import subprocess
import sys
import textwrap

import docx
import openpyxl
from docx.enum.text import WD_TAB_ALIGNMENT, WD_TAB_LEADER
from docx.shared import Cm, Inches
from openpyxl.styles import Font
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen import canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

OUT = sys.argv[1]
os.makedirs(OUT, exist_ok=True)
rng = random.Random(18)
manifest = []

SENTENCES = """We are open from 9 am to 6 pm on weekdays and close on public holidays.
Deliveries within ten kilometres are free for orders above RM80.
Our main shop is at 12 Jalan Melati, Taman Seri Indah, 47300 Petaling Jaya.
A deposit of thirty per cent is paid on booking and is not returned.
Children below six years of age eat for free at the buffet.
Please tell us about allergies at least one day before the event.
Every repair has a warranty of six months or ten thousand kilometres, whichever comes first.
Exchanges are possible within seven days if the label is still on the garment.
Our therapists are certified and speak English, Malay and Mandarin.
Parking is behind the building, and the first two hours cost nothing.
Call or message us at 012-345 6789 to reserve a table for more than eight people.
Late check-out until 3 pm is possible for a fee of RM40 if the room is free.
We print posters up to a width of one metre and deliver on the next working day.
The registration fee is RM50 and includes the first set of books.
Pets are welcome in the garden but not in the dining hall.
The last order is taken half an hour before we close.
Payment is by cash, card, DuitNow QR or online transfer.
Cancellations up to forty-eight hours before arrival cost nothing.""".split("\n")
MALAY = """Kedai kami dibuka setiap hari dari pukul 10 pagi hingga 10 malam kecuali hari Jumaat.
Penghantaran percuma bagi pesanan melebihi RM60 dalam lingkungan lima kilometer.
Sila buat tempahan sekurang-kurangnya tiga hari lebih awal.
Kanak-kanak bawah umur lima tahun tidak dikenakan bayaran.
Semua hidangan kami halal dan disediakan segar setiap pagi.
Wang pendahuluan sebanyak RM100 diperlukan untuk mengesahkan tempahan.
Baju yang telah siap hendaklah diambil dalam tempoh dua minggu.
Kelas tambahan diadakan pada setiap malam Selasa dan Khamis.
Hubungi kami di talian 03-8888 1234 untuk maklumat lanjut.
Tempat letak kereta disediakan di belakang bangunan.
Yuran pendaftaran tidak akan dipulangkan selepas kelas bermula.
Pelanggan boleh membayar secara tunai, kad atau imbasan kod QR.
Bilik mesyuarat boleh memuatkan tiga puluh orang pada satu masa.
Barang yang rosak boleh ditukar dalam masa tujuh hari bersama resit.
Kami menyediakan perkhidmatan katering untuk majlis perkahwinan dan korporat.""".split("\n")
FOOD = """Nasi lemak ayam berempah;Mee goreng mamak;Roti canai kosong;Laksa Penang;Char kuey teow;Nasi goreng kampung;Satay ayam 10 cucuk;Bihun sup utara;Ikan bakar petai;Sup tulang;Tomyam campur;Kangkung belacan;Ayam masak merah;Nasi kandar special;Mee rebus Johor;Lontong kuah;Rojak buah;Cendol pulut;Ais kacang;Pisang goreng cheese""".split(";")
DRINKS = """Teh tarik;Kopi O;Milo ais;Sirap bandung;Limau ais;Barli panas;Air kelapa muda;Jus tembikai;Teh O ais laici;Kopi susu gula Melaka;Horlicks panas;Soya cincau;Jus mangga;Air mata kucing""".split(";")
SERVICES = """Oil change with filter;Brake pads front;Wheel alignment;Air-conditioner gas refill;Battery replacement;Full body wash and wax;Haircut for men;Hair colouring long;Manicure and pedicure;Aromatherapy massage 60 minutes;Baju kurung moden;Alter trousers length;Business cards 200 pieces;Banner 3 x 8 feet;Passport photo set;Dental scaling;Blood test basic;Swimming lesson private;Piano grade one;Tuition mathematics form four""".split(";")
ROOMS = """Deluxe queen room;Family suite;Dormitory bed;Seaview chalet;Garden villa;Single standard;Executive twin;Honeymoon suite""".split(";")
HEADS = ["Our services", "Delivery", "Opening hours", "Booking and payment", "About us", "Terms", "Frequently asked questions", "Contact"]
HEADS_MS = ["Perkhidmatan kami", "Penghantaran", "Waktu operasi", "Tempahan dan bayaran", "Tentang kami", "Syarat", "Soalan lazim", "Hubungi kami"]


def price(low=2, high=90):
    return f"{rng.randint(low, high)}.{rng.choice(['00', '50', '90', '20'])}"


def items(pool, count):
    return [(name, price()) for name in rng.sample(pool, min(count, len(pool)))]


def add(name, sentences=(), prices=(), refused=None, unread=()):
    """prices: (what the row is about, the price as digits). unread: [page, why] that must be reported."""
    manifest.append({"file": name, "sentences": list(sentences), "prices": [list(p) for p in prices], "refused": refused, "unread": list(unread)})


def path(name):
    return os.path.join(OUT, name)


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def convert(source, kind):
    run("soffice", "--headless", "-env:UserInstallation=file:///tmp/sapa-corpus-office", "--convert-to", kind, "--outdir", OUT, path(source))


# PDF files whose author placed every piece of text.
def pdf_menu(name, pools, right=True, leader=False, size=11, page=A4, rm="RM", gap=16):
    c = canvas.Canvas(path(name), pagesize=page)
    width, height = page
    y = height - 60
    c.setFont("Helvetica-Bold", 22)
    c.drawString(60, y, "Kedai " + rng.choice(["Ali", "Melati", "Pak Mat", "Seri Wangi"]))
    y -= 40
    rows = []
    for head, pool in pools:
        c.setFont("Helvetica-Bold", size + 3)
        c.drawString(60, y, head)
        y -= gap + 4
        c.setFont("Helvetica", size)
        for item, amount in pool:
            text = f"{rm}{amount}"
            if leader:
                c.drawString(60, y, f"{item} {'.' * rng.randint(20, 60)} {text}")
            else:
                c.drawString(60, y, item)
                if right:
                    c.drawRightString(width - 60, y, text)
                else:
                    c.drawString(280, y, text)
            rows.append((item, amount))
            y -= gap
            if y < 80:
                c.showPage()
                c.setFont("Helvetica", size)
                y = height - 60
        y -= gap
    c.save()
    add(name, prices=rows)


def wrap(c, text, x, y, width, leading=13):
    for line in textwrap.wrap(text, width):
        c.drawString(x, y, line)
        y -= leading
    return y


def pdf_columns(name, pool, columns=2, offset=0, heads=HEADS, font="Times-Roman"):
    c = canvas.Canvas(path(name), pagesize=A4)
    c.setFont("Helvetica-Bold", 20)
    c.drawString(50, 790, heads[4])
    used = []
    texts = rng.sample(pool, min(len(pool), 12))
    each = len(texts) // columns
    width = 500 // columns
    for column in range(columns):
        c.setFont(font, 10)
        own = texts[column * each : (column + 1) * each]
        used += own
        y = 750 - offset * column
        for half in (own[: each // 2], own[each // 2 :]):
            y = wrap(c, " ".join(half), 50 + column * width, y, int(width / 5.2)) - 10
    c.save()
    add(name, sentences=used)


def pdf_two_menus(name, first, second):
    c = canvas.Canvas(path(name), pagesize=A4)
    c.setFont("Helvetica-Bold", 24)
    c.drawCentredString(297, 790, "MENU")
    rows = []
    for x, head, pool in ((50, "Makanan", first), (320, "Minuman", second)):
        c.setFont("Helvetica-Bold", 14)
        c.drawString(x, 745, head)
        c.setFont("Helvetica", 10)
        y = 720
        for item, amount in pool:
            c.drawString(x, y, item)
            c.drawRightString(x + 215, y, f"RM {amount}")
            rows.append((item, amount))
            y -= 17
    c.save()
    add(name, prices=rows)


def pdf_table(name, header, rows, marks, grid=True, repeat=1, page=A4):
    styles = getSampleStyleSheet()
    doc = SimpleDocTemplate(path(name), pagesize=page)
    table = Table([header] + rows, repeatRows=repeat)
    if grid:
        table.setStyle(TableStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.black), ("FONTNAME", (0, 0), (-1, 0), "Helvetica-Bold")]))
    intro = rng.choice(SENTENCES)
    doc.build([Paragraph("Price list", styles["Title"]), Paragraph(intro, styles["Normal"]), Spacer(1, 12), table])
    add(name, sentences=[intro], prices=marks)


def pdf_handbook(name, pool, heads, pages=4):
    styles = getSampleStyleSheet()
    story = []
    used = []
    texts = rng.sample(pool, len(pool))
    for number, head in enumerate(rng.sample(heads, len(heads))):
        own = texts[number * 2 : number * 2 + 2]
        used += own
        story += [Paragraph(head, styles["Heading1"]), Paragraph(" ".join(own), styles["Normal"]), Spacer(1, 160)]

    def feet(c, doc):
        c.setFont("Helvetica", 8)
        c.drawString(60, 30, "Handbook of the company, internal copy")
        c.drawRightString(540, 30, f"Page {doc.page}")

    SimpleDocTemplate(path(name), pagesize=A4).build(story, onFirstPage=feet, onLaterPages=feet)
    add(name, sentences=used)


def pdf_narrow(name, pool):
    """A leaflet: short lines, hyphens at their ends."""
    c = canvas.Canvas(path(name), pagesize=(220, 600))
    c.setFont("Helvetica", 9)
    y = 570
    used = rng.sample(pool, 8)
    for text in used:
        y = wrap(c, text, 15, y, 38, 12) - 8
    c.save()
    add(name, sentences=used)


def rasterise(source, target, stamp=None, keep_first=False):
    run("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pnggray", "-r80", f"-sOutputFile={path('scan-%d.png')}", path(source))
    c = canvas.Canvas(path(target), pagesize=A4)
    number = 1
    while os.path.exists(path(f"scan-{number}.png")):
        c.drawImage(path(f"scan-{number}.png"), 0, 0, A4[0], A4[1])
        if stamp:
            c.setFont("Helvetica", 8)
            c.drawString(400, 20, stamp)
        c.showPage()
        os.remove(path(f"scan-{number}.png"))
        number += 1
    c.save()


def join(target, *sources):
    run("qpdf", "--empty", "--pages", *[path(s) for s in sources], "--", path(target))


def blank(name, pages=1):
    c = canvas.Canvas(path(name), pagesize=A4)
    for _ in range(pages):
        c.showPage()
    c.save()


# Documents of Word.
def docx_handbook(name, pool, heads, style=True, lists=True, table=None):
    d = docx.Document()
    if style:
        d.add_heading(heads[4], 0)
    texts = rng.sample(pool, len(pool))
    used = []
    for number, head in enumerate(rng.sample(heads, 6)):
        if style:
            d.add_heading(head, 1)
        else:
            d.add_paragraph().add_run(head).bold = True
        own = texts[number * 2 : number * 2 + 2]
        used += own
        if lists and number % 2:
            for text in own:
                d.add_paragraph(text, style="List Bullet" if number % 4 == 1 else "List Number")
        else:
            d.add_paragraph(" ".join(own))
    rows = []
    if table:
        header, data, rows = table
        t = d.add_table(rows=1, cols=len(header))
        for cell, text in zip(t.rows[0].cells, header):
            cell.text = text
        for line in data:
            for cell, text in zip(t.add_row().cells, line):
                cell.text = text
    d.save(path(name))
    add(name, sentences=used, prices=rows)


def docx_tabs(name, pool, leader):
    d = docx.Document()
    d.add_heading("Menu", 1)
    rows = []
    for item, amount in pool:
        p = d.add_paragraph(f"{item}\tRM{amount}")
        p.paragraph_format.tab_stops.add_tab_stop(Cm(14), WD_TAB_ALIGNMENT.RIGHT, WD_TAB_LEADER.DOTS if leader else WD_TAB_LEADER.SPACES)
        rows.append((item, amount))
    d.save(path(name))
    add(name, prices=rows)


def docx_merged(name):
    d = docx.Document()
    d.sections[0].header.paragraphs[0].text = "Homestay Seri Pagi, 8 Lorong Damai, 34000 Taiping"
    t = d.add_table(rows=2, cols=5)
    t.cell(0, 0).merge(t.cell(1, 0)).text = "Room"
    t.cell(0, 1).merge(t.cell(0, 2)).text = "Weekday"
    t.cell(0, 3).merge(t.cell(0, 4)).text = "Weekend"
    for column, text in enumerate(["Adult", "Child", "Adult", "Child"]):
        t.cell(1, column + 1).text = text
    rows = []
    for room in rng.sample(ROOMS, 4):
        cells = t.add_row().cells
        cells[0].text = room
        for column in range(4):
            amount = str(rng.randint(20, 400))
            cells[column + 1].text = f"RM{amount}"
            rows.append((room, amount))
    d.save(path(name))
    add(name, sentences=["Homestay Seri Pagi, 8 Lorong Damai, 34000 Taiping"], prices=rows)


# Spreadsheets.
def xlsx_prices(name, pool, header=("Item", "Price (RM)"), title=None, fmt=None, numbered=False, sections=None, sheets=1, skip=0):
    book = openpyxl.Workbook()
    rows = []
    for number in range(sheets):
        sheet = book.active if number == 0 else book.create_sheet()
        sheet.title = ["Menu", "Drinks", "Catering"][number] if sheets > 1 else "Sheet1"
        for _ in range(skip):
            sheet.append([])
        if title:
            sheet.append([title])
            if number == 0:
                sheet.merge_cells(start_row=skip + 1, start_column=1, end_row=skip + 1, end_column=len(header))
        sheet.append((["No"] if numbered else []) + list(header))
        own = pool[number::sheets]
        for at, (item, amount) in enumerate(own):
            if sections and at % 5 == 0:
                sheet.append([sections[at // 5 % len(sections)]])
            line = ([at + 1] if numbered else []) + [item] + ["Regular"] * (len(header) - 2) + [float(amount)]
            sheet.append(line)
            if fmt:
                sheet.cell(sheet.max_row, len(line)).number_format = fmt
            rows.append((item, amount))
        sheet.column_dimensions["B" if numbered else "A"].width = 32
    book.save(path(name))
    add(name, prices=rows)


def xlsx_wide(name):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.column_dimensions["A"].width = 28
    sheet["A1"] = "Room"
    sheet["B1"] = "Weekday"
    sheet["D1"] = "Weekend"
    sheet.merge_cells("A1:A2")
    sheet.merge_cells("B1:C1")
    sheet.merge_cells("D1:E1")
    for column, text in zip("BCDE", ["Adult", "Child", "Adult", "Child"]):
        sheet[f"{column}2"] = text
    rows = []
    for room in rng.sample(ROOMS, 6):
        amounts = [rng.randint(50, 500) for _ in range(4)]
        sheet.append([room] + amounts)
        for cell in sheet[sheet.max_row][1:]:
            cell.number_format = '"RM"#,##0'
        rows += [(room, str(amount)) for amount in amounts]
    book.save(path(name))
    add(name, prices=rows)


def xlsx_category(name):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["Kategori", "Perkara", "Harga (RM)"])
    rows = []
    for head, pool in (("Makanan", FOOD), ("Minuman", DRINKS)):
        start = sheet.max_row + 1
        for item, amount in items(pool, 6):
            sheet.append([head if sheet.max_row + 1 == start else None, item, float(amount)])
            rows.append((item, amount))
        sheet.merge_cells(start_row=start, start_column=1, end_row=sheet.max_row, end_column=1)
    book.save(path(name))
    add(name, prices=rows)


def write(name, data):
    with open(path(name), "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode("utf-8"))


def text_of(pool, count=8):
    used = rng.sample(pool, count)
    return used, "\n\n".join(" ".join(used[at : at + 2]) for at in range(0, count, 2)) + "\n"


def csv_text(pool, delimiter=",", header=("Item", "Price (RM)"), quote=csv.QUOTE_MINIMAL):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, quoting=quote)
    writer.writerow(header)
    writer.writerows(pool)
    return out.getvalue()


# 1 to 14: menus.
pdf_menu("menu-right.pdf", [("Makanan", items(FOOD, 10)), ("Minuman", items(DRINKS, 8))])
pdf_menu("menu-near.pdf", [("Food", items(FOOD, 12)), ("Drinks", items(DRINKS, 10))], right=False)
pdf_menu("menu-leader.pdf", [("Makanan", items(FOOD, 12))], leader=True)
pdf_menu("menu-dense.pdf", [("FOOD", items(FOOD, 20)), ("DRINKS", items(DRINKS, 14)), ("SERVICES", items(SERVICES, 20))], gap=11, size=9)
pdf_menu("menu-airy.pdf", [("Food", items(FOOD, 8))], gap=34)
pdf_menu("menu-landscape.pdf", [("Makanan", items(FOOD, 10))], page=landscape(A4))
pdf_menu("menu-bare-numbers.pdf", [("Minuman (RM)", items(DRINKS, 12))], rm="")
pdf_menu("menu-space.pdf", [("Servis", items(SERVICES, 16))], rm="RM ")
pdf_two_menus("menu-two-columns.pdf", items(FOOD, 14), items(DRINKS, 14))
pdf_two_menus("menu-two-uneven.pdf", items(FOOD, 18), items(DRINKS, 7))
docx_tabs("menu-tabs.docx", items(FOOD, 14), False)
docx_tabs("menu-dots.docx", items(DRINKS, 12), True)
convert("menu-tabs.docx", "pdf")
add("menu-tabs.pdf", prices=manifest[-2]["prices"])
convert("menu-dots.docx", "pdf")
add("menu-dots.pdf", prices=manifest[-2]["prices"])
# 15 to 24: two and three columns.
for number, (pool, columns, offset) in enumerate([(SENTENCES, 2, 0), (SENTENCES, 2, 5), (MALAY, 2, 0), (MALAY, 2, 7), (SENTENCES, 3, 0), (MALAY, 3, 4)]):
    pdf_columns(f"columns-{number + 1}.pdf", pool, columns, offset)
pdf_handbook("handbook.pdf", SENTENCES, HEADS)
pdf_handbook("buku-panduan.pdf", MALAY, HEADS_MS[:7])
pdf_narrow("leaflet.pdf", SENTENCES)
pdf_narrow("risalah.pdf", MALAY)
# 25 to 34: tables in PDF files.
data = [[item, f"RM{amount}", f"RM{price(90, 150)}"] for item, amount in items(SERVICES, 14)]
pdf_table("table-grid.pdf", ["Service", "Member", "Guest"], data, [(r[0], c[2:]) for r in data for c in r[1:]])
data = [[item, f"RM{amount}", f"RM{price(90, 150)}", f"RM{price(150, 300)}"] for item, amount in items(ROOMS, 8)]
pdf_table("table-plain.pdf", ["Room", "Weekday", "Weekend", "Holiday"], data, [(r[0], c[2:]) for r in data for c in r[1:]], grid=False)
data = [[str(at + 1), item, amount] for at, (item, amount) in enumerate(items(SERVICES, 20) * 3)]
pdf_table("table-long.pdf", ["No", "Service", "Price (RM)"], data, [(r[1], r[2]) for r in data])
data = [[item, rng.choice(["30 minutes", "1 hour", "2 hours"]), f"RM {amount}"] for item, amount in items(SERVICES, 12)]
pdf_table("table-words.pdf", ["Rawatan", "Tempoh", "Harga"], data, [(r[0], r[2][3:]) for r in data])
data = [[item, amount] for item, amount in items(FOOD, 18)]
pdf_table("table-two.pdf", ["Perkara", "Harga (RM)"], data, data, page=landscape(A4))
# 35 to 46: documents of Word, and what LibreOffice makes of them.
rooms = [[room, f"RM{rng.randint(90, 400)}", f"RM{rng.randint(90, 400)}"] for room in rng.sample(ROOMS, 6)]
room_table = (["Room", "Weekday", "Weekend"], rooms, [(r[0], c[2:]) for r in rooms for c in r[1:]])
docx_handbook("handbook.docx", SENTENCES, HEADS, table=room_table)
docx_handbook("panduan.docx", MALAY, HEADS_MS)
docx_handbook("bold-headings.docx", SENTENCES, HEADS, style=False)
docx_handbook("no-lists.docx", MALAY, HEADS_MS, lists=False, table=room_table)
docx_merged("merged.docx")
for source in ("handbook", "panduan", "bold-headings", "merged"):
    known = next(one for one in manifest if one["file"] == f"{source}.docx")
    os.rename(path(f"{source}.docx"), path(f"office-{source}.docx"))
    convert(f"office-{source}.docx", "pdf")
    add(f"office-{source}.pdf", known["sentences"], known["prices"])
    run("soffice", "--headless", "-env:UserInstallation=file:///tmp/sapa-corpus-office", "--convert-to", "odt", "--outdir", "/tmp/sapa-corpus-odt", path(f"office-{source}.docx"))
    os.rename(path(f"office-{source}.docx"), path(f"{source}.docx"))
    run("soffice", "--headless", "-env:UserInstallation=file:///tmp/sapa-corpus-office", "--convert-to", "docx", "--outdir", OUT, f"/tmp/sapa-corpus-odt/office-{source}.odt")
    add(f"office-{source}.docx", known["sentences"], known["prices"])
# 47 to 58: spreadsheets.
xlsx_prices("prices.xlsx", items(FOOD, 20))
xlsx_prices("harga.xlsx", items(SERVICES, 20), header=("Perkara", "Harga"), fmt='"RM"#,##0.00', title="SENARAI HARGA 2026", skip=2)
xlsx_prices("numbered.xlsx", items(DRINKS, 14), numbered=True, header=("Minuman", "Saiz", "Harga (RM)"), fmt="0.00")
xlsx_prices("sections.xlsx", items(FOOD + DRINKS, 25), sections=["Breakfast", "Lunch", "Dinner", "Drinks"], fmt="#,##0.00")
xlsx_prices("sheets.xlsx", items(FOOD + DRINKS + SERVICES, 45), sheets=3, title="Price list")
xlsx_prices("currency.xlsx", items(SERVICES, 12), fmt="[$RM-43E]#,##0.00")
xlsx_wide("two-headers.xlsx")
xlsx_category("category.xlsx")
for source in ("prices", "sections", "two-headers"):
    known = next(one for one in manifest if one["file"] == f"{source}.xlsx")
    os.rename(path(f"{source}.xlsx"), path(f"sheet-{source}.xlsx"))
    convert(f"sheet-{source}.xlsx", "pdf")
    add(f"sheet-{source}.pdf", [], known["prices"])
    os.rename(path(f"sheet-{source}.xlsx"), path(f"{source}.xlsx"))
# 59 to 74: text, Markdown, CSV in several encodings.
for name, pool, encoding in (("plain.txt", SENTENCES, "utf-8"), ("biasa.txt", MALAY, "utf-16"), ("marked.txt", MALAY, "utf-8-sig"), ("old.txt", SENTENCES, "cp1252"), ("be.txt", SENTENCES, "utf-16-be")):
    used, text = text_of(pool)
    write(name, ("“Kedai Ali” – café\n\n" + text).encode(encoding))
    add(name, sentences=used)
for name, heads, pool in (("about.md", HEADS, SENTENCES), ("tentang.md", HEADS_MS, MALAY)):
    used, _ = text_of(pool, 12)
    rows = items(FOOD, 8)
    table = "| Item | Price |\n|---|---:|\n" + "".join(f"| {item} | RM{amount} |\n" for item, amount in rows)
    body = "".join(f"## {heads[at]}\n\n{used[at * 2]} {used[at * 2 + 1]}\n\n" for at in range(6))
    write(name, f"# {heads[4]}\n\n{body}{table}")
    add(name, used, rows)
for name, delimiter, header, encoding in (("prices.csv", ",", ("Item", "Price (RM)"), "utf-8"), ("harga.csv", ";", ("Perkara", "Harga (RM)"), "cp1252"), ("tabs.tsv", "\t", ("Item", "Price"), "utf-16"), ("quoted.csv", ",", ("Item, name", "Price"), "utf-8-sig")):
    rows = items(FOOD + SERVICES, 18)
    write(name, csv_text(rows, delimiter, header, csv.QUOTE_ALL if name == "quoted.csv" else csv.QUOTE_MINIMAL).encode(encoding))
    add(name, prices=rows)
# Wrong extensions, and passwords that are not needed for reading.
rows = items(DRINKS, 10)
pdf_menu("really-a-pdf.docx", [("Minuman", rows)])
known = next(one for one in manifest if one["file"] == "prices.xlsx")
with open(path("prices.xlsx"), "rb") as file:
    write("really-a-sheet.csv", file.read())
add("really-a-sheet.csv", prices=known["prices"])
run("qpdf", "--encrypt", "", "owner", "256", "--", path("handbook.pdf"), path("owner-password.pdf"))
add("owner-password.pdf", sentences=next(one for one in manifest if one["file"] == "handbook.pdf")["sentences"])
run("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", f"-sOutputFile={path('distilled.pdf')}", path("menu-right.pdf"))
add("distilled.pdf", prices=next(one for one in manifest if one["file"] == "menu-right.pdf")["prices"])
run("qpdf", "--linearize", "--object-streams=generate", path("table-grid.pdf"), path("linear.pdf"))
add("linear.pdf", prices=next(one for one in manifest if one["file"] == "table-grid.pdf")["prices"])
# Scans and empty pages among others.
rasterise("handbook.pdf", "scan-of-handbook.pdf")
blank("blank-one.pdf")
join("mixed.pdf", "menu-right.pdf", "scan-of-handbook.pdf", "blank-one.pdf")
scanned = 0
with open(path("scan-of-handbook.pdf"), "rb") as file:
    scanned = file.read().count(b"/Type /Page\n") or 3
menu = next(one for one in manifest if one["file"] == "menu-right.pdf")
add("mixed.pdf", prices=menu["prices"], unread=[[2, "no_text"]])

# What must be refused.
add("scan-of-handbook.pdf", refused="no_text")
rasterise("menu-right.pdf", "scan-of-menu.pdf")
add("scan-of-menu.pdf", refused="no_text")
rasterise("leaflet.pdf", "scan-stamped.pdf", stamp="Scanned with CamScanner")
add("scan-stamped.pdf", refused="no_text")
add("blank-one.pdf", refused="empty")
blank("blank-five.pdf", 5)
add("blank-five.pdf", refused="empty")
run("qpdf", "--encrypt", "secret", "owner", "256", "--", path("handbook.pdf"), path("password.pdf"))
add("password.pdf", refused="encrypted")
run("qpdf", "--allow-weak-crypto", "--encrypt", "secret", "owner", "40", "--", path("menu-right.pdf"), path("password-old.pdf"))
add("password-old.pdf", refused="encrypted")
compound = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 2000
write("password.docx", compound + "EncryptedPackage".encode("utf-16-le") + b"\0" * 2000)
add("password.docx", refused="encrypted")
write("old.doc", compound + "WordDocument".encode("utf-16-le") + b"\0" * 2000)
add("old.doc", refused="unsupported")
with open(path("handbook.pdf"), "rb") as file:
    write("cut.pdf", file.read()[:300])
add("cut.pdf", refused="broken")
with open(path("handbook.docx"), "rb") as file:
    write("cut.docx", file.read()[:5000])
add("cut.docx", refused="broken")
write("noise.pdf", bytes(rng.randrange(256) for _ in range(20000)))
add("noise.pdf", refused="unsupported")
write("nothing.txt", b"")
add("nothing.txt", refused="empty")
write("spaces.csv", b" , ,\r\n , ,\r\n")
add("spaces.csv", refused="empty")
docx.Document().save(path("empty.docx"))
add("empty.docx", refused="empty")
openpyxl.Workbook().save(path("empty.xlsx"))
add("empty.xlsx", refused="empty")
run("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=png16m", "-r40", "-dLastPage=1", f"-sOutputFile={path('picture.docx')}", path("menu-right.pdf"))
add("picture.docx", refused="unsupported")
os.rename(path("picture.docx"), path("picture.png"))
d = docx.Document()
d.add_picture(path("picture.png"), width=Inches(5))
d.save(path("only-picture.docx"))
os.rename(path("picture.png"), path("picture.docx"))
add("only-picture.docx", refused="no_text")
write("page.rtf", r"{\rtf1\ansi Hello there, this is RTF.}")
add("page.rtf", refused="unsupported")
with open(path("manifest.json"), "w") as file:
    json.dump(manifest, file, indent=1, ensure_ascii=False)
print(len(manifest), "files,", sum(1 for one in manifest if one["refused"]), "to refuse")
