"""Makes the five workbooks beside it, once: needs openpyxl and LibreOffice (soffice).

Two are saved by LibreOffice, three by openpyxl, as people of a company would have them: headers in English or Chinese, in another
order than the template's, numbers, dates and money as cells of their own kinds.
"""

import csv
import datetime
import pathlib
import subprocess

import openpyxl

here = pathlib.Path(__file__).parent


def by_openpyxl(name, title, rows, formats=None):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = title
    for row in rows:
        sheet.append(row)
    for (row, column), shape in (formats or {}).items():
        sheet.cell(row, column).number_format = shape
    book.save(here / f"{name}.xlsx")


def by_libreoffice(name, rows, kinds):
    """`kinds` of the columns as LibreOffice's CSV import wants them: 2 text, 1 what it takes them for."""
    source = here / f"{name}.csv"
    with source.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    columns = "/".join(f"{at + 1}/{kind}" for at, kind in enumerate(kinds))
    read = f"CSV:44,34,76,1,{columns}"
    write = "xlsx:Calc MS Excel 2007 XML"
    command = ["soffice", "--headless", f"--infilter={read}", "--convert-to", write, "--outdir", str(here), str(source)]
    subprocess.run(command, check=True)
    source.unlink()


by_openpyxl(
    "sites",
    "Our sites",
    [
        ["Site", "Name", "Name (Chinese)", "Kind of site", "Country", "Address", "Time zone", "Currency", "GSTIN"],
        ["CNQC", "Guangzhou QC", "广州质检仓", "QC in China", "CN", "88 Zhongda Road, Guangzhou", "Asia/Shanghai", "CNY", None],
        ["WDEL", "Delhi warehouse", "德里仓", "Warehouse", "IN", "Bamnoli, New Delhi", "Asia/Kolkata", "INR", "07AAACS1429D1ZT"],
        ["SDEL", "Connaught Place", None, "Shop", "IN", "N-14 Connaught Place, New Delhi", "Asia/Kolkata", "INR", None],
    ],
)

by_libreoffice(
    "vendors",
    [
        ["供应商编号", "名称", "中文名称", "城市", "联系人", "电话"],
        ["YH01", "Yihe Garment", "怡禾服饰", "Guangzhou", "陈丽", "02055500101"],
        ["LX02", "Lanxin Fashion", "兰馨时装", "Shenzhen", "", ""],
    ],
    [2, 2, 2, 2, 2, 2],
)

by_openpyxl(
    "styles",
    "Sheet1",
    [
        ["Style", "Name", "Category", "Vendor", "Unit price", "HS code", "Origin", "Net weight (g)", "Customs description"],
        ["DR900", "Jasmine wrap dress", "Dresses", "YH01", "118.00 CNY", "6204430000", "CN", 320, "Women's woven dress"],
        ["TP310", "Linen shirt", "Tops", "LX02", "64.50 CNY", "6206300000", "CN", 180, "Women's shirt"],
    ],
)

by_libreoffice(
    "skus",
    [
        ["Size", "Colour", "Colour (Chinese)", "Style", "NM SKU", "EAN"],
        ["S", "Emerald", "祖母绿", "DR900", "DR900EMR-S", "4006381333931"],
        ["M", "Emerald", "祖母绿", "DR900", "DR900EMR-M", ""],
        ["M", "White", "白色", "TP310", "TP310WHT-M", ""],
    ],
    [2, 2, 2, 2, 2, 2],
)

by_openpyxl(
    "orders",
    "Orders",
    [
        ["Order ID", "NM SKU", "Quantity", "Unit price", "Ship by", "Destination"],
        ["PO-7001", "DR900EMR-S", 4, "118.00 CNY", datetime.date(2032, 5, 31), "WDEL"],
        ["PO-7001", "DR900EMR-M", 6, "118.00 CNY", datetime.date(2032, 5, 31), "WDEL"],
    ],
    {(2, 5): "yyyy-mm-dd", (3, 5): "dd/mm/yyyy"},
)
