import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { reportPages } from '../../src/server/areas/inspection/report-layout.ts'
import { cardPapers } from '../../src/server/areas/production/job-card-paper.ts'
import { openTypeface } from '../../src/server/documents/typeface.ts'
import type { JobCardContent } from '../../src/shared/areas/production/job-card.ts'
import { jobCardLanguages, stageCode, stages } from '../../src/shared/areas/production/words.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { withPrinted } from '../support/printed.ts'
import { makeFacilities, makeManyOrders } from '../support/production-worlds.ts'
import { resources, type TestServer, testServer } from '../support/server.ts'

const calls = contract.production
let server: TestServer
let ops: Client
let number = ''

/** Where somebody wants to look at the pages themselves. */
const keptIn = process.env.CARDS

const sizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL']
const colours = ['Navy', 'Emerald', 'Blush pink', 'कोरल', '墨绿']
const lines = colours.flatMap((color) =>
  sizes.map((size, at) => ({
    color,
    size,
    pieces: 120 + 10 * at,
    nm_sku: `NM-${size}`,
    color_zh: color === 'Navy' ? '藏青' : '',
  })),
)
const half = (of: number) =>
  lines.filter((_, at) => at % 2 === of).map(({ color, size, pieces }) => ({ color, size, pieces }))

/** A card with everything: two facilities, many rolls, words of three scripts. */
const content: JobCardContent = {
  order: 'PP-000123',
  card_no: 'JC/26-27/000042',
  company: { name: 'Selvedge Retail', gstin: '07AABCS1429B1ZX' },
  hs_code: '6204430000',
  style_id: 'DR1008',
  name: 'Pleated midi dress',
  name_zh: '百褶中长连衣裙',
  category: 'Dresses',
  picture: null,
  due_on: '2026-12-20',
  remark: 'Match the plaid at the side seam. साइड सीम पर चेक मिलाएँ। 侧缝对格。',
  lines,
  facilities: [
    {
      facility: 'NOI1',
      name: 'Noida Stitching Unit',
      name_zh: '诺伊达缝制厂',
      gstin: '09AAACN1234A1Z5',
      place_of_supply: '09 Uttar Pradesh',
      starts_on: '2026-12-01',
      due_on: '2026-12-18',
      lines: half(0),
    },
    {
      facility: 'TIR2',
      name: 'Tiruppur Knits',
      name_zh: '蒂鲁布尔针织厂',
      gstin: '09AAACN1234A1Z5',
      place_of_supply: '09 Uttar Pradesh',
      starts_on: '2026-12-02',
      due_on: '2026-12-20',
      lines: half(1),
    },
  ],
  materials: [
    {
      material_id: 'FAB-POPLIN-NVY',
      name: 'Cotton poplin',
      name_zh: '棉府绸',
      unit: 'metre',
      need: 5_832.48,
      rolls: Array.from({ length: 40 }, (_, at) => ({
        roll: `FR-${String(at).padStart(6, '0')}`,
        lot: `L44${at % 3}`,
        shade: 'A',
        place: `A-0${at % 9}-02`,
        quantity: 92.5,
      })),
    },
  ],
  points: [
    ['Chest', '胸围'],
    ['Waist', '腰围'],
    ['Length from the highest point of the shoulder', '肩高点起衣长'],
  ].map(([point = '', point_zh = ''], row) => ({
    point,
    point_zh,
    cells: sizes.map((size, at) => ({ size, spec_mm: 860 + 40 * at + row, tolerance_mm: 10 })),
  })),
  marker: {
    number: 2,
    width_mm: 1_380,
    length_mm: 6_200,
    efficiency_tenths: 846,
    consumption: sizes.map((size, at) => ({ size, metres: 1.4 + at / 20 })),
  },
}

beforeAll(async () => {
  server = await testServer()
  ops = await server.as('ops')
  await makeFacilities(server.db)
  const [first = ''] = await makeManyOrders(server.db, 1)
  number = first
  await sql`UPDATE production_order SET state = 'SENT_FOR_PRODUCTION' WHERE number = ${number}`.execute(server.db)
  for (const [nth, card] of [content, { ...content, remark: 'The second.' }].entries())
    await sql`INSERT INTO production_job_card (order_id, number, content, made_by)
      SELECT id, ${nth + 1}, ${JSON.stringify(card)}::jsonb, made_by FROM production_order WHERE number = ${number}`.execute(
      server.db,
    )
})

const printed = (language: (typeof jobCardLanguages)[number], card = 1) =>
  ops.call(calls.jobCard, { order_action_id: number, number: card, language })

const colorOf = { en: 'Navy', hi: 'Navy', zh: '藏青' } as const
const dayOf = { en: '20 Dec 2026', hi: '20 दिसंबर 2026', zh: '2026-12-20' } as const
const said = { en: 'Quantities by colour and size', hi: 'रंग और साइज़', zh: '各颜色尺码数量' } as const

// Would catch: a stage whose code a scanner cannot read, a page that another program cannot open, words of another language, a grid without its sums.
it.each(jobCardLanguages)('a job card in %s is pages whose codes a scanner reads', async (language) => {
  const { bytes, status } = await printed(language, 2)
  expect(status).toBe(200)
  if (keptIn) await writeFile(`${keptIn}/${language}.pdf`, bytes)
  await withPrinted(Readable.from([bytes]), async (pdf) => {
    expect(await pdf.check()).toContain('No syntax or stream encoding errors')
    const text = (await pdf.text()).replace(/\s+/g, ' ')
    for (const word of [
      'PP-000123',
      'DR1008',
      'FR-000039',
      dayOf[language],
      colorOf[language],
      '4350',
      '5832.48',
      'JC/26-27/000042',
      '07AABCS1429B1ZX',
      '6204430000',
      '09 Uttar Pradesh',
    ])
      expect(text).toContain(word)
    if (language !== 'hi') expect(text).toContain(said[language])
    const codes = (await pdf.codes(300)).flat().map(({ data }) => data)
    expect(codes.toSorted()).toEqual(stages.map((stage) => stageCode('PP-000123', stage, 2)).toSorted())
  })
})

// Would catch: a script of which a glyph is missing: an empty square on the floor.
it('has every glyph of its words, in each language', async () => {
  const typeface = openTypeface(resources)
  for (const language of jobCardLanguages) {
    const papers = await cardPapers([{ number: 1, content, voided: null }], language, {
      db: server.db,
      files: undefined as never,
      resources,
    })
    const marks = papers.flatMap((paper) => reportPages(paper, typeface)).flatMap((page) => page.marks)
    expect(marks.length).toBeGreaterThan(100)
    expect(marks.flatMap((mark) => (mark.kind === 'text' ? (mark.missing ?? []) : []))).toEqual([])
  }
})

// Would catch: a card that is printed again as the order is now, and not as it was sent.
it('is printed again by its number, as it was', async () => {
  const textOf = async (card: number) => {
    const { bytes } = await printed('en', card)
    return withPrinted(Readable.from([bytes]), (pdf) => pdf.text())
  }
  expect(await textOf(1)).toContain('Match the plaid')
  // Would catch: a card that was replaced and prints as if it were valid.
  expect(await textOf(1)).toContain('VOID: a later job card replaces this one.')
  expect(await textOf(2)).not.toContain('VOID')
  const second = await textOf(2)
  expect([second.includes('The second.'), second.includes('Match the plaid')]).toEqual([true, false])
  expect((await printed('en', 3)).status).toBe(404)
})
