"""Makes the two workbooks of pictures beside it, once: needs openpyxl, Pillow and LibreOffice (soffice).

One is saved by openpyxl, with a picture of each way to anchor it; one by LibreOffice, where the second picture begins in the row above its own.
"""

import base64, io, subprocess
from PIL import Image as P
import openpyxl
from openpyxl.drawing.image import Image
from openpyxl.drawing.spreadsheet_drawing import TwoCellAnchor, AnchorMarker
def pic(color, fmt='PNG', size=(90,120)):
    b=io.BytesIO(); P.new('RGB', size, color).save(b, fmt); b.seek(0); return b
head=['Style code','Name (English)','Category','Vendor code','Picture']
wb=openpyxl.Workbook(); ws=wb.active; ws.title='Styles'
ws.append(head)
for n in (1,2,3): ws.append([f'OPX{n}', f'Openpyxl {n}', 'Dresses', 'GZ01'])
for r in (2,3,4): ws.row_dimensions[r].height=60
i=Image(pic((200,20,20))); i.anchor='E2'; ws.add_image(i)
j=Image(pic((20,20,200),'JPEG')); j.anchor=TwoCellAnchor('twoCell', AnchorMarker(4, 1000, 2, 1000), AnchorMarker(4, 800000, 2, 700000)); ws.add_image(j)
wb.save('openpyxl.xlsx')
def frame(color, fmt, x,y, w='1.4cm', h='1.8cm'):
    d=base64.b64encode(pic(color,fmt).read()).decode()
    return f'<draw:frame draw:z-index="0" svg:width="{w}" svg:height="{h}" svg:x="{x}" svg:y="{y}"><draw:image draw:mime-type="image/{fmt.lower()}"><office:binary-data>{d}</office:binary-data></draw:image></draw:frame>'
cell=lambda t: f'<table:table-cell office:value-type="string"><text:p>{t}</text:p></table:table-cell>'
row=lambda cells, shape='': f'<table:table-row table:style-name="r">{"".join(map(cell,cells))}<table:table-cell>{shape}</table:table-cell></table:table-row>'
f=f'''<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles><style:style style:name="r" style:family="table-row"><style:table-row-properties style:row-height="2cm" style:use-optimal-row-height="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet><table:table table:name="Styles">
<table:table-row>{"".join(map(cell,head))}</table:table-row>
{row(['LBO1','LibreOffice 1','Dresses','GZ01'], frame((10,160,60),'PNG','0.1cm','0.1cm'))}
{row(['LBO2','LibreOffice 2','Dresses','GZ01'])}
{row(['LBO3','LibreOffice 3','Dresses','GZ01'], frame((240,180,20),'JPEG','0.1cm','-0.2cm'))}
</table:table></office:spreadsheet></office:body></office:document>'''
open('libreoffice.fods','w').write(f)
subprocess.run(['soffice', '--headless', '--convert-to', 'xlsx:Calc MS Excel 2007 XML', 'libreoffice.fods'], check=True)
