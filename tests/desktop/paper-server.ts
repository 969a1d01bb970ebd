import { buffer } from 'node:stream/consumers'
import { returnNotePdf } from '../../src/server/areas/returns/document-layout.ts'
import type { NoteDocument, NoteLine } from '../../src/server/areas/returns/document-model.ts'
import { type FakeServer, sendFile } from './fake-server.ts'

export const returnNote = '/selvedge/qc/return-note'

export const paperJob = {
  kind: 'paper',
  call: { method: 'POST', path: returnNote, body: { return_note: 'RN-000381' } },
  title: 'RN-000381, return note',
  copies: 1,
}

const line = (at: number): NoteLine => ({
  boxNo: String(at + 1),
  sscc: '006901234000000018',
  shipmentId: 'SH-000381',
  nmSku: `NM${104_200 + at}-M`,
  styleId: 'DR-2041',
  styleName: 'Tiered dress 层叠裙',
  color: 'Dusty rose',
  colorZh: '豆沙粉',
  size: 'M',
  quantity: at + 1,
  lookedAt: '1 / 2',
  defects: ['2 × Stain 污渍 (minor 次要): 油渍'],
})

/** As many lines as fill more than one page. */
const note: NoteDocument = {
  number: 'RN-000381',
  isCancelled: false,
  cancelReason: null,
  day: '2026-11-21',
  supplier: {
    code: 'GZ-018',
    name: 'Guangzhou Lanyue Garments Co., Ltd.',
    nameZh: '广州市蓝悦服饰有限公司',
    address: '18 Shahe Road',
    addressZh: '沙河路 18 号',
  },
  site: { name: 'China QC', nameZh: '广州质检仓', address: '广州市白云区' },
  company: '织边时装 Selvedge Fashion',
  reason: 'Stain 污渍',
  remark: '请返工',
  disputes: [],
  carrier: null,
  trackingId: null,
  madeBy: '陈小红',
  boxes: 60,
  pieces: 1_830,
  lines: Array.from({ length: 60 }, (_, at) => line(at)),
  lots: [],
  photos: [],
  photosLeftOut: 0,
}

/** Has the server of the specs give a real return note, and gives its pages to compare with. */
export async function serveReturnNote(server: FakeServer): Promise<Buffer> {
  const pages = await buffer(returnNotePdf(note))
  server.on(returnNote, (_request, response) =>
    sendFile(response, pages, 'attachment; filename="return_note_RN-000381.pdf"', 'application/pdf'),
  )
  return pages
}
