import { z } from 'zod'
import { addressOf, type Call } from '../../src/shared/kernel/call.ts'
import { formOf } from './client.ts'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type Input = Record<string, Json>

const SOME_ID = '0199f6a0-0000-7000-8000-000000000000'

const metal = { code: 'METAL', topic: 'metal', words: 'Metal detection passed', words_zh: '验针通过' }
const checklistSample: Input = {
  settings: { items: [{ ...metal, style_category: '', is_required: false }], bench_all_yes: false },
  version: 1,
}

/** What no sample of a schema fits: values that a pattern or a rule beside the schema asks for. */
const samples: Record<string, Input> = {
  'pipeline.arrivalsCalendar': { key: 'slv_none', language: 'en' },
  'vendorInventory.askForInventory': { style_ids: ['DR1008'] },
  'vendorInventory.saveInventorySettings': {
    settings: { update_days: 7, low_days: 14, days_7: 0.5, days_15: 0.3, days_30: 0.2 },
    version: 1,
  },
  'skuDimensions.updateSkuDimensionDetails': {
    items: [{ nm_sku: 'NM-BLK-M', length_mm: 300, width_mm: 200, height_mm: 20, weight_grams: 180, version: 0 }],
  },
  'inspection.saveDefectLibrary': {
    settings: {
      defects: [
        {
          ...{ code: 'HOLE', name: 'Hole', name_zh: '破洞', category: 'fabric' },
          reason: 'Fabric damaged',
          severity: 'major',
        },
      ],
    },
    version: 1,
  },
  'inspection.saveQcChecklist': checklistSample,
  'indiaInspection.saveQcChecklist': checklistSample,
  'inspection.inspectionReport': { box_id: 'NONE', number: 1, language: 'en' },
  'inspection.signInspection': { box_id: 'NONE', number: 1, part: 'lead', strokes: [[1, 1, 2, 2]] },
  'indiaInspection.inspectionReport': { box_id: 'NONE', number: 1, language: 'en' },
  'indiaInspection.signInspection': { box_id: 'NONE', number: 1, part: 'lead', strokes: [[1, 1, 2, 2]] },
  'samples.describeSample': { sample_id: 'SM-000001', version: 1, weight_qc_g: 300, measures: [], image_ids: [] },
  'sampleDevelopment.createTechPack': { material_id: 'SM-000001', language: 'en' },
  'sampleDevelopment.techPackFile': { catalogue_id: 'CT-000001', number: 1, language: 'en' },
  'correctiveActions.openCorrectiveAction': {
    ...{ supplier_id: 'GZ01', title: 'Stains', wrong: 'Oil stains on cuffs', due_on: '2099-01-01', owner_id: null },
    about: { kind: 'reason', code: 'Stain' },
  },
  'disputes.openDispute': {
    ...{ box_id: 'NONE', answer: 'dispute', reason: 'count_wrong', words: 'All were there', image_ids: [] },
    lines: [{ nm_sku: 'NONE', kind: 'short', pieces: 1 }],
  },
  'disputes.settleDispute': {
    ...{ number: 'QD-000001', version: 1, outcome: 'upheld', words: 'You are right', lines: [], image_ids: [] },
    next: 'none',
  },
  'people.login': { email: 'nobody@selvedge.test', password: 'x' },
  'frame.setPreference': { name: 'a.b', value: { a: [1, 'x'] } },
  'notices.markNotices': { ids: ['0199f6a0-0000-7000-8000-000000000000'], read: true },
  'labels.recordReprint': {
    ...{ job_id: 'job-1', kind: 'shipping', title: 'SHP-1', printer: 'Desk 2', copies: 1 },
    ...{ reason: 'other', remark: 'torn' },
  },
  'frame.startExport': { call: 'exportUsers', input: { columns: [{ id: 'email', header: 'E-mail' }], search: 'a' } },
  'languages.addMissingKeys': { lng: 'hi', ns: 'translation', 'A text': 'A text' },
  'feed.getEvents': { after: 'latest', limit: 10, kind: 'order' },
  'stock.putAway': {
    ...{ action: 'undo', site: 'WDEL', shelf: 'A-01' },
    scans: [{ scan_id: SOME_ID, code: 'x', quantity: 1, takes_back: SOME_ID }],
  },
  'languages.importTranslations': { language: 'hi', texts: { Save: 'x' } },
}

/** Values by their names; a test puts those of its own world here. */
export const words: Record<string, Json> = {
  email: 'nobody@selvedge.test',
  language: 'hi',
  code: 'hi',
  name: 'a name',
  search: 'a',
  cursor: 'WyJhIiwiMDE5OWY2YTAtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAwIl0',
  time_zone: 'UTC',
  month: '2026-03',
  scan_id: 'scan-00001',
  seen: '1/2/0',
  rejected_ids: '0199f6a0-0000-7000-8000-000000000000 0199f6a0-0000-7000-8000-000000000001',
  takes_back: 'scan-00001',
  hs_code: '621210',
  defect_code: 'HOLE',
  hsn: '6109',
  padded: true,
  push_up: false,
  country: 'IN',
  link_1688: 'https://detail.1688.com/offer/612345678901.html',
  currency: 'CNY',
  new_password: 'another long one',
  source_sha256: 'ab'.repeat(32),
  /** The digest of a clearance's trial. */
  expected: `1-${'ab'.repeat(6)}`,
  password: 'another long one',
}

type Schema = { [key: string]: unknown }

/** A value that fits a JSON schema, with everything that may be left out. */
function sampleOf(schema: Schema, name = ''): Json {
  const { anyOf, oneOf, enum: named, const: only, type, format, properties, items, propertyNames } = schema
  // A name means another thing elsewhere: an id is an id.
  if (format === 'uuid' && !/^[\da-f]{8}-/.test(String(words[name] ?? ''))) return SOME_ID
  // A code of capitals is written so.
  const capitals = String(words[name] ?? '').toUpperCase()
  if (typeof schema.pattern === 'string' && schema.pattern.startsWith('^[A-Z0-9]') && capitals !== '') return capitals
  // And a choice has its own words.
  if (Array.isArray(named) && !named.includes(words[name])) return named[0] as Json
  if (name in words && (type === 'string' || anyOf || Array.isArray(type))) return words[name] ?? null
  if (Array.isArray(type)) return sampleOf({ ...schema, type: type[0] as string }, name)
  const choices = anyOf ?? oneOf
  if (Array.isArray(choices)) return sampleOf(choices[0] as Schema, name)
  if (only !== undefined) return only as Json
  if (Array.isArray(named)) return named[0] as Json
  if (type === 'object' && properties)
    return Object.fromEntries(
      Object.entries(properties as Record<string, Schema>).map(([key, of]) => [key, sampleOf(of, key)]),
    )
  if (type === 'object' && propertyNames) {
    const [key = 'a'] = ((propertyNames as Schema).enum as string[] | undefined) ?? []
    return { [key]: sampleOf(schema.additionalProperties as Schema) }
  }
  if (type === 'object') return {}
  if (type === 'array') return [sampleOf(items as Schema, name)]
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema.minimum ?? 1))
  if (format === 'uuid') return '0199f6a0-0000-7000-8000-000000000000'
  if (format === 'date') return '2026-03-01'
  if (format === 'date-time') return '2026-03-01T00:00:00Z'
  return 'en'
}

/** An input that fits a call, with everything that may be left out. */
export function inputOf(name: string, call: Call): Input {
  const schema = z.toJSONSchema(call.takes, { io: 'input', reused: 'inline', unrepresentable: 'any' })
  return samples[name] ?? (sampleOf(schema as Schema) as Input)
}

/** As a path word, a query or a form can carry it. */
function textOf(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return text.toWellFormed()
}

/** The request that carries it, for `app.inject`. */
export function requestOf(call: Call, input: Input) {
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, word = '']) => [word, textOf(input[word]) || '-'])
  const { path, rest } = addressOf(call, { ...input, ...Object.fromEntries(inPath) })
  const texts = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, textOf(value as Json)]))
  if (call.method === 'GET')
    return { method: 'GET', url: `${path}?${new URLSearchParams(texts)}`, headers: {} } as const
  const sent = call.takesFile
    ? formOf(texts, { name: 'a.xlsx', bytes: 'no sheet' })
    : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(rest) }
  return { method: 'POST', url: path, headers: sent.headers, payload: sent.payload ?? '' } as const
}
