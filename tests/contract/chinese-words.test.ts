import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readChineseParts } from '../../scripts/locale-files.ts'
import { reportTexts } from '../../src/server/areas/inspection/report-words.ts'
import { headerFinder } from '../../src/server/sheets/read-rows.ts'
import { quantityValidation } from '../../src/shared/areas/counting/sheets.ts'
import { inspectedPieces } from '../../src/shared/areas/inspection/sheets.ts'
import { arrivedBoxes } from '../../src/shared/areas/receiving/sheets.ts'
import type { SheetTemplate } from '../../src/shared/kernel/sheet.ts'

const root = resolve(import.meta.dirname, '../..')
const texts = readChineseParts().flatMap(({ file, words }) =>
  Object.entries(words).map(([english, chinese]) => ({
    file,
    english: english.replaceAll(/\{\{.*?\}\}/g, '…'),
    chinese,
  })),
)

/** Words that docs/glossary.md has replaced. */
const replaced = [
  /盲点/,
  /(?<!质检|印度收货)平台(?!设)/,
  /追踪/,
  /登录信息不正确/,
  /回复/,
  /拒绝/,
  /已排发货单|已配入/,
  /站点|仓点|质检中心/,
  /转发箱/,
  /贸易方|贸易条款(?!有误)/,
  /(?<!多)少件|多件(?!数)/,
  /轻微|严重缺陷|严重疵点/,
  /待定/,
  /结论/,
  /(?<!样本量)字码/,
  /缺陷|瑕疵/,
  /测量值/,
  /按文件|用文件/,
  /入库/,
  /超公差|超出公差/,
  /HS 编码|装货港|卸货港|起运港/,
]

/** What is said in English, and the one Chinese word for it. Only texts of `part` are looked at, where it is given. */
const oneWord: [english: RegExp, chinese: RegExp, part?: RegExp][] = [
  [/\bblind count/i, /盲盘/],
  [/shipping platform|\bon (the )?platform\b/i, /备货/],
  [/\btrace(d)?\b/i, /查/],
  [/valid credentials/, /账号或密码错误/],
  [/correct quantity for order\. \+…/, /装箱数超过应装数（多 .* 件）/],
  [/reject/i, /拒单|拒收|不合格/],
  [/refus(?!al)/i, /驳回/, /\/ops\.json$/],
  [/\banswer/i, /确认/, /\/(orders|ops|notices)\.json$/],
  [/^in shipments$|promised to a shipment/i, /已排入发货单/],
  [/(pieces of this box are|this box is) not ready/i, /尚未转为待开票/],
  [/no pieces wait for inspection|nothing waits for inspection/i, /待检商品/],
  // Among the records a site may be a shop, too.
  [/\bsites?\b/i, /质检仓/, /\/(?!data|company|stock|india-labels|gate-passes|people|materials)[^/]*\.json$/],
  [/\bsites?\b/i, /地点|仓/, /\/(data|company|stock[^/]*|india-labels|gate-passes|materials|people[^/]*)\.json$/],
  [/\bpart(y|ies)\b/i, /往来单位/],
  [/\bexcess\b/i, /溢装/],
  [/\b(pieces|pcs|qty) (are )?missing\b|\bmissing (pieces|pcs)\b|^… missing/i, /短装/],
  [/\bcritical\b(?! points?\b)/i, /致命/],
  [/\bcritical points?\b/i, /关键部位/],
  [/\bmajor\b/i, /主要/],
  [/\bminor\b/i, /次要/],
  // Goods that QC holds are kept from others; an order on hold only waits.
  [/\bon hold\b|\bhold (all|what)\b|^hold$/i, /暂扣/, /\/(?!production)[^/]*\.json$/],
  [/\bon hold\b|^hold$/i, /暂停/, /\/production\.json$/],
  [/\bverdict/i, /判定|改判/],
  [/^(not )?computed/i, /系统(未)?判定/],
  [/^chosen$/i, /人工判定/],
  [/\bcode letter\b|\bletter …/i, /样本量字码/],
  [/\blots?\b/i, /检验批/, /\/(?!materials)[^/]*\.json$/],
  // A lot of cloth is what was dyed together.
  [/\blots?\b/i, /缸|按批/, /\/materials\.json$/],
  // Of a gate pass the plan is what is to be sent, of an allocation which store gets what.
  [/\bplan\b(?! and pack)/i, /抽样方案/, /\/(?!gate-passes|allocation|stores)[^/]*\.json$/],
  [/^all looked at$/i, /样本已全检/],
  [/\bdefects?\b/i, /疵点/],
  [/\bmeasurements?\b/i, /尺寸测量/],
  [/\b(fabric|label) damaged\b|\bdamaged product\b/i, /破损/],
  [/\bby file\b/i, /导入文件/],
  [/\b(vendor|supplier)s?\b/i, /供应商/],
  [/\bHS code\b/i, /海关编码/],
]

// Would catch: a text that brings back a word which the glossary has replaced, or speaks to the reader as 你.
describe('Chinese', () => {
  it('says 您, and none of the replaced words', () => {
    const wrong = texts.filter(({ chinese }) => /你/.test(chinese) || replaced.some((word) => word.test(chinese)))
    expect(wrong).toEqual([])
  })

  it('says so in the server, on papers, in sheets, in the desktop’s main and in the demo data, too', () => {
    const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
    const spoken = files.flatMap((file) =>
      readFileSync(resolve(root, file), 'utf8')
        .split('\n')
        // Headers of sheets made before stay readable: those are `also`.
        .filter((line) => /\p{Script=Han}/u.test(line) && !line.includes('also: ['))
        .map((line) => ({ file, line: line.trim() })),
    )
    expect(spoken.length).toBeGreaterThan(300)
    expect(spoken.filter(({ line }) => /你/.test(line) || replaced.some((word) => word.test(line)))).toEqual([])
  })

  // Would catch: two Chinese words for one thing.
  it.each(oneWord)('%s is %s', (english, chinese, part) => {
    const about = texts.filter((text) => english.test(text.english) && (part === undefined || part.test(text.file)))
    expect(about.length).toBeGreaterThan(0)
    expect(about.filter((text) => !chinese.test(text.chinese))).toEqual([])
  })
})

// Would catch: a report that calls a thing otherwise than the screen on which it was judged.
describe('the inspection report', () => {
  /** Labels that stand for something else there: when it was inspected and printed, which boxes, what was asked, who signed. */
  const ownLabels = ['date', 'printed', 'box', 'box_', 'check', 'answer', 'signatures', 'failed']
  const plain = (text: string) => text.replaceAll(/\{\w+\}/g, '…')

  it('has the words of the screens', () => {
    const onScreens = new Map(
      [...texts].map(({ english, chinese }) => [english.toLowerCase(), chinese.replaceAll(/\{\{.*?\}\}/g, '…')]),
    )
    // As it is written goes before another way of writing it.
    for (const { english, chinese } of texts) if (english === english.toLowerCase()) onScreens.set(english, chinese)
    const told = Object.entries(reportTexts).filter(([word]) => !ownLabels.includes(word))
    const alike = told.filter(([, [english]]) => onScreens.has(plain(english).toLowerCase()))
    expect(alike.length).toBeGreaterThan(40)
    const wrong = alike.filter(
      ([, [english, chinese]]) => onScreens.get(plain(english).toLowerCase()) !== plain(chinese),
    )
    expect(wrong.map(([word, [, chinese]]) => [word, chinese])).toEqual([])
  })
})

// Would catch: "supplier" and "vendor" for one and the same in what a screen says, or a vendor that "refuses".
describe('English', () => {
  /** Labels of the specification, the menu's area of that name, and the CGST Rules' name of a copy. */
  const labels = [
    ...['Supplier', 'Suppliers', 'All suppliers', 'Supplier ID', 'Supplier name', 'Returned to supplier'],
    'Triplicate for supplier',
  ]

  it('says vendor; Supplier stands in labels of the specification only', () => {
    const said = texts.map(({ english }) => english)
    expect(said.filter((english) => /supplier/i.test(english) && !labels.includes(english))).toEqual([])
  })

  it('lets a vendor reject, and ops refuse', () => {
    const ofVendors = texts.filter(({ file }) => file.endsWith('/orders.json')).map(({ english }) => english)
    expect(ofVendors.filter((english) => /refus(?!al)/i.test(english))).toEqual([])
    const ofOps = texts.filter(({ file }) => file.endsWith('/ops.json')).map(({ english }) => english)
    expect(ofOps.filter((english) => /reject/i.test(english))).toEqual([])
  })
})

// Would catch: a sheet downloaded before a header got its new word, filled in, and then refused or half read.
it.each<[string, SheetTemplate, string]>([
  ['on_hold', inspectedPieces, '待定数量'],
  ['on_hold', inspectedPieces, 'On hold / 待定数量'],
  ['on_hold', inspectedPieces, 'On hold / 暂扣数量'],
  ['declared', quantityValidation, '装箱数量'],
  ['declared', quantityValidation, 'Declared quantity / 装箱数量'],
  ['declared', quantityValidation, '装箱单数量'],
  ['sscc', arrivedBoxes, 'SSCC箱码'],
  ['sscc', arrivedBoxes, 'SSCC 箱码'],
])('%s of %o is read under the header %s', (key, template, header) => {
  const cells = [{ column: 3, text: header }]
  const row = { row: 1, cells } as unknown as Parameters<ReturnType<typeof headerFinder>>[0]
  expect(headerFinder(template)(row).columns.get(key)).toBe(3)
})
