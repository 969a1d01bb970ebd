import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { formatsAt, formatsFor, setPlaceZones } from '../../src/renderer/i18n/formats.ts'
import { noPlaceZones, zoneOf } from '../../src/shared/kernel/place-zones.ts'

const zones = {
  sites: { 'CN-QC': 'Asia/Shanghai', 'IN-WH': 'Asia/Kolkata' },
  vendors: { FAC1: 'Asia/Kolkata' },
  own: 'Asia/Kolkata',
}

// Would catch: one consignment shown on two days, because its rows were said in the browser's zone or in UTC.
it('a row’s zone is that of its site, else of its vendor', () => {
  expect(zoneOf({ site: 'IN-WH', supplier_id: 'SZ01' }, zones)).toBe('Asia/Kolkata')
  expect(zoneOf({ from_site: 'CN-QC', to_site: 'IN-WH' }, zones)).toBe('Asia/Shanghai')
  expect(zoneOf({ site: 'constructor', supplier_id: 'FAC1' }, zones)).toBe('Asia/Kolkata')
  expect(zoneOf({ supplier_id: 'SZ01' }, zones)).toBe('Asia/Shanghai')
  // Would catch: a plan of India's warehouses said in the zone of who made it, beside gate passes that say India's.
  expect(zoneOf({ source: 'IN-WH' }, zones)).toBe('Asia/Kolkata')
  expect(zoneOf({ sources: ['GONE', 'CN-QC', 'IN-WH'] }, zones)).toBe('Asia/Shanghai')
  for (const row of [{}, null, 'CN-QC', { site: 7, supplier_id: null }]) expect(zoneOf(row, zones)).toBeNull()
})

// Would catch: a day cut out of an ISO text, which is the day in UTC, and a tooltip that names another zone than the text is in.
it('days and times are written in the row’s zone and name it; without a place in the reader’s own', () => {
  setPlaceZones(zones)
  try {
    const formats = formatsFor('zh')
    const late = '2026-11-23T16:54:00Z'
    const row = { supplier_id: 'SZ01' }
    expect([formats.instant(late, row), formats.dayOf(late, row)]).toEqual(['2026-11-24 00:54', '2026-11-24'])
    expect([formats.instant(late), formats.dayOf(late)]).toEqual(['2026-11-23 22:24', '2026-11-23'])
    expect(formats.zone(row)).toContain('Asia/Shanghai')
    expect(formats.zone()).toContain('Asia/Kolkata')
    // Would catch: one drawer in two zones, its facts in the site's and the outcomes below them in the reader's.
    const here = formatsAt(formats, { site: 'CN-QC' })
    expect([here.instant(late, { by: 'lead' }), here.instant(late, { site: 'IN-WH' })]).toEqual([
      '2026-11-24 00:54',
      '2026-11-23 22:24',
    ])
    // Would catch: what one person did to many boxes, said in another zone than the events above and below it.
    expect(here.span(late, '2026-11-23T17:54:00Z')).toBe('2026-11-24 00:54–01:54')
    expect([here.time(late), here.zone({})]).toEqual(['00:54:00', expect.stringContaining('Asia/Shanghai')])
  } finally {
    setPlaceZones(noPlaceZones)
  }
})

// Would catch: the history of a row said in the reader's zone beside its facts in the site's: a drawer that does not name its row.
it('a drawer names the row that it shows', () => {
  const unnamed = sources().flatMap(({ file, text }) =>
    openingTags(text).some((tag) => !/\bof=/.test(tag)) ? [file] : [],
  )
  expect(unnamed.toSorted()).toEqual(
    [
      ...['app/printing/PrintingCentre.tsx', 'app/request-log/RequestLog.tsx'],
      // Drawers that say why there is no row yet.
      'kit/TabbedDrawer.tsx',
      ...['ops/confirmed/ConfirmedOrdersScreen.tsx', 'ops/pending/PendingDrawer.tsx'],
      // Rolls that nobody has received, master data, imports and people stand nowhere.
      ...['ops/fabrics/ReceiveDrawer.tsx', 'ops/materials/MaterialDrawer.tsx', 'ops/product-mapping/StyleMapping.tsx'],
      // Several facilities make one order.
      ...['ops/production/OrderDrawer.tsx', 'ops/production/PosScreen.tsx'],
      ...['ops/records/ImportsDrawer.tsx', 'ops/records/RecordDrawer.tsx', 'ops/records/RecordEditor.tsx'],
      ...['ops/users/CreateUserDrawer.tsx', 'ops/users/UserDrawer.tsx'],
      // Records of several sites: each row names its own.
      ...['ops/pipeline/AlertsDrawer.tsx', 'ops/pipeline/BehindDrawer.tsx'],
      ...['ops/pipeline/FeedDrawer.tsx', 'ops/pipeline/LatePart.tsx'],
      // A card that is not worked by any more: it shows no time.
      'supply-management/production/JobDrawer.tsx',
      // Styles of several vendors.
      ...['supplier/assortments/AssortmentDrawer.tsx'],
      ...['supplier/price-negotiations/NegotiationSettings.tsx', 'supplier/qc/settings/ChecklistDrawer.tsx'],
      ...['supplier/qc/settings/DefectLibraryDrawer.tsx', 'supplier/qc/settings/EditedList.tsx'],
      ...['supplier/qc/settings/QcSettingsDrawer.tsx', 'supplier/sku-dimensions/DimensionSettings.tsx'],
      'supplier/style-survey/StyleSurveyScreen.tsx',
      ...['supplier/vendor-inventory/Figures.tsx', 'supplier/vendor-inventory/InventorySettings.tsx'],
      'warehouse/gate-passes/PassSettingsDrawer.tsx',
      // Stock of a style lies at many sites: each move names its own.
      'warehouse/stock/StockDrawer.tsx',
    ].toSorted(),
  )
})

// Would catch: a station whose scans are said in the computer's zone: one with a formatter of its own, or outside its site's.
it('stations say when a piece was scanned in the zone of their site', () => {
  const files = sources()
  const having = (part: string) => files.flatMap(({ file, text }) => (text.includes(part) ? [file] : []))
  // The request log is about this computer, and the chart writes days.
  expect(having('new Intl.DateTimeFormat(').toSorted()).toEqual([
    'app/request-log/RequestLog.tsx',
    'i18n/formats.ts',
    'supplier/qc-reports/charts.tsx',
  ])
  const stations = files.flatMap(({ file, text }) => (/<ScanStation[\s<]/.test(text) ? [file] : []))
  const placed = new Set(having('<RowPlace'))
  expect(stations.filter((file) => !placed.has(file))).toEqual([])
})

function sources() {
  const renderer = resolve(import.meta.dirname, '../../src/renderer')
  return globSync('**/*.{ts,tsx}', { cwd: renderer }).map((file) => ({
    file: file.replaceAll('\\', '/'),
    text: readFileSync(resolve(renderer, file), 'utf8'),
  }))
}

/** What the opening tags of drawers name, without the values. */
function openingTags(text: string): string[] {
  return [...text.matchAll(/<(?:Tabbed)?Drawer\b/g)].map(({ index }) => {
    let depth = 0
    let tag = ''
    for (const char of text.slice(index)) {
      if (char === '{') depth += 1
      if (depth === 0) tag += char
      if (char === '}') depth -= 1
      if (depth === 0 && char === '>') break
    }
    return tag
  })
}
