"""Makes more files for bench/reading/files.ts: python3 bench/reading/shops.py FOLDER

They are as Malaysian shops write them, and were written without a look at the code that reads them: sizes and ranges of
prices, "RM5/pc", "bermula RM80", notes between rows, two languages in one row, lists for WhatsApp, cash registers' exports.
LibreOffice makes PDF and DOCX files of most of them, with its own way to place text. Needs what corpus.py needs.
"""
import csv
import json
import os
import subprocess
import sys

import docx
import openpyxl
from openpyxl.styles import Alignment, Font
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen import canvas

OUT = sys.argv[1]
os.makedirs(OUT, exist_ok=True)
manifest = []


def path(name):
    return os.path.join(OUT, name)


def add(name, sentences=(), prices=(), refused=None):
    """prices: (name of the thing, digits of the price); several prices of one thing are several pairs."""
    pairs = [[name_, price] for name_, all_ in prices for price in all_.split()]
    manifest.append({"file": name, "sentences": list(sentences), "prices": pairs, "refused": refused, "unread": []})


def convert(source, kind, target):
    profile = "-env:UserInstallation=file:///tmp/sapa-corpus-office"
    # Otherwise an HTML file becomes a page of the web, which cannot be kept as DOCX.
    reader = ["--infilter=HTML (StarWriter)"] if source.endswith(".html") else []
    command = ["soffice", "--headless", profile, *reader, "--convert-to", kind, "--outdir", "/tmp/sapa-corpus-shops", path(source)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.rename(f"/tmp/sapa-corpus-shops/{os.path.splitext(source)[0]}.{kind.split(':')[0]}", path(target))


def written(name, html, sentences=(), prices=(), kinds=("pdf", "docx")):
    """A document that was written in a word processor: it is kept as PDF and DOCX, not as HTML."""
    with open(path(f"{name}.html"), "w", encoding="utf-8") as file:
        file.write(f'<html><head><meta charset="utf-8"></head><body style="font-family: Liberation Sans; font-size: 11pt">{html}</body></html>')
    convert(f"{name}.html", "odt:writer8", f"{name}.odt")
    for kind in kinds:
        convert(f"{name}.odt", kind, f"{name}.{kind}")
        add(f"{name}.{kind}", sentences, prices)
    os.remove(path(f"{name}.html"))
    os.remove(path(f"{name}.odt"))


def table(rows, border=1, head=True):
    line = lambda cells, tag: "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>"
    body = "".join(line(cells, "th" if head and at == 0 else "td") for at, cells in enumerate(rows))
    return f'<table border="{border}" cellpadding="4" width="100%">{body}</table>'


# A laundry: prices by weight, and notes.
LAUNDRY = [
    ("Dobi kiloan (basuh, kering, lipat)", "5.00"),
    ("Dobi kiloan ekspres 4 jam", "8.50"),
    ("Selimut queen", "18.00"),
    ("Selimut king", "22.00"),
    ("Karpet (setiap kaki persegi)", "1.80"),
    ("Baju pengantin", "65.00"),
    ("Kot dan seluar", "15.90"),
    ("Langsir (sekilo)", "9.00"),
]
LAUNDRY_NOTES = [
    "Pakaian yang tidak dituntut selepas 30 hari akan didermakan.",
    "Kami ambil dan hantar percuma dalam 3 km dari kedai untuk bil RM30 ke atas.",
    "Kami tidak bertanggungjawab atas barang yang tertinggal di dalam poket.",
]
written(
    "dobi",
    "<h1>Dobi Bersih Wangi</h1><p>No. 7, Jalan Kenari 5, Bandar Puchong Jaya</p><h2>Senarai harga</h2>"
    + table([("Perkhidmatan", "Harga (RM)")] + [(name, price) for name, price in LAUNDRY])
    + "<h2>Nota</h2><ol>"
    + "".join(f"<li>{note}</li>" for note in LAUNDRY_NOTES)
    + "</ol>",
    LAUNDRY_NOTES,
    LAUNDRY,
)

# A dentist: ranges of prices, and rows of sections in the table.
DENTIST = {
    "Rawatan asas": [("Pemeriksaan dan konsultasi", "RM30", "30"), ("Penskaleran", "RM100 – RM180", "100 180"), ("Tampalan putih (setiap gigi)", "RM90 – RM160", "90 160")],
    "Cabutan": [("Cabutan gigi biasa", "RM100", "100"), ("Pembedahan gigi bongsu", "bermula RM800", "800")],
    "Kosmetik": [("Pemutihan gigi di klinik", "RM950", "950"), ("Veneer porselin", "RM1,500 / gigi", "1,500"), ("Pendakap gigi logam", "RM4,800 – RM6,500", "4,800 6,500")],
}
rows = [("Rawatan / Treatment", "Harga / Price")]
for head, all_ in DENTIST.items():
    rows.append((f"<b>{head}</b>", ""))
    rows += [(name, shown) for name, shown, _ in all_]
written(
    "klinik-gigi",
    "<h1>Klinik Pergigian Senyum</h1><p>Waktu rundingan: Isnin hingga Sabtu, 9.30 pagi – 8.00 malam. Rehat 1.00 – 2.00 petang.</p>"
    + table(rows)
    + "<p>Panel insurans AIA, Great Eastern dan PMCare diterima. Sila bawa kad pengenalan dan kad panel anda.</p>",
    ["Panel insurans AIA, Great Eastern dan PMCare diterima.", "Sila bawa kad pengenalan dan kad panel anda."],
    [(name, prices) for all_ in DENTIST.values() for name, _, prices in all_],
)

# A cake shop: a column for each size.
CAKES = [
    ("Kek Batik Indulgence", "45 68 95"),
    ("Red Velvet Cream Cheese", "75 110 148"),
    ("Burnt Cheesecake", "69 105 139"),
    ("Pandan Gula Melaka", "58 88 120"),
    ("Kek Lapis Sarawak", "80 120 160"),
    ("Moist Chocolate Ganache", "55 85 118"),
]
CAKE_NOTES = ["Tempahan hendaklah dibuat 3 hari lebih awal dengan deposit 50%.", "Lilin, pisau dan kad ucapan diberi percuma."]
written(
    "kek",
    "<h1>Manis by Mak Lang</h1>"
    + table([("Flavour", '6"', '8"', '10"')] + [(name, *(f"RM{price}" for price in prices.split())) for name, prices in CAKES])
    + "".join(f"<p>{note}</p>" for note in CAKE_NOTES),
    CAKE_NOTES,
    CAKES,
)
written(
    "kek-tanpa-garis",
    "<h1>Manis by Mak Lang</h1>"
    + table([("Perisa", "Kecil", "Sederhana", "Besar")] + [(name, *prices.split()) for name, prices in CAKES], border=0, head=False)
    + "<p>Semua harga dalam Ringgit Malaysia.</p>",
    ["Semua harga dalam Ringgit Malaysia."],
    CAKES,
)

# Catering: packages with bullets, of which each has its price in its heading.
PACKAGES = [
    ("Pakej Kenduri A", "12.90", ["Nasi putih dan nasi minyak", "Ayam masak merah", "Dalca dan acar", "Air sirap selasih"]),
    ("Pakej Kenduri B", "16.90", ["Nasi briyani gam", "Daging masak hitam", "Ayam ros", "Kuih dua jenis", "Air sirap bandung"]),
    ("Pakej Aqiqah", "21.50", ["Gulai kambing", "Nasi hujan panas", "Sup kambing", "Buah potong"]),
]
written(
    "katering",
    "<h1>Katering Warisan Bonda</h1><p>Harga untuk minimum 300 orang. Tambahan RM1.50 seorang bagi pelayan dan pinggan mangkuk.</p>"
    + "".join(
        f"<h2>{name} – RM{price} seorang</h2><ul>{''.join(f'<li>{dish}</li>' for dish in dishes)}</ul>" for name, price, dishes in PACKAGES
    )
    + "<h2>Syarat</h2><p>Deposit RM1,000 tidak akan dikembalikan jika majlis dibatalkan. Baki dijelaskan 7 hari sebelum majlis.</p>",
    ["Harga untuk minimum 300 orang.", "Deposit RM1,000 tidak akan dikembalikan jika majlis dibatalkan.", "Baki dijelaskan 7 hari sebelum majlis."]
    + [dish for _, _, dishes in PACKAGES for dish in dishes],
    [(name, price) for name, price, _ in PACKAGES],
)

# Car rental: English, with a row that is about the row above it.
CARS = [("Perodua Axia", "110 650 1,800"), ("Perodua Bezza", "130 780 2,100"), ("Proton X50", "250 1,500 4,200"), ("Toyota Vios", "180 1,080 3,000"), ("Toyota Alphard", "650 4,000 11,500")]
written(
    "car-rental",
    "<h1>KLIA Wheels Car Rental</h1><p>All rates include basic insurance and unlimited mileage within Peninsular Malaysia.</p>"
    + table([("Model", "1 day", "7 days", "30 days")] + [(name, *(f"RM {price}" for price in prices.split())) for name, prices in CARS])
    + "<p>A security deposit of RM200 is refunded within seven working days. Drivers must be 23 or older and have held a licence for two years.</p>"
    + "<p>Late return is charged at RM15 per hour.</p>",
    [
        "All rates include basic insurance and unlimited mileage within Peninsular Malaysia.",
        "A security deposit of RM200 is refunded within seven working days.",
        "Late return is charged at RM15 per hour.",
    ],
    CARS,
)

# A tuition centre: a timetable and fees.
FEES = [("Tahun 1 – 3", "80"), ("Tahun 4 – 6", "100"), ("Tingkatan 1 – 3", "120"), ("Tingkatan 4 – 5", "150"), ("Kelas peribadi (sejam)", "60")]
written(
    "tuisyen",
    "<h1>Pusat Tuisyen Gemilang</h1><h2>Yuran bulanan</h2>"
    + table([("Peringkat", "Yuran sebulan (RM)")] + FEES)
    + "<h2>Jadual</h2>"
    + table([("Hari", "8.00 – 9.30 malam", "9.30 – 11.00 malam"), ("Isnin", "Matematik", "Sains"), ("Rabu", "Bahasa Inggeris", "Sejarah"), ("Sabtu", "Fizik", "Kimia")])
    + "<p>Yuran pendaftaran RM30 dibayar sekali sahaja. Adik-beradik mendapat diskaun 10%.</p>",
    ["Yuran pendaftaran RM30 dibayar sekali sahaja.", "Adik-beradik mendapat diskaun 10%."],
    FEES,
)

# A list for WhatsApp, and one that somebody typed.
CHAT = [("Nasi lemak biasa", "3.50"), ("Nasi lemak ayam goreng", "8.00"), ("Nasi lemak sotong", "9.50"), ("Mihun goreng", "4.00"), ("Kuih (3 biji)", "2.00"), ("Teh ais", "2.80"), ("Kopi o kaw", "2.20")]
with open(path("whatsapp.txt"), "w", encoding="utf-8") as file:
    file.write("🍛 *MENU HARI INI* 🍛\n\n" + "".join(f"✅ {name} - RM{price}\n" for name, price in CHAT))
    file.write("\nCOD area Seksyen 7 & 13 sahaja ya 🙏\nOrder sebelum 10 mlm utk esok pagi.\nNk order pm / wasap 019-887 6543\n")
add("whatsapp.txt", ["COD area Seksyen 7 & 13 sahaja ya", "Order sebelum 10 mlm utk esok pagi."], CHAT)
with open(path("typed.txt"), "w", encoding="utf-8") as file:
    file.write("HARGA KEDAI GUNTING ABANG LONG\r\n\r\n" + "".join(f"{name.ljust(28)}RM {price}\r\n" for name, price in [("Gunting dewasa", "15"), ("Gunting budak", "10"), ("Cukur jambang", "8"), ("Warna rambut", "45"), ("Cuci + urut kepala", "12")]))
    file.write("\r\nTutup setiap hari Rabu. Tak perlu appointment, datang terus.\r\n")
add("typed.txt", ["Tutup setiap hari Rabu.", "Tak perlu appointment, datang terus."], [("Gunting dewasa", "15"), ("Gunting budak", "10"), ("Cukur jambang", "8"), ("Warna rambut", "45"), ("Cuci + urut kepala", "12")])

# Exports of a cash register and of a web shop.
GOODS = [("Bateri AA 4s", "BT-004", "9.90", 120), ("Kabel USB-C 1m", "KB-101", "15.00", 44), ("Mentol LED 9W", "ML-009", "6.50", 300), ("Plag 13A", "PL-013", "4.20", 85), ("Penyangkut dinding", "PD-222", "3.00", 0), ('Skru 1.5" (100 pcs)', "SK-150", "7.80", 60)]
with open(path("pos.csv"), "w", newline="", encoding="utf-8-sig") as file:
    writer = csv.writer(file)
    writer.writerow(["SKU", "Item Name", "Category", "Selling Price", "Stock"])
    writer.writerows([sku, name, "Hardware", price, stock] for name, sku, price, stock in GOODS)
add("pos.csv", prices=[(name, price) for name, _, price, _ in GOODS])
with open(path("webshop.csv"), "w", newline="", encoding="utf-8") as file:
    writer = csv.writer(file, delimiter=";")
    writer.writerow(["Laporan produk", "", "", ""])
    writer.writerow(["Tarikh: 02/11/2026", "", "", ""])
    writer.writerow(["", "", "", ""])
    writer.writerow(["Nama produk", "Variasi", "Harga asal", "Harga jualan"])
    for name, before, now in [("Tudung bawal cotton", "25.00", "19.90"), ("Instant shawl", "35.00", "29.00"), ("Telekung travel", "89.00", "75.50"), ("Inner neck", "12.00", "9.00")]:
        writer.writerow([name, "Semua warna", before, now])
add("webshop.csv", prices=[("Tudung bawal cotton", "25.00 19.90"), ("Instant shawl", "35.00 29.00"), ("Telekung travel", "89.00 75.50"), ("Inner neck", "12.00 9.00")])

# Spreadsheets.
book = openpyxl.Workbook()
sheet = book.active
sheet.title = "Kadar bilik"
sheet["A1"] = "HOMESTAY TEPI SAWAH, SEKINCHAN"
sheet.merge_cells("A1:D1")
sheet["A1"].font = Font(bold=True, size=14)
sheet["A1"].alignment = Alignment(horizontal="center")
sheet["A2"] = "Daftar masuk 3 petang, daftar keluar 12 tengah hari"
sheet.merge_cells("A2:D2")
sheet.append([])
sheet.append(["Unit", "Hari biasa", "Hujung minggu", "Cuti sekolah / perayaan"])
STAYS = [("Rumah Padi (3 bilik)", "280 350 420"), ("Rumah Kampung (4 bilik)", "360 450 550"), ("Chalet Berdua", "150 190 240"), ("Dorm 12 orang", "300 380 450")]
for name, prices in STAYS:
    sheet.append([name, *(int(price) for price in prices.split())])
for column, width in zip("ABCD", (24, 12, 14, 22)):
    sheet.column_dimensions[column].width = width
for line in sheet.iter_rows(min_row=5, min_col=2):
    for cell in line:
        cell.number_format = '"RM"#,##0'
sheet.append([])
sheet.append(["Tilam tambahan RM25 semalam. BBQ pit RM50 sehari."])
notes = book.create_sheet("Peraturan")
RULES = ["Dilarang merokok di dalam rumah.", "Haiwan peliharaan tidak dibenarkan.", "Deposit RM100 dipulangkan semasa daftar keluar."]
for rule in RULES:
    notes.append([rule])
book.save(path("homestay.xlsx"))
add("homestay.xlsx", ["Daftar masuk 3 petang, daftar keluar 12 tengah hari", *RULES], STAYS)
book = openpyxl.Workbook()
sheet = book.active
sheet.append(["Bil", "Perkara", "Unit", "Harga seunit", None, "Catatan"])
PRINTS = [("Kad kahwin 2 muka", "sekeping", 0.85, "Minimum 300"), ("Bunting 2x5", "sekeping", 25, "Siap pasang"), ("Banner (kaki persegi)", "kaki", 2.2, None), ("Cop getah", "unit", 28, "Siap esok"), ("Fotostat A4 hitam putih", "muka", 0.1, None), ("Laminate A4", "keping", 2, None)]
for at, (name, unit, price, note) in enumerate(PRINTS):
    sheet.append([at + 1, name, unit, price, None, note])
    sheet.cell(sheet.max_row, 4).number_format = '"RM "0.00'
sheet.column_dimensions["B"].width = 24
sheet.column_dimensions["F"].width = 14
sheet.column_dimensions["E"].width = 2
book.save(path("cetak.xlsx"))
add("cetak.xlsx", prices=[(name, f"{price:.2f}") for name, _, price, _ in PRINTS])
convert("cetak.xlsx", "pdf", "cetak.pdf")
add("cetak.pdf", prices=[(name, f"{price:.2f}") for name, _, price, _ in PRINTS])
convert("homestay.xlsx", "pdf", "homestay.pdf")
add("homestay.pdf", RULES, STAYS)

# A leaflet that was drawn: prices under the names, and two blocks beside each other.
c = canvas.Canvas(path("spa.pdf"), pagesize=A4)
c.setFont("Times-Bold", 26)
c.drawCentredString(297, 780, "Seri Ayu Spa")
SPA = [[("Urutan tradisional 60 min", "120"), ("Urutan tradisional 90 min", "165"), ("Lulur badan", "95"), ("Mandi bunga", "70")], [("Facial asas", "88"), ("Facial emas 24K", "210"), ("Rawatan bekam", "60"), ("Pakej bersalin 7 hari", "980")]]
for x, head, block in ((60, "Badan", SPA[0]), (330, "Muka & lain-lain", SPA[1])):
    c.setFont("Times-Bold", 16)
    c.drawString(x, 730, head)
    y = 700
    for name, price in block:
        c.setFont("Times-Roman", 12)
        c.drawString(x, y, name)
        c.setFont("Times-Bold", 12)
        c.drawString(x, y - 15, f"RM{price}")
        y -= 45
c.setFont("Times-Italic", 10)
c.drawCentredString(297, 60, "Tempahan melalui telefon sahaja: 03-5544 3322. Untuk wanita sahaja.")
c.save()
add("spa.pdf", ["Tempahan melalui telefon sahaja: 03-5544 3322.", "Untuk wanita sahaja."], [pair for block in SPA for pair in block])

# A menu with numbers, and a second language below each name.
c = canvas.Canvas(path("restoran.pdf"), pagesize=A4)
c.setFont("Helvetica-Bold", 20)
c.drawString(60, 790, "Restoran Sin Hup Kee")
MEALS = [("A1", "Ikan tiga rasa", "Three-flavour fish", "38.00"), ("A2", "Udang butter", "Butter prawns", "32.00"), ("A3", "Ayam kung pao", "Kung pao chicken", "18.00"), ("B1", "Sayur campur", "Mixed vegetables", "14.00"), ("B2", "Tauhu Jepun", "Japanese tofu", "16.50"), ("B3", "Sup herba", "Herbal soup", "12.00")]
y = 740
for number, name, english, price in MEALS:
    c.setFont("Helvetica", 12)
    c.drawString(60, y, number)
    c.drawString(95, y, name)
    c.drawRightString(520, y, price)
    c.setFont("Helvetica-Oblique", 9)
    c.drawString(95, y - 13, english)
    y -= 40
c.setFont("Helvetica", 9)
c.drawString(60, y - 10, "Harga dalam RM. Caj perkhidmatan 10% dan SST 6% dikenakan.")
c.save()
add("restoran.pdf", ["Caj perkhidmatan 10% dan SST 6% dikenakan."], [(name, price) for _, name, _, price in MEALS])

# What must be refused.
with open(path("gambar.jpg.pdf"), "wb") as file:
    file.write(b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(5_000))
add("gambar.jpg.pdf", refused="unsupported")
docx.Document().save(path("kosong.docx"))
add("kosong.docx", refused="empty")
with open(path("manifest.json"), "w", encoding="utf-8") as file:
    json.dump(manifest, file, indent=1, ensure_ascii=False)
print(len(manifest), "files,", sum(1 for one in manifest if one["refused"]), "to refuse")
